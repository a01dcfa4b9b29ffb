"""The screen in other languages: every line keeps to its width, and what calls is named in the user's own words."""

from collections.abc import Iterator

import pytest
from rich.cells import cell_len

from dgt_monitor.dashboard.bars import Modes, banner_line, footer_line, status_line
from dgt_monitor.dashboard.board_page import Sight, board_page
from dgt_monitor.dashboard.cell_lines import cell_lines
from dgt_monitor.dashboard.help_page import help_lines
from dgt_monitor.dashboard.inbox import inbox_rows
from dgt_monitor.dashboard.lines import Line, text_of
from dgt_monitor.events import Level, Rule
from dgt_monitor.language import ENGLISH, languages, use
from tests.dashboard.fake_hall import NOW_S, STATES, alert, board, hall_of
from tests.dashboard.test_bars import LIVE, attention_on


@pytest.fixture(params=languages())
def code(request: pytest.FixtureRequest) -> Iterator[str]:
    use(request.param)
    yield request.param
    use(ENGLISH)


def screen(cells: int) -> Iterator[Line]:
    """Everything that is drawn in so many columns."""
    alerts = [alert("7", rule, Level.ACT, id=rule.value) for rule in Rule]
    view = hall_of([board(str(n), state, seed=n) for n, state in enumerate(STATES)])
    attention = attention_on(*alerts)
    yield status_line(view, LIVE, Modes(held_s=5.0, muted_s=9.0), cells)
    yield banner_line(attention, cells)
    yield footer_line("wall", cells)
    yield from (row.line for row in inbox_rows(view, attention, cells, 20, active=True, edge=True))
    for each in view.boards:
        yield from board_page(each, NOW_S, Sight(cells, 24))
        yield from cell_lines(each, 4, cells, roomy=True)
    yield from help_lines("wall", cells)


@pytest.mark.parametrize("cells", [60, 80, 120])
@pytest.mark.usefixtures("code")
def test_every_line_keeps_to_its_width(cells: int) -> None:
    for line in screen(cells):
        assert cell_len(text_of(line)) <= cells
        assert text_of(line).isprintable()


CALLS = {"en": "FIVEFOLD", "pl": "5-KROTNE", "ru": "5-КРАТНОЕ", "tr": "5 TEKRAR"}


def test_what_calls_is_named_in_the_language(code: str) -> None:
    told = text_of(banner_line(attention_on(alert("7", Rule.FIVEFOLD, Level.ACT)), 80))
    assert CALLS[code] in told
    assert told.count(CALLS[code]) == 1
