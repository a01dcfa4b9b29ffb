"""What a LiveChess says, in JSON, as named tuples; what is none of it is None. Pure, and total: it may be anything.

Told from the outside of LiveChess 2 (`facts/broadcast.md`): fields may be missing or null, and an event holds only
what has changed.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from drivers.fens import is_fen
from drivers.readings import PIECES, Clock

LONGEST_CHARS: Final = 1 << 22
"""Of one message (chosen: a round of 400 pairings has a tenth of it)."""
LONGEST_TEXT: Final = 200
"""Characters kept of a name or description (chosen)."""
MOST: Final = 2_000
"""Entries read of any list (chosen)."""
LONGEST_S: Final = 360_000
LIVING: Final = frozenset({"ACTIVE", "DELAYED"})
"""States of a board that tells what stands on it."""
RESULTS: Final = {
    "WHITEWIN": "1-0", "BLACKWIN": "0-1", "DRAW": "1/2-1/2", "1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2",
}  # fmt: skip
"""Results of games that were played; of a forfeit only a person can say whose it is."""
STANDARD_960: Final = 518
"""The number of the ordinary first position."""
_PLAIN: Final = re.compile(r"[A-Za-z0-9_-]{1,40}", re.ASCII)
_RANK: Final = re.compile(r"[1-8PRNBQKprnbqk]{1,8}", re.ASCII)


class Told(NamedTuple):
    """What was told of an e-board, now or since the last event; a field that was not told is None."""

    serial: str
    state: str | None = None
    """None where nothing was said of it; empty where it is not there."""
    squares: str | None = None
    clock: Clock | None = None
    start: str | None = None
    sans: tuple[str, ...] | None = None
    battery_percent: int | None = None
    white_runs: bool | None = None


class Pairing(NamedTuple):
    """Who plays at which board."""

    number: int
    uuid: str
    tags: dict[str, str]
    live: bool
    result: str | None


class Game(NamedTuple):
    """A game as it is kept."""

    sans: tuple[str, ...]
    clocks: tuple[str, ...]
    result: str | None
    chess960: int | None
    """The number of its first position, where that is not the ordinary one."""


class Tournament(NamedTuple):
    """A tournament, its rounds, and the serial numbers at its boards."""

    uuid: str
    title: str
    rounds: int
    eboards: tuple[str, ...] = ()


def parsed(text: str | bytes) -> Any:
    """The JSON value; None where it is none, or far too long."""
    if len(text) > LONGEST_CHARS:
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def eboards(value: Any) -> list[Told]:
    """What an answer to `eboards` tells."""
    found = [_told(each, of_list=True) for each in _many(value)]
    return [each for each in found if each is not None]


def event(value: Any) -> Told | None:
    """What a message of a feed tells of a board."""
    if not isinstance(value, dict) or value.get("response") not in ("feed", None):
        return None
    return _told(value.get("param", value), of_list=False)


def answer(value: Any) -> tuple[int, Any] | None:
    """The number of the call that is answered, and what is said to it."""
    if not isinstance(value, dict) or value.get("response") != "call":
        return None
    number = _whole(value.get("id"), 1 << 31)
    return None if number is None else (number, value.get("param"))


def _told(value: Any, *, of_list: bool) -> Told | None:
    serial = _plain(value.get("serialnr")) if isinstance(value, dict) else None
    if serial is None:
        return None
    state = value.get("state")
    clock = value.get("clock") if isinstance(value.get("clock"), dict) else {}
    sans, start = value.get("san"), value.get("start")
    if isinstance(start, str) and start and not is_fen(start):
        sans, start = None, None  # from where these moves are made is not known
    return Told(
        serial,
        (state if isinstance(state, str) else "")[:LONGEST_TEXT] if of_list or "state" in value else None,
        placement(value.get("board")),
        _clock(clock),
        start[:LONGEST_TEXT] if isinstance(start, str) else None,
        tuple(_text(each) for each in sans[:MOST]) if isinstance(sans, list) else None,
        _percent(value.get("battery")),
        clock.get("run") if isinstance(clock.get("run"), bool) else None,
    )


def placement(value: Any) -> str | None:
    """64 letters, a1 first, of the first field of a FEN; None where it is none."""
    if not isinstance(value, str):
        return None
    ranks = value.partition(" ")[0].split("/")
    if len(ranks) != 8 or not all(_RANK.fullmatch(rank) for rank in ranks):
        return None
    rows = ["".join("." * int(each) if each.isdigit() else each for each in rank) for rank in ranks]
    if any(len(row) != 8 for row in rows) or not set("".join(rows)) <= set(PIECES):
        return None
    return "".join(reversed(rows))


def _clock(value: Mapping[str, Any]) -> Clock | None:
    """White's time is left, Black's right."""
    white, black, run = (value.get(name) for name in ("white", "black", "run"))
    white_s, black_s = _whole(white, LONGEST_S), _whole(black, LONGEST_S)
    if white_s is None or black_s is None or not (run is None or isinstance(run, bool)):
        return None
    return Clock(white_s, black_s, run is not None, "right" if run is False else "left")


def tournaments(value: Any) -> list[Tournament]:
    """What an answer to `/tournaments` tells."""
    found = [tournament(each) for each in _many(value)]
    return [each for each in found if each is not None]


def tournament(value: Any) -> Tournament | None:
    """What an answer to `/tournament/{uuid}` tells, or an entry of the list of all."""
    uuid = _plain(value.get("uuid")) if isinstance(value, dict) else None
    if uuid is None:
        return None
    rounds = value.get("rounds")
    count = len(rounds) if isinstance(rounds, list) else _whole(rounds, MOST) or 0
    serials = tuple(_plain(each) or "" for each in _many(value.get("eboards")))
    return Tournament(uuid, _text(value.get("description")), min(count, MOST), serials)


def pairings(value: Any) -> list[Pairing]:
    """What an answer to `/round/{uuid}/{n}` tells."""
    found = [_pairing(each) for each in _many(value.get("pairings"))] if isinstance(value, dict) else []
    return [each for each in found if each is not None]


def _pairing(value: Any) -> Pairing | None:
    if not isinstance(value, dict):
        return None
    number, uuid = _whole(value.get("nr"), MOST), _plain(value.get("uuid"))
    if number is None or uuid is None:
        return None
    tags = {**_player("White", value.get("white")), **_player("Black", value.get("black"))}
    return Pairing(number, uuid, tags, value.get("live") is True, _result(value.get("result")))


def _player(side: str, value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        return {}
    first, middle, last = (_text(value.get(name)) for name in ("fname", "mname", "lname"))
    name = ", ".join(part for part in (last, " ".join(part for part in (first, middle) if part)) if part)
    told = {"": name, "Title": _text(value.get("title")), "Team": "", "FideId": _text(value.get("fideid"))}
    return {f"{side}{what}": text for what, text in told.items() if text}


def game(value: Any) -> Game | None:
    """What an answer to `/game/{uuid}` tells."""
    if not isinstance(value, dict) or not isinstance(value.get("moves"), list):
        return None
    parts = [_text(each).strip().partition(" ") for each in value["moves"][:MOST]]
    clocks = tuple(time.strip() for _, _, time in parts)
    number = _whole(value.get("chess960"), 959)
    if number != value.get("chess960"):
        number = None  # half a number is none
    return Game(
        tuple(san for san, _, _ in parts),
        clocks if any(clocks) else (),
        _result(value.get("result")),
        None if isinstance(value.get("chess960"), bool) or number == STANDARD_960 else number,
    )


def _result(value: Any) -> str | None:
    return RESULTS.get(value) if isinstance(value, str) else None


def _percent(value: Any) -> int | None:
    """`83.5%`; a voltage says nothing of the kind."""
    found = re.fullmatch(r"(\d{1,3})(?:\.\d{0,6})?\s?%", value, re.ASCII) if isinstance(value, str) else None
    return min(100, int(found[1])) if found else None


def _many(value: Any) -> list[Any]:
    return value[:MOST] if isinstance(value, list) else []


def _text(value: Any) -> str:
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 62 else value
    return text[:LONGEST_TEXT] if isinstance(text, str) else ""


def _plain(value: Any) -> str | None:
    text = _text(value)
    return text if _PLAIN.fullmatch(text) else None


def _whole(value: Any, most: int) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
        return None
    return int(value)
