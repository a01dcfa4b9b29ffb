"""Whatever comes, in whatever order: one command at a time, none that must not be sent, always a time to come back."""

from math import inf, isfinite

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from dgt_monitor.events import Rule as AlertRule
from dgt_monitor.hall import link
from drivers.dgt.ask import health
from drivers.dgt.ask.commands import TABLE
from drivers.dgt.ask.findings import Finding, Noisy, Quiet, Silent
from drivers.dgt.ask.sieve import Sieve
from drivers.dgt.ask.single import Conversation, Turn
from drivers.dgt.commands import FORBIDDEN, SIZED, Command
from drivers.dgt.interpret import Interpreter
from drivers.readings import (
    PIECES,
    BoardDump,
    Clock,
    Complaint,
    FieldUpdate,
    Identity,
    LineUp,
    LogGap,
    Memory,
    Reading,
    Request,
    Score,
)
from drivers.serial_line.gate import SINGLE_ALLOWED
from tests.drivers.dgt.ask_talk import MAY_BE_SENT, NEAR_S, PATIENCE_S, PAUSE_S, is_answer

START = "RNBQKBNRPPPPPPPP" + "." * 32 + "pppppppprnbqkbnr"
PLACEMENTS = [START, "." * 64, START[:12] + "." + START[13:], START[:12] + "Q" + START[13:]]

clocks = st.builds(
    Clock,
    left_s=st.none() | st.integers(0, 35999),
    right_s=st.none() | st.integers(0, 35999),
    running=st.booleans(),
    to_move=st.sampled_from(["left", "right", None]),
    connected=st.booleans(),
)
identities = st.builds(
    Identity,
    serial=st.sampled_from([None, "01234", "01294"]),
    long_serial=st.sampled_from([None, "3000001234", "3000001239"]),
    version=st.sampled_from([None, "1.08"]),
    trademark=st.sampled_from([None, "text"]),
)
readings = st.one_of(
    st.sampled_from(PLACEMENTS).map(BoardDump),
    st.builds(FieldUpdate, st.integers(0, 63), st.sampled_from(PIECES)),
    clocks,
    identities,
    st.sampled_from([Memory(()), Memory((LogGap(9),)), LineUp(), Score(()), Complaint("noise", 1, "")]),
)
complaints = st.builds(Complaint, st.sampled_from(["noise", "not_chess"]), st.integers(-5, 10**6), st.just(""))
spans = st.sampled_from([0.0, 0.001, 0.05, 0.1, 0.5, 1.0, 3.0, 20.0, 1e4]) | st.floats(0.0, 40.0)


def test_only_commands_of_the_table_exist_and_all_may_be_sent() -> None:
    assert set(TABLE) == MAY_BE_SENT
    assert not set(TABLE) & (FORBIDDEN | SIZED)
    assert set(TABLE) <= SINGLE_ALLOWED
    for command, ask in TABLE.items():
        assert ask.command is Command(command)
        assert 0 < ask.timeout_s < inf
        assert 1 <= ask.tries <= 2


def test_the_hall_judges_a_line_by_the_same_numbers() -> None:
    for name in ("SILENT_AFTER_S", "SILENT_REQUESTS", "NOISY_WITHIN_S", "NOISY_BYTES", "QUIET_AFTER_S"):
        assert getattr(health, name) == getattr(link, name)


