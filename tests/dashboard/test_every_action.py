"""Every action of the table, done by its own key in a real window, and what it does; none may be without such a try."""

from collections.abc import Callable
from typing import Final, NamedTuple

import pytest
from rich.cells import cell_len

from dgt_monitor.dashboard.actions import ACTIONS, BY_ID, Place
from dgt_monitor.dashboard.commands import _NOT_LISTED, Commands
from dgt_monitor.dashboard.help_page import help_lines
from dgt_monitor.dashboard.lines import text_of
from dgt_monitor.events import Level, Rule
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.views import AsideView, BoardView, HallView, ResultView, RulingView
from dgt_monitor.tournament.event import Players
from tests.dashboard.fake_hall import NOW_S, START, alert, board, hall_of
from tests.dashboard.screens import named
from tests.dashboard.test_claiming import claimed
from tests.dashboard.test_framing import MORNING, over
from tests.dashboard.test_screen import Seat, seat

Check = Callable[[Seat], object]
READ_S: Final = 5.0
"""So long an alert has been looked at before it is acknowledged."""


def playing() -> HallView:
    look = alert("2", Rule.LINE_NOISY, Level.CHECK)
    seen = alert("4", Rule.FIVEFOLD, Level.ACT, acknowledged_t_s=NOW_S - 20)
    boards = [
        board("1", seed=1), board("2", seed=2, alerts=(look,)), board("3", "fivefold", seed=3),
        board("4", seed=4, alerts=(seen,)), board("5", "lost", seed=5), board("6", "illegal", seed=6),
        board("7", "ready"),
    ]  # fmt: skip
    before = RulingView(3, NOW_S - 9, "Ada", "result", "1", "result 1-0", "", "", False, 0)
    aside = AsideView("9", 1, Players("Ada", "Bo"), 30)
    return named(hall_of(boards))._replace(rulings=(before,), aside=(aside,))


class Try(NamedTuple):
    """How an action is tried: the keys that lead to it and those that follow it, in which hall, and what then is so."""

    check: Check
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    hall: Callable[[], HallView] = playing
    key: str = ""
    """Where the table has none."""


def looks() -> HallView:
    return named(hall_of([board("1", "lost", seed=1), board("2", "lost", seed=2)]))


def seen_all() -> HallView:
    return named(hall_of([board("1", seed=1)]))


def calls() -> HallView:
    return named(hall_of([board("1", "fivefold", seed=1), board("2", "fivefold", seed=2)]))


def ended() -> HallView:
    return hall_of([over("3"), over("4", "0-1"), board("5", seed=5)])


def proposed() -> HallView:
    outcome = ResultView(1, "1-0", "kings", confirmed=False, how=None)
    return hall_of([board("1", phase="over", result="1-0", outcome=outcome)])


def held() -> HallView:
    return hall_of([claimed("1")])


def nobody() -> HallView:
    idle: BoardView = board("1", "ready", understood=START, game=1)
    return hall_of([idle])


def many() -> HallView:
    return hall_of([board(str(n), seed=n, plies=12) for n in range(1, 201)])


def at(place: Place) -> Check:
    return lambda seat: seat.app.desk.place == place


def says(*words: str) -> Check:
    return lambda seat: all(word in " ".join(seat.text.split()) for word in words)


def on(name: str, place: Place = "wall") -> Check:
    return lambda seat: (seat.app.desk.cursor.board, seat.app.desk.place) == (name, place)


def so(what: Callable[[Seat], object]) -> Check:
    return what


def ruled(**fields: object) -> Check:
    """The last ruling asked for is this one, and nothing else is in it."""

    def check(seat: Seat) -> bool:
        wanted = Ruling(0.0, "arbiter", **fields)  # type: ignore[arg-type]  # fields of it
        return bool(seat.feed.ruled) and seat.feed.ruled[-1] == wanted

    return check


BOARD = ("enter",)
RULE = ("enter", "r")
CLAIM = ("enter", "c")
SHELF = ("i", "z")
COPY = ("enter", "y")
ILLEGAL = ("6", "enter", "r", "i")
SURE = ("enter",)
WRITTEN = ("Q", "e", "2", "enter", "enter")


