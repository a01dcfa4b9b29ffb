"""What stands in a journal comes back as it was: every kind of reading, ruling, note and event."""

import json
from types import UnionType
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dgt_monitor import events
from dgt_monitor.game.timing import Timing
from dgt_monitor.hall.entries import Known, Ruling, RulingKind
from dgt_monitor.journal import forms, note_forms
from dgt_monitor.journal.codec import UnreadableError
from dgt_monitor.journal.known_form import KNOWN
from dgt_monitor.journal.ruling_forms import RULINGS, PlayedFor
from dgt_monitor.laws.profile import Articles, Profile, Wording, profiles
from dgt_monitor.tournament.control import Period
from dgt_monitor.tournament.event import TournamentFile
from dgt_monitor.tournament.outs import Out
from dgt_monitor.tournament.people import Pairing, Person, Players
from dgt_monitor.tournament.places import Place
from dgt_monitor.tournament.rounds import Round
from drivers import readings

TEXT = st.text()
HALF = st.text(st.characters(categories=["Cs", "L", "Cc"]))
"""Halves of characters, as names of files have them, among others."""
COUNT = st.integers(0, 2**40)
COLOUR = st.sampled_from(["", "white", "black"])
SIDE = st.sampled_from(["left", "right"])
FLAG = st.booleans()
LETTERS = [*readings.PIECES, *readings.MAGIC]
SQUARE = st.integers(0, 63)
PIECE = st.sampled_from(LETTERS)
STANDING = st.text(LETTERS, min_size=64, max_size=64)


