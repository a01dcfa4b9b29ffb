"""How long things take on a bus line, and how often they are done.

What a line of 9600 baud can carry, from the sizes of the frames [CALC]: asking a board that has nothing new takes 4
bytes out, about 5 ms until it answers and 6 bytes back, 15 ms in all; with one move in the answer 23 ms; its clock 23
ms; its dump 82 ms. So a line is asked once round in 0.3 s with 20 boards at rest, and boards at rest can be 130 until a
round takes 2 s, or 50 if a new board is looked for within those 2 s, which needs 1.2 s of silence. With a move every
10 s on each of 20 boards, each followed by a dump and each clock read every 5 s, a quarter of the line goes into dumps
and clocks, and each board is asked about twice a second. `tests/drivers/dgt/test_ask_bus_load.py` measures it.
"""

from collections.abc import Mapping

from drivers.dgt.bus_messages import ENVELOPE_BYTES, LONGEST_REPLY_BYTES, REQUEST_BYTES
from drivers.dgt.commands import BusCommand

BYTE_S = 10 / 9600
"""Seconds that one byte takes: 8 data bits, a start and a stop bit (protocol 1.1, 1.3)."""
COMMAND_S = REQUEST_BYTES * BYTE_S
LATENCY_S = 0.005
"""Seconds until a board answers, usually (protocol 1.3: a few milliseconds)."""

ANSWER_S = 0.1
"""Seconds until an answer must have begun: about 80 ms (protocol 1.3) and the 16 ms for which a USB adapter collects
bytes."""
MARKED_S = 0.25
"""The same for the answer to a marked start, which a board gives after about 70 ms (protocol 1.3); chosen."""
LATEST_S = 1.0
"""Longest patience with a line through a slow network, whose answers were found to come late; chosen."""
PAUSE_S = 0.05
"""Seconds without a byte after which an answer that has begun comes no more (protocol 5.1)."""
LISTEN_S = 1.15
"""Seconds to listen after a ping to all: boards answer within 1.1 s (protocol 1.3), an answer takes 6 ms and begins
up to 20 ms late."""
LONGEST_S = LONGEST_REPLY_BYTES * BYTE_S + LATEST_S
"""Seconds after which whatever is coming in is no answer: the longest one that is possible takes 8.3 s."""

LIVELY_S = 0.25
"""Seconds from asking a board to asking it again while something happens on it; a scan takes that long (protocol
1.3)."""
CALM_S = 0.8
"""The same while nothing happens; chosen: with other boards before it, it is still asked within 2 s."""
LIVELY_FOR_S = 5.0
"""Seconds for which a board counts as lively after a change; chosen."""
URGENT_S = 1.0
"""A board that has waited for so long comes next, whatever happens on others; chosen."""
GARBLED_S = 2.0
"""Seconds between two turns of a board all of whose answers are damaged; chosen."""
LIMIT_S = 1.5
"""No board that answers waits longer than this because of what another one is asked for; chosen: what is left of 2 s is
for what has to be repeated."""
VISIT_S = 0.023
"""Seconds to ask one board, with a move in the answer [CALC]."""
FIRST_S = 0.1
"""Seconds to ask a board for the first time, which tells what all pieces did since it has power [CALC]."""

REST_S = 0.5
"""Seconds without a change after which a move has come to rest: known drivers wait 0.25 to 0.5 s (protocol 1.3)."""
DUMP_EVERY_S = 4.0
"""Least seconds between two dumps of a board, doubts aside; chosen: packets have a checksum, so dumps check little."""
DUMP_AGAIN_S = 1.0
"""The same if somebody wants one, or several in a row contradicted; chosen."""
DUMP_ANYWAY_S = 60.0
"""Seconds without a dump after which one is asked for; chosen."""
CLOCK_EVERY_S = 5.0
"""Seconds between two readings of a clock that runs; chosen. Each lever press tells its time by itself."""
CLOCK_ANYWAY_S = 30.0
"""The same for a clock that stands still; chosen."""

SILENT_AFTER_S = 3.0
"""Seconds without a word after which a board that does not answer is silent (as for a single board)."""
SILENT_MISSES = 3
"""So many questions it must have left without an answer by then; chosen."""
KNOCK_EVERY_S = 1.0
"""Seconds between two pings to silent boards, one after the other: each costs the line a tenth of a second; chosen."""

LOOK_EVERY_S = 15.0
"""Seconds between two pings to all, for boards that came, while nothing happens on the line; chosen."""
LOOK_LIVELY_S = 60.0
"""The same while there is play: for 1.2 s nobody else is heard."""
LOOK_EMPTY_S = 3.0
"""The same while there is no board."""
RESUME_S = 10.0
"""Seconds after a line with known boards came back before others are looked for; chosen: the known ones come first."""
MOST_ROUNDS = 12
"""Rounds of pings after which a line that is never quiet is taken as it is; chosen. 20 boards need about 6."""

REPLY_BYTES: Mapping[int, int] = {
    BusCommand.SEND_CLK: 13,
    BusCommand.SEND_BRD: 70,
    BusCommand.SEND_VERSION: 8,
    BusCommand.SEND_SERIALNR: 11,
    BusCommand.SEND_BATTERY_STATUS: 15,
    BusCommand.SET_START_GAME: 6 + 6 + 66,
    BusCommand.SEND_FROM_START: 600,
}
"""Bytes to expect, to judge whether there is time for them. A marked start is followed by a packet with all pieces; a
game takes about 600 bytes of the log (protocol 3.1)."""


def takes_s(command: int, reply_bytes: int | None = None) -> float:
    """About how long a command and its answer keep the line."""
    size = REPLY_BYTES.get(command, ENVELOPE_BYTES) if reply_bytes is None else ENVELOPE_BYTES + reply_bytes
    return COMMAND_S + size * BYTE_S + _WAITS_S.get(command, LATENCY_S)


_WAITS_S: Mapping[int, float] = {
    BusCommand.SET_START_GAME: 0.07,
    BusCommand.SEND_SERIALNR: ANSWER_S,
    BusCommand.SEND_BATTERY_STATUS: ANSWER_S,
}
"""Seconds until the answer begins (protocol 1.3), or until none is waited for: old boards do not tell their number."""
