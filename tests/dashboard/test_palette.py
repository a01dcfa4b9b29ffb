from typing import get_args

import pytest
from rich.color import Color
from rich.style import Style

from dgt_monitor.dashboard.lines import Role
from dgt_monitor.dashboard.palette import Palette, palettes

ROLES = set(get_args(Role))
COLOURED = palettes(colour=True, light=False)[:2]
READABLE = 4.5  # WCAG 2.1, 1.4.3


def luminance(colour: Color) -> float:
    channels = [value / 255 for value in colour.get_truecolor()]
    red, green, blue = (value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4 for value in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(style: Style) -> float:
    assert style.color is not None
    assert style.bgcolor is not None
    dark, light = sorted((luminance(style.color), luminance(style.bgcolor)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("palette", palettes(colour=True, light=True), ids=lambda palette: palette.name)
def test_every_role_has_its_looks(palette: Palette) -> None:
    assert set(palette.styles) == ROLES


@pytest.mark.parametrize("palette", COLOURED, ids=lambda palette: palette.name)
def test_every_text_can_be_read(palette: Palette) -> None:
    for role, style in palette.styles.items():
        assert contrast(style) >= (1.5 if role in ("square_light", "square_dark") else READABLE), role
    assert contrast(palette.styles["plain"] + palette.cursor) >= READABLE
    assert contrast(palette.styles["act"] + palette.cursor_act) >= READABLE


@pytest.mark.parametrize("palette", palettes(colour=True, light=False), ids=lambda palette: palette.name)
def test_what_must_be_acted_on_is_in_reverse_video_and_what_must_be_seen_is_bold(palette: Palette) -> None:
    assert palette.styles["act"].reverse
    assert palette.styles["look"].bold
    assert not palette.styles["count"].reverse
    assert not any(style.blink for style in palette.styles.values())


def test_without_colour_there_is_none() -> None:
    (plain,) = palettes(colour=False, light=True)
    assert all(style.color is None and style.bgcolor is None for style in plain.styles.values())
    assert plain.cursor.color is None


def test_a_light_terminal_begins_light() -> None:
    assert palettes(colour=True, light=True)[0].name == "light"
    assert palettes(colour=True, light=False)[0].name == "dark"


OKABE_ITO = {"#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#000000"}
"""Colours that people with any kind of colour vision can tell apart."""


@pytest.mark.parametrize("palette", COLOURED, ids=lambda palette: palette.name)
def test_what_calls_is_black_on_a_colour_everybody_can_tell(palette: Palette) -> None:
    for role in ("act", "draw", "lost", "good", "only", "differs"):
        style = palette.styles[role]
        assert style.color is not None
        assert style.bgcolor is not None
        text, ground = (style.bgcolor, style.color) if style.reverse else (style.color, style.bgcolor)
        assert text.get_truecolor() == (0, 0, 0), role
        assert ground.name in OKABE_ITO - {"#000000"}, role
    assert len({palette.styles[role] for role in ("act", "lost", "good", "only")}) == 4


@pytest.mark.parametrize("palette", palettes(colour=True, light=False), ids=lambda palette: palette.name)
def test_not_watched_is_as_loud_as_what_must_be_acted_on(palette: Palette) -> None:
    lost = palette.styles["lost"]
    assert (lost.reverse, lost.bold) == (True, True)
