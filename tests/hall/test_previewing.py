"""Questions of screens: each is answered, asked again when it is old, and not kept for ever."""

from dgt_monitor.hall.entries import Question, Ruling
from dgt_monitor.hall.previewing import FRESH_S, MOST_KEPT, STALE_S, Previewing


def ruling(ply: int) -> Ruling:
    return Ruling(0.0, "Ada", "replace", board="12", ply=ply, moves=("Nf3",))


class TestPreviewing:
    def setup_method(self) -> None:
        self.asked: list[Question] = []
        self.previewing = Previewing(self.asked.append)

    def test_two_screens_that_ask_at_once_are_both_answered(self) -> None:
        assert (self.previewing.preview(ruling(1), 0.0), self.previewing.preview(ruling(2), 0.0)) == (None, None)
        for question in self.asked:
            self.previewing.answer(question, f"from {question.ruling.ply} on", 0.1)
        assert self.previewing.preview(ruling(1), 0.2) == "from 1 on"
        assert self.previewing.preview(ruling(2), 0.2) == "from 2 on"
        assert len(self.asked) == 2

    def test_an_answer_is_worked_out_anew_since_play_goes_on(self) -> None:
        self.previewing.preview(ruling(1), 0.0)
        self.previewing.answer(self.asked[0], "one", 0.0)
        assert self.previewing.preview(ruling(1), FRESH_S) == "one"
        assert len(self.asked) == 2
        self.previewing.answer(self.asked[1], "two", FRESH_S)
        assert self.previewing.preview(ruling(1), FRESH_S + 0.1) == "two"
        assert self.previewing.preview(ruling(1), FRESH_S + STALE_S) is None

    def test_what_nobody_asks_any_more_is_forgotten(self) -> None:
        for ply in range(MOST_KEPT + 1):
            self.previewing.preview(ruling(ply), 0.0)
        self.previewing.answer(self.asked[0], "late", 0.1)
        assert self.previewing.preview(ruling(0), 0.2) is None
