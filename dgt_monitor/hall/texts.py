"""The sentences about boards, lines and histories. (Those about draws stand in `laws.texts`.)

In this order: board, what happened, how certain, what to do, what not to do, article.
"""

from collections.abc import Sequence

from dgt_monitor.events import Level, Rule, SquareFault
from dgt_monitor.game.changes import Fault, Strange
from dgt_monitor.laws.labels import START_LABEL

_DEVICE: dict[Rule, tuple[Level, str]] = {
    Rule.BOARD_LOST: (
        Level.CHECK,
        (
            "NOT WATCHED: no signal. Check cable and power; do not disturb the game. Repetitions on this board are "
            "yours to watch until the signal is back."
        ),
    ),
    Rule.BOARD_SILENT: (
        Level.CHECK,
        "NOT WATCHED: no answer. Check the board's power and plug; its line is open.",
    ),
    Rule.LINE_NOISY: (
        Level.CHECK,
        (
            "Noisy line: bytes arrive damaged and are dropped. Check cable and plugs; moves may be missed until it is "
            "better."
        ),
    ),
    Rule.SETUP: (Level.CHECK, "NOT WATCHED: this is a draughts board, or it is set to draughts. It shows no chess."),
    Rule.CLOCK_MISSING: (Level.INFO, "No clock is connected to the board. Moves and counts go on without it."),
    Rule.CLOCK_BATTERY: (Level.INFO, "The clock's battery is low. Have another clock ready."),
}


def device_text(rule: Rule, board: str) -> tuple[Level, str]:
    """How grave trouble with a device is, and how it is told."""
    level, sentence = _DEVICE[rule]
    return level, f"Bd {board}. {sentence}"


def _after(label: str, start: str = "at the start") -> str:
    """`after 28.Na2`; where no move of this number is known, or none was played, that in words."""
    if label == START_LABEL:
        return start
    if not label.endswith("?"):
        return f"after {label}"
    number = label.rstrip("?").rstrip(".")
    return f"after {'Black' if '..' in label else 'White'}'s move {number}"


_FAULTS: dict[Fault, str] = {
    "way": "the piece does not move so",
    "check": "the king is left in check",
    "castling": "castling is not allowed here",
    "nothing_taken": "the pawn takes nothing there",
    "own_piece": "a piece of its own side is taken",
    "unpromoted": "the pawn is left on the last rank",
    "colour": "the new piece is of the other side",
    "turn": "it was the other side's turn",
}


def _illegal_text(board: str, after: str, strange: Strange) -> str:
    why = "" if strange.fault is None else f" ({_FAULTS[strange.fault]})"
    what = f"{strange.move} {_after(after)} is not a legal move{why}"
    if strange.state == "complete" and strange.fault == "unpromoted":
        return (
            f"Bd {board}. LOOK: {what}, and the clock was pressed, so it is complete. Go and look; the pawn becomes a "
            "queen. FIDE 7.5.2."
        )
    if strange.state == "complete":
        return (
            f"Bd {board}. ACT NOW: {what}, and the clock was pressed, so it is complete. Stop the clocks and restore "
            "the position before it. FIDE 7.5.1."
        )
    if strange.state == "answered":
        return f"Bd {board}. LOOK: {what}, and the opponent has replied. {_ANSWERED}"
    return f"Bd {board}. LOOK: {what}. Go and look; it is complete only when the clock has been pressed. FIDE 7.5.1."


_ANSWERED = (
    "Restore the position before it, FIDE 7.5.1; in rapid and blitz with one arbiter for many games it stands unless "
    "both players agree, FIDE A.5.2."
)


def illegal_stands_text(board: str, label: str) -> str:
    """That the moves of a game contain one that is not legal, and go on from it."""
    return (
        f"Bd {board}. The moves contain {label}, which is not legal and was answered; they go on from there. Do not "
        f"stop a game on a count alone that goes beyond it. {_ANSWERED}"
    )


def strange_text(board: str, squares: Sequence[str], after: str, strange: Strange) -> str:
    """What stands on a board that no legal move explains."""
    rule = Rule(strange.kind)
    named = ", ".join(squares)
    if rule is Rule.ILLEGAL_MOVE:
        return _illegal_text(board, after, strange)
    if rule is Rule.SETUP:
        return f"Bd {board}. LOOK: the pieces are not set up right, see {named}. Mend it before move 1. FIDE 7.2.1."
    return (
        f"Bd {board}. LOOK: the position {_after(after)} does not stand on the board, see {named}. A piece may have "
        "been displaced. Go and look. FIDE 7.4, 7.6."
    )


