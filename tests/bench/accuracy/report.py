"""The figures of the bench as a table, and the issue's goals with whether they are met."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.bench.accuracy.judging import Figures

GAMES_PERCENT = {"clean": 100.0, "casual": 100.0, "rough": 99.0, "blitz": 97.0, "bullet": 90.0}
"""At least this share of the games is right, by profile."""
UNSURE_PERCENT = {"clean": 0.0, "casual": 0.0, "rough": 1.0, "blitz": 3.0, "bullet": 10.0}
"""At most this share of the plies is not sure at the end."""
FAST = frozenset({"blitz", "bullet"})
"""Profiles in which a ply is to be confirmed no later than the second one after it."""
MEDIAN_S, SLOWEST_S = 1.1, 3.0
"""From the movement's end to confirmed: the median, and the 99th percentile."""
COST_MS, DEAREST_MS = 0.2, 5.0
"""Of a field update on the rough profile: the median, and the 99.9th percentile."""
CHECKS_AN_HOUR = 1.0
"""Alerts per board and hour that needed nobody, on the rough profile."""

_HOUR_S = 3600


def percentile(values: list[float], share: float) -> float:
    """The value below which this share of them lies; 0 if there are none."""
    if not values:
        return 0.0
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def percent(part: int, whole: int) -> float:
    return 100.0 * part / whole if whole else 0.0


def _of(part: str, whole: str) -> Callable[[Figures], str]:
    return lambda f: f"{f.n[part]}/{f.n[whole]} {percent(f.n[part], f.n[whole]):.2f}%"


def _number(name: str) -> Callable[[Figures], str]:
    return lambda f: str(f.n[name])


def _found(rule: str) -> Callable[[Figures], str]:
    return lambda f: " ".join(
        str(f.n[f"{rule}_{what}"]) for what in ("found", "possible", "missed", "unseen", "invented")
    )


def _delay(share: float) -> Callable[[Figures], str]:
    return lambda f: f"{percentile(f.delays_s, share):.2f}"


def checks_an_hour(f: Figures) -> float:
    return f.n["check_needless"] * _HOUR_S / max(1, f.n["seconds"])


def _cost(f: Figures) -> str:
    return " ".join(f"{percentile(f.costs_ms, share):.2f}" for share in (0.5, 0.99, 0.999))


ROWS: tuple[tuple[str, Callable[[Figures], str]], ...] = (
    ("games right", _of("games_right", "games")),
    ("plies right before the first error", _of("plies_right", "plies")),
    ("not told at all", _of("plies_untold", "plies")),
    ("not sure at the end", _of("unsure", "plies")),
    ("sure but wrong: games", _number("games_sure_wrong")),
    ("sure but wrong: plies", _number("sure_wrong")),
    ("sure but wrong: counts", _number("count_sure_wrong")),
    ("sure but wrong: greatest count", _number("max_sure_wrong")),
    ("counts outside their interval", _number("count_outside")),
    ("counts without a most", _number("unbounded")),
    ("crashed", _number("crashed")),
    ("breaches of the stream's contract", _number("broken")),
    ("movement to confirmed, median s", _delay(0.5)),
    ("movement to confirmed, p99 s", _delay(0.99)),
    ("confirmed after the second ply after", _number("confirmed_late")),
    ("right, but never confirmed", _number("never_confirmed")),
    ("revisions per 100 plies", lambda f: f"{percent(f.n['revisions'], f.n['plies']):.2f}"),
    ("  plies confirmed and sure, withdrawn", _number("revised_sure")),
    ("third: found possible missed unseen invented", _found("threefold")),
    ("fifth: found possible missed unseen invented", _found("fivefold")),
    ("draw alerts invented as certain", _number("invented")),
    ("possible draw alerts, of them withdrawn", lambda f: f"{f.n['possible']} {f.n['possible_withdrawn']}"),
    ("wrong act alerts", _number("act_wrong")),
    ("needless checks per board and hour", lambda f: f"{checks_an_hour(f):.2f}"),
    ("CPU of an update, ms: median p99 p99.9", _cost),
)


