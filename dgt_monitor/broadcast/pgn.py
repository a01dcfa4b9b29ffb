"""Games as PGN, with their clocks and where each move is known from: the one writer, also of live games. Pure."""

from collections.abc import Mapping
from typing import Final, NamedTuple, Protocol

import chess
import chess.pgn

from dgt_monitor import events
from dgt_monitor.events import Times
from dgt_monitor.hall.told_games import Game
from dgt_monitor.tournament.event import NO_TOURNAMENT, Colour, TournamentFile
from dgt_monitor.tournament.people import Person

PGN_RESULTS: Final = frozenset({"1-0", "0-1", "1/2-1/2"})
"""What PGN can say of a game that is over; others stand in a comment."""
_COLOURS: Final[tuple[Colour, Colour]] = ("white", "black")
_TERMINATIONS: Final[Mapping[events.How, str]] = {"forfeit": "rules infraction", "unplayed": "unterminated"}
"""The words of the PGN standard (9.8.1): a forfeit is given for not observing the Laws or the event's regulations."""
_SOURCES: Final[Mapping[str, str]] = {"corrected": "corrected by a ruling"}
"""Where a move is known from, if the word of the stream does not say it to a reader of a score."""


class Began(Protocol):
    """When a game began, by the day."""

    def strftime(self, wanted: str, /) -> str:
        """The parts of it that are wanted."""


class Part(NamedTuple):
    """As much of a game as is written."""

    plies: int
    result: events.Result | None
    clock: Times | None
    """What both clocks show; None: not known."""

    @classmethod
    def whole(cls, game: "Game | Score") -> "Part":
        """All that is known of it."""
        return cls(len(game.moves), game.result, game.moves[-1].clock if game.moves else None)


class Score(NamedTuple):
    """A game as somebody was told of it."""

    start: events.GameStart
    reseated: bool
    """Whether a ruling says who plays, rather than the tournament file."""
    moves: tuple[events.Move, ...]
    first_told_s: tuple[float, ...]
    result: events.Result | None = None

    @property
    def board(self) -> str:
        """The board's name."""
        return self.start.board


def pgn_of(
    game: Game | Score,
    began: Began,
    *,
    part: Part | None = None,
    provenance: bool = False,
    emt: bool = True,
    tournament: TournamentFile = NO_TOURNAMENT,
) -> str:
    """One game as PGN text, with the time of day at which it began; or this part of it, without, for that need not be
    the same in the next watch. `provenance`: comments say which moves were not simply seen.
    """
    time = began.strftime("%H:%M:%S") if part is None else ""
    part = part or Part.whole(game)
    start = game.start
    out = chess.pgn.Game()
    out.setup(chess.Board(start.start_fen, chess960=start.chess960))
    told = part.result
    result = told.result if told is not None else "*"
    _put(out.headers, {"Date": began.strftime("%Y.%m.%d"), "Round": str(start.game), **_names(game, tournament)})
    out.headers["Result"] = result if result in PGN_RESULTS else "*"
    _put(out.headers, {"Board": start.board, "Time": time})
    if part.clock is not None:
        out.headers["WhiteClock"], out.headers["BlackClock"] = map(_clock, part.clock)
    if result not in PGN_RESULTS and result != "*":
        out.comment = f"result {result}"
    if told is not None and not told.confirmed:
        out.headers["Termination"] = f"{told.by}, not confirmed"
    elif told is not None and told.how is not None and told.how in _TERMINATIONS:
        out.headers["Termination"] = _TERMINATIONS[told.how]
    _add_moves(out, game, part.plies, provenance=provenance, emt=emt)
    return str(out.accept(chess.pgn.StringExporter(columns=100)))


def _put(headers: chess.pgn.Headers, told: Mapping[str, str]) -> None:
    """Text from outside, so that it ends where its tag does."""
    for name, value in told.items():
        if value:
            text = "".join(each if each.isprintable() else " " for each in value)
            headers[name] = text.replace("\\", "\\\\").replace('"', '\\"')


def _clock(seconds: int) -> str:
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def _names(game: Game | Score, tournament: TournamentFile) -> dict[str, str]:
    """What the event tells of the game: the same in all games of a round, so that readers know them again."""
    board = game.board
    told = {
        "Event": tournament.event,
        "Site": tournament.site,
        "Date": tournament.date.replace("-", "."),
        "Round": f"{tournament.round}.{board}" if tournament.round else "",
        "White": game.start.white or "",
        "Black": game.start.black or "",
        "TimeControl": tournament.time_control,
    }
    for colour in _COLOURS:
        person, prefix = _person(game, colour, tournament), colour.capitalize()
        told |= {
            prefix: person.name or told[prefix],
            f"{prefix}Title": person.title,
            f"{prefix}Elo": str(person.rating or ""),
            f"{prefix}Team": person.team,
            f"{prefix}FideId": person.fide_id,
        }
    return {name: value for name, value in told.items() if value}


def _person(game: Game | Score, colour: Colour, tournament: TournamentFile) -> Person:
    """Who plays: as the file seats him now, or as the game's own players were ruled."""
    if not game.reseated:
        return tournament.person(game.board, colour)
    return tournament.named((game.start.white if colour == "white" else game.start.black) or "")


def _add_moves(out: chess.pgn.Game, game: Game | Score, plies: int, *, provenance: bool, emt: bool) -> None:
    node: chess.pgn.GameNode = out
    board, before_s = out.board(), None
    for number, move in enumerate(game.moves[:plies]):
        told_s = game.first_told_s[number]
        # What a damaged journal leaves out is seen here: no file holds a move that cannot be played.
        if not move.legal or move.uci is None or not board.is_legal(chess.Move.from_uci(move.uci)):
            node.comment = f"{node.comment} {_illegal(game, number, plies)}".strip()
            return
        node = node.add_variation(chess.Move.from_uci(move.uci))
        white = board.turn
        board.push(node.move)
        if move.clock is not None:
            node.set_clock(move.clock.white if white else move.clock.black)
        if emt and before_s is not None:
            node.set_emt(round(max(0.0, told_s - before_s)))
        before_s = told_s
        words = _provenance(move) if provenance else ""
        if words:
            node.comment = f"{node.comment} {words}".strip()


def _illegal(game: Game | Score, number: int, plies: int) -> str:
    """PGN has no illegal moves: what was played from there on stands in words."""
    rest = " ".join(move.san or "?" for move in game.moves[number:plies])
    return f"an illegal move follows; from ply {number + 1} on was played: {rest}"


def _provenance(move: events.Move) -> str:
    words: list[str] = [] if move.provenance == "seen" else [_SOURCES.get(move.provenance, move.provenance)]
    if not move.sure:
        words.append("not sure")
    if move.status != "confirmed":
        words.append(move.status)
    return ", ".join(words)
