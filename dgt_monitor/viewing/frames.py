"""Messages on the wire: four bytes that say how long, then JSON; no longer than is agreed."""

import json
from typing import Final, NamedTuple, NoReturn

from dgt_monitor.journal.codec import Json, UnreadableError

HEAD_BYTES: Final = 4
FROM_VIEWER_BYTES: Final = 16 * 1024
"""The longest message of a screen: a ruling (chosen: one that types a whole game has a quarter of it)."""
FROM_RECORDER_BYTES: Final = 16 * 1024 * 1024
"""The longest message of a recorder: a board (chosen: the longest game there can be has a quarter of it)."""
_ENCODER: Final = json.JSONEncoder(separators=(",", ":"), allow_nan=False)
"""ASCII only: even half a character comes back as it was."""


class FrameError(UnreadableError):
    """What comes is no message."""


class Message(NamedTuple):
    """One message: what it is, and what it tells."""

    name: str
    told: list[Json]


def frame(name: str, *told: Json) -> bytes:
    """A message as bytes."""
    body = _ENCODER.encode((name, *told)).encode("ascii")
    return len(body).to_bytes(HEAD_BYTES, "big") + body


class Frames:
    """Bytes in, as they come; messages out. Never holds more than one message and what came with its end."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[Message]:
        """The messages that are whole now; FrameError where what comes is none, after which nothing can follow."""
        self._buffer += data
        out: list[Message] = []
        at = 0
        while len(self._buffer) - at >= HEAD_BYTES:
            length = int.from_bytes(self._buffer[at : at + HEAD_BYTES], "big")
            if length > self._most_bytes:
                raise FrameError(f"a message of {length} bytes is too long")
            end = at + HEAD_BYTES + length
            if len(self._buffer) < end:
                break
            out.append(_read(bytes(self._buffer[at + HEAD_BYTES : end])))
            at = end
        del self._buffer[:at]
        return out


def _read(body: bytes) -> Message:
    try:
        told = json.loads(body.decode("ascii"), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise FrameError(f"a message cannot be read: {error}") from error
    if not isinstance(told, list) or not told or type(told[0]) is not str:
        raise FrameError("a message has no name")
    return Message(told[0], told[1:])


def _no_number(text: str) -> NoReturn:
    raise FrameError(f"{text} is no number")
