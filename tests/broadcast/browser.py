"""A headless Chromium, spoken to over its own protocol; tests that want one skip where there is none."""

import asyncio
import base64
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE_S = 50.0
CONNECTED = (
    "document.querySelectorAll('#boards > li').length > 0 && "
    "document.getElementById('state').textContent.startsWith('Connected')"
)


def found() -> str | None:
    """Where it is."""
    return next((path for name in NAMES if (path := shutil.which(name)) is not None), None)


class Browser:
    """One page in it."""

    def __init__(self, line: aiohttp.ClientWebSocketResponse) -> None:
        self._line = line
        self._number = 0
        self.faults: list[str] = []
        """What the page complained of, its policy included."""

    async def call(self, method: str, **params: Any) -> dict[str, Any]:
        self._number += 1
        await self._line.send_json({"id": self._number, "method": method, "params": params})
        while True:
            told = await self._line.receive_json(timeout=PATIENCE_S)
            self._note(told)
            if told.get("id") == self._number:
                assert "error" not in told, told
                result: dict[str, Any] = told["result"]
                return result

    def _note(self, told: dict[str, Any]) -> None:
        if told.get("method") == "Runtime.exceptionThrown":
            self.faults.append(str(told["params"]["exceptionDetails"]))
        if told.get("method") == "Log.entryAdded" and told["params"]["entry"]["level"] == "error":
            self.faults.append(str(told["params"]["entry"]))

    async def look(self, expression: str) -> Any:
        """The value of this in the page."""
        told = await self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in told, told
        return told["result"].get("value")

    async def until(self, expression: str) -> None:
        """Wait until this is so in the page; the page itself looks at every frame."""
        await self.look(
            f"new Promise((done) => {{ const look = () => ({expression}) ? done(1) : setTimeout(look, 20); look(); }})"
        )

    async def open(
        self, url: str, width: int, height: int, *, phone: bool = False, dark: bool = False, scripts: bool = True
    ) -> None:
        for domain in ("Page", "Runtime", "Log", "Accessibility"):
            await self.call(f"{domain}.enable")
        await self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=2 if phone else 1,
            mobile=phone,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        await self.call("Emulation.setEmulatedMedia", features=[scheme])
        await self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        await self.call("Page.navigate", url=url)
        if scripts:
            await self.until(CONNECTED)
            return
        while await self.look("document.readyState + document.querySelectorAll('#boards').length") != "complete1":
            await asyncio.sleep(0.02)

    async def screenshot(self, path: Path) -> None:
        told = await self.call("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(told["data"]))


@asynccontextmanager
async def browser(program: str) -> AsyncIterator[Browser]:
    """A page in a browser of its own, that leaves nothing behind."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = await asyncio.create_subprocess_exec(
            program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--remote-debugging-port=0", f"--user-data-dir={profile}", "about:blank",
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert process.stderr is not None
        try:
            async with asyncio.timeout(PATIENCE_S), aiohttp.ClientSession() as session:
                port = ""
                while "ws://" not in port:
                    port = (await process.stderr.readline()).decode()
                port = port.rpartition("127.0.0.1:")[2].partition("/")[0]
                async with session.get(f"http://127.0.0.1:{port}/json/list") as answer:
                    (page, *_) = [each for each in await answer.json() if each["type"] == "page"]
                async with session.ws_connect(page["webSocketDebuggerUrl"], max_msg_size=0) as line:
                    yield Browser(line)
        finally:
            with suppress(ProcessLookupError):
                process.terminate()
            with suppress(TimeoutError):
                await asyncio.wait_for(process.communicate(), 10)
