"""What people are told of games that another program tells of."""

from typing import Final

from dgt_monitor.game.claimed import ClaimedTracker
from dgt_monitor.game.tracker import Tracker
from dgt_monitor.laws.profile import Profile
from dgt_monitor.laws.texts import BOARD
from dgt_monitor.tournament.event import NOBODY, TournamentFile
from dgt_monitor.tournament.names import NAME_MAX_CHARS
from dgt_monitor.tournament.people import Players
from dgt_monitor.wording import Said, Sentence, joined, stopped

_RESULT: Final = Sentence("The other program gives {result}. Take the result from the signed scoresheets.")

_NO_NAME: Final = frozenset({"?", "-"})


def claimed_result_text(who: str, result: str, profile: Profile) -> Said:
    """That another program says how the game has ended."""
    return joined((BOARD(who=who), _RESULT(result=result), stopped(profile.cited(profile.articles.result))))


def who_of(board: str, tournament: TournamentFile, tracker: Tracker) -> str:
    """A board as sentences name it: who is paired there, else whom the other program names."""
    if tournament.players.get(board, NOBODY) != NOBODY or not isinstance(tracker, ClaimedTracker):
        return tournament.who(board)
    tags = {} if tracker.score is None else tracker.score.tags
    claimed = Players(_name(tags.get("White", "")), _name(tags.get("Black", "")))
    return f"{board} {claimed.short}".rstrip()


def _name(text: str) -> str:
    """A name from outside, without what cannot be printed; empty if it says that nobody knows."""
    name = "".join(letter for letter in " ".join(text.split()) if letter.isprintable())[:NAME_MAX_CHARS]
    return "" if name in _NO_NAME else name
