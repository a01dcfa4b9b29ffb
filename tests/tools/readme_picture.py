"""Makes README.md's picture of the wall, from the running program: `python -m tests.tools.readme_picture`."""

import re

from dgt_monitor.dashboard.feed import FeedStatus
from dgt_monitor.hall.hall import Hall
from dgt_monitor.recorder.loop import Recorder
from dgt_monitor.recorder.replay import ReplaySource
from tests.replay_fixtures import FIXTURES
from tests.tools.wall_picture import wall_svg

PICTURE = FIXTURES.parent / "tests" / "dashboard" / "wall.svg"
SIZE = (112, 22)
UNTIL_S = 374.0
"""Just after the fifth occurrence on one of the eight boards."""


def main() -> None:
    source = ReplaySource([FIXTURES / "hall-of-eight.dgt.gz"])
    hall = Hall(source.known)
    Recorder(hall, []).run(stamp for stamp in source if stamp.t_s < UNTIL_S)
    hall.advance(UNTIL_S)
    status = FeedStatus(mode="replay", speed=30.0, clock_text=None, troubles=0, error=None)
    picture = re.sub(
        r"@font-face \{.*?\}", "", wall_svg(hall.view(), SIZE, status), flags=re.DOTALL
    )  # no fonts from afar
    PICTURE.write_text(picture, encoding="utf-8", newline="\n")
    print(PICTURE)


if __name__ == "__main__":
    main()
