"""The desk and its list of alerts in a real browser: Chromium without a window, with screenshots."""

import asyncio
import base64
import json
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import aiohttp
import pytest

from dgt_monitor.viewing.attached import AttachedFeed
from dgt_monitor.viewing.finding import found
from tests.viewing.rooms import GUARD_S, short_folder

CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), ""
)
pytestmark = [
    pytest.mark.skipif(not CHROMIUM, reason="no chromium on this machine: the pages are not tried in a browser"),
    pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX"),
]
LOOKS, RULES = "we only look", "we also rule"
COMMAND = [sys.executable, "-m", "dgt_monitor.cli.start"]
PATIENCE_S = 40.0


class Pages(NamedTuple):
    """What a hall shows to browsers."""

    url: str
    folder: Path
    """Where its recorder is found."""


@contextmanager
def hall() -> Iterator[Pages]:
    """A recorder of two boards and the pages over it."""
    with short_folder() as folder:
        environ = {
            **os.environ, "XDG_RUNTIME_DIR": str(folder), "TMPDIR": str(folder),
            "DGT_MONITOR_WEB_PASSPHRASE": LOOKS, "DGT_MONITOR_WEB_RULING_PASSPHRASE": RULES,
        }  # fmt: skip
        watch = [*COMMAND, "watch", "--headless", "sim://?boards=2&speed=10"]
        with subprocess.Popen(watch, stderr=subprocess.PIPE, text=True, env=environ) as recorder:
            try:
                said(recorder, "a desk attaches by")
                desk = [*COMMAND, "desk", "--web", "0", "--author", "Anna"]
                with subprocess.Popen(desk, stderr=subprocess.PIPE, text=True, env=environ) as server:
                    try:
                        yield Pages(said(server, "the desk: ").partition("the desk: ")[2].split()[0], folder)
                    finally:
                        server.terminate()
                        assert server.wait(GUARD_S) == 0
            finally:
                recorder.kill()


def said(process: "subprocess.Popen[str]", text: str) -> str:
    assert process.stderr is not None
    for line in iter(process.stderr.readline, ""):
        if text in line:
            return line
    raise AssertionError(f"it never said {text!r}")


class Page:
    """One page of the browser, spoken to in its own protocol."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._number = 0

    async def do(self, method: str, **params: Any) -> Any:
        self._number += 1
        await self._socket.send_json({"id": self._number, "method": method, "params": params})
        while True:
            answer = json.loads((await self._socket.receive()).data)
            if answer.get("id") == self._number:
                return answer.get("result", {})  # none in the moment in which a page goes

    async def value(self, expression: str) -> Any:
        result = await self.do("Runtime.evaluate", expression=expression, returnByValue=True)
        return result.get("result", {}).get("value")

    async def until(self, expression: str) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not await self.value(expression):
                await asyncio.sleep(0.1)

    async def picture(self, path: Path) -> int:
        shot = await self.do("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(shot["data"]))
        return path.stat().st_size

    async def press(self, *keys: str) -> None:
        """Keys, as a keyboard sends them to whatever has the focus."""
        for key in keys:
            named = {"code": "Enter", "windowsVirtualKeyCode": 13, "text": "\r"} if key == "Enter" else {"text": key}
            await self.do("Input.dispatchKeyEvent", type="keyDown", key=key, **named)
            await self.do("Input.dispatchKeyEvent", type="keyUp", key=key)

    async def enter(self, passphrase: str) -> None:
        await self.until("!!document.querySelector('input[name=passphrase]')")
        fill = f"document.querySelector('input[name=passphrase]').value = {json.dumps(passphrase)};"
        await self.value(f"{fill} document.querySelector('form').submit()")


@asynccontextmanager
async def chromium(folder: Path, url: str) -> AsyncIterator[Page]:
    command = [
        CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1000,700",
        "--remote-debugging-port=0", f"--user-data-dir={folder}", url,
    ]  # fmt: skip
    process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    assert process.stderr is not None
    try:
        async with asyncio.timeout(PATIENCE_S):
            line = b""
            while b"DevTools listening on" not in line:
                line = await process.stderr.readline()
                assert line, "chromium has ended"
        port = line.decode().split("127.0.0.1:")[1].split("/")[0]
        draining = asyncio.create_task(process.stderr.read())
        async with aiohttp.ClientSession() as session:
            async with session.get(f"http://127.0.0.1:{port}/json/list") as got:
                pages = [each for each in await got.json() if each["type"] == "page"]
            async with session.ws_connect(pages[0]["webSocketDebuggerUrl"], max_msg_size=0) as socket:
                yield Page(socket)
        draining.cancel()
    finally:
        process.kill()
        await process.wait()


@pytest.mark.timeout(150)
async def test_the_pages_are_what_the_desk_is_and_open_to_who_knows_the_passphrase(tmp_path: Path) -> None:
    with hall() as (url, _):
        async with chromium(tmp_path / "profile", f"{url}alerts") as page:
            await page.enter("not the passphrase")
            await page.until("document.body.innerText.includes('That is not the passphrase')")
            await page.enter(RULES)
            await page.until("document.body.classList.contains('-first-byte')")
            await page.until("document.querySelector('.xterm') !== null")
            await page.until("document.documentElement.scrollHeight <= window.innerHeight")
            assert await page.picture(tmp_path / "desk.png") > 5_000
            await page.do("Page.navigate", url=f"{url}alerts")
            await page.until("document.body.innerText.includes('2 boards: ')")
            assert await page.picture(tmp_path / "alerts.png") > 3_000
            await page.do("Page.navigate", url=f"{url}logout")
            await page.until("!!document.querySelector('input[name=passphrase]')")
            print("screenshots:", tmp_path)


@pytest.mark.timeout(150)
async def test_who_knows_the_second_passphrase_rules_from_a_browser(tmp_path: Path) -> None:
    with hall() as (url, folder), attached(folder) as seen:
        async with chromium(tmp_path / "profile", url) as page:
            await page.enter(RULES)
            await page.until("document.body.classList.contains('-first-byte')")
            await page.until("document.querySelector('.xterm-helper-textarea') !== null")
            await page.value("document.querySelector('.xterm-helper-textarea').focus()")
            while not any(board.moves for board in seen.view().boards):
                await asyncio.sleep(0.1)
            await page.press("Enter", "r", "1", *"flag", "Enter")
            async with asyncio.timeout(PATIENCE_S):
                while not (ruled := [each for each in seen.view().rulings if each.kind == "result"]):
                    await asyncio.sleep(0.1)
            assert [(each.author, each.reason) for each in ruled] == [("Anna", "flag")]
            outcome = next(board.outcome for board in seen.view().boards if board.board == ruled[0].board)
            assert outcome is not None
            assert (outcome.result, outcome.confirmed) == ("1-0", True)
            await asyncio.sleep(1.0)  # the screen draws four times a second, and the picture is for people
            assert await page.picture(tmp_path / "ruled.png") > 5_000
            print("screenshots:", tmp_path)


@contextmanager
def attached(folder: Path) -> Iterator[AttachedFeed]:
    """What a desk beside the browser sees of the hall."""
    feed = AttachedFeed(lambda: found(among=[folder / "dgt-monitor"]), "test", looks_only=True)
    feed.start()
    try:
        assert feed.wait_for(lambda: feed.attached, GUARD_S), feed.why
        yield feed
    finally:
        feed.stop()
