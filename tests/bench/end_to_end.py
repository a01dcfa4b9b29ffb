"""From the bytes of boards to event objects, beside bare python-chess on the same games.

    python -m tests.bench.end_to_end

Played by clean hands, and then by rough ones.

Ours: every byte that 40 simulated boards sent, through framing with all checks, reconstruction, counting, SAN and
game-end checks, to event objects; then the same with the JSON stream written. Y1: `is_legal` and `push` of the same
moves. Y2: the placement of every legal result made once a ply, as a table of reachable positions needs it. CPU time,
medians of alternating rounds; Y2, being slow, plays each of the eight games once, so that it has the same mix of
positions as the others. The text of a capture file is not parsed in the timed part: its cost is told apart.
"""

import gc
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import chess
import chess.pgn

from dgt_monitor.events import Event, to_json
from dgt_monitor.hall.entries import Known
from dgt_monitor.hall.hall import Hall
from dgt_monitor.recorder.collecting import seldom_collecting
from dgt_monitor.recorder.loop import Recorder
from dgt_monitor.recorder.replay import ReplaySource
from drivers.dgt.interpret import Interpreter
from drivers.simulator.clock import TimeControl
from drivers.simulator.hall import Chunk, Conditions, Game, play, port_name
from drivers.simulator.profiles import ROUGH
from drivers.simulator.recording import write_capture
from tests.replay_fixtures import FIXTURES

ROUNDS = 9
ROUGH_ROUNDS = 5
THINK = 0.1
"""Factor on the players' thinking time: about one clock message to a field update, as in blitz."""
TIMES_OVER = 5
GOAL_EVENTS, GOAL_JSON, GOAL_Y2 = 8.0, 12.0, 15.0
GOAL_ROUGH = 16.0
"""Times Y1, times Y1, and parts of Y2: since several stories are weighed, and the clock and the squares have a say."""


def games() -> list[Game]:
    """The eight games of the fixture hall, five times over: positions as they come in tournament play."""
    found: list[Game] = []
    with (FIXTURES / "pgn" / "hall-of-eight.pgn").open(encoding="utf-8") as text:
        while (game := chess.pgn.read_game(text)) is not None:
            found.append(Game(game.board(), list(game.mainline_moves()), control=TimeControl(5400, 30)))
    return found * TIMES_OVER


def known(played: list[Game]) -> Known:
    """What the capture's header would tell: games that do not begin at the beginning."""
    fens = {port_name(n): game.start.fen() for n, game in enumerate(played) if game.start.fen() != chess.STARTING_FEN}
    return Known(positions=fens)


def to_events(chunks: list[Chunk], hall: Hall, sink: Callable[[list[Event]], None]) -> None:
    """The whole of the monitor, without a file."""
    with seldom_collecting():  # as in every replay and watch
        _feed(chunks, Recorder(hall, [sink]))


def _feed(chunks: list[Chunk], recorder: Recorder) -> None:
    lines = {port: Interpreter() for port in dict.fromkeys(chunk.port for chunk in chunks)}
    take = recorder.take
    for t_s, port, kind, data in chunks:
        line = lines[port]
        for reading in line.up() if kind == "up" else line.rx(data) if kind == "rx" else line.tx(data):
            take(t_s, port, None, reading)
    recorder.finish(chunks[-1].t_s)


def events_only(chunks: list[Chunk], hall: Hall) -> int:
    told = 0

    def count(events: list[Event]) -> None:
        nonlocal told
        told += len(events)

    to_events(chunks, hall, count)
    return told


def as_json(chunks: list[Chunk], hall: Hall) -> int:
    written = 0

    def write(events: list[Event]) -> None:
        nonlocal written
        written += sum(len(to_json(event)) + 1 for event in events)

    to_events(chunks, hall, write)
    return written


