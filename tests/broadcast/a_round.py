"""A round of a simulated hall out to PGN, read all the while: what was out in the end, and what was played."""

import threading
from collections.abc import Mapping, Sequence
from math import inf
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import chess

from dgt_monitor import events
from dgt_monitor.broadcast import station as stations
from dgt_monitor.broadcast.sending import Learnt, Now, Told
from dgt_monitor.broadcast.station import Station
from dgt_monitor.broadcast.ways import WayOf, folders_only
from dgt_monitor.events import Event
from dgt_monitor.hall.entries import Ruling, RulingKind
from dgt_monitor.hall.views import BoardView, MoveView
from dgt_monitor.tournament.event import TournamentFile
from dgt_monitor.tournament.outs import Out
from dgt_monitor.tournament.people import Players
from drivers.simulator.hall import port_name
from tests.broadcast.reading import read_file
from tests.broadcast.telling import dates
from tests.recorder.journalling import Watch

STEP_S = 2.0
PATIENCE_S = 120.0
"""All of a round is told within seconds, and read meanwhile: a busy machine takes longer to write it."""
UNDONE_AFTER_S = 10.0
"""So long a move is out that was corrected wrongly."""
ROUND = "round-5"


class Round(NamedTuple):
    """What became of a round."""

    played: Mapping[str, tuple[str, ...]]
    """By boards, UCI."""
    shown: Mapping[str, tuple[str, ...]]
    """What is out where no doubtful move ever is to be."""
    usual: Mapping[str, tuple[str, ...]]
    """What is out where a doubtful move goes out after a while."""
    doubtful: Mapping[str, tuple[str, ...]]
    """What is out where also doubtful moves are to be."""
    results: Mapping[str, str]
    readings: int
    """So many times a file was read while files were written."""
    complaints: Sequence[str]
    doubts: Sequence[str]
    """What was told of doubtful moves that are out."""


class Reader(threading.Thread):
    """Reads every file of a folder again and again, each whole and legal."""

    def __init__(self, root: Path) -> None:
        super().__init__(daemon=True)
        self._root = root
        self.ends = threading.Event()
        self.readings = 0
        self.fault: Exception | AssertionError | None = None

    def run(self) -> None:
        try:
            while not self.ends.is_set():
                for path in self._root.rglob("*.pgn"):
                    read_file(path.read_bytes().decode("utf-8"))
                    self.readings += 1
        except (AssertionError, ValueError) as error:
            self.fault = error


def play_round(url: str, root: Path, also: tuple[Out, ...] = (), way_of: WayOf = folders_only) -> Round:
    """Play it to its end. In its middle one move is corrected, and that is undone soon; at the end the arbiter says
    what was played where that is in doubt, and how games have ended. `also`: other ways out; where there are any,
    players get names as soon as boards have.
    """
    strict, usual, doubtful, told = root / "strict", root / "live", root / "all", list[str]()
    for folder in (strict, usual, doubtful):
        folder.mkdir(parents=True)
    folders = Out(str(strict), doubt="never"), Out(str(usual)), Out(str(doubtful), unsure=True)
    tournament = TournamentFile(event="Open", round=5, out=(*folders, *also))
    watch, station = Watch(url), Station(dates, told.append, (), way_of)
    reader = Reader(root)
    reader.start()
    station.put(Learnt(0.0, tournament))
    corrected, undo_s = 0, inf
    while not watch.source.over:
        watch.until(watch.source.now_s + STEP_S)
        if not corrected and (corrected := correct(watch)):
            undo_s = watch.source.now_s + UNDONE_AFTER_S
        if watch.source.now_s >= undo_s:
            watch.recorder.rule(Ruling(0.0, "Ada", "undo", undoes=corrected))
            assert not watch.hall.view().rulings[-1].why_not
            undo_s = inf
        send(watch, station)
        named = {
            view.board: Players(f"Nowak, {view.board}", f"Silva, {view.board}") for view in watch.hall.view().boards
        }
        if also and named != tournament.players:
            tournament = tournament._replace(players=named)
            station.put(Learnt(watch.hall.t_s, tournament))
    played, results = games_of(watch)
    settle(watch, played)
    for board in played:
        watch.recorder.rule(Ruling(0.0, "Ada", "result", board=board, result=results[board]))
    watch.recorder.advance(watch.hall.t_s + 60.0)
    send(watch, station)
    with patch.object(stations, "PATIENCE_S", PATIENCE_S):
        station.close()
    reader.ends.set()
    reader.join(60.0)
    if reader.fault is not None:
        raise reader.fault
    assert corrected
    assert undo_s == inf
    doubts = [sentence for sentence in told if "out with doubt" in sentence or sentence.endswith("certain again")]
    complaints = [sentence for sentence in told if sentence not in doubts]
    return Round(played, shown(strict), shown(usual), shown(doubtful), results, reader.readings, complaints, doubts)


