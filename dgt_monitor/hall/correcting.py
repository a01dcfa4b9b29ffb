"""Which boards a ruling concerns, and what becomes of it there: each is an entry, and one can undo another."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from dgt_monitor.events import Event
from dgt_monitor.hall.alert_numbers import AlertNumbers
from dgt_monitor.hall.correcting_before import GamesBefore
from dgt_monitor.hall.difference_texts import difference_text
from dgt_monitor.hall.directory import Directory
from dgt_monitor.hall.endings import Stood
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.games_before import CORRECTED
from dgt_monitor.hall.kept_board import KeptBoard
from dgt_monitor.hall.parted_game import PartedGame
from dgt_monitor.hall.refeeding import FedBoard
from dgt_monitor.hall.refusing import (
    BEGUN,
    GONE_ON,
    HELD,
    ITSELF,
    NO_BOARD,
    NO_GAME,
    NOT_ASIDE,
    TAKEN,
    RefusedError,
    failed,
    no_ruling,
    rests_on_it,
)
from dgt_monitor.hall.reopening import ENDS
from dgt_monitor.hall.seating import Seating
from dgt_monitor.hall.slices import Arrived, Left
from dgt_monitor.hall.spares import Spares
from dgt_monitor.hall.undone_claims import OF_CLAIMS, ended_a_game_before, rests_on_another
from dgt_monitor.hall.views import AsideView
from dgt_monitor.tournament.event import NOBODY, Players
from dgt_monitor.wording import Said

CORRECTING: Final = frozenset(
    {"replace", "settle", "position", "illegal", "carry", "set_aside", "fetch", "exchange", "spare"}
)
"""Kinds of rulings that are carried out here."""
REFED: Final[frozenset[str]] = CORRECTING | OF_CLAIMS | {"stands", "penalise"}
"""Kinds that are undone by feeding a game again without them."""
Goings = dict[KeptBoard, list[tuple[int, Left | Arrived]]]
"""Which games came to boards and left them."""


class _Aside(NamedTuple):
    ruling: Ruling
    game: PartedGame
    players: Players


class Correcting:
    """Takes rulings on the games of a hall's boards."""

    def __init__(self, boards: Directory, seating: Seating, numbers: AlertNumbers, spares: Spares) -> None:
        self.before = GamesBefore(numbers)
        self._boards = boards
        self._seating = seating
        self._spares = spares
        self._aside: list[_Aside] = []
        """Every game that was ever set aside."""

    def rule(self, ruling: Ruling, out: list[Event]) -> list[KeptBoard]:
        """Carry a ruling out; the boards it concerns. RefusedError where that cannot be."""
        special = self._special.get(ruling.kind)
        if special is not None:
            return special(self, ruling, out)
        board = self._one(ruling.board)
        if ruling.game not in (0, board.play.game):
            self.before.correct(board, ruling, out)
        elif ruling.kind == "illegal":
            why_not = board.ruled(ruling.t_s, ruling, out)
            if why_not is not None:
                raise RefusedError(why_not)
        else:
            board.correct(ruling.t_s, ruling, out)
        return [board]

    def fail(self, t_s: float, ruling: Ruling, out: list[Event]) -> None:
        """The program failed at this ruling: who sits where follows without it."""
        self._aside = [each for each in self._aside if each.ruling.number != ruling.number]
        self._seating.forget(ruling.number)
        self._seating.look_again(t_s, out)

    def rule_round(self, ruling: Ruling, out: list[Event]) -> None:
        """A round is closed, or starts: what that changes beside the games."""
        self._seating.rule_round(ruling, out)

    def preview(self, t_s: float, ruling: Ruling) -> Said:
        """What a ruling on the past would change, or why it cannot be carried out; nothing is changed."""
        try:
            board = self._one(ruling.board)
            if ruling.game not in (0, board.play.game):
                return difference_text(*self.before.preview(board, ruling))
            found = board.preview(t_s, ruling)
        except RefusedError as refused:
            return refused.why
        except Exception as error:  # noqa: BLE001 - it is told in place of what would change
            return failed(error)
        return difference_text(found, len(board.play.plies), board.play.label_of)

    def _named(self, name: str) -> Iterator[KeptBoard]:
        return (board for board in self._boards if board.name == name and not board.gone)

    def _one(self, name: str) -> KeptBoard:
        for board in self._named(name):
            return board
        raise RefusedError(NO_BOARD(board=name))

    # --- a game is not its board ----------------------------------------------------------------------------

    def _carry(self, ruling: Ruling, out: list[Event]) -> list[KeptBoard]:
        board, to = self._leaving(ruling.board), self._free(ruling.to_board)
        if board is to:
            raise RefusedError(TAKEN(board=to.name))
        game = board.parted(ruling.t_s, ruling)
        to.try_entry(ruling.t_s, Arrived(ruling, game))
        self._seating.rule(ruling, out)
        board.part(ruling.t_s, ruling, out)
        to.receive(ruling.t_s, ruling, game, out)
        return [board, to]

    def _set_aside(self, ruling: Ruling, out: list[Event]) -> list[KeptBoard]:
        board = self._leaving(ruling.board)
        players = board.tournament.players.get(board.name, NOBODY)
        game = board.parted(ruling.t_s, ruling)
        self._seating.rule(ruling, out, game=board.play.game)
        board.part(ruling.t_s, ruling, out)
        self._aside.append(_Aside(ruling, game, players))
        return [board]

    def _fetch(self, ruling: Ruling, out: list[Event]) -> list[KeptBoard]:
        to, name = self._free(ruling.board), ruling.to_board or ruling.board
        wanted = [each for each in self._aside if (each.game.name, each.game.game) == (name, ruling.game)]
        if not wanted or not self._is_aside(wanted[-1]):
            raise RefusedError(NOT_ASIDE())
        to.try_entry(ruling.t_s, Arrived(ruling, wanted[-1].game))
        self._seating.rule(ruling, out, game=ruling.game, players=wanted[-1].players)
        to.receive(ruling.t_s, ruling, wanted[-1].game, out)
        return [to]

    @property
    def aside(self) -> tuple[AsideView, ...]:
        """The games that are set aside now."""
        there = (each for each in self._aside if self._is_aside(each))
        return tuple(AsideView(each.game.name, each.game.game, each.players, each.game.plies) for each in there)

    def _is_aside(self, aside: _Aside) -> bool:
        """Whether that is not undone, and the game is on no board."""
        return aside.ruling.number not in aside.game.kept.undone and not self._is_fetched(aside.game)

    def _is_fetched(self, game: PartedGame) -> bool:
        goings = (what for board in self._boards for _, what in board.kept.goings)
        return any(isinstance(what, Arrived) and what.game is game for what in goings)

    def _leaving(self, name: str) -> KeptBoard:
        """The board of this name, if a game can leave it."""
        board = self._one(name)
        if board.tracker.story is None:
            raise RefusedError(NO_GAME())
        if board.held is not None and board.held.state == "open":
            raise RefusedError(HELD(board=name))
        return board

    def _free(self, name: str) -> KeptBoard:
        """The board of this name, if a game can come to it."""
        board = self._one(name)
        if board.play.plies:
            raise RefusedError(TAKEN(board=name))
        if board.held is not None:
            raise RefusedError(HELD(board=name))
        return board

    def _exchange(self, ruling: Ruling, out: list[Event]) -> list[KeptBoard]:
        boards = [self._one(name) for name in (ruling.board, ruling.to_board) if name]
        if ruling.board == ruling.to_board:
            raise RefusedError(ITSELF(board=ruling.board))
        self._seating.rule(ruling, out)
        return boards

    def _spare(self, ruling: Ruling, out: list[Event]) -> list[KeptBoard]:
        seat, spare = self._one(ruling.board), self._one(ruling.to_board)
        self._spares.rule(ruling, seat, spare, out)
        return [seat, spare]

    _special: Final = {
        "carry": _carry, "set_aside": _set_aside, "fetch": _fetch, "exchange": _exchange, "spare": _spare,
    }  # fmt: skip

    # --- undoing --------------------------------------------------------------------------------------------

    @property
    def goings(self) -> Goings:
        """Which games came to boards and left them, by the rulings that count."""
        return {board: board.kept.goings for board in self._boards}

    def look(self, rulings: Iterable[Ruling]) -> None:
        """Some rulings may count no more soon, or again: what was told of games that are over has to be known first."""
        self.before.look(self._boards, [ruling for ruling in rulings if ruling.kind in CORRECTED])

    def count_again(
        self, t_s: float, turned: Sequence[Ruling], before: Goings, stood: Mapping[int, Stood], out: list[Event]
    ) -> dict[int, set[int]]:
        """Some rulings count no more, or again: boards whose games rest on them follow anew.

        Results are told against those that `stood`.

        Which rulings that settles, by the boards' numbers; RefusedError, and nothing is changed, where it cannot be.
        """
        for ruling in turned:
            if ruling.kind == "spare":  # no other turns with it
                return self._spares.again(t_s, ruling, out)
        named = {ruling.number for ruling in turned if ruling.kind in REFED}
        found = {board: {n for n in named for kept in board.slices(before[board]) if kept.has(n)} for board in before}
        for ruling in turned:
            if ruling.kind in REFED - {"exchange"} and not any(ruling.number in numbers for numbers in found.values()):
                self._look_at_games_before(ruling)
            self._look_where_it_is(ruling)
        if any(ruling.kind in OF_CLAIMS for ruling in turned):
            self._look_at_claims(before)
        fed = [(board, board.fed(t_s)) for board, numbers in found.items() if numbers]
        fed += self._reopened(t_s, turned, found)
        over = {board: self.before.fed(board, named) for board in before}
        self._seating.look_again(t_s, out)
        for board, feds in over.items():
            self.before.tell(board, t_s, feds, out)
        for board, now in fed:
            now.sit_as(board.tournament)
            board.take_over(t_s, now, out, stood[board.number], other=board.kept.goings != before[board])
        return {board.number: numbers for board, numbers in found.items()}

    @staticmethod
    def _reopened(
        t_s: float, turned: Sequence[Ruling], found: dict[KeptBoard, set[int]]
    ) -> Iterator[tuple[KeptBoard, FedBoard]]:
        """Boards on which something was moved after an end that was ruled, or before a start, as they follow now, where
        that can be.
        """
        ends = [ruling.number for ruling in turned if ruling.kind in ENDS or ruling.kind == "round_started"]
        for board, numbers in found.items():
            named = {number for number in ends if board.follows_anew(number)}
            if numbers or not named:
                continue
            try:
                fed = board.fed(t_s)
            except RefusedError:
                continue  # then it goes on with what stands now, and what came between is not sure
            numbers.update(named)
            yield board, fed

    def _look_at_games_before(self, turned: Ruling) -> None:
        """Of games before the present ones the results and what is kept of their moves follow from what is undone."""
        if any(game.rests_on(turned.number) for board in self._boards for game in board.before.values()):
            return
        games = ((board, game) for board in self._boards for game in range(1, board.play.game))
        if not any(ended_a_game_before(board.play.results_of(game), turned) for board, game in games):
            raise RefusedError(no_ruling(turned.number))

    @staticmethod
    def _look_at_claims(goings: Goings) -> None:
        """Whether all that counts of claims can be made; what cannot is to be undone first."""
        for board in goings:
            for kept in board.slices(goings[board]):
                ruling = rests_on_another(kept)
                if ruling is not None:
                    raise RefusedError(rests_on_it(ruling))

    def _look_where_it_is(self, turned: Ruling) -> None:
        """Whether a game that came by this ruling is where it came to, and its board has begun no other."""
        now = {id(board.kept) for board in self._boards}
        came = (what for board in self._boards for what in board.kept.others if isinstance(what, Arrived))
        for what in came:
            if what.ruling.number == turned.number and turned.kind == "carry" and id(what.game.kept) not in now:
                raise RefusedError(BEGUN(board=turned.board))
        for ruling, game, _ in self._aside:
            if ruling.number == turned.number and self._is_fetched(game):
                raise RefusedError(GONE_ON())
