"""Boards of the hall: which serial number has which label, and in which sector it stands. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from dgt_monitor.fields import FieldError, Path


class Place(NamedTuple):
    """A board of the hall."""

    label: str
    """A number, or `3.2` for match and board."""
    serial: str = ""
    """Of the board that stands there; empty: told elsewhere, or not known."""
    sector: str = ""


def number_of(serial: str) -> str:
    """Leading zeros make no other number."""
    return serial.lstrip("0") or serial


def relabelled(
    labels: Mapping[str, str], places: Iterable[Place], label: str, serial: str
) -> tuple[dict[str, str], tuple[Place, ...]]:
    """The same with this label at the board of this serial number, which has no other one."""
    number = number_of(serial)
    kept = {key: name for key, name in labels.items() if name != label and number_of(key) != number}
    without = [each._replace(serial="") if number_of(each.serial) == number else each for each in places]
    return {**kept, serial: label}, tuple(each._replace(serial="") if each.label == label else each for each in without)


def check_labels(labels: Mapping[str, str], places: Iterable[Place]) -> None:
    """FieldError where two boards have one label, or one board has two."""
    seen: dict[str, str] = {}
    numbers: dict[str, str] = {}
    for serial, label, path in _given(labels, places):
        other = seen.setdefault(label, serial)
        if other != serial:
            raise FieldError(path, f"{label!r} is the label of {other} already")
        other = numbers.setdefault(number_of(serial), serial)
        if other != serial:
            raise FieldError(path, f"is the same number as {other}")
    _check_places(labels, places)


def _given(labels: Mapping[str, str], places: Iterable[Place]) -> Iterator[tuple[str, str, Path]]:
    for serial, label in labels.items():
        yield serial, label, ("labels", serial)
    for number, place in enumerate(places):
        if place.serial:
            yield place.serial, place.label, ("board", number, "serial")


def _check_places(labels: Mapping[str, str], places: Iterable[Place]) -> None:
    by_number = {number_of(serial): label for serial, label in labels.items()}
    seen: set[str] = set()
    for number, place in enumerate(places):
        if place.label in seen:
            raise FieldError(("board", number, "label"), f"{place.label!r} stands there twice")
        seen.add(place.label)
        also = by_number.get(number_of(place.serial), place.label)
        if place.serial and also != place.label:
            raise FieldError(("board", number, "serial"), f"has the label {also!r} already")
