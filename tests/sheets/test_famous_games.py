"""Famous claims, and games famous for claims that were none: from what goes over the line to the sheet."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import chess
import pytest

from dgt_monitor import events
from dgt_monitor.events import Event, Rule
from dgt_monitor.game.placement import letters
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.evidence import Evidence
from dgt_monitor.hall.hall import Hall
from dgt_monitor.recorder.loop import Recorder
from dgt_monitor.recorder.replay import ReplaySource
from dgt_monitor.sheets.page import html_sheet
from dgt_monitor.sheets.plain import plain_sheet
from drivers.readings import FieldUpdate
from drivers.simulator.hall import Conditions, Game, port_name
from drivers.simulator.pgn import CLASSICAL
from drivers.simulator.profiles import CASUAL, CLEAN, HandProfile
from drivers.simulator.recording import write_capture
from tests.shared_data import shared
from tests.stream_contract import StreamReader

HANDS = pytest.mark.parametrize("hands", [CLEAN, CASUAL], ids=lambda hands: str(hands.name))


class Claimed(NamedTuple):
    """A game as it was replayed from its capture, and the claim made after it."""

    hall: Hall
    line: tuple[chess.Board, ...]
    stream: list[Event]
    claim: events.Claim
    evidence: Evidence

    @property
    def sheets(self) -> tuple[str, str]:
        return plain_sheet(self.evidence), html_sheet(self.evidence)


def case(name: str) -> dict[str, Any]:
    cases = json.loads(shared("cases/laws.json").read_text(encoding="utf-8"))["vectors"]
    found: dict[str, Any] = next(each for each in cases if each["id"] == name)
    return found


def claimed(
    folder: Path, name: str, route: str, move: str = "", *, plies: int | None = None, hands: HandProfile = CLEAN
) -> Claimed:
    """Play the game of a case up to a ply by simulated hands, replay what went over the line, and claim."""
    told = case(name)
    fen = chess.STARTING_FEN if told["start_fen"] == "startpos" else told["start_fen"]
    board = chess.Board(fen)
    line, moves = [board.copy()], []
    for uci in told["moves"][:plies]:
        moves.append(board.parse_uci(uci))
        board.push(moves[-1])
        line.append(board.copy())
    path = folder / "game.dgt"
    with path.open("w", encoding="utf-8") as out:
        game = Game(chess.Board(fen), moves, name, CLASSICAL, over=False)
        write_capture(out, [game], Conditions(1971, hands, think=0.3), "a test")
    stream: list[Event] = []
    source = ReplaySource([path])
    recorder = Recorder(Hall(source.known), [stream.extend])
    recorder.run(source)
    recorder.advance(source.end_s)
    (view,) = recorder.hall.view().boards
    assert [each.uci for each in view.moves] == [each.uci() for each in moves]
    recorder.rule(Ruling(source.end_s, "arbiter", "claim", board=view.board, route=route, move=move))
    (view,) = recorder.hall.view().boards
    assert view.claim is not None
    assert view.claim.evidence is not None
    (claim,) = [event for event in stream if isinstance(event, events.Claim)]
    return Claimed(recorder.hall, tuple(line), stream, claim, view.claim.evidence)


@HANDS
def test_fischer_petrosian_1971(tmp_path: Path, hands: HandProfile) -> None:
    """34.Qe2, written and not played: as after 30 and 32."""
    told = claimed(tmp_path, "fischer_petrosian_1971_g3", "9.2.1", "Qe2", plies=66, hands=hands)
    assert (told.claim.supported, told.claim.rule, told.claim.plies) == (True, Rule.THREEFOLD, (59, 63, 67))
    assert told.claim.claimant == "white"
    for sheet in told.sheets:
        text = " ".join(sheet.split())
        for part in ("with 34.Qe2", "30.Qe2", "32.Qe2", "seen by the board", "Black"):
            assert part in text
        assert "NOT CERTAIN" not in text
    assert all(stood.clock is not None for stood in told.evidence.stood[:2])


def test_fischer_petrosian_replayed_on_the_board_half_of_it_backwards(tmp_path: Path) -> None:
    told = claimed(tmp_path, "fischer_petrosian_1971_g3", "9.2.1", "Qe2", plies=66)
    hall, port, out = told.hall, port_name(0), list[Event]()
    before, t_s = hall.view().boards[0], hall.t_s
    now = list(before.physical)
    for board in (*told.line[::-1], *told.line[1:]):
        for letters_wanted in ("", "".join(letters(board))):
            for square in range(64):
                piece = letters_wanted[square] if letters_wanted else "."
                if now[square] != letters(board)[square] and now[square] != piece:
                    t_s += 0.1
                    out += hall.read(t_s, port, None, FieldUpdate(square, piece))
                    now[square] = piece
        t_s += 1.0
    out += hall.apply(Ruling(t_s, "arbiter", "close", board=before.board, outcome="rejected"))
    out += hall.advance(t_s + 10)
    (closed,) = out
    assert isinstance(closed, events.Claim)
    assert closed.squares == ()
    after = hall.view().boards[0]
    assert (after.moves, after.occurrences, after.alerts) == (before.moves, before.occurrences, before.alerts)


@HANDS
def test_capablanca_lasker_1921(tmp_path: Path, hands: HandProfile) -> None:
    """After 34...h5, 36...Kf8 and 38...Kf8: the first follows a double step that nobody could take in passing."""
    told = claimed(tmp_path, "capablanca_lasker_1921_g5", "9.2.2", plies=76, hands=hands)
    assert (told.claim.supported, told.claim.plies, told.evidence.alikes) == (True, (68, 72, 76), ())
    assert "the same position has stood 3 times (34...h5 36...Kf8 38...Kf8)" in told.claim.text
    assert {stood.en_passant for stood in told.evidence.stood} == {""}


@HANDS
def test_the_perpetual_check(tmp_path: Path, hands: HandProfile) -> None:
    """Qg6-h6 and Kh8-g8: Black claims with ...Kh8 before it stands the third time."""
    told = claimed(tmp_path, "polish_perpetual", "9.2.1", "Kh8", plies=7, hands=hands)
    assert (told.claim.supported, told.claim.plies, told.claim.claimant) == (True, (0, 4, 8), "black")
    assert "start position" in told.sheets[0]


@HANDS
def test_the_rook_that_changes_history(tmp_path: Path, hands: HandProfile) -> None:
    """Ra1-a2-a1: the diagram stands three times, the position twice."""
    told = claimed(tmp_path, "polish_seed_Ra2_Ra1_twice", "9.2.2", hands=hands)
    assert (told.claim.supported, told.claim.plies) == (False, (4, 8))
    assert [(alike.stood.ply, alike.squares) for alike in told.evidence.alikes] == [(0, ("a1",))]
    for sheet in told.sheets:
        text = " ".join(sheet.split())
        assert "at the start White still had the right to castle long, lost by 1.Ra2" in text
        assert "short;" in text
        assert "short, long" in text
    assert told.sheets[1].count("<img") == 3


@HANDS
def test_kasparov_deep_blue_1997(tmp_path: Path, hands: HandProfile) -> None:
    """Agreed drawn with a perpetual in view: no position had stood even twice."""
    told = claimed(tmp_path, "kasparov_deep_blue_1997_g5", "9.2.2", hands=hands)
    assert (told.claim.supported, told.claim.plies, told.evidence.alikes) == (False, (98,), ())
    assert "has stood 1 of 3 times" in told.claim.text
    drawn = {Rule.THREEFOLD, Rule.FIVEFOLD, Rule.FIFTY, Rule.SEVENTYFIVE}
    assert not [event for event in told.stream if isinstance(event, events.Alert) and event.rule in drawn]


def test_every_stream_of_these_keeps_its_contract(tmp_path: Path) -> None:
    told = claimed(tmp_path, "polish_perpetual_to_fivefold", "9.2.2", hands=CASUAL)
    reader = StreamReader().read(told.stream)
    assert "The game was over before, since 8...Kh8: the same position 5 times, FIDE 9.6.1." in told.claim.text
    assert any(board.moves for board in reader.boards.values())
