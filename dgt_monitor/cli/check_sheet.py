"""The sheet of a claim tested in a game of a PGN, written to a file."""

from dgt_monitor.cli.check_claim import CheckedClaim
from dgt_monitor.cli.check_game import CheckedGame
from dgt_monitor.cli.complaints import Complaints
from dgt_monitor.cli.whole_file import whole_file
from dgt_monitor.events import Colour
from dgt_monitor.hall.evidence import Evidence, Titles, gather
from dgt_monitor.hall.views import MoveView
from dgt_monitor.laws.identity import moved_by
from dgt_monitor.tournament.event import NO_TOURNAMENT, TournamentFile
from dgt_monitor.tournament.pairings_pgn import round_and_board


def evidence_of(claim: CheckedClaim, tournament: TournamentFile = NO_TOURNAMENT) -> Evidence | None:
    """What the claim rests on; None where nothing could be answered."""
    game, answer = claim.game, claim.answer
    if answer is None:
        return None
    tags = {name: value for name, value in game.game.tags.items() if value.strip("?.")}
    number, board = round_and_board(tags)
    titles = Titles(
        board,
        tags.get("White", ""),
        tags.get("Black", ""),
        tournament.event or tags.get("Event", ""),
        str(tournament.round or number),
        tags.get("Date", ""),
    )
    return gather(titles, claim.at.ledger, answer, _moves(game, answer.ply), claim.label, game.times(answer.ply))


def _moves(game: CheckedGame, last: int) -> list[MoveView]:
    views = []
    for ply in range(1, last + 1):
        number, white = moved_by(game.ledger.standing(ply))
        colour: Colour = "white" if white else "black"
        views.append(
            MoveView(
                ply, number, colour, game.sans[ply - 1], game.game.moves[ply - 1].uci(), "confirmed", True, "claimed",
                game.counts[ply], game.counts[ply], 0.0, game.times(ply),
            )
        )  # fmt: skip
    return views


class SheetFile:
    """Where the sheet goes: one file, for the first game of the input of which a claim can be answered."""

    def __init__(self, path: str, complaints: Complaints, tournament: TournamentFile = NO_TOURNAMENT) -> None:
        self._path = path
        self._tournament = tournament
        self._complaints = complaints
        self._written = ""
        self._told = False
        """Whether it was said that there are more games."""

    def write(self, claim: CheckedClaim) -> None:
        """Write the sheet of this game; what hinders it is told."""
        if self._written:
            if not self._told:
                self._complaints(f"the sheet is that of {self._written}; --game N makes that of another game")
            self._told = True
            return
        evidence = evidence_of(claim, self._tournament)
        if evidence is None:
            self._complaints(f"{claim.game.name}: there is no sheet, since the record cannot be asked")
            return
        # What draws the page is loaded only where one is wanted.
        from dgt_monitor.sheets.page import html_sheet
        from dgt_monitor.sheets.plain import plain_sheet

        text = plain_sheet(evidence) if self._path.endswith((".txt", ".txt.gz")) else html_sheet(evidence)
        self._written = claim.game.name
        try:
            with whole_file(self._path) as out:
                out.write(text)
        except OSError as error:
            self._complaints(f"the sheet is not written: {error.strerror or error}")
