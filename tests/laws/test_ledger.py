"""The draw record: rules and their precedence, what is only possible, undo, and copies."""

import chess
import pytest

from dgt_monitor.events import Level, Rule
from dgt_monitor.laws.identity import position_key
from dgt_monitor.laws.ledger import Ledger
from dgt_monitor.laws.profile import FIDE_OVER_THE_BOARD
from dgt_monitor.laws.verdict import Verdict

SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")


def play(board: chess.Board, ledger: Ledger, *moves: str, unsure: tuple[int, ...] = ()) -> list[Verdict]:
    verdicts = []
    for uci in moves:
        board.push(board.parse_uci(uci))
        verdicts.append(ledger.push(board, sure=ledger.ply + 1 not in unsure))
    return verdicts


def rules(verdict: Verdict) -> list[Rule]:
    return [finding.rule for finding in verdict.findings]


def test_shuffling_from_the_start() -> None:
    board = chess.Board()
    ledger = Ledger(board)
    verdicts = play(board, ledger, *SHUFFLE * 5)
    assert [verdict.count for verdict in verdicts] == [1, 1, 1] + [2] * 4 + [3] * 4 + [4] * 4 + [5] * 4 + [6]
    assert [rules(verdict) for verdict in verdicts[:7]] == [[]] * 7
    assert [rules(verdict) for verdict in verdicts[7:15]] == [[Rule.THREEFOLD]] * 8
    assert [rules(verdict) for verdict in verdicts[15:]] == [[Rule.FIVEFOLD]] * 5
    (threefold,), (fivefold,) = verdicts[7].findings, verdicts[15].findings
    assert (threefold.level, threefold.side, threefold.until) == (Level.CHECK, "white", "he moves")
    assert (threefold.article, threefold.plies) == ("9.2.2", (0, 4, 8))
    assert (fivefold.level, fivefold.side, fivefold.until) == (Level.ACT, None, None)
    assert (fivefold.article, fivefold.plies, fivefold.sure) == ("9.6.1", (0, 4, 8, 12, 16), True)
    assert ledger.end == (16, fivefold)
    assert ledger.max_count == 6


def test_the_record_keeps_no_board() -> None:
    board = chess.Board()
    ledger = Ledger(board)
    play(board, ledger, "g1f3")
    before = ledger.verdict.standing.fen()
    board.push_uci("g8f6")
    assert ledger.verdict.standing.fen() == before == ledger.at(1).standing.fen()
    assert ledger.start_verdict.standing.fen() == chess.STARTING_FEN


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        (chess.STARTING_FEN, []),
        ("4k3/8/8/8/8/8/7P/4K3 w - - 99 80", []),
        ("4k3/8/8/8/8/8/7P/4K3 w - - 100 80", [Rule.FIFTY]),
        ("4k3/8/8/8/8/8/7P/4K3 w - - 149 99", [Rule.FIFTY]),
        ("4k3/8/8/8/8/8/7P/4K3 w - - 150 99", [Rule.SEVENTYFIVE, Rule.FIFTY]),
        ("R6k/8/6K1/8/8/8/8/8 b - - 150 99", [Rule.CHECKMATE]),
        ("7k/8/5KQ1/8/8/8/8/8 b - - 150 99", [Rule.STALEMATE, Rule.SEVENTYFIVE]),
        ("7k/8/5KQ1/8/8/8/8/8 b - - 100 99", [Rule.STALEMATE]),
        ("7k/8/5K2/8/8/8/8/8 b - - 100 99", [Rule.DEAD_POSITION]),
        ("7k/8/5K2/8/8/8/8/8 b - - 150 99", [Rule.DEAD_POSITION, Rule.SEVENTYFIVE]),
        ("7k/8/8/8/8/8/1q6/K7 w - - 0 1", [Rule.DEAD_POSITION]),
    ],
)
def test_what_a_start_position_already_is(fen: str, expected: list[Rule]) -> None:
    assert rules(Ledger(chess.Board(fen)).start_verdict) == expected


