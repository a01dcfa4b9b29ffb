from collections import defaultdict
from itertools import pairwise
from random import Random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.dgt.frames import message_framer
from drivers.dgt.messages import BoardDump, ClockTimes, FieldUpdate, Message, Serial, Version
from drivers.dgt.translate import squares_of
from drivers.simulator.clock import TimeControl
from drivers.simulator.hall import (
    KEEP_ALIVE_S,
    MOST_BOARDS,
    REST_S,
    Chunk,
    Conditions,
    Game,
    maker_of,
    placement,
    play,
    port_name,
    truths,
)
from drivers.simulator.profiles import CLEAN, PROFILES
from drivers.simulator.senses import SensorProfile
from drivers.simulator.table import Table
from tests.drivers.simulator.positions import SPECIAL, letters, random_game

BLITZ = TimeControl(180, 2)


def random_hall(seed: int, boards: int, plies: int = 40) -> list[Game]:
    rng = Random(seed)
    return [
        Game(
            chess.Board(),
            random_game(rng, plies),
            control=BLITZ if index % 2 else None,
            rotated=index % 3 == 1,
        )
        for index in range(boards)
    ]


def said(chunks: list[Chunk], port: str) -> list[tuple[float, Message]]:
    framer = message_framer()
    out = [
        (chunk.t_s, message)
        for chunk in chunks
        if chunk.port == port and chunk.kind == "rx"
        for message in framer.feed(chunk.data)
    ]
    assert not framer.dropped
    return out


def replayed(messages: list[tuple[float, Message]], rotated: bool) -> list[tuple[float, str]]:
    """The placement, as the players see it, after the dump and every field update."""
    codes = bytearray()
    out = []
    for t_s, message in messages:
        if isinstance(message, BoardDump):
            codes[:] = message.codes
        elif isinstance(message, FieldUpdate):
            assert codes[message.square] != message.code  # no update repeats what is known
            codes[message.square] = message.code
        else:
            continue
        squares = squares_of(bytes(codes))
        out.append((t_s, squares[::-1] if rotated else squares))
    return out


@given(st.integers(0, 2**32))
@settings(max_examples=8, deadline=None)
def test_every_position_of_every_game_is_seen_in_order(seed: int) -> None:
    games = random_hall(seed, boards=3)
    chunks = list(play(games, Conditions(seed, think=0.1)))
    assert [chunk.t_s for chunk in chunks] == sorted(chunk.t_s for chunk in chunks)
    for index, game in enumerate(games):
        seen = [squares for _, squares in replayed(said(chunks, port_name(index)), game.rotated)]
        board = game.start.copy()
        at = 0
        for move in game.moves:
            board.push(move)
            at = seen.index("".join(letters(board)), at)
        assert at == len(seen) - 1


@pytest.mark.parametrize("name", SPECIAL)
def test_special_moves_arrive_on_the_wire(name: str) -> None:
    case = SPECIAL[name]
    for seed in range(5):
        game = Game(case.board(), [case.move()], rotated=seed % 2 == 1)
        seen = replayed(said(list(play([game], Conditions(seed))), "P01"), game.rotated)
        moved = case.board()
        moved.push(case.move())
        assert seen[0][1] == placement(case.board())
        assert seen[-1][1] == placement(moved)


def test_a_recording_begins_as_a_monitor_asks() -> None:
    chunks = [chunk for chunk in play(random_hall(1, 2), Conditions(1)) if chunk.port == "P02"]
    assert [chunk.kind for chunk in chunks[:9]] == ["up", "tx", "rx", "tx", "rx", "tx", "rx", "tx", "rx"]
    assert [chunk.data.hex() for chunk in chunks[:9] if chunk.kind == "tx"] == ["4d", "45", "42", "4b"]
    answers = [message for _, message in said(chunks, "P02")][:4]
    assert [type(answer) for answer in answers] == [Version, Serial, BoardDump, ClockTimes]
    assert answers[1] == Serial(maker_of(1, 1).serial)


def test_a_byte_takes_its_time_on_the_line() -> None:
    free_s = 0.0
    for chunk in play(random_hall(2, 1), Conditions(2, think=0.0)):
        if chunk.kind == "rx":
            assert chunk.t_s - free_s >= len(chunk.data) / 960 - 1e-9
            free_s = chunk.t_s


def test_no_line_is_silent_and_all_are_heard_after_the_last_game() -> None:
    games = random_hall(3, 4, plies=30)
    games[2] = games[2]._replace(moves=[])
    chunks = list(play(games, Conditions(3)))
    heard: dict[str, list[float]] = defaultdict(list)
    for chunk in chunks:
        if chunk.kind == "rx":
            heard[chunk.port].append(chunk.t_s)
    assert len(heard) == 4
    last_change_s = max(
        t_s for index in range(4) for t_s, message in said(chunks, port_name(index)) if isinstance(message, FieldUpdate)
    )
    for times in heard.values():
        assert max(after - before for before, after in pairwise(times)) < KEEP_ALIVE_S + 0.1
        assert times[-1] > last_change_s + 1.0
    assert chunks[-1].t_s < last_change_s + 20.0


def test_clocks_start_with_the_game_and_stop_after_it() -> None:
    games = random_hall(4, 2)
    clocks = [
        message for _, message in said(list(play(games, Conditions(4))), "P02") if isinstance(message, ClockTimes)
    ]
    assert clocks[0][:3] == (182, 182, False)
    assert [clock.running for clock in clocks].count(False) == 2
    assert not clocks[-1].running
    turns = [clock.left_turn for clock in clocks]
    presses = sum(before != after for before, after in pairwise(turns))
    assert presses == len(games[1].moves)


