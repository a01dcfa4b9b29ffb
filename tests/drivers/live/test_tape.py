"""What of an unknown line goes to a recording, and when."""

from drivers.live.tape import MOST_KEPT, Kind, Tape


class Kept:
    def __init__(self) -> None:
        self.lines: list[tuple[float, str, str, bytes]] = []
        self.reasons: list[str] = []
        self.buses: list[tuple[str, int]] = []

    def write(self, t_s: float, port: str, kind: Kind, data: bytes = b"", reason: str = "") -> None:
        self.lines.append((t_s, port, kind, data))
        self.reasons.append(reason)

    def is_bus(self, port: str) -> None:
        self.buses.append((port, len(self.lines)))


def test_an_unknown_line_is_recorded_when_it_is_known_what_it_is() -> None:
    kept, troubles = Kept(), list[str]()
    tape = Tape(kept, troubles.append)
    tape.keep("P1")
    tape.write(1.0, "P1", "up", b"")
    tape.write(1.1, "P2", "up", b"")
    tape.write(2.0, "P1", "tx", b"\x87\x00\x00\x07")
    assert kept.lines == [(1.1, "P2", "up", b"")]
    tape.known(3.0, "P1", "bus")
    tape.known(3.5, "P1", "bus")
    tape.write(4.0, "P1", "rx", b"\x01")
    tape.write(4.0, "P3", "down", b"", "pulled")
    assert kept.buses == [("P1", 1)]
    assert kept.lines[1:] == [
        (3.0, "P1", "up", b""),
        (3.0, "P1", "tx", b"\x87\x00\x00\x07"),
        (4.0, "P1", "rx", b"\x01"),
        (4.0, "P3", "down", b""),
    ]
    assert kept.reasons == ["", "", "", "", "pulled"]
    assert troubles == []


def test_a_port_that_turns_into_another_kind_of_line_is_not_recorded_and_that_is_told() -> None:
    kept, troubles = Kept(), list[str]()
    tape = Tape(kept, troubles.append)
    for kind in ("single", "bus", "single"):
        tape.keep("P1")
        tape.write(1.0, "P1", "up", b"")
        tape.known(2.0, "P1", "bus" if kind == "bus" else "single")
    assert len(kept.lines) == 2
    assert kept.buses == []
    assert len(troubles) == 1
    assert troubles[0].startswith("P1: is not recorded")


def test_what_is_kept_of_a_line_that_stays_unknown_is_bounded() -> None:
    kept = Kept()
    tape = Tape(kept, print)
    tape.keep("P1")
    for n in range(MOST_KEPT + 500):
        tape.write(float(n), "P1", "rx", b"x")
    tape.known(9999.0, "P1", "single")
    assert len(kept.lines) == MOST_KEPT