def test_levels_and_articles_of_ends() -> None:
    mate = Ledger(chess.Board("R6k/8/6K1/8/8/8/8/8 b - - 0 1")).verdict.findings[0]
    stalemate = Ledger(chess.Board("7k/8/5KQ1/8/8/8/8/8 b - - 0 1")).verdict.findings[0]
    dead = Ledger(chess.Board("7k/8/5K2/8/8/8/8/8 b - - 0 1")).verdict.findings[0]
    assert (mate.article, mate.level, mate.side) == ("5.1.1", Level.INFO, "black")
    assert (stalemate.article, stalemate.level, stalemate.side) == ("5.2.1", Level.INFO, "black")
    assert (dead.article, dead.level, dead.side) == ("5.2.2", Level.ACT, None)


def test_fifty_and_seventyfive_once_and_again_after_progress() -> None:
    board = chess.Board("4k3/8/8/8/8/8/R6P/4K3 w - - 97 80")
    ledger = Ledger(board)
    verdicts = play(board, ledger, "a2a3", "e8e7", "a3a4", "e7e8", "h2h3")
    assert [Rule.FIFTY in rules(verdict) for verdict in verdicts] == [False, False, True, False, False]
    board.halfmove_clock = 98
    again = play(board, ledger, "e8e7", "a4a5")
    assert [rules(verdict) for verdict in again] == [[], [Rule.FIFTY]]
    assert again[1].findings[0].until == "a pawn move or capture"
    assert again[1].findings[0].side == "black"


def test_a_dead_position_is_told_once_and_again_after_undo() -> None:
    board = chess.Board("7k/8/8/8/8/8/1p6/K7 w - - 0 1")
    ledger = Ledger(board)
    assert [rules(verdict) for verdict in play(board, ledger, "a1b2", "h8g8")] == [[Rule.DEAD_POSITION], []]
    ledger.truncate(0)
    board.pop()
    board.pop()
    assert rules(play(board, ledger, "a1b2")[0]) == [Rule.DEAD_POSITION]


@pytest.mark.parametrize(
    ("fen", "dead"),
    [
        ("7k/8/8/8/8/8/8/K7 w - - 0 1", True),
        ("7k/8/8/8/8/8/8/KB6 w - - 0 1", True),
        ("7k/8/8/8/8/8/8/KN6 w - - 0 1", True),
        ("5b1k/8/8/8/8/8/8/K1B5 w - - 0 1", True),
        ("B4b1k/8/1B6/8/8/8/8/K1B5 w - - 0 1", False),
        ("2b4k/8/8/8/8/8/8/K1B5 w - - 0 1", False),
        ("6nk/8/8/8/8/8/8/KN6 w - - 0 1", False),
        ("7k/8/8/8/8/8/8/KNN5 w - - 0 1", False),
        ("7k/8/8/8/8/8/8/KR6 w - - 0 1", False),
        ("7k/8/8/8/8/8/7p/K7 w - - 0 1", False),
        ("7k/8/8/8/8/8/1q6/K7 w - - 0 1", True),  # only Kxb2
        ("7k/8/8/8/8/2b5/1q6/K7 w - - 0 1", False),  # the bishop protects: mate
        ("8/8/8/8/8/1k6/1q6/K7 w - - 0 1", False),  # the king protects: mate
        ("7k/8/8/8/8/8/1q5r/K7 w - - 0 1", False),  # a rook is left
    ],
)
def test_dead_by_material_and_by_the_only_capture(fen: str, dead: bool) -> None:
    assert (Rule.DEAD_POSITION in rules(Ledger(chess.Board(fen)).verdict)) is dead


def test_an_occurrence_that_is_only_possible() -> None:
    board = chess.Board()
    ledger = Ledger(board)
    verdicts = play(board, ledger, *SHUFFLE * 5, unsure=(4,))
    assert [(v.count, v.count_max) for v in verdicts[3::4]] == [(2, 2), (2, 3), (3, 4), (4, 5), (5, 6)]
    possible, certain = verdicts[7].findings[0], verdicts[8].findings[0]
    assert (possible.rule, possible.sure, possible.level) == (Rule.THREEFOLD, False, Level.CHECK)
    assert (certain.rule, certain.sure) == (Rule.THREEFOLD, True)
    assert [(f.rule, f.sure, f.level) for f in verdicts[15].findings] == [
        (Rule.FIVEFOLD, False, Level.CHECK),
        (Rule.THREEFOLD, True, Level.CHECK),
    ]
    assert [(f.rule, f.sure, f.level) for f in verdicts[19].findings] == [(Rule.FIVEFOLD, True, Level.ACT)]
    assert ledger.end is not None
    assert ledger.end[0] == 17


