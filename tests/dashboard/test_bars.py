import re
from typing import Any

import pytest
from rich.cells import cell_len

from dgt_monitor.dashboard.actions import LOOKING, for_footer
from dgt_monitor.dashboard.attention import Attention
from dgt_monitor.dashboard.bars import Modes, banner_line, footer_line, status_line
from dgt_monitor.dashboard.faults_page import fault_lines
from dgt_monitor.dashboard.feed import Fault, FeedStatus
from dgt_monitor.dashboard.inbox import inbox_rows
from dgt_monitor.dashboard.lines import line_width, text_of
from dgt_monitor.dashboard.when import when
from dgt_monitor.dashboard.words import RULES, told
from dgt_monitor.events import Level, Rule
from dgt_monitor.hall.texts import device_text
from dgt_monitor.hall.views import AlertView, BoardView, ClaimView, HallView
from tests.dashboard.fake_hall import NOW_S, alert, board, calm_hall, hall_of, make_hall

LIVE = FeedStatus("live", None, None, 0, None)


def attention_on(*alerts: AlertView) -> Attention:
    attention = Attention()
    attention.update(alerts, 0.0)
    return attention


def test_the_status_counts_boards_and_alerts() -> None:
    text = text_of(status_line(make_hall(29), LIVE, Modes(), 120))
    assert text.startswith(" 1:00:00 | 26 live 1 done 1 silent 1 lost | 4 act now 5 look | quietest: board 29, 29 s")
    assert text.endswith(" LIVE ")
    assert "no alerts" in text_of(status_line(calm_hall(3), LIVE, Modes(), 120))


def test_the_status_counts_claims_and_interventions_that_are_open() -> None:
    def claimed(name: str, what: Any, state: Any) -> BoardView:
        return board(name)._replace(claim=ClaimView(what, state, 0.0, "", None))

    states = [("claim", "open"), ("intervention", "open"), ("intervention", "restoring"), ("claim", "closed")]
    view = hall_of([claimed(str(n), *each) for n, each in enumerate(states, 1)])
    assert "| 4 live 0 done 1 CL 2 IV |" in text_of(status_line(view, LIVE, Modes(), 80))


@pytest.mark.parametrize(
    ("status", "modes", "end"),
    [
        (FeedStatus("replay", 8.0, None, 0, None), Modes(), " REPLAY x8 "),
        (FeedStatus("replay", 0.5, None, 0, None), Modes(), " REPLAY x0.5 "),
        (FeedStatus("replay", None, None, 0, None), Modes(), " REPLAY max "),
        (FeedStatus("ended", None, None, 0, None), Modes(), " ENDED "),
        (FeedStatus("simulated", 5.0, None, 0, None), Modes(), " SIMULATED x5 "),
        (LIVE, Modes(held_s=12.9), " HOLD 0:12 LIVE "),
        (LIVE, Modes(muted_s=272.0), " MUTED 4:32 LIVE "),
        (LIVE, Modes(bell=False), " bell off LIVE "),
        (FeedStatus("live", None, None, 0, "no \x1bport"), Modes(), " INPUT BROKEN: no ?port  LIVE "),
        (LIVE._replace(warning="No \x1bspace for it"), Modes(), " No ?space for it  LIVE "),
    ],
)
def test_the_mode_stands_at_the_end_whatever_the_width(status: FeedStatus, modes: Modes, end: str) -> None:
    for cells in (50, 80, 160):
        line = status_line(make_hall(29), status, modes, cells)
        assert text_of(line).endswith(end)
        assert line_width(line) == cells


def test_faults_of_the_input_and_the_time_of_day_are_told() -> None:
    text = text_of(status_line(calm_hall(1), FeedStatus("ended", None, "14:32:07", 2, None), Modes(), 100))
    assert text.startswith(" 14:32:07 |")
    assert "2 faults: e" in text
    assert "quietest" not in text


def test_faults_leave_room_for_the_quietest_board_and_are_not_pushed_out_by_it() -> None:
    view = hall_of([board("3000055816", "playing")])
    status = FeedStatus("live", None, "14:32:07", 12, None)
    wide = text_of(status_line(view, status, Modes(), 100))
    assert "| 12 faults: e | quietest: board 3000055816, 1 s " in wide
    narrow = text_of(status_line(view, status, Modes(), 60))
    assert "12 faults: e" in narrow
    assert "quietest" not in narrow


def test_faults_are_told_whole_the_latest_first() -> None:
    faults = (
        Fault("/dev/nope: is not there: plug it in, or check its name; tried again until it is there", 3, 12.0),
        Fault("\x1b[2Jline 7: no hex bytes", 1, None),
    )
    told_lines = [text_of(each) for each in fault_lines(faults, 40)]
    assert told_lines[2:] == [
        " * /dev/nope: is not there: plug it in,",
        "   or check its name; tried again until",
        "   it is there",
        "   3 times, last 12 s ago",
        " * ?[2Jline 7: no hex bytes",
    ]
    assert [text_of(each) for each in fault_lines((), 40)][-1] == " There was none."


