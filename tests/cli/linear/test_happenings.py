"""What is told between two looks: each happening in one line, and nothing that was told before."""

import random

import pytest

from dgt_monitor.cli.linear.happenings import Happenings, Line
from dgt_monitor.hall.views import BoardView, ClaimView, MoveView, ResultView, RulingView
from tests.dashboard.fake_hall import FakeFeed, board, calm_hall, hall_of, make_hall
from tests.drawn import drawn

TIMED = len("1:00:00  Bd 5      ")


class Listener:
    """Who looks at a hall, board 5 before all."""

    def __init__(self, first: BoardView, **options: object) -> None:
        self.feed = FakeFeed(hall_of([first]))
        self.happenings = Happenings(**options)  # type: ignore[arg-type]
        self.looks()

    def looks(self) -> list[Line]:
        return self.happenings(self.feed.view(), self.feed.status())

    def hears(self, changed: BoardView) -> list[str]:
        self.feed.put(changed)
        return [line.text[TIMED:].strip() for line in self.looks()]


def test_the_first_look_tells_how_the_hall_stands_and_what_waits() -> None:
    feed = FakeFeed(hall_of([board("5", "fivefold"), board("6", "lost", seed=2), board("7", seed=3)]))
    lines = Happenings()(feed.view(), feed.status())
    assert [line.text.split("  ", 1)[1].strip() for line in lines] == [
        "! 3 boards: 3 playing, 0 over, 1 not watched; 2 alerts not acknowledged.",
        "Bd 5      ! FIVEFOLD: FIDE 9.6.1: the same position for the fifth time: draw, stop the clocks".replace(
            "FIDE ", ""
        ),
        "Bd 6      * NOT WATCHED: the cable or the power of this board is gone",
    ]
    assert [line.loud for line in lines] == [False, True, False]


def test_nothing_new_is_no_line() -> None:
    listener = Listener(board("5", "fivefold"))
    assert listener.looks() == []
    listener.feed.now_view = listener.feed.now_view._replace(t_s=4000.0)
    assert listener.looks() == []


def test_a_move_is_told_once_when_it_is_confirmed() -> None:
    now = board("5", plies=40)
    provisional = now._replace(moves=(*now.moves[:-1], now.moves[-1]._replace(status="provisional")))
    listener = Listener(board("5", plies=39))
    assert listener.hears(provisional) == []
    last = now.moves[-1]
    assert listener.hears(now) == [f"20...{last.san}"]
    assert listener.hears(now._replace(white_s=1)) == []


def test_a_withdrawn_move_is_told_with_the_first_that_went() -> None:
    now, before = board("5", plies=40), board("5", plies=37)
    listener = Listener(now)
    assert listener.hears(before) == [f"withdrawn from 19...{now.moves[37].san} on"]


def test_a_move_of_which_less_is_known_is_told_again() -> None:
    now = board("5", plies=40)
    listener = Listener(now)
    doubtful = now._replace(moves=(*now.moves[:-1], now.moves[-1]._replace(sure=False)))
    assert listener.hears(doubtful) == [f"20...{now.moves[-1].san}  not sure"]


def test_lines_games_results_and_claims_are_told() -> None:
    listener = Listener(board("5", "waiting"))
    begun = board("5", plies=0)
    assert listener.hears(begun) == ["game 1 begins: ? - ?"]
    assert listener.hears(begun._replace(link="lost", link_reason="the cable is out")) == [
        "NOT WATCHED: no link: the cable is out"
    ]
    listener.hears(begun)
    proposed = ResultView(1, "1-0", "kings", confirmed=False, how=None)
    assert listener.hears(begun._replace(outcome=proposed)) == ["result 1-0 by kings, not confirmed"]
    ruled = begun._replace(outcome=proposed._replace(by="arbiter", confirmed=True))
    assert listener.hears(ruled) == ["result 1-0 by arbiter"]
    assert listener.hears(begun) == ["no result"]
    claim = ClaimView("claim", "open", 3500.0, "White claims by 9.2.2", None)
    assert listener.hears(begun._replace(claim=claim)) == ["CLAIM open: White claims by 9.2.2"]


def test_a_game_that_has_become_the_one_before_is_not_told_again() -> None:
    over = ResultView(1, "1-0", "arbiter", confirmed=True, how=None)
    listener = Listener(board("5", outcome=over))
    assert listener.hears(board("5", plies=0, game=2, before=over)) == ["game 2 begins: ? - ?"]


