"""The pages: nothing without a passphrase, nothing ruled with the first one, and nothing that a name can break."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import ClientResponse, CookieJar, WSServerHandshakeError, web
from aiohttp.test_utils import TestClient, TestServer

from dgt_monitor.cli.web.alert_page import alert_page
from dgt_monitor.cli.web.guard import GUESSES, Guard
from dgt_monitor.cli.web.server import DESK_POLICY, BrowserDesk, DeskServer, _size
from dgt_monitor.events import Level, Rule
from tests.dashboard.fake_hall import FakeFeed, Hand, alert, board, hall_of

LOOKS, RULES = "we only look", "we also rule"
PATHS = ("/", "/ws", "/alerts", "/desk.css", "/static/js/textual.js", "/static/css/xterm.css", "/nothing", "/logout")
HOSTILE = "<script>alert(1)</script>\"'&\x1b[2J\u202e"


class Browser:
    """Somebody with a browser, before a hall with a fivefold on board 12."""

    def __init__(self, client: "TestClient[web.Request, web.Application]", feed: FakeFeed) -> None:
        self.client = client
        self.feed = feed

    async def enter(self, passphrase: str) -> ClientResponse:
        return await self.client.post("/login", data={"passphrase": passphrase}, allow_redirects=False)

    async def text(self, path: str) -> str:
        return await (await self.client.get(path)).text()

    async def form_token(self) -> str:
        return (await self.text("/alerts")).partition('name="form" value="')[2].partition('"')[0]


@asynccontextmanager
async def browser(rule: str = RULES) -> AsyncIterator[Browser]:
    feed = FakeFeed(hall_of([board("12", "fivefold"), board("3", "threefold", seed=2)]))
    server = DeskServer(feed, Guard(LOOKS, rule, Hand()), lambda _: ["false"])
    async with TestClient(TestServer(server.application()), cookie_jar=CookieJar(unsafe=True)) as client:
        yield Browser(client, feed)


@pytest.mark.parametrize("path", PATHS)
async def test_no_page_opens_without_a_passphrase(path: str) -> None:
    async with browser() as one:
        got = await one.client.get(path, allow_redirects=False)
        assert got.status in (303, 401)
        assert "12" not in await got.text()
        assert got.headers.get("Location", "/login") == "/login"
        posted = await one.client.post(path, data={"alert": "12:fivefold:1"}, allow_redirects=False)
        assert posted.status == 401
        assert one.feed.acknowledged == []


async def test_the_first_passphrase_shows_everything_and_rules_nothing() -> None:
    async with browser() as one:
        assert (await one.enter(LOOKS)).status == 303
        text = await one.text("/alerts")
        assert "Board 12: FIVEFOLD" in text
        assert "This page only looks." in text
        assert "<button" not in text
        posted = await one.client.post("/alerts", data={"alert": "12:fivefold:1", "form": ""})
        assert posted.status == 403
        assert one.feed.acknowledged == []


async def test_the_second_one_acknowledges_what_was_shown_and_only_from_its_own_page() -> None:
    async with browser() as one:
        await one.enter(RULES)
        token = await one.form_token()
        forged = await one.client.post("/alerts", data={"alert": "12:fivefold:1", "form": "x" * 43})
        assert forged.status == 403
        unknown = await one.client.post("/alerts", data={"alert": "nothing", "form": token})
        assert unknown.status == 200
        assert one.feed.acknowledged == []
        await one.client.post("/alerts", data={"alert": "12:fivefold:1", "form": token})
        assert one.feed.acknowledged == ["12:fivefold:1"]
        assert "<button" not in await one.text("/alerts")


async def test_a_wrong_one_is_told_and_many_lock_the_door() -> None:
    async with browser() as one:
        for _ in range(GUESSES - 1):
            assert (await one.enter("wrong guess")).status == 403
        assert (await one.enter("wrong guess")).status == 429
        assert (await one.enter(LOOKS)).status == 429
        assert "wait a minute" in await one.text("/login")


async def test_who_leaves_is_asked_again() -> None:
    async with browser() as one:
        await one.enter(LOOKS)
        await one.client.get("/logout")
        assert (await one.client.get("/alerts", allow_redirects=False)).status == 303


async def test_the_cookie_is_kept_from_scripts_and_from_other_sites() -> None:
    async with browser() as one:
        cookie = (await one.enter(LOOKS)).headers["Set-Cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Strict" in cookie


@pytest.mark.parametrize("path", ["/login", "/", "/alerts", "/nothing", "/static/js/textual.js"])
async def test_every_answer_is_fenced_and_the_pages_fetch_nothing_from_elsewhere(path: str) -> None:
    async with browser() as one:
        await one.enter(LOOKS)
        got = await one.client.get(path)
        assert got.headers["X-Content-Type-Options"] == "nosniff"
        assert "default-src 'none'" in got.headers["Content-Security-Policy"]
        if not path.startswith("/static"):
            text = await got.text()
            host = f"{one.client.host}:{one.client.port}"
            assert "://" not in text.replace(f"ws://{host}/ws", "")
            assert "<script>" not in text


async def test_a_desk_is_opened_only_from_its_own_page() -> None:
    async with browser() as one:
        await one.enter(LOOKS)
        for origin in ({}, {"Origin": "http://elsewhere"}):
            with pytest.raises(WSServerHandshakeError) as refused:
                await one.client.ws_connect("/ws", headers=origin)
            assert refused.value.status == 403


async def test_a_host_that_is_none_is_not_written_into_the_page() -> None:
    async with browser() as one:
        await one.enter(LOOKS)
        got = await one.client.get("/", headers={"Host": "x;script-src *"})
        assert got.status in (303, 400)
    assert "script-src 'self';" in DESK_POLICY


def test_names_are_text_and_what_only_a_player_may_claim_is_nowhere() -> None:
    loud = alert(HOSTILE, Rule.FIVEFOLD, Level.ACT, id="<script>1", text=HOSTILE)
    feed = FakeFeed(
        hall_of(
            [board(HOSTILE, alerts=(loud,)), board("3", "threefold", seed=2), board("4", "fifty", seed=3)]
        )._replace(title=HOSTILE)
    )
    for token in (None, "<script>2"):
        text = alert_page(feed.view(), feed.status(), form_token=token)
        assert "<script>" not in text
        assert text.isprintable()
        assert "threefold" not in text.lower()
        assert "fifty" not in text.lower()
        assert "FIVEFOLD" in text


def test_the_state_of_an_alert_is_said_in_words_too() -> None:
    feed = FakeFeed(hall_of([board("12", "fivefold"), board("3", "acknowledged", seed=2), board("4", "lost", seed=3)]))
    text = alert_page(feed.view(), feed.status(), form_token=None)
    assert 'class="act"' in text
    assert "! Board 12: FIVEFOLD" in text
    assert "* Board 4: NOT WATCHED" in text
    assert ">seen, " in text


def test_a_lost_recorder_is_told() -> None:
    feed = FakeFeed(hall_of([board("12")]), apart_since="14:31:50")
    assert "NOT CONNECTED to the recorder since 14:31:50" in alert_page(feed.view(), feed.status(), form_token=None)


def test_a_desk_in_a_browser_is_not_told_the_passphrases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DGT_MONITOR_WEB_PASSPHRASE", LOOKS)
    desk = BrowserDesk("x", write_bytes=None, write_str=None, close=None, download_manager=None)  # type: ignore[arg-type]
    environ = desk._build_environment()
    assert LOOKS not in environ.values()
    assert environ["TEXTUAL_DRIVER"].endswith(":WebDriver")


@pytest.mark.parametrize("given", [None, "x", [], {}, 10**30, "-5", float("inf"), float("nan")])
def test_any_size_becomes_one_that_can_be_drawn(given: object) -> None:
    assert 20 <= _size(given, 80, range(20, 501)) <= 500
