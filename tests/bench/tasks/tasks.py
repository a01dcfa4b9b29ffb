"""The tasks of an arbiter, each as the keys somebody presses and what must stand on the screen then (issue 7)."""

import time
from collections.abc import Callable
from typing import Final, NamedTuple

from tests.bench.tasks.panes import Captures, Pane
from tests.bench.tasks.stage import BOARDS, SPARE, Stage

OPENINGS: Final = (
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7", "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O",
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6", "c4 e5 Nc3 Nf6 g3 d5 cxd5 Nxd5 Bg2 Nb6",
)  # fmt: skip
KNIGHTS: Final = "Nf3 Nf6 Ng1 Ng8 "
QUICK_S: Final = 0.2
READ_S: Final = 1.0
"""Longer than an alert that came up by itself cannot be acknowledged."""


class Person:
    """Somebody before a desk, and the hall around him."""

    def __init__(self, stage: Stage, size: tuple[int, int], captures: Captures) -> None:
        self.hall = stage.hall
        self.stage = stage
        self.size = size
        self._captures = captures
        self.desk: Pane = stage.desk("anna", size, "Anna")

    def see(self, name: str, *texts: str, gone: tuple[str, ...] = (), desk: Pane | None = None) -> str:
        """Wait until this stands on the screen, and keep that as it is."""
        shown = (desk or self.desk).until(*texts, gone=gone)
        self._captures.keep(name, shown)
        return shown

    def press(self, *keys: str) -> None:
        """These keys."""
        self.desk.press(*keys)

    def read(self) -> None:
        """What has come up by itself is read first."""
        time.sleep(READ_S)

    def home(self) -> None:
        """Back on the wall, from wherever."""
        self.press("Escape", "Escape", "Escape")

    def board(self, number: str) -> None:
        """The page of this board, by typing its number."""
        self.desk.type(number)
        self.press("Enter")
        self.desk.until(f"BOARD {number} ")


class Task(NamedTuple):
    """One of them."""

    name: str
    run: Callable[[Person], None]


def ready(person: Person) -> None:
    """The ready list becomes green, and the round starts."""
    hall = person.hall
    person.press("g")
    person.desk.until(f"{SPARE} of {SPARE} boards ready")
    hall.put(9, e1=".", e2="K")
    hall.plug(21, clock=False)
    hall.cable(33, there=False)
    person.see("ready-list", "READY LIST", "e1, e2", "21 no clock connected", "33 no link")
    hall.put(9, e2="P", e1="K")
    hall.plug(21, clock=True)
    hall.cable(33, there=True)
    person.see("ready-list-green", f"{SPARE} of {SPARE} boards ready", "Everything is ready.")
    person.press("s")
    person.see("round-start-preview", "Enter: Round started")
    person.press("Enter")
    person.desk.until("Ruled.")
    for number in range(1, BOARDS + 1):
        hall.start(number)
        if number not in (8, 12):
            hall.play(number, OPENINGS[number % 4], 0.8)
    hall.play(8, KNIGHTS + "Nf3 Nf6 Ng1", QUICK_S)
    hall.play(12, KNIGHTS * 4, QUICK_S)
    person.see("ready-list-in-play", "being played: 1-40", "ready: spare")
    person.home()


def find(person: Person) -> None:
    """Board 37 is found by its number."""
    person.desk.type("37")
    person.see("find-37-typed", "Board 37_ Enter opens it")
    person.press("Enter")
    person.see("find-37", "BOARD 37 ", "MOVES")
    person.home()


def needs(person: Person) -> None:
    """Which boards need somebody now: on the wall, and by one key after the other."""
    person.see("wall-calls", "1 act now", "BOARD 12 FIVEFOLD", "! 12 5x", "* 33")
    person.press("n", "Enter")
    person.see("first-n", "BOARD 12 Costa - Eriksen", "Stop the clocks, declare the draw", "9.6.1")
    person.home()
    person.press("i")
    person.see("inbox", "ALERTS 1 act now", "ACT NOW", "12 FIVEFOLD", "GO AND LOOK", "33 NOT WATCHED", "GONE")
    person.home()


def acknowledge(person: Person) -> None:
    """The fivefold on 12 is acknowledged, that undone, and acknowledged again."""
    person.desk.until("BOARD 12 FIVEFOLD", "a: acknowledge")
    person.press("a")
    person.see("acknowledged", "Acknowledged: board 12. u takes it back.", "0 act now", gone=("! 12 5x",))
    person.press("u")
    person.see("acknowledgement-undone", "Taken back: board 12.", "1 act now", "! 12 5x")
    person.read()
    person.press("a")
    person.desk.until("Acknowledged: board 12.", "0 act now")


def returns(person: Person) -> None:
    """Play goes on on 12, and it calls again."""
    person.hall.play(12, "d4 d5 c4", QUICK_S)
    person.see("fivefold-returns", "1 act now", "FIVEFOLD (still playing, 3 plies since)", "! 12 5x")
    person.press("i")
    person.see("fivefold-returns-inbox", "STILL PLAYING: 3 plies")
    person.home()
    person.read()
    person.press("a")
    person.desk.until("Acknowledged: board 12.")


def claim(person: Person) -> None:
    """A claim on 8 with a written move is checked, its sheet written, and closed."""
    person.board("8")
    person.press("c")
    person.see("claim-menu", "What is claimed?", "w 3x written")
    person.press("w")
    person.desk.type("Ng8")
    person.press("Enter")
    person.see("claim-preview", "Enter: Board 8: Black claims a draw by 9.2.1. The written move: Ng8.")
    person.press("Enter")
    person.see("claim-open", "CLAIM OPEN", "Supported by the record", "9.2.1")
    person.press("s")
    person.see("claim-sheet", "Written: claim-8-game1-", str(person.stage.folder))
    sheets = sorted(person.stage.folder.glob("claim-8-*.txt"))
    assert "Written move" in sheets[-1].read_text(encoding="utf-8")
    person.press("c", "d")
    person.see("claim-close-preview", "the game is drawn and over: 1/2-1/2")
    person.press("Enter")
    person.see("claim-closed", "result 1/2-1/2", "CLAIM CLOSED")
    person.home()


