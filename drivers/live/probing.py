"""All ports at once, each asked what is on it."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping

from drivers.live.lines import CLOSED, Hub
from drivers.live.probe import PortReport, Probe
from drivers.serial_line import LineError, LineEvent, LineHub

POLL_S = 0.2
"""Longest wait for what happens next; chosen."""

GIVE_UP_S = 90.0
"""Seconds after which no port is waited for any more; chosen: opening takes 12 s at most, looking 60."""

OnProgress = Callable[[str, int], None]
"""Told a port and how many boards were found on it so far, whenever that changes."""


def probe_ports(
    ports: Mapping[str, bool] | Iterable[str],
    on_progress: OnProgress | None = None,
    hub: Hub | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[PortReport]:
    """What is on each of these ports, as it is found out; every one is released then.

    A mapping says of each whether its modem lines are to be raised from the beginning, as boards with USB of their own
    may need it.
    """
    raised = ports if isinstance(ports, Mapping) else dict.fromkeys(ports, False)
    own = LineHub(clock) if hub is None else None
    try:
        yield from _Probing(raised, on_progress, own or hub, clock).run()  # type: ignore[arg-type]  # one of them is there
    finally:
        if own is not None:
            own.close()


class _Probing:
    def __init__(
        self, ports: Mapping[str, bool], on_progress: OnProgress | None, hub: Hub, clock: Callable[[], float]
    ) -> None:
        self._hub = hub
        self._clock = clock
        self._on_progress = on_progress
        self._probes = {port: Probe(port, raised=raised) for port, raised in ports.items()}
        self._told = dict.fromkeys(self._probes, 0)
        self._opened = {port: probe.settings for port, probe in self._probes.items()}
        self._kinds = {port: probe.kind for port, probe in self._probes.items()}
        self._began_s = clock()
        for probe in self._probes.values():
            hub.add(probe.settings)

    def run(self) -> Iterator[PortReport]:
        """Until there is a report of each."""
        while self._probes:
            now_s = self._clock()
            due_s = min(probe.due_s for probe in self._probes.values())
            for event in self._hub.poll(max(0.0, min(POLL_S, due_s - now_s))):
                probe = self._probes.get(event.port)
                if probe is not None and probe.report is None:
                    self._take(probe, event)
            now_s = self._clock()
            for probe in self._probes.values():
                if probe.report is None and probe.due_s <= now_s:
                    self._do(probe, probe.tick(now_s))
                if now_s > self._began_s + GIVE_UP_S:
                    probe.down("does not open in time")
            yield from self._reports()

    def _take(self, probe: Probe, event: LineEvent) -> None:
        if event.kind == "up":
            self._do(probe, probe.up(event.t_s))
        elif event.kind == "rx":
            self._do(probe, probe.rx(event.t_s, event.data))
        elif event.kind == "tx":
            probe.tx(event.data)
        elif event.reason != CLOSED:
            probe.down(event.reason)

    def _do(self, probe: Probe, send: bytes) -> None:
        port = probe.port
        if probe.settings != self._opened[port]:
            self._opened[port], self._kinds[port] = probe.settings, probe.kind
            self._hub.remove(port)
            self._hub.add(probe.settings)
        elif probe.kind != self._kinds[port] and self._hub.set_kind(port, probe.kind):
            self._kinds[port] = probe.kind
        if send and probe.report is None:
            self._send(probe, send)
        if self._on_progress is not None and probe.boards != self._told[port]:
            self._told[port] = probe.boards
            self._on_progress(port, probe.boards)

    def _send(self, probe: Probe, data: bytes) -> None:
        """What must not go out there ends the looking at this port only."""
        try:
            self._hub.write(probe.port, data)
        except LineError as error:
            probe.down(error.text)

    def _reports(self) -> Iterator[PortReport]:
        for port, probe in list(self._probes.items()):
            if probe.report is not None:
                del self._probes[port]
                self._hub.remove(port)
                yield probe.report
