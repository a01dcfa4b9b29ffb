"""Names that want to break a screen, and halls in which everything that has a name has one of them."""

from typing import Final

from dgt_monitor.hall.views import AlertView, BoardView, HallView, RulingView
from dgt_monitor.tournament.event import Players

NAMES: Final = (
    "[bold]x[/bold] [@click=app.quit]y[/]",
    "\x1b[2J\x1b[10;10H\x1b]0;owned\x07\x1b]52;c;eA==\x07\x9b5m",
    "\u202edrawrof\u202c \u2066abc\u2069\u200f",
    "e\u0301\u0328\u0327" * 100,
    "Wolfeschlegelsteinhausenbergerdorff " * 9,
    "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466 \U0001f44b\U0001f3fd \U0001f1f5\U0001f1f1 \u2665\ufe0f",
    "\u6771\u4eac\u90fd\u7dcf\u7406 \uff21\uff22" * 9,
    "a\u200bb\u2060c\ufeffd\u00ade\u034ff",
    "\u05d0\u05d1\u05d2 \u0645\u062d\u0645\u062f",
    "\t\r\n\x00\x7f\x85\u2028\u2029",
    "\ud800\U000f0000\U0010fffe",
    "\u0e01\u0e33\u0e49 \u1112\u1161\u11ab \u0915\u094d\u0937",
)


def hostile(view: HallView, turn: int) -> HallView:
    """The same hall; by `turn` another board has each name."""

    def name(number: int) -> str:
        return NAMES[(number + turn) % len(NAMES)]

    names = {each.board: f"{name(n)}{n}" for n, each in enumerate(view.boards)}
    boards = tuple(_board(each, names, name(n + 1)) for n, each in enumerate(view.boards))
    return view._replace(
        boards=boards,
        alerts=tuple(_alert(each, names, name(n)) for n, each in enumerate(view.alerts)),
        rulings=tuple(_ruling(each, names, name(n)) for n, each in enumerate(view.rulings)),
        title=name(3),
        labels=tuple(names.get(label, label) for label in view.labels),
    )


def _alert(alert: AlertView, names: dict[str, str], name: str) -> AlertView:
    return alert._replace(board=names[alert.board], text=f"{alert.text} {name}")


def _board(board: BoardView, names: dict[str, str], name: str) -> BoardView:
    claim, outcome = board.claim, board.outcome
    return board._replace(
        board=names[board.board],
        players=Players(name, name[::-1]),
        port=name,
        sector=name,
        link_reason=name,
        alerts=tuple(_alert(each, names, name) for each in board.alerts),
        claim=claim and claim._replace(text=f"{claim.text} {name}"),
        outcome=outcome and outcome._replace(by=name),
    )


def _ruling(ruling: RulingView, names: dict[str, str], name: str) -> RulingView:
    return ruling._replace(
        board=names.get(ruling.board, ruling.board), author=name, text=f"{ruling.text} {name}",
        reason=name if ruling.reason else "", why_not=name if ruling.why_not else "",
    )  # fmt: skip