def rules(*after: str, before: tuple[str, ...] = RULE, hall: Callable[[], HallView] = playing, **of: object) -> Try:
    """It leads to this ruling, once what it changes has been shown and said yes to."""
    return Try(ruled(**of), before, (*after, *SURE), hall)


def result(value: str) -> Try:
    return rules(kind="result", board="1", result=value)


def closes(outcome: str) -> Try:
    return rules(before=CLAIM, hall=held, kind="close", board="1", outcome=outcome)


def illegal(outcome: str) -> Try:
    return rules(before=ILLEGAL, kind="illegal", board="6", outcome=outcome)


def shelved(minutes: int) -> Try:
    check = ruled(kind="shelve", alert_id="1:board_lost:1", for_s=60 * minutes)
    return Try(check, SHELF, (), looks)


TRIES: Final[dict[str, Try]] = {
    "acknowledge": Try(so(lambda s: s.feed.acknowledged == ["3:fivefold:1"])),
    "acknowledge_all": Try(so(lambda s: s.feed.acknowledged == ["1:board_lost:1"]), hall=looks),
    "take_back": Try(so(lambda s: [r.kind for r in s.feed.ruled] == ["unacknowledge"]), ("a",)),
    "put_aside": Try(at("shelf"), ("i",), hall=looks),
    "next_alert": Try(so(lambda s: s.app.desk.attention.shown == "2:fivefold:1"), ("n",), hall=calls),
    "previous_alert": Try(so(lambda s: s.app.desk.attention.shown == "2:fivefold:1"), hall=calls),
    "open": Try(on("1", "board")),
    "back": Try(at("wall"), BOARD),
    "goto": Try(on("5", "board"), (), ("enter",), key="5"),
    "up": Try(on("1"), ("down",)),
    "down": Try(on("2")),
    "left": Try(on("1"), ("right",), hall=many),
    "right": Try(on("22"), hall=many),
    "page_up": Try(says("1-84 of 200"), ("pagedown",), hall=many),
    "page_down": Try(says("85-168 of 200"), hall=many),
    "filter": Try(at("filter")),
    "sectors": Try(at("sectors")),
    "all_boards": Try(so(lambda s: not s.app.desk.looking.look.narrowed), ("slash", "5", "x", "enter")),
    "density": Try(says("LAST MOVE")),
    "sort": Try(says("urgent")),
    "sort_backwards": Try(so(lambda s: s.app.desk.cursor.boards[0].board != "1")),
    "filter_keep": Try(
        so(lambda s: s.app.desk.place == "wall" and s.app.desk.looking.look.narrowed), ("slash", "5", "x")
    ),
    "filter_erase": Try(says("Only: 5_"), ("slash", "5", "x")),
    "filter_drop": Try(so(lambda s: not s.app.desk.looking.look.narrowed), ("slash", "5", "x")),
    "sector_tick": Try(so(lambda s: s.app.desk.looking.ticked), ("b",)),
    "sectors_keep": Try(so(lambda s: s.app.desk.looking.look.sectors), ("b", "space")),
    "sectors_back": Try(
        so(lambda s: s.app.desk.place == "wall" and not s.app.desk.looking.look.sectors), ("b", "space")
    ),
    "first": Try(on("1"), ("end",)),
    "last": Try(on("7")),
    "inbox": Try(at("inbox")),
    "faults": Try(at("faults")),
    "flip": Try(so(lambda s: s.app.desk.flip), BOARD),
    "figurines": Try(so(lambda s: s.app.desk.figurines and "\u265a" in s.text), BOARD),
    "other_part": Try(so(lambda s: s.app.desk.part == "facts"), BOARD),
    "copy": Try(at("copy"), BOARD),
    "curtain": Try(says("CURTAIN")),
    "claim": Try(at("claim"), BOARD),
    "sheet": Try(says("Written: the sheet of 1"), BOARD, hall=held),
    "rule": Try(at("rule"), BOARD),
    "round": Try(at("round")),
    "ready_list": Try(says("READY LIST")),
    "clocks": Try(says("Clocks and move numbers, 14:32:07")),
    "results": Try(says("RESULTS"), hall=ended),
    "open_listed": Try(on("3", "board"), ("g",), hall=lambda: MORNING),
    "start_round": rules(before=("g",), hall=lambda: MORNING, kind="round_started"),
    "confirm_listed": Try(ruled(kind="result", board="3", result="1-0"), ("o",), hall=ended),
    "confirm_alike": Try(so(lambda s: [r.board for r in s.feed.ruled] == ["3", "4"]), ("o",), hall=ended),
    "results_back": Try(says("Nothing was confirmed here"), ("o",), hall=ended),
    "rule_listed": Try(at("rule"), ("o",), hall=ended),
    "close_round": rules(before=("r", "e"), hall=ended, kind="round_closed"),
    "hold": Try(says("HOLD 0:00")),
    "mute": Try(says("MUTED")),
    "theme": Try(so(lambda s: s.app.palette.name == "light")),
    "help": Try(at("help")),
    "commands": Try(says("ALL THAT CAN BE DONE HERE")),
    "command_do": Try(so(lambda s: s.app.desk.shown.curtain), ("colon", *"curtain")),
    "command_up": Try(so(lambda s: s.app.desk.commands.row == 1), ("colon", "down", "down")),
    "command_down": Try(so(lambda s: s.app.desk.commands.row == 1), ("colon",)),
    "command_erase": Try(so(lambda s: s.app.desk.commands.typed == "a"), ("colon", "a", "b")),
    "command_back": Try(at("wall"), ("colon",)),
    "leave": Try(so(lambda s: s.app.desk.leaving), hall=seen_all),
    "aside_10": shelved(10),
    "aside_30": shelved(30),
    "aside_60": shelved(60),
    "aside_120": shelved(120),
    "aside_until": Try(says("Until when is board 1"), SHELF, (), looks),
    "until_typed": Try(ruled(kind="shelve", alert_id="1:board_lost:1", for_s=1073), (*SHELF, "u", *"14:50"), (), looks),
    "erase_until": Try(says("14:5_"), (*SHELF, "u", *"14:50"), (), looks),
    "not_aside": Try(so(lambda s: (s.app.desk.place, s.feed.ruled) == ("inbox", [])), SHELF, hall=looks),
    "copy_fen": Try(says("Copied: FEN"), COPY),
    "copy_pgn": Try(says("Copied: PGN"), COPY),
    "copy_sheet": Try(says("Copied: sheet"), COPY, hall=held),
    "not_copied": Try(on("1", "board"), COPY),
    "yes": Try(so(lambda s: s.app.desk.leaving), ("q",)),
    "no": Try(so(lambda s: (s.app.desk.place, s.app.desk.leaving) == ("wall", False)), ("q",)),
    "claim_written": Try(ruled(kind="claim", board="1", claimant="", route="9.2.1", move="Qe2"), CLAIM, WRITTEN),
    "claim_position": rules(before=CLAIM, kind="claim", board="1", route="9.2.2"),
    "claim_fifty_written": Try(ruled(kind="claim", board="1", route="9.3.1", move="Qe2"), CLAIM, WRITTEN),
    "claim_fifty": rules(before=CLAIM, kind="claim", board="1", route="9.3.2"),
    "claim_other": rules("p", before=CLAIM, kind="claim", board="1", claimant="black", route="9.2.2"),
    "intervene": rules(before=CLAIM, kind="intervene", board="1"),
    "illegal_stands": rules(before=("6", "enter", "c"), kind="stands", board="6", alert_id="6:illegal_move:1"),
    "penalise_white": rules(before=CLAIM, kind="penalise", board="1", claimant="white"),
    "penalise_black": rules(before=CLAIM, kind="penalise", board="1", claimant="black"),
    "send": Try(says("Enter: Board 1:", "by 9.2.1", "Qe2"), (*CLAIM, "w", *"Qe2")),
    "erase": Try(says("as it is written: Qe_"), (*CLAIM, "w", *"Qe2")),
    "close_drawn": closes("drawn"),
    "close_rejected": closes("rejected"),
    "close_over": closes("over"),
    "close_reinstated": closes("reinstated"),
    "close_as_it_stands": closes("as_it_stands"),
    "cancel": Try(so(lambda s: (s.app.desk.place, s.feed.ruled) == ("board", [])), (*CLAIM, "w", "Q")),
    "result_confirm": rules(hall=proposed, kind="result", board="1", result="1-0"),
    "result_white": result("1-0"),
    "result_black": result("0-1"),
    "result_draw": result("1/2-1/2"),
    "result_clear": rules(kind="result", board="1"),
    "resume": rules(kind="resume", board="1"),
    "moves": rules(*"12.Nf3", "enter", kind="replace", board="1", ply=23, moves=("Nf3",)),
    "settle": rules(*"12.Nf3", "enter", kind="settle", board="1", ply=23, moves=("Nf3",)),
    "undo": rules(kind="undo", undoes=3),
    "unsee": rules(before=("4", "enter", "r"), kind="unacknowledge", alert_id="4:fivefold:1"),
    "forfeit_white": result("+/-"),
    "forfeit_black": result("-/+"),
    "forfeit_both": result("-/-"),
    "unplayed": result("unplayed"),
    "result_none": result("0-0"),
    "result_half_white": result("1/2-0"),
    "result_half_black": result("0-1/2"),
    "set_aside": rules(kind="set_aside", board="1"),
    "fetch": rules(before=("1", "enter", "r"), kind="fetch", board="1", to_board="9", game=1),
    "carry": rules("7", "enter", kind="carry", board="1", to_board="7"),
    "spare": rules("7", "enter", kind="spare", board="1", to_board="7"),
    "drill": rules(hall=nobody, kind="drill", board="1"),
    "illegal": Try(at("illegal"), ("6", "enter", "r")),
    "position": rules("b", "enter", kind="position", board="1", turn="black", castling="KQkq"),
    "players": rules("2", "enter", kind="exchange", board="1", to_board="2"),
    "colours": rules(kind="exchange", board="1"),
    "ended_restored": illegal("restored"),
    "ended_further_back": rules(
        *"12.", "enter", before=ILLEGAL, kind="illegal", board="6", outcome="restored_further_back", ply=23
    ),
    "ended_explained": illegal("explained"),
    "ended_queened": illegal("queened"),
    "ended_stands": illegal("stands"),
    "ended_penalised": illegal("penalised"),
    "menu_help": Try(at("help"), CLAIM),
    "round_started": rules(before=("r",), kind="round_started"),
    "round_closed": Try(at("closing"), ("r",), hall=ended),
    "moves_typed": Try(says("Enter:", "Moves change.", "a reason may be typed"), (*RULE, "m", *"12.Nf3")),
    "erase_moves": Try(says("12.Nf_"), (*RULE, "m", *"12.Nf3")),
    "carry_out": Try(ruled(kind="result", board="1", result="1/2-1/2", reason="both"), (*RULE, "d", *"both")),
    "erase_reason": Try(says("because: bot_"), (*RULE, "d", *"both")),
    "do_not": Try(so(lambda s: (s.app.desk.place, s.feed.ruled) == ("board", [])), (*RULE, "d")),
}


