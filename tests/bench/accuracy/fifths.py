"""Fifth occurrences that were played, and what the stream told of them: of which position, when, under which number."""

from collections import Counter
from collections.abc import Iterator
from math import inf
from typing import NamedTuple

import chess

from dgt_monitor.events import Alert, GameStart, Move, Retract, Rule
from tests.bench.accuracy.following import Heard
from tests.bench.accuracy.playing import Played
from tests.bench.accuracy.truth import Truth

FIFTH = 5


class Stood(NamedTuple):
    """A position that stood five times or more, with plies that were taken back later counted while they stood."""

    since_s: float
    """When the hand began the ply that led to it."""
    ply: int
    epd: str
    times: int


class Told(NamedTuple):
    """A fivefold alert, with the position that the stream had after its ply when it was raised."""

    alert: Alert
    epd: str
    withdrawn: bool

    def is_of(self, stood: Stood) -> bool:
        """Whether it tells of this position, when it stood or later."""
        return self.epd == stood.epd and self.alert.t >= stood.since_s


def stood_often(played: Played, truth: Truth) -> list[Stood]:
    """All fifth and further occurrences, in the order in which they were played."""
    found: list[Stood] = []
    ply, count = 0, Counter(truth.epd[:1])
    aside: list[str] = []
    board = played.game.start
    for turn in played.all_turns:
        if not turn.stands and not turn.uci:
            count.subtract(aside)
            aside = []
            continue
        if turn.stands:
            ply += 1
            epd = truth.epd[ply]
        else:
            if not aside:
                board = _after(played, ply)
            board.push(chess.Move.from_uci(turn.uci))
            epd = board.epd(shredder=board.chess960)
            aside.append(epd)
        count[epd] += 1
        if count[epd] >= FIFTH:
            found.append(Stood(turn.touches[0].t_s, ply + len(aside), epd, count[epd]))
    return found


def _after(played: Played, ply: int) -> chess.Board:
    board = played.game.start.copy()
    for move in played.game.moves[:ply]:
        board.push(move)
    return board


def told_of(heard: Heard) -> Iterator[Told]:
    """The fivefold alerts."""
    line: list[str] = []
    for event in heard.events:
        if isinstance(event, GameStart):
            line = []
        elif isinstance(event, Move):
            line[event.ply - 1 : event.ply] = [" ".join(event.fen.fen().split()[:4])]
        elif isinstance(event, Retract):
            del line[event.ply - 1 :]
        elif isinstance(event, Alert) and event.rule is Rule.FIVEFOLD:
            ply = event.ply
            if ply and event.plies and ply not in event.plies:
                ply = event.plies[-1]  # the position of another reading of this ply, which stood before
            epd = line[ply - 1] if ply and ply <= len(line) else ""
            yield Told(event, epd, heard.raised[event.id].withdrawn)


def worth(told: Told, often: list[Stood]) -> str:
    """Whether an alert is `true`, `misnumbered` (so, but after another ply than it says) or `false`."""
    mine = [stood for stood in often if told.is_of(stood)]
    if any(stood.ply == told.alert.ply for stood in mine):
        return "true"
    return "misnumbered" if mine else "false"


def fifths(truth: Truth, often: list[Stood]) -> Iterator[tuple[Stood, float]]:
    """The fifth occurrences of the game, each with the time when its position stood for the sixth time."""
    for number, stood in enumerate(often):
        if stood.times == FIFTH and stood.ply < len(truth.epd) and truth.epd[stood.ply] == stood.epd:
            again = (other.since_s for other in often[number + 1 :] if other.epd == stood.epd)
            yield stood, next(again, inf)


def outcome(stood: Stood, until_s: float, alerts: list[Told]) -> str:
    """How a fifth occurrence was told before the sixth, by an alert that was not withdrawn; empty if it was not."""
    mine = [told for told in alerts if told.is_of(stood) and told.alert.t < until_s and not told.withdrawn]
    for sure in (True, False):
        plies = {told.alert.ply for told in mine if told.alert.sure is sure}
        if plies:
            name = "certain" if sure else "possible"
            return name if stood.ply in plies else f"{name}_misnumbered"
    return ""
