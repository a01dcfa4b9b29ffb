"""What is sent to a broadcast round next, given now, and what its answers mean. Pure.

One push at a time, of all games of the round in their order; what waits is always the newest.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from math import inf
from typing import Final, NamedTuple

from dgt_monitor.broadcast.lichess.surplus import Surplus

MOST_GAMES: Final = 100
"""Games of a push; lichess drops the rest without a word (its API)."""
LEAST_PAUSE_S: Final = 1.0
"""Between two pushes (chosen: as often as lichess's own program)."""
FIRST_PAUSE_S: Final = 1.0
"""After an outage it is tried again so much later (chosen); each time twice as long."""
LONGEST_PAUSE_S: Final = 60.0
"""(chosen)"""
REFUSED_PAUSE_S: Final = 60.0
"""After 429 (lichess asks for a minute), or what only a person can mend; each time twice as long."""
LONGEST_REFUSED_S: Final = 600.0
"""(chosen)"""
AGAIN_S: Final = 60.0
"""While lichess shows moves that were taken back, all is sent again so often (as its own program does): where somebody
has deleted them or reset the round there, it is filled again."""
JITTER: Final = 0.5
"""A pause is longer by up to so much of itself, so that many senders do not come back at once (chosen)."""
TEXT_MOST: Final = 200
"""Characters shown of what lichess says (chosen)."""
_OTHER_GAME: Final = re.compile(r"\n\s*\n(?=\[)")
"""Where lichess begins another game."""
_REASONS: Final[Mapping[int, str]] = {
    401: "the token is not valid",
    403: "the token may not write to this broadcast (it needs study:write, and its user must be a contributor)",
    404: "there is no such round of a broadcast",
    429: "too many requests",
}


class Push(NamedTuple):
    """One request."""

    boards: tuple[str, ...]
    texts: tuple[str, ...]

    @property
    def body(self) -> str:
        """What is sent."""
        return "\n\n".join(self.texts) + "\n"


class GameAnswer(NamedTuple):
    """What is said of one game."""

    tags: Mapping[str, str]
    error: str = ""


class Answer(NamedTuple):
    """What came back."""

    status: int | None
    """None: nothing did."""
    games: tuple[GameAnswer, ...] = ()
    error: str = ""
    retry_after_s: float = 0.0


class Pushing:
    """The state of one broadcast round. Sentences that come out are for people, of one game with its board first."""

    def __init__(self, *, holds: bool = True) -> None:
        """`holds`: there is a round that keeps what it is sent."""
        self._holds = holds
        self._wanted = Push((), ())
        self._sent = Push((), ())
        self._under_way: Push | None = None
        self._not_before_s = -inf
        self._failures = 0
        self._errors: dict[str, str] = {}
        """By boards what is wrong with their games, as it was told."""
        self._left_out: dict[str, str] = {}
        self._answered_s = -inf
        self.surplus = Surplus()

    def want(self, games: Iterable[tuple[str, str]]) -> list[str]:
        """The round is to be so from now on: boards and their games as PGN, in order; what cannot go is told."""
        fit, left = list[tuple[str, str]](), dict[str, str]()
        for board, text in games:
            if _OTHER_GAME.search(text.strip()):
                left[board] = "its text would be two games"
            elif len(fit) < MOST_GAMES:
                fit.append((board, text.strip()))
            else:
                left[board] = f"a round has {MOST_GAMES} games at most; share the boards out with `boards`"
        self._wanted = Push(tuple(board for board, _ in fit), tuple(text for _, text in fit))
        told = [f"board {board}: the game does not go to lichess: {why}" for board, why in left.items()]
        told = [each for board, each in zip(left, told, strict=True) if self._left_out.get(board) != left[board]]
        self._left_out = left
        return told

    @property
    def waiting(self) -> int:
        """Of so many games lichess has not the newest."""
        sent = dict(zip(self._sent.boards, self._sent.texts, strict=True))
        return sum(sent.get(board) != text for board, text in zip(*self._wanted, strict=True))

    @property
    def due_s(self) -> float:
        """When the next push is to be sent; inf: none is."""
        if self._under_way is not None or not self._wanted.boards:
            return inf
        if self._wanted == self._sent:
            return max(self._not_before_s, self._answered_s + AGAIN_S) if self.surplus.boards else inf
        return self._not_before_s

    def next(self, now_s: float) -> Push | None:
        """The push to be sent now. None until it was answered, or while nothing is to be sent."""
        if now_s < self.due_s:
            return None
        self._under_way = self._wanted
        return self._under_way

    def answered(self, now_s: float, answer: Answer, jitter: float) -> list[str]:
        """This is what came of it; `jitter` is from 0 to 1. What there is to tell."""
        push, self._under_way = self._under_way, None
        if push is None:
            return []
        if answer.status == 200:
            again = self._failures > 0
            self._failures, self._sent, self._not_before_s = 0, push, now_s + LEAST_PAUSE_S
            self._answered_s = now_s
            told = ["lichess takes games again"] * again + self._game_news(push, answer.games)
            for board, text in zip(*push, strict=True):
                if self._holds and board not in self._errors:
                    self.surplus.take(now_s, board, text)
            return told + self.surplus.news(now_s)
        first = self._failures == 0
        refused = answer.status is not None and 400 <= answer.status < 500
        self._not_before_s = now_s + max(
            answer.retry_after_s, _pause_s(self._failures, refused=refused) * (1 + JITTER * jitter)
        )
        self._failures += 1
        return [f"lichess does not take the games: {_reason(answer)}; it is tried again and again"] if first else []

    def _game_news(self, push: Push, games: Sequence[GameAnswer]) -> list[str]:
        errors = _errors(push, games)
        told = [
            f"board {board}: lichess does not take the game: {error}"
            for board, error in errors.items()
            if self._errors.get(board) != error
        ]
        told += [f"board {board}: lichess takes the game again" for board in self._errors if board not in errors]
        self._errors = errors
        return told


def _pause_s(failures: int, *, refused: bool) -> float:
    first, longest = (REFUSED_PAUSE_S, LONGEST_REFUSED_S) if refused else (FIRST_PAUSE_S, LONGEST_PAUSE_S)
    return min(longest, first * 2.0 ** min(failures, 30))


def _reason(answer: Answer) -> str:
    if answer.status is None:
        return answer.error or "no answer"
    known = _REASONS.get(answer.status, f"status {answer.status}")
    return f"{known}: {shown(answer.error)}" if answer.error else known


def shown(text: str) -> str:
    """What lichess says, as one short line."""
    line = "".join(each if each.isprintable() else " " for each in text[: 2 * TEXT_MOST])
    return " ".join(line.split())[:TEXT_MOST]


def _errors(push: Push, games: Sequence[GameAnswer]) -> dict[str, str]:
    """By boards, in the order of the push, what is wrong."""
    answered: dict[str, str] = {}
    for number, game in enumerate(games):
        board = _board_of(game.tags, push.boards)
        if board is None and len(games) == len(push.boards):
            board = push.boards[number]
        if board is not None:
            answered[board] = shown(game.error)
    missing = "it is not in the answer; lichess wants the names of both players"
    said = {board: answered.get(board, missing) for board in push.boards}
    return {board: error for board, error in said.items() if error}


def _board_of(tags: Mapping[str, str], boards: Sequence[str]) -> str | None:
    board, number = tags.get("Board", ""), tags.get("Round", "").partition(".")[2]
    return next((each for each in (board, number) if each in boards), None)
