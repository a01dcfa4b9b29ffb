"""Answers by HTTP that are whole in time, or never: a server that trickles is let go of."""

import http.client
import socket
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email.message import Message
from typing import IO, Any, Final
from urllib.parse import urlsplit

SCHEMES: Final = frozenset({"http", "https"})


class _Deadline:
    """Cuts the connections of one question off when its time is over."""

    def __init__(self, patience_s: float) -> None:
        self._sockets: list[socket.socket] = []
        self._lock = threading.Lock()
        self.is_over = False
        self._timer = threading.Timer(patience_s, self._cut)
        self._timer.daemon = True
        self._timer.start()

    def watch(self, connection: socket.socket) -> None:
        with self._lock:
            self._sockets.append(connection)
            over = self.is_over
        if over:
            self._cut()

    def _cut(self) -> None:
        with self._lock:
            self.is_over = True
            for each in self._sockets:
                with suppress(OSError, ValueError):
                    socket.socket.shutdown(each, socket.SHUT_RDWR)  # of TLS, too, the line and not the talk

    def end(self) -> None:
        self._timer.cancel()


class _Plain(http.client.HTTPConnection):
    def __init__(self, *args: Any, deadline: _Deadline, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._deadline = deadline

    def connect(self) -> None:
        super().connect()
        self._deadline.watch(self.sock)


class _Secure(_Plain, http.client.HTTPSConnection):
    """The same over TLS."""


class _Web(urllib.request.HTTPHandler):
    def __init__(self, deadline: _Deadline) -> None:
        super().__init__()
        self._deadline = deadline

    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_Plain, req, deadline=self._deadline)  # type: ignore[arg-type]


class _SecureWeb(urllib.request.HTTPSHandler):
    def __init__(self, deadline: _Deadline) -> None:
        super().__init__()
        self._deadline = deadline

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_Secure, req, deadline=self._deadline)  # type: ignore[arg-type]


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Only to what is asked by HTTP."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> urllib.request.Request | None:
        if urlsplit(newurl).scheme.lower() not in SCHEMES:
            return None  # told as the answer it is
        return super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]


@contextmanager
def opened_in(request: urllib.request.Request, patience_s: float, *, direct: bool = False) -> Iterator[Any]:
    """The answer to a question; TimeoutError where it is not whole in so many seconds. `direct`: past any proxy."""
    deadline = _Deadline(patience_s)
    proxies: list[urllib.request.BaseHandler] = [urllib.request.ProxyHandler({})] if direct else []
    opener = urllib.request.build_opener(_Web(deadline), _SecureWeb(deadline), _Redirects(), *proxies)
    try:
        with opener.open(request, timeout=patience_s) as answer:
            yield answer
    except (OSError, http.client.HTTPException, ValueError) as error:
        if deadline.is_over:
            raise TimeoutError(f"no whole answer in {patience_s:g} s") from error
        raise
    else:
        if deadline.is_over:
            raise TimeoutError(f"no whole answer in {patience_s:g} s")
    finally:
        deadline.end()
