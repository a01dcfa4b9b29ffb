"""The hall of the task list: forty boards and a spare one, the recorder with its journal, and desks before it."""

import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from tests.bench.tasks.hands import HandHall
from tests.bench.tasks.panes import PATIENCE_S, Pane, environ_for

COMMAND: Final = (sys.executable, "-m", "dgt_monitor.cli.start")
BOARDS: Final = 40
SPARE: Final = BOARDS + 1
"""The board without a table; its label is that of the tournament file."""
SPARE_LABEL: Final = "spare"
NAMES: Final = (
    "Adler", "Bakker", "Costa", "Dumont", "Eriksen", "Ferrari", "Gupta", "Haddad", "Ito", "Jansen", "Khan", "Lind",
    "Meyer", "Nowak", "Okoro", "Petrov", "Quinn", "Rossi", "Silva", "Tanaka",
)  # fmt: skip


class Stage(NamedTuple):
    """All of it."""

    hall: HandHall
    folder: Path
    """What programs write lands there."""
    environ: dict[str, str]
    stack: ExitStack

    def desk(self, name: str, size: tuple[int, int], author: str) -> Pane:
        """Somebody sits down before a desk."""
        command = [*COMMAND, "desk", "--author", author]
        return self.stack.enter_context(Pane(self.folder, name, size, command, self.environ))


def event(hall: HandHall) -> str:
    """The tournament file."""
    labels = [f'{hall.serial(number)} = "{number}"' for number in range(1, BOARDS + 1)]
    labels.append(f'{hall.serial(SPARE)} = "{SPARE_LABEL}"')
    pairs = [(NAMES[2 * n % 20], NAMES[(2 * n + 1 + n // 10) % 20]) for n in range(BOARDS)]
    players = [f'{n} = {{ white = "{white}", black = "{black}" }}' for n, (white, black) in enumerate(pairs, 1)]
    return "\n".join(
        ['event = "Spring Open"', "round = 5", 'white_clock = "left"', "[labels]", *labels, "[players]", *players,
         "[[period]]", "minutes = 90", "increment_s = 30", ""]
    )  # fmt: skip


@contextmanager
def stage() -> Iterator[Stage]:
    """The boards stand ready, but for what is to be put right; the recorder watches them."""
    with tempfile.TemporaryDirectory(prefix="dgt") as name, ExitStack() as stack:
        folder = Path(name)
        hall = HandHall(SPARE)
        (folder / "open.toml").write_text(event(hall), encoding="utf-8")
        environ = environ_for(folder)
        stack.enter_context(hall)
        watch = [*COMMAND, "watch", "--headless", "--journal", "open.dgtj", "--event", "open.toml", *hall.urls]
        recorder = subprocess.Popen(watch, stderr=subprocess.PIPE, text=True, env=environ, cwd=folder)
        draining = threading.Thread(target=_drain, args=(recorder,), daemon=True)
        stack.callback(_ended, recorder, draining)
        _heard(recorder, "a desk attaches by")
        draining.start()
        yield Stage(hall, folder, environ, stack)


def _ended(process: "subprocess.Popen[str]", draining: threading.Thread) -> None:
    process.send_signal(signal.SIGTERM)
    process.wait(PATIENCE_S)
    if draining.ident is not None:
        draining.join(PATIENCE_S)
    assert process.stderr is not None
    process.stderr.close()


def _drain(process: "subprocess.Popen[str]") -> None:
    """What it says later fills no pipe."""
    assert process.stderr is not None
    process.stderr.read()


def _heard(process: "subprocess.Popen[str]", text: str) -> None:
    stream = process.stderr
    assert stream is not None
    for said in iter(stream.readline, ""):
        if text in said:
            return
    raise AssertionError(f"the recorder never said {text!r}")
