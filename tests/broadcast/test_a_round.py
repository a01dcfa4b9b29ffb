"""A simulated round of rough hands, cut cables and a correction goes out as it was played; 64 boards: tests/bench."""

from pathlib import Path

from dgt_monitor.broadcast.lichess.client import Client
from dgt_monitor.broadcast.lichess.way import LichessWay
from dgt_monitor.broadcast.ways import Complain, FolderWay, Way
from dgt_monitor.tournament.outs import Out
from tests.broadcast.a_round import play_round
from tests.broadcast.lichess import TOKEN, StandIn


def test_a_round_is_out_as_it_was_played(tmp_path: Path) -> None:
    found = play_round("sim://?boards=6&speed=max&think=0.3&hands=rough&cuts=2&seed=5", tmp_path)
    assert not found.complaints
    assert found.readings > 6
    assert found.doubtful == found.played
    assert found.shown == found.played


def test_lichess_holds_the_same_games(tmp_path: Path) -> None:
    standin = StandIn()

    def way_of(out: Out, complain: Complain) -> Way:
        if out.kind == "pgn":
            return FolderWay(out, complain)
        return LichessWay(out, complain, Client(out.server, out.broadcast, TOKEN))

    out = Out(kind="lichess", broadcast="AbCdEfGh", round=5, server=standin.url)
    found = play_round("sim://?boards=6&speed=max&think=0.3&hands=rough&cuts=2&seed=5", tmp_path, (out,), way_of)
    standin.close()
    assert not [told for told in found.complaints if "is not in the answer" not in told and not told.endswith("again")]
    boards = {chapter.tags["Board"]: chapter for chapter in standin.round.chapters}
    assert len(standin.round.chapters) == len(boards) == 6
    assert {board: tuple(chapter.moves) for board, chapter in boards.items()} == found.played
    assert {board: chapter.tags["Result"] for board, chapter in boards.items()} == found.results
    assert standin.most_together == 1
