"""What is got out of a journal: games, histories, what is open, captures, copies, and whether it is whole."""

import io
import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import chess.pgn
import pytest
from click.testing import CliRunner, Result

from dgt_monitor import events
from dgt_monitor.cli.start import cli
from dgt_monitor.events import Event
from dgt_monitor.journal.known_form import KNOWN
from dgt_monitor.journal.reading import MOST_TOLD, chain_faults, read_journal
from dgt_monitor.journal.schema import JournalError
from dgt_monitor.recorder.past import TimesOfDay
from dgt_monitor.recorder.rebuilding import rebuild
from dgt_monitor.recorder.record import open_record
from dgt_monitor.recorder.replay import replay_events
from tests.recorder.journalling import journal_of

HALL = "sim://?boards=3&speed=max&think=0.3&hands=rough&seed=5"


ROUGH = "sim://?boards=3&speed=max&think=0.3&hands=rough&noise=1000"
BUS = "sim://?boards=3&speed=max&think=0.3&lines=bus"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Event]]:
    path = tmp_path_factory.mktemp("journal") / "event.dgtj"
    _, told = journal_of(HALL, path)
    return path, told


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(each) for each in arguments])


def summaries(told: Sequence[Event]) -> dict[str, events.Summary]:
    return {event.board: event for event in told if isinstance(event, events.Summary)}


def test_games_are_those_that_were_told_with_their_clocks(kept: tuple[Path, list[Event]]) -> None:
    path, told = kept
    result = run("games", path, "--provenance")
    assert result.exit_code == 0
    text, found = io.StringIO(result.output), {}
    while (game := chess.pgn.read_game(text)) is not None:
        assert not game.errors
        found[game.headers["Board"]] = game
    assert set(found) == set(summaries(told))
    for board, summary in summaries(told).items():
        assert tuple(move.uci() for move in found[board].mainline_moves()) == summary.uci
        clocks = [node.clock() for node in found[board].mainline()]
        assert all(clock is not None for clock in clocks)
        assert all(node.emt() is not None for node in list(found[board].mainline())[1:])


def test_an_illegal_move_ends_the_moves_and_is_told_in_words() -> None:
    from datetime import UTC, datetime

    from dgt_monitor.broadcast.pgn import pgn_of
    from dgt_monitor.hall.told_games import games_of

    class Fen:
        def fen(self) -> str:
            return chess.STARTING_FEN

    told: list[Event] = [events.GameStart(0.0, "7", 1, chess.STARTING_FEN, False, False)]
    for ply, (uci, san, legal) in enumerate([("e2e4", "e4", True), ("g8e6", "Ng8-e6", False), ("d2d4", "d4", True)], 1):
        told.append(events.Move(ply, "7", 1, ply, uci, san, Fen(), 1, 1, "confirmed", False, "seen", None, legal))
    told.append(events.Result(9.0, "7", 1, "0-0", "arbiter", confirmed=True))
    (game,) = games_of(told)
    text = pgn_of(game, datetime(2026, 11, 30, tzinfo=UTC))
    assert "1. e4 { an illegal move follows; from ply 2 on was played: Ng8-e6 d4 }" in text
    assert "{ result 0-0 }" in text
    assert '[Result "*"]' in text


@pytest.mark.parametrize("url", [HALL, ROUGH, BUS])
def test_the_capture_of_every_board_replays_to_the_same_moves_counts_and_alerts(url: str, tmp_path: Path) -> None:
    path = tmp_path / "event.dgtj"
    _, told = journal_of(url, path)
    for board, summary in summaries(told).items():
        capture = tmp_path / f"{board}.dgt"
        assert run("export", path, "--capture", board, "-o", capture).exit_code == 0
        again = list(replay_events([capture], on_trouble=pytest.fail))
        assert summaries(again)[board]._replace(t=0.0) == summary._replace(t=0.0)
        assert standing_moves(again, board) == standing_moves(told, board)


def standing_moves(told: Sequence[Event], board: str) -> list[tuple[object, ...]]:
    moves: list[tuple[object, ...]] = []
    for event in told:
        if event.board == board and isinstance(event, events.Move):
            moves[event.ply - 1 : event.ply] = [(event.uci, event.count, event.count_max, event.status, event.sure)]
        elif event.board == board and isinstance(event, events.Retract):
            del moves[event.ply - 1 :]
    return moves


def test_a_history_tells_what_was_said_and_what_was_made_of_it(kept: tuple[Path, list[Event]]) -> None:
    path, told = kept
    board, summary = next(iter(summaries(told).items()))
    result = run("history", board, path)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert "a watch begins: version" in lines[0]
    assert any(line.endswith("line open") for line in lines)
    assert any(f"-> 1.{summary.moves[0]}" in line for line in lines)
    assert sum("clock runs" in line for line in lines) >= len(summary.moves) // 2
    others = [name for name in summaries(told) if name != board]
    assert not any(name in line for name in others for line in lines)


