"""Notices beside the screens: which alerts, in which words, how often, and what becomes of them."""

import threading
from itertools import pairwise
from typing import Any

import pytest

from dgt_monitor.events import Alert, AlertCleared, Level, Rule
from dgt_monitor.recorder.notice_post import MOST_WAITING, PAUSES_S, NoticePost, Outcome, Post
from dgt_monitor.recorder.noticing import AGAIN_S, Notice, Noticing, ended
from dgt_monitor.tournament.notices import NO_NOTICES, Notices

ALL = Notices(act=("bell", "desktop", "push"), look=("push",))


def raised(rule: Rule = Rule.FIVEFOLD, level: Level = Level.ACT, number: int = 1, **fields: Any) -> Alert:
    text = f"the same position for the fifth time, after 38...Kg7: {rule}"
    made = Alert(100.0, "12", f"12:{number}", 1, 76, rule, "9.6.1", level, True, (60, 64, 68, 72, 76), text)
    return made._replace(**fields)


class TestWhatIsTold:
    def test_where_to_go_and_nothing_else(self) -> None:
        told = Noticing(ALL).hear([raised()])
        assert told == [Notice("12:1", "12", way, "Board 12: go to the board") for way in ("desktop", "push")]

    def test_a_drill_says_that_it_is_one(self) -> None:
        (told, _) = Noticing(ALL).hear([raised(Rule.DRILL)])
        assert told.text == "DRILL. Board 12: a drill, nothing to do"

    def test_each_severity_by_its_own_ways(self) -> None:
        (told,) = Noticing(ALL).hear([raised(Rule.HISTORY_UNCERTAIN, Level.CHECK)])
        assert (told.way, told.text) == ("push", "Board 12: look when you can")
        assert Noticing(NO_NOTICES).hear([raised()]) == []

    @pytest.mark.parametrize("level", [Level.ACT, Level.CHECK, Level.INFO])
    @pytest.mark.parametrize("rule", [Rule.THREEFOLD, Rule.FIFTY])
    def test_what_only_a_player_may_claim_is_never_told(self, rule: Rule, level: Level) -> None:
        assert Noticing(Notices(("push",), ("push",))).hear([raised(rule, level)]) == []

    def test_no_notice_names_a_move_or_a_count(self) -> None:
        for rule in Rule:
            for told in Noticing(ALL).hear([raised(rule)]):
                assert not {"Kg7", "76", "five", "position"} & set(told.text.replace(":", " ").split())

    def test_an_alert_is_told_once(self) -> None:
        noticing = Noticing(ALL)
        assert len(noticing.hear([raised(), raised()])) == 2
        assert noticing.hear([raised()]) == []

    def test_a_draw_that_is_played_on_is_told_once_for_its_game(self) -> None:
        noticing = Noticing(ALL)
        noticing.hear([raised()])
        assert noticing.hear([raised(number=2, t=160.0)]) == []
        assert len(noticing.hear([raised(number=3, game=2)])) == 2

    def test_a_loose_cable_sends_no_hundred_pushes(self) -> None:
        noticing = Noticing(ALL)
        lost = [raised(Rule.BOARD_LOST, Level.CHECK, n, t=100.0 + n) for n in range(100)]
        assert len(noticing.hear(lost)) == 1
        assert len(noticing.hear([raised(Rule.BOARD_LOST, Level.CHECK, 200, t=100 + AGAIN_S)])) == 1

    def test_who_need_not_be_told_any_more(self) -> None:
        cleared = [
            AlertCleared(1.0, "12", "12:0", 1, Rule.FIVEFOLD, 76, "withdrawn"),
            AlertCleared(1.0, "12", "12:1", 1, Rule.FIVEFOLD, 76, "lapsed"),
        ]
        assert ended(cleared) == {"12:0"}


NOTICE = Notice("12:1", "12", "push", "Board 12: go to the board")


class TestThePost:
    def test_it_is_tried_again_with_growing_pauses_and_given_up(self) -> None:
        post, now_s, tries = Post(), 0.0, []
        post.put(NOTICE, now_s)
        states = []
        while post.due_s is not None:
            assert post.take(post.due_s - 0.1) is None
            now_s = post.due_s
            tries.append(now_s)
            notice, before = post.take(now_s)  # type: ignore[misc]
            states.append(post.tried(notice, before + 1, "away", now_s).state)
        pauses = [after - before for before, after in pairwise(tries)]
        assert pauses == list(PAUSES_S)
        assert states == ["failed"] * len(PAUSES_S) + ["given_up"]

    def test_what_is_none_any_more_is_not_tried_again(self) -> None:
        post = Post()
        post.put(NOTICE, 0.0)
        post.take(0.0)
        post.end({"12:1"})
        assert post.tried(NOTICE, 1, "away", 0.0) == Outcome(NOTICE, "dropped", 1, "away")
        assert post.due_s is None


class TestTheThread:
    def test_a_service_that_hangs_holds_up_nobody_and_what_is_too_much_is_told(self) -> None:
        hangs, began = threading.Event(), threading.Event()

        def send(_: Notice) -> str:
            began.set()
            hangs.wait(30)
            return ""

        post = NoticePost(send)
        try:
            post.put(NOTICE)
            assert began.wait(10)
            for _ in range(MOST_WAITING + 3):
                post.put(NOTICE)
            outcomes = [post.outcomes.get(timeout=10) for _ in range(3)]
            assert {each.state for each in outcomes} == {"dropped"}
        finally:
            hangs.set()
            post.close()

    def test_what_is_none_any_more_before_its_turn_is_not_sent(self) -> None:
        sent, first, go = list[Notice](), threading.Event(), threading.Event()

        def send(notice: Notice) -> str:
            first.set()
            go.wait(10)
            sent.append(notice)
            return ""

        post = NoticePost(send)
        post.put(NOTICE)
        assert first.wait(10)
        post.end({"13:1"})
        post.put(NOTICE._replace(alert="13:1"))
        go.set()
        states = [post.outcomes.get(timeout=10).state for _ in range(2)]
        post.close()
        assert (states, sent) == (["sent", "dropped"], [NOTICE])

    def test_what_raises_is_an_attempt_that_failed(self) -> None:
        def send(_: Notice) -> str:
            raise OSError("no route")

        post = NoticePost(send)
        post.put(NOTICE)
        assert post.outcomes.get(timeout=10) == Outcome(NOTICE, "failed", 1, "OSError: no route")
        post.close()
