"""The screens that are kept as snapshots, and that hostile names are tried on: hall, window, keys and looks of each."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Final, NamedTuple

from rich.style import Style
from textual.strip import Strip

from dgt_monitor.events import Level, Rule
from dgt_monitor.hall.views import BoardView, HallView, RulingView
from dgt_monitor.tournament.event import Players
from tests.dashboard.fake_hall import NOW_S, alert, board, calm_hall, hall_of, make_hall
from tests.dashboard.test_claiming import claimed
from tests.dashboard.test_framing import MORNING, over
from tests.dashboard.test_screen import Seat, seat

PEOPLE: Final = ("Nowak, Anna", "Li, Bo", "Oliveira, Carla", "Dvorak, Dan", "Eriksen, Eva", "Farkas, Feri")
PREVIEW: Final = "Moves change: 12.Nf3 instead of 12.Nd2; the threefold of move 20 is withdrawn"
LIGHT: Final = {"COLORFGBG": "0;15"}
NO_COLOUR: Final = {"NO_COLOR": "1"}


class Shot(NamedTuple):
    """How one comes to a screen."""

    hall: Callable[[], HallView]
    size: tuple[int, int]
    keys: tuple[str, ...] = ()
    environ: Mapping[str, str] = {}
    status: Mapping[str, str] = {}
    """Of the input, where it is not as usual."""
    at: int | None = None
    """Which of the boards is pointed at before the keys."""


def named(view: HallView) -> HallView:
    """The same hall, in which every board has players and a sector."""

    def with_names(number: int, each: BoardView) -> BoardView:
        white, black = PEOPLE[number % len(PEOPLE)], PEOPLE[(number + 1) % len(PEOPLE)]
        return each._replace(players=Players(white, black), sector="AB"[number % 2])

    return view._replace(boards=tuple(with_names(n, each) for n, each in enumerate(view.boards)), title="Open, round 5")


def one_fivefold() -> HallView:
    return named(hall_of([board("11", seed=11), board("12", "fivefold", seed=12), board("13", "lost", seed=13)]))


def one_claim() -> HallView:
    return named(hall_of([claimed("7"), board("8", seed=8)]))


def results() -> HallView:
    ended = [over("3"), over("4", "0-1"), over("5", "1/2-1/2", confirmed=True), over("6", "1-0", "Nowak, Anna")]
    return hall_of([*ended, board("7", seed=7)])


def ruled() -> HallView:
    rulings = (
        RulingView(1, NOW_S - 900, "Anna", "result", "12", "result 1-0", "", "", True, 0),
        RulingView(2, NOW_S - 850, "Anna", "undo", "12", "undo of ruling 1", "the wrong board", "", False, 1),
        RulingView(3, NOW_S - 300, "Bo", "moves", "12", "moves from 12. on: Nf3", "read from the sheets", "", False, 0),
        RulingView(4, NOW_S - 60, "Bo", "swap", "12", "players exchanged with 99", "", "no board 99", False, 0),
    )  # fmt: skip
    return one_fivefold()._replace(rulings=rulings)


def quiet_counts() -> HallView:
    return named(make_hall(24, ("threefold", "fifty", "twofold", "playing")))


def many_alerts() -> HallView:
    extra = alert("2", Rule.LINE_NOISY, Level.CHECK, shelved_until_s=NOW_S + 600)
    return named(hall_of([*make_hall(29).boards, board("30", seed=2, alerts=(extra._replace(board="30", id="30:1"),))]))


SHOTS: Final[dict[str, Shot]] = {
    "wall-80x24": Shot(lambda: make_hall(84), (80, 24)),
    "wall-light-120x40": Shot(lambda: named(make_hall(100)), (120, 40), environ=LIGHT),
    "wall-160x45": Shot(lambda: make_hall(200), (160, 45)),
    "wall-no-colour-80x24": Shot(lambda: make_hall(84), (80, 24), environ=NO_COLOUR),
    "wall-calm-80x24": Shot(lambda: calm_hall(40), (80, 24)),
    "wall-roomy-80x24": Shot(lambda: named(make_hall(29)), (80, 24), ("v",)),
    "wall-table-120x40": Shot(lambda: named(make_hall(40)), (120, 40), ("v", "v")),
    "board-80x24": Shot(one_fivefold, (80, 24), ("enter",), at=1),
    "board-no-colour-120x40": Shot(one_fivefold, (120, 40), ("enter",), NO_COLOUR, at=1),
    "board-light-160x45": Shot(one_fivefold, (160, 45), ("enter",), LIGHT, at=1),
    "inbox-80x24": Shot(many_alerts, (80, 24), ("i",)),
    "ready-80x24": Shot(lambda: MORNING, (80, 24), ("g",)),
    "help-80x24": Shot(one_fivefold, (80, 24), ("question_mark",)),
    "ruling-80x24": Shot(one_fivefold, (80, 24), ("enter", "r", "m", *"12.Nf3", "enter"), at=0),
    "claim-menu-80x24": Shot(one_fivefold, (80, 24), ("enter", "c"), at=0),
    "claim-120x40": Shot(one_claim, (120, 40), ("enter",), at=0),
    "curtain-80x24": Shot(quiet_counts, (80, 24), ("x",)),
    "curtain-board-80x24": Shot(quiet_counts, (80, 24), ("x", "enter"), at=3),
    "results-80x24": Shot(results, (80, 24), ("o",)),
    "closing-80x24": Shot(results, (80, 24), ("r", "e")),
    "history-120x40": Shot(ruled, (120, 40), ("enter", "tab", "pagedown"), at=1),
    "commands-80x24": Shot(one_fivefold, (80, 24), ("colon",)),
    "apart-80x24": Shot(lambda: make_hall(29), (80, 24), status={"apart_since": "14:31:50"}),
}


@asynccontextmanager
async def taken(shot: Shot, hall: HallView | None = None) -> AsyncIterator[Seat]:
    """Somebody who has come to that screen, of another hall where one is given."""
    view = hall or shot.hall()
    async with seat(view, shot.size, environ=dict(shot.environ)) as at:
        at.feed.now_status = at.feed.now_status._replace(**shot.status)  # type: ignore[arg-type]  # texts all
        at.feed.answer = PREVIEW
        if shot.at is not None:
            at.app.desk.point(view.boards[shot.at].board)
        await at.press(*shot.keys)
        await at.later()
        yield at


async def shown(shot: Shot) -> list[Strip]:
    """The lines that reach the terminal."""
    async with taken(shot) as at:
        return list(at.app.screen._compositor.render_strips())


def picture(drawn: Sequence[Strip]) -> str:
    """What stands on the screen, and below it how it is drawn: for each line, how many cells in which look."""
    names: dict[str, str] = {}
    looks: list[str] = []
    for strip in drawn:
        runs: list[tuple[str, int]] = []
        for segment in strip:
            name = names.setdefault(_look(segment.style), _letter(len(names)))
            if runs and runs[-1][0] == name:
                runs[-1] = name, runs[-1][1] + segment.cell_length
            else:
                runs.append((name, segment.cell_length))
        looks.append(" ".join(f"{name}{cells}" for name, cells in runs))
    text = "\n".join(f"|{strip.text}|" for strip in drawn)
    legend = "\n".join(f"{letter} = {look}" for look, letter in names.items())
    return f"{text}\n\nlooks, line by line\n" + "\n".join(looks) + f"\n\n{legend}\n"


def _letter(number: int) -> str:
    return "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[number]


def _look(style: Style | None) -> str:
    return "none" if style is None or not style else str(style)
