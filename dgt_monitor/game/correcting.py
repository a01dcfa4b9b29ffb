"""What a person says of the moves of a board, put in place of what the monitor made of its sensors."""

from collections.abc import Sequence

import chess

from dgt_monitor.game.changes import Change, Made, Ply, Uncertain
from dgt_monitor.game.placement import letters
from dgt_monitor.game.putting import twin
from dgt_monitor.game.story import Story
from dgt_monitor.game.tracker import Tracker

NOT_FITTING = "what was read after moves that were ruled on does not all fit them"
"""Why plies are not sure; it follows "because"."""


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


def correct(tracker: Tracker, t_s: float, number: int, sans: Sequence[str], *, keep: bool = False) -> list[Change]:
    """The plies from this number on are these; CorrectionError where they cannot be, and nothing is changed.

    Each has the time of the ply in whose place it stands, if there was one. `keep`: later plies stay as far as they
    can be made; else only if they explain more of what stands.
    """
    opinion = tracker.opinion
    if opinion is None:
        raise CorrectionError
    story = opinion.story
    moves, end = moves_of(story, number, sans)
    before = story.plies[number - 1 :]
    times_s = [ply.t_s for ply in before[: len(moves)]] + [t_s] * (len(moves) - len(before))
    plies = [_said(move, at_s) for move, at_s in zip(moves, times_s, strict=True)]
    replaced_later = before[len(moves) :]
    later = _that_fit(story, end, before, moves) if keep else _borne_out(story, end, replaced_later)
    out = opinion.correct(t_s, number, [*plies, *later])
    _keep_what_is_known(story, later)
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
    fitting, board = _legal(end, after)
    return after if len(fitting) == len(after) and _far(story, board) < _far(story, end) else ()


def _that_fit(story: Story, end: chess.Board, before: Sequence[Ply], moves: Sequence[chess.Move]) -> Sequence[Ply]:
    """The plies after those that are replaced by these moves, as far as they can be made all the same."""
    after = before[len(moves) :]
    board, _ = story.before(len(after))
    if board.epd(en_passant="legal") == end.epd(en_passant="legal"):
        return after
    exchanged = _exchanged(before, moves)
    fitting, there = _legal(end, exchanged)
    if len(fitting) == len(after) and there.epd(en_passant="legal") == story.before(0)[0].epd(en_passant="legal"):
        return exchanged  # they were read, in another order
    return _legal(end, after)[0]


def _exchanged(before: Sequence[Ply], moves: Sequence[chess.Move]) -> Sequence[Ply]:
    """The plies after those: where one of these moves comes again, it is the one in whose place it stands now."""
    after = list(before[len(moves) :])
    for back, (ply, move) in enumerate(zip(before, moves, strict=False)):
        same_side = range((len(moves) - back) % 2, len(after), 2)
        again = next((at for at in same_side if after[at].move == move), None)
        if ply.move != move and again is not None:
            was = after[again]
            one = after[again] = Ply(ply.move, "", "", (), (0, None, 0), was.t_s)
            one.provenance, one.sure = was.provenance, False
            one.clock, one.timed, one.pressed, one.unlike = was.clock, was.timed, was.pressed, was.unlike
    return after


def _legal(start: chess.Board, plies: Sequence[Ply]) -> tuple[Sequence[Ply], chess.Board]:
    """As many of the plies as can be made from there, and where they lead to."""
    board = start.copy(stack=False)
    for number, ply in enumerate(plies):
        if not ply.legal or not board.is_legal(ply.move):
            return plies[:number], board
        board.push(ply.move)
    return plies, board


def _keep_what_is_known(story: Story, before: Sequence[Ply]) -> None:
    """The last plies were these, with all that the clock told of them and other lines had there."""
    for ply, was in zip(story.plies[len(story.plies) - len(before) :], before, strict=True):
        ply.clock, ply.timed, ply.pressed, ply.unlike = was.clock, was.timed, was.pressed, was.unlike


def doubt_from(tracker: Tracker, number: int) -> list[Change]:
    """From this ply on what was read does not fit the moves that a person has said."""
    if tracker.untold.hole is None:
        tracker.untold.hole = number
    return [Uncertain(number, NOT_FITTING, lasting=True)]


def _far(story: Story, board: chess.Board) -> int:
    return sum(one != other for one, other in zip(story.seen, letters(board), strict=True))


def _said(move: chess.Move, t_s: float) -> Ply:
    ply = Ply(move, "", "", (), (0, None, 0), t_s)
    ply.provenance = "corrected"
    return ply
