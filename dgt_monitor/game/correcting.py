"""What a person says of the moves of a board, put in place of what the monitor made of its sensors."""

from collections.abc import Sequence

import chess

from dgt_monitor.game.changes import Change, Made, Ply
from dgt_monitor.game.placement import letters
from dgt_monitor.game.putting import twin
from dgt_monitor.game.story import Story
from dgt_monitor.game.tracker import Tracker


class CorrectionError(Exception):
    """It cannot be so; `san`: the move that is not possible, empty where there is no such ply."""

    def __init__(self, san: str = "") -> None:
        super().__init__(san)
        self.san = san


def moves_of(story: Story, number: int, sans: Sequence[str]) -> tuple[list[chess.Move], chess.Board]:
    """These moves from this ply on, and the position after them; CorrectionError where they cannot be made."""
    back = len(story.plies) - number + 1
    if number < 1 or back < 0:
        raise CorrectionError
    board, _ = story.before(back)
    moves = []
    for san in sans:
        try:
            move = board.parse_san(san)
        except ValueError:
            raise CorrectionError(san) from None
        if not move:  # a null move is none of a game
            raise CorrectionError(san)
        moves.append(move)
        board.push(move)
    return moves, board


def correct(tracker: Tracker, t_s: float, number: int, sans: Sequence[str]) -> list[Change]:
    """The plies from this number on are these; CorrectionError where they cannot be, and nothing is changed.

    Each has the time of the ply in whose place it stands, if there was one.
    """
    opinion = tracker.opinion
    if opinion is None:
        raise CorrectionError
    story = opinion.story
    moves, end = moves_of(story, number, sans)
    before = story.plies[number - 1 :]
    times_s = [ply.t_s for ply in before[: len(moves)]] + [t_s] * (len(moves) - len(before))
    plies = [_said(move, at_s) for move, at_s in zip(moves, times_s, strict=True)]
    out = opinion.correct(t_s, number, [*plies, *_borne_out(story, end, before[len(moves) :])])
    tracker.stands_corrected(t_s)
    out += opinion.illegal.settled(opinion.story)
    return [*out, *tracker.untold.corrected(number), *tracker.end_alarms()]


def restate(tracker: Tracker, t_s: float, number: int, said: chess.Board) -> list[Change]:
    """After the ply of this number the rights are those of `said`; what is legal all the same of later plies stays."""
    opinion = tracker.opinion
    if opinion is None or not 0 < number <= len(opinion.story.plies):
        raise CorrectionError
    story, later = opinion.story, opinion.story.plies[number:]
    stated = story.plies[number - 1]
    stated.provenance = "corrected"
    out = opinion.correct(t_s, number, [stated])
    story.board.castling_rights, story.board.ep_square = said.castling_rights, said.ep_square
    out = [each._replace(board=twin(story.board)) if isinstance(each, Made) else each for each in out]
    for ply in later:
        if not ply.legal or not story.board.is_legal(ply.move):
            break
        out += opinion.go_back(t_s, [*story.plies, ply])[1]
    tracker.stands_corrected(t_s)
    return [*out, *opinion.illegal.settled(opinion.story), *tracker.end_alarms()]


def restore(tracker: Tracker, t_s: float, ply: int) -> list[Change]:
    """The arbiter has had the position after this ply set up, or has it set up now: the later ones are withdrawn."""
    opinion = tracker.opinion
    if opinion is None:
        return []
    out = opinion.correct(t_s, ply + 1, ()) if ply < len(opinion.story.plies) else []
    tracker.stands_corrected(t_s)
    return [*out, *opinion.illegal.settled(opinion.story), *tracker.end_alarms()]


def _borne_out(story: Story, end: chess.Board, after: Sequence[Ply]) -> Sequence[Ply]:
    """The plies after those that are replaced, if they can be made all the same and explain more of what stands."""
    board = end.copy(stack=False)
    for ply in after:
        if not ply.legal or not board.is_legal(ply.move):
            return ()
        board.push(ply.move)
    return after if _far(story, board) < _far(story, end) else ()


def _far(story: Story, board: chess.Board) -> int:
    return sum(one != other for one, other in zip(story.seen, letters(board), strict=True))


def _said(move: chess.Move, t_s: float) -> Ply:
    ply = Ply(move, "", "", (), (0, None, 0), t_s)
    ply.provenance = "corrected"
    return ply
