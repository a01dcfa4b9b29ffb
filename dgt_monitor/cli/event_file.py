"""The options `--event` and `--profile`: which rules, which round, who plays where."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import click

from dgt_monitor.cli.output import EXIT_FAULTY_INPUT, fail, say
from dgt_monitor.cli.own_output import own_output
from dgt_monitor.cli.pairings_file import read_pairings
from dgt_monitor.cli.real_outs import real_outs
from dgt_monitor.fields import FieldError, FileError, located
from dgt_monitor.hall.entries import Known
from dgt_monitor.laws.profile import DEFAULT_NAME, FIDE_OVER_THE_BOARD, Profile, overridden, profiles
from dgt_monitor.tournament.doubts import doubts
from dgt_monitor.tournament.event import NO_TOURNAMENT, TournamentFile, read_tournament
from dgt_monitor.tournament.outs import Out

Command = TypeVar("Command", bound=Callable[..., Any])
WATCHED: Final = tuple(name for name, profile in profiles().items() if profile.over_the_board)
"""Profiles by which games on boards are watched."""
DOUBTS_TOLD: Final = 10
"""Likely mistakes told of one file; the others are counted (chosen)."""
MOST_BYTES: Final = 1_000_000
"""A larger tournament file is a mistake (chosen: one of a thousand boards has a tenth of it)."""


class Event(NamedTuple):
    """What is known of an event: its rules, and what else its file says."""

    profile: Profile = FIDE_OVER_THE_BOARD
    tournament: TournamentFile = NO_TOURNAMENT

    def added_to(self, known: Known) -> Known:
        """What is known of a hall, with this; the clock side of the file is that of the hall."""
        told = self.tournament
        return known._replace(
            profile=self.profile,
            tournament=told,
            white_clock=told.white_clock or known.white_clock,
            chess960=told.chess960 or known.chess960,
            moves_required=known.moves_required if told.moves_required is None else told.moves_required,
        )

    def gone_on_with(self, known: Known, *, written: bool) -> Known:
        """What is known of a hall that had `known` before; where no file was named, only a profile may have been."""
        if written:
            return self.added_to(Known())
        profile = known.profile if self.with_outs(None) == Event() else self.profile
        return known._replace(profile=profile, tournament=known.tournament._replace(out=self.tournament.out))

    def with_outs(self, outs: Iterable[Out] | None) -> "Event":
        """The same with these ways out beside its own, or in place of those to the same place; None: with none."""
        new = tuple(outs or ())
        kept = () if outs is None else self.tournament.out
        names = {out.name for out in new}
        out = (*(each for each in kept if each.name not in names), *new)
        return self if out == self.tournament.out else self._replace(tournament=self.tournament._replace(out=out))


FileMark = tuple[int, int, int] | None
"""Time of the last change, size and place on the disk of a file; None: it is not there."""


def mark_of(file: Path) -> FileMark:
    """What is another as soon as the file is."""
    try:
        stat = file.stat()
    except (OSError, ValueError):  # away for a moment, as while an editor writes it
        return None
    return stat.st_mtime_ns, stat.st_size, stat.st_ino


class EventSource:
    """The files in which an event is written down: the tournament file, and the pairings that it names."""

    def __init__(self, event_file: Path, profile_name: str | None, names: tuple[str, ...]) -> None:
        self._event_file = event_file
        self._profile_name = profile_name
        self._names = names
        self.marks: dict[Path, FileMark] = {}
        """The files that were read last, or were to be, each as it was before."""
        self.outs: tuple[Out, ...] = ()
        """Ways out that are wanted beside those of the file."""
        self.followed: Sequence[str] = ()
        """Sources, none of which a way out may feed."""

    def marks_now(self) -> dict[Path, FileMark]:
        """The same files, each as it is now."""
        return {file: mark_of(file) for file in self.marks}

    def read(self, tell: Callable[[str], None]) -> Event:
        """The event as the files have it now; FileError, with file and line, for what is wrong in them.

        `tell` hears what was passed over.
        """
        event = self._read(tell)
        beside = self._event_file.absolute().parent
        event = event.with_outs(self.outs)
        if wrong := own_output(self.followed, event.tournament.out):
            raise FileError(f"{self._event_file}: {wrong}")
        notices = event.tournament.notices
        if not notices.addresses:
            return event
        notices = notices._replace(addresses=str(beside / notices.addresses))
        return event._replace(tournament=event.tournament._replace(notices=notices))

    def _read(self, tell: Callable[[str], None]) -> Event:
        file = self._event_file
        self.marks = {file: mark_of(file)}
        text = text_of(file)
        event = read_event(text, str(file), self._profile_name, self._names)
        try:
            outs = real_outs(event.tournament.out, file.absolute().parent)
        except FieldError as error:
            raise located(error, text, str(file)) from None
        event = event.with_outs(None).with_outs(outs)
        for doubt in event_doubts(event.tournament, text, str(file)):
            tell(doubt)
        named = event.tournament.pairings_file
        if not named:
            return event
        path = file.parent / named
        self.marks[path] = mark_of(path)
        if event.tournament.round in {"", 0}:
            raise located(FieldError(("pairings",), "of which round? The key `round` is missing"), text, str(file))
        try:
            paired = read_pairings(path, event.tournament.round, tell)
        except FileNotFoundError:  # it may come later: pairings are made when the round before is over
            missing = located(FieldError(("pairings",), f"there is no file {path}; nobody is paired"), text, str(file))
            tell(str(missing))
            return event
        return event._replace(tournament=event.tournament.with_pairings(paired))


def event_options(names: tuple[str, ...]) -> Callable[[Command], Command]:
    """The options of a command that takes these profiles; it is given one `event_file` and one `profile_name`."""

    def decorate(command: Command) -> Command:
        command = click.option(
            "--profile",
            "profile_name",
            type=click.Choice(names),
            help=f"The set of rules, instead of that of the tournament file; without either, {DEFAULT_NAME}.",
        )(command)
        return click.option(
            "--event",
            "event_file",
            type=click.Path(path_type=Path, exists=True, dir_okay=False),
            metavar="FILE",
            help="The tournament file (TOML): rules, event, round, clock side, labels of boards, players.",
        )(command)

    return decorate


def known_event(event_file: Path | None, profile_name: str | None, names: tuple[str, ...]) -> Event:
    """What these options lead to; ends the program, having said why, where the file cannot be taken."""
    return event_and_source(event_file, profile_name, names)[0]


def event_and_source(
    event_file: Path | None, profile_name: str | None, names: tuple[str, ...]
) -> tuple[Event, EventSource | None]:
    """The same, with where it was read, to be read again; None: in no file."""
    if event_file is None:
        return Event(profiles()[profile_name or DEFAULT_NAME]), None
    source = EventSource(event_file, profile_name, names)
    try:
        return source.read(say), source
    except FileError as error:
        fail(str(error), EXIT_FAULTY_INPUT)


def text_of(event_file: Path) -> str:
    """The text of the file, without the mark some editors put in front of it; FileError if it cannot be had."""
    try:
        with event_file.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise FileError(f"{event_file}: cannot be read: {error.strerror}") from None
    if len(data) > MOST_BYTES:
        raise FileError(f"{event_file}: has more than {MOST_BYTES} bytes: that is no tournament file")
    try:
        return data.decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise FileError(f"{event_file}: not UTF-8, at byte {error.start}") from None


def event_doubts(made: TournamentFile, text: str, file: str) -> list[str]:
    """What in this tournament file is likely a mistake, with line and key."""
    labels = ((("labels", serial), serial, label) for serial, label in made.labels.items())
    found = list(doubts(labels, made.players))
    more = len(found) - DOUBTS_TOLD
    told = [str(located(doubt, text, file)) for doubt in found[:DOUBTS_TOLD]]
    return [*told, f"{file}: {more} more of this kind"] if more > 0 else told


def read_event(text: str, file: str, profile_name: str | None, names: tuple[str, ...]) -> Event:
    """The event of this tournament file; FileError with line and key for what is wrong in it."""
    made = read_tournament(text, file)
    try:
        named = made.profile or DEFAULT_NAME
        if named not in names:
            raise FieldError(("profile",), f"{named!r} is none of {', '.join(names)}")
        return Event(overridden(profiles()[profile_name or named], made.rules, ("rules",)), made)
    except FieldError as error:
        raise located(error, text, file) from None
