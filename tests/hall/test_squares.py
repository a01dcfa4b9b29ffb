"""Bad squares: what a sensor does again and again is told once, what hands do is not."""

import chess
import pytest

from dgt_monitor import events
from dgt_monitor.events import Level, to_dict
from dgt_monitor.game.placement import letters
from dgt_monitor.hall.square_texts import square_text, square_well_text
from dgt_monitor.hall.squares import BOUNDS, PLAYED_ON_PLY
from dgt_monitor.hall.views import BoardView
from drivers.readings import BoardDump, FieldUpdate, LineUp
from drivers.simulator.profiles import PROFILES
from tests.bench.accuracy.following import follow
from tests.bench.accuracy.games import Task, make
from tests.bench.accuracy.playing import play_out
from tests.hall.hall_driver import START, DrivenHall

TIMES, WITHIN_S = BOUNDS["flickers"]
E2, E4 = chess.E2, chess.E4


@pytest.fixture
def hall() -> DrivenHall:
    hall = DrivenHall()
    hall.up("P1", serial="12")
    hall.t_s = 10.0
    return hall


def blink(hall: DrivenHall, square: int, piece: str, *, for_s: float = 0.3, every_s: float = 5.0) -> None:
    hall.read(hall.t_s + every_s, "P1", FieldUpdate(square, "."))
    hall.read(hall.t_s + for_s, "P1", FieldUpdate(square, piece))


def told(hall: DrivenHall) -> list[events.Square]:
    return [event for event in hall.stream if isinstance(event, events.Square)]


def view(hall: DrivenHall) -> BoardView:
    return hall.hall.view().boards[0]


def test_a_square_that_flickers_is_told_once_and_again_when_it_is_over(hall: DrivenHall) -> None:
    for _ in range(TIMES - 1):
        blink(hall, E2, "P")
    assert told(hall) == []
    for _ in range(5):
        blink(hall, E2, "P")
    assert [(bad.board, bad.square, bad.fault, bad.over, bad.times) for bad in told(hall)] == [
        ("12", "e2", "flickers", False, TIMES)
    ]
    assert told(hall)[0].text == (
        "Bd 12. Square e2 flickers (10 times in 48 s). Clean or exchange the piece on it after the game; until then "
        "mind that square."
    )
    assert [bad.square for bad in view(hall).bad_squares] == ["e2"]
    last_s = hall.t_s
    hall.until(last_s + WITHIN_S - 1)
    assert len(told(hall)) == 1
    hall.until(last_s + WITHIN_S + 1)
    over = told(hall)[-1]
    assert (over.t, over.over, over.level) == (last_s + WITHIN_S, True, Level.INFO)
    assert over.text == "Bd 12. Square e2 does not flicker any more."
    assert view(hall).bad_squares == ()
    assert hall.board("12").alerts == {}


def test_it_is_told_anew_when_it_begins_anew(hall: DrivenHall) -> None:
    for _ in range(2):
        for _ in range(TIMES):
            blink(hall, E2, "P")
        hall.until(hall.t_s + WITHIN_S + 1)
    assert [bad.over for bad in told(hall)] == [False, True, False, True]


def test_a_piece_adjusted_now_and_then_is_no_flicker(hall: DrivenHall) -> None:
    for _ in range(3 * TIMES):
        blink(hall, E2, "P", every_s=WITHIN_S / 6)
    assert told(hall) == []


def test_a_piece_that_goes_and_comes_back_has_moved(hall: DrivenHall) -> None:
    for _ in range(3 * TIMES):
        for square, piece in ((chess.G1, "."), (chess.F3, "N"), (chess.F3, "."), (chess.G1, "N")):
            hall.read(hall.t_s + 0.2, "P1", FieldUpdate(square, piece))
    assert told(hall) == []


def test_the_square_is_named_as_the_players_see_it() -> None:
    hall = DrivenHall()
    hall.read(0.0, "P1", LineUp())
    hall.read(0.1, "P1", BoardDump(START[::-1]))
    for square, piece in ((63 - chess.E2, "."), (63 - E4, "P")):
        hall.read(hall.t_s + 2.0, "P1", FieldUpdate(square, piece))
    for _ in range(TIMES):
        blink(hall, 63 - chess.D2, "P")
    assert [bad.square for bad in told(hall)] == ["d2"]


def test_a_piece_taken_for_another_again_and_again(hall: DrivenHall) -> None:
    times = BOUNDS["misreads"].times
    for n in range(times):
        assert told(hall) == []
        hall.read(hall.t_s + 60.0, "P1", FieldUpdate(E2, "q" if n % 2 else "B"))
        hall.read(hall.t_s + 0.25, "P1", FieldUpdate(E2, "P"))
    assert [(bad.square, bad.fault, bad.level) for bad in told(hall)] == [("e2", "misreads", Level.INFO)]


def test_a_piece_that_is_not_there_again_and_again(hall: DrivenHall) -> None:
    for _ in range(BOUNDS["ghosts"].times):
        assert told(hall) == []
        hall.read(hall.t_s + 60.0, "P1", FieldUpdate(E4, "k"))
        hall.read(hall.t_s + 0.25, "P1", FieldUpdate(E4, "."))
    assert [(bad.square, bad.fault) for bad in told(hall)] == [("e4", "ghosts")]


