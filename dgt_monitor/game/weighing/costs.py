"""What each kind of thing that happens on a board costs a story: about minus the logarithm of how likely it is.

The stories that compete explain the same changes, so only differences matter. First figures from a trial with simulated
hands (stories, "The shape"); tuned on the simulator's own hands by `tests/bench/hands.py`.
"""

from typing import Final

SCAN_S: Final = 0.26
"""A board reads all its squares within so many seconds (protocol 1.3: 200 to 250 ms)."""

MOVE: Final = 3.0
"""A legal move at all: dearer than nothing, cheaper than any noise that looks like one."""
LIFT_AND_RETURN: Final = 4.5
"""A piece is taken up and put back on its square: noise must cost more than a move, or a repetition reads as it."""
FLICKER: Final = 2.0
"""The same within a scan: no hand is that quick, a weak sensor is."""
SLID_OVER: Final = 0.7
"""The moving piece is seen for a scan on a square between origin and target."""
OVERSHOT: Final = 2.0
"""The moving piece is seen beyond its target on the same line: it was pushed too far and drawn back."""
OVERSHOT_S: Final = 0.52
OVERSHOT_SQUARES: Final = 2
"""For so long at most, two scans, and so far."""
SLIDE_S: Final = 0.36
"""Longer than that no moving piece is seen on one square (stories, "What mattered most", 4)."""
STOPPED_OVER: Final = 2.0
STOPPED_PER_S: Final = 3.0
"""The same for longer: a rest on the way; with each second, up to what any place costs while a piece is in a hand."""
IN_HAND: Final = 4.0
"""A piece is seen where it does not belong while it is missing from its own square."""
ANSWERED: Final = 3.0
"""The same of a piece of each side, one after the other, and neither was a move: mishaps do not answer each other,
plies do."""
GHOST: Final = 6.0
"""A piece is seen where it does not belong, and is missing nowhere."""
WRONG_CODE: Final = 5.0
"""Another piece than the one that stands there is read for a while."""
LINGERS_PER_S: Final = 1.5
LINGERS_AFTER_S: Final = 1.0
LINGERS_MOST: Final = 7.0
"""What noise costs more for every second that it lasts longer than that, and at most."""
CHANGE_OF_MIND: Final = 2.5
"""Each further change on one square that has not come to what is expected."""
LATE_IN_SCAN: Final = 0.2
"""Origin, victim or castled rook is seen to be where the move has it within a scan after the landing."""
LATE: Final = 1.2
LATE_PER_S: Final = 0.7
LATE_MOST: Final = 4.0
"""The same later, with each second, and at most: a rook or a captured pawn that is forgotten."""
CAPTURED_AT_ONCE: Final = 2.5
"""A landing that no scan saw, because the piece was captured there."""
STOPPED_UNSEEN: Final = 6.0
"""A stop-over that no scan saw: the same piece moved twice, and was seen only where it went then."""
PAWN_STANDS: Final = 3.0
"""A pawn on the last rank counts as the queen that is not there yet."""
AGAIN: Final = 3.0
AGAIN_S: Final = 0.25
"""The piece that a side moved last is lifted again so soon after it landed: it was hardly released."""
QUICK_S: Final = 0.2
QUICK_PER_S: Final = 40.0
QUICK_MOST: Final = 3.0
"""A side's landing is seen so soon after its last one, for each second sooner, and at most (a scan may have been late):
one hand has let go, reached for the next piece and put it down, which takes it 0.45 s at the fastest seen (hands 4)."""
HURRIED: Final = 2.0
HURRIED_MOST: Final = 2.0
"""A ply took less than this part of what plies took of late: half the square of the logarithm of how much less, since
thinking times spread like that, and at most: one in ten is played before the other has landed."""
UNDERPROMOTES: Final = 2.5
"""And more, if it counts as another piece."""
PROMOTED_OTHERWISE: Final = 5.0
"""Another piece than the one that a pawn becomes was put in its place first, and is exchanged."""
EXCHANGED_S: Final = 2.0
"""What was put down for a pawn, and is taken so soon, may have been exchanged for another piece that nobody saw."""
ORDER_IN_SCAN: Final = 5.0
ORDER_PER_S: Final = 20.0
ORDER_MOST: Final = 25.0
"""Two plies landed in the other order: within a scan by the share of it, beyond with each second, and at most."""
LIFTED_EARLY: Final = 0.7
"""The piece was in the hand before the other side had landed."""
SECOND_IN_HAND: Final = 2.0
"""At a landing another piece of the same side is missing from its square."""
FOREIGN: Final = 2.5
"""At a landing something else stands where the story does not have it."""
SMEARED: Final = 0.5
"""The same piece is seen on the way it took as well: a piece on two squares."""
LEFT_AT_PRESS: Final = 2.5
"""When a side presses the clock, a piece of it stands where the story does not have it."""
LEFT_BEHIND: Final = 1.5
"""At a landing the ply before is still not seen whole, a scan after its own landing."""
TAKE_BACK: Final = 6.5
"""The last ply is taken back."""
OPEN: Final = 2.4
"""A debt while it is open."""
OPEN_LATE: Final = 0.6
"""The same of what a ply has left behind: it is expected to come right."""
OPEN_AT_REST_PER_S: Final = 1.5
OPEN_MOST: Final = 5.0
"""What an open debt grows by with each second that it stands, and at most."""
WRONG_MOST: Final = 14.0
"""The same, at most, of another piece than the one that is expected: what stands for a while is what was put there."""
LEVER: Final = 3.5
"""The clock was pressed, and the side to move is not the one whose turn it then was by the lever."""
UNPRESSED: Final = 2.5
"""A side moves again, and has not pressed the clock since its last ply, as much as the lever is used and believed."""
UNPRESSED_ONCE_PLY = 2
"""So many plies in a row cost that: one press that is forgotten leaves the lever as it is for both players' plies. Each
further one costs once more than the one before."""
PRESSED_AFTER_S: Final = 0.3
"""A landing that is seen so long after a press may have been before it: a scan, and the way of both (protocol 1.3)."""
RESTLESS: Final = 0.4
"""Share that noise costs on a square where there was noise before in this weighing: a square that flickers, a piece
between two squares, a hand that hesitates go on doing so."""
RESTLESS_S: Final = 0.5
"""Noise that lasts longer is no flicker, and costs what it costs."""
