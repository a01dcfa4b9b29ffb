"""Alerts of a board that another program tells of name the players whom that names, unless they are paired here."""

import pytest

from dgt_monitor.hall.entries import Known
from dgt_monitor.hall.hall import Hall
from dgt_monitor.tournament.event import TournamentFile
from dgt_monitor.tournament.people import Players
from drivers.readings import LineDown, LineUp, Score

SHUFFLE = ("Nf3", "Nf6", "Ng1", "Ng8") * 4


def told_of(tags: dict[str, str], known: Known = Known()) -> list[str]:  # noqa: B008 - immutable
    """The texts of a board's alerts: a fivefold repetition and a lost line."""
    hall = Hall(known)
    hall.read(0.0, "P1", None, LineUp())
    hall.read(1.0, "P1", None, Score(SHUFFLE, tags=tags))
    hall.advance(20.0)
    hall.read(21.0, "P1", None, LineDown("gone"))
    hall.advance(60.0)
    return [alert.text for alert in hall.view().alerts]


def test_those_that_are_claimed() -> None:
    texts = told_of({"White": "Petrov, Ivan", "Black": "Đorđević, Žana"})
    assert len(texts) > 1
    assert all(text.startswith("Bd P1 Petrov-Đorđević") for text in texts)


def test_those_that_are_paired_here() -> None:
    known = Known(tournament=TournamentFile(players={"P1": Players("Ito, Ken", "Nowak, Ewa")}))
    assert all(text.startswith("Bd P1 Ito-Nowak") for text in told_of({"White": "A", "Black": "B"}, known))


@pytest.mark.parametrize("tags", [{}, {"White": "?", "Black": "?"}, {"White": "\x1b\u202e", "Black": " "}])
def test_nobody_is_named_where_nobody_is_known(tags: dict[str, str]) -> None:
    assert all(text.startswith("Bd P1. ") for text in told_of(tags))


def test_a_name_is_text_of_one_line_and_of_some_length() -> None:
    texts = told_of({"White": "Pe\x1b[31mt\u202erov\nIvan", "Black": "x" * 5000})
    for text in texts:
        assert text.isprintable()
        assert "Pe[31mtrov Ivan-" in text
        assert "x" * 81 not in text