def test_a_fifth_occurrence_that_is_itself_in_doubt_is_not_certain() -> None:
    board = chess.Board()
    verdict = play(board, Ledger(board), *SHUFFLE * 4, unsure=(16,))[-1]
    assert (verdict.count, verdict.count_max) == (5, 5)
    assert [(f.rule, f.sure, f.level) for f in verdict.findings] == [(Rule.FIVEFOLD, False, Level.CHECK)]


def test_positions_of_other_stories_count_in_count_max_only() -> None:
    board = chess.Board()
    ledger = Ledger(board)
    home = position_key(board)
    play(board, ledger, *SHUFFLE[:2])
    board.push_uci("f3g1")
    ledger.push(board, may_also=(home, home))
    verdict = play(board, ledger, "f6g8")[0]
    assert (verdict.count, verdict.count_max, verdict.plies) == (2, 4, (0, 4))
    assert [(f.rule, f.sure) for f in verdict.findings] == [(Rule.THREEFOLD, False)]
    ledger.truncate(2)
    assert ledger.repeated() == ()
    board.pop()
    board.pop()
    assert [(v.count, v.count_max) for v in play(board, ledger, *SHUFFLE[2:])] == [(1, 1), (2, 2)]


def test_a_fifth_occurrence_of_another_story_is_possible_where_this_one_has_none() -> None:
    board = chess.Board()
    ledger = Ledger(board)
    home = position_key(board)
    play(board, ledger, *SHUFFLE * 3, *SHUFFLE[:3])
    board.push_uci("f6h5")
    verdict = ledger.push(board, sure=False, may_also=(home,))
    (told,) = verdict.findings
    assert (told.rule, told.sure, told.level, told.count, told.count_max) == (Rule.FIVEFOLD, False, Level.CHECK, 4, 5)
    assert told.plies == (0, 4, 8, 12)
    ledger.pop()
    assert not ledger.push(
        board, sure=False, may_also=(position_key(chess.Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1")),)
    ).findings


def test_moves_in_doubt_make_seventyfive_possible_only() -> None:
    for unsure, level in (((), Level.ACT), ((1,), Level.CHECK), ((2,), Level.CHECK)):
        board = chess.Board("4k3/8/8/8/8/8/R6P/4K3 w - - 148 120")
        finding = play(board, Ledger(board), "a2a3", "e8e7", unsure=unsure)[-1].findings[0]
        assert (finding.rule, finding.level, finding.sure) == (Rule.SEVENTYFIVE, level, not unsure)


def test_doubt_before_the_last_progress_does_not_matter_to_the_move_count() -> None:
    board = chess.Board("4k3/8/8/8/8/8/R6P/4K3 w - - 10 120")
    ledger = Ledger(board)
    play(board, ledger, "a2a3", "e8e7", "h2h3", unsure=(1, 2))
    kings = ("e7e8", "a3a4", "e8e7", "a4a3") * 25
    assert [f.sure for v in play(board, ledger, *kings) for f in v.findings if f.rule is Rule.FIFTY] == [True]


def test_a_board_joined_late_has_lower_bounds_only() -> None:
    board = chess.Board()
    ledger = Ledger(board, joined_late=True)
    verdicts = play(board, ledger, *SHUFFLE * 4)
    assert {verdict.count_max for verdict in verdicts} == {None}
    assert ledger.repeated()[0].count_max is None
    assert [(f.rule, f.sure) for f in verdicts[-1].findings] == [(Rule.FIVEFOLD, True)]


def test_copies_part() -> None:
    board = chess.Board()
    ledger = Ledger(board)
    play(board, ledger, *SHUFFLE)
    other = ledger.copy()
    play(board, ledger, "e2e4")
    other.pop()
    assert (ledger.ply, other.ply) == (5, 3)
    assert ledger.occurrences(ledger.start_verdict.standing.key) == (0, 4)
    assert other.occurrences(ledger.start_verdict.standing.key) == (0,)
    assert other.max_count == 1


def test_what_cannot_be_undone_or_asked() -> None:
    ledger = Ledger(chess.Board())
    with pytest.raises(IndexError):
        ledger.pop()
    with pytest.raises(IndexError):
        ledger.at(1)
    with pytest.raises(ValueError, match="ply 1"):
        ledger.truncate(1)
    assert ledger.ply == 0


def test_a_profile_is_data() -> None:
    online = FIDE_OVER_THE_BOARD._replace(
        name="three-at-once", repetition_claim=None, repetition_draw=3, moves_claim=None, moves_draw=50
    )
    board = chess.Board("4k3/8/8/8/8/8/R6P/4K3 w - - 90 80")
    ledger = Ledger(board, online)
    verdicts = play(board, ledger, *("a2a3", "e8e7", "a3a2", "e7e8") * 3)
    assert [rules(v) for v in verdicts[7:10]] == [[Rule.THREEFOLD], [Rule.THREEFOLD], [Rule.THREEFOLD, Rule.FIFTY]]
    assert ledger.profile.name == "three-at-once"


@pytest.mark.parametrize(
    ("fen", "san", "count"),
    [
        (chess.STARTING_FEN, "e4 e5 Be2 Be7 Bf1 Bf8 Bd3 Bd6 Bf1 Bf8", 3),
        ("8/8/8/8/4p3/8/R2P3k/K7 w - - 0 1", "d4 Kg3 Ra3 Kh2 Ra2 Kg3 Ra3 Kh2 Ra2", 3),
        (chess.STARTING_FEN, "e4 Nf6 e5 d5 Bc4 Nc6 Bf1 Nb8 Bc4 Nc6 Bf1 Nb8", 2),
        (chess.STARTING_FEN, "e4 c5 e5 Qb6 Nf3 Qe6 Ng1 d5 Nf3 Nc6 Ng1 Nb8 Nf3 Nc6 Ng1 Nb8", 3),
        (chess.STARTING_FEN, "f4 Nf6 Nf3 Ng8 Ng1 Nf6 Nf3 Ng8 Ng1", 3),
        ("6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1", "h5 Rh6 Rh7 Re6 Rg7 Rh6 Rh7 Re6 Rg7", 3),
        ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "Kd2 Kd7 Ke1 Ke8 Kd2 Kd7 Ke1 Ke8", 3),
        ("5R2/3P4/8/8/7r/7r/7k/K7 w - - 0 1", "d8=Q Kg2 Qd2+ Kh1 Qd8 Kg2 Qd2+ Kh1 Qd8", 2),
    ],
)
def test_positions_that_fooled_other_programs(fen: str, san: str, count: int) -> None:
    board = chess.Board(fen)
    ledger = Ledger(board)
    for move in san.split():
        board.push_san(move)
        ledger.push(board)
    assert ledger.verdict.count == count


def test_a_move_that_is_not_legal_counts_as_a_position_and_ends_no_game() -> None:
    mate, dead = chess.Board("R5k1/5ppp/8/8/8/8/8/6K1 b - - 7 40"), chess.Board("6k1/8/8/8/8/8/8/6K1 b - - 7 40")
    for after in (mate, dead):
        ledger = Ledger(chess.Board("6k1/5ppp/8/8/8/8/8/R5K1 w - - 6 40"))
        verdict = ledger.push(after, legal=False)
        assert (verdict.count, verdict.standing.halfmove_clock, rules(verdict)) == (1, 7, [])
        assert rules(Ledger(after).start_verdict) != []
        ledger.pop()
        assert ledger.ply == 0


def test_a_position_comes_again_after_a_move_that_is_not_legal() -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    ledger = Ledger(board)
    for fen in ("4k3/8/8/8/8/1R6/8/4K3 b - - 1 1", "3k4/8/8/8/8/1R6/8/4K3 w - - 2 2") * 3:
        verdict = ledger.push(chess.Board(fen), legal=False)
    assert (verdict.count, rules(verdict)) == (3, [Rule.THREEFOLD])


def test_a_king_that_was_taken_is_no_stalemate() -> None:
    ledger = Ledger(chess.Board("k7/8/8/8/8/8/8/R3K3 b - - 0 1"))
    assert rules(ledger.push(chess.Board("R7/8/8/8/8/8/8/4K3 b - - 0 2"))) == []
