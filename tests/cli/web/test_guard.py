"""Who is let in, for how long, and how often one may guess."""

import pytest

from dgt_monitor.cli.web.guard import GUESSES, GUESSING_S, SESSION_S, SESSIONS, Guard, PassphraseError, of_session
from dgt_monitor.cli.web.passphrases import LOOK, RULE, Passphrases, passphrases
from dgt_monitor.cli.web.serving import Address, address, desk_command, is_loopback
from tests.dashboard.fake_hall import Hand

LOOKS, RULES = "we only look", "we also rule"


def guard(rule: str = RULES) -> tuple[Guard, Hand]:
    hand = Hand()
    return Guard(LOOKS, rule, hand), hand


def test_each_passphrase_opens_what_it_is_for() -> None:
    at, _ = guard()
    for given, may in ((LOOKS, "look"), (RULES, "rule")):
        token = at.open(given)
        assert token is not None
        session = at.session(token)
        assert session is not None
        assert session.may == may
        assert of_session(session, session.form_token)
        assert not of_session(session, "ä" + session.form_token)


@pytest.mark.parametrize("wrong", ["", "x", LOOKS + " ", LOOKS.upper(), "ä" * 500, "\ud800"])
def test_nothing_else_opens(wrong: str) -> None:
    at, _ = guard()
    assert at.open(wrong) is None
    assert at.session(wrong) is None


def test_without_a_second_one_nobody_rules_not_even_with_nothing() -> None:
    at, _ = guard("")
    assert not at.may_rule
    assert at.open("") is None


def test_a_session_ends_by_itself_and_by_who_leaves() -> None:
    at, hand = guard()
    token = at.open(LOOKS) or ""
    hand.time_s += SESSION_S - 1
    assert at.session(token) is not None
    hand.time_s += 1
    assert at.session(token) is None
    other = at.open(LOOKS) or ""
    at.close(other)
    assert at.session(other) is None


def test_sessions_are_bounded_and_the_oldest_gives_way() -> None:
    at, _ = guard()
    tokens = [at.open(LOOKS) or "" for _ in range(SESSIONS + 1)]
    assert at.session(tokens[0]) is None
    assert all(at.session(token) for token in tokens[1:])


def test_who_guesses_too_often_is_not_let_in_even_by_the_right_one_for_a_while() -> None:
    at, hand = guard()
    for _ in range(GUESSES):
        assert not at.locked
        at.open("wrong guess")
    assert at.locked
    assert at.open(LOOKS) is None
    hand.time_s += GUESSING_S
    assert at.open(LOOKS) is not None


@pytest.mark.parametrize(("look", "rule"), [("short", ""), ("x" * 201, ""), (LOOKS, "short"), (LOOKS, LOOKS), ("", "")])
def test_passphrases_that_protect_nothing_are_refused(look: str, rule: str) -> None:
    with pytest.raises(PassphraseError):
        Guard(look, rule, Hand())


def test_they_come_from_the_environment_and_are_not_shown() -> None:
    found = passphrases({LOOK: LOOKS, RULE: RULES}, typing=False)
    assert found == Passphrases(LOOKS, RULES)
    assert LOOKS not in repr(found)
    assert passphrases({}, typing=False) == Passphrases("", "")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("8000", Address("127.0.0.1", 8000)),
        ("0.0.0.0:80", Address("0.0.0.0", 80)),  # noqa: S104 - who wants it, says it
        ("[::1]:8000", Address("::1", 8000)),
        (":8000", Address("127.0.0.1", 8000)),
    ],
)
def test_an_address_is_this_machine_unless_another_is_named(text: str, wanted: Address) -> None:
    assert address(text) == wanted
    assert is_loopback(wanted.host) is (wanted.host in ("127.0.0.1", "::1"))


@pytest.mark.parametrize("text", ["", "x", "localhost", "1:99999", "80x", "²"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no port"):
        address(text)


def test_who_only_looks_has_a_desk_that_only_looks() -> None:
    look, rule = (desk_command(["--journal=open.dgtj"], "Anna", may) for may in ("look", "rule"))
    assert look[3:] == ["desk", "--journal=open.dgtj", "--author", "Anna", "--read-only"]
    assert rule[3:] == ["desk", "--journal=open.dgtj", "--author", "Anna"]
