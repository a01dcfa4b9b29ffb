"""The guide for arbiters: its pictures are there and small, its commands exist, its choices are the program's."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from dgt_monitor.cli.linear.choices import Choices
from dgt_monitor.cli.start import COMMANDS, cli
from dgt_monitor.dashboard.actions import BY_ID
from tests.dashboard.fake_hall import FakeFeed, calm_hall
from tests.tools.pictures import FOLDER, PICTURES, hall, taken

GUIDE = FOLDER.parent / "arbiters.md"
TEXT = GUIDE.read_text(encoding="utf-8")
KEYS = {
    "n": "next_alert", "a": "acknowledge", "u": "take_back", "i": "inbox", "x": "curtain", "c": "claim", "s": "sheet",
    "r": "rule", "e": "faults", "t": "theme", "/": "filter", "?": "help",
}  # fmt: skip
"""Keys of the guide, and what they do there."""


def test_every_picture_is_in_the_guide_and_every_picture_of_the_guide_is_there() -> None:
    named = set(re.findall(r"\(pictures/(.*?)\.svg\)", TEXT))
    assert named == set(PICTURES) == {path.stem for path in FOLDER.iterdir()}


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_a_picture_is_small_and_fetches_nothing(name: str) -> None:
    svg = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert len(svg) < 60_000
    assert not re.search(r"https?://(?!www\.w3\.org)|<script|@import|font-face", svg)
    assert "dgt-monitor" in svg


def test_a_picture_can_be_taken_from_the_running_program() -> None:
    svg = taken(hall(), PICTURES["wall"])
    assert svg.startswith("<svg")
    assert "FIVEFOLD" in svg.replace("&#160;", " ")


def commands() -> Iterator[list[str]]:
    for line in re.findall(r"`dgt-monitor ([^`]*)`", TEXT):
        yield line.split()


@pytest.mark.parametrize("words", sorted({tuple(each) for each in commands()}))
def test_every_command_of_the_guide_exists_with_its_options(words: tuple[str, ...]) -> None:
    command, *rest = words
    assert command in COMMANDS
    told = CliRunner().invoke(cli, [command, "--help"]).output
    assert all(option in told for option in rest if option.startswith("--"))


def test_the_keys_of_the_guide_are_those_of_the_program() -> None:
    for key, action in KEYS.items():
        assert f"`{key}`" in TEXT
        assert BY_ID[action].shown == key


def test_the_choices_of_the_guide_are_those_of_the_program() -> None:
    told = [re.sub(r": \d+", ": 1", line) for line in Choices(FakeFeed(calm_hall(1))).main().told]
    assert "\n".join(told) in TEXT


def test_the_readme_leads_to_the_guide() -> None:
    assert "(docs/arbiters.md)" in (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
