"""What goes out of single games: known complaints about live PGN, each as a test."""

import io

import chess
import chess.pgn
import pytest

from dgt_monitor import events
from dgt_monitor.cli.pgn_text import game_texts
from dgt_monitor.events import Times
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.tournament.control import Period
from dgt_monitor.tournament.event import Pairing, Person, Players, TournamentFile
from dgt_monitor.tournament.outs import Out
from dgt_monitor.tournament.rounds import Round
from tests.broadcast.reading import ReadGame, one, read_file
from tests.broadcast.telling import HOUR_S, Fen, TellingHall
from tests.hall.test_spares import EVENT, replaced

KNIGHTS = "Nf3 Nf6 Ng1 Ng8"


class NeverDeleting:
    """A reader that never takes a move back, as lichess: only another move makes a new main line."""

    def __init__(self) -> None:
        self.main: tuple[str, ...] = ()

    def read(self, game: ReadGame) -> None:
        if game.moves != self.main[: len(game.moves)]:
            self.main = game.moves


class TestMoves:
    def test_a_move_is_out_when_it_is_confirmed_and_sure(self) -> None:
        hall = TellingHall()
        hall.start()
        hall.move("e4", status="provisional")
        assert one(hall.text()).moves == ()
        hall.again(sure=False)
        assert one(hall.text()).moves == ()
        hall.again()
        assert one(hall.text()).moves == ("e2e4",)

    def test_doubtful_moves_only_if_asked(self) -> None:
        hall = TellingHall(Out("live"), Out("all", unsure=True))
        hall.start()
        hall.moves("e4 e5")
        hall.move("Nf3", sure=False)
        hall.move("Nc6", status="provisional", sure=False)
        plies = {folder: len(one(files["round-5/game-12.pgn"]).moves) for folder, files in hall.files.items()}
        assert plies == {"live": 2, "all": 4}

    def test_clocks_with_every_move_and_of_both_players(self) -> None:
        hall = TellingHall()
        hall.start()
        hall.move("e4", clock=Times(5399, 5400))
        hall.move("e5", clock=Times(5399, 5391))
        game = one(hall.text())
        assert game.clocks == (5399.0, 5391.0)
        assert (game.tags["WhiteClock"], game.tags["BlackClock"]) == ("1:29:59", "1:29:51")
        assert "[%emt" in hall.text()

    def test_a_move_without_a_clock_leaves_the_clocks_known(self) -> None:
        """The complaint: `%clk` is missing and only `%emt` stays."""
        hall = TellingHall(Out("live", emt=False))
        hall.start()
        hall.clock(5399, 5400)
        hall.t_s = 40.0
        hall.clock(5359, 5400)
        hall.move("e4")
        game = one(hall.text())
        assert (game.tags["WhiteClock"], game.tags["BlackClock"]) == ("1:29:19", "1:30:00")
        assert "%emt" not in hall.text()

    def test_a_king_put_into_the_centre_is_no_move(self) -> None:
        fen = "4k3/8/8/8/8/3K4/8/8 w - - 0 1"
        hall = TellingHall()
        hall.start(fen=fen)
        hall.moves("Kd4")
        assert one(hall.text()).moves == ()
        hall.retract(1, "revised")
        hall.result("1-0", confirmed=False)
        assert one(hall.text()).tags["Result"] == "*"
        hall.result("1-0")
        assert (one(hall.text()).moves, one(hall.text()).tags["Result"]) == ((), "1-0")

    def test_a_king_that_goes_into_the_centre_is_one_when_it_was_answered(self) -> None:
        hall = TellingHall()
        hall.start(fen="4k3/8/8/8/8/3K4/8/8 w - - 0 1")
        hall.moves("Kd4 Ke7")
        assert one(hall.text()).moves == ("d3d4", "e8e7")

    def test_an_illegal_move_ends_the_moves_and_not_the_clocks_and_the_result(self) -> None:
        """The complaint: a reader refuses the game, and neither clocks nor result come any more."""
        hall = TellingHall()
        hall.start()
        hall.moves("e4 e5")
        hall.move("g1h5", legal=False)
        hall.move("d7d5", legal=False)
        hall.at(100.0).clock(3000, 2000)
        game = one(hall.text())
        assert game.moves == ("e2e4", "e7e5")
        assert (game.tags["WhiteClock"], game.tags["BlackClock"]) == ("0:50:00", "0:33:20")
        hall.at(140.0).clock(2960, 2000)
        assert one(hall.text()).tags["WhiteClock"] == "0:49:20"
        hall.result("0-1")
        assert one(hall.text()).tags["Result"] == "0-1"

    def test_an_earlier_move_that_is_corrected(self) -> None:
        hall = TellingHall()
        hall.start()
        hall.moves("e4 e5 Nf3 Nc6 Bc4")
        hall.t_s = 100.0
        hall.retract(4, "arbiter")
        hall.move("d6", provenance="corrected")
        hall.move("Bc4")
        assert one(hall.text()).moves == ("e2e4", "e7e5", "g1f3", "d7d6", "f1c4")

    def test_a_correction_of_what_was_out_keeps_the_delay(self) -> None:
        hall = TellingHall(Out("live", delay="15 min"))
        hall.start()
        hall.moves("e4 e5 Nf3 Nc6")
        hall.at(1000.0)
        hall.retract(4, "arbiter")
        hall.move("d6")
        hall.at(1899.9)
        assert one(hall.text()).moves == ("e2e4", "e7e5", "g1f3", "b8c6")
        hall.at(1900.0)
        assert one(hall.text()).moves == ("e2e4", "e7e5", "g1f3", "d7d6")

    def test_a_takeback_ends_right_for_who_never_deletes(self) -> None:
        hall, reader = TellingHall(), NeverDeleting()
        hall.start()
        for sans in ("e4", "e5", "Nf3"):
            hall.moves(sans)
            reader.read(one(hall.text()))
        hall.retract(3, "taken_back")
        reader.read(one(hall.text()))
        hall.moves("Nc3 Nc6")
        reader.read(one(hall.text()))
        assert reader.main == one(hall.text()).moves == ("e2e4", "e7e5", "b1c3", "b8c6")

    def test_what_is_taken_back_before_its_time_is_never_out(self) -> None:
        hall = TellingHall(Out("live", delay="1 min"))
        hall.start()
        hall.moves("e4 e5 Nf3")
        hall.retract(3, "taken_back")
        hall.moves("Nc3")
        hall.at(HOUR_S)
        assert "Nf3" not in "".join(hall.live.values())
        assert one(hall.text()).moves[-1] == "b1c3"

    def test_nothing_tells_how_often_a_position_stood(self) -> None:
        hall = TellingHall()
        hall.start()
        hall.moves(" ".join([KNIGHTS] * 3))
        before = dict(hall.live)
        rule = events.Rule.THREEFOLD
        hall.say(
            events.Alert(hall.t_s, "12", "a", 1, 12, rule, "9.2", events.Level.CHECK, True, (0, 4, 8), "threefold")
        )
        assert hall.live == before
        assert not any(word in text for text in hall.live.values() for word in ("fold", "claim", "times", "repet"))


