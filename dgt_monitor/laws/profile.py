"""Sets of rules as data: the numbers, who may claim, what is automatic, the articles to cite, the words.

The profiles themselves stand in `profiles.toml` beside this module.
"""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, NamedTuple

from dgt_monitor.fields import FieldError, Path, Table, build, located, parse
from dgt_monitor.wording import Sentence, joined, word

Claimant = Literal["to_move", "to_move_or_before_clock"]


class Articles(NamedTuple):
    """Where each rule stands in the text the profile names; None where that text has no such place."""

    checkmate: str | None
    stalemate: str | None
    dead_position: str | None
    repetition_claim: str | None
    """The position has just appeared."""
    repetition_claim_intended: str | None
    """The position is about to appear: the move is written, not played."""
    repetition_draw: str | None
    moves_claim: str | None
    moves_claim_intended: str | None
    moves_draw: str | None
    correct_claim: str | None
    wrong_claim: str | None
    silence: str | None
    """Why the arbiter tells the players nothing of a possible claim."""
    claim_is_offer: str | None
    """A claim is also an offer of a draw."""
    touched: str | None
    """Who has touched a piece cannot claim on that move."""
    illegal_move: str | None
    """What becomes of it."""
    illegal_move_penalty: str | None
    illegal_press: str | None
    """The clock pressed without a move, and two hands."""
    still_illegal: str | None
    """Both kings in check, or a pawn on the last rank, still so after the next move: drawn."""
    flag: str | None
    """A flag that falls, and whether the opponent can mate."""
    cannot_mate: str | None
    """Whether a side can mate at all."""
    unpromoted: str | None
    """A pawn left on the last rank."""
    setup: str | None
    displaced: str | None
    result: str | None
    """The signed scoresheets."""
    agreed: str | None = None
    """That an event may allow no draw by agreement before some move."""


class Wording(NamedTuple):
    """What is said to the arbiter where sets of rules differ, in English; translated like every other text."""

    declare: str
    """What to do at a draw by repetition, by moves without progress, or of a dead position."""
    not_on: str
    """What not to do then."""
    silence: str
    """What not to do while a player may claim."""
    answered: str
    """What becomes of an illegal move that was answered."""


class EventRule(NamedTuple):
    """What an event's own regulations say otherwise than the set of rules they change."""

    field: str
    """As it is spelled in a tournament file: `moves_draw`, `articles.flag`."""
    value: str | int | bool | None
    own: str | int | bool | None
    """What the set of rules says itself; None, here too, switches it off."""


class Profile(NamedTuple):
    """One named set of rules. Nothing in it is code; None switches a rule off."""

    name: str
    """Short and stable, for files and command lines."""
    title: str
    """For people, with the edition."""
    authority: str
    """Printed before an article, `FIDE 9.6.1`, and different in every profile: it shows which one was applied."""
    articles: Articles
    wording: Wording
    over_the_board: bool = True
    """Whether games on boards are watched by it; the others are for checking scores."""
    repetition_claim: int | None = 3
    """Occurrences from which the draw may be claimed."""
    repetition_draw: int | None = 5
    """Occurrences at which the game is drawn without a claim."""
    repetition_draw_consecutive: bool = False
    """Whether those occurrences must come at consecutive moves of each player: four half-moves apart.

    What "consecutive alternate moves" means was disputed; this is how programs of that time read it.
    """
    moves_claim: int | None = 50
    """Moves by each player without pawn move or capture from which the draw may be claimed."""
    moves_draw: int | None = 75
    """Moves by each player without pawn move or capture at which the game is drawn without a claim."""
    draws_by_itself: bool = True
    """Whether `repetition_draw` and `moves_draw` end the game; else the arbiter may declare it drawn."""
    claimant: Claimant = "to_move"
    """Who may claim: the player having the move; or also he who moved and has not pressed the clock."""
    repetition_claim_until: str = "he moves"
    moves_claim_until: str = "a pawn move or capture"
    wrong_claim_penalty_minutes: int = 2
    """Added to the opponent's time for an incorrect claim."""
    illegal_move_penalty_minutes: int = 2
    """Added to the opponent's time for a completed illegal move."""
    illegal_moves_to_lose: int | None = 2
    """The illegal move of one player that loses him the game; None: none does by its number."""
    illegal_move_stands: bool = False
    """Whether an illegal move stands once it has been answered (A.5.2)."""
    overridden: tuple[str, ...] = ()
    """The fields that the event's own regulations changed."""

    def event_rules(self) -> tuple[EventRule, ...]:
        """What the event's own regulations changed, field by field."""
        if not self.overridden:
            return ()
        base = profiles()[self.name.removesuffix(_OF_EVENT)]
        return tuple(rule for key in self.overridden for rule in _changed(key, getattr(self, key), getattr(base, key)))

    def cited(self, article: str | None) -> str:
        """The article as it is printed, `FIDE 9.6.1`; where there is none, whose rules these are."""
        return joined((self.authority, article or ""))


