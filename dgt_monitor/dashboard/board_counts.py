"""What a board's moves amount to: which positions stood how often, what only looks like it, what may be claimed. Pure.

Nothing of this is drawn behind the curtain.
"""

from typing import Final

from dgt_monitor.dashboard.alarm import DRAWS, WAS_NONE, quiet
from dgt_monitor.dashboard.board_facts import heading
from dgt_monitor.dashboard.lines import Line, Role, Span, line
from dgt_monitor.dashboard.safe import clean, clean_whole, width, wrap, wrap_phrases
from dgt_monitor.dashboard.words import count_words, told
from dgt_monitor.hall.prospects import alikes, coming
from dgt_monitor.hall.views import BoardView, OccurrenceView
from dgt_monitor.language import say, words
from dgt_monitor.wording import Sentence

_LABEL_LINES: Final = 6
_ALIKE_LINES: Final = 4
_CLAIM_LINES: Final = 5
_STOOD: Final = Sentence("This position has stood {times}.")
_NOT_THE_SAME: Final = Sentence("Looks the same and is not: {why}.")
_WHITE_WRITES: Final = Sentence("White by writing {moves} ({n} time)", "White by writing {moves} ({n} times)")
_BLACK_WRITES: Final = Sentence("Black by writing {moves} ({n} time)", "Black by writing {moves} ({n} times)")
_BY_MOVES: Final = Sentence("By writing a move that is no capture and no pawn's: {n} moves")
_NOTHING: Final = Sentence("Nothing can be claimed now, nor by a move about to be made.")
_DRAWN: Final = Sentence("The game is drawn by itself: nobody has to claim it.")
_OVER: Final = Sentence("The game is over.")
_IF_RIGHT: Final = Sentence("as far as the moves are right: not all of them are sure")
_ILLEGAL: Final = Sentence("An illegal move stands: what may be claimed after it is for the arbiter to say.")
_HIDDEN: Final = Sentence("x shows counts and claims again")


def count_lines(board: BoardView, cells: int, *, curtain: bool) -> list[Line]:
    """The table of occurrences, look-alikes with their reasons, and what can be claimed."""
    if not board.game or not (board.count or board.moves):  # one that has gone to another board
        return []
    if curtain:
        return [heading(f"{say('CURTAIN')}: {words(_HIDDEN)}", cells)]
    return [*_claim_lines(board, cells), *_occurrence_lines(board, cells)]


def _claim_lines(board: BoardView, cells: int) -> list[Line]:
    out = [heading(say("WHAT CAN BE CLAIMED"), cells)]
    texts = [told(each) for each in quiet(board.alerts)]
    if any(each.rule in DRAWS and each.sure and each.ended not in WAS_NONE for each in board.alerts):
        texts.insert(0, words(_DRAWN))
    elif not all(move.legal for move in board.moves):
        texts.append(words(_ILLEGAL))
    elif board.phase == "playing":
        texts += _by_writing(board)
        if not all(move.sure for move in board.moves) and texts:
            texts.append(words(_IF_RIGHT))
    role: Role = "count" if texts else "dim"
    for text in texts or [words(_NOTHING if board.phase == "playing" else _OVER)]:
        out += [line(" " + each, role) for each in wrap(text, cells - 1, _CLAIM_LINES)]
    return out


def _by_writing(board: BoardView) -> list[str]:
    found = coming(board)
    texts = []
    if found.repeating:
        sentence = _WHITE_WRITES if board.white_to_move else _BLACK_WRITES
        texts.append(words(sentence, moves=", ".join(map(clean, found.repeating)), n=board.claim_count or 0))
    if found.by_moves:
        texts.append(words(_BY_MOVES, n=(board.claim_ply or 0) // 2))
    return texts


def _occurrence_lines(board: BoardView, cells: int) -> list[Line]:
    shown = sorted(board.occurrences, key=lambda each: (not each.now, -each.count))
    out = [heading(say("OCCURRENCES"), cells)]
    if not any(each.now for each in shown):
        out.append(line(f" {words(_STOOD, times=count_words(board.count, board.count_max))}"))
    else:
        out += _occurrence(shown.pop(0), board, cells)
    for why in alikes(board):
        text = clean_whole(words(_NOT_THE_SAME, why=why))
        out += [line(" " + each, "plain") for each in wrap(text, cells - 1, _ALIKE_LINES)]
    for each in shown:
        out += _occurrence(each, board, cells)
    return out


def _occurrence(each: OccurrenceView, board: BoardView, cells: int) -> list[Line]:
    role: Role = "count" if board.counts(each.count) else "plain"
    now = f", {say('now')}" if each.now else ""
    lead = f" {say(count_words(each.count, each.count_max))}{now}: "
    rest_role: Role = "plain" if each.now else "dim"
    labels = wrap_phrases([clean(label) for label in each.labels], max(1, cells - width(lead)), _LABEL_LINES)
    first, *rest = labels or [""]
    return [
        (Span(lead, role), Span(first, rest_role)),
        *(line(" " * width(lead) + more, rest_role) for more in rest),
    ]
