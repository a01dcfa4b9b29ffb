"""What an organiser writes down before a round: the tournament file, read from TOML.

Tables and keys are added here as the program learns to use them; what stands here keeps its meaning.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple

from dgt_monitor.fields import FieldError, Path, Table, build, located, parse
from dgt_monitor.tournament.control import Period, check_periods, moves_required, pgn_time_control
from dgt_monitor.tournament.names import check_name
from dgt_monitor.tournament.notices import NO_NOTICES, Notices, check_notices
from dgt_monitor.tournament.outs import Out, check_outs
from dgt_monitor.tournament.people import NOBODY, Pairing, Person, Players
from dgt_monitor.tournament.places import Place, check_labels, number_of
from dgt_monitor.tournament.rounds import Round, check_rounds

EARLIEST_DRAW_MOST: Final = 999
"""No draw can be agreed before this move at the latest; it stands for "not at all" (chosen)."""
RATING_MOST: Final = 4000
"""A higher rating is a mistake (chosen: the highest on record is 2882)."""


Colour = Literal["white", "black"]


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
    site: str = ""
    rounds: tuple[Round, ...] = ()
    period: tuple[Period, ...] = ()
    """The time control, period by period."""
    chess960: bool = False
    """Whether Chess960 is played; an array alone never says so."""
    no_draw_before_move: int | None = None
    """No draw may be agreed before both players have made so many moves (9.1.1)."""
    player: tuple[Person, ...] = ()
    """What is known of players, by name."""
    board: tuple[Place, ...] = ()
    """Boards with their sectors; labels as in `labels`."""
    pairings: str = ""
    """The file in which a pairing program hands over who plays; `{round}` in it stands for the round."""
    paired: tuple[Pairing, ...] = ()
    """What that file says of this round."""
    confirm_results_after_s: int | None = None
    """So long after kings, a result piece or checkmate have shown a result it counts as confirmed; without it only a
    person confirms one."""
    out: tuple[Out, ...] = ()
    """Ways out to the world: live games, each with its own delay."""
    notices: Notices = NO_NOTICES
    """How alarms are told beside the screens."""

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
        numbers = {number_of(name) for name in known_as if name}
        return next((label for serial, label in self.all_labels() if number_of(serial) in numbers), None)

    def all_labels(self) -> Iterator[tuple[str, str]]:
        """Every serial number with its label, wherever in the file it stands."""
        yield from self.labels.items()
        yield from ((place.serial, place.label) for place in self.board if place.serial)

    def sector(self, board: str) -> str:
        """The sector in which the board of this label stands; empty if that is not told."""
        return next((place.sector for place in self.board if place.label == board), "")

    @property
    def moves_required(self) -> tuple[int, ...] | None:
        """Moves to be made by the end of each period but the last; None if no period is told."""
        return moves_required(self.period)

    @property
    def time_control(self) -> str:
        """As the tag of PGN says it; empty if no period is told."""
        return pgn_time_control(self.period)

    @property
    def date(self) -> str:
        """Of the present round, as 2026-11-30; empty if that is not told."""
        return next((each.date for each in self.rounds if str(each.number) == str(self.round)), "")

    @property
    def pairings_file(self) -> str:
        """The name of the file with this round's pairings; empty: there is none."""
        return self.pairings.replace("{round}", str(self.round))

    def person(self, board: str, colour: Colour) -> Person:
        """Who plays there, with all that is known of him."""
        name = getattr(self.players.get(board, NOBODY), colour)
        told = next((each for each in self.player if same_name(each.name, name)), Person(name))
        seated = (getattr(each, colour) for each in self.paired if each.board == board)
        return (
            Person(name)
            .filled_from(told)
            .filled_from(next((each for each in seated if same_name(each.name, name)), Person(name)))
        )

    def named(self, name: str) -> Person:
        """Who has this name, wherever he is paired, with all that is known of him."""
        paired = (each for pairing in self.paired for each in (pairing.white, pairing.black))
        known = (each for each in (*self.player, *paired) if same_name(each.name, name))
        return Person(name).filled_from(next(known, Person(name)))

    def with_pairings(self, paired: tuple[Pairing, ...]) -> "TournamentFile":
        """With these games of the round; who is named in the file itself stays."""
        return self._replace(paired=paired, players={**{each.board: each.players for each in paired}, **self.players})


