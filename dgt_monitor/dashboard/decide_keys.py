"""The keys of a desk that rule: each is told to the part of it that does."""

from abc import ABC, abstractmethod

from dgt_monitor.dashboard.deciding import Deciding


class DecideKeys(ABC):
    """The keys of a desk that rule: each is told to its part for that."""

    deciding: Deciding

    @abstractmethod
    def do_help(self) -> None:
        """To the help, and back."""

    def do_menu_help(self) -> None:
        """To the help on what can be chosen here, and back."""
        self.do_help()

    def do_rule(self) -> None:
        """Rule of this board: result, play goes on, undo."""
        self.deciding.begin("rule")

    def do_round(self) -> None:
        """Rule of the round."""
        self.deciding.begin("round")

    def do_result_white(self) -> None:
        """White has won."""
        self.deciding.result("1-0")

    def do_result_black(self) -> None:
        """Black has."""
        self.deciding.result("0-1")

    def do_result_draw(self) -> None:
        """It is a draw."""
        self.deciding.result("1/2-1/2")

    def do_result_none(self) -> None:
        """Both have lost."""
        self.deciding.result("0-0")

    def do_result_half_white(self) -> None:
        """Half a point for White, none for Black."""
        self.deciding.result("1/2-0")

    def do_result_half_black(self) -> None:
        """Half a point for Black, none for White."""
        self.deciding.result("0-1/2")

    def do_forfeit_white(self) -> None:
        """Won by White, Black did not come."""
        self.deciding.result("+/-")

    def do_forfeit_black(self) -> None:
        """The other way round."""
        self.deciding.result("-/+")

    def do_forfeit_both(self) -> None:
        """Neither came."""
        self.deciding.result("-/-")

    def do_unplayed(self) -> None:
        """The game is not played."""
        self.deciding.result("unplayed")

    def do_result_clear(self) -> None:
        """There is no result."""
        self.deciding.result("")

    def do_result_confirm(self) -> None:
        """The result proposed is confirmed."""
        self.deciding.confirm()

    def do_moves(self) -> None:
        """The moves from one on were others."""
        self.deciding.ask_for("replace")

    def do_settle(self) -> None:
        """Of what the evidence left open, the moves from one on were these."""
        self.deciding.ask_for("settle")

    def do_moves_typed(self) -> None:
        """Show what changes by what is typed."""
        self.deciding.typed_whole()

    def do_erase_moves(self) -> None:
        """Take a letter back."""
        self.deciding.erase()

    def do_resume(self) -> None:
        """Play goes on."""
        self.deciding.resume()

    def do_unsee(self) -> None:
        """An alert was not seen after all."""
        self.deciding.unsee()

    def do_undo(self) -> None:
        """The last ruling is undone."""
        self.deciding.undo()

    def do_set_aside(self) -> None:
        """The game is off its board for now."""
        self.deciding.whole("set_aside")

    def do_fetch(self) -> None:
        """A game that was set aside goes on here."""
        self.deciding.fetch()

    def do_carry(self) -> None:
        """The game goes on on another board."""
        self.deciding.ask_for("carry")

    def do_spare(self) -> None:
        """Another board stands in its place from now on."""
        self.deciding.ask_for("spare")

    def do_players(self) -> None:
        """The players of two boards sit the other way round."""
        self.deciding.ask_for("exchange")

    def do_colours(self) -> None:
        """The players of this board have the other colours."""
        self.deciding.whole("exchange")

    def do_position(self) -> None:
        """Whose move it is, and which rights exist."""
        self.deciding.ask_for("position")

    def do_illegal(self) -> None:
        """What an illegal move ended as."""
        self.deciding.go_on("illegal")

    def do_ended_restored(self) -> None:
        """The position before it was set up."""
        self.deciding.ended("restored")

    def do_ended_further_back(self) -> None:
        """An earlier one was."""
        self.deciding.ask_for("further_back")

    def do_ended_explained(self) -> None:
        """A legal move explains it."""
        self.deciding.ended("explained")

    def do_ended_queened(self) -> None:
        """The pawn became a queen."""
        self.deciding.ended("queened")

    def do_ended_stands(self) -> None:
        """It stands."""
        self.deciding.ended("stands")

    def do_ended_penalised(self) -> None:
        """It was penalised, and nothing on the board changed."""
        self.deciding.ended("penalised")

    def do_round_started(self) -> None:
        """The round has started."""
        self.deciding.of_the_round("round_started")

    def do_carry_out(self) -> None:
        """Rule so."""
        self.deciding.carry_out()

    def do_erase_reason(self) -> None:
        """Take a letter back."""
        self.deciding.erase()

    def do_do_not(self) -> None:
        """Back without having ruled."""
        self.deciding.cancel()
