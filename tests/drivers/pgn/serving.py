"""A server of one PGN, for tests."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Server(ThreadingHTTPServer):
    """Serves one text, with or without a mark, whole or cut off."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.text, self.status, self.mark, self.cut = "", 200, "", 0
        self.asked: list[str | None] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/games.pgn"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        mark, data = self.headers.get("If-None-Match"), self.server.text.encode()
        self.server.asked.append(mark)
        if mark and mark == self.server.mark:
            self.send_response(304)
            self.end_headers()
            return
        self.send_response(self.server.status)
        self.send_header("Content-Length", str(len(data)))
        if self.server.mark:
            self.send_header("ETag", self.server.mark)
        self.end_headers()
        self.wfile.write(data[: len(data) - self.server.cut])

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
        pass
