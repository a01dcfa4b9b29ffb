"""What the monitor said of a game beside what was played: figures that add up over games."""

from collections import Counter
from dataclasses import dataclass, field

from dgt_monitor.events import Alert, Level, Rule
from drivers.simulator.scan import LONGEST_SCAN_S
from tests.bench.accuracy.evidence import complete_until, situations
from tests.bench.accuracy.following import Heard, Raised, Told
from tests.bench.accuracy.playing import Played
from tests.bench.accuracy.truth import DRAWS, Truth
from tests.bench.peers import PEERS

Numbers = Counter[str]


@dataclass
class Figures:
    """Sums over games of one profile."""

    n: Numbers = field(default_factory=Counter)
    delays_s: list[float] = field(default_factory=list)
    """From the end of the movement to the confirmation that stands, of every ply that is right."""
    costs_ms: list[float] = field(default_factory=list)
    peers: dict[str, Numbers] = field(default_factory=dict)
    needless: Numbers = field(default_factory=Counter)
    """Alerts that called somebody for nothing, by rule."""
    situations: Numbers = field(default_factory=Counter)
    """Of the first wrong ply of every wrong game."""
    kinds: Numbers = field(default_factory=Counter)
    """Of wrong games."""

    def add(self, other: "Figures") -> None:
        self.n.update(other.n)
        self.delays_s += other.delays_s
        self.costs_ms += other.costs_ms
        self.needless.update(other.needless)
        self.situations.update(other.situations)
        self.kinds.update(other.kinds)
        for name, numbers in other.peers.items():
            self.peers.setdefault(name, Counter()).update(numbers)


def right_plies(told: list[str | None], true: list[str]) -> int:
    """How many plies are right before the first error."""
    same = 0
    while same < min(len(told), len(true)) and told[same] == true[same]:
        same += 1
    return same


def line_of(heard: Heard, truth: Truth) -> list[Told]:
    """The game that is judged where several were told on the board: the one that follows the truth longest."""
    return max(heard.games, key=lambda line: right_plies(_uci(line), truth.uci), default=[])


def _uci(line: list[Told]) -> list[str | None]:
    return [told.last.uci for told in line]


def is_right(heard: Heard, truth: Truth) -> bool:
    """One game, with the very moves that were played."""
    return len(heard.games) == 1 and _uci(heard.games[0]) == truth.uci


def judge(played: Played, truth: Truth, heard: Heard) -> Figures:
    """All figures of one game."""
    out = Figures(costs_ms=heard.costs_ms)
    line = line_of(heard, truth)
    right = right_plies(_uci(line), truth.uci)
    out.n.update(
        games=1,
        games_right=int(is_right(heard, truth)),
        plies=len(truth.uci),
        plies_right=right,
        plies_untold=max(0, len(truth.uci) - len(line)),
        seconds=round(played.end_s),
        broken=int(heard.broken is not None),
        revisions=len(heard.revisions),
        revised_sure=sum(revision.confirmed_sure for revision in heard.revisions),
    )
    if not is_right(heard, truth):
        out.situations.update(situations(played, right + 1))
        out.kinds[played.game.title] += 1
    _judge_line(out, line, truth)
    _judge_summaries(out, heard, truth)
    _judge_delays(out, played, line[:right])
    _judge_alerts(out, played, heard, heard.games.index(line) + 1 if heard.games else 0, truth)
    return out


def _judge_line(out: Figures, line: list[Told], truth: Truth) -> None:
    for number, told in enumerate(line, 1):
        move = told.last
        out.n["unsure"] += not move.sure
        out.n["unbounded"] += move.count_max is None
        known = number <= len(truth.uci)
        if move.sure and not (known and is_same(told, number, truth)):
            out.n["sure_wrong"] += 1
        if not known:
            continue
        true = truth.counts[number]
        if move.sure and move.count != true:
            out.n["count_sure_wrong"] += 1
        out.n["count_outside"] += not move.count <= true <= (true if move.count_max is None else move.count_max)


def is_same(told: Told, number: int, truth: Truth) -> bool:
    """The move that was played, or, after a doubt about the order, at least the position that it led to."""
    return told.last.uci == truth.uci[number - 1] or told.fen.fen().split()[:4] == truth.epd[number].split()[:4]


def _judge_summaries(out: Figures, heard: Heard, truth: Truth) -> None:
    for summary in heard.summaries:
        out.n["games_sure_wrong"] += summary.sure and list(summary.uci) != truth.uci
        out.n["max_sure_wrong"] += summary.sure and summary.max_count != max(truth.counts)


def _judge_delays(out: Figures, played: Played, right: list[Told]) -> None:
    done_s = [turn.ended_s for turn in played.turns]
    for index, told in enumerate(right):
        if told.confirmed_s is None:
            out.n["never_confirmed"] += 1
            continue
        out.delays_s.append(told.confirmed_s - done_s[index])
        if index + 2 < len(done_s) and told.confirmed_s > done_s[index + 2] + LONGEST_SCAN_S:
            out.n["confirmed_late"] += 1


def _judge_alerts(out: Figures, played: Played, heard: Heard, game: int, truth: Truth) -> None:
    draws = [raised for raised in heard.raised.values() if raised.alert.rule in DRAWS]
    for raised in draws:
        _judge_draw(out, raised, is_true(raised.alert, game, truth))
    for raised in heard.raised.values():
        if raised.alert.rule not in DRAWS and raised.alert.level is not Level.INFO:
            out.needless[raised.alert.rule.value] += 1
            out.n["act_wrong" if raised.alert.level is Level.ACT else "check_needless"] += 1
    complete = None
    for rule, times in ((Rule.THREEFOLD, 3), (Rule.FIVEFOLD, 5)):
        for number, count in enumerate(truth.counts):
            if count == times:
                found = _found(draws, rule, number, game)
                if found == "missed":
                    complete = complete_until(played) if complete is None else complete
                    found = "missed" if number <= complete else "unseen"
                out.n[f"{rule.value}_{found}"] += 1


def is_true(alert: Alert, game: int, truth: Truth) -> bool:
    """Whether it was so, if only on plies that were taken back later."""
    return alert.game == game and (alert.rule, alert.ply) in truth.ever


def _judge_draw(out: Figures, raised: Raised, true: bool) -> None:
    alert = raised.alert
    if not alert.sure:
        out.n["possible"] += 1
        out.n["possible_withdrawn"] += raised.withdrawn
    elif not true:
        out.n["invented"] += 1
        out.n[f"{alert.rule.value}_invented"] += 1
        out.n["act_wrong"] += alert.level is Level.ACT
    if not true and alert.level is Level.CHECK:
        out.n["check_needless"] += 1
        out.needless[alert.rule.value] += 1


def _found(draws: list[Raised], rule: Rule, number: int, game: int) -> str:
    mine = [
        raised
        for raised in draws
        if (raised.alert.rule, raised.alert.ply, raised.alert.game) == (rule, number, game) and not raised.withdrawn
    ]
    if any(raised.alert.sure for raised in mine):
        return "found"
    return "possible" if mine else "missed"


def judge_peers(played: Played, truth: Truth) -> dict[str, Numbers]:
    """What other programs' ways make of the same field updates."""
    out: dict[str, Numbers] = {}
    updates = played.updates
    for name, make in PEERS.items():
        peer = make(played.game.start)
        for update in updates:
            peer.update(*update)
        peer.finish(played.end_s)
        told: list[str | None] = list(peer.uci)
        same = right_plies(told, truth.uci)
        out[name] = Counter(games_right=int(told == truth.uci), plies_right=same)
    return out