def test_a_piece_felt_beside_where_it_stands_is_not_there(hall: DrivenHall) -> None:
    for _ in range(BOUNDS["ghosts"].times):
        for after_s, square, piece in (
            (60.0, chess.G1, "."), (0.3, chess.F3, "N"), (0.1, chess.F4, "N"), (0.2, chess.F4, "."),
            (60.0, chess.F3, "."), (0.3, chess.G1, "N"),
        ):  # fmt: skip
            hall.read(hall.t_s + after_s, "P1", FieldUpdate(square, piece))
    assert [(bad.square, bad.fault) for bad in told(hall)] == [("f4", "ghosts")]


def test_a_slide_and_a_recapture_show_nothing_that_is_not_there(hall: DrivenHall) -> None:
    for _ in range(20):
        for after_s, square, piece in (
            (3.0, chess.H1, "."), (0.1, chess.H3, "R"), (0.2, chess.H3, "."), (0.1, chess.H5, "R"),
            (3.0, chess.G8, "."), (0.2, chess.H5, "n"), (0.3, chess.H5, "R"), (0.1, chess.H1, "."),
            (3.0, chess.H5, "."), (0.2, chess.H1, "R"), (0.2, chess.G8, "n"),
        ):  # fmt: skip
            hall.read(hall.t_s + after_s, "P1", FieldUpdate(square, piece))
    assert told(hall) == []


def without(hall: DrivenHall, dead: set[int], sans: str) -> None:
    """Moves on a board of which some squares tell nothing; each is at rest for 4 s."""
    board = hall.games["P1"]
    for san in sans.split():
        before = letters(board)
        board.push_san(san)
        after = letters(board)
        t_s = hall.t_s + 4.0
        for square in sorted(range(64), key=lambda s: after[s] != "."):
            if before[square] != after[square] and square not in dead:
                hall.read(t_s, "P1", FieldUpdate(square, after[square]))
                t_s += 0.1
        hall.until(t_s + 3.5)


PLAYED_ON = "e5 Nc3 Nc6 Nf3 Bc5 e3 d6 Be2 Nf6 O-O O-O a3 a6 h3 h6 Kh1 Kh8"


def test_a_square_that_tells_nothing_of_a_move_long_ago(hall: DrivenHall) -> None:
    without(hall, {chess.C2}, f"c4 {PLAYED_ON}")
    assert hall.board("12").sans[0] == "c4"
    (bad,) = told(hall)
    assert (bad.square, bad.fault, bad.over, bad.level) == ("c2", "never_changes", False, Level.CHECK)
    assert len([move for move in hall.stream if isinstance(move, events.Move) and move.t < bad.t]) > PLAYED_ON_PLY
    hall.read(hall.t_s + 5.0, "P1", FieldUpdate(chess.C2, "."))
    assert [(bad.square, bad.over) for bad in told(hall)] == [("c2", False), ("c2", True)]


def test_squares_that_nobody_moved_over_need_not_change(hall: DrivenHall) -> None:
    without(hall, set(), f"c4 {PLAYED_ON}")
    assert told(hall) == []


@pytest.mark.parametrize("profile", ["clean", "casual"])
def test_no_complaint_about_sound_boards(profile: str) -> None:
    for number in range(24):
        heard = follow(play_out(*make(Task(11, profile, number))))
        assert [event for event in heard.events if isinstance(event, events.Square)] == [], number


def faulty(number: int, **senses: object) -> tuple[list[events.Square], str | None]:
    """A clean game of the bench on a board with faulty sensors: what is told of its squares."""
    game, conditions = make(Task(7, "clean", number))
    profile = PROFILES["clean"]
    profile = profile._replace(senses=profile.senses._replace(**senses))  # type: ignore[arg-type]
    heard = follow(play_out(game, conditions._replace(profile=profile)))
    return [event for event in heard.events if isinstance(event, events.Square)], heard.broken


def test_a_simulated_board_on_which_a_square_flickers_for_a_minute() -> None:
    bad, broken = faulty(1, flicker_per_hour=20.0, flicker_s=(60.0, 120.0))
    assert broken is None
    assert [(each.square, each.fault, each.over) for each in bad] == [
        ("b8", "flickers", False),
        ("b8", "flickers", True),
    ]


def test_a_simulated_board_that_misreads_every_second_landing() -> None:
    bad, _ = faulty(1, misread=0.5)
    assert bad
    assert {each.fault for each in bad} == {"misreads"}


def test_a_simulated_board_with_a_dead_square() -> None:
    bad, _ = faulty(1, dead=1)
    assert [(each.square, each.fault, each.over) for each in bad] == [("b1", "never_changes", False)]


def test_the_line_of_the_stream() -> None:
    level, text = square_text("e4", "never_changes", 1, 300.0)
    assert text.startswith("Square e4 does not tell of moves (1 move went over it, and it showed nothing). Look")
    assert to_dict(events.Square(1.5, "12", "e4", "never_changes", False, 1, level, text)) == {
        "v": 1, "t": 1.5, "board": "12", "kind": "square", "square": "e4", "fault": "never_changes", "over": False,
        "times": 1, "level": "check", "text": text,
    }  # fmt: skip
    assert square_text("e4", "flickers", 14, 121.0)[1].startswith("Square e4 flickers (14 times in 2 minutes). Clean")
    assert square_well_text("e4", "never_changes") == "Square e4 tells of changes again."