class TestResults:
    @pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2"])
    def test_only_what_somebody_has_confirmed(self, result: str) -> None:
        hall = TellingHall()
        hall.start()
        hall.moves("e4 e5")
        hall.result(result, confirmed=False)
        assert one(hall.text()).tags["Result"] == "*"
        assert "Termination" not in one(hall.text()).tags
        hall.result(result)
        assert one(hall.text()).tags["Result"] == result
        hall.result("*")
        assert one(hall.text()).tags["Result"] == "*"

    def test_what_pgn_has_no_sign_for_stands_in_words(self) -> None:
        hall = TellingHall()
        hall.start()
        hall.say(events.Result(1.0, "12", 1, "0-0", "arbiter", True, "forfeit"))
        assert one(hall.text()).tags["Result"] == "*"
        assert "{ result 0-0 }" in hall.text()
        assert one(hall.text()).tags["Termination"] == "rules infraction"

    def test_a_result_waits_as_moves_do(self) -> None:
        hall = TellingHall(Out("live", delay="15 min"))
        hall.start()
        hall.moves("e4 e5")
        hall.result("1-0")
        hall.at(hall.t_s + 899.9)
        assert one(hall.text()).tags["Result"] == "*"
        hall.at(hall.t_s + 0.1)
        assert (len(one(hall.text()).moves), one(hall.text()).tags["Result"]) == (2, "1-0")

    def test_a_delay_in_moves_ends_with_the_game(self) -> None:
        hall = TellingHall(Out("live", delay="1 moves"))
        hall.start()
        hall.moves("e4 e5 Nf3")
        assert one(hall.text()).moves == ("e2e4",)
        hall.result("1/2-1/2")
        assert len(one(hall.text()).moves) == 3