class Talking(RuleBasedStateMachine):
    """Inputs at random; what was sent and answered is kept independently."""

    def __init__(self) -> None:
        super().__init__()
        self.talk = Conversation()
        self.now_s = 0.0
        self.is_open = False
        self.in_flight: tuple[float, int] | None = None

    def obeys(self, turn: Turn) -> None:
        assert len(turn.send) <= 1
        for command in turn.send:
            assert self.is_open
            assert command in MAY_BE_SENT
            assert command not in FORBIDDEN
            if self.in_flight is not None:
                sent_s, before = self.in_flight
                assert self.now_s >= sent_s + PATIENCE_S.get(before, PAUSE_S) - NEAR_S
            self.in_flight = self.now_s, command

    @precondition(lambda self: not self.is_open)
    @rule()
    def opens(self) -> None:
        self.is_open = True
        self.obeys(self.talk.opened(self.now_s))

    @precondition(lambda self: self.is_open)
    @rule(again=st.booleans())
    def is_lost(self, again: bool) -> None:
        self.is_open = False
        self.in_flight = None
        self.obeys(self.talk.lost(self.now_s))
        if again:
            self.obeys(self.talk.lost(self.now_s))

    @rule(said=st.lists(readings, max_size=4), pending=st.integers(0, 7938))
    def hears(self, said: list[Reading], pending: int) -> None:
        if self.in_flight is not None and any(is_answer(self.in_flight[1], reading) for reading in said):
            self.in_flight = None
        turn = self.talk.heard(self.now_s, said, pending)
        always = [reading for reading in said if not isinstance(reading, BoardDump | Identity)]
        assert [reading for reading in turn.readings if not isinstance(reading, BoardDump | Identity)] == always
        self.obeys(turn)

    @rule()
    def answers(self) -> None:
        """What the command in flight waits for."""
        if self.in_flight is not None and (answer := ANSWERS.get(self.in_flight[1])) is not None:
            self.in_flight = None
            self.obeys(self.talk.heard(self.now_s, [answer], 0))

    @rule(told=st.lists(complaints, max_size=3))
    def complains(self, told: list[Complaint]) -> None:
        before = self.in_flight
        if before is not None and before[1] == 0x42 and any(one.kind == "not_chess" for one in told):
            self.in_flight = None
        self.obeys(self.talk.complained(self.now_s, told))

    @rule(request=st.sampled_from(Request))
    def requests(self, request: Request) -> None:
        self.obeys(self.talk.requested(self.now_s, request))

    @rule(span_s=spans)
    def waits(self, span_s: float) -> None:
        self.now_s += span_s
        self.obeys(self.talk.tick(self.now_s))

    @rule(times=st.integers(1, 20))
    def waits_until_due(self, times: int) -> None:
        for _ in range(times):
            if self.is_open:
                self.now_s = self.talk.due_s
                self.obeys(self.talk.tick(self.now_s))
                assert self.talk.due_s > self.now_s

    @rule(back_s=spans)
    def hears_a_time_that_is_past(self, back_s: float) -> None:
        self.obeys(self.talk.tick(self.now_s - back_s))

    @invariant()
    def comes_back(self) -> None:
        assert isfinite(self.talk.due_s) == self.is_open
        assert not self.is_open or self.now_s < self.talk.due_s <= self.now_s + 15.0


ANSWERS: dict[int, Reading] = {
    0x41: Clock(60, 60, False, "left"),
    0x42: BoardDump(START),
    0x45: Identity(serial="01234"),
    0x47: Identity(trademark="text"),
    0x49: Memory(()),
    0x4D: Identity(version="1.08"),
    0x55: Identity(long_serial="3000001234"),
}

