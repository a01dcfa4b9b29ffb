"""A terminal that somebody sits before: tmux, told which keys are pressed and asked what stands on the screen."""

import itertools
import os
import shlex
import shutil
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Self

TMUX: Final = shutil.which("tmux")
PATIENCE_S: Final = 40.0
"""What takes longer does not come (chosen: a machine that many share)."""
LOOK_S: Final = 0.1
KEY_S: Final = 0.05
ESCAPE_S: Final = 0.3


class NotSeenError(AssertionError):
    """What should have come up on a screen has not."""


class Pane:
    """One terminal of this size with a program in it, on a tmux server of its own."""

    def __init__(
        self, folder: Path, name: str, size: tuple[int, int], command: Sequence[str], environ: Mapping[str, str]
    ) -> None:
        self._environ = dict(environ)
        self._tmux = [TMUX or "tmux", "-f", os.devnull, "-S", str(folder / name)]
        cells, lines = map(str, size)
        shown = " ".join(map(shlex.quote, command))
        self._do(
            "new-session",
            "-d",
            "-s",
            name,
            "-x",
            cells,
            "-y",
            lines,
            "-c",
            str(folder),
            f"exec {shown} 2>{folder}/{name}.err",
        )
        self._do("set-option", "-g", "status", "off")
        self._do("set-option", "-g", "escape-time", "0")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        subprocess.run([*self._tmux, "kill-server"], check=False, capture_output=True)

    def _do(self, *command: str) -> str:
        done = subprocess.run([*self._tmux, *command], check=True, capture_output=True, text=True, env=self._environ)
        return done.stdout

    def press(self, *keys: str) -> None:
        """Keys by tmux's names: `a`, `Enter`, `Escape`."""
        for key in keys:
            self._do("send-keys", *(["-l"] if len(key) == 1 else []), key)
            time.sleep(ESCAPE_S if key == "Escape" else KEY_S)  # a quick hand; behind Esc, a letter would be Alt

    def type(self, text: str) -> None:
        """Letters, one after the other."""
        self._do("send-keys", "-l", text)

    def screen(self) -> str:
        """What stands there now."""
        return self._do("capture-pane", "-p").rstrip()

    @property
    def title(self) -> str:
        """Of the window."""
        return self._do("display-message", "-p", "#{pane_title}").strip()

    def until(self, *texts: str, gone: Sequence[str] = (), patience_s: float = PATIENCE_S) -> str:
        """Wait until all these stand there, as words in their order on one line or more, and those others do not."""
        until_s = time.monotonic() + patience_s
        while True:
            shown = self.screen()
            flat = flattened(shown)
            missing = [text for text in texts if text not in flat] + [f"not {text}" for text in gone if text in flat]
            if not missing:
                return shown
            if time.monotonic() > until_s:
                raise NotSeenError(f"{missing} on:\n{shown}")
            time.sleep(LOOK_S)


def flattened(screen: str) -> str:
    """The screen as one line of single spaces: where lines break is no part of what is said."""
    return " ".join(screen.split())


def environ_for(folder: Path, also: Mapping[str, str] | None = None) -> dict[str, str]:
    """An environment in which programs find only each other."""
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "TMUX")}
    return {
        **kept,
        "XDG_RUNTIME_DIR": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "TMPDIR": str(folder),
        **(also or {}),
    }


class Captures:
    """Screens, written into a folder as they were seen."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._number = itertools.count(1)

    def keep(self, name: str, screen: str) -> None:
        """This screen, under a name of its place in the list."""
        path = self.folder / f"{next(self._number):02}-{name}.txt"
        path.write_text(screen + "\n", encoding="utf-8")
