"""How a line is opened, and how it is kept."""

from typing import Literal, NamedTuple

LineKind = Literal["unknown", "single", "bus"]
"""What is known to be on a line, and so what may be sent (`gate`): questions to whatever is there, commands of a single
board, or commands of a bus."""

BAUD = 9600
"""Bits a second; with it go 8 data bits, no parity, 1 stop bit, no flow control (protocol 1.1)."""
REOPEN_PAUSES_S = (0.2, 0.5, 1.0, 2.0)
"""Seconds before each attempt to open again, the last for all further ones. A choice: other drivers try every 0.1 to
1 s (protocol 5.2); 2 s is as long as somebody who has just put a plug back waits without doubt."""
STEADY_S = 5.0
"""Seconds a line must have been up for its pauses to begin anew; a choice. A line that is up only for a moment each
time is tried less and less often, like one that cannot be opened."""
OPEN_TIMEOUT_S = 12.0
"""Seconds after which an attempt to open is told as failed. More than pyserial waits by itself: 5 s for a connection,
then twice 3 s for the answers of an RFC 2217 adapter."""
WRITE_TIMEOUT_S = 3.0
"""Seconds in which a line must take something of what waits to be sent. Ten bytes, all that a board buffers, need 10 ms
at 9600 baud (protocol 1.3), so a line that takes nothing for so long is dead; below the 5 s that make a board lost."""

MOST_BYTES_S = 38_400
"""Bytes a second of one line that are taken for boards; a choice: 40 times what a line of 9600 baud carries (protocol
1.1), since simulated halls are served faster than real ones."""
FLOOD_S = 5
"""Seconds in a row in which more must come for a line to be given up; a choice: what a network held back for a while
comes within one or two. After that one such second is enough, until there was a quiet one."""
FLOOD_PAUSE_S = 30.0
"""Seconds until a line that was given up for that is opened again; a choice: it has a thirtieth of a core at most."""


class LineSettings(NamedTuple):
    """One line. A port that comes back is opened with the same settings, and is of this kind again until told."""

    url: str
    """A device (`/dev/ttyUSB0`, `COM3`) or any URL that pyserial knows (`socket://host:port`, `rfc2217://..`)."""
    kind: LineKind = "unknown"
    baud: int = BAUD
    dtr: bool | None = None
    """Modem line raised (True) or low; None: low on a bus line, raised otherwise (protocol 1.2)."""
    rts: bool | None = None
    exclusive: bool = True
    """No other program may open the port meanwhile. Windows knows nothing else."""
    force_threads: bool = False
    """A thread for this line even where it has a descriptor that the loop could read."""
    open_timeout_s: float = OPEN_TIMEOUT_S
    write_timeout_s: float = WRITE_TIMEOUT_S
    reopen_pauses_s: tuple[float, ...] = REOPEN_PAUSES_S
    most_bytes_s: float = MOST_BYTES_S
    """More for `FLOOD_S` is no board."""

    def modem_line(self, wanted: bool | None) -> bool:
        """Whether DTR or RTS, set to this, is to be raised."""
        return self.kind != "bus" if wanted is None else wanted

    def pause_s(self, attempts: int) -> float:
        """Seconds to wait after so many attempts in a row, at least 1."""
        return self.reopen_pauses_s[min(attempts, len(self.reopen_pauses_s)) - 1]
