"""The sentences about boards, lines and histories. (Those about draws stand in `laws.texts`.)

In this order: board, what happened, how certain, what to do, what not to do, article.
"""

from collections.abc import Sequence

from dgt_monitor.events import Level, Rule
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
        "NOT WATCHED: the board does not answer, though its line is open. Check its power and plug.",
    ),
    Rule.LINE_NOISY: (
        Level.CHECK,
        (
            "Noisy line: bytes arrive damaged and are dropped. Moves may be missed until it is better. Check cable "
            "and plugs."
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


def strange_text(rule: Rule, board: str, squares: Sequence[str], after: str, step: str | None) -> str:
    """What stands on a board that no legal move explains."""
    named = ", ".join(squares)
    if rule is Rule.ILLEGAL_MOVE:
        return (
            f"Bd {board}. LOOK: {step} after {after} is not a legal move. Go and look; it is complete only when the "
            "clock has been pressed. FIDE 7.5.1."
        )
    if rule is Rule.SETUP:
        return f"Bd {board}. LOOK: the pieces are not set up right, see {named}. Mend it before move 1. FIDE 7.2.1."
    return (
        f"Bd {board}. LOOK: the position after {after} does not stand on the board, see {named}. A piece may have been "
        "displaced. Go and look. FIDE 7.4, 7.6."
    )


def uncertain_text(board: str, after: str, why: str) -> str:
    """That the history of a game is not sure any more."""
    which = "No move is" if after == START_LABEL else f"The moves after {after} are not"
    return (
        f"Bd {board}. {which} certain: {why}. Counts of positions are given as from-to. Do not "
        "stop a game on such a count alone; compare the scoresheets."
    )


def joined_text(board: str) -> str:
    """That a game is watched only from its middle on."""
    return (
        f"Bd {board}. Watched only from here on: the board was joined in the middle of the game. Every count is 'at "
        "least'; what came before stands in the scoresheets."
    )


def result_text(board: str, result: str) -> str:
    """That the players show a result with the kings or a result piece."""
    return f"Bd {board}. The players show {result} on the board. Take the result from the signed scoresheets. FIDE 8.7."
