"""A simulated hall as a capture file: marked as made, never to be taken for a recording of real boards."""

from collections.abc import Callable, Mapping, Sequence
from typing import TextIO

import chess

from drivers.capture import CaptureWriter, Header
from drivers.capture.records import visible
from drivers.simulator.hall import Conditions, Game, play, port_name

OnGameOver = Callable[[str], None]
"""Told the port on which a game has ended."""


def write_capture(
    out: TextIO,
    games: Sequence[Game],
    conditions: Conditions,
    made_by: str,
    on_game_over: OnGameOver | None = None,
) -> float:
    """Play the games and write what goes over the lines; answers the length of the recording in seconds.

    The same games, conditions and `made_by` give the same text. Nothing but the header is kept in memory.
    ValueError: too many games for a hall.
    """
    writer = CaptureWriter(out, header_of(games, conditions, made_by))
    t_s = 0.0
    for chunk in play(games, conditions):
        if chunk.kind != "over":
            t_s = chunk.t_s
            writer.write(t_s, chunk.port, chunk.kind, chunk.data)
        elif on_game_over is not None:
            on_game_over(chunk.port)
    return t_s


def header_of(games: Sequence[Game], conditions: Conditions, made_by: str) -> Header:
    """What a simulated capture says of itself: that it is synthetic, how it was made, and where each game
    begins.

    Where one game is Chess960 the file is, and all its positions are written with castling letters of that
    kind.
    """
    chess960 = any(game.start.chess960 for game in games)
    comments = [
        "synthetic: yes",
        f"made-by: {made_by}",
        f"seed: {conditions.seed}",
        f"profile: {conditions.profile.name}",
        f"think: {conditions.think:g}",
        f"stagger: {conditions.stagger_s:g} s",
        f"dumps: {'yes' if conditions.dumps else 'no'}",
        "board: virtual boards of the simulator, no hardware",
    ]
    if conditions.profile.habits.takeback:
        comments.append(f"takebacks: {conditions.profile.habits.takeback:g}")
    for index, game in enumerate(games):
        comments.append(f"game: {port_name(index)} {visible(game.title)}".rstrip())
        if game.rotated:
            comments.append(f"rotated: {port_name(index)}")
    return Header(chess960=chess960, positions=_positions(games, chess960), comments=tuple(comments))


def _positions(games: Sequence[Game], chess960: bool) -> Mapping[str, str]:
    """Where the games begin that do not begin at the start."""
    return {
        port_name(index): game.start.fen(shredder=chess960)
        for index, game in enumerate(games)
        if game.start.fen() != chess.STARTING_FEN
    }
