"""A board alone is asked who it is."""

from random import Random

import pytest

from drivers.dgt.ask.introducing import Introduction
from drivers.dgt.interpret import Interpreter
from drivers.readings import Identity
from drivers.serial_line import gate
from drivers.simulator.board import Mode
from drivers.simulator.table import Table, maker_of
from tests.virtual_bus import random_game

UNANSWERED_S = 0.5


def ask(deaf: str = "", *, nobody: bool = False) -> tuple[Introduction, list[int], float, Table]:
    """What comes of it with a board that does not answer these commands; when it is over."""
    table = Table(random_game(0, 0), maker_of(1, 0), Random(1), start_s=9999.0)
    table.board.receive(0.0, b"\x40")
    talk, interpreter, t_s, sent = Introduction(), Interpreter(), 0.0, list[int]()
    data = talk.begin(t_s)
    while not talk.over:
        if data:
            gate.clear("port", "single", data)
            sent += data
        answer = b"" if nobody or (data and data[0] in bytes.fromhex(deaf)) else table.board.receive(t_s, data)
        t_s = t_s + 0.05 if answer else talk.due_s
        data = talk.take(t_s, interpreter.rx(answer)) if answer else talk.tick(t_s)
    return talk, sent, t_s, table


def test_it_tells_all_it_knows_and_nothing_is_set() -> None:
    talk, sent, _, table = ask()
    maker = table.board.maker
    assert talk.identity.serial == maker.serial
    assert talk.identity.long_serial == maker.long_serial
    assert talk.identity.version == "1.08"
    assert table.board.mode is Mode.IDLE
    assert set(sent) <= {0x4D, 0x45, 0x55, 0x48, 0x4C}


def test_an_old_board_is_asked_for_its_text_which_has_its_number() -> None:
    talk, sent, _, _ = ask("45 55 48 4c")
    assert talk.heard
    assert sent[-1] == 0x47
    assert talk.identity.version == "1.08"


def test_nobody_is_asked_twice() -> None:
    talk, sent, t_s, _ = ask(nobody=True)
    assert not talk.heard
    assert sent == [0x4D, 0x45]
    assert t_s == pytest.approx(2 * UNANSWERED_S)


def test_what_nobody_asked_for_is_taken_all_the_same() -> None:
    talk = Introduction()
    talk.begin(0.0)
    assert talk.take(0.1, [Identity(serial="12345")]) == b""
    assert talk.identity.serial == "12345"
    assert not talk.over
