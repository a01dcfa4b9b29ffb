"""A fivefold is certain when the position after the last ply is the one that was meant."""

from dgt_monitor import events
from dgt_monitor.events import Rule
from dgt_monitor.hall.entries import Known
from drivers.readings import Clock, Side
from tests.hall.touching import PORT, Touched

ROOKS = "6k1/5ppp/8/8/8/8/r4PPP/6K1 b - - 0 1"
"""Black's rook goes to and fro on the a-file and may rest on a4 while it goes to a6."""
TURNS: tuple[tuple[str, Side], ...] = (
    ("a2. a4r", "left"), ("g1. f1K", "right"), ("a4. a2r", "left"), ("f1. g1K", "right"),
)  # fmt: skip
EVERY_S = 10.0


def clock(game: Touched, t_s: float, to_move: Side) -> None:
    game.read(t_s, PORT, Clock(300, 300, True, to_move))


def shuffled(*, pressed: bool = True, turns: int = 16) -> Touched:
    """The rook has stood on a4 four times; Black is to move it there again."""
    game = Touched(ROOKS, known=Known(positions={PORT: ROOKS}))
    if pressed:
        clock(game, 0.5, "right")
    for n in range(turns):
        touches, side = TURNS[n % 4]
        t_s = EVERY_S * n + 1
        for k, touch in enumerate(touches.split()):
            game.touch(f"{t_s + 0.2 * k} {touch}")
        if pressed:
            clock(game, t_s + 1, side)
    return game


def fivefolds(game: Touched) -> list[float]:
    """The times of those after the rook's move."""
    alerts = (event for event in game.stream if isinstance(event, events.Alert))
    return [round(alert.t, 3) for alert in alerts if alert.rule is Rule.FIVEFOLD and alert.ply == 17]


def test_it_is_told_when_all_squares_have_been_read_after_the_press() -> None:
    game = shuffled()
    game.touch("161 a2. 161.2 a4r")
    clock(game, 162, "left")
    assert fivefolds(game) == []
    game.until(162.5)
    assert fivefolds(game) == [162.3]


def test_a_slide_that_is_pressed_before_the_board_has_told_its_end_is_none() -> None:
    game = shuffled()
    game.touch("161 a2. 161.2 a4r")
    clock(game, 162, "left")
    game.touch("162.1 a6r 162.2 a4.")
    game.until(190)
    assert fivefolds(game) == []


def test_who_presses_may_change_his_mind_until_then() -> None:
    game = shuffled()
    game.touch("161 a2. 161.2 a4r")
    game.until(165)
    assert fivefolds(game) == []
    game.touch("165.2 a4. 165.5 a6r")
    clock(game, 166, "left")
    game.until(190)
    assert fivefolds(game) == []


def test_what_stands_for_long_is_meant() -> None:
    game = shuffled()
    game.touch("161 a2. 161.2 a4r")
    game.until(190)
    assert fivefolds(game) == [166.2]


def test_a_reply_says_so_too() -> None:
    game = shuffled()
    game.touch("161 a2. 161.2 a4r 163 g1. 163.5 f1K")
    assert fivefolds(game) == [163.5]


def test_the_end_of_a_recording_says_so_too() -> None:
    game = shuffled()
    game.touch("161 a2. 161.2 a4r")
    game.finish(163)
    assert fivefolds(game) == [163]


def test_where_nobody_presses_it_is_told_when_the_ply_is_confirmed() -> None:
    game = shuffled(pressed=False)
    game.touch("161 a2. 161.2 a4r")
    game.until(162.5)
    assert fivefolds(game) == [162.2]


STALEMATE = "7k/8/8/6Q1/8/8/8/K7 w - - 0 1"
"""1.Qg6 leaves Black without a move."""


def draws(game: Touched, rule: Rule) -> list[float]:
    return [round(event.t, 3) for event in game.stream if isinstance(event, events.Alert) and event.rule is rule]


def pressed_before() -> Touched:
    game = Touched(STALEMATE, known=Known(positions={PORT: STALEMATE}))
    clock(game, 0.5, "left")
    for text, t_s, side in (("1 a1. 1.2 a2K", 2, "right"), ("3 h8. 3.2 h7k", 4, "left"), ("5 a2. 5.2 a1K", 6, "right")):
        game.touch(text)
        clock(game, t_s, side)  # type: ignore[arg-type]
    game.touch("7 h7. 7.2 h8k")
    clock(game, 8, "left")
    return game


def test_a_stalemate_by_a_piece_on_its_way_is_none() -> None:
    game = pressed_before()
    game.touch("11 g5. 11.2 g6Q")
    game.until(13.5)
    assert draws(game, Rule.STALEMATE) == []
    game.touch("13.6 g6. 13.9 f6Q")
    clock(game, 15, "right")
    game.until(30)
    assert draws(game, Rule.STALEMATE) == []


def test_a_stalemate_that_stands_is_one() -> None:
    game = pressed_before()
    game.touch("11 g5. 11.2 g6Q")
    game.until(30)
    assert draws(game, Rule.STALEMATE) == [16.2]
    assert [event.by for event in game.stream if isinstance(event, events.Result)] == ["stalemate"]


def test_a_press_before_its_landing_is_read_shows_that_the_clock_is_pressed() -> None:
    game = shuffled(turns=15)
    game.touch("151 f1.")
    clock(game, 151.1, "right")
    game.touch("151.3 g1K 161 a2. 161.2 a4r")
    game.until(165)
    assert fivefolds(game) == []
