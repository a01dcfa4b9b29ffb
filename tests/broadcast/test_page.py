"""The page of all boards in a browser: 200 boards, a phone, the keyboard, what a screen reader gets; with pictures.

Pictures go into the folder that `PAGE_PICTURES` names, else into one that pytest keeps for a while.
"""

import os
from pathlib import Path

import pytest

from dgt_monitor.events import Times
from dgt_monitor.tournament.event import TournamentFile
from dgt_monitor.tournament.people import Players
from tests.broadcast.browser import browser, found
from tests.broadcast.web_reading import ServedHall

CHROMIUM = found()
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: the page is not looked at in a browser")
FOCUS = "((at) => `${at.tagName} ${at.id || at.textContent.slice(0, 16)}`)(document.activeElement)"
CHOSEN = "[...boards.values()].filter((card) => !card.item.hidden).map((card) => card.name)"
EVIL = "<img src=x onerror=alert(1)>"
LINES = (
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3",
    "d4 Nf6 c4 e6 Nf3 d5 Nc3 Be7 Bf4 O-O e3 c5 dxc5 Bxc5",
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5 Nb3 Be6",
    "c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5 cxd5 Nxd5 Bg2 Nb6",
)


def hall_of(boards: int) -> ServedHall:
    names = [str(number) for number in range(1, boards + 1)]
    players = {name: Players(f"Nowak-Černá, Anna {name}", f"Þórsson, Jón {name}") for name in names}
    players["2"] = Players(EVIL, "Silva, Ana")
    hall = ServedHall(tournament=TournamentFile(event="Open", round=5, players=players))
    for number, name in enumerate(names):
        hall.start(name)
        for ply, san in enumerate(LINES[number % len(LINES)].split()[: 6 + number % 9]):
            hall.move(san, name, clock=Times(5400 - 7 * ply, 5400 - 9 * ply))
        hall.clock(5300 - number, 5250 - number, name)
    hall.result("1/2-1/2", "4")
    return hall


def folder_of(tmp_path: Path) -> Path:
    folder = Path(os.environ.get("PAGE_PICTURES", str(tmp_path)))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


async def test_200_boards_in_a_browser(tmp_path: Path) -> None:
    assert CHROMIUM is not None
    hall, folder = hall_of(200), folder_of(tmp_path)
    async with browser(CHROMIUM) as page:
        await page.open(hall.url, 1280, 900)
        assert await page.look("document.querySelectorAll('#boards > li').length") == 200
        heads = "[...document.querySelectorAll('h2 > span:first-child')].slice(8, 11).map((each) => each.textContent)"
        assert await page.look(heads) == [
            "Board 9", "Board 10", "Board 11",
        ]  # fmt: skip
        assert await page.look("[...boards.values()].filter((card) => card.visible).length") < 60
        assert await page.look("document.querySelectorAll('#boards img').length") == 0
        await page.screenshot(folder / "hall.png")
        hall.moves(sans_next(hall), "1")
        await page.until(f"boards.get('1').moves.length === {len(hall.page()[0]['moves'])}")
        text = await page.look("document.body.innerText")
        assert EVIL in text
        assert "½-½" in text
        assert page.faults == []
    hall.way.close(5.0)


def sans_next(hall: ServedHall) -> str:
    board = hall.boards["1", 1]
    return board.san(next(iter(board.legal_moves)))


