"""The command `check`: stream, plain lines, claims, faults and exit statuses."""

import json
from pathlib import Path
from typing import Any

import chess
import pytest
from click.testing import CliRunner, Result

from dgt_monitor.cli.check import check
from dgt_monitor.cli.complaints import COMPLAINTS_MAX
from tests.cli.pgn_samples import FIVEFOLD, SHUFFLE, pgn
from tests.laws.vectors import load, start


def run(*arguments: str, text: str | bytes | None = None) -> Result:
    return CliRunner().invoke(check, list(arguments), input=text)


def stream(text: str, *options: str) -> list[dict[str, Any]]:
    result = run("-", "--json", *options, text=text)
    assert (result.exit_code, result.stderr) == (0, "")
    return [json.loads(line) for line in result.stdout.splitlines()]


def kinds(objects: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [thing for thing in objects if thing["kind"] == kind]


def test_moves_of_the_stream() -> None:
    objects = stream(pgn("1. e4 e5 1-0"))
    assert objects[0] == {
        "v": 1,
        "t": 0.0,
        "board": "pgn-1",
        "kind": "move",
        "game": 1,
        "ply": 1,
        "uci": "e2e4",
        "san": "e4",
        "fen": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "count": 1,
        "count_max": 1,
        "status": "confirmed",
        "sure": True,
        "provenance": "claimed",
        "clock": None,
        "claimable": {"threefold": [], "fifty": []},
    }
    assert objects[-1] == {
        "v": 1,
        "t": 0.0,
        "board": "pgn-1",
        "kind": "summary",
        "game": 1,
        "moves": ["e4", "e5"],
        "uci": ["e2e4", "e7e5"],
        "result": "1-0",
        "max_count": 1,
        "rotated": False,
        "sure": True,
        "alerts": [],
    }


def test_alerts_rise_and_claims_lapse() -> None:
    objects = stream(pgn(FIVEFOLD))
    alerts = kinds(objects, "alert")
    assert [(alert["rule"], alert["ply"]) for alert in alerts] == [("threefold", n) for n in range(8, 16)] + [
        ("fivefold", 16)
    ]
    assert alerts[0]["plies"] == [0, 4, 8]
    assert (alerts[0]["side"], alerts[0]["until"], alerts[0]["level"]) == ("white", "he moves", "check")
    assert "side" not in alerts[-1]
    assert len({alert["id"] for alert in alerts}) == len(alerts)
    cleared = kinds(objects, "alert_cleared")
    assert [(end["id"], end["ply"], end["reason"]) for end in cleared] == [
        (alert["id"], alert["ply"], "lapsed") for alert in alerts[:-1]
    ]
    at = objects.index(cleared[0])
    assert (objects[at - 1]["kind"], objects[at - 1]["ply"], objects[at + 1]["ply"]) == ("move", 9, 9)
    assert objects[-1]["alerts"] == ["fivefold"]
    assert objects[-1]["max_count"] == 5


def test_a_game_is_drawn_since_its_first_fivefold_whatever_comes_after() -> None:
    told = [
        str(alert["text"]).partition("Certain. ")[2].partition(" Stop")[0]
        for alert in kinds(stream(pgn(FIVEFOLD.replace("1/2-1/2", "9. Nf3 Nf6 *"))), "alert")
        if alert["rule"] == "fivefold"
    ]
    assert told == [
        "Drawn since 8...Ng8.", "Drawn since 8...Ng8; 1 ply played since.", "Drawn since 8...Ng8; 2 plies played since."
    ]  # fmt: skip


def test_a_fifty_move_claim_lives_until_progress() -> None:
    fen = "4k3/8/8/8/8/8/R6P/4K3 w - - 99 80"
    objects = stream(pgn("80. Ra3 Ke7 81. Ra2 Kd7 82. h3 *", FEN=fen))
    (fifty,) = kinds(objects, "alert")
    (end,) = kinds(objects, "alert_cleared")
    assert (fifty["ply"], fifty["rule"], end["id"], end["reason"]) == (1, "fifty", fifty["id"], "lapsed")
    assert objects[objects.index(end) - 1]["ply"] == 5
    assert objects[-1]["alerts"] == []


def test_what_a_start_position_is_stands_at_ply_0() -> None:
    objects = stream(pgn("*", FEN="7k/8/5K2/8/8/8/8/8 w - - 0 1"))
    assert [(thing["kind"], thing.get("ply")) for thing in objects] == [("alert", 0), ("summary", None)]
    assert objects[0]["rule"] == "dead_position"


def test_chess960_is_written_in_shredder_letters() -> None:
    objects = stream(pgn("1. Kd1 *", Variant="Chess960", FEN="1r2k3/8/8/8/8/8/8/2K2R1R w Fb - 0 1"))
    assert objects[0]["fen"] == "1r2k3/8/8/8/8/8/8/3K1R1R b b - 1 1"


@pytest.mark.parametrize(
    ("movetext", "san", "supported", "rule", "plies", "words"),
    [
        (f"{SHUFFLE[:-4]} *", "Ng8", True, "threefold", [0, 4, 8], "with 4...Ng8 the same position stands 3 times"),
        ("1. Nf3 Nf6 2. Ng1 *", "Ng8", False, None, [0, 4], "stands 2 of 3 times (start 2...Ng8)"),
        ("1. Nf3 Nf6 *", "Qh5", False, None, [], "2.Qh5 is not a legal move after 1...Nf6."),
        (
            FIVEFOLD,
            "Nf3",
            True,
            "threefold",
            [1, 5, 9, 13, 17],
            "The game was over before, since 8...Ng8: the same position 5 times",
        ),
    ],
)
def test_claim(movetext: str, san: str, supported: bool, rule: str | None, plies: list[int], words: str) -> None:
    (claim,) = kinds(stream(pgn(movetext), "--move", san), "claim")
    assert (claim["supported"], claim["rule"], claim["plies"]) == (supported, rule, plies)
    assert words in claim["text"]
    assert (claim["v"], claim["t"], claim["board"]) == (1, 0.0, "pgn-1")


def test_a_claim_of_fifty_moves_by_a_mating_move() -> None:
    (claim,) = kinds(stream(pgn("*", FEN="7k/8/6K1/8/8/8/8/R7 w - - 99 80"), "--move", "Ra8#"), "claim")
    assert (claim["supported"], claim["rule"], claim["plies"]) == (True, "fifty", [1])


def test_a_broken_record_cannot_tell() -> None:
    result = run("-", "--json", "--move", "Nf3", text=pgn("1. e4 Ke5 *"))
    objects = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 1
    assert kinds(objects, "claim")[0]["supported"] is None
    assert (objects[-1]["moves"], objects[-1]["sure"]) == (["e4"], False)
    assert result.stderr == (
        "dgt-monitor: standard input: game 1 (line 1): 1...Ke5 is not a legal move; the game is read up to 1.e4\n"
    )


def test_plain_lines_end_with_a_verdict_per_game() -> None:
    result = run("-", "--move", "Nf3", text=pgn(FIVEFOLD, White="A", Black="B") + pgn("1. e4 *"))
    assert result.exit_code == 0
    first, second = result.stdout.split("\n\n")[:2]
    assert first.splitlines()[0] == "Game 1 A-B, 16 plies, 1/2-1/2"
    assert "! Bd pgn-1 A-B. DRAW: same position 5 times" in first
    assert first.splitlines()[-1] == (
        "Verdict: over after 8...Ng8 by fivefold repetition (FIDE 9.6.1). A draw could be claimed after 4...Ng8 5.Nf3 "
        "5...Nf6 6.Ng1 6...Ng8 7.Nf3 and 2 more by threefold repetition. White, to move, could claim by writing Nf3 "
        "(threefold). No position stood more than 5 times."
    )
    assert second.splitlines() == [
        "Game 2, 1 ply, *",
        (
            "Claim: Not possible as made: 1...Nf3 is not a legal move after 1.e4. If it is found incorrect 2 minutes "
            "are added to the opponent's time and another move with the same piece must be played if there is one, "
            "FIDE 9.5.3. A claim is also an offer of a draw, 9.1.2.3."
        ),
        "Verdict: the Laws did not end this game by themselves. No position stood more than 1 time.",
    ]


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_text_from_outside_is_text(options: tuple[str, ...]) -> None:
    evil = "\x1b[31m[bold]\x9b2J\u202e"
    text = pgn(FIVEFOLD, White=evil, Black="B") + pgn(f"1. {evil} *", White=evil) + pgn("*", Variant=evil)
    result = run("-", *options, text=text)
    assert result.exit_code == 1
    said = result.stdout + result.stderr
    assert "[bold]" in said
    assert not set(said) & {"\x1b", "\x9b", "\u202e"}


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    empty, picture = tmp_path / "empty.pgn", tmp_path / "picture.pgn"
    empty.write_bytes(b"")
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    for path, words in (
        (tmp_path, "directory"),
        (tmp_path / "none.pgn", "No such file"),
        (empty, "no game in it"),
        (picture, "binary data"),
    ):
        result = run(str(path))
        assert (result.exit_code, result.stdout) == (1, "")
        assert words in result.stderr
        assert result.stderr.startswith(f"dgt-monitor: {path}: ")


def test_a_file_with_one_bad_game_is_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "three.pgn"
    path.write_bytes(
        (pgn("1. e4 e5 2. Ke3 *") + pgn("*", FEN="?") + pgn("1. d4 *", White="M\xfcller")).encode("latin-1")
    )
    result = run(str(path), "--json")
    summaries = kinds([json.loads(line) for line in result.stdout.splitlines()], "summary")
    assert [(s["board"], s["moves"]) for s in summaries] == [("pgn-1", ["e4", "e5"]), ("pgn-3", ["d4"])]
    assert result.exit_code == 1
    assert [line.split(":")[2].split(" (")[0] for line in result.stderr.splitlines()] == [" game 1", " game 2"]


def test_complaints_are_counted_beyond_what_anybody_reads() -> None:
    result = run("-", text=pgn("1. Ke3 *") * (COMPLAINTS_MAX + 7))
    lines = result.stderr.splitlines()
    assert len(lines) == COMPLAINTS_MAX + 1
    assert lines[-1] == "dgt-monitor: standard input: 7 more complaints not shown"


@pytest.mark.parametrize("arguments", [(), ("a.pgn", "b.pgn"), ("-", "--move", "foo"), ("-", "--nonsense")])
def test_a_wrong_command_line(arguments: tuple[str, ...]) -> None:
    assert run(*arguments, text="").exit_code == 2


def test_help_has_an_example_that_works(tmp_path: Path) -> None:
    help_text = run("--help").stdout
    example = next(line for line in help_text.splitlines() if "Example:" in line)
    program, command, name, *options = example.split("Example:")[1].split()
    assert (program, command) == ("dgt-monitor", "check")
    path = tmp_path / name
    path.write_text(pgn("1. Qd2 Kf8 *", FEN="4k3/8/8/8/8/8/8/3QK3 w - - 0 1"))
    result = run(str(path), *options)
    assert (result.exit_code, "not a legal move" in result.stdout) == (0, False)


@pytest.mark.parametrize("case", load("vectors"))
def test_worked_case_through_the_command(case: dict[str, Any]) -> None:
    board = start(case)
    tags = {"Variant": "Chess960"} if case["chess960"] else {}
    if case["start_fen"] != "startpos":
        tags["FEN"] = case["start_fen"]
    moves = [chess.Move.from_uci(uci) for uci in case["moves"]]
    objects = stream(pgn(board.variation_san(moves), **tags))
    want = {(e["ply"], e["kind"]) for e in case["expect"]["events"] if e["kind"] in ("threefold", "fivefold")}
    told = {(a["ply"], a["rule"]) for a in kinds(objects, "alert") if a["rule"] in ("threefold", "fivefold")}
    assert told == want
    assert objects[-1]["uci"] == case["moves"]
    assert objects[-1]["max_count"] == case["expect"]["peak_count"]


def test_an_ambiguous_move_is_asked_back_and_not_called_illegal() -> None:
    result = run("-", "--json", "--move", "Ne2", text=pgn("1. e4 e5 2. Nc3 Nc6 *"))
    (claim,) = kinds([json.loads(line) for line in result.stdout.splitlines()], "claim")
    assert claim["supported"] is None
    assert "Nge2" in str(claim["text"])
    assert "Nce2" in str(claim["text"])


def test_a_move_may_be_written_with_its_number() -> None:
    for written in ("3.Nf3", "3. Nf3", "Nf3"):
        result = run("-", "--json", "--move", written, text=pgn("1. e4 e5 2. Nc3 Nc6 *"))
        assert result.exit_code == 0
        (claim,) = kinds([json.loads(line) for line in result.stdout.splitlines()], "claim")
        assert claim["supported"] is False


def claimed(movetext: str, *options: str, **tags: str) -> dict[str, Any]:
    (claim,) = kinds(stream(pgn(movetext, **tags), *options), "claim")
    return claim


def test_a_claim_as_it_stands_names_claimant_and_route() -> None:
    claim = claimed(f"{SHUFFLE} *", "--claim", "9.2.2")
    assert (claim["supported"], claim["rule"], claim["plies"]) == (True, "threefold", [0, 4, 8])
    assert (claim["claimant"], claim["route"], claim["move"], claim["possible"]) == ("white", "9.2.2", None, True)
    other = claimed(f"{SHUFFLE} *", "--claim", "9.2.2", "--by", "black")
    assert (other["supported"], other["possible"], other["claimant"]) == (False, False, "black")


def test_a_claim_in_the_middle_of_a_game() -> None:
    claim = claimed(FIVEFOLD, "--claim", "9.2.1", "--move", "4...Ng8", "--ply", "7")
    assert (claim["supported"], claim["plies"], claim["ply"]) == (True, [0, 4, 8], 7)
    assert "The game was over" not in claim["text"]
    assert claimed("1. e4 *", "--claim", "9.2.2", "--ply", "9")["supported"] is None


def test_what_looks_the_same_is_told_with_what_tells_it_apart() -> None:
    fen = "rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w KQkq - 0 1"
    claim = claimed("1. Ra2 Nf6 2. Ra1 Ng8 3. Ra2 Nf6 4. Ra1 Ng8 *", "--claim", "9.2.2", FEN=fen)
    assert (claim["supported"], claim["plies"]) == (False, [4, 8])
    assert claim["alike"] == [{"ply": 0, "why": "at the start White still had the right to castle long, lost by 1.Ra2"}]


@pytest.mark.parametrize(
    "options",
    [
        ("--by", "white"),
        ("--ply", "3"),
        ("--claim", "9.2.2", "--move", "e4"),
        ("--claim", "9.4"),
        ("--claim", "9.2.2", "--ply", "-1"),
    ],
)
def test_claims_that_make_no_sense_are_wrong_usage(options: tuple[str, ...]) -> None:
    assert run("-", *options, text=pgn("1. e4 *")).exit_code == 2


def test_the_sheet_of_a_claim(tmp_path: Path) -> None:
    page, text = tmp_path / "claim.html", tmp_path / "claim.txt"
    score = pgn(f"{SHUFFLE} *", White="A", Black="B <i>", Round="3")
    for path in (page, text):
        assert run("-", "--claim", "9.2.2", "--sheet", str(path), text=score).exit_code == 0
    assert page.read_text().startswith("<!DOCTYPE html>")
    assert "B &lt;i&gt;" in page.read_text()
    assert "White         A" in text.read_text()
    assert "Board         ____" in text.read_text()
    assert "from a score, no board" in text.read_text()


def test_the_sheet_has_the_clocks_and_the_board_of_the_score(tmp_path: Path) -> None:
    moves = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"]
    timed = " ".join(f"{san} {{a {n} [%emt 0:00:01]\n[%clk 1:29:{59 - n:02}.5] }}" for n, san in enumerate(moves))
    sheet = tmp_path / "claim.txt"
    for tags in ({"Round": "5.12"}, {"Round": "5", "Board": "12"}):
        result = run("-", "--claim", "9.2.2", "--sheet", str(sheet), text=pgn(f"{{[%clk 2:00:00]}} {timed} *", **tags))
        assert result.exit_code == 0
        told = " ".join(sheet.read_text().split())
        assert "Round 5 Board 12" in told
        assert "Clocks W / B 1:29:53 / 1:29:52" in told
        assert "2...Ng8 White 1:29:57 / 1:29:56 short" in told
    untold = pgn(f"{SHUFFLE} (4... Nd5 {{[%clk 0:00:01]}}) {{[%clk 0:00:07]}} *")
    assert run("-", "--claim", "9.2.2", "--sheet", str(sheet), text=untold).exit_code == 0
    assert "Clocks W / B ____" in " ".join(sheet.read_text().split())
    assert "Board ____" in " ".join(sheet.read_text().split())


def test_clocks_of_a_score_are_told_with_its_moves() -> None:
    score = pgn("1. e4 {[%clk 0:05:00]} e5 ({a} e6 {[%clk 0:00:01]}) {[%clk 0:04:58]} 2. Nf3 *")
    told = [json.loads(line) for line in run("-", "--json", text=score).stdout.splitlines()]
    clocks = [each["clock"] for each in told if each["kind"] == "move"]
    assert clocks == [None, {"white": 300, "black": 298}, None]


def test_a_sheet_is_not_written_over_what_is_read_nor_over_a_link_to_itself(tmp_path: Path) -> None:
    score, rules, link = tmp_path / "game.pgn", tmp_path / "event.toml", tmp_path / "link.html"
    score.write_text(pgn(FIVEFOLD), encoding="utf-8")
    rules.write_text("round = 5\n", encoding="utf-8")
    link.symlink_to(link)
    asked = (str(score), "--claim", "9.2.2", "--event", str(rules), "--sheet")
    for target in (score, rules):
        before = target.read_bytes()
        result = run(*asked, str(target))
        assert (result.exit_code, "would overwrite" in result.stderr) == (2, True)
        assert target.read_bytes() == before
    result = run(*asked, str(link))
    assert (result.exit_code, "the sheet is not written" in result.stderr) == (1, True)


def test_a_sheet_that_cannot_be_written_or_made_is_told(tmp_path: Path) -> None:
    score = pgn(f"{SHUFFLE} *")
    away = run("-", "--claim", "9.2.2", "--sheet", str(tmp_path / "none" / "x.html"), text=score)
    assert (away.exit_code, "the sheet is not written" in away.stderr) == (1, True)
    two = run("-", "--claim", "9.2.2", "--sheet", str(tmp_path / "x.html"), text=score + score)
    assert (two.exit_code, "the sheet is that of pgn-1" in two.stderr) == (1, True)
    broken = run("-", "--claim", "9.2.2", "--sheet", str(tmp_path / "y.html"), text=pgn("1. e4 Ke5 *"))
    assert "there is no sheet" in broken.stderr
    assert run("-", "--sheet", "x.html", text=score).exit_code == 2


def test_who_can_still_mate_is_told_when_asked() -> None:
    game = pgn("*", SetUp="1", FEN="8/6P1/5k1K/7r/8/8/8/8 w - - 0 54")
    assert kinds(stream(game), "can_mate") == []
    white, black = kinds(stream(game, "--mates"), "can_mate")
    assert (white["side"], white["can"], white["ground"]) == ("white", True, "helpmate")
    assert (black["side"], black["can"], black["ground"], black["line"]) == ("black", False, "all_lines", [])
    board = chess.Board("8/6P1/5k1K/7r/8/8/8/8 w - - 0 54")
    for uci in white["line"]:
        board.push_uci(uci)
    assert board.is_checkmate()
    assert black["text"] in run("-", "--mates", text=game).stdout
    assert stream(game, "--mates")[-1]["kind"] == "summary"


def test_of_a_game_that_is_over_nobody_is_told_what_a_flag_would_do() -> None:
    drawn = pgn(FIVEFOLD.replace("1/2-1/2", "9. e4 *"))
    told = kinds(stream(drawn, "--mates"), "can_mate")
    assert [(each["side"], each["ply"], each["over"]) for each in told] == [
        ("white", 17, {"ply": 16, "rule": "fivefold"}), ("black", 17, {"ply": 16, "rule": "fivefold"}),
    ]  # fmt: skip
    assert all(
        "The game is over since 8...Ng8: the same position 5 times, FIDE 9.6.1." in each["text"] for each in told
    )
    assert not any("oversteps" in each["text"] for each in told)
    before = kinds(stream(drawn, "--mates", "--ply", "15"), "can_mate")
    assert [(each["ply"], each["over"]) for each in before] == [(15, None)] * 2
    stuck = kinds(stream(pgn("*", SetUp="1", FEN="7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), "--mates"), "can_mate")
    assert all(each["text"].startswith("The game is over since the start: stalemate, FIDE 5.2.1.") for each in stuck)


def test_a_game_with_a_result_is_told_as_one_that_has_ended() -> None:
    game = pgn("54. Kf7 Rh2 1-0", SetUp="1", FEN="8/6P1/6K1/7r/2k5/8/8/8 w - - 0 54")
    white, _ = kinds(stream(game, "--mates"), "can_mate")
    assert white["text"].startswith("By its score the game has ended 1-0. White can mate, for example")
    assert "If Black has overstepped the time, White has won." in white["text"]


def test_who_can_mate_is_asked_of_any_ply_that_there_is() -> None:
    score = pgn(SHUFFLE + " *")
    told = run("-", "--mates", "--ply", "9", text=score).stdout
    assert "The record has 8 plies: it cannot tell what stood after 9." in told
    lines = run("-", "--json", "--mates", text=pgn("1. e4 Ke5 *")).stdout.splitlines()
    broken = kinds([json.loads(line) for line in lines], "can_mate")
    assert [(each["can"], each["ground"]) for each in broken] == [(None, None)] * 2
    assert run("-", "--ply", "3", text=score).exit_code == 2
    assert run("-", "--by", "white", "--mates", text=score).exit_code == 2


def test_one_game_of_several_is_chosen_by_its_number(tmp_path: Path) -> None:
    three = pgn("1. e4 *", White="Ann") + pgn(SHUFFLE + " *", White="Bea") + pgn("1. d4 *", White="Cec")
    assert {each["board"] for each in stream(three, "--game", "2")} == {"pgn-2"}
    sheet = tmp_path / "sheet.txt"
    assert run("-", "--claim", "9.2.2", "--sheet", str(sheet), "--game", "2", text=three).exit_code == 0
    assert "Bea" in sheet.read_text("utf-8")
    first = run("-", "--claim", "9.2.2", "--sheet", str(sheet), text=three)
    assert first.stderr.count("--game N makes that of another game") == 1
    assert "Ann" in sheet.read_text("utf-8")
    missing = run("-", "--game", "4", text=three)
    assert (missing.exit_code, "there is no game 4 in it" in missing.stderr) == (1, True)


def test_a_position_that_is_probably_dead_is_to_be_looked_at() -> None:
    game = pgn("*", SetUp="1", FEN="3k4/1b6/8/1p1p1p1p/1P1P1P1P/4B3/b4B2/3K4 b - - 0 50")
    (alert,) = kinds(stream(game), "alert")
    assert (alert["rule"], alert["level"], alert["sure"]) == ("dead_position", "check", False)
    assert "did not end this game" in run("-", text=game).stdout
