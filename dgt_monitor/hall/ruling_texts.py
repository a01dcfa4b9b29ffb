"""What a ruling was, and why one could not be carried out: sentences for people."""

from collections.abc import Mapping
from typing import Final

from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.texts import SIDES
from dgt_monitor.wording import Said, Sentence, word

_RESULT: Final = Sentence("result {result}")
_OF_GAME: Final = Sentence("{what}, of game {game}")
_ROUND: Final = Sentence("{what}: round {round}")
_UNDO: Final = Sentence("ruling {undoes} is undone")
_SEEN: Final = Sentence("{what}: alert {alert}")
_CLAIM: Final = Sentence("claim by {claimant}, {route}")
_CLOSED: Final = Sentence("claim or intervention closed: {outcome}")
_MOVES: Final = Sentence("{what}: from half-move {ply} on {moves}")
_TO_BOARD: Final = Sentence("{what}: board {board}")
_ENDED: Final = Sentence("{what}: {ending}")
_AFTER: Final = Sentence("{what}, after half-move {ply}")
_ENDED_AT: Final = Sentence("{what}: {ending}, the position after half-move {ply}")
_TURN: Final = Sentence("{what}: {side} to move, castling {castling}, en passant {square}")
_PLAIN: Final[Mapping[str, Sentence]] = {
    "acknowledge": Sentence("seen"),
    "unacknowledge": Sentence("not seen after all"),
    "shelve": Sentence("put aside for {minutes} min"),
    "replace": Sentence("moves replaced"),
    "settle": Sentence("order of moves settled"),
    "position": Sentence("turn and rights said"),
    "illegal": Sentence("illegal move ended"),
    "carry": Sentence("game carried to another board"),
    "set_aside": Sentence("game set aside"),
    "fetch": Sentence("game on the board again"),
    "exchange": Sentence("players exchanged"),
    "spare": Sentence("a spare stands in its place from now on"),
    "colours": Sentence("colours exchanged"),
    "intervene": Sentence("intervention opened"),
    "drill": Sentence("drill opened"),
    "stands": Sentence("the illegal move stands"),
    "penalise": Sentence("penalised without change on the board"),
    "round_started": Sentence("the round has started"),
    "round_closed": Sentence("the round is closed"),
    "resume": Sentence("play goes on"),
    "clear": Sentence("no result any more"),
    "unplayed": Sentence("the game was not played"),
}
_SAME_SIDE: Final = Sentence("the same side")
_PLAYER_TO_MOVE: Final = Sentence("the player to move")

NO_BOARD: Final = Sentence("there is no board {board}")
NO_GAME: Final = Sentence("there is no game on this board")
NO_SUCH_GAME: Final = Sentence("there is no game {game} on this board")
NO_RESULT: Final = Sentence("{result} is no result: one of {results}")
NOT_OVER: Final = Sentence("the game is not over")
NO_ALERT: Final = Sentence("there is no alert {alert} that was seen")
NO_OPEN_ALERT: Final = Sentence("there is no open alert {alert}")
NOT_SHELVED: Final = Sentence("what is to be acted on is not put aside, nor a fivefold or 75 moves: acknowledge it")
NEVER_TOLD: Final = Sentence("there never was an alert {alert}")
NO_RULING: Final = Sentence("there is no ruling {number}")
UNDONE: Final = Sentence("ruling {number} is undone already")
NOT_UNDONE: Final = Sentence("a ruling of this kind ({kind}) is not undone: rule otherwise")
UNKNOWN: Final = Sentence("this version knows no ruling of the kind {kind}")


def ruling_text(ruling: Ruling) -> Said:
    """What was ruled, in a few words, without board and author."""
    kind = ruling.kind
    if kind == "result":
        return _of_game(ruling, _result(ruling.result))
    if kind == "undo":
        return _UNDO(undoes=ruling.undoes)
    if kind == "claim":
        return _CLAIM(claimant=word(ruling.claimant) if ruling.claimant else _PLAYER_TO_MOVE(), route=ruling.route)
    if kind == "close":
        return _CLOSED(outcome=word(ruling.end.replace("_", " ")))
    if kind in ("illegal", "position"):
        return _of_game(ruling, _ended(ruling) if kind == "illegal" else _turn(ruling))
    if kind == "shelve":
        return _SEEN(what=_PLAIN[kind](minutes=-(-ruling.for_s // 60)), alert=ruling.alert_id)
    sentence = _PLAIN.get("colours" if kind == "exchange" and not ruling.to_board else kind)
    what = word(kind.replace("_", " ")) if sentence is None else sentence()
    if ruling.moves:
        return _of_game(ruling, _MOVES(what=what, ply=ruling.ply, moves=" ".join(ruling.moves)))
    if ruling.to_board:
        return _TO_BOARD(what=what, board=ruling.to_board)
    if ruling.alert_id:
        return _SEEN(what=what, alert=ruling.alert_id)
    return _ROUND(what=what, round=ruling.round) if ruling.round else _of_game(ruling, what)


def _ended(ruling: Ruling) -> Said:
    ending = word((ruling.outcome or "restored").replace("_", " "))
    return (_ENDED_AT if ruling.ply else _ENDED)(what=_PLAIN["illegal"](), ending=ending, ply=ruling.ply)


def _turn(ruling: Ruling) -> Said:
    side = SIDES[ruling.turn]() if ruling.turn else _SAME_SIDE()
    rights = ruling.castling or "-", ruling.en_passant or "-"
    said = _TURN(what=_PLAIN["position"](), side=side, castling=rights[0], square=rights[1])
    return _AFTER(what=said, ply=ruling.ply) if ruling.ply else said


def _result(text: str) -> Said:
    if text in ("", "unplayed"):
        return _PLAIN[text or "clear"]()
    return _RESULT(result=text)


def _of_game(ruling: Ruling, what: Said) -> Said:
    return _OF_GAME(what=what, game=ruling.game) if ruling.game else what
