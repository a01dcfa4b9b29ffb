"""What was played on a board while its changes went untold, worked out anew as pieces land before our eyes."""

from collections.abc import Sequence

from dgt_monitor.game.changes import Change
from dgt_monitor.game.held_line import NOTHING
from dgt_monitor.game.opinion import Opinion
from dgt_monitor.game.story import Story
from dgt_monitor.game.timing import NEVER_S
from dgt_monitor.game.untold import Untold


def stands_unseen(story: Story, untold: Untold) -> bool:
    """Whether something that stands otherwise than the game has it came about unseen."""
    return min(story.debts.values(), default=NEVER_S) <= untold.told_again_s


def worked_out(t_s: float, opinion: Opinion, untold: Untold) -> Sequence[Change]:
    """What explains, with one more piece landed, what came about unseen; nothing if it is not known."""
    if not stands_unseen(opinion.story, untold):
        return NOTHING
    return opinion.explain(t_s, observed=False) or NOTHING


def guessed_again(t_s: float, opinion: Opinion, untold: Untold) -> Sequence[Change]:
    """Plies that were only worked out, and that the first piece to land contradicts: it may have been in a hand."""
    base, plies = untold.base, opinion.story.plies
    if base is None or base.opinion is not opinion or tuple(plies[: len(base.plies)]) != base.plies:
        return NOTHING
    guesses = plies[len(base.plies) :]
    if not guesses or any(ply.provenance != "inferred" for ply in guesses):
        return NOTHING
    out = opinion.withdraw(untold.told_again_s, len(guesses), "revised", seen=False)
    return [*out, *(opinion.explain(t_s, observed=False) or NOTHING)]
