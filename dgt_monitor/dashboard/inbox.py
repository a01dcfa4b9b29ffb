"""The alert list as lines: what to act on, to look at, what was seen and still stands, what is aside or quiet. Pure.

What only a player may claim stands on the page of its board and nowhere here (12.6).
"""

from collections.abc import Sequence
from typing import NamedTuple

from dgt_monitor.dashboard.alarm import CLAIMABLE, life, mark, pressing, quiet, shelved, wanting
from dgt_monitor.dashboard.attention import Attention
from dgt_monitor.dashboard.help_page import MORE
from dgt_monitor.dashboard.lines import EMPTY, Line, Role, Span, fit_line, line
from dgt_monitor.dashboard.safe import clean, fit, width, wrap, wrap_phrases
from dgt_monitor.dashboard.when import When
from dgt_monitor.dashboard.words import age, hms, life_word, rule_title, told
from dgt_monitor.hall.views import AlertView, HallView
from dgt_monitor.language import say, words
from dgt_monitor.wording import Sentence

_HEAD = Sentence("ALERTS  {act} act now, {look} look, {seen} seen")
_HEAD_ASIDE = Sentence("ALERTS  {act} act now, {look} look, {seen} seen, {aside} aside")
_FIRST = Sentence("first {time}")
_LAST = Sentence("last {time}")
_TIMES = Sentence("{n} time", "{n} times")
_OVER = Sentence("over {time}")
_SEEN = Sentence("seen {time} by {who}")
_SEEN_BY = Sentence("was seen by {who}")
_BY = Sentence("by {who}, {time}")
_BY_ONLY = Sentence("by {who}")
_BY_UNTIL = Sentence("by {who}, until {time}")
_ASIDE = Sentence("aside until {time}, by {who}")
PLAYED_ON = Sentence("STILL PLAYING: {n} ply since it was seen", "STILL PLAYING: {n} plies since it was seen")
WHY_ENDED = {
    "taken_back": Sentence("Its last move was taken back: the game was over before that."),
    "withdrawn": Sentence("It was none: the moves before it are read otherwise now."),
    "arbiter": Sentence("It is none by a ruling."),
    "lapsed": Sentence("Its game is over, the next one has begun."),
}
"""Of a draw by itself, why it has ended."""
_TEXT_LINES = 2
_ACT_TEXT_LINES = 4
"""What is to be acted on is not cut before the article that says so."""
_SHOWN_TEXT_LINES = 7
"""The alert shown is told in full."""
_LIFE_LINES = 3
_LEAST_WITH_MORE = 6
"""Rows that a list has at least where one of them says that there is more (chosen)."""
_NAME_CELLS = 12


class Row(NamedTuple):
    """A line of the list and the alert it belongs to."""

    line: Line
    alert_id: str | None


def inbox_rows(
    view: HallView,
    attention: Attention,
    cells: int,
    height: int,
    *,
    active: bool,
    edge: bool,
    named: When = hms,
) -> list[Row]:
    """Exactly `height` rows of `cells` columns, scrolled so that the alert shown is among them.

    `active`: the keys move in this list. `edge`: a rule at its left, where it stands beside something else.
    """
    inner = cells - 2 * edge
    rows = [Row(_title(attention, active=active), None), *_loud_rows(view, attention, inner, named)]
    rows += _quiet_rows(view, inner)
    room = height - (len(rows) > height > _LEAST_WITH_MORE)
    first = _scrolled(rows, attention.shown, room)
    below = sum(row.alert_id is not None for row in rows[first + room - 1 :]) if room < height else 0
    rows = rows[:1] + rows[first : first + (room if below else height) - 1]
    if below:
        rows.append(Row(line(f" {words(MORE, n=below)}", "key"), None))
    rows += [Row(EMPTY, None)] * (height - len(rows))
    border = (Span("| ", "dim"),) if edge else EMPTY
    return [Row(border + fit_line(row.line, inner), row.alert_id) for row in rows[:height]]


def _title(attention: Attention, *, active: bool) -> Line:
    wanted = attention.wanted()
    act = sum(map(pressing, wanted))
    aside = sum(map(shelved, attention.alerts))
    seen = len(attention.alerts) - len(wanted) - aside
    text = words(_HEAD_ASIDE if aside else _HEAD, act=act, look=len(wanted) - act, seen=seen, aside=aside)
    return line(text, "strong" if active else "plain")


def _scrolled(rows: Sequence[Row], shown: str | None, height: int) -> int:
    mine = [place for place, row in enumerate(rows) if row.alert_id is not None and row.alert_id == shown]
    if not mine or mine[-1] < height:
        return 1
    return max(1, min(mine[-1] - height + 2, mine[0]))


def _loud_rows(view: HallView, attention: Attention, cells: int, named: When) -> list[Row]:
    if not attention.alerts:
        return [Row(EMPTY, None), Row(line(say("Nothing needs you now."), "dim"), None)]
    rows: list[Row] = []
    heading = ""
    for alert in attention.alerts:
        title = section(alert, wants=attention.wants(alert))
        if title != heading:
            heading = title
            rows += [Row(EMPTY, None), Row(line(title, "dim"), None)]
        rows += [Row(each, alert.id) for each in _entry(alert, view.t_s, attention, cells, named)]
    return rows