def maybe(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | inner


LOG = st.one_of(
    st.builds(readings.LogChange, SQUARE, PIECE, FLAG),
    st.builds(readings.HaltedClock, SIDE, COUNT),
    st.builds(readings.LogStanding, STANDING),
    st.builds(readings.LogRestart, STANDING),
    st.builds(readings.LogGap, COUNT),
)
READINGS: dict[type, st.SearchStrategy[Any]] = {
    readings.BoardDump: st.builds(readings.BoardDump, STANDING),
    readings.FieldUpdate: st.builds(readings.FieldUpdate, SQUARE, PIECE),
    readings.Clock: st.builds(readings.Clock, maybe(COUNT), maybe(COUNT), FLAG, maybe(SIDE), *[FLAG] * 6),
    readings.Identity: st.builds(
        readings.Identity, maybe(HALF), maybe(TEXT), maybe(TEXT), maybe(TEXT), maybe(COUNT), maybe(HALF), maybe(COUNT)
    ),
    readings.Memory: st.builds(readings.Memory, st.lists(LOG).map(tuple)),
    readings.LineUp: st.builds(readings.LineUp),
    readings.LineDown: st.builds(readings.LineDown, HALF),
    readings.Asked: st.builds(readings.Asked, TEXT),
    readings.Complaint: st.builds(readings.Complaint, TEXT, COUNT, HALF),
    readings.Score: st.builds(
        readings.Score,
        st.lists(TEXT).map(tuple),
        maybe(TEXT),
        st.dictionaries(HALF, TEXT, max_size=3),
        st.lists(TEXT).map(tuple),
    ),
}
SECONDS = st.floats(0, 1e9)
PROFILE = st.builds(
    Profile,
    articles=st.builds(Articles, *[maybe(TEXT)] * len(Articles._fields)),
    wording=st.builds(Wording, *[TEXT] * len(Wording._fields)),
    repetition_claim=maybe(COUNT),
    illegal_move_penalty_minutes=COUNT,
    overridden=st.lists(TEXT).map(tuple),
)
"""Also such as no file gives: an event's own rules come back whole."""
PERSON = st.builds(Person, HALF, TEXT, COUNT, TEXT, TEXT, TEXT)
OUTS = st.builds(
    Out, HALF, st.sampled_from(["pgn", "http", "lichess"]), TEXT, FLAG, FLAG, TEXT, TEXT, TEXT | COUNT, TEXT, TEXT, TEXT
)
TOURNAMENT = st.builds(
    TournamentFile,
    maybe(TEXT),
    TEXT,
    TEXT | COUNT,
    maybe(SIDE),
    st.dictionaries(TEXT, TEXT | FLAG | COUNT | st.lists(TEXT) | st.dictionaries(TEXT, TEXT, max_size=2), max_size=3),
    st.dictionaries(TEXT, HALF, max_size=3),
    st.dictionaries(TEXT, st.builds(Players, HALF, TEXT), max_size=3),
    TEXT,
    st.lists(st.builds(Round, TEXT | COUNT, TEXT, TEXT), max_size=2).map(tuple),
    st.lists(st.builds(Period, COUNT, maybe(COUNT), COUNT, COUNT), max_size=2).map(tuple),
    FLAG,
    maybe(COUNT),
    st.lists(PERSON, max_size=2).map(tuple),
    st.lists(st.builds(Place, HALF, TEXT, TEXT), max_size=2).map(tuple),
    TEXT,
    st.lists(st.builds(Pairing, TEXT, PERSON, PERSON), max_size=2).map(tuple),
    maybe(COUNT),
    st.lists(OUTS, max_size=2).map(tuple),
)
OTHERS: dict[type, st.SearchStrategy[Any]] = {
    Ruling: st.builds(
        Ruling,
        SECONDS,
        HALF,
        st.sampled_from(get_args(RulingKind)),
        TEXT,
        TEXT,
        COLOUR,
        TEXT,
        HALF,
        st.sampled_from(["", *get_args(events.Outcome), *get_args(events.Ending)]),
        COUNT,
        HALF,
        COUNT,
        COUNT,
        TEXT,
        COUNT,
        st.lists(TEXT).map(tuple),
        COLOUR,
        TEXT,
        TEXT,
        TEXT,
        COUNT,
        COUNT,
    ),
    Known: st.builds(
        Known,
        st.dictionaries(TEXT, TEXT),
        maybe(SIDE),
        FLAG,
        st.builds(Timing, *[SECONDS] * 6),
        PROFILE,
        maybe(SECONDS),
        TOURNAMENT,
        maybe(st.lists(COUNT).map(tuple)),
    ),
    note_forms.Note: st.builds(note_forms.Note, HALF),
    note_forms.Session: st.builds(note_forms.Session, TEXT, TEXT, SECONDS, HALF),
    note_forms.End: st.builds(note_forms.End),
    note_forms.Anew: st.builds(note_forms.Anew, COUNT),
    note_forms.Screen: st.builds(note_forms.Screen, TEXT, st.sampled_from(["attached", "left"]), FLAG),
    note_forms.Notified: st.builds(note_forms.Notified, TEXT, st.lists(TEXT).map(tuple)),
    note_forms.Written: st.builds(note_forms.Written, st.sampled_from(["plain lines", "the event stream"])),
    note_forms.Noticed: st.builds(
        note_forms.Noticed,
        TEXT,
        st.sampled_from(["bell", "desktop", "push"]),
        st.sampled_from(["sent", "failed", "given_up", "dropped"]),
        st.integers(0, 9),
        TEXT,
    ),
    note_forms.Delivered: st.builds(note_forms.Delivered, TEXT, TEXT, FLAG),
}


def members(union: UnionType) -> set[type]:
    return set(get_args(union))


def test_no_reading_ruling_note_or_event_is_forgotten() -> None:
    assert set(READINGS) == members(readings.Reading) == set(forms.READINGS.by_type)
    assert set(OTHERS) == {*RULINGS.by_type, *note_forms.NOTES.by_type}
    written = set(forms.SHOWN.by_type) - {forms.ShownMove, PlayedFor} | {events.Move, events.Clock}
    assert written == members(events.Event)


@given(st.one_of(*READINGS.values()))
def test_a_reading_comes_back_as_it_was(reading: Any) -> None:
    name, body = forms.READINGS.encode(reading)
    again = forms.READINGS.decode(name, body)
    assert type(again) is type(reading)
    assert again == reading
    assert body.isascii()


@given(st.one_of(*OTHERS.values()))
def test_what_else_stands_there_comes_back_as_it_was(value: Any) -> None:
    its = RULINGS if type(value) in RULINGS.by_type else note_forms.NOTES
    again = its.decode(*its.encode(value))
    assert type(again) is type(value)
    assert again == value


def test_what_was_known_before_there_were_other_ways_out_is_still_read() -> None:
    known = Known(tournament=TournamentFile(event="Open", out=(Out("live", "pgn", "15 min", True, False),)))
    body: Any = KNOWN.encode(known)
    (out,) = body[-2][-2]
    del out[-1]  # doubt
    assert note_forms.NOTES.decode("Known5", json.dumps(body)) == known
    del out[5:]
    assert note_forms.NOTES.decode("Known4", json.dumps(body)) == known
    del body[-2][-1]  # notices
    assert note_forms.NOTES.decode("Known3", json.dumps(body)) == known


@pytest.mark.parametrize("name", list(profiles()))
def test_every_set_of_rules_comes_back_whole(name: str) -> None:
    known = Known(profile=profiles()[name])
    again = note_forms.NOTES.decode(*note_forms.NOTES.encode(known))
    assert again == known
    assert [type(part) for part in again.profile] == [type(part) for part in known.profile]


@given(
    st.sampled_from(sorted(each.__name__ for each in READINGS)),
    TEXT | st.recursive(st.none() | st.booleans() | st.floats() | st.integers() | TEXT, st.lists).map(json.dumps),
)
def test_what_is_no_reading_is_refused_and_never_otherwise_than_so(name: str, body: str) -> None:
    try:
        value = forms.READINGS.decode(name, body)
    except UnreadableError:
        return
    assert forms.READINGS.decode(*forms.READINGS.encode(value)) == value


def test_a_form_of_a_newer_program_is_refused() -> None:
    with pytest.raises(UnreadableError, match="not known to this version"):
        forms.READINGS.decode("Levitation", "[]")


class TestWhatWasShown:
    class Fen:
        def fen(self) -> str:
            raise AssertionError("a position is not worked out to be kept")

    def move(self, clock: events.Times | None) -> events.Move:
        return events.Move(1.5, "7", 1, 3, "e2e4", "e4", self.Fen(), 1, None, "confirmed", False, "seen", clock)

    def test_a_move_is_kept_without_its_position(self) -> None:
        told = forms.shown(self.move(events.Times(60, 59)))
        assert told is not None
        assert forms.SHOWN.decode(*told) == forms.ShownMove(
            1.5, "7", 1, 3, "e2e4", "e4", 1, None, "confirmed", False, "seen", True, None, events.Times(60, 59)
        )

    @pytest.mark.parametrize("clock", [None, events.Times(60, 59), events.Times(0, 10_000)])
    def test_the_clock_is_no_evidence(self, clock: events.Times | None) -> None:
        told, other = forms.shown(self.move(clock)), forms.shown(self.move(events.Times(1, 2)))
        assert told is not None
        assert other is not None
        assert forms.without_clock(*told) == forms.without_clock(*other)

    def test_a_clock_is_not_kept(self) -> None:
        assert forms.shown(events.Clock(1.0, "7", 1, 2, "white")) is None

    def test_an_alert_comes_back(self) -> None:
        alert = events.Alert(
            2.0, "7", "7/1", 1, 9, events.Rule.FIVEFOLD, "9.6.1", events.Level.ACT, True, (1, 5, 9), "text", ("a1",),
            "white", "12.Kg1",
        )  # fmt: skip
        told = forms.shown(alert)
        assert told is not None
        again = forms.SHOWN.decode(*told)
        assert again == alert
        assert again.rule is events.Rule.FIVEFOLD


def test_a_ruling_as_it_was_kept_first_is_read() -> None:
    body = '[7.5,"arbiter","close","","12","","","","rejected"]'
    assert RULINGS.decode("Ruling", body) == Ruling(7.5, "arbiter", "close", board="12", outcome="rejected")
    with pytest.raises(UnreadableError, match="resume"):
        RULINGS.decode("Ruling", body.replace("close", "resume"))