def test_what_the_screen_showed_at_a_moment(kept: tuple[Path, list[Event]]) -> None:
    path, told = kept
    journal = read_journal(path)
    (board, *_) = summaries(told)
    moves = [event for event in rebuild(journal).events if isinstance(event, events.Move) and event.board == board]
    from dgt_monitor.cli.journal_input import local

    moment = local(TimesOfDay(journal.rows).of(moves[len(moves) // 2].t))
    result = run("history", board, path, "--at", moment.isoformat())
    assert result.exit_code == 0
    (line,) = (line for line in result.output.splitlines() if line.startswith("moves: "))
    assert 0 < len(line.split()) - 1 < len(summaries(told)[board].moves)
    assert run("history", board, path, "--at", "noon").exit_code == 2
    before = run("history", board, path, "--at", "1999-01-01T00:00:00")
    assert "was not known" in before.output


def test_a_board_is_found_by_the_end_of_its_name(kept: tuple[Path, list[Event]]) -> None:
    path, told = kept
    board = next(iter(summaries(told)))
    assert run("history", board[-4:], path).exit_code == 0
    assert "no such board; there are" in run("history", "zzz", path).output
    assert run("history", "zzz", path).exit_code == 2
    assert "may be" in run("history", "", path).output


def test_what_is_open(kept: tuple[Path, list[Event]]) -> None:
    path, told = kept
    result = run("open", path)
    assert result.exit_code == 0
    for board in summaries(told):
        assert f"Bd {board} game 1" in result.output


def test_a_whole_journal_is_verified_and_a_changed_one_is_not(kept: tuple[Path, list[Event]], tmp_path: Path) -> None:
    path, _ = kept
    copy = tmp_path / "copy.dgtj"
    assert run("export", path, "--copy", copy).exit_code == 0
    assert not list(chain_faults(read_journal(copy)))
    result = run("verify", copy)
    assert result.exit_code == 0
    assert result.output.splitlines()[-1] == "whole: every row is as it was written; all that was shown follows from it"
    with closing(sqlite3.connect(copy)) as db:
        (seq,) = db.execute("SELECT seq FROM rows WHERE form = 'FieldUpdate' LIMIT 1 OFFSET 40").fetchone()
        db.execute("UPDATE rows SET body = '[0,\"Q\"]' WHERE seq = ?", (seq,))
        db.commit()
    result = run("verify", copy)
    assert result.exit_code == 1
    assert f"row {seq} or the chain before it was changed" in result.output
    assert "differences between what was shown and what follows now" in result.output


def test_a_cut_journal_is_verified_in_lines_of_one_fault_each(kept: tuple[Path, list[Event]], tmp_path: Path) -> None:
    copy = tmp_path / "copy.dgtj"
    assert run("export", kept[0], "--copy", copy).exit_code == 0
    with copy.open("r+b") as stream:
        stream.truncate(copy.stat().st_size * 6 // 10 // 4096 * 4096)
    result = run("verify", copy)
    lines = result.output.splitlines()
    assert result.exit_code == 1
    assert not [line for line in lines if "***" in line or "\N{REPLACEMENT CHARACTER}" in line or len(line) > 200]
    pages = [line for line in lines if line.startswith("the file is damaged: ") and " are lost" not in line]
    assert 1 <= len(pages) <= MOST_TOLD + 1
    assert sum("lost" in line or "missing" in line for line in lines) == 1
    assert re.fullmatch(r"NOT whole: \d+ faults?; what can still be read does not contradict itself", lines[-1])


def test_one_fault_is_one(kept: tuple[Path, list[Event]], tmp_path: Path) -> None:
    copy = changed(kept, tmp_path, "body = body || ' '", "seq = 40")
    assert run("verify", copy).output.splitlines()[-1].startswith("NOT whole: 1 fault; ")


def test_what_is_no_journal_is_told(tmp_path: Path) -> None:
    for command in ("verify", "games", "open"):
        result = run(command, tmp_path / "none")
        assert result.exit_code == 2
        assert "no such file" in result.output
    other = tmp_path / "text"
    other.write_text("1. e4")
    assert run("verify", other).exit_code == 1
    assert run("export", other).exit_code == 2


def test_half_a_row_that_cannot_be_read_is_told_and_the_rest_is_used(
    kept: tuple[Path, list[Event]], tmp_path: Path
) -> None:
    path, _ = kept
    copy = tmp_path / "copy.dgtj"
    run("export", path, "--copy", copy)
    with closing(sqlite3.connect(copy)) as db:
        db.execute("UPDATE rows SET body = '[' WHERE form = 'Clock' AND seq > 100 AND seq < 200")
        db.commit()
    result = run("games", copy)
    assert result.exit_code == 1
    assert "is passed over" in result.output
    assert "1. " in result.output


@pytest.mark.parametrize(
    "change",
    [
        "t_s = 'noon'", "t_s = 9e999", "t_s = 1e300", "t_s = -1.0", "port = x'00'", "board = x'00'", "address = 'here'",
        "wall_us = 'now'", "wall_us = 9000000000000000000", "wall_us = -1", "chain = 'abc'", "chain = 7", "kind = 'x'",
        "form = x'00'", "body = x'00'",
    ],
)  # fmt: skip
def test_a_row_with_what_never_goes_there_is_named_and_the_others_are_used(
    change: str, kept: tuple[Path, list[Event]], tmp_path: Path
) -> None:
    last_and = "SELECT max(seq) FROM rows UNION SELECT min(seq) FROM rows GROUP BY form"
    copy = changed(kept, tmp_path, change, f"seq IN ({last_and})")
    for result in used(copy, kept, tmp_path):
        assert "is damaged: its " + change.split()[0] in result.output
        assert result.exit_code == 1
    said: list[str] = []
    record = open_record(copy, said.append)
    assert said
    assert record.close() == 0
    assert len(read_journal(copy).rows) > len(read_journal(kept[0]).rows)


@pytest.mark.parametrize(
    ("form", "body"),
    [
        ("FieldUpdate", '[99,"Q"]'), ("FieldUpdate", '[-1,"Q"]'), ("FieldUpdate", '[1,"x"]'), ("BoardDump", '["."]'),
        ("Session", "[]"), ("Session", f'["1","3",{10**400},"p"]'), ("move", "[]"), ("alert", "["), ("move", "{"),
        ("game_start", '[1.0,"x",1,"no position",false,false,null,null,"game_start"]'), (KNOWN.name, "[]"),
        ("Clock", f"[{10**300},1,true,null,true,false,false,false,false,false]"),
    ],
)  # fmt: skip
def test_a_body_that_says_nonsense_ends_nothing(
    form: str, body: str, kept: tuple[Path, list[Event]], tmp_path: Path
) -> None:
    copy = changed(kept, tmp_path, f"body = '{body}'", f"form = '{form}'")
    verified, *_ = used(copy, kept, tmp_path)
    assert verified.exit_code == 1
    assert open_record(copy).close() == 0


def changed(kept: tuple[Path, list[Event]], tmp_path: Path, change: str, where: str) -> Path:
    """A copy of the journal into which somebody wrote."""
    copy = tmp_path / "copy.dgtj"
    assert run("export", kept[0], "--copy", copy).exit_code == 0
    with closing(sqlite3.connect(copy)) as db:
        db.execute(f"UPDATE rows SET {change} WHERE {where}")  # noqa: S608 - a test's own texts
        db.commit()
    return copy


def used(copy: Path, kept: tuple[Path, list[Event]], tmp_path: Path) -> list[Result]:
    """Every command that reads a journal, `verify` first; none of them may end in an error of the program."""
    board = next(iter(summaries(kept[1])))
    capture = ("export", copy, "--capture", board, "-o", tmp_path / "out.dgt")
    results = [run("verify", copy), run("open", copy), run("games", copy), run("history", board, copy), run(*capture)]
    for result in results:
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return results


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm", "-lock", "-link", "-hard"])
@pytest.mark.parametrize("command", [("games", "-o"), ("export", "--capture", "1", "-o"), ("export", "--copy")])
def test_nothing_is_written_over_the_journal_or_what_stands_beside_it(
    command: tuple[str, ...], suffix: str, kept: tuple[Path, list[Event]], tmp_path: Path
) -> None:
    copy = tmp_path / "copy.dgtj"
    run("export", kept[0], "--copy", copy)
    (tmp_path / "copy.dgtj-link").symlink_to(copy)
    (tmp_path / "copy.dgtj-hard").hardlink_to(copy)
    before = copy.read_bytes()
    for target in (tmp_path / f"copy.dgtj{suffix}", tmp_path / "." / f"copy.dgtj{suffix}"):
        result = run(command[0], copy, *command[1:], target)
        assert (result.exit_code, "would overwrite" in result.output) == (2, True)
    assert copy.read_bytes() == before
    assert not (tmp_path / "copy.dgtj-wal").exists()


def test_a_file_that_is_a_link_to_itself_is_told(kept: tuple[Path, list[Event]], tmp_path: Path) -> None:
    link = tmp_path / "games.pgn"
    link.symlink_to(link)
    result = run("games", kept[0], "-o", link)
    assert (result.exit_code, "cannot be written" in result.output) == (1, True)
    assert link.is_symlink()


def test_tables_without_a_version_are_told(kept: tuple[Path, list[Event]], tmp_path: Path) -> None:
    copy = tmp_path / "copy.dgtj"
    run("export", kept[0], "--copy", copy)
    with closing(sqlite3.connect(copy)) as db:
        db.execute("PRAGMA user_version=-3")
    result = run("verify", copy)
    assert (result.exit_code, "its tables have no version (-3)" in result.output) == (1, True)
    with pytest.raises(JournalError, match="no version"):
        open_record(copy)


@pytest.mark.parametrize("command", ["verify", "games", "open", "history", "export"])
def test_help_has_an_example(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"dgt-monitor {command} " in result.output
