"""`sim://`: what it takes, what it refuses, and a hall that is played through the conversations of real lines."""

from pathlib import Path

import chess
import pytest

from drivers.live import WrongLineError
from drivers.readings import FieldUpdate, Identity, LineUp
from drivers.registry import open_source
from drivers.simulator.hall import Conditions
from drivers.simulator.pace import BEHIND_S, Pace
from drivers.simulator.pgn import GamesError, built_in_games, read_games
from drivers.simulator.profiles import ROUGH, with_takebacks
from drivers.simulator.seating import Mishaps
from drivers.simulator.source import FASTEST, HallPlan, HallUrl, SimulatedHall, open_url, plan_hall
from drivers.simulator.table import Game
from tests.replay_fixtures import FIXTURES

HALL_OF_EIGHT = FIXTURES / "pgn" / "hall-of-eight.pgn"
SHORT = Game(chess.Board(), [chess.Move.from_uci(uci) for uci in ("e2e4", "e7e5", "g1f3")])


class Room:
    """Real time that passes only by waiting, or by being told to."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.waited_s: list[float] = []

    def clock(self) -> float:
        return self.now_s

    def wait(self, seconds: float) -> None:
        self.waited_s.append(seconds)
        self.now_s += seconds

    def pace(self, speed: float | None) -> Pace:
        return Pace(speed, self.clock, self.wait)


class TestUrl:
    def test_what_is_left_out_is_as_told(self) -> None:
        assert HallUrl.parse("sim://") == HallUrl.parse("SIM:") == HallUrl.parse("sim://?") == HallUrl()

    def test_everything_can_be_said(self) -> None:
        url = "sim://?boards=64&speed=2.5&seed=7&games=a%20b.pgn&think=0.5&stagger=0&profile=clean"
        expected = HallUrl(64, 2.5, 7, "a b.pgn", 0.5, 0.0, "clean")
        assert HallUrl.parse(url) == expected
        faulty = HallUrl.parse(url + "&lines=bus&cuts=3&noise=1000")
        assert faulty == expected._replace(lines="bus", mishaps=Mishaps(3, 1000))
        assert HallUrl.parse("sim://?speed=max").speed is None
        rough = HallUrl.parse("sim://?hands=rough&takebacks=0.02")
        assert rough == HallUrl(profile="rough", takebacks=0.02)
        assert plan_hall("sim://?hands=rough&takebacks=0.02").conditions.profile == with_takebacks(ROUGH, 0.02)

    @pytest.mark.parametrize(
        ("url", "said"),
        [
            ("sim://?boards=0", "boards must be a number from 1 to 1000"),
            ("sim://?boards=1001", "boards must be"),
            ("sim://?boards=2.5", "boards must be"),
            ("sim://?boards=", "boards must be"),
            ("sim://?speed=nan", "speed must be a number from 0.1 to 1000"),
            ("sim://?speed=inf", "speed must be"),
            ("sim://?speed=0", "speed must be"),
            ("sim://?seed=-1", "seed must be"),
            ("sim://?seed=" + "9" * 5000, "seed must be"),
            ("sim://?think=-1", "think must be"),
            ("sim://?stagger=1e9", "stagger must be"),
            ("sim://?noise=3", "noise must be a number from 10 to 1"),
            ("sim://?cuts=1.5", "cuts must be"),
            ("sim://?lines=both", "there is no lines 'both'; there are: single, bus"),
            ("sim://?profile=wild", "there is no profile 'wild'; there are: clean"),
            ("sim://?hands=wild", "there is no profile 'wild'; there are: clean, casual, rough, blitz, bullet"),
            ("sim://?hands=rough&profile=clean", "said twice"),
            ("sim://?takebacks=2", "takebacks must be a number from 0 to 1"),
            ("sim://?bord=8", "'bord' means nothing here; there are: boards, speed"),
            ("sim://?boards=8&boards=9", "said twice"),
            ("sim://?boards", "names and values"),
            ("sim://?" + "&".join(["boards=8"] * 50), "names and values"),
            ("sim://host?boards=8", "reads sim://"),
            ("sim://[?boards=8", "reads sim://"),
            ("sim://?games=there/is/none.pgn", "none.pgn: No such file"),
            ("sim://?games=%00", "null byte"),
            ("sim://?games=", ""),
        ],
    )
    def test_what_is_wrong_is_said(self, url: str, said: str) -> None:
        with pytest.raises(WrongLineError) as error:
            open_url(url)
        assert error.value.port == url
        assert said in error.value.text
        assert len(error.value.text) < 300


class TestGames:
    def test_those_that_come_with_it_have_everything_in_them(self) -> None:
        games = built_in_games()
        assert len(games) >= 20
        promoted, castled, fivefolds, threefolds, mates = set(), set(), [], 0, 0
        for game in games:
            board = game.start.copy()
            fivefold = None
            for move in game.moves:
                promoted.add(move.promotion)
                castled.add(board.is_castling(move) and (board.is_kingside_castling(move), board.turn))
                board.push(move)
                if fivefold is None and board.is_repetition(5):
                    fivefold = board.ply()
            fivefolds.append(fivefold)
            threefolds += board.is_repetition(3)
            mates += board.is_checkmate()
        assert fivefolds[0] == 28, "what the demonstration is about comes first and soon"
        assert {chess.QUEEN, chess.KNIGHT, chess.ROOK} <= promoted
        assert {(True, True), (True, False), (False, True)} <= castled
        assert threefolds
        assert mates

    def test_a_file_is_read_up_to_so_many(self) -> None:
        assert len(read_games(str(HALL_OF_EIGHT), 3)) == 3
        assert len(read_games(str(HALL_OF_EIGHT), 99)) == 8

    @pytest.mark.parametrize(
        ("data", "said"),
        [
            (b"", "no game in it"),
            (b"\x89PNG\r\n\x1a\n\0\0", "no moves"),
            (b'[Event "x"]\n\n1. e4 e5 2. Qh8 *\n', "game 1: illegal san"),
            (b'[Event "x"]\n\n*\n', "game 1: no moves in it"),
            (b'[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n*\n', "game 1: it begins where no game can"),
            (b'[FEN "nonsense"]\n\n1. e4 *\n', "game 1: "),
            (b'[Variant "Atomic"]\n\n1. e4 *\n', "game 1: it begins where no game can"),
            (b'[Event "x"]\n[White "M\xfcller"]\n\n1. e4 *\n', None),
        ],
    )
    def test_what_cannot_be_played_is_refused_with_the_game_named(
        self, data: bytes, said: str | None, tmp_path: Path
    ) -> None:
        path = tmp_path / "games.pgn"
        path.write_bytes(data)
        if said is None:
            assert read_games(str(path), 9)[0].title == "Müller - ?"
            return
        with pytest.raises(GamesError) as error:
            read_games(str(path), 9)
        assert error.value.path == str(path)
        assert said in error.value.text


class TestPace:
    def test_time_passes_at_its_speed(self) -> None:
        room = Room()
        pace = room.pace(4.0)
        for t_s in (1.0, 2.0, 2.0, 10.0):
            pace.until(t_s)
        assert room.now_s == pytest.approx(100.0 + 9.0 / 4.0)

    def test_as_fast_as_can_be_never_waits(self) -> None:
        room = Room()
        room.pace(None).until(1e9)
        assert room.waited_s == []

    def test_what_was_late_by_a_little_is_made_up_for_and_a_sleep_is_not(self) -> None:
        room = Room()
        pace = room.pace(1.0)
        pace.until(0.0)
        room.now_s += BEHIND_S / 2
        pace.until(BEHIND_S)
        assert room.now_s == pytest.approx(100.0 + BEHIND_S)
        room.now_s += 3600.0
        pace.until(BEHIND_S + 0.1)
        pace.until(BEHIND_S + 0.6)
        assert room.waited_s[-1] == pytest.approx(0.5)


class TestHall:
    def test_every_change_of_every_game_comes_and_then_it_ends(self) -> None:
        hall = SimulatedHall(HallPlan(built_in_games(), 5, Conditions(3, think=0.1, stagger_s=2.0)), Pace(None))
        stamps = list(hall)
        assert [stamp.t_s for stamp in stamps] == sorted(stamp.t_s for stamp in stamps)
        for number, table in enumerate(hall.tables, 1):
            readings = [stamp.reading for stamp in stamps if stamp.port == f"P{number:02d}"]
            assert isinstance(readings[0], LineUp)
            assert any(isinstance(reading, Identity) and reading.long_serial for reading in readings)
            end = table.game.start.copy()
            for move in table.game.moves:
                end.push(move)
            squares = {r.square: r.piece for r in readings if isinstance(r, FieldUpdate)}
            standing = {square: piece.symbol() for square, piece in end.piece_map().items()}
            assert all(standing.get(square, ".") == piece for square, piece in squares.items())

    def test_the_same_seed_is_the_same_hall(self) -> None:
        one, same, other = (list(open_source(f"sim://?boards=2&speed=max&think=0&seed={seed}")) for seed in (1, 1, 2))
        assert one == same
        assert one != other

    def test_it_goes_at_the_speed_of_its_pace(self) -> None:
        room = Room()
        hall = SimulatedHall(HallPlan([SHORT], 1, Conditions(1)), room.pace(FASTEST))
        list(hall)
        assert room.now_s - 100.0 == pytest.approx(hall.now_s / FASTEST, rel=0.05)

    def test_the_end_of_the_last_game_is_told_once(self) -> None:
        told: list[float] = []
        hall = SimulatedHall(HallPlan([SHORT], 2, Conditions(1)), Pace(None))
        hall.on_over = lambda: told.append(hall.now_s)
        while hall.now_s < 200.0:
            hall.poll(1.0)
        assert len(told) == 1
        hall.close()
