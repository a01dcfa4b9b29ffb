"""Who rules from a watch's own screen: as it is said, or who is logged in."""

import click
import pytest
from click.testing import CliRunner

from dgt_monitor.cli import author
from dgt_monitor.cli.screen_feed import OwnScreen
from dgt_monitor.cli.start import cli
from dgt_monitor.dashboard.attention import LOOK_FIRST_S
from dgt_monitor.dashboard.desk import Desk
from tests.dashboard.fake_hall import FakeFeed, Hand, board, hall_of


def test_everything_ruled_there_has_the_name() -> None:
    feed = FakeFeed(hall_of([board("7", "fivefold")]))
    hand = Hand()
    desk = Desk(OwnScreen(feed, "Anna Nowak"), hand)
    desk.resize(120, 30)
    desk.refresh()
    hand.time_s += LOOK_FIRST_S
    for each in ("acknowledge", "open", "rule", "result_white", "carry_out", "claim", "intervene", "carry_out"):
        desk.do(each)
    for each in ("rule", "moves"):
        desk.do(each)
    for letter in "1.d4":
        desk.type(letter)
    desk.do("moves_typed")
    assert desk.note
    assert [ruling.kind for ruling in feed.ruled] == ["acknowledge", "result", "intervene"]
    assert {ruling.author for ruling in (*feed.ruled, *feed.asked)} == {"Anna Nowak"}


@pytest.mark.parametrize("name", ["", "a\x1b[2J", "x" * 81])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    done = CliRunner().invoke(cli, ["watch", "--author", name])
    assert done.exit_code == 2
    assert "printable characters" in done.output


@pytest.mark.parametrize(("system", "used"), [("anna", "anna"), ("a\nb", "arbiter"), ("", "arbiter")])
def test_without_one_it_is_who_is_logged_in(system: str, used: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: system)
    told: list[str] = []

    @author.author_option
    def rules(author: str) -> None:
        told.append(author)

    command = click.command()(rules)
    assert CliRunner().invoke(command, []).exit_code == 0
    assert told == [used]
