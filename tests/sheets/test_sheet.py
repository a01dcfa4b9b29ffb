"""The claim sheet in both forms: all that it must say, on its own, and nothing from outside that could do more."""

from collections.abc import Sequence
from html.parser import HTMLParser

import chess
import pytest

from dgt_monitor.events import Colour, Provenance, Times
from dgt_monitor.hall.evidence import Evidence, Titles, gather
from dgt_monitor.hall.views import MoveView
from dgt_monitor.laws.claim import NO_DOUBTS, Claim, Doubts, Route, examine
from dgt_monitor.laws.labels import move_label
from dgt_monitor.laws.ledger import Ledger
from dgt_monitor.laws.profile import FIDE_OVER_THE_BOARD, NOT_TO_OVERRIDE, Profile, overridden
from dgt_monitor.sheets.page import html_sheet
from dgt_monitor.sheets.plain import COLUMNS, plain_sheet
from dgt_monitor.sheets.rule_fields import FIELDS

ROOK_AWAY = "rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w KQkq - 0 1"
ROOK_MOVES = ("a1a2", "g8f6", "a2a1", "f6g8") * 3
EVIL = "</dd><script>alert(1)</script> \x1b[31m\u202e&amp;"


def evidence(
    fen: str,
    moves: Sequence[str],
    route: Route,
    move: str | None = None,
    *,
    how: dict[int, Provenance] | None = None,
    unsure: tuple[int, ...] = (),
    titles: Titles | None = None,
    doubts: Doubts = NO_DOUBTS,
    profile: Profile = FIDE_OVER_THE_BOARD,
) -> Evidence:
    board = chess.Board(fen)
    ledger, labels, views = Ledger(board, profile), ["start"], []
    first = (board.fullmove_number, board.turn)
    for ply, uci in enumerate(moves, 1):
        made = board.parse_uci(uci)
        colour: Colour = "white" if board.turn else "black"
        san = board.san(made)
        labels.append(move_label(ply, *first, san))
        provenance = (how or {}).get(ply, "seen")
        seen_squares = 1 if provenance == "inferred" else None
        views.append(
            MoveView(
                ply, board.fullmove_number, colour, san, uci, "confirmed", ply not in unsure, provenance, 1, 1, ply,
                Times(5400 - ply, 3600 - ply), True, seen_squares,
            )
        )  # fmt: skip
        board.push(made)
        ledger.push(board, sure=ply not in unsure)
    mover: Colour = "white" if board.turn else "black"
    written = None if move is None else board.parse_uci(move)
    san = "" if written is None else board.san(written)
    answer = examine(board, ledger, Claim(mover, route, written, san), doubts)
    labels.append(move_label(len(moves) + 1, *first, san))
    clock = Times(5000, 59)
    return gather(titles or Titles("7", "Petrov", "Silva"), ledger, answer, views, labels.__getitem__, clock)


