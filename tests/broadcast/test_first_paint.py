"""The page as the server makes it: whole without a script, light, and nothing in it but what may be out."""

import gzip
import re
from html.parser import HTMLParser
from random import Random

import chess
import pytest

from dgt_monitor.broadcast.web import rendering
from dgt_monitor.broadcast.web.contents import Contents, Update
from dgt_monitor.events import Times
from dgt_monitor.tournament.event import TournamentFile
from dgt_monitor.tournament.people import Players
from tests.broadcast.web_reading import ServedHall
from tests.drawn import drawn

EVIL = '</script><img src=x onerror="alert(1)">&amp;\u2028'
MOST_EMPTY_BYTES = 12_000
"""Of the page of 200 boards before their games begin, by gzip (chosen: a phone has it at once)."""
MOST_MIDDLE_BYTES = 80_000
"""The same after 40 moves each."""


def board_of(name: str, moves: int, random: Random) -> dict[str, object]:
    """What the page is told of a board on which so many plies were played at random."""
    board, sans, last = chess.Board(), list[str](), None
    while len(sans) < moves and (legal := list(board.legal_moves)):
        last = random.choice(legal)
        sans.append(board.san(last))
        board.push(last)
    return {
        "board": name, "game": 1, "round": "5", "white": f"Nowak-{random.randbytes(3).hex()}, Anna",
        "black": f"Silva-{random.randbytes(3).hex()}, Jon", "result": "*", "squares": board.board_fen(),
        "turn": "white" if board.turn else "black", "first": 1, "last": last and last.uci(),
        "clock": [random.randrange(7200), random.randrange(7200)], "running": "white", "from": 0, "moves": sans,
    }  # fmt: skip


@pytest.mark.parametrize(("moves", "most"), [(0, MOST_EMPTY_BYTES), (80, MOST_MIDDLE_BYTES)])
def test_the_page_of_200_boards_is_light(moves: int, most: int) -> None:
    random, contents = Random(1), Contents("x")
    contents.take(Update("Open", (), (), tuple(board_of(str(n), moves, random) for n in range(1, 201))))
    body = contents.shown(anew=False)
    print(f"{moves} plies: {len(body.data)} bytes, {len(body.packed)} packed")
    assert gzip.decompress(body.packed) == body.data
    assert body.data.count(b"<li data-board") == 200
    assert len(body.packed) < most


class Read(HTMLParser):
    """What a reader of the page has, board by board."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_what_comes_from_outside_is_text() -> None:
    names = TournamentFile(event=EVIL, round=5, players={"12": Players(EVIL, EVIL)})
    hall = ServedHall(tournament=names)
    hall.start()
    hall.move("e4")
    plain = Read(ServedHall().get("/").text)
    read = Read(hall.get("/").text)
    assert set(read.tags) - set(plain.tags) == set()
    assert {name for name, _ in read.attributes if name.startswith("on")} == set()
    assert read.texts.count(EVIL) == 2
    hall.way.close(5.0)


@pytest.mark.parametrize("seed", [3, drawn()])
def test_a_position_is_told_in_words_and_drawn_man_by_man(seed: int) -> None:
    random = Random(seed)
    for _ in range(30):
        told = board_of("1", random.randrange(200), random)
        board = chess.Board(f"{told['squares']} w - - 0 1")
        card = rendering.card(told)
        (words,) = re.findall(r'aria-label="Position of board 1\. (.*?)"', card)
        assert placed(words) == {
            (chess.square_name(at), man.color, chess.piece_name(man.piece_type))
            for at, man in board.piece_map().items()
        }
        drawn_men = re.findall(r'<text class="(.)" x="(.*?)" y="(.*?)">(.*?)</text>', card)
        assert [side for side, *_ in drawn_men] == ["w", "b"]
        for side, x, y, glyphs in drawn_men:
            places = list(zip(x.split()[::2], y.split()[::2], glyphs[::2], strict=True))
            assert x.split()[::2] == x.split()[1::2]
            assert set(glyphs[1::2]) <= {rendering.TEXT}
            assert {(int(file), int(row), man) for file, row, man in places} == {
                (chess.square_file(at), 7 - chess.square_rank(at), rendering.GLYPHS[man.symbol().lower()])
                for at, man in board.piece_map().items()
                if man.color is (side == "w")
            }


def placed(words: str) -> set[tuple[str, bool, str]]:
    """The men of a description."""
    found = set()
    for side, text in re.findall(r"(White|Black): (.*?)\.", words):
        for kind in filter(None, text.split(", ")):
            name, *squares = kind.split()
            assert name.endswith("s") == (len(squares) > 1)
            found |= {(square, side == "White", name.removesuffix("s")) for square in squares}
    return found


def test_one_rendering_for_all_readers_and_a_new_one_after_a_change() -> None:
    hall = ServedHall()
    hall.start()
    first = hall.get("/")
    assert hall.get("/").headers["ETag"] == first.headers["ETag"]
    assert hall.get("/", **{"If-None-Match": first.headers["ETag"]}).status_code == 304
    hall.move("e4", clock=Times(5025, 3599))
    second = hall.get("/", **{"If-None-Match": first.headers["ETag"]})
    assert second.status_code == 200
    assert "1. e4" in second.text
    assert "1:23:45" in second.text
    assert "0:59:59" in second.text
    assert hall.get("/anew").text.replace(rendering._ANEW, "") == second.text
    contents = hall.way.server._contents
    assert contents.shown(anew=False) is contents.shown(anew=False)
    hall.way.close(5.0)


def luminance(colour: str) -> float:
    """As WCAG 2 counts it."""
    full = colour if len(colour) == 7 else "#" + "".join(2 * each for each in colour[1:])
    parts = [int(full[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_contrast_and_no_motion() -> None:
    hall = ServedHall()
    style = hall.get("/page.css").text
    hall.way.close(5.0)
    named = dict(re.findall(r"--(\w+): (#\w+);", style))
    (marked,) = re.findall(r"svg path \{.*?stroke: (#\w+)", style)
    men = dict(re.findall(r"^\.([wb]) \{ fill: (#\w+)", style, re.MULTILINE))
    edges = dict(re.findall(r"^\.([wb]) \{.*?stroke: (#\w+)", style, re.MULTILINE))
    for square in (named["light"], named["dark"]):
        assert contrast(square, men["b"]) > 4.5
        assert contrast(square, edges["w"]) > 4.5  # a white man is known by its edge
        assert contrast(square, marked) > 3
    assert contrast(men["w"], edges["w"]) > 4.5
    for ground in ("#fff", "#121212"):
        assert contrast(named["line"], ground) > 3
    assert not re.search(r"animation|transition|scroll-behavior|@keyframes", style)
