"""Pairings from PGN and from tables: what pairing programs write, and what nobody should."""

from random import Random

import pytest

from dgt_monitor.fields import FileError
from dgt_monitor.tournament.pairings import settled
from dgt_monitor.tournament.pairings_csv import games_in_csv
from dgt_monitor.tournament.pairings_pgn import games_in_pgn
from dgt_monitor.tournament.people import Pairing, Person
from tests.drawn import drawn

DRAWN = drawn()
TAGS_ONLY = """\
[Event "City Open"]
[Round "5.1"]
[White "Petrov, Ivan"]
[Black "Silva, Ana"]
[WhiteElo "2611"]
[WhiteTitle "GM"]
[WhiteFideId "11600001"]
[BlackTeam "Porto"]
[Result "*"]

*

[Event "City Open"]
[Round "5.2"]
[White "O\\"Neill, \\\\ Jo"]
[Black "Kim"]
[Result "*"]

*
"""


def of_pgn(text: str, wanted: str | int | None = 5) -> tuple[tuple[Pairing, ...], list[str]]:
    told: list[str] = []
    return settled(list(games_in_pgn(text)), wanted, "r.pgn", told.append), told


def of_csv(text: str, wanted: str | int | None = 5) -> tuple[tuple[Pairing, ...], list[str]]:
    told: list[str] = []
    return settled(list(games_in_csv(text, "r.csv")), wanted, "r.csv", told.append), told


class TestPgn:
    def test_tags_without_moves(self) -> None:
        pairings, told = of_pgn(TAGS_ONLY)
        assert pairings == (
            Pairing("1", Person("Petrov, Ivan", "GM", 2611, fide_id="11600001"), Person("Silva, Ana", team="Porto")),
            Pairing("2", Person('O"Neill, \\ Jo'), Person("Kim")),
        )
        assert not told

    def test_without_results_and_blank_lines(self) -> None:
        tags = [line for line in TAGS_ONLY.splitlines() if line.startswith("[")]
        assert of_pgn("\n".join(tags)) == of_pgn(TAGS_ONLY) == of_pgn(" ".join(tags[:9]) + "\n" + "\n".join(tags[9:]))

    def test_with_moves_and_comments_that_look_like_tags(self) -> None:
        moves = '1. e4 {[%clk 1:30:00]} e5 { a comment\n[Board "9"]\nof lines } 2. Nf3 ; [White "x"] {\n*'
        assert of_pgn(TAGS_ONLY.replace("\n*\n", f"\n{moves}\n"))[0] == of_pgn(TAGS_ONLY)[0]

    def test_the_tag_board_goes_before_the_round(self) -> None:
        pairings, _ = of_pgn(TAGS_ONLY.replace('[Round "5.2"]', '[Round "5.2"]\n[Board "07"]'))
        assert [each.board for each in pairings] == ["1", "7"]

    def test_match_and_board(self) -> None:
        pairings, _ = of_pgn(TAGS_ONLY.replace('"5.1"', '"5.3.2"').replace('"5.2"', '"5"]\n[Board "4.1"'))
        assert [each.board for each in pairings] == ["3.2", "4.1"]

    def test_without_numbers_the_order_counts(self) -> None:
        pairings, told = of_pgn(TAGS_ONLY.replace('"5.1"', '"5"').replace('"5.2"', '"?"'))
        assert [each.board for each in pairings] == ["1", "2"]
        assert told == ["r.pgn: it has no numbers of boards; they are counted in the order of the file"]

    def test_other_rounds_are_left_out(self) -> None:
        pairings, told = of_pgn(TAGS_ONLY.replace('"5.2"', '"4.2"'))
        assert [each.board for each in pairings] == ["1"]
        assert told == ["r.pgn: 1 games of other rounds are left out"]
        with pytest.raises(FileError, match=r"r\.pgn: no game of round 6 in it, but of 5"):
            of_pgn(TAGS_ONLY, 6)
        with pytest.raises(FileError, match=r"has the rounds 5, 4; say which one"):
            of_pgn(TAGS_ONLY.replace('"5.2"', '"4.2"'), None)
        assert of_pgn(TAGS_ONLY, None) == of_pgn(TAGS_ONLY, "5")

    def test_who_is_free_has_no_board(self) -> None:
        pairings, told = of_pgn(TAGS_ONLY.replace('"Kim"', '"BYE"'))
        assert len(pairings) == 1
        assert told == ['r.pgn, line 13: O"Neill, \\ Jo has no opponent, and no board']

    @pytest.mark.parametrize(
        ("before", "after", "fault"),
        [
            ('"5.2"', '"5.1"', "r.pgn, line 13: board 1 is given in line 1 already"),
            ('"5.2"', '"5"', "r.pgn, line 13: has no number of a board, and other games have one"),
            ("Kim", "K" * 90, "r.pgn, line 13: Black's name has 90 characters; at most 80 are taken"),
        ],
    )
    def test_what_is_wrong(self, before: str, after: str, fault: str) -> None:
        with pytest.raises(FileError) as told:
            of_pgn(TAGS_ONLY.replace(before, after))
        assert str(told.value) == fault

    def test_somebody_at_two_boards_is_told(self) -> None:
        _, told = of_pgn(TAGS_ONLY.replace("Kim", "silva,  ana"))
        assert told == ["r.pgn, line 13: silva, ana plays at board 1 too (line 1)"]

    def test_names_are_text(self) -> None:
        pairings, _ = of_pgn(TAGS_ONLY.replace("Kim", "\x1b[2JK\u202eim\u00a0 [bold]"))
        assert pairings[1].black.name == "[2JKim [bold]"

    @pytest.mark.parametrize("text", ["", "\n\n", "hello", "1. e4 e5 *", "[", '[White "a]', "{" * 1000])
    def test_what_is_no_pgn_has_no_game(self, text: str) -> None:
        with pytest.raises(FileError, match=r"r\.pgn: no game of a round in it"):
            of_pgn(text)


