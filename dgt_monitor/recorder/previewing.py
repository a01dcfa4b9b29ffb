"""What a ruling would change, asked by a screen and worked out by the loop, which alone has the hall."""

from collections.abc import Callable

from dgt_monitor.hall.entries import Question, Ruling


class Previewing:
    """The last question and its answer. `ask` is called with a question that is to reach the loop."""

    def __init__(self, ask: Callable[[Question], None]) -> None:
        self._ask = ask
        self._asked: Ruling | None = None
        self._answer: tuple[Ruling, str] | None = None

    def preview(self, ruling: Ruling) -> str | None:
        """What this ruling would change; None while that is worked out. From any thread."""
        answer = self._answer
        if answer is not None and answer[0] == ruling:
            return answer[1]
        if ruling != self._asked:
            self._asked = ruling
            self._ask(Question(ruling))
        return None

    def answer(self, question: Question, text: str) -> None:
        """The loop has worked it out."""
        self._answer = question.ruling, text