def send(watch: Watch, station: Station) -> None:
    """Send what was told since."""
    news: list[Event] = list(watch.told)
    watch.told.clear()
    numbers = [event.undoes or event.number for event in news if isinstance(event, events.Ruled)]
    found = {number: watch.hall.rulings.ruling(number) for number in numbers}
    station.put(Told(news, {number: ruling for number, ruling in found.items() if ruling is not None}))
    station.put(Now(watch.hall.t_s))


def correct(watch: Watch) -> int:
    """Correct a move of some game by another one; the number of the ruling, 0 if there is no such game yet."""
    for view in watch.hall.view().boards:
        if len(view.moves) < 12 or not all(move.sure for move in view.moves):
            continue
        ruling = Ruling(0.0, "Ada", "replace", board=view.board, ply=len(view.moves), moves=(quiet_move(view.moves),))
        watch.recorder.rule(ruling)
        last = watch.hall.view().rulings[-1]
        if last.why_not:
            continue
        return last.number
    return 0


def settle(watch: Watch, played: Mapping[str, tuple[str, ...]]) -> None:
    """The arbiter says of every doubtful move what it was, and how a game went on where nothing was told of it."""
    for board in played:
        truth = sans(played[board])
        while runs := doubtful_runs(view_of(watch, board)):
            ply, moves = runs[0]
            meant = truth[ply - 1 :][: len(moves)]
            rule_moves(watch, "settle" if meant == moves else "replace", board, ply, meant)
        told = [move.san for move in view_of(watch, board).moves]
        if len(told) < len(truth):
            last = max(1, len(told))
            rule_moves(watch, "replace", board, last, truth[last - 1 :])


def rule_moves(watch: Watch, kind: RulingKind, board: str, ply: int, moves: tuple[str, ...]) -> None:
    """Rule on moves of a game."""
    watch.recorder.rule(Ruling(0.0, "Ada", kind, board=board, ply=ply, moves=moves))
    assert not watch.hall.view().rulings[-1].why_not


def view_of(watch: Watch, board: str) -> BoardView:
    """How a board is now."""
    return next(each for each in watch.hall.view().boards if each.board == board)


def sans(ucis: tuple[str, ...]) -> tuple[str, ...]:
    """The same moves in SAN."""
    board, out = chess.Board(), []
    for uci in ucis:
        out.append(board.san(move := chess.Move.from_uci(uci)))
        board.push(move)
    return tuple(out)


def doubtful_runs(view: BoardView) -> list[tuple[int, tuple[str, ...]]]:
    """Where moves are not sure: the first ply of each row of them, and the moves."""
    runs: list[tuple[int, tuple[str, ...]]] = []
    for ply, move in enumerate(view.moves, 1):
        if not move.sure and runs and runs[-1][0] + len(runs[-1][1]) == ply:
            runs[-1] = runs[-1][0], (*runs[-1][1], move.san)
        elif not move.sure:
            runs.append((ply, (move.san,)))
    return runs


def quiet_move(moves: Sequence[MoveView]) -> str:
    """A move that can be played where these were, and is another one than the last."""
    board = chess.Board()
    for each in moves[:-1]:
        board.push_san(each.san)
    return next(san for move in board.legal_moves if (san := board.san(move)) != moves[-1].san)


def games_of(watch: Watch) -> tuple[dict[str, tuple[str, ...]], dict[str, str]]:
    """What was played on each board, and how the game ended or is said to have."""
    names = {view.port: view.board for view in watch.hall.view().boards}
    played, results = {}, {}
    for number, table in enumerate(watch.source.tables):
        board = names[port_name(number)]
        game = table.game
        played[board] = tuple(move.uci() for move in game.moves)
        results[board] = ("1-0", "0-1", "1/2-1/2")[number % 3]
    return played, results


def shown(folder: Path) -> dict[str, tuple[str, ...]]:
    """The games of a round as they are out; each stands in a file of its own, too."""
    games = read_file((folder / ROUND / "games.pgn").read_text(encoding="utf-8"))
    own = [read_file(path.read_text(encoding="utf-8")) for path in sorted((folder / ROUND).glob("game-*.pgn"))]
    assert sorted(game.moves for (game,) in own) == sorted(game.moves for game in games)
    assert read_file((folder / "games.pgn").read_text(encoding="utf-8")) == games
    return {game.tags["Board"]: game.moves for game in games}
