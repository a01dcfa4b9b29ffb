"""What it costs that a game can be made again from its slice of the record.

    python -m tests.bench.correcting --boards 20 --until 400

A simulated hall is recorded, then fed to halls of both kinds in turn: with slices kept, and with the same boards that
keep none. Printed are the median ratio of the times, what a slice takes for each ply, what the beginning of a game
takes, and how long it takes to make a game again, for each ply.
"""

import gc
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable

import click

import dgt_monitor.hall.hall
from dgt_monitor.game.tracker import plies_of
from dgt_monitor.hall.board import HallBoard
from dgt_monitor.hall.hall import Hall
from dgt_monitor.hall.kept_board import KeptBoard
from dgt_monitor.hall.refeeding import Checkpoint
from dgt_monitor.hall.slices import Slice
from drivers.source import Stamped
from tests.recorder.journalling import Watch

ROUNDS = 5


class Forgetful(KeptBoard):
    """A board that keeps no slice."""

    __slots__ = ()

    read = HallBoard.read
    tick = HallBoard.tick


def recorded(boards: int, until_s: float, hands: str) -> list[Stamped]:
    out: list[Stamped] = []
    Watch(f"sim://?boards={boards}&speed=max&hands={hands}", seen=out.append).until(until_s)
    return out


def fed(stamps: list[Stamped], kind: type[KeptBoard]) -> tuple[Hall, float]:
    vars(dgt_monitor.hall.hall)["KeptBoard"] = kind
    hall = Hall()
    gc.collect()
    began = time.process_time()
    for t_s, port, address, reading in stamps:
        hall.read(t_s, port, address, reading)
        hall.requests()
    return hall, time.process_time() - began


def taken(make: Callable[[], object]) -> int:
    """Bytes that are taken by what this makes."""
    gc.collect()
    tracemalloc.start()
    made = make()
    gc.collect()
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    del made
    return size


def copied(kept: Slice) -> Slice:
    """The same entries once more, their readings too."""
    other = Slice(kept.undone, kept.began_s)
    other.times, other.words = kept.times[:], kept.words[:]
    other.others = [type(what)(*what) for what in kept.others]
    return other


@click.command()
@click.option("--boards", default=20)
@click.option("--until", "until_s", default=400.0)
@click.option("--hands", default="casual")
def main(boards: int, until_s: float, hands: str) -> None:
    stamps = recorded(boards, until_s, hands)
    ratios = [fed(stamps, KeptBoard)[1] / fed(stamps, Forgetful)[1] for _ in range(ROUNDS)]
    hall, _ = fed(stamps, KeptBoard)
    playing = [board for board in hall._boards if plies_of(board.tracker.story)]
    plies = sum(len(plies_of(board.tracker.story)) for board in playing)
    slices = taken(lambda: [copied(board.kept) for board in playing])
    begun = taken(lambda: [Checkpoint(board._checkpoint.board()) for board in playing])
    began = time.process_time()
    for board in playing:
        board.fed(hall.t_s)
    again_s = time.process_time() - began
    print(f"{len(stamps)} readings of {len(playing)} boards, {plies} plies, hands {hands}", file=sys.stderr)
    print(f"with slices / without: {statistics.median(ratios):.3f} ({min(ratios):.3f} to {max(ratios):.3f})")
    began = time.process_time()
    for board in playing:
        Checkpoint(board._checkpoint.board())
    begin_s = time.process_time() - began
    print(f"the beginning of a game: {1e3 * begin_s / len(playing) / 2:.2f} ms")
    print(f"a slice takes {slices / plies:.0f} bytes a ply, the beginning of a game {begun / len(playing):.0f} bytes")
    print(f"made again: {1e3 * again_s / plies:.2f} ms a ply, {1e3 * again_s / len(playing):.0f} ms a game")


if __name__ == "__main__":
    main()
