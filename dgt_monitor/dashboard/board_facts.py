"""What is to be seen of a board at a glance: clocks, half-moves, how often the position has stood, its line. Pure."""

from typing import Final

from dgt_monitor.dashboard import diagram as dia
from dgt_monitor.dashboard.lines import EMPTY, Line, Role, Span, line
from dgt_monitor.dashboard.pulse import BEAT_S, pulse_line
from dgt_monitor.dashboard.safe import clean, fit, width, wrap, wrap_phrases
from dgt_monitor.dashboard.sight import Sight
from dgt_monitor.dashboard.words import age, clock, count_words
from dgt_monitor.events import Level
from dgt_monitor.hall.views import BoardView
from dgt_monitor.language import say, words
from dgt_monitor.wording import Sentence

_BAD_SQUARES_AT_MOST: Final = 3
"""The last that were told."""
_BAD_SQUARE_LINES: Final = 4
_REASON_LINES: Final = 3
"""Lines for why there is no link."""
LINKS: Final = {
    "up": Sentence("link up"),
    "silent": Sentence("SILENT: does not answer"),
    "noisy": Sentence("NOISY line"),
    "lost": Sentence("NOT WATCHED: no link"),
    "recalling": Sentence("READING ITS MEMORY (8 s)"),
    "unused": Sentence("OUT OF USE: another board stands in its place"),
}
_TO_CLAIM: Final = Sentence("{done}/{limit} half-moves: claim")
_TO_DRAW: Final = Sentence("{done}/{limit} half-moves: draw")
_TO_NOTHING: Final = Sentence("{done} half-moves")
_STOOD: Final = Sentence("stood {times}")
_DIFFERS: Final = Sentence("{square} {piece} (moves: {expected})")
_HEARD: Final = Sentence("heard {age} ago")
_PORT: Final = Sentence("port {port}")
_ADDRESS: Final = Sentence("address {address}")
_SERIAL: Final = Sentence("serial {serial}")
_VERSION: Final = Sentence("version {version}")
_WORDS: Final = Sentence("{n} message/min", "{n} messages/min")
_OF_LINE: Final = Sentence(
    "{n} message a minute; each sign {seconds} s", "{n} messages a minute; each sign {seconds} s"
)
_ILLEGAL: Final = Sentence("Illegal moves by this record: White {white}, Black {black}")


def glance_lines(board: BoardView, now_s: float, cells: int, sight: Sight) -> list[Line]:
    """Clocks, half-moves without progress, how often the position stood, and whether the line lives."""
    out = [*_clocks(board)]
    counted = bool(board.game) and (board.count > 0 or bool(board.moves))
    if counted and sight.curtain:
        out.append(line(f" {say('CURTAIN')}", "dim"))
    elif counted:
        out += [*_halfmoves(board), _stood(board)]
    role: Role = "plain" if board.link == "up" else "look"
    heard = [] if board.heard_t_s is None else [words(_HEARD, age=age(now_s - board.heard_t_s))]
    out += [line(" " + each, role) for each in wrap_phrases([words(LINKS[board.link]), *heard], cells - 1, 2)]
    if sight.beats.words:
        told = f" {words(_WORDS, n=sight.beats.per_minute)}"
        out.append((Span(" " + pulse_line(sight.beats, cells - 1 - width(told)), role), Span(told, "dim")))
    return [(*each,) for each in out]


def _clocks(board: BoardView) -> list[Line]:
    lines: list[Line] = []
    for side, seconds in (("white", board.white_s), ("black", board.black_s)):
        running = board.running == side
        sign = ">" if running else " "
        lines.append(line(f" {sign}{say(side.capitalize())} {clock(seconds)}", "strong" if running else "plain"))
    if board.running is None and board.white_s is not None:
        lines.append(line(f" {say('clocks stopped')}", "dim"))
    return lines


def _halfmoves(board: BoardView) -> list[Line]:
    """Towards both limits; one that is reached is told as such."""
    done = board.halfmove_clock
    limits = ((board.claim_ply, _TO_CLAIM), (board.draw_ply, _TO_DRAW))
    told = [(words(text, done=done, limit=limit), done >= limit) for limit, text in limits if limit]
    if not told:
        return [line(f" {words(_TO_NOTHING, done=done)}")]
    return [line(f" {text}", "count" if reached else "plain") for text, reached in told]


def _stood(board: BoardView) -> Line:
    most = board.count if board.count_max is None else board.count_max
    text = words(_STOOD, times=count_words(board.count, board.count_max))
    return line(f" {text}", "count" if board.counts(most) else "plain")


def wrong_lines(board: BoardView, cells: int) -> list[Line]:
    """What is not as it should be on the board: squares that differ or sense badly, illegal moves so far."""
    white, black = board.illegal_moves
    illegal = [line(f" {words(_ILLEGAL, white=white, black=black)}", "look")] if white or black else []
    return [*_differences(board, cells), *illegal, *_bad_squares(board, cells)]


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


def _piece(letter: str) -> str:
    return say("empty") if letter == "." else letter


def _bad_squares(board: BoardView, cells: int) -> list[Line]:
    return [
        line(" " + each, "look" if bad.level is Level.CHECK else "dim")
        for bad in board.bad_squares[-_BAD_SQUARES_AT_MOST:]
        for each in wrap(clean(say(bad.text)), cells - 1, _BAD_SQUARE_LINES)
    ]


def line_lines(board: BoardView, now_s: float, cells: int, sight: Sight) -> list[Line]:
    """The device and its line, with what was heard of it over the last minutes."""
    facts = [words(LINKS[board.link])]
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
    out = [heading(say("LINE"), cells)]
    out += [line(" " + each, role) for each in (*why, *wrap_phrases(facts, cells - 1, 4))]
    if sight.beats.words:
        out.append(line(" " + pulse_line(sight.beats, cells - 1), role))
        text = words(_OF_LINE, n=sight.beats.per_minute, seconds=int(BEAT_S))
        out += [line(" " + each, "dim") for each in wrap(text, cells - 1, 2)]
    return out


def heading(text: str, cells: int) -> Line:
    """The title of a part."""
    return line(fit(f" {text}", cells).rstrip(), "dim") if text else EMPTY
