"""Makes the pictures of docs/arbiters.md from the running program: `python -m tests.tools.pictures`."""

import asyncio
import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from dgt_monitor.cli.event_file import WATCHED, known_event
from dgt_monitor.dashboard.feed import FeedStatus
from dgt_monitor.hall.hall import Hall
from dgt_monitor.hall.views import HallView
from dgt_monitor.recorder.loop import Recorder
from dgt_monitor.recorder.replay import ReplaySource
from tests.replay_fixtures import FIXTURES
from tests.tools.wall_picture import StillFeed, screen_svg

FOLDER: Final = FIXTURES.parent / "docs" / "pictures"
CAPTURE: Final = FIXTURES / "hall-of-eight.dgt.gz"
UNTIL_S: Final = 374.0
"""Just after the fifth occurrence on one of the eight boards."""
EVENT: Final = """event = "Spring Open 2026"
round = 5
[labels]
27237 = "1"
27642 = "2"
35156 = "3"
35561 = "4"
43075 = "5"
43480 = "6"
51399 = "7"
59318 = "8"
[players]
1 = { white = "Petrov", black = "Silva" }
2 = { white = "Nowak", black = "Haddad" }
3 = { white = "Lind", black = "Okoro" }
4 = { white = "Costa", black = "Meyer" }
5 = { white = "Ito", black = "Varga" }
6 = { white = "Khan", black = "Rossi" }
7 = { white = "Berg", black = "Dumont" }
8 = { white = "Alonso", black = "Novak" }
"""


class Picture(NamedTuple):
    """A window, and the keys after which it is taken."""

    size: tuple[int, int]
    keys: Sequence[str] = ()
    environ: Mapping[str, str] | None = None


PICTURES: Final = {
    "wall": Picture((100, 18)),
    "board": Picture((100, 34), ("n", "enter")),
    "alerts": Picture((100, 18), ("i",)),
    "result": Picture((100, 34), ("6", "enter", "r", "c")),
    "filter": Picture((100, 12), ("slash", *"over")),
    "no-colour": Picture((100, 18), (), {"NO_COLOR": "1"}),
}


def hall() -> HallView:
    """A recorded hall of eight boards, with a fivefold repetition on board 2."""
    source = ReplaySource([CAPTURE])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "open.toml"
        path.write_text(EVENT, encoding="utf-8")
        made = Hall(known_event(path, None, WATCHED).added_to(source.known))
    Recorder(made, []).run(stamp for stamp in source if stamp.t_s < UNTIL_S)
    made.advance(UNTIL_S)
    return made.view()


def taken(view: HallView, picture: Picture) -> str:
    """The picture as a small SVG, without anything from elsewhere."""
    feed = StillFeed(view, FeedStatus("live", None, "14:31:50", 0, None))
    svg = asyncio.run(screen_svg(feed, picture.size, picture.keys, environ=dict(picture.environ or {})))
    return small(svg)


def small(svg: str) -> str:
    """The same picture in a third of the bytes: no fonts from afar, no clip of its own for each line."""
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = re.sub(r'<clipPath id="[^"]*-line-\d+">.*?</clipPath>', "", svg, flags=re.DOTALL)
    svg = re.sub(r' clip-path="url\(#[^)]*-line-\d+\)"', "", svg)
    svg = re.sub(r"terminal-\d+-", "t-", svg).replace(' shape-rendering="crispEdges"', "")
    svg = re.sub(r"(\d+\.\d)\d+", r"\1", svg)
    return re.sub(r">\s+<", "><", re.sub(r"\n\s*", "\n", svg)).strip() + "\n"


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    view = hall()
    for name, picture in PICTURES.items():
        path: Path = FOLDER / f"{name}.svg"
        path.write_text(taken(view, picture), encoding="utf-8", newline="\n")
        print(path, path.stat().st_size)


if __name__ == "__main__":
    main()