Talking.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestTalking = Talking.TestCase


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["rx", "tx", "asked"]), st.integers(0, 90), st.integers(1, 40)),
        max_size=30,
    )
)
def test_silent_and_noisy_are_found_when_the_hall_finds_them(steps: list[tuple[str, int, int]]) -> None:
    """The same life of a line, told to both, in tenths of a second."""
    hall, hearing, noise = link.Link(), health.Hearing(), health.Noise()
    hall.up()
    hearing.opened(0.0)
    t = 0
    ours: list[tuple[float, str]] = []
    halls: list[tuple[float, str]] = []

    def tell(t_s: float, found: list[Silent] | list[Noisy] | list[Quiet]) -> None:
        kinds: dict[type[Finding], str] = {Silent: "silent", Noisy: "noisy", Quiet: "quiet"}
        ours.extend((t_s, kinds[type(finding)]) for finding in found)

    def told(t_s: float, changes: list[link.LinkChange]) -> None:
        for change in changes:
            if change.raised is not None:
                halls.append((t_s, change.state))
            elif change.ended is AlertRule.LINE_NOISY:
                halls.append((t_s, "quiet"))

    for kind, wait, size in steps:
        for tenth in range(t, t + wait + 1):
            told(tenth / 10, hall.tick(tenth / 10))
            tell(tenth / 10, hearing.tick(tenth / 10 + NEAR_S))
            tell(tenth / 10, noise.tick(tenth / 10 + NEAR_S))
        t += wait
        if kind == "rx":
            told(t / 10, hall.heard(t / 10))
            hearing.opened(t / 10) if hearing.silent else hearing.lives(t / 10)
        elif kind == "tx":
            told(t / 10, hall.dropped(t / 10, size))
            tell(t / 10, noise.dropped(t / 10, size))
        else:
            hall.asked(t / 10)
            hearing.asked(t / 10)
    assert sorted(ours) == sorted(halls)


# --- the sieve ----------------------------------------------------------------------------------------------


def believed_slowly(said: list[Reading]) -> list[bool]:
    """Which dumps count, found by going back over all that was said."""
    out: list[bool] = []
    for n, reading in enumerate(said):
        if not isinstance(reading, BoardDump):
            continue
        dumps = [m for m in range(n) if isinstance(said[m], BoardDump)]
        counted = [m for m, yes in zip(dumps, out, strict=True) if yes]
        agrees = [after(said, counted[-1], n)] if counted else [reading.squares]
        if dumps and not out[-1]:
            agrees.append(after(said, dumps[-1], n))
        out.append(reading.squares in agrees)
    return out


def after(said: list[Reading], dump: int, until: int) -> str:
    squares = list(getattr(said[dump], "squares", ""))
    for reading in said[dump + 1 : until]:
        if isinstance(reading, FieldUpdate):
            squares[reading.square] = reading.piece
    return "".join(squares)


updates = st.builds(FieldUpdate, st.sampled_from([11, 12]), st.sampled_from(".PQ"))


@given(st.lists(st.sampled_from(PLACEMENTS).map(BoardDump) | updates, max_size=25))
def test_a_dump_counts_if_it_agrees_with_the_last_that_did_or_with_the_one_before(said: list[Reading]) -> None:
    sieve = Sieve()
    passed = [sieve.sift(reading).passes for reading in said]
    assert [yes for yes, reading in zip(passed, said, strict=True) if isinstance(reading, BoardDump)] == (
        believed_slowly(said)
    )


@given(st.lists(st.sampled_from(["a", "b", "c"]), max_size=20))
def test_a_number_that_contradicts_must_be_told_twice_in_a_row(numbers: list[str]) -> None:
    sieve = Sieve()
    believed, before = "", ""
    for number in numbers:
        counts = not believed or number in (believed, before)
        assert sieve.sift(Identity(serial=number)).passes is counts
        if counts:
            believed, before = number, ""
        else:
            before = number


@settings(max_examples=60, deadline=None)
@given(st.lists(st.binary(max_size=40) | st.binary(max_size=3).map(lambda b: b"\x8e\x00\x05" + b), max_size=40))
def test_any_bytes_at_all(chunks: list[bytes]) -> None:
    talk, interpreter = Conversation(), Interpreter()
    t_s, sent = 0.0, talk.opened(0.0).send
    for chunk in chunks:
        t_s = talk.due_s if not chunk else t_s + 0.02
        sent += talk.heard(t_s, interpreter.rx(chunk), interpreter.pending).send
        turn = talk.complained(t_s, interpreter.complaints(t_s))
        if turn.give_up:
            interpreter.silent()
        sent += turn.send
    assert set(sent) <= MAY_BE_SENT
