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
        await page.until("boards.get('1').canvas.width > 0")
        assert await page.look("[...boards.values()].filter((card) => card.canvas.width > 0).length") < 60
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
        await page.until("boards.get('1').canvas.width > 0")
        assert await page.look("document.documentElement.scrollWidth <= window.innerWidth")
        await page.screenshot(folder / "phone.png")
        label = await page.look("boards.get('1').canvas.getAttribute('aria-label')")
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