class TestTags:
    EVENT = TournamentFile(
        event='Memoriał "Ćwikła" \\ Łódź',
        site="Łódź POL",
        round=5,
        rounds=(Round(5, "2026-11-29"),),
        period=(Period(90, 40, 30), Period(30, None, 30)),
        paired=(
            Pairing("12", Person("Ðorđević, Žarko", "GM", 2611, "SRB", "911", "Čačak"), Person("Ó Súilleabháin, Seán")),
        ),
        players={"12": Players("Ðorđević, Žarko", "Ó Súilleabháin, Seán")},
    )

    def test_names_with_accents_and_quotes_come_back_as_they_are(self) -> None:
        hall = TellingHall(tournament=self.EVENT)
        hall.start()
        data = hall.text().encode()
        assert not data.startswith(b"\xef\xbb\xbf")
        (game,) = game_texts(io.BytesIO(data), pytest.fail)
        assert game.tags["Event"] == self.EVENT.event
        assert game.tags["White"] == "Ðorđević, Žarko"
        assert game.tags["Black"] == "Ó Súilleabháin, Seán"
        assert (game.tags["Round"], game.tags["Board"], game.tags["Date"]) == ("5.12", "12", "2026.11.29")
        assert (game.tags["WhiteTitle"], game.tags["WhiteElo"], game.tags["WhiteFideId"]) == ("GM", "2611", "911")
        assert game.tags["TimeControl"] == "40/5400+30:1800+30"

    def test_tags_are_constant_all_round(self) -> None:
        hall = TellingHall(tournament=self.EVENT)
        hall.start()
        seen = set()
        for san in ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]:
            hall.moves(san)
            tags = one(hall.text()).tags
            seen.add(tuple(tags[name] for name in ("Event", "Site", "Date", "Round", "Board", "White", "Black")))
        assert len(seen) == 1

    def test_chess960_has_variant_and_fen(self) -> None:
        hall = TellingHall()
        hall.start(fen="bqnbrnkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRNKR w HEhe - 0 1", chess960=True)
        hall.moves("e4 e5")
        game = one(hall.text())
        assert (game.tags["Variant"], game.tags["SetUp"]) == ("Chess960", "1")
        assert game.tags["FEN"].startswith("bqnbrnkr/")

    @pytest.mark.parametrize("board", ["../../etc/passwd", "A 12", "/dev/ttyUSB0", "con", "1/2", "١٢", "-1", "12\n"])
    def test_no_name_becomes_a_path(self, board: str) -> None:
        hall = TellingHall(tournament=TournamentFile(round="Final/../x"))
        hall.start(board)
        for name in hall.live:
            assert all(part and set(part) <= set("abcdefghijklmnopqrstuvwxyz0123456789-.") for part in name.split("/"))
            assert ".." not in name

    def test_swapped_boards_are_put_right_by_the_names_alone(self) -> None:
        """The complaint: two boards stand the wrong way round, and the broadcast has to be begun anew."""
        event = TournamentFile(round=5, players={"1": Players("A", "B"), "2": Players("C", "D")})
        hall = TellingHall(tournament=event)
        hall.start("1")
        hall.start("2")
        hall.moves("e4 e5", "1")
        hall.moves("d4 d5", "2")
        hall.learn(hall.tournament._replace(players={"1": Players("C", "D"), "2": Players("A", "B")}))
        found = {
            game.tags["White"]: (game.moves[0], game.tags["Round"])
            for game in read_file(hall.live["round-5/games.pgn"])
        }
        assert found == {"C": ("e2e4", "5.1"), "A": ("d2d4", "5.2")}


