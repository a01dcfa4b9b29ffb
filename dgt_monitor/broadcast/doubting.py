"""What is out though it is in doubt, as the operator is told of it: once, and once when it is certain. Pure."""

from dgt_monitor.broadcast.live import Key
from dgt_monitor.broadcast.pgn import Score


class Doubts:
    """The doubts of one way out. Sentences have their board first."""

    def __init__(self) -> None:
        self._now: dict[Key, str] = {}
        """By games the first ply that is out and not certain."""
        self._told: dict[Key, str] = {}

    def forget(self, key: Key) -> None:
        """Nothing of this game is out that is in doubt."""
        self._now.pop(key, None)

    def look(self, key: Key, game: Score, ply: int | None) -> None:
        """This is the first ply of the game that is out and in doubt; None: none is."""
        if ply is not None:
            self._now[key] = _label(game, ply)

    def news(self) -> list[str]:
        """What there is to tell since the last time."""
        told, now = self._told, dict(self._now)
        if told == now:
            return []
        self._told = now
        news = [
            f"board {key[0]}: out with doubt from {label} on; rule what was played there, if it is known"
            for key, label in now.items()
            if told.get(key) != label
        ]
        return news + [f"board {key[0]}: what is out is certain again" for key in told if key not in now]


def _label(game: Score, ply: int) -> str:
    """`23.Nf3` or `23...Nf6`, as a scoresheet has it."""
    turn, number = game.start.start_fen.split()[1::4]
    half = 2 * int(number) - 2 + (turn == "b") + ply - 1
    return f"{half // 2 + 1}{'...' if half % 2 else '.'}{game.moves[ply - 1].san or '?'}"
