"""Every action has a key, a line of help, and a place in the docs; the docs are what the program says."""

from pathlib import Path

from dgt_monitor.dashboard.actions import ACTIONS, here
from dgt_monitor.dashboard.help_page import PLACES
from tests.tools.keys_page import PAGE, page

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


SHOWN = {"Arrows": {"arrows or h j k l"}, "0-9 .": {"digits", "."}}
"""Keys that the README names in other words."""


def test_the_page_of_keys_is_what_the_program_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.tools.keys_page"


def test_every_action_has_a_key_a_help_line_and_a_place_in_the_docs() -> None:
    docs = page()
    for action in ACTIONS:
        assert action.keys or action.id == "goto"
        assert action.places <= PLACES.keys()
        assert f"| {action.shown} | {action.help} |" in docs, action.id


def test_the_readme_names_every_key_of_the_wall_and_the_page_of_all() -> None:
    assert "(docs/keys.md)" in README
    table = README[README.index("| key | does |") : README.index("## Commands")]
    named = {key.strip() for row in table.splitlines() for key in row.split("|")[1:2] for key in key.split(",")}
    for action in here("wall"):
        keys = SHOWN.get(action.shown, set(action.shown.split()))
        assert keys <= named, action.id
