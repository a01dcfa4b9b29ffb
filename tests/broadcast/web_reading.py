"""A server with a hall behind it, and readers of its streams."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from dgt_monitor.broadcast.web.way import WebWay
from dgt_monitor.events import Event
from dgt_monitor.tournament.event import TournamentFile
from dgt_monitor.tournament.outs import Out
from tests.broadcast.telling import TellingHall

ARBITER = "arb1ter"


class ServedHall(TellingHall):
    """What it says is served at once."""

    def __init__(self, delay: str = "", token: str = "", tournament: TournamentFile | None = None) -> None:
        self.complaints: list[str] = []
        out = Out(kind="http", address="127.0.0.1:0", delay=delay)
        self.way = WebWay(out, self.complaints.append, token)
        super().__init__(out, tournament=tournament)

    def step(self, step: Any) -> None:
        self.way.hear(step)
        super().step(step)

    def look(self) -> None:
        found = dict(self.sending.due())
        for output in self.sending.wanted:
            self.way.put(output, found.get(output.out.name, []), self.sending.now_s)

    def tell(self, *news: Event) -> None:
        self.say(*news)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.way.server.port}"

    def get(self, path: str, **headers: str) -> httpx.Response:
        return httpx.get(f"{self.url}{path}", headers=headers, timeout=20)

    def page(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.get("/boards.json").json()["boards"]
        return found


class Told:
    """One server-sent event."""

    def __init__(self, lines: list[str]) -> None:
        fields = dict(line.partition(": ")[::2] for line in lines)
        self.id, self.kind = fields.get("id", ""), fields.get("event", "message")
        self.data: Any = json.loads(fields["data"]) if "data" in fields else None


@contextmanager
def reading(hall: ServedHall, path: str, **headers: str) -> Iterator[Iterator[Told]]:
    """The events of a stream, from when the server has this reader."""
    with (
        httpx.Client(timeout=20) as client,
        client.stream(
            "GET", f"{hall.url}{path}", headers={name.replace("_", "-"): value for name, value in headers.items()}
        ) as response,
    ):
        assert response.status_code == 200, response.status_code
        yield told_in(response.iter_lines())


def told_in(lines: Iterator[str]) -> Iterator[Told]:
    event: list[str] = []
    for line in lines:
        if line:
            event.append(line)
            continue
        told, event = Told(event), []
        if told.data is not None and told.kind != "alive":
            yield told
