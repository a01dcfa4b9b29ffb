"""What happened between two looks at a hall, a line each: for who attaches to a recorder. Pure."""

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Final, NamedTuple

from dgt_monitor.cli.linear.choices import in_one_line
from dgt_monitor.cli.plain import known_of, whole
from dgt_monitor.dashboard.alarm import Severity, mark, pressing, ranked, severity, wanting
from dgt_monitor.dashboard.board_facts import LINKS
from dgt_monitor.dashboard.choosing import Look, chosen
from dgt_monitor.dashboard.feed import FeedStatus
from dgt_monitor.dashboard.safe import clean
from dgt_monitor.dashboard.words import CLAIM_KINDS, RULES, rule_title, told
from dgt_monitor.hall.views import AlertView, BoardView, HallView, MoveView, RulingView
from dgt_monitor.language import say, words
from dgt_monitor.wording import Sentence, word

_FOUND: Final = Sentence("board found")
_BEGINS: Final = Sentence("game {game} begins: {white} - {black}")
_WITHDRAWN: Final = Sentence("withdrawn from {label} on")
_RESULT: Final = Sentence("result {result} by {by}")
_PROPOSED: Final = Sentence("result {result} by {by}, not confirmed")
_NO_RESULT: Final = Sentence("no result")
_OPEN: Final = Sentence("{what} open: {text}")
_CLOSED: Final = Sentence("{what} closed: {text}")
_OVER: Final = Sentence("{rule} is over")
_SEEN: Final = Sentence("{rule} acknowledged by {who}")
_RULED: Final = Sentence("ruling {number} of {author}: {text}")
_NOT_RULED: Final = Sentence("ruling {number} of {author} was not carried out: {why}")
_UNDONE: Final = Sentence("ruling {number} is undone")
_APART: Final = Sentence("NOT CONNECTED to the recorder since {time}: nothing that happens is told here")
_TOGETHER: Final = Sentence("connected to the recorder again")
_BROKEN: Final = Sentence("INPUT BROKEN: {error}")
_WARNING: Final = Sentence("WARNING: {warning}")
_NO_WARNING: Final = Sentence("that warning is over")


class Line(NamedTuple):
    """A line; what is `loud` waits for nobody."""

    text: str
    loud: bool = False


class Happenings:
    """What is told of a hall, look by look; of `sectors` only, if any are named, and of what nothing may hide."""

    def __init__(self, sectors: Sequence[str] = ()) -> None:
        self._look = Look(sectors=frozenset(sectors))
        self._view: HallView | None = None
        self._status: FeedStatus | None = None
        self._boards: dict[str, BoardView] = {}
        self._alerts: dict[str, AlertView] = {}
        self._told: dict[str, tuple[int, tuple[MoveView, ...]]] = {}
        """Of each board the game, and the moves of it that were told."""

    def __call__(self, view: HallView, status: FeedStatus) -> list[Line]:
        """The lines for what is new in this look; at the first one how the hall stands."""
        out = list(self._of_status(view, status))
        if self._view is None:
            out.append(Line(whole(view.t_s, "", f"  {in_one_line(view)}")))
            shown = {board.board for board in chosen(view.boards, self._look, view.t_s)}
            out += [_raised(view.t_s, each) for each in ranked(view.alerts) if wanting(each) and each.board in shown]
            for board in view.boards:
                self._told[board.board] = board.game, _confirmed(board)
        elif view is not self._view:
            shown = {board.board for board in chosen(view.boards, self._look, view.t_s)}
            out += self._changed(self._view, view, shown)
        self._view, self._status = view, status
        self._boards = {board.board: board for board in view.boards}
        self._alerts = {alert.id: alert for alert in view.alerts}
        return out

    def _changed(self, before: HallView, view: HallView, shown: Set[str]) -> Iterator[Line]:
        for board in view.boards:
            was = self._boards.get(board.board)
            if was is not board and board.board in shown:
                yield from (Line(whole(view.t_s, board.board, f"  {body}")) for body in self._of_board(was, board))
        yield from self._of_alerts(view, shown)
        yield from (Line(whole(view.t_s, each.board, f"  {body}")) for each, body in _ruled(before, view))

    # --- a board --------------------------------------------------------------------------------------------

    def _of_board(self, was: BoardView | None, board: BoardView) -> Iterator[str]:
        if was is None:
            yield words(_FOUND)
        if was is not None and was.link != board.link:
            reason = f": {say(clean(board.link_reason))}" if board.link_reason else ""
            yield words(LINKS[board.link]) + reason
        if board.game and (was is None or was.game != board.game):
            white, black = clean(board.players.white) or "?", clean(board.players.black) or "?"
            yield words(_BEGINS, game=board.game, white=white, black=black)
        yield from self._of_moves(board)
        yield from _claim(was, board)
        yield from _result(was, board)

    def _of_moves(self, board: BoardView) -> Iterator[str]:
        """Moves that are confirmed, each once; again where more or less is known of it, or another took its place."""
        game, known = self._told.get(board.board, (0, ()))
        known = known if game == board.game else ()
        pairs = enumerate(zip(known, board.moves, strict=False))
        same = next((at for at, (one, other) in pairs if _other(one, other)), min(len(known), len(board.moves)))
        if same < len(known):
            yield words(_WITHDRAWN, label=_label(known[same]))
        now = (*board.moves[:same], *_confirmed(board)[same:])
        yield from (
            f"{_label(each)}{known_of(each)}"
            for at, each in enumerate(now)
            if at >= same or (each is not known[at] and known_of(each) != known_of(known[at]))
        )
        self._told[board.board] = board.game, now

    # --- alerts ---------------------------------------------------------------------------------------------

    def _of_alerts(self, view: HallView, shown: Set[str]) -> Iterator[Line]:
        now = {each.id: each for each in view.alerts if severity(each) > Severity.QUIET and each.board in shown}
        for alert in ranked(now.values()):
            was = self._alerts.get(alert.id)
            if was is None or (wanting(alert) and (alert.times > was.times or not wanting(was))):
                yield _raised(view.t_s, alert)
            elif alert.acknowledged_t_s is not None and was.acknowledged_t_s is None:
                body = words(_SEEN, rule=word(RULES[alert.rule].title), who=clean(alert.acknowledged_by) or "?")
                yield Line(whole(view.t_s, alert.board, f"  {body}"))
            elif alert.cleared_t_s is not None and was.cleared_t_s is None:
                yield _over(view.t_s, alert)
        for alert in self._alerts.values():
            is_over = alert.id not in now and alert.cleared_t_s is None and alert.board in shown
            if is_over and severity(alert) > Severity.QUIET:
                yield _over(view.t_s, alert)

    # --- the input ------------------------------------------------------------------------------------------

    def _of_status(self, view: HallView, status: FeedStatus) -> Iterator[Line]:
        was = self._status
        if status.apart_since is not None and (was is None or was.apart_since is None):
            yield Line(whole(view.t_s, "", f"! {words(_APART, time=status.apart_since)}"), loud=True)
        if was is not None and was.apart_since is not None and status.apart_since is None:
            yield Line(whole(view.t_s, "", f"  {words(_TOGETHER)}"), loud=True)
        if status.error is not None and (was is None or was.error is None):
            yield Line(whole(view.t_s, "", f"! {words(_BROKEN, error=clean(status.error))}"), loud=True)
        if status.warning is not None and (was is None or was.warning != status.warning):
            yield Line(whole(view.t_s, "", f"! {words(_WARNING, warning=word(status.warning))}"), loud=True)
        elif status.warning is None and was is not None and was.warning is not None:
            yield Line(whole(view.t_s, "", f"  {words(_NO_WARNING)}"))
        if status.news is not None and (was is None or was.news != status.news):
            yield Line(whole(view.t_s, "", f"  {clean(say(status.news))}"))
        before = {each.text for each in was.faults} if was is not None else {each.text for each in status.faults}
        yield from (
            Line(whole(view.t_s, "", f"* {clean(each.text)}")) for each in status.faults if each.text not in before
        )