def test_the_life_of_an_alert_is_told() -> None:
    listener = Listener(board("5"))
    (line,) = listener.hears(board("5", "unexplained"))
    assert line.startswith("! UNEXPLAINED: ")
    alert_id = listener.feed.view().alerts[0].id
    listener.feed.change_alert(alert_id, acknowledged_t_s=3600.0, acknowledged_by="Anna")
    assert [each.text[TIMED:].strip() for each in listener.looks()] == ["UNEXPLAINED acknowledged by Anna"]
    assert listener.hears(board("5")) == ["UNEXPLAINED is over"]


def test_a_fivefold_after_which_play_goes_on_calls_again() -> None:
    listener = Listener(board("5", "fivefold"))
    (alert,) = listener.feed.view().alerts
    listener.feed.change_alert(alert.id, acknowledged_t_s=3600.0)
    listener.looks()
    listener.feed.change_alert(alert.id, acknowledged_t_s=None, played_on=3)
    (line,) = listener.looks()
    assert line.loud
    assert "FIVEFOLD" in line.text


def test_what_only_a_player_may_claim_is_no_line_of_its_own() -> None:
    listener = Listener(board("5"))
    assert not any("threefold" in line for line in listener.hears(board("5", "threefold")))


def test_other_sectors_are_silent_but_for_what_nothing_may_hide() -> None:
    listener = Listener(board("5", sector="A"), sectors=("B",))
    assert listener.hears(board("5", "lost", sector="A")) == []
    assert any("FIVEFOLD" in line for line in listener.hears(board("5", "fivefold", sector="A")))


def test_the_loss_of_the_recorder_is_loud_and_so_is_its_return() -> None:
    listener = Listener(board("5"))
    listener.feed.now_status = listener.feed.now_status._replace(apart_since="14:31:50")
    (line,) = listener.looks()
    assert line.loud
    assert "NOT CONNECTED to the recorder since 14:31:50" in line.text
    listener.feed.now_status = listener.feed.now_status._replace(apart_since=None)
    (line,) = listener.looks()
    assert "connected to the recorder again" in line.text


def test_rulings_are_told_with_their_author_and_those_that_were_refused_with_why() -> None:
    listener = Listener(board("5"))
    rulings = (
        RulingView(1, 3600.0, "Anna", "result", "5", "result 1-0", "flag", "", undone=False, undoes=0),
        RulingView(2, 3600.0, "Jan", "undo", "5", "undo 1", "", "there is nothing", undone=False, undoes=0),
    )
    listener.feed.now_view = listener.feed.now_view._replace(rulings=rulings)
    assert [line.text[TIMED:].strip() for line in listener.looks()] == [
        'ruling 1 of Anna: result 1-0 "flag"',
        "ruling 2 of Jan was not carried out: there is nothing",
    ]


@pytest.mark.parametrize("seed", [7, drawn()])
def test_the_moves_that_were_told_are_always_those_that_stand(seed: int) -> None:
    """Who only listens has the game: moves told, less those withdrawn."""
    print("seed", seed)
    rng = random.Random(seed)
    heard: list[str] = []
    lines = [board("5", plies=60, seed=one).moves for one in (1, 2)]
    now = board("5", plies=0)
    listener = Listener(now)
    for _ in range(120):
        kept = rng.randrange(0, 50)
        moves: tuple[MoveView, ...] = lines[rng.random() < 0.2][:kept]
        open_at = rng.randrange(0, 3)
        moves = tuple(
            each._replace(status="provisional" if len(moves) - at <= open_at else "confirmed")
            for at, each in enumerate(moves)
        )
        for line in listener.hears(now._replace(moves=moves)):
            if line.startswith("withdrawn from "):
                label = line.removeprefix("withdrawn from ").removesuffix(" on")
                heard = heard[: heard.index(label)]
            else:
                heard.append(line)
        standing = [f"{each.number}{'.' if each.colour == 'white' else '...'}{each.san}" for each in moves]
        sure = [text for text, each in zip(standing, moves, strict=True) if each.status == "confirmed"]
        assert heard[: len(sure)] == sure
        assert heard == standing[: len(heard)], "what was confirmed once stays told while it stands"


def test_hostile_names_break_no_line() -> None:
    hostile = "[b]\x1b[31m\u202e\n" + "x" * 300
    feed = FakeFeed(calm_hall(1))
    happenings = Happenings()
    happenings(feed.view(), feed.status())
    feed.put(board(hostile, "fivefold"))
    lines = happenings(feed.view(), feed.status())
    assert lines
    assert all(line.text.isprintable() for line in lines)


def test_a_large_hall_in_every_state_is_told_without_a_fault() -> None:
    feed = FakeFeed(make_hall(60))
    happenings = Happenings()
    assert happenings(feed.view(), feed.status())
    feed.now_view = make_hall(90)
    assert happenings(feed.view(), feed.status())
