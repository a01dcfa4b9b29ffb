"""The way out to the server: what may be out by now, and to the arbiter all that is told, at once."""

import secrets
from typing import Final

from dgt_monitor import events
from dgt_monitor.broadcast.clocks import WaitingClocks
from dgt_monitor.broadcast.output import File, Output
from dgt_monitor.broadcast.sending import Step, Told
from dgt_monitor.broadcast.showing import Showing
from dgt_monitor.broadcast.ways import Complain
from dgt_monitor.broadcast.web.contents import Update
from dgt_monitor.broadcast.web.server import WebServer
from dgt_monitor.hall.public import public_json
from dgt_monitor.tournament.outs import Out, is_loopback, place_of

MARK_BYTES: Final = 6


class WebWay:
    """A server of one way out; ValueError if it cannot be had. `token`: of the arbiter's stream."""

    def __init__(self, out: Out, complain: Complain, token: str = "") -> None:
        host, port = place_of(out.address)
        try:
            self.server = WebServer(host, port, secrets.token_hex(MARK_BYTES), token, complain)
        except OSError as error:
            raise ValueError(f"nobody can be let in there: {error.strerror or error}") from None
        if token and not is_loopback(host):
            complain(f"http://{out.address}: who listens in that network can read the token of the arbiter's stream")
        self._has_arbiter = bool(token)
        self._clocks = WaitingClocks()
        self._showing = Showing()
        self._title = ""
        self._arbiter: list[str] = []

    def hear(self, step: Step) -> None:
        """The watch said this just now."""
        if not isinstance(step, Told):
            return
        for event in step.news:
            if type(event) is events.Clock:
                self._clocks.take(event)
        if self._has_arbiter:
            self._arbiter += [events.to_json(event) for event in step.news]

    def put(self, output: Output, files: list[File], now_s: float) -> None:
        """Show what may be out by now."""
        clocks = self._clocks.due(now_s, output.delays)
        news = self._showing.follow(output, clocks)
        title = output.title
        if not (files or news.events or news.boards or self._arbiter or title != self._title):
            return
        self._title = title
        update = Update(
            title,
            tuple((file.name, None if file.text is None else file.text.encode("utf-8", "replace")) for file in files),
            tuple(map(public_json, news.events)),
            tuple(news.boards),
        )
        arbiter, self._arbiter = tuple(self._arbiter), []
        self.server.take(update, arbiter)

    def close(self, patience_s: float) -> str:
        """Let everybody go."""
        self.server.close(patience_s)
        return ""
