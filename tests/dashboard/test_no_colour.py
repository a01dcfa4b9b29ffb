"""With NO_COLOR the real program sends not one colour to its terminal."""

import os
import re
import subprocess
import sys

import pytest

pty = pytest.importorskip("pty", reason="needs a pseudo-terminal")
PROGRAM = (
    "from tests.dashboard.fake_hall import FakeFeed, make_hall;"
    "from dgt_monitor.dashboard.app import run_dashboard;"
    "run_dashboard(FakeFeed(make_hall(30)), bell='off')"
)
STYLE = re.compile(rb"\x1b\[([0-9;:]*)m")
COLOUR = re.compile(rb"(^|[;:])(3[0-8]|4[0-8]|9[0-7]|10[0-7])([;:]|$)")


def first_frame(**environ: str) -> bytes:
    """What comes out until the line of keys stands."""
    near, far = pty.openpty()
    settings = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", **environ}
    with subprocess.Popen([sys.executable, "-c", PROGRAM], stdin=far, stdout=far, stderr=far, env=settings) as process:
        os.close(far)
        seen = b""
        while b" quit " not in seen:
            seen += os.read(near, 1 << 16)
        process.kill()
    os.close(near)
    return seen


@pytest.mark.parametrize("colour", [True, False])
def test_colours_are_sent_only_where_they_are_wanted(colour: bool) -> None:
    styles = STYLE.findall(first_frame(**({} if colour else {"NO_COLOR": "1"})))
    assert any(b"7" in style.split(b";") for style in styles), "reverse video stays"
    assert any(COLOUR.search(style) for style in styles) is colour
