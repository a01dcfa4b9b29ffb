"""The alert list as lines: what to act on, to look at, what was seen and still stands, what is quiet. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from dgt_monitor.dashboard.alarm import life, mark, pressing, quiet
from dgt_monitor.dashboard.attention import Attention
from dgt_monitor.dashboard.lines import EMPTY, Line, Role, Span, fit_line, line
from dgt_monitor.dashboard.safe import clean, fit, width, wrap
from dgt_monitor.dashboard.words import age, rule_title, told
from dgt_monitor.hall.views import AlertView, HallView
from dgt_monitor.language import say, words
from dgt_monitor.wording import Sentence

_HEAD = Sentence("ALERTS  {act} act now, {look} look, {seen} seen")

_TEXT_LINES = 2
_SHOWN_TEXT_LINES = 7
"""The alert shown is told in full."""
_NAME_CELLS = 12


class Row(NamedTuple):
    """A line of the list and the alert it belongs to."""

    line: Line
    alert_id: str | None


def inbox_rows(view: HallView, attention: Attention, cells: int, height: int, *, active: bool, edge: bool) -> list[Row]:
    """Exactly `height` rows of `cells` columns, scrolled so that the alert shown is among them.

    `active`: the keys move in this list. `edge`: a rule at its left, where it stands beside something else.
    """
    inner = cells - 2 * edge
    rows = [Row(_title(attention, active=active), None), *_loud_rows(view, attention, inner), *_quiet_rows(view, inner)]
    first = _scrolled(rows, attention.shown, height)
    rows = rows[:1] + rows[first : first + height - 1]
    rows += [Row(EMPTY, None)] * (height - len(rows))
    border = (Span("| ", "dim"),) if edge else EMPTY
    return [Row(border + fit_line(row.line, inner), row.alert_id) for row in rows[:height]]


def _title(attention: Attention, *, active: bool) -> Line:
    wanted = attention.wanted()
    act = sum(map(pressing, wanted))
    seen = len(attention.alerts) - len(wanted)
    text = words(_HEAD, act=act, look=len(wanted) - act, seen=seen)
    return line(text, "strong" if active else "plain")


def _scrolled(rows: Sequence[Row], shown: str | None, height: int) -> int:
    mine = [place for place, row in enumerate(rows) if row.alert_id is not None and row.alert_id == shown]
    if not mine or mine[-1] < height:
        return 1
    return max(1, min(mine[-1] - height + 2, mine[0]))


def _loud_rows(view: HallView, attention: Attention, cells: int) -> list[Row]:
    if not attention.alerts:
        return [Row(EMPTY, None), Row(line(say("Nothing needs you now."), "dim"), None)]
    rows: list[Row] = []
    heading = ""
    for alert in attention.alerts:
        title = _section(alert, attention)
        if title != heading:
            heading = title
            rows += [Row(EMPTY, None), Row(line(title, "dim"), None)]
        rows += [Row(each, alert.id) for each in _entry(alert, view.t_s, attention, cells)]
    return rows


def _section(alert: AlertView, attention: Attention) -> str:
    if not attention.wants(alert):
        return say("SEEN, still so")
    return say("ACT NOW") if pressing(alert) else say("GO AND LOOK")


def _entry(alert: AlertView, now_s: float, attention: Attention, cells: int) -> list[Line]:
    shown = alert.id == attention.shown
    wants = attention.wants(alert)
    role: Role = "dim"
    if wants:
        role = "act" if pressing(alert) else "look"
    name = clean(alert.board)
    head = (
        f"{mark(alert) if wants else ' '} {fit(name, min(_NAME_CELLS, max(3, width(name))))}  {rule_title(alert.rule)}"
    )
    state = f" {_state(alert, attention)} {age(now_s - alert.raised_t_s)}"
    lead = Span(">" if shown else " ", "strong")
    first = fit_line((lead, Span(f"{head} ", role)), cells - width(state))
    lines: list[Line] = [(*first, Span(state, "strong" if wants else "dim"))]
    if wants or shown:
        most = _SHOWN_TEXT_LINES if shown else _TEXT_LINES
        lines += [line("   " + each) for each in wrap(told(alert), cells - 3, most)]
    return lines


def _state(alert: AlertView, attention: Attention) -> str:
    if attention.asked(alert):
        return say("asked")
    return {"new": say("NEW"), "acknowledged": say("seen"), "gone": say("GONE")}[life(alert)]


def _quiet_rows(view: HallView, cells: int) -> list[Row]:
    alerts = quiet(view.alerts)
    if not alerts:
        return []
    rows = [Row(EMPTY, None), Row(line(fit(say("QUIET: nothing to do, not for players"), cells).rstrip(), "dim"), None)]
    for alert in alerts:
        name = clean(alert.board)
        text = f"   {fit(name, min(_NAME_CELLS, max(3, width(name))))}  {rule_title(alert.rule)}"
        when = age(view.t_s - alert.raised_t_s)
        rows.append(Row((*fit_line(line(text, "dim"), cells - width(when)), Span(when, "dim")), None))
    return rows
