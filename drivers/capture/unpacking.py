"""Packed captures, read to the last good byte of what may be cut off or damaged."""

import io
import zlib
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

PIECE_BYTES = 512
"""Packed bytes unpacked at once: so much is lost before a damaged place (chosen)."""
GZIP_BITS = 31
"""zlib's name for the gzip format with the largest window."""


class Unpacked(io.RawIOBase):
    """The content of a gzip stream; where it is damaged or cut off, what stands before that.

    The standard reader keeps back what it has unpacked when the file ends too early, and a recorder that was killed
    leaves just such a file. EOFError or zlib.error comes after the last good bytes.
    """

    def __init__(self, packed: BinaryIO) -> None:
        super().__init__()
        self._packed = packed
        self._unpacker = zlib.decompressobj(GZIP_BITS)
        self._waiting = b""
        self._in_member = False

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        """Fill the buffer with what comes next; 0 at the end."""
        room = memoryview(buffer).cast("B")
        data = b""
        while not data and self._fetch():
            data = self._unpacker.decompress(self._waiting, len(room))
            self._in_member = not self._unpacker.eof
            self._waiting = self._unpacker.unconsumed_tail
        room[: len(data)] = data
        return len(data)

    def _fetch(self) -> bool:
        """Have packed bytes at hand; False at the end of the file, EOFError if that is within a member."""
        if self._unpacker.eof:  # another member may follow, as when files were appended to each other
            self._waiting = self._unpacker.unused_data.lstrip(b"\0")
            self._unpacker = zlib.decompressobj(GZIP_BITS)
        if not self._waiting:
            self._waiting = self._packed.read(PIECE_BYTES)
        if not self._waiting and self._in_member:
            raise EOFError("the packed data ends too early; what stands before is read")
        return bool(self._waiting)

    def close(self) -> None:
        """Close the file underneath too."""
        self._packed.close()
        super().close()
