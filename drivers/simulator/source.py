"""`sim://`: a hall of virtual boards as a source, asked and followed by the same conversations as boards on real lines.

    sim://?boards=8&speed=4&seed=7&games=round5.pgn

Everything after the question mark may be left out; `PARAMETERS` says what there is.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from typing import NamedTuple, TypeVar, get_args
from urllib.parse import parse_qsl

from drivers.live import LiveLines, WrongLineError
from drivers.live.lines import OnTrouble
from drivers.live.lines_named import BUS
from drivers.live.tape import Tap
from drivers.readings import Request
from drivers.simulator.hall import KEEP_ALIVE_S, MOST_BOARDS, Conditions, port_name
from drivers.simulator.pace import Pace, PacedHub
from drivers.simulator.pgn import GamesError, built_in_games, read_games
from drivers.simulator.profiles import CLEAN, PROFILES, with_takebacks
from drivers.simulator.seating import BOARDS_ON_A_BUS, Mishaps, lines_for, seat, wire
from drivers.simulator.table import Game
from drivers.simulator.wire import WireKind
from drivers.source import Stamped

Known = TypeVar("Known", bound=str)

SCHEME = "sim"
PARAMETERS: Mapping[str, str] = {
    "boards": f"how many boards there are, up to {MOST_BOARDS}; otherwise one for each game of `games`, or 8",
    "speed": "seconds of the hall in a real one, 0.1 to 1000; otherwise 1. `max`: as fast as can be",
    "seed": "the same seed gives the same play; otherwise 1",
    "games": "a PGN file whose games are played; otherwise those that come with the simulator",
    "think": "factor on the players' thinking times, 0 to 1000; otherwise 1",
    "stagger": "games begin at random within so many seconds, 0 to 86400; otherwise 10",
    "hands": f"how the hands move: {', '.join(PROFILES)}; otherwise {CLEAN.name}",
    "takebacks": "before so large a share of the plies, 0 to 1, others are played and taken back; otherwise none",
    "cuts": "so many lines are cut for 2 to 20 s, once each, soon after the beginning; otherwise none",
    "noise": "one byte in so many is damaged, 10 to 1000000; otherwise none",
    "lines": f"single: a line for each board; bus: up to {BOARDS_ON_A_BUS} boards on each line; otherwise single",
}
"""What can be said after the question mark."""
OLDER_NAMES: Mapping[str, str] = {"profile": "hands"}
"""What can also be said, and for what."""
DEFAULT_BOARDS = 8
SLOWEST, FASTEST = 0.1, 1000.0
"""Seconds of a hall in a real one that make sense (chosen)."""
MOST_THINK = 1000.0
LONGEST_STAGGER_S = 86_400.0
HIGHEST_SEED = 2**63
LEAST_NOISE = 10
WHOLE = frozenset({"boards", "seed", "cuts", "noise"})
"""What is a whole number."""
SETTLE_S: Mapping[WireKind, float] = {"single": 3.0, "bus": 25.0}
"""Seconds from the opening of the lines to the first clock started (chosen): by then all boards were found."""
TAIL_S = KEEP_ALIVE_S + 2.0
"""The hall stays open so long after the last game: every line is heard of once more."""


class HallUrl(NamedTuple):
    """What a `sim://` URL asks for."""

    boards: int | None = None
    speed: float | None = 1.0
    """None: as fast as can be."""
    seed: int = 1
    games: str | None = None
    think: float = 1.0
    stagger_s: float = 10.0
    profile: str = CLEAN.name
    lines: WireKind = "single"
    mishaps: Mishaps = Mishaps()
    takebacks: float = 0.0

    @classmethod
    def parse(cls, url: str) -> "HallUrl":
        """From the URL; WrongLineError says what is wrong with it."""
        values = _parameters(url)

        def number(name: str, low: float, high: float, otherwise: float) -> float:
            return _number(url, name, values.get(name), low, high, otherwise)

        boards = number("boards", 1, MOST_BOARDS, 0)
        seed = number("seed", 0, HIGHEST_SEED, 1)
        speed = None if values.get("speed") == "max" else number("speed", SLOWEST, FASTEST, 1.0)
        profile = _one_of(url, "profile", values.get("hands", CLEAN.name), tuple(PROFILES))
        return cls(
            int(boards) or None,
            speed,
            int(seed),
            values.get("games"),
            number("think", 0.0, MOST_THINK, 1.0),
            number("stagger", 0.0, LONGEST_STAGGER_S, 10.0),
            profile,
            _one_of(url, "lines", values.get("lines", "single"), get_args(WireKind)),
            Mishaps(int(number("cuts", 0, MOST_BOARDS, 0)), int(number("noise", LEAST_NOISE, 1_000_000, 0))),
            number("takebacks", 0.0, 1.0, 0.0),
        )


class HallPlan(NamedTuple):
    """A hall that can be opened: its games were read, its numbers are sound."""

    games: Sequence[Game]
    boards: int
    conditions: Conditions
    lines: WireKind = "single"
    mishaps: Mishaps = Mishaps()
    speed: float | None = 1.0
    """Seconds of the hall in a real one; None: as fast as can be."""

    @property
    def ports(self) -> list[str]:
        """The names of the lines."""
        return [port_name(number) for number in range(lines_for(self.boards, self.lines))]

    @property
    def bus_ports(self) -> frozenset[str]:
        """Those that are bus lines."""
        return frozenset(self.ports if self.lines == "bus" else ())

    def open(self, on_trouble: OnTrouble | None = None, tap: Tap | None = None) -> "SimulatedHall":
        """The boards are set up and their lines opened; the players sit down."""
        return SimulatedHall(self, Pace(self.speed), on_trouble, tap)


class SimulatedHall:
    """A hall that is played, for a watch (`poll`) or as a source of readings that ends soon after the last game."""

    def __init__(self, plan: HallPlan, pace: Pace, on_trouble: OnTrouble | None = None, tap: Tap | None = None) -> None:
        self.on_over: Callable[[], None] | None = None
        """Called once, when all games are over and the hall has been quiet for a while."""
        self.speed = plan.speed
        """Seconds of the hall in a real one; None: as fast as can be."""
        self.tables = seat(plan.games, plan.boards, plan.conditions, SETTLE_S[plan.lines])
        wires = wire(self.tables, plan.lines, plan.conditions.seed, plan.mishaps)
        hub = PacedHub(dict(zip(plan.ports, wires, strict=True)), pace)
        urls = [BUS + port if plan.lines == "bus" else port for port in plan.ports]
        self._lines = LiveLines(urls, on_trouble, tap, hub, hub.clock)
        self._over_s = inf

    @property
    def now_s(self) -> float:
        """Seconds of the hall."""
        return self._lines.now_s

    @property
    def over(self) -> bool:
        """All games are over, and some time has passed since."""
        if self._over_s == inf and all(table.over for table in self.tables):
            self._over_s = self.now_s
        return self.now_s >= self._over_s + TAIL_S

    def poll(self, timeout_s: float) -> list[Stamped]:
        """What was read, as soon as there is anything, at the latest after so many seconds of the hall."""
        stamps = self._lines.poll(timeout_s)
        if self.on_over is not None and self.over:
            told, self.on_over = self.on_over, None
            told()
        return stamps

    def request(self, port: str, request: Request, address: int | None = None) -> list[Stamped]:
        """Ask a board, on a bus by its address, for something."""
        return self._lines.request(port, request, address)

    def close(self) -> None:
        """End the hall."""
        self._lines.close()

    def __iter__(self) -> Iterator[Stamped]:
        while not self.over:
            yield from self.poll(TAIL_S)


def plan_hall(url: str) -> HallPlan:
    """The hall that a URL asks for; WrongLineError if it cannot be had, with the reason."""
    wanted = HallUrl.parse(url)
    try:
        games = built_in_games() if wanted.games is None else read_games(wanted.games, wanted.boards or MOST_BOARDS)
    except GamesError as error:
        raise WrongLineError(url, str(error), usage=False) from error
    boards = wanted.boards or (DEFAULT_BOARDS if wanted.games is None else len(games))
    hands = with_takebacks(PROFILES[wanted.profile], wanted.takebacks)
    conditions = Conditions(wanted.seed, hands, wanted.think, wanted.stagger_s)
    return HallPlan(games, boards, conditions, wanted.lines, wanted.mishaps, wanted.speed)


def open_url(url: str) -> SimulatedHall:
    """The hall as a source, for `drivers.registry`; WrongLineError as `plan_hall`."""
    return plan_hall(url).open()


def _parameters(url: str) -> dict[str, str]:
    scheme, _, rest = url.partition(":")
    place, _, query = rest.partition("?")
    if scheme.lower() != SCHEME or place.strip("/"):
        raise WrongLineError(url, "a simulated hall reads sim://?boards=8&speed=1")
    try:
        pairs = parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query), max_num_fields=20)
    except ValueError:
        raise WrongLineError(url, "after the question mark stand names and values, as boards=8&speed=1") from None
    pairs = [(OLDER_NAMES.get(name, name), value) for name, value in pairs]
    for name, _ in pairs:
        if name not in PARAMETERS:
            raise WrongLineError(url, f"{name[:20]!r} means nothing here; there are: {', '.join(PARAMETERS)}")
    values = dict(pairs)
    if len(values) < len(pairs):
        raise WrongLineError(url, "something is said twice")
    return values


def _one_of(url: str, name: str, value: str, known: Sequence[Known]) -> Known:
    for one in known:
        if one == value:
            return one
    raise WrongLineError(url, f"there is no {name} {value[:20]!r}; there are: {', '.join(known)}")


def _number(url: str, name: str, text: str | None, low: float, high: float, otherwise: float) -> float:
    if text is None:
        return otherwise
    try:
        number = int(text) if name in WHOLE and text.isascii() else float(text)
    except ValueError:
        number = inf
    if not low <= number <= high or len(text) > 20:
        raise WrongLineError(url, f"{name} must be a number from {low:g} to {high:g}, not {text[:20]!r}")
    return number