def uncertain_text(board: str, after: str, why: str) -> str:
    """That the history of a game is not sure any more."""
    moves = _after(after, "from the start on")
    return (
        f"Bd {board}. The moves {moves} are not certain: {why}. Counts of positions are given as from-to. Do not stop "
        "a game on such a count alone; compare the scoresheets."
    )


def joined_text(board: str) -> str:
    """That a game is watched only from its middle on."""
    return (
        f"Bd {board}. Watched only from here on: the board was joined in the middle of the game. Every count is 'at "
        "least'; what came before stands in the scoresheets."
    )


_STILL = "Where A.5 applies: if it is still so when the next move is completed, the game is drawn, FIDE A.5.4."
LEFT_ON_LAST_RANK = _STILL
"""Of a pawn that was left on the last rank, after what holds elsewhere."""
BOTH_IN_CHECK = f"Both kings are in check. {_STILL}"
"""Of an illegal move that leaves it so."""


def penalised_text(board: str, side: str) -> str:
    """That the arbiter has penalised a player for what changes nothing on the board."""
    return (
        f"Bd {board}. For the record: {side.capitalize()} was penalised without change on the board, for the clock "
        "pressed without a move or two hands. FIDE 7.5.3, 7.5.4."
    )


def announced_text(board: str, played: str, announced: str, article: str) -> str:
    """That another move was played than the one announced for a claim that failed."""
    return (
        f"Bd {board}. LOOK: {played} was played, and {announced} was announced for the claim that failed. It must be "
        f"played. Go and look. FIDE {article}."
    )


def touched_text(squares: Sequence[str], article: str) -> str:
    """That pieces of the claimant are off their squares when the claim is made: a hint, no finding."""
    return (
        f"Off the board before the claim: {', '.join(squares)}. Ask whether it was touched to be moved: then there is "
        f"no claim on this move, {article}."
    )


def not_restored_text(board: str, squares: Sequence[str], after: str, what: str) -> str:
    """That the position of the game does not stand on the board when a claim or an intervention is closed."""
    return (
        f"Bd {board}. LOOK: the {what} is closed, and the position {_after(after)} does not stand on the board, see "
        f"{', '.join(squares)}. Have it set up: moves are followed again from it. If what stands is right, close "
        "once more."
    )


def result_text(board: str, result: str) -> str:
    """That the players show a result with the kings or a result piece."""
    return f"Bd {board}. The players show {result} on the board. Take the result from the signed scoresheets. FIDE 8.7."


_MINUTE_S = 60
_SQUARES: dict[SquareFault, tuple[Level, str, str]] = {
    "flickers": (
        Level.INFO,
        "flickers ({times} times in {time})",
        "Clean or exchange the piece on it after the game; until then mind that square.",
    ),
    "misreads": (
        Level.INFO,
        "takes pieces for others ({times} times in {time})",
        "Clean or exchange the piece that lands there; if others are misread too, exchange the board after the round.",
    ),
    "ghosts": (
        Level.INFO,
        "shows pieces that are not there ({times} times in {time})",
        "See that pieces stand in the middle of their squares; if they do, exchange the board after the round.",
    ),
    "never_changes": (
        Level.CHECK,
        "does not tell of moves ({moves} went over it, and it showed nothing)",
        "Look what stands there and compare the scoresheets; if it goes on, exchange the board after the round.",
    ),
}
_WELL: dict[SquareFault, str] = {
    "flickers": "does not flicker any more",
    "misreads": "has misread nothing for a while",
    "ghosts": "has shown nothing that is not there for a while",
    "never_changes": "tells of changes again",
}


def square_text(square: str, fault: SquareFault, times: int, for_s: float) -> tuple[Level, str]:
    """How grave a bad square is, and how it is told, without the board's name."""
    level, what, to_do = _SQUARES[fault]
    seconds = max(1, round(for_s))
    time = f"{seconds} s" if seconds < 2 * _MINUTE_S else f"{round(seconds / _MINUTE_S)} minutes"
    moves = "1 move" if times == 1 else f"{times} moves"
    return level, f"Square {square} {what.format(times=times, time=time, moves=moves)}. {to_do}"


def square_well_text(square: str, fault: SquareFault) -> str:
    """That a square that was bad is so no more."""
    return f"Square {square} {_WELL[fault]}."
