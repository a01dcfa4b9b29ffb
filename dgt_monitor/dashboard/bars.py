"""The three lines that are always there: how the hall is, what calls, and what can be done. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from dgt_monitor.dashboard.actions import BY_ID, LOOKING, MATTERS, Action, Place, for_footer, key_for, keyed
from dgt_monitor.dashboard.alarm import mark, pressing, wanting
from dgt_monitor.dashboard.alert_state import state_of
from dgt_monitor.dashboard.attention import Attention
from dgt_monitor.dashboard.feed import FeedStatus
from dgt_monitor.dashboard.lines import EMPTY, Line, Role, Span, fit_line, line, line_width, text_of
from dgt_monitor.dashboard.round_state import title_of
from dgt_monitor.dashboard.safe import clean, fit, width
from dgt_monitor.dashboard.when import When
from dgt_monitor.dashboard.words import CLAIM_KINDS, RULES, age, held, hms, minutes, rule_title, told
from dgt_monitor.hall.views import AlertView, BoardView, HallView
from dgt_monitor.language import say, words
from dgt_monitor.wording import Sentence

_NAME_CELLS = 12
_FAULTS = Sentence("{n} fault: e", "{n} faults: e")
_LIVE = Sentence("{live} live {done} done")
_LIVE_ONLY = Sentence("{live} live")
_SILENT = Sentence("{number} silent")
_LOST = Sentence("{number} lost")
_ACT = Sentence("{number} act now")
_LOOK = Sentence("{number} look")
_QUIETEST = Sentence("quietest: board {board}, {age}")
_BROKEN = Sentence("INPUT BROKEN: {error}")
_APART = Sentence("NOT CONNECTED since {time}")
_APART_BANNER = Sentence("NOT CONNECTED to the recorder since {time}: what stands here is old")
_ALSO_AT_MOST = 4
"""Boards told by name beside the alert shown; more are a number."""


class Modes(NamedTuple):
    """What the user has switched."""

    bell: bool = True
    held_s: float | None = None
    """For how long the order has been held."""
    muted_s: float | None = None
    """How long the bell will still be silent."""
    curtain: bool = False
    """Counts and claims are hidden."""
    changes: int = 0
    """Boards that have changed for the arbiter since the order is held."""
    only: str = ""
    """What is shown of the hall, where it is not all of it. Text from outside may stand in it."""
    screen_only: bool = False
    """No bell and no notice is switched on."""


def status_line(view: HallView, status: FeedStatus, modes: Modes, cells: int) -> Line:
    """Time, boards, alerts, faults of the input, the board not heard from for longest, and the mode.

    The mode stays whatever the width; of the others those that fit, alerts first, then boards and faults.
    """
    mode = _mode(status, modes, cells)
    quietest = "" if status.mode == "ended" else _quietest(view)
    room = cells - line_width(mode)
    head = line(f" {clean(status.clock_text) if status.clock_text else hms(view.t_s)}", "bar_strong")
    shown: dict[int, Line] = {0: head}
    for place, part in (
        (3, _alerts(view.alerts)),
        (2, _boards(view.boards)),
        (2, _boards(view.boards, brief=True)),
        (4, line(keyed(words(_FAULTS, n=status.troubles), "faults"), "bar") if status.troubles else EMPTY),
        (1, line(title_of(view), "bar")),
        (5, line(quietest, "bar")),
    ):
        if text_of(part) and place not in shown and _length([*shown.values(), part]) <= room:
            shown[place] = part
    return fit_line(_joined([shown[place] for place in sorted(shown)]), room, "bar") + mode


def _length(parts: Sequence[Line]) -> int:
    return line_width(_joined(parts))


def _joined(parts: Sequence[Line]) -> Line:
    out: list[Span] = []
    for part in parts:
        out += [Span(" | ", "bar"), *part] if out else part
    return (*out, Span(" ", "bar"))


def _boards(boards: Sequence[BoardView], *, brief: bool = False) -> Line:
    used = [each for each in boards if each.link != "unused"]
    playing = [each for each in used if each.phase != "over"]
    lost, silent = (sum(each.link == link for each in playing) for link in ("lost", "silent"))
    live = len(playing) - lost - silent
    text = words(_LIVE_ONLY, live=live) if brief else words(_LIVE, live=live, done=len(used) - len(playing))
    spans = [Span(text, "bar")]
    for what, (code, _) in CLAIM_KINDS.items():
        number = sum(held(each) == what for each in boards)
        if number:
            spans.append(Span(f" {number} {code}", "bar_strong"))
    if silent:
        spans.append(Span(f" {words(_SILENT, number=silent)}", "bar_strong"))
    if lost:
        spans += [Span(" ", "bar"), Span(words(_LOST, number=lost), "lost")]
    return tuple(spans)


def _alerts(alerts: Sequence[AlertView]) -> Line:
    act = sum(map(pressing, alerts))
    look = sum(map(wanting, alerts)) - act
    if not act and not look:
        return line(say("no alerts"), "bar")
    return (
        Span(words(_ACT, number=act), "act" if act else "bar"),
        Span(" ", "bar"),
        Span(words(_LOOK, number=look), "bar_strong" if look else "bar"),
    )


def _quietest(view: HallView) -> str:
    heard = [
        (each.heard_t_s, each.board)
        for each in view.boards
        if each.heard_t_s is not None and each.phase == "playing" and each.link in ("up", "noisy")
    ]
    if not heard:
        return ""
    when, board = min(heard)
    return words(_QUIETEST, board=_short(board), age=age(view.t_s - when))


_WARNING_CELLS = 34
"""Of a warning or news so much stands in the line (chosen: "The journal cannot be written"); `e` has all of it."""


_ONLY_CELLS = 36
"""Columns for what is shown of the hall, at most (chosen: two words and the numbers)."""
_CHANGES = Sentence("{n} change", "{n} changes")
_ONLY = Sentence("ONLY {what}")


def _only(what: str, cells: int) -> Line:
    text = clean(words(_ONLY, what=what))
    return Span(" ", "bar"), Span(f" {fit(text, min(width(text), cells))} ", "only")


def _bell(status: FeedStatus, modes: Modes) -> Line:
    if modes.screen_only and status.mode in ("live", "simulated"):  # nobody waits for a recording's alarms
        return line(f" {say('SCREEN ONLY')}", "bar_strong")
    if not modes.bell:
        return EMPTY if modes.screen_only else line(f" {say('bell off')}", "bar")
    return EMPTY if modes.muted_s is None else line(f" {say('MUTED')} {minutes(modes.muted_s)}", "bar_strong")


def _mode(status: FeedStatus, modes: Modes, cells: int) -> Line:
    if status.apart_since is not None:
        return line(f" {words(_APART, time=clean(status.apart_since))} ", "act")
    spans: list[Span] = [*_only(modes.only, min(_ONLY_CELLS, cells // 2))] if modes.only else []
    if status.error:
        spans.append(Span(f" {words(_BROKEN, error=fit(clean(status.error), 24).rstrip())} ", "act"))
    elif status.warning:
        spans.append(Span(f" {fit(clean(status.warning), _WARNING_CELLS).rstrip()} ", "act"))
    elif status.news:
        spans.append(Span(f" {fit(clean(say(status.news)), _WARNING_CELLS).rstrip()} ", "bar_strong"))
    spans += _bell(status, modes)
    if modes.curtain:
        spans.append(Span(f" {say('CURTAIN')}", "bar_strong"))
    if modes.held_s is not None:
        changes = f", {words(_CHANGES, n=modes.changes)}" if modes.changes else ""
        spans.append(Span(f" {say('HOLD')} {minutes(modes.held_s)}{changes}", "bar_strong"))
    speed = "max" if status.speed is None else f"x{status.speed:g}"
    word = {
        "live": say("LIVE"),
        "simulated": f"{say('SIMULATED')} {speed}",
        "replay": f"{say('REPLAY')} {speed}",
        "ended": say("ENDED"),
    }[status.mode]
    if status.looks_only:
        spans.append(Span(f" {say('READ ONLY')}", "bar_strong"))
    return (*spans, Span(f" {word} ", "good" if status.mode == "live" else "bar_strong"))


HINT = "a: acknowledge"


def acknowledge_hint() -> str:
    """The same with the key that does it."""
    return f"{key_for('acknowledge')}{say(HINT).removeprefix(BY_ID['acknowledge'].shown)}"


"""Where the whole hint would cut off what is to be done; the keys below tell it, too."""
NARROW_CELLS = 40
"""Below this the banner holds a name and a word, and no hint (chosen)."""


def apart_text(status: FeedStatus) -> tuple[str, str]:
    """What the banner says where nothing comes from the recorder, and why; `e` has all of it."""
    why = clean(status.faults[0].text) if status.faults else ""
    return words(_APART_BANNER, time=clean(status.apart_since or "")), why


def banner_line(attention: Attention, cells: int, *, looks_only: bool = False, named: When = hms) -> Line:
    """The alert shown, which is the one that `a` acknowledges, and by name the others that call aloud.

    `looks_only`: nothing can be acknowledged here.
    """
    alert = attention.alert
    if alert is None:
        return fit_line(line(f" {say('Nothing needs you now.')}", "dim"), cells)
    wants = attention.wants(alert)
    loud = pressing(alert) and wants
    role: Role = "act" if loud else "look" if wants else "dim"
    head, text = _sentence(alert, named, wants=wants)
    others = [each for each in attention.calling() if each.id != alert.id]
    if cells < NARROW_CELLS:  # which board and what for, before everything else
        first = _first_of(others) if others and not loud else ""
        more = f"+{len(others)}" if others and loud else ""
        words = f" {mark(alert)}{more} {_short(alert.board)} {rule_title(alert.rule)}"
        return fit_line((Span(first, "act"), Span(words, role)), cells, role)
    asks = wants and not looks_only
    hint = f"  {acknowledge_hint()} " if asks else " "
    also = _others(others, cells - width(head) - width(hint))
    if asks and width(f"{head} {text}{also}{hint}") > cells:
        hint = f"  {key_for('acknowledge')} "
    if also and not loud:
        # what is shown was chosen by the user; what calls aloud still comes first
        first_span = Span(f"{also} ", "act")
        return fit_line((first_span, *_told(head, text, hint, cells - width(first_span.text), role)), cells, role)
    return fit_line(_told(head, text, also + hint, cells, role), cells, role)


def banner_parts(attention: Attention, named: When, *, looks_only: bool = False) -> tuple[str, str]:
    """What the banner says of the alert shown, and how it is acknowledged."""
    alert = attention.alert
    if alert is None:
        return "", ""
    wants = attention.wants(alert)
    head, text = _sentence(alert, named, wants=wants)
    return f"{head} {text}".strip(), f"  {acknowledge_hint()} " if wants and not looks_only else " "


def also_calling(attention: Attention, cells: int) -> str:
    """The others that call aloud, by name as far as there is room; else their number."""
    return _others([each for each in attention.calling() if each.id != attention.shown], cells)


def _first_of(others: Sequence[AlertView]) -> str:
    """What calls most urgently, in the least room."""
    more = f"+{len(others) - 1}" if len(others) > 1 else ""
    return f" ! {RULES[others[0].rule].code}{more} "


def _told(head: str, text: str, right: str, cells: int, role: Role) -> Line:
    room = max(0, cells - width(right))
    return Span(fit(f"{head} {text}", room), role), Span(right, role)


def _others(others: Sequence[AlertView], cells: int) -> str:
    """The boards that call besides the one shown: as many by name as fit, the rest as a number."""
    for named in range(min(_ALSO_AT_MOST, len(others)), 0, -1):
        names = ", ".join(f"{_short(each.board)} {RULES[each.rule].code}" for each in others[:named])
        more = f" +{len(others) - named}" if len(others) > named else ""
        text = f" {say('ALSO')}: {names}{more}"
        if width(text) <= cells:
            return text
    return f" {say('ALSO')}: {len(others)}" if others else ""


def _short(board: str) -> str:
    name = clean(board)
    return fit(name, min(_NAME_CELLS, width(name)))


def _sentence(alert: AlertView, named: When, *, wants: bool) -> tuple[str, str]:
    state = state_of(alert, named, wants=wants)
    return f" {mark(alert)} {say('BOARD')} {_short(alert.board)} {rule_title(alert.rule)}{state}", told(alert)


def footer_line(place: Place, cells: int, note: str = "", right: str = "", *, looks_only: bool = False) -> Line:
    """A note that wants to be read; else the keys that do something here, as many as there is room for.

    Where those that matter do not all fit, labels are short.
    """
    right = fit(right, min(width(right), cells))
    room = cells - width(right)
    if note:
        return (*fit_line(line(f" {note}", "bar_strong"), room, "bar"), Span(right, "bar"))
    actions = [each for each in for_footer(place) if not looks_only or each.id in LOOKING]
    matter = [key_spans(each) for each in actions if each.urgent >= MATTERS]
    brief = line_width(tuple(span for key in matter for span in key)) > room
    spans: list[Span] = []
    for action in actions:
        more = key_spans(action, brief=brief)
        if line_width((*spans, *more)) <= room:
            spans += more
    return (*fit_line(tuple(spans), room, "bar"), Span(right, "bar"))


def key_spans(action: Action, *, brief: bool = False) -> tuple[Span, Span]:
    """A key and what it does, as the footer tells it."""
    label = action.short if brief and action.short else action.label
    return Span(f" {action.shown}", "key"), Span(f" {say(label)} ", "bar")
