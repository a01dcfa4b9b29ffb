"""Keys of one's own: taken as they are written, told everywhere, and what is wrong is told with file and line."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.keys import _character_to_key

from dgt_monitor.cli.own_keys import settings_file, take_own_keys
from dgt_monitor.dashboard.actions import ACTIONS, TYPING, here, present, use
from dgt_monitor.dashboard.app import Dashboard, with_keys
from dgt_monitor.dashboard.attention import LOOK_FIRST_S
from dgt_monitor.dashboard.bars import acknowledge_hint
from dgt_monitor.dashboard.keymap import STAY, key_of, read, told
from dgt_monitor.fields import FileError
from tests.dashboard.fake_hall import FakeFeed, board, hall_of
from tests.drawn import drawn


@pytest.fixture(autouse=True)
def default_again() -> Iterator[None]:
    yield
    use(ACTIONS)


def own(text: str) -> None:
    use(read(f"[keys]\n{text}", "config.toml"))


def keys(action: str) -> tuple[str, ...]:
    return next(each.keys for each in present() if each.id == action)


@pytest.mark.parametrize("sign", list("aZ0/?.,:;+-*#@!$%&()[]{}<>=_'\"\\|~^`"))
def test_signs_are_called_as_textual_calls_them_and_read_as_they_are(sign: str) -> None:
    assert key_of(sign) == _character_to_key(sign)
    assert told(key_of(sign)) == sign


def test_every_key_of_the_table_is_told_as_it_is_read() -> None:
    every = {told(key) for each in ACTIONS for key in each.keys}
    assert every >= {"Enter", "Esc", "Ctrl-C", "/", "?", "+", "-", "Space", ":"}
    assert not any("_" in each for each in every)


def test_an_action_has_the_keys_that_are_given_to_it_and_those_that_stay() -> None:
    own('acknowledge = "x"\ncurtain = ["F9", "ctrl-k"]\nopen = "F4"')
    assert keys("acknowledge") == ("x",)
    assert keys("curtain") == ("f9", "ctrl+k")
    assert keys("open") == ("f4", "enter")
    assert next(each.shown for each in here("board") if each.id == "curtain") == "F9 Ctrl-K"


def test_two_actions_may_exchange_their_keys() -> None:
    own('mute = "i"\ninbox = "m"')
    assert (keys("mute"), keys("inbox")) == (("i",), ("m",))


def test_what_is_told_together_is_told_together_still() -> None:
    own('sort_backwards = "F3"')
    assert {each.shown for each in present() if each.help == "next order; backwards"} == {"s F3"}


def test_the_hint_beside_an_alert_names_the_key() -> None:
    assert acknowledge_hint() == "a: acknowledge"
    own('acknowledge = "F5"')
    assert acknowledge_hint() == "F5: acknowledge"


WRONG = {
    'acknowlege = "x"': "config.toml, line 3: keys.acknowlege: there is no such action; did you mean acknowledge?",
    'acknowledge = "i"': "config.toml, line 3: keys.acknowledge: i is given to inbox already, in the same place",
    'acknowledge = "7"': "config.toml, line 3: keys.acknowledge: 7 is given to goto already, in the same place",
    'acknowledge = "F2"\nmute = "F2"': "config.toml, line 4: keys.mute: F2 is given to acknowledge already",
    'acknowledge = "hyper+x"': "config.toml, line 3: keys.acknowledge: 'hyper+x' is no key: a letter or sign",
    "acknowledge = 7": "config.toml, line 3: keys.acknowledge: a key, or a list of keys, is wanted",
    "acknowledge = []": "config.toml, line 3: keys.acknowledge: a key, or a list of keys, is wanted",
    'goto = "g"': "config.toml, line 3: keys.goto: there is no such action",
    'filter_drop = "x"': "config.toml, line 3: keys.filter_drop: x is typed as text there, so it can do nothing",
    'acknowledge = "\\t"': "config.toml, line 3: keys.acknowledge: that is no key",
    "acknowledge": "config.toml: not TOML",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_is_told_with_file_and_line(text: str) -> None:
    with pytest.raises(FileError) as error:
        read(f"# mine\n[keys]\n{text}\n", "config.toml")
    assert str(error.value).startswith(WRONG[text]), str(error.value)


def test_an_unknown_table_is_told() -> None:
    with pytest.raises(FileError, match=r"config.toml, line 1: colours: there is no such key; known are keys"):
        read("[colours]\nx = 1\n", "config.toml")


@pytest.mark.parametrize("seed", [3, drawn()])
def test_whatever_is_taken_leaves_every_place_a_way_out_and_each_key_one_meaning(seed: int) -> None:
    print("seed", seed)
    rng = random.Random(seed)
    names = [each.id for each in ACTIONS]
    taken = 0
    for _ in range(300):
        lines = {rng.choice(names): rng.choice(["x", "F7", "ctrl+k", "q", "ü", "9", " ", "insert"]) for _ in range(2)}
        try:
            table = read("[keys]\n" + "\n".join(f'{name} = "{key}"' for name, key in lines.items()), "f")
        except FileError:
            continue
        taken += 1
        for place in {place for each in table for place in each.places}:
            held = [key for each in table if place in each.places for key in each.keys]
            assert len(held) == len(set(held)), place
            assert STAY.intersection(held) == STAY.intersection(
                key for each in ACTIONS if place in each.places for key in each.keys
            )
            if place in TYPING:
                assert not any(len(key) == 1 for key in held)
    assert taken > 50


def test_all_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(FileError) as told:
        read('[keys]\nacknowlege = "x"\nmute = 7\ncurtain = "hyper"\nhold = "i"\n[colours]\n', "mine.toml")
    lines = str(told.value).splitlines()
    assert len(lines) == 5
    for line, what in (
        (2, "did you mean acknowledge"),
        (3, "is wanted"),
        (4, "'hyper' is no key"),
        (5, "given to inbox"),
    ):
        assert any(f"line {line}" in each and what in each for each in lines), (line, lines)


async def test_on_the_screen_the_new_key_does_it_and_the_old_one_does_nothing() -> None:
    own('acknowledge = "x"\ncurtain = "F9"')
    feed = FakeFeed(hall_of([board("12", "fivefold")]))
    time_s = [0.0]
    app = with_keys(present())(feed, ring=lambda: None, now=lambda: time_s[0], tick_s=None, environ={})
    assert isinstance(app, Dashboard)
    async with app.run_test(size=(100, 20)) as pilot:
        time_s[0] = LOOK_FIRST_S
        await pilot.press("a")
        assert feed.acknowledged == []
        await pilot.press("x")
        assert feed.acknowledged == ["12:fivefold:1"]
        await pilot.press("f9")
        assert app.desk.shown.curtain
        await pilot.press("question_mark")
        assert any(each.shown == "F9" for each in here("wall"))
        await pilot.press("escape", "ctrl+q")
    assert app.desk.leaving


def test_the_file_is_found_where_settings_are_or_where_it_is_named(tmp_path: Path) -> None:
    named = tmp_path / "mine.toml"
    assert settings_file({"DGT_MONITOR_CONFIG": str(named)}) == named
    assert settings_file({}).parts[-2:] == ("dgt-monitor", "config.toml")


def test_the_file_is_taken_and_a_wrong_one_ends_the_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    environ = {"DGT_MONITOR_CONFIG": str(path)}
    with pytest.raises(SystemExit):
        take_own_keys(environ)
    assert "is not there" in capsys.readouterr().err
    path.write_text('[keys]\nacknowledge = "w"\n')
    take_own_keys(environ)
    assert keys("acknowledge") == ("w",)
    for wrong in (b'[keys]\nacknowledge = "i"\n', b"\xff\xfe", b"#" * 300_000):
        path.write_bytes(wrong)
        with pytest.raises(SystemExit) as ended:
            take_own_keys(environ)
        assert ended.value.code == 2
        assert str(path) in capsys.readouterr().err