NO_TOURNAMENT: Final = TournamentFile()
"""Nothing is known of the event."""


def same_name(one: str, other: str) -> bool:
    """Whether two names are the same to people: small letters and blanks make no difference."""
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()


def read_tournament(text: str, file: str) -> TournamentFile:
    """The tournament file of this text; FileError with line and key for what is wrong in it."""
    try:
        made = build(TournamentFile, _as_texts(parse(text, file)), not_keys=_NOT_KEYS)
        _check(made)
    except FieldError as error:
        raise located(error, text, file) from None
    return made


_NOT_KEYS: Final = frozenset({"paired"})
_TEXTS: Final[tuple[tuple[str, ...], ...]] = (
    ("labels", "*"),
    ("board", "*", "label"),
    ("board", "*", "serial"),
    ("player", "*", "fide_id"),
    ("rounds", "*", "date"),
    ("rounds", "*", "start"),
)
"""Where a whole number, a date or a time means the text that people read. Not 3.2: that may have been 3.20."""


def _as_texts(table: Table) -> Any:
    out: Any = table
    for way in _TEXTS:
        out = _as_text(out, way)
    return out


def _as_text(value: Any, way: tuple[str, ...]) -> Any:
    if not way:
        if type(value) is int:
            return str(value)
        return value.isoformat() if hasattr(value, "isoformat") else value
    step, rest = way[0], way[1:]
    if isinstance(value, Mapping):
        return {key: _as_text(each, rest) if step in ("*", key) else each for key, each in value.items()}
    if isinstance(value, list) and step == "*":
        return [_as_text(each, rest) for each in value]
    return value


def _check(made: TournamentFile) -> None:
    for key, text in (("event", made.event), ("round", str(made.round)), ("site", made.site)):
        check_name(text, (key,))
    if made.confirm_results_after_s is not None and made.confirm_results_after_s < 0:
        raise FieldError(("confirm_results_after_s",), "is less than 0")
    for serial, label in made.labels.items():
        check_name(label, ("labels", serial), empty=False)
    for number, place in enumerate(made.board):
        check_name(place.label, ("board", number, "label"), empty=False)
        check_name(place.serial, ("board", number, "serial"))
        check_name(place.sector, ("board", number, "sector"))
    check_labels(made.labels, made.board)
    check_rounds(made.rounds, ("rounds",))
    check_periods(made.period, ("period",))
    check_outs(made.out, ("out",))
    check_notices(made.notices, ("notices",))
    _check_people(made)
    earliest = made.no_draw_before_move
    if earliest is not None and not 1 <= earliest <= EARLIEST_DRAW_MOST:
        raise FieldError(("no_draw_before_move",), f"{earliest} is not between 1 and {EARLIEST_DRAW_MOST}")
    if not made.pairings.isprintable():
        raise FieldError(("pairings",), "holds a character that cannot be printed")


def _check_people(made: TournamentFile) -> None:
    for label, players in made.players.items():
        for colour, name in players._asdict().items():
            check_name(name, ("players", label, colour))
    seen: list[str] = []
    for number, person in enumerate(made.player):
        path: Path = ("player", number)
        for key in ("name", "title", "federation", "fide_id", "team"):
            check_name(getattr(person, key), (*path, key), empty=key != "name")
        if not 0 <= person.rating <= RATING_MOST:
            raise FieldError((*path, "rating"), f"{person.rating} is not between 0 and {RATING_MOST}")
        name = " ".join(person.name.split()).casefold()
        if name in seen:
            raise FieldError((*path, "name"), f"{person.name!r} is there twice")
        seen.append(name)


__all__ = ["NOBODY", "NO_TOURNAMENT", "Pairing", "Person", "Players", "TournamentFile", "read_tournament", "same_name"]