def test_no_action_of_the_table_is_without_a_try() -> None:
    assert set(TRIES) == {action.id for action in ACTIONS}


@pytest.mark.parametrize("name", TRIES)
async def test_an_action_by_its_key(name: str) -> None:
    tried = TRIES[name]
    async with seat(tried.hall()) as at_it:
        at_it.feed.answer = "Moves change."
        await at_it.later(READ_S)
        await at_it.press(*tried.before)
        was_so = tried.check(at_it)
        keys = BY_ID[name].keys[:1] or (tried.key,)
        assert at_it.app.desk.place in BY_ID[name].places, "the way leads to where it can be done"
        await at_it.press(*keys, *tried.after)
        assert tried.check(at_it), (at_it.app.desk.place, at_it.feed.ruled, at_it.rows)
        assert not was_so, "it was so before"
        assert all(cell_len(row) == 80 for row in at_it.rows)


def test_every_action_has_a_line_of_help_and_is_found_by_name() -> None:
    for action in ACTIONS:
        for place in action.places:
            told = " ".join(" ".join(text_of(line) for line in help_lines(place, 60)).split())
            assert action.help in told, (action.id, place)
    commands = Commands()
    for action in ACTIONS:
        for place in action.places & BY_ID["commands"].places - {"commands"}:
            commands.begin(place)
            found = {(each.shown, each.help) for each in commands.listed(looks_only=False)}
            assert (action.shown, action.help) in found or action.id in _NOT_LISTED, (action.id, place)
