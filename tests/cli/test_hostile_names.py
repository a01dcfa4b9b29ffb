"""Names that want to break things break nothing beside the screen: plain lines, choices, sheets, the page of alerts."""

import re
import unicodedata
from collections.abc import Iterable
from html.parser import HTMLParser

import chess
import pytest

from dgt_monitor.cli.linear.choices import Choices
from dgt_monitor.cli.linear.happenings import Happenings
from dgt_monitor.cli.plain import plain_line
from dgt_monitor.cli.web.alert_page import alert_page
from dgt_monitor.events import Alert, Level, Rule
from dgt_monitor.hall.evidence import Titles, gather
from dgt_monitor.laws.claim import Claim, Route, examine
from dgt_monitor.laws.ledger import Ledger
from dgt_monitor.sheets.clock_sheet import clock_sheet
from dgt_monitor.sheets.page import html_sheet
from dgt_monitor.sheets.plain import COLUMNS, plain_sheet
from tests.dashboard.fake_hall import FakeFeed, make_hall
from tests.dashboard.hostile import NAMES, hostile
from tests.dashboard.test_hostile_names import STEERING

PAGE_NAMES = (*NAMES, "</p><script>alert(1)</script>\"'&lt;")
WELL_KNOWN = {"html", "head", "meta", "title", "link", "style", "body", "h1", "h2", "p", "ul", "li", "strong", "a"}


def harmless(lines: Iterable[str]) -> None:
    """One line each, and nothing in it steers."""
    for line in lines:
        assert not {unicodedata.category(char) for char in line} & (STEERING - {"Me", "Cn"}), ascii(line)


class Tags(HTMLParser):
    """Which elements a page has."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        assert not [name for name, _ in attrs if name.startswith("on")]


@pytest.mark.parametrize("turn", range(0, len(NAMES), 3))
def test_a_desk_as_lines(turn: int) -> None:
    feed = FakeFeed(make_hall(29))
    happenings = Happenings()
    harmless(line.text for line in happenings(feed.view(), feed.status()))
    feed.now_view = hostile(feed.view(), turn)
    harmless(line.text for line in happenings(feed.view(), feed.status()._replace(warning=NAMES[1], error=NAMES[2])))
    choices = Choices(feed)
    for board in feed.view().boards[:12]:
        for page in (choices.board(board.board), choices.alerts(board.board), choices.alerts(), choices.which_board()):
            harmless(page.told)


@pytest.mark.parametrize("name", NAMES)
def test_a_watch_as_lines(name: str) -> None:
    alert = Alert(1.0, name, f"{name}:1", 1, 9, Rule.FIVEFOLD, "9.6.1", Level.ACT, True, (1,), f"drawn {name}")
    harmless([plain_line(alert) or ""])


@pytest.mark.parametrize("name", PAGE_NAMES)
def test_the_sheet_of_a_claim(name: str) -> None:
    start = chess.Board()
    ledger = Ledger(start)
    answer = examine(start, ledger, Claim("white", Route.REPETITION))
    evidence = gather(Titles(name, name, name, name, name, name), ledger, answer, (), str, None)
    plain = plain_sheet(evidence)
    harmless(plain.split("\n"))
    assert max(map(len, plain.split("\n"))) <= COLUMNS
    page = html_sheet(evidence)
    harmless(page.split("\n"))
    tags = Tags()
    tags.feed(page)
    assert "script" not in tags.found


@pytest.mark.parametrize("turn", range(0, len(NAMES), 4))
def test_the_sheet_of_all_clocks(turn: int) -> None:
    harmless(clock_sheet(hostile(make_hall(24), turn), "14:32:07").split("\n"))


@pytest.mark.parametrize("name", PAGE_NAMES)
def test_the_page_of_alerts(name: str) -> None:
    view = make_hall(29)
    boards = tuple(each._replace(board=f"{name}{n}") for n, each in enumerate(view.boards))
    alerts = tuple(each._replace(board=name, text=name, id=f"{name}:{n}") for n, each in enumerate(view.alerts))
    status = FakeFeed(view).now_status._replace(apart_since=name)
    page = alert_page(view._replace(boards=boards, alerts=alerts, title=name), status, form_token="t")  # noqa: S106
    harmless(re.sub(r'value="[^"]*"', "", page).split("\n"))  # what is sent back names the alert as it is
    tags = Tags()
    tags.feed(page)
    assert tags.found <= WELL_KNOWN | {"form", "input", "button"}