class TestTables:
    @pytest.mark.parametrize(
        "text",
        [
            "Board,White,Black,White Elo\n1,Petrov,Silva,2611\n2,Kim,Lee,\n",
            "bo.;weiß;schwarz;Elo Weiß\n01;Petrov;Silva;2611\n2;Kim;Lee;\n",
            "Table\tWhitePlayer\tBlackPlayer\tWhiteElo\n1\tPetrov\tSilva\t2611\n2\tKim\tLee\n",
            "City Open\n\nBo.;No.;Rtg;White;Result;Black;Rtg;No.\n1;7;2611;Petrov;;Silva;0;9\n2;8;;Kim;1 - 0;Lee;;1\n",
            'Bd,"white_name","black_name",white_rating\n1,"Petrov","Silva",2611\n\n2,Kim,Lee,x\n',
            "Доска;Белые;Черные;Рейтинг белые\n1;Petrov;Silva;2611\n2;Kim;Lee;\n",
            "Board;Name;Elo;Name;Elo\n1;Petrov;2611;Silva;\n2;Kim;;Lee;\n",
        ],
    )
    def test_headings_and_separators(self, text: str) -> None:
        pairings, told = of_csv(text)
        assert pairings == (
            Pairing("1", Person("Petrov", rating=2611), Person("Silva")),
            Pairing("2", Person("Kim"), Person("Lee")),
        )
        assert not told

    def test_everything_of_a_player(self) -> None:
        heads = "White Title;White Name;White Elo;White Fed;White FideId;White Team"
        row = "GM;Petrov, I;2611;LAT;0116;Riga;WFM;Silva;2100;POR;;Porto"
        pairings, _ = of_csv(f"Round;Match;Board;{heads};{heads.replace('White', 'Black')}\n5;3;2;{row}")
        white = Person("Petrov, I", "GM", 2611, "LAT", "116", "Riga")
        assert pairings == (Pairing("3.2", white, Person("Silva", "WFM", 2100, "POR", "", "Porto")),)

    def test_a_field_of_several_lines_counts_its_lines(self) -> None:
        with pytest.raises(FileError, match=r"r\.csv, line 4: board 1 is given in line 2 already"):
            of_csv('Board,White,Black\n1,"Pet\nrov",Silva\n1,Kim,Lee\n')

    def test_no_headings(self) -> None:
        with pytest.raises(FileError, match=r"r\.csv: no line with headings such as Board, White, Black"):
            of_csv("1,Petrov,Silva\n")

    def test_a_field_beyond_all_measure(self) -> None:
        with pytest.raises(FileError, match=r"r\.csv, line 2: field larger than field limit"):
            of_csv("Board,White,Black\n1," + "x" * 200_000 + ",y")


@pytest.mark.parametrize("seed", [1, DRAWN])
def test_damaged_files_lead_to_pairings_or_to_one_error_with_the_name_of_the_file(seed: int) -> None:
    print(f"seed {seed}")
    rng, faults = Random(seed), list[str]()
    table = "Board;White;Black;White Elo\n" + "".join(f'{n};"A{n}";B{n};{n}\n' for n in range(9))
    for text, read in ((TAGS_ONLY * 3, of_pgn), (table, of_csv)):
        for _ in range(400):
            letters = list(text)
            for _ in range(rng.randrange(1, 12)):
                at = rng.randrange(len(letters))
                letters[at : at + rng.randrange(3)] = rng.choice(
                    ['"', "[", "]", "\n", ";", "{", "}", "\\", "\0", "é", ""]
                )
            try:
                pairings, _ = read("".join(letters), rng.choice([5, None]))
            except FileError as error:
                faults.append(str(error))
                continue
            assert len({each.board for each in pairings}) == len(pairings) > 0
            for each in pairings:
                assert each.white.name
                assert (each.white.name + each.black.name + each.board).isprintable()
    assert faults
    assert all(fault.startswith(("r.pgn", "r.csv")) for fault in faults)
