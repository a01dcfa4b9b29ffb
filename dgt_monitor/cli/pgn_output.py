"""Games as PGN, with their clocks and where each move is known from."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

import chess
import chess.pgn

from dgt_monitor import events
from dgt_monitor.recorder.past import Game
from dgt_monitor.tournament.event import NO_TOURNAMENT, Colour, TournamentFile
from dgt_monitor.tournament.people import Person

_COLOURS: Final[tuple[Colour, Colour]] = ("white", "black")

_TERMINATIONS: Final[Mapping[events.How, str]] = {"forfeit": "rules infraction", "unplayed": "unterminated"}
"""The words of the PGN standard (9.8.1): a forfeit is given for not observing the Laws or the event's regulations."""

_SOURCES: Final[Mapping[str, str]] = {"corrected": "corrected by a ruling"}
"""Where a move is known from, if the word of the stream does not say it to a reader of a score."""


def pgn_of(game: Game, began: datetime, *, provenance: bool = False, tournament: TournamentFile = NO_TOURNAMENT) -> str:
    """One game as PGN text. `provenance`: comments say which moves were not simply seen."""
    start = game.start
    board = chess.Board(start.start_fen, chess960=start.chess960)
    out = chess.pgn.Game()
    out.setup(board)
    result = game.result.result if game.result is not None else "*"
    out.headers["Date"] = began.strftime("%Y.%m.%d")
    out.headers["Round"] = str(start.game)
    _name(out.headers, game, tournament)
    out.headers["Result"] = result if result in {"1-0", "0-1", "1/2-1/2"} else "*"
    out.headers["Board"] = start.board
    out.headers["Time"] = began.strftime("%H:%M:%S")
    if result not in {"1-0", "0-1", "1/2-1/2", "*"}:
        out.comment = f"result {result}"
    if game.result is not None and not game.result.confirmed:
        out.headers["Termination"] = f"{game.result.by}, not confirmed"
    elif game.result is not None and game.result.how is not None:
        out.headers["Termination"] = _TERMINATIONS[game.result.how]
    _add_moves(out, game, provenance=provenance)
    return str(out.accept(chess.pgn.StringExporter(columns=100)))


def _name(headers: chess.pgn.Headers, game: Game, tournament: TournamentFile) -> None:
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
    headers.update({name: value for name, value in told.items() if value})


def _person(game: Game, colour: Colour, tournament: TournamentFile) -> Person:
    """Who plays: as the file seats him now, or as the game's own players were ruled."""
    if not game.reseated:
        return tournament.person(game.board, colour)
    return tournament.named((game.start.white if colour == "white" else game.start.black) or "")


def _add_moves(out: chess.pgn.Game, game: Game, *, provenance: bool) -> None:
    node: chess.pgn.GameNode = out
    before_s = None
    for number, move in enumerate(game.moves):
        told_s = game.first_told_s[number]
        if not move.legal or move.uci is None:
            node.comment = f"{node.comment} {_illegal(game, number)}".strip()
            return
        node = node.add_variation(chess.Move.from_uci(move.uci))
        white = not node.turn()
        if move.clock is not None:
            node.set_clock(move.clock.white if white else move.clock.black)
        if before_s is not None:
            node.set_emt(round(max(0.0, told_s - before_s)))
        before_s = told_s
        words = _provenance(move) if provenance else ""
        if words:
            node.comment = f"{node.comment} {words}".strip()


def _illegal(game: Game, number: int) -> str:
    """PGN has no illegal moves: what was played from there on stands in words."""
    rest = " ".join(move.san or "?" for move in game.moves[number:])
    return f"an illegal move follows; from half-move {number + 1} on was played: {rest}"


def _provenance(move: events.Move) -> str:
    words: list[str] = [] if move.provenance == "seen" else [_SOURCES.get(move.provenance, move.provenance)]
    if not move.sure:
        words.append("not sure")
    if move.status != "confirmed":
        words.append(move.status)
    return ", ".join(words)