def test_the_banner_tells_the_alert_shown_and_names_the_others_that_call() -> None:
    five, illegal = alert("7", Rule.FIVEFOLD, Level.ACT), alert("23", Rule.ILLEGAL_MOVE, Level.ACT)
    line = banner_line(attention_on(five, illegal, alert("9", Rule.BOARD_LOST, Level.CHECK)), 120)
    assert text_of(line).startswith(" ! BOARD 7 FIVEFOLD 9.6.1: the same position for the fifth time")
    assert text_of(line).endswith(" ALSO: 23 IL  a: acknowledge ")
    assert {span.role for span in line} == {"act"}


def test_what_calls_stands_before_what_the_user_chose_to_look_at() -> None:
    lost = alert("9", Rule.BOARD_LOST, Level.CHECK)
    attention = attention_on(lost, alert("7", Rule.FIVEFOLD, Level.ACT))
    attention.step(1)
    line = banner_line(attention, 80)
    assert text_of(line).startswith(" ALSO: 7 5x  * BOARD 9 NOT WATCHED")
    assert line[0].role == "act"
    assert line[1].role == "look"


def test_what_is_put_aside_is_not_called_seen() -> None:
    aside = alert("9", Rule.BOARD_LOST, Level.CHECK, shelved_until_s=NOW_S + 600)
    attention = attention_on(aside)
    attention.show(aside.id)
    named = when("14:20:00", NOW_S)
    text = text_of(banner_line(attention, 120, named=named))
    assert "BOARD 9 NOT WATCHED (aside until 14:30:00)" in text
    assert "seen" not in text


@pytest.mark.parametrize("cells", [20, 30, 50, 80, 120])
@pytest.mark.parametrize("shown", ["arrives", "passed over"])
def test_a_draw_is_on_the_banner_whatever_the_width_and_whatever_is_chosen(cells: int, shown: str) -> None:
    lost, five = alert("3000045484", Rule.BOARD_LOST, Level.CHECK), alert("3000050641", Rule.FIVEFOLD, Level.ACT)
    attention = attention_on(lost)
    attention.show(lost.id)
    attention.update([lost], 0.0)
    attention.update([lost, five], 1.0)
    if shown == "passed over":
        attention.show(lost.id)
        attention.update([lost, five], 2.0)
    text = text_of(banner_line(attention, cells))
    assert "FIVEF" in text if shown == "arrives" else "5x" in text or " ALSO: 1" in text
    assert attention.alert == (five if shown == "arrives" else lost)


@pytest.mark.parametrize(
    ("rule", "what_to_do"),
    [
        (Rule.BOARD_LOST, "NOT WATCHED no signal. Check cable and power;"),
        (Rule.BOARD_SILENT, "SILENT NOT WATCHED: no answer. Check the board's power and plug;"),
        (Rule.LINE_NOISY, "NOISY LINE bytes arrive damaged and are dropped. Check cable and"),
        (Rule.SETUP, "SET-UP NOT WATCHED: this is a draughts board"),
    ],
)
def test_a_title_is_told_once_and_what_to_do_is_not_cut_off(rule: Rule, what_to_do: str) -> None:
    level, sentence = device_text(rule, "3000045484")
    attention = attention_on(alert("3000045484", rule, level, text=sentence))
    assert f" * BOARD 3000045484 {what_to_do}" in text_of(banner_line(attention, 90))


def test_no_alert_of_a_device_says_its_title_twice() -> None:
    for rule in (Rule.BOARD_LOST, Rule.BOARD_SILENT, Rule.LINE_NOISY, Rule.SETUP):
        level, sentence = device_text(rule, "7")
        said = f"{RULES[rule].title}: {told(alert('7', rule, level, text=sentence))}".upper()
        assert said.count(RULES[rule].title.upper()) == 1


def test_a_calm_banner() -> None:
    assert text_of(banner_line(attention_on(), 40)).strip() == "Nothing needs you now."
    quiet = alert("7", Rule.THREEFOLD, Level.CHECK)
    assert text_of(banner_line(attention_on(quiet), 40)).strip() == "Nothing needs you now."