def _confirmed(board: BoardView) -> tuple[MoveView, ...]:
    """The moves before the first that is not confirmed."""
    moves: Sequence[MoveView] = board.moves
    end = next((at for at, move in enumerate(moves) if move.status == "provisional"), len(moves))
    return tuple(moves[:end])


def _other(one: MoveView, other: MoveView) -> bool:
    return (one.ply, one.uci) != (other.ply, other.uci)


def _label(move: MoveView) -> str:
    return f"{move.number}{'.' if move.colour == 'white' else '...'}{clean(move.san)}"


def _raised(t_s: float, alert: AlertView) -> Line:
    text = f"{mark(alert)} {rule_title(alert.rule)}: {told(alert)}"
    return Line(whole(t_s, clean(alert.board), text), loud=pressing(alert))


def _over(t_s: float, alert: AlertView) -> Line:
    return Line(whole(t_s, clean(alert.board), f"  {words(_OVER, rule=word(RULES[alert.rule].title))}"))


def _claim(was: BoardView | None, board: BoardView) -> Iterable[str]:
    claim, before = board.claim, None if was is None else was.claim
    if claim is None or (before is not None and (before.state, before.since_t_s) == (claim.state, claim.since_t_s)):
        return
    sentence = _OPEN if claim.state == "open" else _CLOSED
    yield words(sentence, what=CLAIM_KINDS[claim.what][1](), text=word(claim.text)).rstrip(": ")


def _result(was: BoardView | None, board: BoardView) -> Iterable[str]:
    for name in ("before", "outcome"):
        now = getattr(board, name)
        then = None if was is None else (was.outcome if name == "outcome" else was.before)
        if was is not None and name == "before" and now is not None and was.outcome == now:
            continue  # the game has become the one before
        if now == then or (now is not None and then is not None and now.game != then.game and not now.by):
            continue
        if now is not None and now.by:
            by = word(clean(now.by).replace("_", " "))
            yield words(_RESULT if now.confirmed else _PROPOSED, result=clean(now.result), by=by)
        elif then is not None and then.by and was is not None and was.game == board.game:
            yield words(_NO_RESULT)


def _ruled(before: HallView, view: HallView) -> Iterator[tuple[RulingView, str]]:
    known = {each.number: each for each in before.rulings}
    last = max(known, default=0)
    for ruling in view.rulings:
        author = clean(ruling.author)
        if ruling.number > last and ruling.why_not:
            yield ruling, words(_NOT_RULED, number=ruling.number, author=author, why=word(ruling.why_not))
        elif ruling.number > last:
            because = f' "{clean(ruling.reason)}"' if ruling.reason else ""
            yield ruling, words(_RULED, number=ruling.number, author=author, text=word(ruling.text)) + because
        elif ruling.undone and ruling.number in known and not known[ruling.number].undone:
            yield ruling, words(_UNDONE, number=ruling.number)
