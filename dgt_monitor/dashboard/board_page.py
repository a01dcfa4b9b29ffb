"""Everything about one board on one page. Pure."""

from typing import NamedTuple

from dgt_monitor.dashboard import diagram as dia
from dgt_monitor.dashboard.alarm import life, mark, pressing, ranked
from dgt_monitor.dashboard.lines import EMPTY, Line, Role, Span, beside, fit_line, line
from dgt_monitor.dashboard.safe import clean, fit, width, wrap, wrap_phrases
from dgt_monitor.dashboard.score import CELLS_AT_LEAST, furthest_back, score_lines
from dgt_monitor.dashboard.words import CLAIM_KINDS, age, clock, count_words, rule_title, told
from dgt_monitor.events import Level
from dgt_monitor.hall.views import AlertView, BoardView, OccurrenceView
from dgt_monitor.language import say, words
from dgt_monitor.wording import Sentence

_LEFT_CELLS = 2 * dia.CELLS + 1
_ALERTS_AT_MOST = 3
_FIRST_ALERT_LINES = 3
"""The most urgent alert has more room than the others."""
_CLAIM_LINES = 6
"""Lines for what the record says of a claim."""
_CLAIM_STATES = {
    "open": Sentence("OPEN (moves on the board are no play) {age}."),
    "restoring": Sentence("CLOSED, the position of the game does not stand yet {age}."),
    "over": Sentence("CLOSED, the game is over {age}."),
}
_BAD_SQUARES_AT_MOST = 3
"""The last that were told."""
_BAD_SQUARE_LINES = 4
_REASON_LINES = 3
"""Lines for why there is no link."""
_LINKS = {
    "up": Sentence("link up"),
    "silent": Sentence("SILENT: does not answer"),
    "noisy": Sentence("NOISY line"),
    "lost": Sentence("NOT WATCHED: no link"),
    "recalling": Sentence("READING ITS MEMORY (8 s)"),
}
_GAME = Sentence("game {game}")
_RESULT = Sentence("result {result}")
_NOT_CONFIRMED = Sentence("not confirmed")
_WHITE_MOVES = Sentence("move {move}, White to move")
_BLACK_MOVES = Sentence("move {move}, Black to move")
_MORE_ALERTS = Sentence("+ {n} more alert: i", "+ {n} more alerts: i")
_TO_CLAIM = Sentence("{done} half-moves ({limit}: claim)")
_TO_DRAW = Sentence("{done} half-moves ({limit}: draw)")
_TO_NOTHING = Sentence("{done} half-moves")
_DIFFERS = Sentence("{square} {piece} (moves: {expected})")
_STOOD = Sentence("This position has stood {times}.")
_HEARD = Sentence("heard {age} ago")
_PORT = Sentence("port {port}")
_ADDRESS = Sentence("address {address}")
_SERIAL = Sentence("serial {serial}")
_VERSION = Sentence("version {version}")
_STANDARD_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


class Sight(NamedTuple):
    """How the page is looked at."""

    cells: int
    height: int
    flip: bool = False
    back: int = 0
    """Lines scrolled: back through the moves, or down the page where it is narrow."""


def board_page(board: BoardView, now_s: float, sight: Sight) -> list[Line]:
    """At most `sight.height` lines: what is open, the diagram, the facts, the moves."""
    top = _top(board, now_s, sight.cells)
    left_cells = min(_LEFT_CELLS, sight.cells)
    left = [*_diagrams(board, sight), *_facts(board, now_s, left_cells - 1)]
    if narrow(sight):
        lines = [*top, *left, EMPTY, *score_lines(board.moves, sight.cells, len(board.moves) + 8)]
        first = max(0, min(sight.back, len(lines) - sight.height))
        return lines[first : first + sight.height]
    height = sight.height - len(top)
    right = score_lines(board.moves, sight.cells - left_cells, height, sight.back)
    if len(left) > height > 0:
        left[height - 1] = line(f" .. {len(left) - height + 1} more lines: a taller window shows them", "dim")
    return [*top, *beside(left[:height], right[:height], left_cells)]


def furthest(board: BoardView, sight: Sight) -> int:
    """How far one can scroll."""
    if not narrow(sight):
        top = len(_top(board, 0, sight.cells))
        return furthest_back(board.moves, sight.cells - _LEFT_CELLS, sight.height - top)
    whole = sight._replace(height=10_000, back=0)
    return max(0, len(board_page(board, 0, whole)) - sight.height)


def narrow(sight: Sight) -> bool:
    """Whether the moves stand below the diagram instead of beside it."""
    return sight.cells < _LEFT_CELLS + CELLS_AT_LEAST


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


def _top(board: BoardView, now_s: float, cells: int) -> list[Line]:
    return [_head(board, cells), *_claim_lines(board, now_s, cells), *_alert_lines(board, now_s, cells)]


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
        lines[-1] = line(f" {words(_MORE_ALERTS, n=len(loud) - _ALERTS_AT_MOST + 1)}", "look")
    return lines


def _alert(alert: AlertView, now_s: float, cells: int, most: int) -> list[Line]:
    state = {"new": say("NEW"), "acknowledged": say("seen"), "gone": say("GONE")}[life(alert)]
    role: Role = "act" if pressing(alert) else "look" if alert.acknowledged_t_s is None else "dim"
    right = f" {state} {age(now_s - alert.raised_t_s)} "
    room = max(1, cells - width(right) - 3)
    text = f"{rule_title(alert.rule)}: {told(alert)}"
    first, *rest = wrap(text, room, most)
    head = (Span(fit(f" {mark(alert)} {first}", room + 3), role), Span(right, role))
    return [head, *(line(fit("   " + more, cells), role) for more in rest)]


