"""The alert list as one plain page: for a tablet, any browser and a screen reader. No script. Pure.

What only a player may claim stands nowhere on it (12.6).
"""

from collections.abc import Iterator
from html import escape
from itertools import groupby
from typing import Final

from dgt_monitor.cli.linear.choices import in_one_line
from dgt_monitor.dashboard.alarm import life, mark, pressing, ranked, wanting
from dgt_monitor.dashboard.feed import FeedStatus
from dgt_monitor.dashboard.inbox import PLAYED_ON, section, why_ended
from dgt_monitor.dashboard.safe import clean
from dgt_monitor.dashboard.words import LIVES, RULES, age, told
from dgt_monitor.hall.views import AlertView, HallView
from dgt_monitor.language import chosen, words
from dgt_monitor.wording import Sentence, word

REFRESH_S: Final = 5
"""So often the page asks anew (chosen: a walk to a board takes longer)."""
STYLE: Final = """
:root { color-scheme: light dark; font: 1.1rem/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 50rem; padding: 1rem; }
h1 { font-size: 1.2rem; margin: 0 0 .5rem; }
h2 { font-size: 1rem; margin: 1rem 0 .2rem; }
ul { list-style: none; margin: 0; padding: 0; }
li { border: 2px solid; border-radius: .4rem; margin: .6rem 0; padding: .6rem .8rem; }
li.act { background: #d55e00; border-color: #000; border-width: 4px; color: #000; }
li.look { border-style: dashed; }
li.seen { border-width: 1px; opacity: .8; }
li p { margin: .2rem 0; overflow-wrap: anywhere; }
.apart { border: 4px double; padding: .5rem; font-weight: bold; }
button, input { font: inherit; min-height: 2.8rem; padding: .3rem 1rem; }
a { color: inherit; }
"""
_TITLE: Final = Sentence("Alerts")
_HEAD: Final = Sentence("{mark} Board {board}: {rule}")
_STATE: Final = Sentence("{life}, {age} ago")
_NOTHING: Final = Sentence("Nothing needs you now.")
_APART: Final = Sentence("NOT CONNECTED to the recorder since {time}: what stands here is old")
_SEE: Final = Sentence("acknowledge")
_LOOKS: Final = Sentence("This page only looks.")
_DESK: Final = Sentence("the desk")
_OUT: Final = Sentence("leave")
_PASSPHRASE: Final = Sentence("Passphrase")
_ENTER: Final = Sentence("enter")
_WRONG: Final = Sentence("That is not the passphrase.")
_LOCKED: Final = Sentence("Too much was guessed: wait a minute.")


def alert_page(view: HallView, status: FeedStatus, *, form_token: str | None) -> str:
    """The page; `form_token`: of who may rule, None for who only looks."""
    body = "".join(_body(view, status, form_token))
    refresh = f'<meta http-equiv="refresh" content="{REFRESH_S}">'
    waiting = sum(map(wanting, ranked(view.alerts)))
    return page(f"({waiting}) {words(_TITLE)}" if waiting else words(_TITLE), body, refresh)


def login_page(*, wrong: bool = False, locked: bool = False) -> str:
    """Where the passphrase is asked for."""
    why = words(_LOCKED if locked else _WRONG) if wrong or locked else ""
    said = f'<p role="alert">{escape(why)}</p>' if why else ""
    label = escape(words(_PASSPHRASE))
    return page(
        "dgt-monitor",
        f'<h1>dgt-monitor</h1>{said}<form method="post" action="/login"><label>{label} '
        f'<input type="password" name="passphrase" autocomplete="current-password" autofocus required></label> '
        f"<button>{escape(words(_ENTER))}</button></form>",
    )


def page(title: str, body: str, head: str = "", style: str = "/style.css") -> str:
    """A whole page around this body."""
    return (
        f'<!doctype html><html lang="{escape(chosen())}"><head><meta charset="utf-8">{head}'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{escape(title)}</title><link rel="stylesheet" href="{style}"></head><body>{body}</body></html>'
    )


def _body(view: HallView, status: FeedStatus, form_token: str | None) -> Iterator[str]:
    name = clean(view.title) or "dgt-monitor"
    when = clean(status.clock_text or "")
    yield f"<h1>{escape(words(_TITLE))}: {escape(name)} {escape(when)}</h1>"
    if status.apart_since is not None:
        yield f'<p class="apart" role="alert">{escape(words(_APART, time=clean(status.apart_since)))}</p>'
    yield f'<p role="status">{escape(in_one_line(view))}</p>'
    alerts = ranked(view.alerts)
    if not alerts:
        yield f"<p>{escape(words(_NOTHING))}</p>"
    else:
        for title, group in groupby(alerts, section):
            yield f"<h2>{escape(title)}</h2><ul>"
            yield from (_entry(each, view.t_s, form_token) for each in group)
            yield "</ul>"
    yield "" if form_token is not None else f"<p>{escape(words(_LOOKS))}</p>"
    yield f'<p><a href="/">{escape(words(_DESK))}</a> <a href="/logout">{escape(words(_OUT))}</a></p>'


def _entry(alert: AlertView, now_s: float, form_token: str | None) -> str:
    kind = "act" if pressing(alert) else "look" if wanting(alert) else "seen"
    head = words(_HEAD, mark=mark(alert), board=clean(alert.board), rule=word(RULES[alert.rule].title)).strip()
    state = words(_STATE, life=word(LIVES[life(alert)]), age=age(now_s - alert.raised_t_s))
    on = words(PLAYED_ON, n=alert.played_on) if alert.played_on else ""
    lines = "".join(f"<p>{escape(each)}</p>" for each in (on, told(alert), why_ended(alert), state) if each)
    form = _form(alert, form_token) if form_token is not None and wanting(alert) else ""
    return f'<li class="{kind}"><p><strong>{escape(head)}</strong></p>{lines}{form}</li>'


def _form(alert: AlertView, form_token: str) -> str:
    head = words(_HEAD, mark="", board=clean(alert.board), rule=word(RULES[alert.rule].title)).strip()
    label = escape(f"{words(_SEE)}: {head}")
    return (
        f'<form method="post" action="/alerts"><input type="hidden" name="alert" value="{escape(alert.id)}">'
        f'<input type="hidden" name="form" value="{escape(form_token)}">'
        f'<button aria-label="{label}">{escape(words(_SEE))}</button></form>'
    )
