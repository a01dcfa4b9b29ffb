"""What can be chosen by number where the monitor writes plain lines: pages of sentences, each choice on a line. Pure.

A page is bound to what was told on it: the alert or the result that was read is the one that is acknowledged or
confirmed, whatever has happened meanwhile.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from dgt_monitor.cli.linear.board_lines import board_lines, move_lines
from dgt_monitor.cli.linear.pages import ASKED, BACK, DO_SO, OVERTAKEN, Choice, Page
from dgt_monitor.cli.linear.spare_choice import SPARE, which_spare
from dgt_monitor.dashboard.alarm import life, mark, pressing, ranked, wanting
from dgt_monitor.dashboard.claiming import AUTHOR
from dgt_monitor.dashboard.feed import Feed
from dgt_monitor.dashboard.inbox import PLAYED_ON, why_ended
from dgt_monitor.dashboard.numbers import numbered
from dgt_monitor.dashboard.previews import before_of, preview
from dgt_monitor.dashboard.safe import clean
from dgt_monitor.dashboard.words import LIVES, RULES, age, told
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.views import AlertView, BoardView, HallView, ResultView
from dgt_monitor.language import say, words
from dgt_monitor.wording import Sentence, word

MOST: Final = 20
"""So many choices are told at once (chosen: nobody keeps more in mind who hears them); the most urgent come first."""
_RESULTS: Final = ("1-0", "0-1", "1/2-1/2")
_HEAD: Final = Sentence("What next? Type a number, then Enter. Enter alone: nothing.")
_ALERTS: Final = Sentence("alerts: {n} not acknowledged")
_A_BOARD: Final = Sentence("look at a board")
_TO_CONFIRM: Final = Sentence("results to confirm: {n}")
_HALL: Final = Sentence("the hall in one line")
_NO_ALERT: Final = Sentence("Nothing needs you now.")
_WHICH_ALERT: Final = Sentence("Alerts. Which one? 0: back.")
_WHICH_RESULT: Final = Sentence("Results to confirm. Which one? 0: back.")
_WHICH_BOARD: Final = Sentence("Which board? Type its number, then Enter. Enter alone: back.")
_BOARDS: Final = Sentence("Boards: {names}.")
_NO_BOARD: Final = Sentence("There is no board {digits}.")
_MEANT: Final = Sentence("More boards end in {digits}. Which one? 0: back.")
_MORE: Final = Sentence("And {n} more, less urgent.")
_ALERT: Final = Sentence("{mark} board {board}, {rule}, {life}, {age} ago")
_BOARD: Final = Sentence("Board {board}")
_PROPOSED: Final = Sentence("board {board}: {result}, proposed by {by}")
_NO_RESULT: Final = Sentence("No result waits for you.")
_ACKNOWLEDGE: Final = Sentence("acknowledge it")
_LOOK: Final = Sentence("look at its board")
_MOVES: Final = Sentence("all its moves")
_ITS_ALERTS: Final = Sentence("its alerts: {n}")
_RULE_RESULT: Final = Sentence("rule its result")
_CONFIRM: Final = Sentence("confirm it")
_WHICH_NOW: Final = Sentence("Board {board}: which result? 0: back.")
_IN_ONE_LINE: Final = Sentence(
    "{boards} boards: {playing} playing, {over} over, {lost} not watched; {alerts} alerts not acknowledged."
)


class Choices:
    """All pages over one feed."""

    def __init__(self, feed: Feed) -> None:
        self._feed = feed

    def main(self) -> Page:
        """Where one begins."""
        view = self._feed.view()
        waiting = sum(map(wanting, ranked(view.alerts)))
        return Page(
            [words(_HEAD)],
            [
                Choice(words(_ALERTS, n=waiting), self.alerts),
                Choice(words(_A_BOARD), self.which_board),
                Choice(words(_TO_CONFIRM, n=len(_proposed(view))), self.results),
                Choice(words(_HALL), lambda: Page([in_one_line(self._feed.view())])),
            ],
        )

    # --- alerts ---------------------------------------------------------------------------------------------

    def alerts(self, board: str = "") -> Page:
        """Those that are open, of one board or of all, the most urgent first."""
        view = self._feed.view()
        every = [each for each in ranked(view.alerts) if not board or each.board == board]
        if not every:
            return Page([words(_NO_ALERT)])
        said = [Choice(_alert(each, view.t_s), partial(self._alert, each)) for each in every[:MOST]]
        return Page([words(_WHICH_ALERT), *_more(len(every))], said, self.main)

    def _alert(self, alert: AlertView) -> Page:
        """One in full, and what can be done of it."""
        view = self._feed.view()
        head = _alert(alert, view.t_s)
        seen = [Choice(words(_ACKNOWLEDGE), lambda: self._acknowledge(alert))] if wanting(alert) else []
        look = Choice(words(_LOOK), lambda: self.board(alert.board))
        on = [words(PLAYED_ON, n=alert.played_on)] if alert.played_on else []
        why = [why_ended(alert)] if why_ended(alert) else []
        return Page([head, *on, told(alert), *why, words(BACK)], [*seen, look], self.alerts)

    def _acknowledge(self, alert: AlertView) -> Page:
        why = self._feed.status().looks_only
        if why is not None:
            return Page([say(why)])
        if not any(each.id == alert.id and wanting(each) for each in self._feed.view().alerts):
            return Page([words(OVERTAKEN)])
        self._feed.acknowledge(alert.id)
        return Page([words(ASKED)])

    # --- boards ---------------------------------------------------------------------------------------------

    def which_board(self) -> Page:
        """Ask for its number."""
        return Page([*self._few(), words(_WHICH_BOARD)], back=self.main, take=self._numbered)

    def _few(self) -> list[str]:
        """The names of all boards, where they are few enough to be heard."""
        names = [clean(each.board) for each in self._feed.view().boards]
        return [words(_BOARDS, names=", ".join(names))] if 0 < len(names) <= MOST else []

    def _numbered(self, typed: str) -> Page:
        boards = self._feed.view().boards
        found = [each.board for each in boards if each.board == typed] or numbered(boards, typed)
        if not found:
            again = self.which_board()
            return again._replace(lines=[words(_NO_BOARD, digits=clean(typed)), *again.lines])
        if len(found) == 1:
            return self.board(found[0])
        said = [Choice(words(_BOARD, board=clean(each)), partial(self.board, each)) for each in found[:MOST]]
        return Page([words(_MEANT, digits=clean(typed)), *_more(len(found))], said, self.main)

    def board(self, name: str) -> Page:
        """Everything about one board, and what can be done of it."""
        view = self._feed.view()
        board = _of(view, name)
        if board is None:
            return Page([words(_NO_BOARD, digits=clean(name))])
        choices = [Choice(words(_MOVES), lambda: Page(move_lines(board), (), None))] if board.moves else []
        alerts = len(ranked(board.alerts))
        if alerts:
            choices.append(Choice(words(_ITS_ALERTS, n=alerts), lambda: self.alerts(name)))
        if board.game:
            choices.append(Choice(words(_RULE_RESULT), lambda: self._which_result(name)))
        if board.link in ("lost", "silent"):
            choices.append(Choice(words(SPARE), lambda: which_spare(self._feed, name, lambda: self.board(name))))
        return Page([*board_lines(board), words(BACK)], choices, self.main)

    # --- results --------------------------------------------------------------------------------------------

    def results(self) -> Page:
        """Those that are proposed."""
        every = _proposed(self._feed.view())
        if not every:
            return Page([words(_NO_RESULT)])
        said = [Choice(_result(name, each), self._confirming(name, each)) for name, each in every[:MOST]]
        return Page([words(_WHICH_RESULT), *_more(len(every))], said, self.main)

    def _confirming(self, name: str, result: ResultView) -> Callable[[], Page]:
        return lambda: self._preview(name, result.game, result.result, _CONFIRM, result)

    def _which_result(self, name: str) -> Page:
        board = _of(self._feed.view(), name)
        game = board.game if board is None or not before_of(board) else before_of(board)  # type: ignore[union-attr]
        said = [Choice(each, partial(self._preview, name, game, each, DO_SO, None)) for each in _RESULTS]
        return Page([words(_WHICH_NOW, board=clean(name))], said, lambda: self.board(name))

    def _preview(self, name: str, game: int, result: str, sentence: Sentence, read: ResultView | None) -> Page:
        """What a result changes; `read`: the one that is confirmed by it."""
        view = self._feed.view()
        board = _of(view, name)
        before = board is not None and board.before is not None and board.before.game == game
        ruling = Ruling(0.0, AUTHOR, "result", board=name, result=result, game=game if before else 0)
        do = Choice(words(sentence), lambda: self._rule(ruling, game, read))
        return Page([say(preview(view, ruling)), words(BACK)], [do], self.main)

    def _rule(self, ruling: Ruling, game: int, read: ResultView | None) -> Page:
        why = self._feed.status().looks_only
        if why is not None:
            return Page([say(why)])
        board = _of(self._feed.view(), ruling.board)
        if board is None or _outcome(board, game) is None or (read is not None and _outcome(board, game) != read):
            return Page([words(OVERTAKEN)])
        self._feed.rule(ruling)
        return Page([words(ASKED)])


def _outcome(board: BoardView, game: int) -> ResultView | None:
    """What is known of the end of this game of a board; a game without any has an empty one."""
    if board.before is not None and board.before.game == game:
        return board.before
    if board.game != game:
        return None
    return board.outcome or ResultView(game, "*", "", confirmed=False, how=None)


def _proposed(view: HallView) -> list[tuple[str, ResultView]]:
    """Results that nobody has confirmed, board by board; of each the game before goes first."""
    return [
        (board.board, result)
        for board in view.boards
        for result in (board.before, board.outcome)
        if result is not None and result.by and not result.confirmed
    ]


def _of(view: HallView, name: str) -> BoardView | None:
    return next((each for each in view.boards if each.board == name), None)


def _result(board: str, result: ResultView) -> str:
    by = word(clean(result.by).replace("_", " "))
    return words(_PROPOSED, board=clean(board), result=clean(result.result), by=by)


def _alert(alert: AlertView, now_s: float) -> str:
    how_old = age(now_s - alert.raised_t_s)
    text = words(
        _ALERT,
        mark=mark(alert),
        board=clean(alert.board),
        rule=word(RULES[alert.rule].title),
        life=word(LIVES[life(alert)]),
        age=how_old,
    )
    return text.strip()


def _more(count: int) -> list[str]:
    return [words(_MORE, n=count - MOST)] if count > MOST else []


def in_one_line(view: HallView) -> str:
    """How many boards there are, and how they are."""
    waiting = [each for each in ranked(view.alerts) if wanting(each)]
    urgent = sum(map(pressing, waiting))
    said = words(
        _IN_ONE_LINE,
        boards=sum(each.link != "unused" for each in view.boards),
        playing=sum(each.phase == "playing" for each in view.boards),
        over=sum(each.phase == "over" for each in view.boards),
        lost=sum(each.link in ("lost", "silent") for each in view.boards),
        alerts=len(waiting),
    )
    return f"{'! ' if urgent else ''}{said}"
