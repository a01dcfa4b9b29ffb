"""What people are told of games that another program tells of."""

from typing import Final

from dgt_monitor.laws.profile import Profile
from dgt_monitor.laws.texts import BOARD
from dgt_monitor.wording import Said, Sentence, joined, stopped

_RESULT: Final = Sentence("The other program gives {result}. Take the result from the signed scoresheets.")


def claimed_result_text(who: str, result: str, profile: Profile) -> Said:
    """That another program says how the game has ended."""
    return joined((BOARD(who=who), _RESULT(result=result), stopped(profile.cited(profile.articles.result))))