async def test_keyboard_and_screen_reader(tmp_path: Path) -> None:
    assert CHROMIUM is not None
    hall, folder = hall_of(12), folder_of(tmp_path)
    async with browser(CHROMIUM) as page:
        await page.open(hall.url, 390, 844, phone=True)
        assert await page.look("document.documentElement.scrollWidth <= window.innerWidth")
        await page.screenshot(folder / "phone.png")
        label = await page.look("boards.get('1').picture.getAttribute('aria-label')")
        assert label.startswith("Position of board 1. White: ")
        assert "king e1" in label
        roles = await page.call("Accessibility.getFullAXTree")
        told = [
            (node["role"]["value"], node.get("name", {}).get("value", ""))
            for node in roles["nodes"]
            if not node.get("ignored")
        ]
        assert ("list", "Boards") in told
        assert sum(role == "listitem" for role, _ in told) >= 12
        assert any(role == "image" and "Position of board 1." in name for role, name in told)
        assert ("button", "Read out board 1") in told
        assert ("searchbox", "Board or player") in told
        steps = []
        for _ in range(7):
            for kind in ("keyDown", "keyUp"):
                await page.call("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9)
            steps.append(await page.look(FOCUS))
        assert steps[0].startswith("A To the boards")
        assert steps[1:3] == ["INPUT find", "INPUT running"]
        assert any(step.startswith("BUTTON Read out board") for step in steps)
        await page.look("boards.get('1').button.click()")
        hall.moves(sans_next(hall), "1")
        await page.until("document.getElementById('spoken').textContent.startsWith('Board 1: ')")
        assert await page.look("document.getElementById('spoken').getAttribute('aria-live')") == "polite"
        await page.look("document.getElementById('find').value = '12'; chooseAll()")
        assert await page.look(CHOSEN) == ["12"]
        hall.way.close(5.0)
        await page.until("/NOT CONNECTED/.test(document.getElementById('state').textContent)")


CARDS = """[...document.querySelectorAll('#boards > li')].map((item) => {
  const copy = item.cloneNode(true);
  copy.querySelectorAll('button').forEach((each) => each.remove());
  for (const each of copy.querySelectorAll('[class=""]')) each.removeAttribute('class');
  return [...copy.children].map((each) => each.outerHTML).join('\\n');
})"""
"""What stands in every card."""


async def test_what_a_script_makes_of_news_is_what_the_page_would_have_come_with() -> None:
    assert CHROMIUM is not None
    hall = hall_of(6)
    async with browser(CHROMIUM) as page:
        await page.open(hall.url, 800, 600)
        hall.move(sans_next(hall), "1", clock=Times(3725, 61))
        hall.retract(5, "taken_back", "2")
        hall.result("1-0", "3")
        hall.start("20")
        hall.start("7", fen="4k3/P7/8/8/8/8/8/4K3 w - - 0 60")
        hall.moves("a8=Q+ Kd7", "7")
        hall.start("8", fen="4k3/8/8/8/8/8/p7/4K3 b - - 0 60")
        hall.move("a1=Q+", "8")
        hall.learn(hall.tournament._replace(players={**hall.tournament.players, "5": Players("& <b>", EVIL)}))
        last = hall.page()
        assert last[-1]["board"] == "20"
        await page.until(f"lastId === '{hall.get('/boards.json').json()['id']}'")
        live = await page.look(CARDS)
        await page.open(hall.url, 800, 600)
        assert await page.look(CARDS) == live
        assert len(live) == 9
        assert page.faults == []
    hall.way.close(5.0)


async def test_200_boards_without_any_script(tmp_path: Path) -> None:
    assert CHROMIUM is not None
    hall, folder = hall_of(200), folder_of(tmp_path)
    async with browser(CHROMIUM) as page:
        await page.open(hall.url, 320, 640, phone=True, scripts=False)
        assert await page.look("document.documentElement.scrollWidth <= window.innerWidth")
        assert await page.look("document.querySelectorAll('#boards svg').length") == 200
        text = await page.look("document.querySelector('#boards > li').innerText")
        assert "Board 1" in text
        assert "1. e4 e5 2. Nf3" in text
        assert "1:28:20" in text
        assert not await page.look("document.getElementById('choice').checkVisibility()")
        links = "[...document.querySelectorAll('header a')].map((each) => each.getAttribute('href'))"
        assert await page.look(links) == ["/", "/anew", "/games.pgn"]
        await page.screenshot(folder / "no-script-320.png")
        await page.open(f"{hall.url}/anew", 320, 640, phone=True, scripts=False)
        assert await page.look("document.querySelector('meta[http-equiv=refresh]').content") == "30"
        for name, width, phone in (("dark-320", 320, True), ("dark", 1280, False)):
            await page.open(hall.url, width, 800, phone=phone, dark=True)
            assert await page.look("document.documentElement.scrollWidth <= window.innerWidth")
            await page.screenshot(folder / f"{name}.png")
        await page.open(hall.url, 320, 640, phone=True)
        await page.screenshot(folder / "phone-320.png")
        assert await page.look("document.getAnimations().length") == 0
        assert page.faults == []
    hall.way.close(5.0)


LANDMARKS = ("banner", "main", "navigation")


async def test_landmarks_headings_and_positions_are_told_without_a_script() -> None:
    assert CHROMIUM is not None
    hall = hall_of(4)
    async with browser(CHROMIUM) as page:
        await page.open(hall.url, 390, 844, scripts=False)
        tree = await page.call("Accessibility.getFullAXTree")
        told = [
            (node["role"]["value"], node.get("name", {}).get("value", ""))
            for node in tree["nodes"]
            if not node.get("ignored")
        ]
        assert {role for role, _ in told} >= set(LANDMARKS)
        assert [name for role, name in told if role == "heading"] == [
            "Open, round 5", "Board 1", "Board 2", "Board 3", "Board 4 \u00bd-\u00bd",
        ]  # fmt: skip
        positions = [name for role, name in told if role == "image"]
        assert len(positions) == 4
        assert positions[0].startswith("Position of board 1. White: king e1, queen d1, rooks a1 h1, bishops ")
        assert ("group", "Moves of board 1") in told
    hall.way.close(5.0)
