"""The options `--event` and `--profile`: which rules, which round, who plays where."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import click

from dgt_monitor.cli.output import EXIT_FAULTY_INPUT, fail, say
from dgt_monitor.fields import FieldError, FileError, located
from dgt_monitor.hall.entries import Known
from dgt_monitor.laws.profile import DEFAULT_NAME, FIDE_OVER_THE_BOARD, Profile, overridden, profiles
from dgt_monitor.tournament.doubts import doubts
from dgt_monitor.tournament.event import NO_TOURNAMENT, TournamentFile, read_tournament

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
        white_clock = self.tournament.white_clock or known.white_clock
        return known._replace(profile=self.profile, tournament=self.tournament, white_clock=white_clock)


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
    try:
        if event_file is None:
            return Event(profiles()[profile_name or DEFAULT_NAME])
        text = _text_of(event_file)
        event = read_event(text, str(event_file), profile_name, names)
        for doubt in event_doubts(event.tournament, text, str(event_file)):
            say(doubt)
        return event
    except FileError as error:
        fail(str(error), EXIT_FAULTY_INPUT)
    except UnicodeDecodeError as error:
        fail(f"{event_file}: not UTF-8, at byte {error.start}", EXIT_FAULTY_INPUT)
    except OSError as error:
        fail(f"{event_file}: cannot be read: {error.strerror}", EXIT_FAULTY_INPUT)


def event_doubts(made: TournamentFile, text: str, file: str) -> list[str]:
    """What in this tournament file is likely a mistake, with line and key."""
    labels = ((("labels", serial), serial, label) for serial, label in made.labels.items())
    found = list(doubts(labels, made.players))
    more = len(found) - DOUBTS_TOLD
    told = [str(located(doubt, text, file)) for doubt in found[:DOUBTS_TOLD]]
    return [*told, f"{file}: {more} more of this kind"] if more > 0 else told


def _text_of(event_file: Path) -> str:
    """The text of the file, without the mark some editors put in front of it."""
    with event_file.open("rb") as stream:
        data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise FileError(f"{event_file}: has more than {MOST_BYTES} bytes: that is no tournament file")
    return data.decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


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
