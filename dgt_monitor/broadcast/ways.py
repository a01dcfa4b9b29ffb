"""Where a way out leads, as the station sees it: something that takes what is out, and never makes it wait."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from dgt_monitor.broadcast.folder import Folder
from dgt_monitor.broadcast.output import File, Output
from dgt_monitor.broadcast.sending import Step
from dgt_monitor.tournament.outs import Out

Complain = Callable[[str], None]


class Way(Protocol):
    """One way out. Called by the station's thread alone; nothing here waits, but for `close`."""

    def hear(self, step: Step) -> None:
        """The watch said this just now, whatever of it may be out."""

    def put(self, output: Output, files: list[File], now_s: float) -> None:
        """It is now so late, and these files have changed; called at every step."""

    def close(self, patience_s: float) -> str:
        """End it, within this time; what is left undone, empty if nothing is."""


WayOf = Callable[[Out, Complain], Way]
"""Opens a way out; a ValueError says why it cannot be opened."""


class FolderWay:
    """Files in a folder."""

    def __init__(self, out: Out, complain: Complain) -> None:
        self._folder = Folder(Path(out.folder), complain)

    def hear(self, step: Step) -> None:
        """Files are made of what may be out, and of nothing else."""

    def put(self, output: Output, files: list[File], now_s: float) -> None:  # noqa: ARG002 - of the protocol
        """Write what has changed."""
        for file in files:
            self._folder.put(file.name, file.text)
        self._folder.look()

    def close(self, patience_s: float) -> str:
        """Wait until all is written."""
        left = self._folder.close(patience_s)
        return f"{left} files of live games could not be written" if left else ""


def folders_only(out: Out, complain: Complain) -> Way:
    """The way out of this kind, where only folders are known."""
    if out.kind != "pgn":
        raise ValueError(f"nothing is known here of the kind {out.kind}")
    return FolderWay(out, complain)
