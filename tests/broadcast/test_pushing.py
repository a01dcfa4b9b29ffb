"""What is sent to lichess next: the newest, one at a time, in order; pauses; what answers mean."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dgt_monitor.broadcast.lichess.client import answer_of
from dgt_monitor.broadcast.lichess.pushing import (
    LONGEST_PAUSE_S,
    LONGEST_REFUSED_S,
    MOST_GAMES,
    REFUSED_PAUSE_S,
    Answer,
    GameAnswer,
    Pushing,
)
from dgt_monitor.broadcast.lichess.way import chosen


def pgn(board: str, moves: str = "1. e4 *") -> str:
    return f'[Event "Open"]\n[Board "{board}"]\n\n{moves}\n'


def well(*boards: str) -> Answer:
    return Answer(200, tuple(GameAnswer({"Board": board}) for board in boards))


def test_one_at_a_time_and_always_the_newest() -> None:
    pushing = Pushing()
    assert pushing.next(0.0) is None
    pushing.want([("1", pgn("1")), ("2", pgn("2"))])
    first = pushing.next(0.0)
    assert first is not None
    assert first.boards == ("1", "2")
    for number in range(5):
        pushing.want([("1", pgn("1", f"1. e4 e{number} *")), ("2", pgn("2"))])
        assert pushing.next(100.0 + number) is None
    assert pushing.answered(200.0, well("1", "2"), 0.0) == []
    assert pushing.next(200.5) is None
    second = pushing.next(201.0)
    assert second is not None
    assert "e4 e4" in second.body
    pushing.answered(202.0, well("1", "2"), 0.0)
    assert pushing.next(999.0) is None
    assert pushing.waiting == 0


@settings(deadline=None)
@given(st.lists(st.sampled_from([None, 429, 500, 503, 401, 200]), max_size=40), st.floats(0, 1), st.integers(0, 10_000))
def test_pauses_grow_to_a_bound_and_end_with_an_answer(
    statuses: list[int | None], jitter: float, retry_after: int
) -> None:
    pushing, now_s, failures, before_s = Pushing(), 0.0, 0, 0.0
    for number, status in enumerate(statuses):
        pushing.want([("1", pgn("1", f"1. a{number} *"))])
        assert pushing.next(now_s) is not None
        asked_s = float(retry_after) if status == 429 and number % 2 else 0.0
        pushing.answered(now_s, Answer(status, (), "", asked_s), jitter)
        pushing.want([("1", pgn("1", f"1. b{number} *"))])
        pause_s = pushing.due_s - now_s
        if status == 200:
            failures, before_s = 0, 0.0
            assert pause_s == pytest.approx(1.0)
        else:
            refused = status in (401, 429)
            longest = LONGEST_REFUSED_S if refused else LONGEST_PAUSE_S
            assert asked_s <= pause_s + 1e-6
            assert pause_s <= max(asked_s, 1.5 * longest) + 1e-6
            assert not refused or pause_s >= REFUSED_PAUSE_S - 1e-6
            assert refused or asked_s or pause_s >= min(LONGEST_PAUSE_S, 2.0**failures) - 1e-6
            failures += 1
        assert pushing.next(now_s + pause_s - 0.5) is None
        now_s += pause_s + before_s + 1e-3


def test_an_outage_is_told_once_and_so_is_its_end() -> None:
    pushing, told = Pushing(), []
    pushing.want([("1", pgn("1"))])
    for number, status in enumerate([503, None, 429, 503, 200]):
        assert pushing.next(1e6 * number) is not None
        told.append(pushing.answered(1e6 * number, Answer(status, (GameAnswer({"Board": "1"}),)), 0.5))
    assert [len(each) for each in told] == [1, 0, 0, 0, 1]
    assert told[4] == ["lichess takes games again"]


def test_a_round_of_130_games_is_shared_out() -> None:
    games = {str(number): pgn(str(number)) for number in range(1, 131)}
    pushing = Pushing()
    told = pushing.want(chosen(games, ""))
    push = pushing.next(0.0)
    assert push is not None
    assert len(push.boards) == MOST_GAMES
    assert push.boards[:3] == ("1", "2", "3")
    assert len(told) == 30
    assert told[0].startswith("board 101: the game does not go to lichess: a round has 100 games at most")
    assert pushing.want(chosen(games, "")) == []
    assert [board for board, _ in chosen(games, "101-130")] == [str(number) for number in range(101, 131)]
    assert len(chosen({**games, "1.1": pgn("1.1"), "3.2": pgn("3.2")}, "1.1-3.1")) == 3  # and boards 2 and 3


def test_errors_stand_at_their_boards_and_are_told_once() -> None:
    pushing = Pushing()
    pushing.want([("1", pgn("1")), ("2", pgn("2")), ("3", pgn("3"))])
    bad = GameAnswer({"Round": "5.2"}, "Cannot play\n \x1b[31mKe4 at ply 7")
    for now_s in (0.0, 10.0):
        pushing.want([("1", pgn("1", f"1. e4 e{now_s} *")), ("2", pgn("2")), ("3", pgn("3"))])
        pushing.next(now_s)
        told = pushing.answered(now_s, Answer(200, (GameAnswer({"Board": "1"}), bad)), 0.0)
        if now_s:
            assert told == []
        else:
            assert told[0] == "board 2: lichess does not take the game: Cannot play [31mKe4 at ply 7"
            assert told[1].startswith("board 3: lichess does not take the game: it is not in the answer")
    pushing.want([("1", pgn("1")), ("2", pgn("2")), ("3", pgn("3"))])
    pushing.next(20.0)
    assert pushing.answered(20.0, well("1", "2", "3"), 0.0) == [
        "board 2: lichess takes the game again",
        "board 3: lichess takes the game again",
    ]


def test_games_stay_apart_and_in_order() -> None:
    pushing = Pushing()
    told = pushing.want([("1", pgn("1")), ("2", '[Event "x"]\n\n{ a }\n\n[%clk 1] 1. e4 *'), ("3", pgn("3"))])
    assert told == ["board 2: the game does not go to lichess: its text would be two games"]
    push = pushing.next(0.0)
    assert push is not None
    assert push.body == f"{pgn('1')}\n{pgn('3')}"


@settings(deadline=None)
@given(st.integers(100, 599), st.text(max_size=20), st.binary(max_size=80) | st.text(max_size=60).map(str.encode))
def test_any_answer_is_one(status: int, retry_after: str, data: bytes) -> None:
    answer = answer_of(status, retry_after, data)
    assert answer.retry_after_s >= 0
    pushing = Pushing()
    pushing.want([("1", pgn("1"))])
    pushing.next(0.0)
    for sentence in pushing.answered(0.0, answer, random.random()):
        assert sentence.isprintable()


@pytest.mark.parametrize("data", [b'{"games": [1, null, {"tags": 7, "error": {}}]}', b"[" * 100_000, b'{"games": {}}'])
def test_a_strange_answer_is_no_fault_of_the_program(data: bytes) -> None:
    assert answer_of(200, "", data).status in (200, None)
