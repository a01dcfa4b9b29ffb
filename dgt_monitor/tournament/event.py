"""What an organiser writes down before a round: the tournament file, read from TOML.

Tables and keys are added here as the program learns to use them; what stands here keeps its meaning.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

from dgt_monitor.fields import FieldError, Path, build, located, parse

NAME_MAX_CHARS: Final = 80
"""A longer name of an event, a board or a player is taken for a mistake (chosen)."""


class Players(NamedTuple):
    """Who sits at a board."""

    white: str = ""
    black: str = ""

    @property
    def short(self) -> str:
        """Both surnames, `Petrov-Silva`; empty if nobody is named."""
        return "-".join(name.partition(",")[0].strip() or "?" for name in self) if any(self) else ""


NOBODY: Final = Players()
"""It is not known who sits at a board."""


class TournamentFile(NamedTuple):
    """The keys of the file, as they stand in it."""

    profile: str | None = None
    """The set of rules (`laws.profile`); FIDE over the board if none is named."""
    event: str = ""
    round: str | int = ""
    white_clock: Literal["left", "right"] | None = None
    """On which side of the clock White's time is, where that is the same at all boards."""
    rules: Mapping[str, Any] = {}
    """What the event's own regulations change in the profile, by the names of its fields."""
    labels: Mapping[str, str] = {}
    """Serial number of a board to its label in the hall; on a bus also its address, for a board without a number."""
    players: Mapping[str, Players] = {}
    """Who plays this round, by label; without one by what else the board is called."""
    confirm_results_after_s: int | None = None
    """So long after kings, a result piece or checkmate have shown a result it counts as confirmed; without it only a
    person confirms one."""

    def who(self, board: str) -> str:
        """A board as sentences name it: `12 Petrov-Silva`."""
        return f"{board} {self.players.get(board, NOBODY).short}".rstrip()

    def names(self, board: str) -> tuple[str | None, str | None]:
        """Who has White there and who Black; None where that is not known."""
        white, black = self.players.get(board, NOBODY)
        return white or None, black or None

    @property
    def title(self) -> str:
        """Event and round for people; empty if neither is given."""
        number = f"round {self.round}" if self.round else ""
        return ", ".join(part for part in (self.event, number) if part)

    def label(self, *known_as: str | None) -> str | None:
        """The label of the board with one of these numbers; None if it has none."""
        numbers = {_number(name) for name in known_as if name}
        return next((label for serial, label in self.labels.items() if _number(serial) in numbers), None)


NO_TOURNAMENT: Final = TournamentFile()
"""Nothing is known of the event."""


def read_tournament(text: str, file: str) -> TournamentFile:
    """The tournament file of this text; FileError with line and key for what is wrong in it."""
    try:
        made = build(TournamentFile, parse(text, file))
        _check(made)
    except FieldError as error:
        raise located(error, text, file) from None
    return made


def _number(serial: str) -> str:
    """Leading zeros make no other number."""
    return serial.lstrip("0") or serial


def _check(made: TournamentFile) -> None:
    _check_name(made.event, ("event",))
    _check_name(str(made.round), ("round",))
    if made.confirm_results_after_s is not None and made.confirm_results_after_s < 0:
        raise FieldError(("confirm_results_after_s",), "is less than 0")
    seen: dict[str, str] = {}
    for serial, label in made.labels.items():
        _check_name(label, ("labels", serial), empty=False)
        other = seen.setdefault(label, serial)
        if other != serial:
            raise FieldError(("labels", serial), f"{label!r} is the label of {other} already")
    numbers: dict[str, str] = {}
    for serial in made.labels:
        other = numbers.setdefault(_number(serial), serial)
        if other != serial:
            raise FieldError(("labels", serial), f"is the same number as {other}")
    for label, players in made.players.items():
        for colour, name in players._asdict().items():
            _check_name(name, ("players", label, colour))


def _check_name(name: str, path: Path, *, empty: bool = True) -> None:
    if not (name.strip() or empty):
        raise FieldError(path, "is empty")
    if len(name) > NAME_MAX_CHARS:
        raise FieldError(path, f"has {len(name)} characters; at most {NAME_MAX_CHARS} are taken")
    if not name.isprintable():
        raise FieldError(path, "holds a character that cannot be printed")