def correct(person: Person) -> None:
    """A move on 3 was read wrongly: typed as on the scoresheet, a slip mended, previewed, ruled."""
    person.board("3")
    person.press("r")
    person.see("rule-menu", "What do you rule?", "m moves", "g other board", "h colours")
    person.press("m")
    person.desk.type("Nb4")
    person.press("Enter")
    person.see("correct-slip", "The first move needs its number", "Nb4_")
    person.press("BSpace", "BSpace", "BSpace")
    person.desk.type("5 ...Nb4")
    person.press("Enter")
    person.see("correct-preview", "is another one, from 5...Nb4 on: Nb4")
    person.desk.type("scoresheets")
    person.press("Enter")
    person.see("corrected", "Ruled.", "5. Bg2 Nb4", "UNEXPLAINED")
    person.home()
    person.hall.put(3, b6=".", b4="n")
    person.desk.until("5b Nb4", gone=("3 ?? 5b Nb4",))


def cable(person: Person) -> None:
    """Board 5's cable is out and in again: it says so, and its game returns with what was played meanwhile."""
    person.hall.cable(5, there=False)
    person.see("cable-out", "5 -- NOT WATCHED")
    person.hall.play(5, "a3 a6", QUICK_S)
    person.hall.cable(5, there=True)
    person.board("5")
    person.see("cable-back", "BOARD 5 ", "6. a3", "a6", gone=("READING ITS MEMORY",))
    person.home()
    person.see("cable-back-wall", "6b a6", gone=("5 -- NOT WATCHED",))


def spare(person: Person) -> None:
    """The board of 20 is dead: a spare one stands in its place, and its game goes on there under the same label."""
    person.hall.cable(20, there=False)
    person.desk.until("20 -- NOT WATCHED")
    person.hall.take_position(SPARE, 20)
    person.board("20")
    person.press("r", "v")
    person.desk.type("spare")
    person.press("Enter")
    person.see("spare-preview", "Enter: Board 20:", "spare")
    person.press("Enter")
    person.desk.until("Ruled.")
    person.home()
    person.desk.until("20", gone=("20 -- NOT WATCHED",))
    person.hall.start(SPARE)
    person.hall.play(SPARE, "h3 h6", QUICK_S)
    person.board("20")
    person.see("spare-in-its-place", "BOARD 20 ", "6. h3", "h6")
    person.home()
    person.see("spare-wall", "20", "6b h6")


def results(person: Person) -> None:
    """Two players show a result, one is typed; they are confirmed, one is taken back, all are settled."""
    hall = person.hall
    for number in (1, 2):
        hall.stop(number)
    hall.kings(1, "1-0")
    hall.kings(2, "1/2-1/2")
    person.press("o")
    person.see("results", "RESULTS 3 to confirm", "proposed by kings: 2 games", "c enters 12 1/2-1/2, Costa - Eriksen")
    person.press("c")
    person.see("result-confirmed", "Board 12: 1/2-1/2 confirmed. u takes it back.", "2 to confirm")
    person.press("u")
    person.see("result-undone", "1 result is open again.", "3 to confirm")
    person.press("Up", "Up", "c")
    person.desk.until("2 to confirm")
    person.see("results-all", "C enters these 2 results: 1-0: 1; 1/2-1/2: 2")
    person.press("C")
    person.see("results-all-confirmed", "2 results by kings confirmed.", "0 to confirm")
    person.home()
    person.board("4")
    person.press("r", "1")
    person.see("result-typed-preview", "Enter: ", "1-0")
    person.press("Enter")
    person.see("result-typed", "result 1-0", gone=("not confirmed",))
    person.home()


def close(person: Person) -> None:
    """The round is closed: what is left open comes first."""
    person.press("r", "e")
    person.see("closing", "CLOSING THE ROUND this is left open", "still playing:")
    person.press("Enter")
    person.see("closing-preview", "Enter: Round closed.")
    person.press("Enter")
    person.see("closed", "THE ROUND IS CLOSED", "0 live")
    person.home()


def hand_over(person: Person) -> None:
    """The next arbiter sits down elsewhere, and sees who has seen what."""
    with person.stage.desk("eva", person.size, "Eva") as eva:
        eva.until("LIVE")
        eva.press("i", *["Down"] * 8)
        person.see("hand-over-inbox", "SEEN, still so", "12 FIVEFOLD", "by Anna", desk=eva)
        eva.press("Escape")
        eva.type("12")
        eva.press("Enter")
        eva.until("BOARD 12 ")
        eva.press("Tab", "NPage", "NPage", "NPage")
        person.see("hand-over-history", "Anna: seen: alert 12/", "Anna: not seen after all: alert 12/", desk=eva)


TASKS: Final = (
    Task("make the ready list green", ready),
    Task("find board 37", find),
    Task("see which boards need you now", needs),
    Task("acknowledge the fivefold on 12 and undo it", acknowledge),
    Task("see it return when play goes on", returns),
    Task("check a claim with a written move on 8 and print the sheet", claim),
    Task("correct a move on 3", correct),
    Task("put board 5's cable back and see the game return", cable),
    Task("move the game of a dead board to a spare", spare),
    Task("enter and confirm results", results),
    Task("close the round", close),
    Task("hand over to the next arbiter", hand_over),
)
