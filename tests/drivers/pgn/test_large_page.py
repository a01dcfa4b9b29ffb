"""A large page of PGN is read in steps."""

import pytest

from drivers.pgn import source, web
from drivers.pgn.reading import Parsing
from drivers.pgn.source import open_url
from drivers.source import Stamped
from tests.driver_contract import check_scores
from tests.drivers.pgn.serving import Server
from tests.drivers.pgn.writing import MOVES, round_text


def test_a_large_one_is_read_in_steps(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "PARSED_BYTES", 500)
    monkeypatch.setattr(web, "EVERY_S", 0.01)
    monkeypatch.setattr(web, "WAITS_S", 0.01)
    fed: list[int] = []
    feed = Parsing.feed

    def counted(parsing: Parsing, piece: str) -> None:
        fed.append(len(piece))
        feed(parsing, piece)

    monkeypatch.setattr(Parsing, "feed", counted)
    server.text = round_text([MOVES[: number % 20] for number in range(40)])
    page = open_url(f"pgn+{server.url}")
    stamps = list[Stamped]()
    try:
        for _ in range(2000):
            stamps += page.poll(0.05)
            if stamps:
                break
    finally:
        page.close()
    assert len(fed) > 10
    assert max(fed) <= 500
    check_scores(stamps, {str(number + 1): MOVES[: number % 20] for number in range(40)})
    assert len(server.asked) <= 3