def _diagrams(board: BoardView, sight: Sight) -> list[Line]:
    moved = dia.squares_of(board.moves[-1].uci) if board.moves else ()
    if not board.understood:
        title = say("ON THE BOARD") if board.physical else say("NO PICTURE YET")
        return dia.diagram(title, board.physical, flip=sight.flip)
    after, there = say("AFTER THE MOVES"), say("ON THE BOARD")
    mine = dia.diagram(after, board.understood, flip=sight.flip, moved=moved, differing=board.differing)
    if not board.differing or len(board.physical) != 64 or sight.cells < 2 * dia.CELLS:
        return mine
    seen = dia.diagram(there, board.physical, flip=sight.flip, differing=board.differing)
    return beside(mine, seen, dia.CELLS + 1)


def _facts(board: BoardView, now_s: float, cells: int) -> list[Line]:
    facts = [_clocks(board), *_differences(board, cells), *_bad_squares(board, cells), *_device(board, now_s, cells)]
    if board.game:
        facts[1:1] = [_halfmoves(board), *_illegal(board)]
        facts += _occurrences(board, cells)
    return facts


def _clocks(board: BoardView) -> Line:
    spans: list[Span] = []
    for side, seconds in (("white", board.white_s), ("black", board.black_s)):
        running = board.running == side
        mark = ">" if running else " "
        spans.append(Span(f" {mark}{say(side.capitalize())} {clock(seconds)} ", "strong" if running else "plain"))
    if board.running is None and board.white_s is not None:
        spans.append(Span(f" {say('clocks stopped')}", "dim"))
    return tuple(spans)


def _halfmoves(board: BoardView) -> Line:
    done = board.halfmove_clock
    limit = board.next_ply
    if limit is None:
        text = words(_TO_NOTHING, done=done)
    else:
        text = words(_TO_DRAW if limit == board.draw_ply else _TO_CLAIM, done=done, limit=limit)
    return (Span(f" {say('No progress for')} ", "dim"), Span(text, "plain" if board.passed_ply is None else "count"))


def _illegal(board: BoardView) -> list[Line]:
    white, black = board.illegal_moves
    return [line(f" Illegal moves by this record: White {white}, Black {black}", "look")] if white or black else []


def _differences(board: BoardView, cells: int) -> list[Line]:
    if not board.differing or len(board.physical) != 64 or len(board.understood) != 64:
        return []
    told = [
        words(
            _DIFFERS,
            square=dia.square_name(each),
            piece=_piece(board.physical[each]),
            expected=_piece(board.understood[each]),
        )
        for each in board.differing
    ]
    told[0] = f"{say('On the board')} {told[0]}"
    return [line(" " + each, "look") for each in wrap_phrases(told, cells - 1, 3)]


def _bad_squares(board: BoardView, cells: int) -> list[Line]:
    return [
        line(" " + each, "look" if bad.level is Level.CHECK else "dim")
        for bad in board.bad_squares[-_BAD_SQUARES_AT_MOST:]
        for each in wrap(clean(say(bad.text)), cells - 1, _BAD_SQUARE_LINES)
    ]


def _piece(letter: str) -> str:
    return say("empty") if letter == "." else letter


def _occurrences(board: BoardView, cells: int) -> list[Line]:
    shown = sorted(board.occurrences, key=lambda each: (not each.now, -each.count))
    lines: list[Line] = []
    if not any(each.now for each in shown):
        lines.append(line(f" {words(_STOOD, times=count_words(board.count, board.count_max))}"))
    for each in shown:
        lines += _occurrence(each, cells, "count" if board.counts(each.count) else "plain")
    return lines


def _occurrence(each: OccurrenceView, cells: int, role: Role) -> list[Line]:
    now = f", {say('now')}" if each.now else ""
    lead = f" {say(count_words(each.count, each.count_max))}{now}: "
    rest_role: Role = "plain" if each.now else "dim"
    labels = wrap_phrases([clean(label) for label in each.labels], cells - width(lead), 6)
    first, *rest = labels or [""]
    return [
        (Span(lead, role), Span(first, rest_role)),
        *(line(" " * width(lead) + more, rest_role) for more in rest),
    ]


def _device(board: BoardView, now_s: float, cells: int) -> list[Line]:
    facts = [words(_LINKS[board.link])]
    if board.heard_t_s is not None:
        facts.append(words(_HEARD, age=age(now_s - board.heard_t_s)))
    facts.append(words(_PORT, port=clean(board.port)))
    if board.address is not None:
        facts.append(words(_ADDRESS, address=board.address))
    facts.append(words(_SERIAL, serial=clean(board.serial)) if board.serial else say("serial unknown"))
    if board.version:
        facts.append(words(_VERSION, version=clean(board.version)))
    role: Role = "plain" if board.link == "up" else "look"
    why = wrap(clean(board.link_reason), cells - 1, _REASON_LINES) if board.link_reason else []
    return [line(" " + each, role) for each in (*why, *wrap_phrases(facts, cells - 1, 3))]