def section(alert: AlertView, *, wants: bool | None = None) -> str:
    """The title of the part of the list in which an alert stands; `wants`: whether it wants an eye, where one knows."""
    if shelved(alert):
        return say("PUT ASIDE")
    if not (wanting(alert) if wants is None else wants):
        return say("SEEN, still so")
    return say("ACT NOW") if pressing(alert) else say("GO AND LOOK")


def _entry(alert: AlertView, now_s: float, attention: Attention, cells: int, named: When) -> list[Line]:
    shown = alert.id == attention.shown
    wants = attention.wants(alert)
    role: Role = "dim"
    if wants:
        role = "act" if pressing(alert) else "look"
    name = clean(alert.board)
    head = (
        f"{mark(alert) if wants else ' '} {fit(name, min(_NAME_CELLS, max(3, width(name))))}  {rule_title(alert.rule)}"
    )
    state = f" {_state(alert, attention)} {_since(alert, now_s)}"
    lead = Span(">" if shown else " ", "strong")
    room = cells - width(state)
    by_whom = [] if wants or shown else _by_whom(alert, named)
    told_by = next((f"  {each}" for each in by_whom if width(f">{head}  {each} ") <= room), "")
    first = fit_line((lead, Span(f"{head}{told_by} ", role)), room)
    lines: list[Line] = [(*first, Span(state, "strong" if wants else "dim"))]
    if alert.played_on:
        lines += [line("   " + each, role) for each in wrap(words(PLAYED_ON, n=alert.played_on), cells - 3, 2)]
    if wants or shown:
        most = _SHOWN_TEXT_LINES if shown else _ACT_TEXT_LINES if pressing(alert) else _TEXT_LINES
        lines += [line("   " + each) for each in wrap(told(alert), cells - 3, most)]
        lines += [line("   " + each, "strong") for each in wrap(why_ended(alert), cells - 3, 3)]
    if shown:
        lines += [line("   " + each, "dim") for each in wrap_phrases(_life(alert, named), cells - 3, _LIFE_LINES)]
    return lines


def _by_whom(alert: AlertView, named: When) -> list[str]:
    """Who has seen it and when, or put it aside until when: what the next arbiter asks first. The longest first."""
    if shelved(alert):
        who, moment_s, sentence = clean(alert.shelved_by), alert.shelved_until_s, _BY_UNTIL
    else:
        who, moment_s, sentence = clean(alert.acknowledged_by), alert.acknowledged_t_s, _BY
    return [words(sentence, time=named(moment_s or 0.0), who=who), words(_BY_ONLY, who=who)] if who else []


def why_ended(alert: AlertView) -> str:
    """Why a draw by itself does not stand as it did; empty: it does, or is none."""
    if alert.rule not in ("fivefold", "seventyfive") or alert.ended not in WHY_ENDED:
        return ""
    return words(WHY_ENDED[alert.ended])


def _since(alert: AlertView, now_s: float) -> str:
    """How long it is so, how long it is still aside."""
    if shelved(alert):
        return age((alert.shelved_until_s or 0.0) - now_s)
    return age(now_s - (alert.first_t_s or alert.raised_t_s))


def _life(alert: AlertView, named: When) -> list[str]:
    """When it was told first and last, when it ended, who has seen it, until when it is aside."""
    first_s = alert.first_t_s or alert.raised_t_s
    out = [words(_FIRST, time=named(first_s))]
    if alert.times > 1:
        out += [words(_LAST, time=named(alert.raised_t_s)), words(_TIMES, n=alert.times)]
    if alert.cleared_t_s is not None:
        out.append(words(_OVER, time=named(alert.cleared_t_s)))
    who = clean(alert.acknowledged_by)
    if alert.acknowledged_t_s is not None and who:
        out.append(words(_SEEN, time=named(alert.acknowledged_t_s), who=who))
    elif who:
        out.append(words(_SEEN_BY, who=who))
    if shelved(alert):
        out.append(words(_ASIDE, time=named(alert.shelved_until_s or 0.0), who=clean(alert.shelved_by)))
    return out


def _state(alert: AlertView, attention: Attention) -> str:
    return say("asked") if attention.asked(alert) else life_word(life(alert))


def _quiet_rows(view: HallView, cells: int) -> list[Row]:
    alerts = [alert for alert in quiet(view.alerts) if alert.rule not in CLAIMABLE]
    if not alerts:
        return []
    rows = [Row(EMPTY, None), Row(line(fit(say("QUIET: nothing to do"), cells).rstrip(), "dim"), None)]
    for alert in alerts:
        name = clean(alert.board)
        text = f"   {fit(name, min(_NAME_CELLS, max(3, width(name))))}  {rule_title(alert.rule)}"
        since = age(view.t_s - alert.raised_t_s)
        rows.append(Row((*fit_line(line(text, "dim"), cells - width(since)), Span(since, "dim")), None))
    return rows
