"""What can be known of Windows on another machine: the desk's way imports and uses nothing that is only there.

A process of its own takes away what Windows does not have - modules, signals, functions of `os`, Unix sockets - and
says that it is Windows; then every module on the way of a desk is imported, a recorder's door is opened, a desk is
attached to it, and its screen drawn and typed at. What Textual's driver does with a console of Windows is not tried.
"""

import subprocess
import sys

import pytest

LACKING = ("termios", "fcntl", "pty", "tty", "resource", "pwd", "grp", "syslog", "readline", "curses")
TAKE_AWAY = f"""
import asyncio, base64, concurrent.futures, contextlib, ctypes, html, importlib, logging, multiprocessing, pkgutil
import os, pathlib, platform, shutil, signal, socket, subprocess, sys, tempfile, threading, types
os.environ["TEXTUAL_DRIVER"] = "textual.drivers.headless_driver:HeadlessDriver"  # its own choice was made by Linux
import chess, click, serial.tools.list_ports, textual.app, textual.drivers.headless_driver, textual.pilot
for name in {LACKING!r}:
    sys.modules[name] = None
for name in "SIGHUP SIGQUIT SIGTSTP SIGCONT SIGWINCH SIGUSR1 SIGUSR2 SIGKILL SIGTTIN SIGTTOU".split():
    delattr(signal, name)
for name in "getuid geteuid getgid openpty fork ttyname mkfifo fchown chown getpgrp statvfs".split():
    delattr(os, name)
del socket.AF_UNIX

def over_the_loopback(*_):
    with socket.create_server(("127.0.0.1", 0)) as door:
        near = socket.create_connection(door.getsockname())
        return near, door.accept()[0]

socket.socketpair = over_the_loopback  # as Python does it there
sys.modules["msvcrt"] = types.SimpleNamespace(LK_NBLCK=2, LK_UNLCK=0, locking=lambda *_: None)
sys.platform = "win32"
"""
IMPORT_ALL = """
for room in ("dgt_monitor.cli.start", "dgt_monitor.cli.desk", "dgt_monitor.cli.watch", "dgt_monitor.cli.attaching"):
    importlib.import_module(room)
import dgt_monitor.dashboard, dgt_monitor.viewing, dgt_monitor.cli.linear
for package in (dgt_monitor.dashboard, dgt_monitor.viewing, dgt_monitor.cli.linear):
    for found in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        importlib.import_module(found.name)
assert not [name for name in sys.modules if name.startswith("textual.drivers.linux")], "Textual chooses its driver"
"""
ATTACH = """
from dgt_monitor.dashboard.app import Dashboard
from dgt_monitor.viewing.attached import AttachedFeed
from dgt_monitor.viewing.door import Host
from dgt_monitor.viewing.finding import found
from dgt_monitor.viewing.place import UNIX, open_door
from dgt_monitor.cli.author import logged_in
from tests.dashboard.fake_hall import FakeFeed, make_hall

assert not UNIX
folder = pathlib.Path(tempfile.mkdtemp())
host = Host(FakeFeed(make_hall(29)), open_door(None, None, among=[folder]))
host.start()
feed = AttachedFeed(lambda: found(among=[folder]), logged_in())
feed.start()
assert feed.wait_for(lambda: feed.attached or bool(feed.why), 20.0) and feed.attached, feed.why

async def look():
    app = Dashboard(feed, tick_s=None, ring=lambda: None, environ={"TERM": ""})
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", "r", "escape", "escape", "i", "question_mark", "escape")
        rows = [strip.text for strip in app.screen._compositor.render_strips()]
    assert any("FIVEFOLD" in row for row in rows), rows

asyncio.run(look())
feed.stop()
host.close()
shutil.rmtree(folder)
"""


def run(program: str) -> None:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=50)
    assert done.returncode == 0, done.stderr[-3000:]


@pytest.mark.skipif(sys.platform == "win32", reason="there it is tried by everything else")
@pytest.mark.parametrize("what", [IMPORT_ALL, ATTACH], ids=["imports", "a desk"])
def test_a_desk_needs_nothing_that_windows_lacks(what: str) -> None:
    run(TAKE_AWAY + what)


def test_what_is_taken_away_would_be_missed() -> None:
    with pytest.raises(AssertionError, match="termios"):
        run(TAKE_AWAY + "import termios")
