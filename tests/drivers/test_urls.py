"""No URL tells a secret, in whatever text it stands; a FEN has the shape of one."""

import pytest

from drivers.fens import is_chess, is_fen
from drivers.urls import without_secrets


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("pgn+https://user:SECRET@host:8080/g.pgn?token=SECRET", "pgn+https://***@host:8080/g.pgn?***"),
        ("--web=http://SECRET@host/x#SECRET", "--web=http://***@host/x#***"),
        ("pgn+http://a:SE@CR/ET@host/", "pgn+http://***@host/"),
        ("http://h/x?k=SECRET: no answer", "http://h/x?*** no answer"),
        ("livechess://localhost:1982", "livechess://localhost:1982"),
        ("/dev/ttyUSB0", "/dev/ttyUSB0"),
    ],
)
def test_secrets(text: str, told: str) -> None:
    assert without_secrets(text) == told


@pytest.mark.parametrize(
    ("fen", "whether"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", True),
        ("4k3/8/8/8/8/8/8/4K3 b - e3", True),
        ("4k3/8/8/8/8/8/8/4K3", True),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 " + "9" * 22, False),
        ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", False),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", False),
        ("\ud800 w", False),
    ],
)
def test_fens(fen: str, whether: bool) -> None:
    assert is_fen(fen) == whether


def test_variants() -> None:
    assert all(map(is_chess, ("", "Standard", "From Position", "Chess960", "Fischerandom", "fischer-random")))
    assert not any(map(is_chess, ("Crazyhouse", "Atomic", "three-check")))