def y1(played: list[Game]) -> None:
    for game in played:
        board = game.start.copy()
        for move in game.moves:
            if not board.is_legal(move):
                raise AssertionError
            board.push(move)


def y2(played: list[Game]) -> None:
    for game in played:
        board = game.start.copy()
        for move in game.moves:
            table = {}
            for legal in board.legal_moves:
                board.push(legal)
                table[board.board_fen()] = legal
                board.pop()
            board.push(move)


def cpu_s(work: Callable[[], object]) -> float:
    gc.collect()
    before = time.process_time()
    work()
    return time.process_time() - before


def parsing_s(played: list[Game], conditions: Conditions) -> float:
    """What reading the capture's text costs, beyond the bytes in it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hall.dgt"
        with path.open("w", encoding="utf-8", newline="\n") as out:
            write_capture(out, played, conditions, "tests.bench.end_to_end")
        return cpu_s(lambda: sum(1 for _ in ReplaySource([path])))


def tell_rough(played: list[Game], before: Known, plies: int) -> None:
    """The same games played by rough hands."""
    chunks = [chunk for chunk in play(played, Conditions(1, ROUGH, think=THINK)) if chunk.kind != "over"]
    ratios = []
    for _ in range(ROUGH_ROUNDS):
        bare_s = cpu_s(lambda: y1(played))
        ratios.append(cpu_s(lambda: events_only(chunks, Hall(before))) / bare_s)
    rx = sum(chunk.kind == "rx" for chunk in chunks)
    spread = f"[{min(ratios):.2f}-{max(ratios):.2f}]"
    print(f"rough hands, {rx / plies:.1f} messages a ply; medians of {ROUGH_ROUNDS} rounds")
    print(f"bytes to events / Y1    {statistics.median(ratios):5.2f}  {spread}  goal <= {GOAL_ROUGH}")


def main() -> None:
    played = games()
    conditions = Conditions(1, think=THINK)
    chunks = [chunk for chunk in play(played, conditions) if chunk.kind != "over"]
    plies, once = sum(len(game.moves) for game in played), played[: len(played) // TIMES_OVER]
    once_plies = sum(len(game.moves) for game in once)
    before = known(played)
    times: dict[str, list[float]] = {"events": [], "json": [], "y1": [], "y2": []}
    for _ in range(ROUNDS):
        times["y1"].append(cpu_s(lambda: y1(played)) / plies)
        times["events"].append(cpu_s(lambda: events_only(chunks, Hall(before))) / plies)
        times["json"].append(cpu_s(lambda: as_json(chunks, Hall(before))) / plies)
        times["y2"].append(cpu_s(lambda: y2(once)) / once_plies)
    us = {name: statistics.median(values) * 1e6 for name, values in times.items()}
    rx = sum(chunk.kind == "rx" for chunk in chunks)
    print(f"{len(played)} games, {plies} plies, {rx / plies:.1f} messages a ply; medians of {ROUNDS} rounds")
    print(
        f"Y1 {us['y1']:.1f} us a ply, Y2 {us['y2']:.0f} us, ours {us['events']:.1f} us, with JSON {us['json']:.1f} us"
    )
    ratios = [(e / y) for e, y in zip(times["events"], times["y1"], strict=True)]
    spread = f"[{min(ratios):.2f}-{max(ratios):.2f}]"
    print(f"bytes to events / Y1    {us['events'] / us['y1']:5.2f}  {spread}  goal <= {GOAL_EVENTS}")
    print(f"bytes to JSON / Y1      {us['json'] / us['y1']:5.2f}  goal <= {GOAL_JSON}")
    print(f"Y2 / bytes to events    {us['y2'] / us['events']:5.1f}  goal >= {GOAL_Y2}")
    tell_rough(played, before, plies)
    print(f"capture text to readings, for comparison: {parsing_s(played, conditions) / plies * 1e6:.1f} us a ply")
    print(f"chess {chess.__version__}")


if __name__ == "__main__":
    main()