class Reader(HTMLParser):
    """What a browser would read: the texts, the tags, and every address it would fetch."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href", "action")]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.texts).split())


ROOK = evidence(ROOK_AWAY, ROOK_MOVES, Route.REPETITION, how={3: "inferred", 6: "memory"}, unsure=(3,))


@pytest.mark.parametrize("told", [plain_sheet(ROOK), Reader(html_sheet(ROOK)).text], ids=["plain", "html"])
def test_it_says_all_that_is_to_be_signed(told: str) -> None:
    told = " ".join(told.split())
    for part in (
        "Petrov", "Silva", "White, after 6...Ng8", "FIDE 9.2.2", "1:23:20 / 0:00:59",
        "the same position has stood 3 times",
        "2...Ng8", "4...Ng8", "6...Ng8", "1:29:52 / 0:59:52", "short;", "short, long",
        "White still had the right to castle long, lost by 1.Ra2", "(12 half-moves)",
        "i: worked out, not seen", "m: from the board's own memory", "?: not certain",
        "2.Ra1: 1 of its squares was seen to change", "seen by the board",
        "found correct, game drawn", "Arbiter", "11.12",
    ):  # fmt: skip
        assert part in told, part


def test_look_alikes_stand_beside_the_position_claimed() -> None:
    reader = Reader(html_sheet(ROOK))
    assert reader.tags.count("img") == 3
    assert "Looks the same and is not" in reader.text
    many = evidence(ROOK_AWAY, ("g1f3", "g8f6", "f3g1", "f6g8") * 3 + ROOK_MOVES[:4], Route.REPETITION)
    assert len(many.alikes) == 4
    assert Reader(html_sheet(many)).tags.count("img") == 5
    told = " ".join(plain_sheet(many).split())
    assert "Not the same: at the start and after 2...Ng8, 4...Ng8, 6...Ng8 White still had the right" in told
    assert told.count("castle long, lost by 7.Ra2") == 5  # once in the answer, each once beside its diagram
    lots = evidence(ROOK_AWAY, ("g1f3", "g8f6", "f3g1", "f6g8") * 7 + ROOK_MOVES[:4], Route.REPETITION)
    assert "4 more look the same and are not." in plain_sheet(lots)
    assert "6...Ng8, 8...Ng8 (3 more) White still had" in " ".join(plain_sheet(lots).split())


def test_a_written_move_is_told_as_written_and_an_occurrence_in_doubt_as_such() -> None:
    shuffle = ("g1f3", "g8f6", "f3g1", "f6g8")
    sheet = plain_sheet(evidence(chess.STARTING_FEN, (*shuffle, *shuffle[:3]), Route.REPETITION_INTENDED, "f6g8"))
    assert "Written move  Ng8" in sheet
    assert "written, not played" in sheet
    assert "(4...Ng8 written)" in sheet
    assert "All of them: seen by the board" in sheet
    doubted = evidence(chess.STARTING_FEN, shuffle * 2, Route.REPETITION, unsure=(4,))
    assert "THE RECORD CANNOT TELL" in plain_sheet(doubted)
    assert "NOT CERTAIN" in plain_sheet(doubted)
    assert 'class="doubt"' in html_sheet(doubted)


def test_the_position_claimed_is_that_after_the_written_move_or_said_to_be_that_on_the_board() -> None:
    moves = ("g1f3", "g8f6", "f3g1")
    none = FIDE_OVER_THE_BOARD._replace(repetition_claim=None)
    of_none = evidence(chess.STARTING_FEN, moves, Route.REPETITION_INTENDED, "f6g8", profile=none)
    assert of_none.claimed.fen.startswith("rnbqkbnr/")
    assert "The position claimed, 2 times by the record" in plain_sheet(of_none)
    without = evidence(chess.STARTING_FEN, moves, Route.REPETITION_INTENDED)
    for told in (plain_sheet(without), Reader(html_sheet(without)).text):
        assert "The position on the board, 1 time by the record" in told
        assert "the position on the board, 2.Ng1" in told
        assert "claimed," not in told


def test_of_a_game_that_was_over_the_sheet_tells_what_ended_it() -> None:
    shuffle = ("g1f3", "g8f6", "f3g1", "f6g8")
    over = evidence(chess.STARTING_FEN, (*shuffle * 4, "g1f3", "g8f6"), Route.REPETITION)
    for told in (" ".join(plain_sheet(over).split()), Reader(html_sheet(over)).text):
        assert "What had ended the game: the same position 5 times, FIDE 9.6.1" in told
        end = told.split("What had ended")[1].split("The position claimed")[0]
        for label in ("start position", "2...Ng8", "4...Ng8", "6...Ng8", "8...Ng8", "1:29:44 / 0:59:44"):
            assert label in end, label
        assert "the end of the game, 8...Ng8" in end
        assert "The moves from the start (18 half-moves)" in told
    mated = evidence(chess.STARTING_FEN, ("f2f3", "e7e5", "g2g4", "d8h4"), Route.MOVES)
    assert "What had ended the game: checkmate, FIDE 5.1.1" in plain_sheet(mated)
    moves = evidence("4k3/8/8/8/8/8/R7/4K3 w - - 148 90", ("a2a3", "e8e7", "a3a2"), Route.MOVES)
    assert "without pawn move or capture, FIDE 9.6.2" in " ".join(plain_sheet(moves).split())
    assert moves.ended is not None
    assert [each.label for each in moves.ended.stood] == ["start", "90...Ke7"]


def test_fifty_moves_tell_since_when() -> None:
    told = evidence(
        "4k3/8/8/8/8/8/R6P/4K3 w - - 0 1", ("h2h3", "e8e7", "a2a1", "e7e8", "a1a2", "e8e7", "a2a3", "e7e8"), Route.MOVES
    )
    sheet = plain_sheet(told)
    assert "No pawn move or capture since, 7 half-moves by the record" in sheet
    assert "1.h3" in sheet
    assert "The moves after 1.h3 (7 half-moves)" in sheet


def test_a_long_list_of_moves_is_set_smaller() -> None:
    for rounds, style in ((2, "moves"), (16, "moves many"), (40, "moves most")):
        line = ("g1f3", "g8f6", "f3g1", "f6g8") * (rounds * 2)
        assert f'class="{style}"' in html_sheet(evidence(chess.STARTING_FEN, line, Route.REPETITION))


def test_of_very_many_occurrences_the_middle_is_counted() -> None:
    sheet = plain_sheet(evidence(chess.STARTING_FEN, ("g1f3", "g8f6", "f3g1", "f6g8") * 20, Route.REPETITION))
    assert "(9 more)" in sheet
    assert sheet.count("seen by the board") == 12 + 4  # and what had ended the game
    assert "40...Ng8 White" in " ".join(sheet.split())


def test_what_is_not_known_is_a_line_to_write_on() -> None:
    assert "Event         ____" in plain_sheet(ROOK)


def test_the_page_needs_nothing_but_itself_and_names_are_text() -> None:
    titles = Titles(EVIL, EVIL, EVIL, EVIL, EVIL, EVIL)
    page = html_sheet(evidence(ROOK_AWAY, ROOK_MOVES, Route.REPETITION, titles=titles))
    reader = Reader(page)
    assert "script" not in reader.tags
    assert "<script>alert(1)</script>" in reader.text
    assert "&amp;" in reader.text
    assert all(address.startswith("data:image/svg+xml;base64,") for address in reader.addresses)
    assert not {"\x1b", "\u202e"} & set(page)
    assert "url(" not in page
    assert "@import" not in page
    plain = plain_sheet(evidence(ROOK_AWAY, ROOK_MOVES, Route.REPETITION, titles=titles))
    assert not {"\x1b", "\u202e"} & set(plain)


def test_the_events_own_rules_are_listed_with_what_the_profile_says_itself() -> None:
    assert "own rules" not in plain_sheet(ROOK)
    own = overridden(
        FIDE_OVER_THE_BOARD,
        {
            "wrong_claim_penalty_minutes": 1,
            "moves_draw": False,
            "illegal_move_stands": True,
            "articles": {"flag": "R<3"},
        },
    )
    told = evidence(ROOK_AWAY, ROOK_MOVES, Route.REPETITION, profile=own)
    listed = (
        "The event's own rules, and in brackets what the set of rules says itself: "
        "minutes to the opponent for an incorrect claim: 1 (2); "
        "moves without pawn move or capture that end the game: no (75); "
        "an illegal move stands once it is answered: yes (no); article cited: R<3 (6.8, 6.9)."
    )
    assert listed in " ".join(plain_sheet(told).split())
    assert listed in Reader(html_sheet(told)).text


def test_plain_lines_fit_a_page() -> None:
    assert COLUMNS <= 80
    unsure = evidence(chess.STARTING_FEN, ("g1f3", "g8f6", "f3g1", "f6g8") * 30, Route.REPETITION, unsure=(4, 8))
    for each in (ROOK, unsure, evidence(ROOK_AWAY, ROOK_MOVES, Route.REPETITION, titles=Titles(*["Wide name"] * 6))):
        assert max(len(line) for line in plain_sheet(each).splitlines()) <= COLUMNS


def test_every_field_that_an_event_can_change_has_a_name() -> None:
    assert set(FIELDS) == set(Profile._fields).difference(NOT_TO_OVERRIDE)
    before = overridden(FIDE_OVER_THE_BOARD, {"claimant": "to_move_or_before_clock"})
    told = " ".join(plain_sheet(evidence(ROOK_AWAY, ROOK_MOVES, Route.REPETITION, profile=before)).split())
    assert "who may claim: the player to move, or who moved and has not pressed the clock (the player to move)" in told


def test_the_heading_is_not_said_once_more() -> None:
    for told in (plain_sheet(ROOK), Reader(html_sheet(ROOK)).text):
        assert told.lower().count("supported by the record") == 1


def test_tags_are_closed_in_their_order() -> None:
    open_tags: list[str] = []

    class Closing(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002 - HTMLParser's
            if tag not in ("meta", "img"):
                open_tags.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert open_tags.pop() == tag

    Closing().feed(html_sheet(ROOK))
    assert not open_tags