@pytest.mark.parametrize(("rotated", "left"), [(False, True), (True, False)])
def test_whites_clock_is_left_unless_the_board_is_rotated(rotated: bool, left: bool) -> None:
    game = Game(chess.Board(), random_game(Random(1), 10), control=BLITZ, rotated=rotated)
    clocks = [m for _, m in said(list(play([game], Conditions(5))), "P01") if isinstance(m, ClockTimes)]
    assert clocks[0].left_turn is left
    black_begins = Game(chess.Board("4k3/8/8/8/8/8/8/4K2R b K - 0 1"), [], control=BLITZ, rotated=rotated)
    clocks = [m for _, m in said(list(play([black_begins], Conditions(5))), "P01") if isinstance(m, ClockTimes)]
    assert clocks[0].left_turn is not left


def test_an_unfinished_game_keeps_its_clock_running() -> None:
    game = Game(chess.Board(), random_game(Random(1), 10), control=BLITZ, over=False)
    clocks = [m for _, m in said(list(play([game], Conditions(6))), "P01") if isinstance(m, ClockTimes)]
    assert clocks[-1].running


def test_the_same_seed_gives_the_same_chunks() -> None:
    games = random_hall(7, 3)
    first = list(play(games, Conditions(7)))
    assert first == list(play(games, Conditions(7)))
    assert first != list(play(games, Conditions(8)))


def test_a_table_does_not_depend_on_the_others() -> None:
    games = random_hall(8, 3)

    def of_first(hall: list[Game]) -> list[Chunk]:
        return [chunk for chunk in play(hall, Conditions(8)) if chunk.port == "P01"]

    alone, together = of_first(games[:1]), of_first(games)
    shorter = min(len(alone), len(together))
    assert alone[:shorter] == together[:shorter]


def test_serial_numbers_are_five_digits_and_all_different() -> None:
    makers = [maker_of(99, index) for index in range(MOST_BOARDS)]
    assert len({maker.serial for maker in makers}) == MOST_BOARDS
    assert all(len(maker.serial) == 5 and len(maker.long_serial) == 10 for maker in makers)


def test_a_hall_has_an_end() -> None:
    with pytest.raises(ValueError, match="1000"):
        next(play([Game(chess.Board(), [])] * (MOST_BOARDS + 1), Conditions(1)))
    assert list(play([], Conditions(1))) == []


def test_games_are_staggered() -> None:
    games = random_hall(9, 8)
    chunks = list(play(games, Conditions(9, stagger_s=60.0)))
    first_s = [next(t_s for t_s, m in said(chunks, port_name(i)) if isinstance(m, FieldUpdate)) for i in range(8)]
    assert max(first_s) - min(first_s) > 20


def test_the_profile_is_used() -> None:
    profile = CLEAN._replace(rest_s=7.0)
    game = Game(chess.Board(), random_game(Random(1), 10))
    slow = replayed(said(list(play([game], Conditions(1, profile, think=0.0))), "P01"), rotated=False)
    assert slow[-1][0] - slow[1][0] > 9 * 7.0


@given(st.integers(0, 2**32))
@settings(max_examples=8, deadline=None)
def test_dumps_are_asked_for_at_rest_and_agree_with_the_updates(seed: int) -> None:
    games = random_hall(seed, boards=2)
    chunks = list(play(games, Conditions(seed, think=0.3, dumps=True)))
    assert [chunk.t_s for chunk in chunks] == sorted(chunk.t_s for chunk in chunks)
    for index in range(2):
        known = bytearray(64)
        changed_s, fresh = 0.0, False
        dumps = 0
        for t_s, message in said(chunks, port_name(index)):
            if isinstance(message, FieldUpdate):
                known[message.square] = message.code
                changed_s, fresh = t_s, True
            elif isinstance(message, BoardDump):
                dumps += 1
                if dumps > 1:
                    assert message.codes == known
                    assert fresh
                    assert REST_S < t_s - changed_s < REST_S + 0.2
                known[:], fresh = message.codes, False
        assert dumps > 2 or len(games[index].moves) < 2
        assert not fresh  # the last position was asked for


def test_dumps_change_nothing_else() -> None:
    games = random_hall(11, boards=1)

    def updates(dumps: bool) -> list[Message]:
        messages = said(list(play(games, Conditions(11, dumps=dumps))), "P01")
        return [message for _, message in messages if isinstance(message, FieldUpdate)]

    assert updates(True) == updates(False)


@pytest.mark.parametrize("name", ["clean", "rough", "bullet"])
def test_the_truth_of_a_hall_is_that_of_its_tables(name: str) -> None:
    games, conditions = random_hall(11, 3), Conditions(11, PROFILES[name], stagger_s=5.0)
    tables: dict[str, Table] = {}
    heard = list(play(games, conditions, tables.__setitem__))
    told = truths(games, conditions)
    assert list(told) == [port_name(0), port_name(1), port_name(2)]
    for index, game in enumerate(games):
        port = port_name(index)
        assert told[port] == tables[port].truth
        assert [ply.uci for ply in told[port]] == [move.uci() for move in game.moves]
        last_s = max(t_s for t_s, message in said(heard, port) if isinstance(message, FieldUpdate))
        assert max(ply.ended_s for ply in told[port]) <= last_s + 1.0


def test_a_bad_board_tells_what_was_not_played() -> None:
    sound, bad = CLEAN, CLEAN._replace(senses=SensorProfile(flicker_per_hour=60.0, misread=0.1, smear=0.1))
    games = random_hall(12, 2)
    clean, faulty = (list(play(games, Conditions(12, profile))) for profile in (sound, bad))
    told = [sum(isinstance(m, FieldUpdate) for _, m in said(chunks, "P01")) for chunks in (clean, faulty)]
    assert told[1] > told[0] + 10
    assert truths(games, Conditions(12, bad)) == truths(games, Conditions(12, sound))
