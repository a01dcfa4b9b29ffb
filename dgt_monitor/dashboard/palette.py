"""The looks of the roles: dark, light, and without colour. Colour is never the only carrier of anything.

Colours are Okabe and Ito's, which people with any kind of colour vision can tell apart; where they stand behind
text the text is black, which is readable on all of them.
"""

from typing import NamedTuple

from rich.style import Style

from dgt_monitor.dashboard.lines import Role

_ORANGE = "#e69f00"
_SKY = "#56b4e9"
_GREEN = "#009e73"
_YELLOW = "#f0e442"
_BLUE = "#0072b2"
_VERMILLION = "#d55e00"
_BLACK = "#000000"


class Palette(NamedTuple):
    """One set of looks."""

    name: str
    ground: str
    """Colour of the screen where nothing stands, as Textual names it."""
    styles: dict[Role, Style]
    cursor: Style
    """Laid over the cell pointed at."""
    cursor_act: Style
    """The same over a cell in reverse video."""
    console: bool = False
    """It is drawn on a plain Linux console."""


def _reverse(colour: str) -> Style:
    # really reverse video, so that it stays loud on a terminal that drops the colours
    return Style(color=colour, bgcolor=_BLACK, reverse=True, bold=True)


def _badge(colour: str, *, bold: bool = False) -> Style:
    return Style(color=_BLACK, bgcolor=colour, bold=bold)


def _dark() -> Palette:
    ground, bar, text, faint = "#121212", "#262626", "#d0d0d0", "#949494"
    light, dark = "#383c42", "#26292e"
    return Palette(
        "dark",
        ground,
        {
            "plain": Style(color=text, bgcolor=ground),
            "dim": Style(color=faint, bgcolor=ground),
            "strong": Style(color="#ffffff", bgcolor=ground, bold=True),
            "act": _reverse(_VERMILLION),
            "draw": _badge(_VERMILLION),
            "look": Style(color=_ORANGE, bgcolor=ground, bold=True),
            "lost": _reverse(_YELLOW),
            "count": Style(color=_SKY, bgcolor=ground),
            "done": Style(color=faint, bgcolor=ground),
            "bar": Style(color="#bcbcbc", bgcolor=bar),
            "bar_strong": Style(color="#ffffff", bgcolor=bar, bold=True),
            "good": _badge(_GREEN, bold=True),
            "only": _badge(_SKY, bold=True),
            "key": Style(color=_SKY, bgcolor=bar, bold=True),
            "square_light": Style(color=faint, bgcolor=light),
            "square_dark": Style(color="#6c6c6c", bgcolor=dark),
            "white_light": Style(color="#ffffff", bgcolor=light, bold=True),
            "white_dark": Style(color="#ffffff", bgcolor=dark, bold=True),
            "black_light": Style(color=_SKY, bgcolor=light),
            "black_dark": Style(color=_SKY, bgcolor=dark),
            "differs": _badge(_YELLOW, bold=True),
        },
        Style(color="#ffffff", bgcolor="#00507d", underline=True),
        Style(color=_YELLOW, underline=True),
    )


def _light() -> Palette:
    ground, bar, text, faint = "#ffffff", "#e4e4e4", "#1c1c1c", "#626262"
    light, dark = "#f2efe8", "#d9d2c3"
    return Palette(
        "light",
        ground,
        {
            "plain": Style(color=text, bgcolor=ground),
            "dim": Style(color=faint, bgcolor=ground),
            "strong": Style(color=_BLACK, bgcolor=ground, bold=True),
            "act": _reverse(_VERMILLION),
            "draw": _badge(_VERMILLION),
            "look": _badge(_ORANGE, bold=True),
            "lost": _reverse(_YELLOW),
            "count": Style(color=_BLUE, bgcolor=ground),
            "done": Style(color=faint, bgcolor=ground),
            "bar": Style(color="#3a3a3a", bgcolor=bar),
            "bar_strong": Style(color=_BLACK, bgcolor=bar, bold=True),
            "good": _badge(_GREEN, bold=True),
            "only": _badge(_SKY, bold=True),
            "key": Style(color="#00548a", bgcolor=bar, bold=True),
            "square_light": Style(color=faint, bgcolor=light),
            "square_dark": Style(color=faint, bgcolor=dark),
            "white_light": Style(color=_BLACK, bgcolor=light, bold=True),
            "white_dark": Style(color=_BLACK, bgcolor=dark, bold=True),
            "black_light": Style(color="#00548a", bgcolor=light),
            "black_dark": Style(color="#00548a", bgcolor=dark),
            "differs": _badge(_YELLOW, bold=True),
        },
        Style(color=_BLACK, bgcolor="#b9dcf2", underline=True),
        Style(color=_YELLOW, underline=True),
    )


def _plain() -> Palette:
    plain, dim, bold = Style(), Style(dim=True), Style(bold=True)
    reverse, loud = Style(reverse=True), Style(reverse=True, bold=True)
    return Palette(
        "no colour",
        "ansi_default",
        {
            "plain": plain,
            "dim": dim,
            "strong": bold,
            "act": loud,
            "draw": bold,
            "look": Style(bold=True, underline=True),
            "lost": loud,
            "count": bold,
            "done": dim,
            "bar": plain,
            "bar_strong": bold,
            "good": bold,
            "only": reverse,
            "key": bold,
            "square_light": plain,
            "square_dark": dim,
            "white_light": bold,
            "white_dark": bold,
            "black_light": plain,
            "black_dark": plain,
            "differs": reverse,
        },
        Style(underline=True, bold=True),
        Style(underline=True),
    )


def palettes(*, colour: bool, light: bool, console: bool = False) -> tuple[Palette, ...]:
    """The sets that may be gone through, the first to begin with; without `colour` there is only one."""
    first, second = (_light(), _dark()) if light else (_dark(), _light())
    every = (first, second, _plain()) if colour else (_plain(),)
    return tuple(each._replace(console=console) for each in every)