class TestRounds:
    def test_only_the_files_of_games_that_changed_are_written(self) -> None:
        hall = TellingHall()
        for board in ("1", "2", "10"):
            hall.start(board)
        hall.at(HOUR_S)
        hall.written.clear()
        hall.moves("e4", "2")
        assert hall.written == ["round-5/game-2.pgn", "round-5/games.pgn"]
        hall.at(HOUR_S + 20.0)
        assert hall.written[2:] == ["games.pgn"]
        hall.at(HOUR_S + 60.0)
        hall.learn(hall.tournament._replace(labels={"1": "9"}))
        assert len(hall.written) == 3

    def test_a_round_of_130_games(self) -> None:
        hall = TellingHall()
        for board in range(1, 131):
            hall.start(str(board))
            hall.moves("e4 e5", str(board), every_s=0.1)
        games = read_file(hall.live["round-5/games.pgn"])
        assert [game.tags["Board"] for game in games] == [str(board) for board in range(1, 131)]
        assert all(len(game.moves) == 2 for game in games)
        assert len(hall.live) == 132

    def test_what_is_set_up_after_a_game_does_not_take_its_place(self) -> None:
        hall = TellingHall()
        hall.start()
        hall.moves("e4 e5")
        hall.result("1-0", confirmed=False)
        hall.start(game=2)
        hall.moves("d4 d5", game=2)
        assert one(hall.text()).moves == ("e2e4", "e7e5")
        hall.result("1-0")
        assert one(hall.text()).tags["Result"] == "1-0"

    def test_a_game_begun_again_takes_the_place_of_the_first(self) -> None:
        hall = TellingHall()
        hall.start()
        hall.moves("e4 e5")
        hall.start(game=2)
        hall.moves("d4", game=2)
        assert one(hall.text()).moves == ("d2d4",)

    def test_the_next_round(self) -> None:
        hall = TellingHall()
        hall.start()
        hall.start("13")
        hall.moves("e4 e5")
        hall.moves("e4 e5", "13")
        hall.result("1-0")
        hall.start(game=2)  # the board is set up before the round is
        hall.learn(hall.tournament._replace(round=6))
        hall.moves("d4", game=2)
        hall.moves("Nf3", "13")  # a long game of the round before
        assert one(hall.text()).tags["Result"] == "1-0"
        assert one(hall.text(round_="6")).moves == ("d2d4",)
        assert len(one(hall.text("13")).moves) == 3
        assert "round-6/game-13.pgn" not in hall.live
        hall.at(HOUR_S)
        assert [game.tags["Round"] for game in read_file(hall.live["games.pgn"])] == ["5.12", "5.13", "6.12"]

    def test_a_wrong_number_of_the_round_is_put_right(self) -> None:
        hall = TellingHall()
        hall.start()
        hall.moves("e4 e5")
        hall.learn(hall.tournament._replace(round=6))
        assert "round-5/game-12.pgn" not in hall.live
        assert one(hall.text(round_="6")).tags["Round"] == "6.12"

    def test_without_a_round_every_game_of_a_board_is_one(self) -> None:
        hall = TellingHall(tournament=TournamentFile())
        hall.start("07")
        hall.moves("e4", "07")
        hall.start("07", 2)
        hall.moves("d4", "07", 2)
        assert {"round-1/game-07.pgn", "round-2/game-07.pgn"} <= set(hall.live)


