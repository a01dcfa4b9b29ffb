"""Delays: how they are written, and when what happened under them may go out."""

from math import inf

import pytest

from dgt_monitor.broadcast.delays import Delays
from dgt_monitor.broadcast.names import game_file, in_order, round_folder
from dgt_monitor.fields import FileError
from dgt_monitor.tournament.event import read_tournament
from dgt_monitor.tournament.outs import MOST_MOVES, MOST_S, Delay, Out, delay_of


@pytest.mark.parametrize(
    ("text", "delay"),
    [
        ("15m", Delay(900)),
        ("15 min", Delay(900)),
        ("90 s", Delay(90)),
        (" 1 Hour ", Delay(3600)),
        ("0", Delay()),
        ("3 moves", Delay(plies=6)),
        ("1 move", Delay(plies=2)),
        ("", Delay()),
        ("24h", Delay(MOST_S)),
    ],
)
def test_a_delay_is_written(text: str, delay: Delay) -> None:
    assert delay_of(text) == delay


@pytest.mark.parametrize("text", ["15", "-3 min", "25h", "101 moves", "soon", "1.5 min", "٣ min", "3 moves 2 min"])
def test_what_is_no_delay(text: str) -> None:
    with pytest.raises(ValueError, match="is no delay such as"):
        delay_of(text)


def test_the_tournament_file_names_ways_out() -> None:
    text = (
        'round = 5\n[[out]]\nfolder = "live"\n[[out]]\nfolder = "late"\ndelay = "15 min"\nunsure = true\nemt = false\n'
    )
    assert read_tournament(text, "e.toml").out == (Out("live"), Out("late", "pgn", "15 min", True, False))


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ('folder = "live"\ndelay = "soon"', "line 3: out[1].delay: 'soon' is no delay"),
        ('folder = ""', "line 2: out[1].folder: names no folder"),
        ('kind = "pgn"', "out[1].folder: names no folder"),
        ('kind = "http"', "out[1].address: '' is no address such as"),
        ('kind = "http"\naddress = "1.2.3.4"', "line 3: out[1].address: '1.2.3.4' is no address"),
        ('kind = "http"\naddress = "a:1"\n[[out]]\nkind = "http"\naddress = "a:1"', "a:1 is named by another way out"),
        ('folder = "a"\nkind = "fax"', "'fax' is none of pgn"),
        ('folder = "a"\n[[out]]\nfolder = "a"', "a is named by another way out already"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(lines: str, said: str) -> None:
    with pytest.raises(FileError) as error:
        read_tournament(f"[[out]]\n{lines}\n", "e.toml")
    assert said in str(error.value)


def test_a_delay_of_a_journal_that_cannot_be_read_is_the_longest() -> None:
    assert Out("live", delay="no delay").later == Delay(MOST_S, 2 * MOST_MOVES)


def delays(*changes: tuple[float, Delay]) -> Delays:
    out = Delays()
    for t_s, delay in changes:
        out.change(t_s, delay)
    return out


MIN_15, NONE, MOVE = Delay(900.0), Delay(), Delay(plies=2)


def test_what_waits_keeps_its_delay_when_a_shorter_one_is_set() -> None:
    found = delays((0.0, MIN_15), (100.0, NONE))
    assert (found.out_s(50.0), found.out_s(100.0), found.out_s(101.0)) == (950.0, 1000.0, 101.0)


def test_what_waits_waits_longer_when_a_longer_one_is_set() -> None:
    found = delays((0.0, Delay(60.0)), (100.0, MIN_15))
    assert found.out_s(30.0) == 90.0  # it was out by then
    assert found.out_s(50.0) == 950.0


def test_the_first_delay_holds_for_all_that_was_before() -> None:
    assert delays((5000.0, MIN_15)).out_s(4900.0) == 5800.0


def test_moves_that_must_follow() -> None:
    found = delays((0.0, MOVE))
    assert found.out_s(10.0) == inf
    assert found.out_s(10.0, [20.0]) == inf
    assert found.out_s(10.0, [20.0, 30.0, 40.0]) == 30.0
    assert found.out_s(10.0, [20.0], over_s=25.0) == 25.0
    assert delays((0.0, MOVE), (15.0, NONE)).out_s(10.0, [20.0, 30.0]) == 30.0


def test_what_becomes_good_late_waits_for_the_delay_of_then() -> None:
    found = delays((0.0, NONE), (100.0, MIN_15))
    assert found.out_s(50.0, good_s=60.0) == 60.0
    assert found.out_s(50.0, good_s=120.0) == 950.0


def test_files_are_called_by_numbers_alone() -> None:
    assert (round_folder("5"), game_file("12"), game_file("3.2"), game_file("007")) == (
        "round-5", "game-12.pgn", "game-3-2.pgn", "game-007.pgn",
    )  # fmt: skip
    odd = ["A12", "", "3-2", "3.2.", "Ä", "\udc80", "../x"]
    assert len({game_file(board) for board in odd}) == len(odd)
    assert all(game_file(board).startswith("game-0-") for board in odd)


def test_boards_are_in_the_order_of_their_numbers() -> None:
    assert sorted(["10", "2", "1.10", "1.9", "A", "A2", "A10", ""], key=in_order) == [
        "", "1.9", "1.10", "2", "10", "A", "A2", "A10",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (":8080", "127.0.0.1:8080"),
        ("localhost:8080", "127.0.0.1:08080"),
        ("LocalHost.:8080", "8080"),
        ("[::1]:80", "[0:0:0:0:0:0:0:1]:80"),
        ("Hall.example:80", "hall.example:80"),
        ("0.0.0.0:8080", "127.0.0.1:8080"),
        ("[::]:8080", "10.0.0.5:8080"),
    ],
)
def test_an_address_has_one_name(one: str, other: str) -> None:
    assert Out(kind="http", address=one).name == Out(kind="http", address=other).name
    with pytest.raises(FileError, match="named by another way out already"):
        read_tournament(
            f'[[out]]\nkind = "http"\naddress = "{one}"\n[[out]]\nkind = "http"\naddress = "{other}"\n', "e.toml"
        )


def test_a_folder_has_one_name() -> None:
    assert {Out(each).name for each in ("a/b", "a/b/", "./a//b", "a/./b")} == {"a/b"}
    assert [Out(each).name for each in ("/", ".", "/a/", "../a", "C:\\\\live")] == [
        "/",
        ".",
        "/a",
        "../a",
        "C:\\\\live",
    ]


def test_other_addresses_have_other_names() -> None:
    addresses = ("127.0.0.1:80", "127.0.0.1:81", "0.0.0.0:82", "127.0.0.1:0", "0.0.0.0:0")
    assert len({Out(kind="http", address=each).name for each in addresses}) == len(addresses)