@pytest.mark.parametrize("cells", [10, 24, 40, 80, 160])
@pytest.mark.parametrize("name", ["7", "[bold]" * 30, "東京\x1b[2J", "\u202e"])
def test_bars_keep_to_their_width_whatever_the_names(cells: int, name: str) -> None:
    alerts = [
        alert(name, Rule.FIVEFOLD, Level.ACT, id=str(n), text="[red]\x1b]0;x\x07" * n, article="\x9b")
        for n in range(20)
    ]
    view = hall_of([board(name, alerts=tuple(alerts))])
    attention = attention_on(*alerts)
    lines = [
        banner_line(attention, cells),
        footer_line("wall", cells, right=" 1-84 of 200 "),
        *(row.line for row in inbox_rows(view, attention, cells, 20, active=True, edge=True)),
    ]
    if cells >= 24:
        lines.append(status_line(view, LIVE, Modes(), cells))
    for line in lines:
        assert cell_len(text_of(line)) == cells
        assert text_of(line).isprintable()


def test_the_footer_tells_the_keys_of_the_place_or_a_note() -> None:
    assert text_of(footer_line("wall", 80)).startswith(" a acknowledge  n next alert  Enter open ")
    assert " Esc back " in text_of(footer_line("board", 80))
    assert text_of(footer_line("wall", 80, "There is no board 99.")).strip() == "There is no board 99."
    assert text_of(footer_line("wall", 80, right=" 1-84 of 200 ")).endswith(" 1-84 of 200 ")


def rows_of(view: HallView, attention: Attention, height: int = 40) -> list[str]:
    rows = inbox_rows(view, attention, 40, height, active=False, edge=False)
    assert len(rows) == height
    return [text_of(row.line).rstrip() for row in rows]


def test_the_list_has_draws_on_top_and_nothing_that_is_quiet() -> None:
    view = make_hall(29)
    rows = rows_of(view, attention_on(*view.alerts), 60)
    loud = ("ACT NOW", "75 MOVES", "FIVEFOLD", "ILLEGAL", "UNEXPLAINED", "GO AND LOOK", "NOT WATCHED")
    at = [next(n for n, row in enumerate(rows) if word in row) for word in (*loud, "SEEN")]
    assert at == sorted(at)
    assert not any("threefold" in row.lower() for row in rows)
    assert "GONE" in "".join(rows)


def test_the_shown_alert_is_marked_and_scrolled_to() -> None:
    view = make_hall(60)
    attention = attention_on(*view.alerts)
    for _ in attention.alerts:
        attention.step(1, everything=True)
    rows = inbox_rows(view, attention, 40, 10, active=True, edge=False)
    assert any(row.alert_id == attention.shown and text_of(row.line).startswith(">") for row in rows)
    assert text_of(rows[0].line).startswith("ALERTS")


def test_an_asked_acknowledgement_is_told() -> None:
    five = alert("7", Rule.FIVEFOLD, Level.ACT)
    attention = attention_on(five)
    attention.acknowledge(1.0)
    attention.show(five.id)
    text = "\n".join(rows_of(HallView(NOW_S, (), (five,)), attention))
    assert "asked 41 s" in text


def test_a_narrow_banner_counts_what_else_calls() -> None:
    attention = attention_on(alert("7", Rule.FIVEFOLD, Level.ACT), alert("3", Rule.ILLEGAL_MOVE, Level.ACT))
    assert text_of(banner_line(attention, 20)) == " !+1 7 FIVEFOLD     "


def test_a_desk_that_only_looks_tells_its_alerts_at_80_columns_and_offers_no_key_that_it_refuses() -> None:
    status = LIVE._replace(looks_only="This desk only looks.", clock_text="14:32:07", troubles=1)
    view = make_hall(29)._replace(title="Open of the Town 2026, round 3")
    header = text_of(status_line(view, status, Modes(), 80))
    assert " 4 act now 5 look " in header
    assert header.endswith(" READ ONLY LIVE ")
    assert " live " in header
    for place in ("wall", "board", "inbox"):
        footer = text_of(footer_line(place, 300, looks_only=True))
        for action in for_footer(place):
            assert (f" {action.shown} {action.label} " in footer) == (action.id in LOOKING)
    five = attention_on(alert("7", Rule.FIVEFOLD, Level.ACT))
    assert "a: acknowledge" in text_of(banner_line(five, 200))
    assert "acknowledge" not in text_of(banner_line(five, 200, looks_only=True))


def test_the_boards_are_told_in_short_before_they_are_left_out() -> None:
    status = LIVE._replace(looks_only="This desk only looks.", clock_text="14:32:07")
    header = text_of(status_line(make_hall(290), status, Modes(), 80))
    assert "act now" in header
    assert re.search(r" \d+ live \d+ silent \d+ lost ", header)


def test_the_footer_of_a_board_has_all_that_matters_at_80_columns() -> None:
    footer = text_of(footer_line("board", 80))
    for key in ("a seen", "Esc back", "n next", "i alerts", "c claim", "r rule", "s sheet", "? help", "q quit"):
        assert f" {key} " in footer
    assert " a acknowledge " in text_of(footer_line("board", 120))