class TestMovedGames:
    def test_a_carried_game_is_told_on_its_new_board_alone(self) -> None:
        hall = TellingHall(Out("live", delay="1 min"), tournament=TournamentFile(round=5))
        hall.start("1")
        hall.moves("e4 e5", "1")
        hall.at(100.0)
        assert len(one(hall.text("1")).moves) == 2
        ruling = Ruling(hall.t_s, "arbiter", "carry", board="1", to_board="2", number=1)
        ruled = events.Ruled(hall.t_s, "1", 1, "carry", "arbiter", "done", None, "", "carried")
        hall.say(ruled, events.Gone(hall.t_s, "1", 1, aside=False), rulings={1: ruling})
        hall.start("2")
        for san in ("e4", "e5"):
            hall.move(san, "2")
        hall.at(159.9)
        assert "round-5/game-2.pgn" not in hall.live  # they were played long ago, but not there
        assert len(one(hall.text("1")).moves) == 2
        hall.at(160.0)
        assert "round-5/game-1.pgn" not in hall.live
        assert one(hall.text("2")).moves == ("e2e4", "e7e5")

    def test_a_game_set_aside_stays_and_is_fetched_to_another_board(self) -> None:
        hall = TellingHall()
        hall.start("1")
        hall.moves("e4 e5", "1")
        hall.say(events.Gone(hall.t_s, "1", 1, aside=True))
        assert len(one(hall.text("1")).moves) == 2
        ruling = Ruling(hall.t_s, "arbiter", "fetch", board="2", to_board="1", game=1, number=2)
        hall.say(events.Ruled(hall.t_s, "2", 2, "fetch", "arbiter", "done", None, "", ""), rulings={2: ruling})
        hall.start("2")
        hall.moves("e4 e5", "2", every_s=0.0)
        assert "round-5/game-1.pgn" not in hall.live
        assert len(one(hall.text("2")).moves) == 2


def test_python_chess_reads_the_words_of_an_illegal_move() -> None:
    hall = TellingHall()
    hall.start()
    hall.moves("e4")
    hall.move("b8e5", legal=False)
    game = chess.pgn.read_game(io.StringIO(hall.text()))
    assert game is not None
    assert "illegal move follows" in game.end().comment
    assert chess.Move.from_uci("e2e4") == game.end().move


def test_what_a_damaged_journal_leaves_out_never_makes_a_file_illegal() -> None:
    hall = TellingHall()
    hall.start()
    hall.moves("e4 e5")
    move = events.Move(9.0, "12", 1, 5, "b8b8x", "Nb8", Fen(), 1, 1, "confirmed", True, "seen", None)
    hall.say(move._replace(ply=3, uci="g8f6", san="Nf6"))  # there was one between
    assert one(hall.text()).moves == ("e2e4", "e7e5")
    hall.say(move._replace(ply=4), events.GameStart(9.0, "13", 1, "no position", False, False))
    hall.start("14")
    hall.moves("d4", "14")
    assert one(hall.text("14")).moves == ("d2d4",)


def test_a_spare_goes_on_in_the_file_of_the_board_whose_place_it_takes() -> None:
    hall = replaced(since="Nc6 Bb5")
    hall.moves("S", "a6")
    hall.until(hall.t_s + 3)
    telling = TellingHall(tournament=EVENT)
    lengths = []
    for event in hall.stream:
        telling.t_s = event.t
        telling.say(event)
        telling.at(event.t)
        live = {name: text for name, text in telling.files.get("live", {}).items() if "game-5" in name}
        lengths.append(sum(len(one(text).moves) for text in live.values()))
    assert lengths == sorted(lengths), "moves were withdrawn"
    assert one(telling.files["live"]["round-1/game-5.pgn"]).moves == (
        "e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"
    )  # fmt: skip
    assert not [name for name in telling.files["live"] if "10009" in name]
