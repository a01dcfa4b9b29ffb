"""How much of a round of rough hands goes out, by how long a doubtful move waits, and how much of that is wrong.

    python -m tests.bench.doubts                     64 rough boards, 12 cables cut
    python -m tests.bench.doubts --url 'sim://?boards=48&speed=max&think=0.6&hands=casual&takebacks=0.02&seed=9'

A board is stopped where six confirmed plies or more are not out. A ply that was out and is not what was played in the
end is a move that was sent and taken back: by the players, who are right to, or since it was misread. `answered`: one
that had been answered, so it was no piece that a hand pushed on. Exit status 1 if a wrong move that was sure stays out.
"""

import argparse
import sys
from collections import Counter
from typing import Final

from dgt_monitor.broadcast.live import LiveGame
from dgt_monitor.broadcast.output import Output
from dgt_monitor.broadcast.sending import Learnt, Now, Sending, Told
from dgt_monitor.tournament.event import TournamentFile
from dgt_monitor.tournament.outs import DOUBT, Out
from tests.broadcast.a_round import games_of
from tests.broadcast.telling import dates
from tests.recorder.journalling import Watch

DOUBTS: Final = ("never", "5 min", DOUBT, "1 min", "30 s", "0")
STOPPED_PLIES: Final = 6
STEP_S: Final = 1.0


class Followed:
    """What became of one way out."""

    def __init__(self, output: Output) -> None:
        self.output = output
        self.out: dict[str, list[str | None]] = {}
        self.stopped_s: dict[str, float] = {}
        self.ever: set[str] = set()
        self.longest_s = 0.0
        self.sent: list[tuple[str, int, str | None, bool]] = []
        """Board, number, move, and whether it was sure."""
        self.fell: Counter[tuple[str, int, str | None, bool]] = Counter()
        """Of those that were answered and are not out any more."""

    def look(self, t_s: float, games: dict[str, LiveGame]) -> None:
        for board, live in games.items():
            shown = self.output.shown.get((board, 1))
            self.compare(board, live, [] if shown is None else list(shown.moves))
            confirmed = next((n for n, at_s in enumerate(live.confirmed_s) if at_s > t_s), len(live.confirmed_s))
            if confirmed - len(self.out[board]) >= STOPPED_PLIES:
                since_s = self.stopped_s.setdefault(board, t_s)
                self.longest_s = max(self.longest_s, t_s - since_s)
                self.ever.add(board)
            else:
                self.stopped_s.pop(board, None)

    def compare(self, board: str, live: LiveGame, now: list[str | None]) -> None:
        before = self.out.get(board, [])
        same = next(
            (n for n, (a, b) in enumerate(zip(before, now, strict=False)) if a != b), min(len(before), len(now))
        )
        for number in range(same, len(before) - 1):
            self.fell[board, number, before[number], True] += 1
        for number in range(same, len(now)):
            self.sent.append((board, number, now[number], live.good_s[number] <= live.game.moves[-1].t))
        self.out[board] = now


def is_right(played: tuple[str, ...], number: int, uci: str | None) -> bool:
    return number < len(played) and played[number] == uci


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", default="sim://?boards=64&speed=max&think=0.3&hands=rough&cuts=12&seed=5")
    options = parser.parse_args()
    watch, sending = Watch(options.url), Sending(dates)
    outs = tuple(Out(each, doubt=each) for each in DOUBTS)
    sending.take(Learnt(0.0, TournamentFile(event="Open", round=5, out=outs)))
    followed = [Followed(sending.outputs[out.name]) for out in outs]
    while not watch.source.over:
        watch.until(watch.source.now_s + STEP_S)
        sending.take(Told(list(watch.told)))
        watch.told.clear()
        sending.take(Now(watch.hall.t_s))
        list(sending.due())
        games = {board: live for (board, game), live in sending.games.games.items() if game == 1}
        for each in followed:
            each.look(watch.hall.t_s, games)
    played, _ = games_of(watch)
    plies = sum(map(len, played.values()))
    print(f"{len(played)} boards, {plies} plies, {watch.hall.t_s:.0f} s; a doubtful move waits ..")
    fine = True
    for doubt, each in zip(DOUBTS, followed, strict=True):
        wrong = [sent for sent in each.sent if not is_right(played[sent[0]], *sent[1:3])]
        sure = sum(sent[3] for sent in wrong)
        answered = sum(times for sent, times in each.fell.items() if not is_right(played[sent[0]], *sent[1:3]))
        whole = sum(is_prefix(each.out[board], played[board]) for board in played)
        fine &= doubt != "never" or whole == len(played)
        print(
            f"{doubt:>6}: {len(each.stopped_s):2} boards stopped at the end, {len(each.ever):2} at any time, longest "
            f"{each.longest_s:3.0f} s; {len(each.sent)} moves sent, of those wrong and sure {sure}, wrong and doubtful "
            f"{len(wrong) - sure} ({answered} of both had been answered); {whole} games right as far as they are out"
        )
    return 0 if fine else 1


def is_prefix(out: list[str | None], played: tuple[str, ...]) -> bool:
    return tuple(out) == played[: len(out)]


if __name__ == "__main__":
    sys.exit(main())
