"""A PGN file of 50 MB that grows beside a small one that is played in: how long one look takes, and how late all is.

    python -m tests.bench.large_pgn                    10,000 games
    python -m tests.bench.large_pgn --games 2000

The baseline is the bare reading of the file, in the same run. Exit status 1 if a look takes longer than `LONGEST_MS`, a
move of the small file was late by more than `LATE_S` of the source's own time, or the end is not what was written.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from drivers.pgn.files import Files
from drivers.pgn.source import PgnSource
from drivers.readings import Score
from tests.drivers.pgn.writing import MOVES, game_text

LONGEST_MS = 500.0
"""Of one look (chosen: nobody sees half a second; of a machine that is busy with other things)."""
LATE_S = 2.0
MOVES_OF_ONE = MOVES * 6


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        return measure(Path(name), options.games)


def measure(folder: Path, games: int) -> int:
    large, small = folder / "all.pgn", folder / "game-7.pgn"
    large.write_text("".join(game_text(MOVES_OF_ONE, "1-0", round_board=f"1.{n + 1000}") for n in range(1, games)))
    small.write_text(game_text([], round_board="1.7"))
    began_s = time.perf_counter()
    large.read_bytes()
    bare_ms = 1000 * (time.perf_counter() - began_s)
    source, looks_ms, late_s = PgnSource(Files(folder)), [], []
    boards: set[str] = set()
    began_s, whole_s, grown_s, plies = time.monotonic(), 0.0, 0.0, 0
    written_s: float | None = None
    while not grown_s and time.monotonic() < began_s + 600:
        began_look_s = time.perf_counter()
        told = source.poll(0.0)
        looks_ms.append(1000 * (time.perf_counter() - began_look_s))
        scores = {stamp.port: stamp.reading for stamp in told if isinstance(stamp.reading, Score)}
        if written_s is not None and "7" in scores:
            late_s.append(time.monotonic() - written_s)
            written_s = None
        if written_s is None and plies < len(MOVES) and time.monotonic() > began_s + 1 + plies:
            plies += 1
            small.write_text(game_text(MOVES[:plies], round_board="1.7"))
            written_s = time.monotonic()
        boards |= scores.keys() - {"7"}
        if boards and not whole_s:
            whole_s = time.monotonic()
            with large.open("a") as stream:
                stream.write(game_text(MOVES[:5], round_board="1.999"))
        if "999" in scores:
            grown_s = time.monotonic()
        time.sleep(0.002)
    print(f"{large.stat().st_size / 1e6:.0f} MB, {games} games; its bare reading takes {bare_ms:.0f} ms")
    print(f"first read after {whole_s - began_s:.1f} s, one game more after {grown_s - whole_s:.1f} s")
    print(f"the longest look takes {max(looks_ms):.0f} ms, {max(looks_ms) / bare_ms:.1f} times the bare reading")
    print(
        f"{len(late_s)} moves of the small file meanwhile: told after {max(late_s):.2f} s at most; {len(boards)} boards"
    )
    source.close()
    fine = grown_s and max(looks_ms) < LONGEST_MS and max(late_s) < LATE_S
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
