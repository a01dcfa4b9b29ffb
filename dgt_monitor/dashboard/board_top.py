"""What stands above all on the page of a board: who plays, what is open, what calls. Pure."""

from dgt_monitor.dashboard.actions import keyed
from dgt_monitor.dashboard.alarm import life, mark, pressing, ranked, wanting
from dgt_monitor.dashboard.inbox import PLAYED_ON, why_ended
from dgt_monitor.dashboard.lines import Line, Role, Span, fit_line, line
from dgt_monitor.dashboard.safe import clean, fit, width, wrap
from dgt_monitor.dashboard.words import CLAIM_KINDS, age, life_word, rule_title, told
from dgt_monitor.hall.views import AlertView, BoardView
from dgt_monitor.language import say, words
from dgt_monitor.wording import Sentence

_ALERTS_AT_MOST = 3
_FIRST_ALERT_LINES = 5
"""The most urgent alert has more room than the others."""
_CLAIM_LINES = 6
"""Lines for what the record says of a claim."""
_CLAIM_STATES = {
    "open": Sentence("OPEN (moves on the board are no play) {age}."),
    "restoring": Sentence("CLOSED, the position of the game does not stand yet {age}."),
    "over": Sentence("CLOSED, the game is over {age}."),
}
_GAME = Sentence("game {game}")
_RESULT = Sentence("result {result}")
_NOT_CONFIRMED = Sentence("not confirmed")
_WHITE_MOVES = Sentence("move {move}, White to move")
_BLACK_MOVES = Sentence("move {move}, Black to move")
_MORE_ALERTS = Sentence("+ {n} more alert: i", "+ {n} more alerts: i")
_STANDARD_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def top_lines(board: BoardView, now_s: float, cells: int) -> list[Line]:
    """The head, the claim that is open, the alerts."""
    return [_head(board, cells), *_claim_lines(board, now_s, cells), *_alert_lines(board, now_s, cells)]


def _head(board: BoardView, cells: int) -> Line:
    name = Span(f" {say('BOARD')} {clean(board.board)} ", "strong")
    facts = [", ".join(_head_facts(board, brief=brief)) for brief in (False, True)]
    fitting = [each for each in facts if width(f"{name.text}  {each}") <= cells]
    return fit_line((name, Span(f"  {(fitting or facts[1:])[0]}", "plain")), cells)


def _head_facts(board: BoardView, *, brief: bool) -> list[str]:
    """What the first line of the page says; `brief`: family names, and no word for what the others imply."""
    facts = [words(_GAME, game=board.game) if board.game else say("no game yet")]
    if any(board.players):
        names = clean(board.players.short) if brief else " - ".join(clean(each) or "?" for each in board.players)
        facts.insert(0, names)
    if not (brief and board.game and (board.result or board.phase == "playing")):
        facts.append(say(board.phase))
    if board.result:
        facts.append(words(_RESULT, result=clean(board.result)) + _standing(board))
    elif board.game:
        facts.append(words(_WHITE_MOVES if board.white_to_move else _BLACK_MOVES, move=board.fullmove))
    if board.chess960:
        facts.append("Chess960")
    if board.game and not board.chess960 and board.start_fen != _STANDARD_START:
        facts.append(say("set-up start"))
    if board.rotated:
        facts.append(say("board turned round"))
    return facts


def _standing(board: BoardView) -> str:
    """Whether the result was played for, and whether anybody has confirmed it."""
    outcome = board.outcome
    if outcome is None:
        return ""
    how = f" ({say(outcome.how)})" if outcome.how else ""
    return how + ("" if outcome.confirmed else f", {words(_NOT_CONFIRMED)}")


def _claim_lines(board: BoardView, now_s: float, cells: int) -> list[Line]:
    """The claim or intervention that is open, and what the record says of it; of a closed one nothing."""
    claim = board.claim
    if claim is None or claim.state == "closed":
        return []
    state = words(_CLAIM_STATES[claim.state], age=age(now_s - claim.since_t_s))
    said = f"{words(CLAIM_KINDS[claim.what][1])} {state} {clean(say(claim.text))}"
    return [line(fit(f" {each}", cells), "look") for each in wrap(said, max(1, cells - 2), _CLAIM_LINES)]


def _alert_lines(board: BoardView, now_s: float, cells: int) -> list[Line]:
    loud = ranked(board.alerts)
    lines: list[Line] = []
    for each in loud[:_ALERTS_AT_MOST]:
        lines += _alert(each, now_s, cells, 1 if lines else _FIRST_ALERT_LINES)
    if len(loud) > _ALERTS_AT_MOST:
        lines[-1] = line(f" {keyed(words(_MORE_ALERTS, n=len(loud) - _ALERTS_AT_MOST + 1), 'inbox')}", "look")
    return lines


def _alert(alert: AlertView, now_s: float, cells: int, most: int) -> list[Line]:
    role: Role = "act" if pressing(alert) else "look" if wanting(alert) else "dim"
    right = f" {life_word(life(alert))} {age(now_s - (alert.first_t_s or alert.raised_t_s))} "
    room = max(1, cells - width(right) - 3)
    played = words(PLAYED_ON, n=alert.played_on) + ". " if alert.played_on else ""
    text = f"{rule_title(alert.rule)}: {played}{told(alert)} {why_ended(alert)}".rstrip()
    first, *rest = wrap(text, room, most)
    head = (Span(fit(f" {mark(alert)} {first}", room + 3), role), Span(right, role))
    return [head, *(line(fit("   " + more, cells), role) for more in rest)]