_EVENT_TITLE: Final = Sentence("{title}, with the event's own rules")
_EVENT_AUTHORITY: Final = Sentence("{authority}, event's own rules,")
_OF_EVENT: Final = "+event"
"""Behind the name of a profile that an event's own regulations changed."""


def _changed(path: str, value: Any, own: Any) -> Iterator[EventRule]:
    if isinstance(value, tuple):
        for key in value._fields:  # type: ignore[attr-defined]
            yield from _changed(f"{path}.{key}", getattr(value, key), getattr(own, key))
    elif value != own:
        yield EventRule(path, value, own)


_FILE: Final = "profiles.toml"
DEFAULT_NAME: Final = "fide-otb"
NOT_TO_OVERRIDE: Final = ("name", "title", "authority", "over_the_board", "overridden")
"""What says which set of rules it is; the event's own regulations change what it says."""


@cache
def profiles() -> dict[str, Profile]:
    """All that come with the program, by name, in the order in which they are offered."""
    return read_profiles(files(__package__).joinpath(_FILE).read_text("utf-8"), _FILE)


def read_profiles(text: str, file: str) -> dict[str, Profile]:
    """The profiles of a TOML text, each a table of its name; FileError with line and key for nonsense in it."""
    known: dict[str, Profile] = {}
    try:
        for name, table in parse(text, file).items():
            known[name] = _profile(name, table, known)
    except FieldError as error:
        raise located(error, text, file) from None
    return known


def _profile(name: str, table: Any, known: dict[str, Profile]) -> Profile:
    if not isinstance(table, dict):
        raise FieldError((name,), "a table is wanted")
    given = {"name": name, "overridden": [], **table}
    base = given.pop("based_on", None)
    if base is not None and base not in known:
        raise FieldError((name, "based_on"), f"{base!r} is no profile that stands before this one")
    made = build(Profile, given, (name,), None if base is None else known[base])
    _check(made, (name,))
    return made


def overridden(base: Profile, table: Table, path: Path = ()) -> Profile:
    """The profile as an event's own regulations change it; FieldError for nonsense, `path` being where the table is."""
    for key in table:
        if key in NOT_TO_OVERRIDE:
            raise FieldError((*path, key), "says which rules these are and cannot be changed: choose another profile")
    made = build(Profile, table, path, base)
    _check(made, path)
    changed = tuple(key for key in table if getattr(made, key) != getattr(base, key))
    if not changed:
        return base
    return made._replace(
        name=f"{base.name}{_OF_EVENT}",
        title=_EVENT_TITLE(title=word(base.title)),
        authority=_EVENT_AUTHORITY(authority=base.authority),
        overridden=changed,
    )


_LEAST: Final = {
    "repetition_claim": 2,
    "repetition_draw": 2,
    "moves_claim": 1,
    "moves_draw": 1,
    "wrong_claim_penalty_minutes": 0,
    "illegal_move_penalty_minutes": 0,
    "illegal_moves_to_lose": 1,
}
"""Below these a number makes no sense: a position that stands once is not repeated."""
MOST: Final = 1000
"""Above this a number makes no sense (chosen: no game has so many moves without progress)."""


def _check(made: Profile, path: Path) -> None:
    """FieldError where numbers are nonsense or contradict each other."""
    for key, least in _LEAST.items():
        value = getattr(made, key)
        if value is not None and not least <= value <= MOST:
            raise FieldError((*path, key), f"{value} is not between {least} and {MOST}")
    for claim, draw in (("repetition_claim", "repetition_draw"), ("moves_claim", "moves_draw")):
        low, high = getattr(made, claim), getattr(made, draw)
        if low is not None and high is not None and low >= high:
            raise FieldError(
                (*path, claim),
                f"{low} is not below {draw}, {high}: a game that is drawn by then leaves nothing to claim",
            )
    if not made.authority.strip():
        raise FieldError((*path, "authority"), "is empty")


FIDE_OVER_THE_BOARD: Final = profiles()[DEFAULT_NAME]