def table(figures: dict[str, Figures]) -> Iterator[str]:
    """A row for each figure, a column for each profile."""
    width = max([16, *(len(cell(f)) + 2 for _, cell in ROWS for f in figures.values())])
    yield f"{'':<46}" + "".join(f"{name:>{width}}" for name in figures)
    for title, cell in ROWS:
        yield f"{title:<46}" + "".join(f"{cell(f):>{width}}" for f in figures.values())
    for f in figures.values():
        for peer in f.peers:
            f.n[peer] = f.peers[peer]["games_right"]
            f.n[f"{peer} plies"] = f.peers[peer]["plies_right"]
    peers = dict.fromkeys(peer for f in figures.values() for peer in f.peers)
    for peer in peers:
        yield f"{'peer: ' + peer + ', games':<46}" + "".join(
            f"{_of(peer, 'games')(f):>{width}}" for f in figures.values()
        )
        plies = _of(f"{peer} plies", "plies")
        yield f"{'  plies before its first error':<46}" + "".join(f"{plies(f):>{width}}" for f in figures.values())
    yield from _lists(figures)


def _lists(figures: dict[str, Figures]) -> Iterator[str]:
    """What would need a column each."""
    for name, f in figures.items():
        for title, numbers in (
            ("alerts that needed nobody", f.needless),
            ("wrong games by kind", f.kinds),
            ("first wrong plies by what was done", f.situations),
        ):
            if numbers:
                yield f"{name}, {title}: " + ", ".join(f"{what} {count}" for what, count in numbers.most_common())


class Verdict(NamedTuple):
    """One goal of the issue and what was measured."""

    goal: str
    measured: str
    met: bool

    def __str__(self) -> str:
        return f"{'met   ' if self.met else 'MISSED'}  {self.goal}: {self.measured}"


def verdicts(figures: dict[str, Figures]) -> Iterator[Verdict]:
    """Every goal that these profiles can tell of."""
    for name, f in figures.items():
        yield from _of_profile(name, f)
        if name in FAST:
            late = f.n["confirmed_late"]
            yield Verdict(f"{name}: confirmed no later than the second ply after", f"{late} later", late == 0)
    if "rough" in figures:
        yield from _of_rough(figures["rough"])


def _of_profile(name: str, f: Figures) -> Iterator[Verdict]:
    n = f.n
    least, most = GAMES_PERCENT.get(name, 0.0), UNSURE_PERCENT.get(name, 100.0)
    right, unsure = percent(n["games_right"], n["games"]), percent(n["unsure"], n["plies"])
    yield Verdict(f"{name}: games right at least {least:g} %", f"{right:.2f} %", right >= least)
    yield Verdict(f"{name}: plies not sure at most {most:g} %", f"{unsure:.2f} %", unsure <= most)
    wrong = [n["games_sure_wrong"], n["sure_wrong"], n["count_sure_wrong"] + n["max_sure_wrong"]]
    told = "{} games, {} plies, {} counts".format(*wrong)
    yield Verdict(f"{name}: nothing sure but wrong", told, not any(wrong))
    invented, act = n["invented"], n["act_wrong"]
    yield Verdict(
        f"{name}: no draw invented as certain, no wrong act alert", f"{invented}, {act}", not invented and not act
    )
    yield Verdict(
        f"{name}: no fifth occurrence missed of which every landing was told",
        f"{n['fivefold_missed']}",
        not n["fivefold_missed"],
    )
    median, slowest = percentile(f.delays_s, 0.5), percentile(f.delays_s, 0.99)
    yield Verdict(f"{name}: confirmed after {MEDIAN_S} s in the median", f"{median:.2f} s", median <= MEDIAN_S)
    yield Verdict(f"{name}: confirmed after {SLOWEST_S} s, p99", f"{slowest:.2f} s", slowest <= SLOWEST_S)
    yield Verdict(f"{name}: every count has a most", f"{n['unbounded']} without", not n["unbounded"])
    yield Verdict(f"{name}: nothing crashed", f"{n['crashed']}", not n["crashed"])
    yield Verdict(f"{name}: the stream keeps its contract", f"{n['broken']} breaches", not n["broken"])


def _of_rough(f: Figures) -> Iterator[Verdict]:
    hourly = checks_an_hour(f)
    yield Verdict(
        f"rough: at most {CHECKS_AN_HOUR:g} needless check a board and hour", f"{hourly:.2f}", hourly <= CHECKS_AN_HOUR
    )
    median, dearest = percentile(f.costs_ms, 0.5), percentile(f.costs_ms, 0.999)
    yield Verdict(f"rough: an update costs {COST_MS} ms in the median", f"{median:.3f} ms", median <= COST_MS)
    yield Verdict(f"rough: an update costs {DEAREST_MS:g} ms, p99.9", f"{dearest:.2f} ms", dearest <= DEAREST_MS)
