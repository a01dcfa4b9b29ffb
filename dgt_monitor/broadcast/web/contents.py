"""What the server has to show at a moment; owned by its thread."""

import gzip
import json
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

from dgt_monitor.broadcast.names import in_order
from dgt_monitor.broadcast.web import rendering
from dgt_monitor.broadcast.web.ring import Ring

GZIP_LEVEL: Final = 5
"""(chosen: half the time of the highest, nearly its size)"""


class Body(NamedTuple):
    """Bytes to be sent, and by what they are known to be the same as before."""

    data: bytes
    packed: bytes
    """The same, by gzip."""
    tag: str


class Update(NamedTuple):
    """What has changed."""

    title: str
    files: tuple[tuple[str, bytes | None], ...]
    """Of each its name and text; None: it is there no more."""
    events: tuple[str, ...]
    """Lines of the public stream."""
    boards: tuple[dict[str, Any], ...]


class Contents:
    """Files, boards, and the streams; `mark` is another one in every run."""

    def __init__(self, mark: str) -> None:
        self.events = Ring(f"e{mark}")
        self.page = Ring(f"p{mark}")
        self.arbiter = Ring(f"a{mark}")
        self._files: dict[str, bytes] = {}
        self._boards: dict[str, dict[str, Any]] = {}
        self._title = ""
        self._made: dict[str, tuple[tuple[str, str, str], Body]] = {}
        """What is made of all boards, by its kind, and of what moment."""
        self._cards: dict[str, str] = {}
        self._bodies: dict[str, Body] = {}

    def take(self, update: Update) -> None:
        """This has changed."""
        for name, data in update.files:
            self._bodies.pop(name, None)
            if data is None:
                self._files.pop(name, None)
            else:
                self._files[name] = data
        for line in update.events:
            self.events.put(line)
        if update.title != self._title:
            self._title = update.title
            self.page.put(_json({"title": update.title}))
        for board in update.boards:
            self._take_board(board)

    def tell_arbiter(self, lines: Iterable[str]) -> None:
        """Lines of the whole stream."""
        for line in lines:
            self.arbiter.put(line)

    def _take_board(self, board: dict[str, Any]) -> None:
        name = board["board"]
        self.page.put(_json(board))
        self._cards.pop(name, None)
        if board.get("gone"):
            self._boards.pop(name, None)
            return
        before = self._boards.get(name, {"moves": []})
        self._boards[name] = {**board, "from": 0, "moves": before["moves"][: board["from"]] + board["moves"]}

    # --- what is asked for ----------------------------------------------------------------------------------

    @property
    def names(self) -> list[str]:
        """The names of all files."""
        return sorted(self._files, key=in_order)

    def file(self, name: str) -> Body | None:
        """A file of this name; None: there is none."""
        data = self._files.get(name)
        if data is None:
            return None
        if name not in self._bodies:
            self._bodies[name] = _body(data)
        return self._bodies[name]

    def boards(self) -> Body:
        """All boards of the page, and where in the streams that is."""
        return self._of_all("json", self._listed)

    def shown(self, *, anew: bool) -> Body:
        """The page itself; `anew`: one that without a script is loaded again and again."""
        return self._of_all(
            f"html {anew}", lambda: rendering.page(self._title, self.page.id, self._all_cards(), anew=anew)
        )

    def _of_all(self, kind: str, make: Callable[[], str]) -> Body:
        """Made once after each change, whoever asks for it."""
        now = self._title, self.page.id, self.events.id
        if kind not in self._made or self._made[kind][0] != now:
            self._made[kind] = now, _body(make().encode("utf-8", "replace"))
        return self._made[kind][1]

    def _listed(self) -> str:
        boards = [self._boards[name] for name in sorted(self._boards, key=in_order)]
        return _json({"title": self._title, "id": self.page.id, "events": self.events.id, "boards": boards})

    def _all_cards(self) -> Iterator[str]:
        for name in sorted(self._boards, key=in_order):
            if name not in self._cards:
                self._cards[name] = rendering.card(self._boards[name])
            yield self._cards[name]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _body(data: bytes) -> Body:
    return Body(data, gzip.compress(data, GZIP_LEVEL, mtime=0), f'"{zlib.crc32(data):08x}-{len(data)}"')
