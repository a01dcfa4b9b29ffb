"""What can be done, where, and with which key: one table, from which keys, help and footer are made."""

from typing import Literal, NamedTuple

Place = Literal[
    "wall", "board", "inbox", "faults", "help", "ask", "claim", "write", "close", "rule", "illegal", "round", "moves",
    "sure", "shelf", "copy", "filter", "sectors", "commands", "ready", "clocks", "results", "closing",
    "until",
]  # fmt: skip
"""Where the user is; `ask`: before a question of yes or no; `claim`, `write`, `close`: on the page of a board, asked
what is claimed there, for the move that was written, and how it ended; `rule`, `round`: asked what is ruled of the
board or of the round; `illegal`: what an illegal move ended as; `moves`: where moves, a board or another part of a
ruling are typed; `sure`: told what that will change; `shelf`: asked for how long an alert is put aside; `copy`:
asked what is copied; `filter`: where it is typed which boards are shown; `sectors`: where those of the hall are
chosen; `until`: where the time is typed until which an alert is put aside; `commands`: where something that can be
done is chosen by its name; `ready`, `clocks`, `results`, `closing`: the lists that frame a round."""


class Action(NamedTuple):
    """Something the user can do."""

    id: str
    """The name that stays when keys are re-mapped."""
    keys: tuple[str, ...]
    """As Textual names them."""
    shown: str
    """The keys as people read them."""
    label: str
    """For the footer; empty: not told there."""
    help: str
    places: frozenset[Place]
    urgent: int = 0
    """Where the footer is short: higher stays longer."""
    short: str = ""
    """A shorter label, for a footer that has no room for the long ones."""


TYPING: frozenset[Place] = frozenset({"write", "sure", "moves", "filter", "commands", "until"})
"""Where letters are typed."""
MATTERS = 4
"""What is so urgent, or more, is told in short words rather than not at all."""
_FRAME: frozenset[Place] = frozenset({"ready", "clocks", "results", "closing"})
_VIEWS: frozenset[Place] = _FRAME | {"wall", "board", "inbox", "faults", "help"}
_DESK: frozenset[Place] = frozenset({"wall", "board", "inbox", "faults"})
_CALLED: frozenset[Place] = _DESK | _FRAME
_SECTORS: frozenset[Place] = frozenset({"sectors"})
_FILTER: frozenset[Place] = frozenset({"filter"})
_STEPPING: frozenset[Place] = _VIEWS | _SECTORS
_MOVING: frozenset[Place] = _VIEWS
_WALL: frozenset[Place] = frozenset({"wall"})
_BOARD: frozenset[Place] = frozenset({"board"})
_GO: frozenset[Place] = frozenset({"wall", "board"})
_ASK: frozenset[Place] = frozenset({"ask"})
_CLAIM: frozenset[Place] = frozenset({"claim"})
_WRITE: frozenset[Place] = frozenset({"write"})
_CLOSE: frozenset[Place] = frozenset({"close"})
_RULE: frozenset[Place] = frozenset({"rule"})
_ILLEGAL: frozenset[Place] = frozenset({"illegal"})
_ROUND: frozenset[Place] = frozenset({"round"})
_MENUS: frozenset[Place] = frozenset({"claim", "close", "rule", "illegal", "round", "shelf", "copy"})
_SURE: frozenset[Place] = frozenset({"sure"})
_MOVES: frozenset[Place] = frozenset({"moves"})
_SHELF: frozenset[Place] = frozenset({"shelf"})
_UNTIL: frozenset[Place] = frozenset({"until"})
_COPY: frozenset[Place] = frozenset({"copy"})
_READY: frozenset[Place] = frozenset({"ready"})
_RESULTS: frozenset[Place] = frozenset({"results"})
_LISTED: frozenset[Place] = _READY | _RESULTS
_CLOSING: frozenset[Place] = frozenset({"closing"})
_ALERTS: frozenset[Place] = frozenset({"wall", "board", "inbox"})
_COMMANDS: frozenset[Place] = frozenset({"commands"})

ACTIONS = (
    Action("acknowledge", ("a",), "a", "acknowledge", "acknowledge the alert shown", _CALLED, 9, "seen"),
    Action("acknowledge_all", ("A",), "A", "", "acknowledge all * of this board, never !", _ALERTS),
    Action("take_back", ("u",), "u", "undo", "take that back (10 s; in the list always)", _ALERTS, 3),
    Action("put_aside", ("z",), "z", "aside", "put the alert shown aside (only *)", _ALERTS, 1),
    Action("next_alert", ("n",), "n", "next alert", "next open alert, its board", _CALLED, 8, "next"),
    Action("previous_alert", ("N",), "N", "", "the alert before", _CALLED),
    Action("open", ("enter",), "Enter", "open", "open the board", frozenset({"wall", "inbox"}), 7),
    Action(
        "back",
        ("escape", "backspace"),
        "Esc",
        "back",
        "back to the wall",
        _FRAME | {"board", "inbox", "faults", "help"},
        9,
    ),
    Action("goto", (), "0-9 .", "board", "go to this board: 37, 3.2", _GO, 3),
    Action("up", ("up", "k"), "Arrows", "", "move or scroll (also h j k l)", _STEPPING),
    Action("down", ("down", "j"), "Arrows", "", "move or scroll (also h j k l)", _STEPPING),
    Action("left", ("left", "h"), "Arrows", "", "move or scroll (also h j k l)", _GO),
    Action("right", ("right", "l"), "Arrows", "", "move or scroll (also h j k l)", _GO),
    Action("page_up", ("pageup",), "PgUp PgDn", "", "a page up, down", _MOVING),
    Action("page_down", ("pagedown",), "PgUp PgDn", "", "a page up, down", _MOVING),
    Action("filter", ("slash",), "/", "filter", "only 3x, lost, a name ..", _WALL, 3),
    Action("sectors", ("b",), "b", "my boards", "choose the sectors shown", _WALL, 1),
    Action("all_boards", ("escape",), "Esc", "", "show all boards again", _WALL),
    Action("density", ("v",), "v", "density", "compact, roomy, table", _WALL, 2),
    Action("sort", ("s",), "s S", "", "next order; backwards", _WALL),
    Action("sort_backwards", ("S",), "s S", "", "next order; backwards", _WALL),
    Action("filter_keep", ("enter",), "Enter", "show these", "show the boards that fit", _FILTER, 9),
    Action("filter_erase", ("backspace",), "Backspace", "", "take a letter back", _FILTER),
    Action("filter_drop", ("escape", "ctrl+c", "ctrl+q"), "Esc", "back", "back", _FILTER, 8),
    Action("sector_tick", ("space",), "Space", "this too", "choose one more, or leave it out", _SECTORS, 8),
    Action("sectors_keep", ("enter",), "Enter", "show these", "show the boards of those chosen", _SECTORS, 9),
    Action("sectors_back", ("escape", "ctrl+c", "ctrl+q"), "Esc", "back", "back", _SECTORS, 7),
    Action("first", ("home",), "Home End", "", "the first, the last board", _WALL),
    Action("last", ("end",), "Home End", "", "the first, the last board", _WALL),
    Action("inbox", ("i",), "i", "alerts", "list of alerts, and back", _DESK, 6),
    Action("faults", ("e",), "e", "", "faults of lines and files", _DESK),
    Action("flip", ("f",), "f", "flip", "turn the diagram round", _BOARD, 2),
    Action("figurines", ("g",), "g", "", "letters or figurines", _BOARD),
    Action("other_part", ("tab",), "Tab", "scroll", "scroll the moves, or what stands beside", _BOARD, 2),
    Action("copy", ("y",), "y", "copy", "copy FEN, PGN or the claim sheet", _BOARD, 2),
    Action("curtain", ("x",), "x", "", "curtain over counts and claims", _DESK),
    Action("claim", ("c",), "c", "claim", "claim: open, close", _BOARD, 4),
    Action("sheet", ("s",), "s", "sheet", "write the sheet of the claim", _BOARD, 4),
    Action("rule", ("r",), "r", "rule", "rule: result, undo", _BOARD, 4),
    Action("round", ("r",), "r", "round", "round: start, close, undo", _WALL, 2),
    Action("ready_list", ("g",), "g", "ready list", "what is missing before the round", _WALL, 2),
    Action("clocks", ("c",), "c", "clocks", "sheet of all clocks, written too", _WALL, 1),
    Action("results", ("o",), "o", "results", "results that are open", _WALL, 2),
    Action("open_listed", ("enter",), "Enter", "open", "open the board", _LISTED, 7),
    Action("start_round", ("s",), "s", "start", "the round has started", _READY, 8),
    Action("confirm_listed", ("c",), "c", "confirm", "confirm this result", _RESULTS, 9),
    Action("confirm_alike", ("C",), "C", "all alike", "all by who has shown this one (40)", _RESULTS, 8),
    Action("results_back", ("u",), "u", "undo", "they are open again", _RESULTS, 7),
    Action("rule_listed", ("r",), "r", "rule", "rule: another result", _RESULTS, 6),
    Action("close_round", ("enter",), "Enter", "close all the same", "close the round all the same", _CLOSING, 8),
    Action("hold", ("space",), "Space", "hold", "hold the order of the wall", _WALL, 2),
    Action("mute", ("m",), "m", "mute", "silence the bell for 5 min", _CALLED, 1),
    Action("theme", ("t",), "t", "", "dark, light, no colour", _VIEWS),
    Action("help", ("question_mark",), "?", "help", "this help, and back", _VIEWS, 5),
    Action("commands", ("colon", "ctrl+p"), ":", "", "all that can be done here, by name", _CALLED),
    Action("command_do", ("enter",), "Enter", "do it", "do what is pointed at", _COMMANDS, 9),
    Action("command_up", ("up",), "Up Down", "", "the one before, the next", _COMMANDS),
    Action("command_down", ("down",), "Up Down", "", "the one before, the next", _COMMANDS),
    Action("command_erase", ("backspace",), "Backspace", "", "take a letter back", _COMMANDS),
    Action("command_back", ("escape", "ctrl+c", "ctrl+q"), "Esc", "back", "back", _COMMANDS, 8),
    Action("leave", ("q", "ctrl+c", "ctrl+q"), "q", "quit", "quit", _VIEWS, 4),
    Action("aside_10", ("1",), "1", "10 min", "for 10 minutes", _SHELF, 8),
    Action("aside_30", ("2",), "2", "30 min", "for 30 minutes", _SHELF, 8),
    Action("aside_60", ("3",), "3", "1 h", "for an hour", _SHELF, 8),
    Action("aside_120", ("4",), "4", "2 h", "for two hours", _SHELF, 8),
    Action("aside_until", ("u",), "u", "until ..", "until a time that is typed", _SHELF, 8),
    Action("not_aside", ("escape", "ctrl+c", "ctrl+q"), "Esc", "back", "back", _SHELF | _UNTIL, 9),
    Action("until_typed", ("enter",), "Enter", "put aside", "put aside until this time", _UNTIL, 9),
    Action("erase_until", ("backspace",), "Backspace", "", "take a letter back", _UNTIL),
    Action("copy_fen", ("f",), "f", "FEN", "the position as FEN", _COPY, 8),
    Action("copy_pgn", ("p",), "p", "PGN", "the game as PGN", _COPY, 8),
    Action("copy_sheet", ("s",), "s", "sheet", "the claim sheet as text", _COPY, 8),
    Action("not_copied", ("escape", "ctrl+c", "ctrl+q"), "Esc", "back", "back", _COPY, 9),
    Action("yes", ("y", "ctrl+c", "ctrl+q"), "y", "yes", "yes", _ASK, 9),
    Action("no", ("n", "escape"), "n", "no", "no", _ASK, 9),
    Action("claim_written", ("w",), "w", "3x written", "same, by a written move: 9.2.1", _CLAIM, 8),
    Action("claim_position", ("p",), "p", "3x now", "same, just appeared: 9.2.2", _CLAIM, 8),
    Action("claim_fifty_written", ("f",), "f", "50 written", "50, by a written move: 9.3.1", _CLAIM, 7),
    Action("claim_fifty", ("m",), "m", "50 now", "50 are complete: 9.3.2", _CLAIM, 7),
    Action("claim_other", ("b",), "b", "other side", "by the player not to move", _CLAIM, 5),
    Action("intervene", ("i",), "i", "intervene", "no claim: you step in", _CLAIM, 6),
    Action("illegal_stands", ("x",), "x", "illegal stands", "the illegal move stands: A.5.2", _CLAIM, 4),
    Action("penalise_white", ("u",), "u", "", "White pressed unmoved, two hands", _CLAIM),
    Action("penalise_black", ("v",), "v", "", "Black pressed unmoved, two hands", _CLAIM),
    Action("send", ("enter",), "Enter", "what changes", "claim by the move typed", _WRITE, 8),
    Action("erase", ("backspace",), "Backspace", "", "take a letter back", _WRITE),
    Action("close_drawn", ("d",), "d", "drawn", "correct or accepted: drawn", _CLOSE, 8),
    Action("close_rejected", ("r",), "r", "rejected", "incorrect: play goes on", _CLOSE, 8),
    Action("close_over", ("o",), "o", "over", "over, play goes on", _CLOSE, 7),
    Action("close_reinstated", ("e",), "e", "earlier", "an earlier position is set up", _CLOSE, 6),
    Action("close_as_it_stands", ("s",), "s", "as it stands", "what stands is the game", _CLOSE, 6),
    Action("cancel", ("escape", "ctrl+c", "ctrl+q"), "Esc", "back", "back", _CLAIM | _WRITE | _CLOSE, 9),
    Action("result_confirm", ("c",), "c", "confirm", "confirm what is proposed", _RULE, 9),
    Action("result_white", ("1",), "1", "1-0", "White has won", _RULE, 8),
    Action("result_black", ("0",), "0", "0-1", "Black has won", _RULE, 8),
    Action("result_draw", ("d",), "d", "draw", "draw", _RULE, 8),
    Action("result_clear", ("k",), "k", "clear", "no result", _RULE, 7),
    Action("resume", ("p",), "p", "play on", "play goes on", _RULE, 7),
    Action("moves", ("m",), "m", "moves", "moves from one on", _RULE, 6),
    Action("settle", ("o",), "o", "order", "settle the order of moves left open", _RULE, 5),
    Action("undo", ("u",), "u", "undo", "undo the last ruling", _RULE | _ROUND | _CLOSE, 7),
    Action("unsee", ("a",), "a", "not seen", "alert not seen after all", _RULE, 5),
    Action("forfeit_white", ("plus",), "+", "+/-", "Black did not come", _RULE, 4),
    Action("forfeit_black", ("minus",), "-", "-/+", "White did not come", _RULE, 4),
    Action("forfeit_both", ("x",), "x", "-/-", "neither came", _RULE, 3),
    Action("unplayed", ("n",), "n", "unplayed", "not played", _RULE, 3),
    Action("result_none", ("z",), "z", "0-0", "both have lost", _RULE, 2),
    Action("result_half_white", ("w",), "w", "1/2-0", "half for White, none for Black", _RULE, 1),
    Action("result_half_black", ("b",), "b", "0-1/2", "half for Black, none for White", _RULE, 1),
    Action("set_aside", ("s",), "s", "aside", "set the game aside: 7.2.1, adjourned", _RULE, 6),
    Action("fetch", ("f",), "f", "fetch", "go on with a game set aside", _RULE, 6),
    Action("carry", ("g",), "g", "other board", "the game goes on on another board", _RULE, 6),
    Action("spare", ("v",), "v", "spare", "a spare board takes its place", _RULE, 6),
    Action("drill", ("l",), "l", "drill", "a drill: do alarms reach you?", _RULE, 4),
    Action("illegal", ("i",), "i", "illegal", "what an illegal move ended as", _RULE, 6),
    Action("position", ("t",), "t", "turn", "whose move it is, and rights", _RULE, 5),
    Action("players", ("e",), "e", "players", "exchange players with another board", _RULE, 4),
    Action("colours", ("h",), "h", "colours", "exchange the colours", _RULE, 4),
    Action("ended_restored", ("r",), "r", "restored", "the position before it was set up", _ILLEGAL, 8),
    Action("ended_further_back", ("f",), "f", "further back", "an earlier position was set up", _ILLEGAL, 7),
    Action("ended_explained", ("e",), "e", "explained", "a legal move explains it: none", _ILLEGAL, 7),
    Action("ended_queened", ("q",), "q", "queened", "the pawn became a queen: 7.5.2", _ILLEGAL, 6),
    Action("ended_stands", ("s",), "s", "stands", "it stands: A.5.2", _ILLEGAL, 6),
    Action("ended_penalised", ("p",), "p", "penalised", "penalised, nothing set up: 7.5.3", _ILLEGAL, 6),
    Action("menu_help", ("question_mark",), "?", "help", "this help, and back", _MENUS, 9),
    Action("round_started", ("s",), "s", "started", "the round has started", _ROUND, 8),
    Action("round_closed", ("e",), "e", "closed", "the round is closed", _ROUND, 8),
    Action("moves_typed", ("enter",), "Enter", "what changes", "show what changes", _MOVES, 8),
    Action("erase_moves", ("backspace",), "Backspace", "", "take a letter back", _MOVES),
    Action("carry_out", ("enter",), "Enter", "rule so", "rule so", _SURE, 8),
    Action("erase_reason", ("backspace",), "Backspace", "", "take a letter back", _SURE),
    Action(
        "do_not", ("escape", "ctrl+c", "ctrl+q"), "Esc", "back", "back", _RULE | _ILLEGAL | _ROUND | _SURE | _MOVES, 9
    ),
)
BY_ID = {action.id: action for action in ACTIONS}
_GIVING_UP = frozenset({"escape", "backspace"})
_CHOOSING = frozenset(
    {"filter", "filter_keep", "sectors", "sector_tick", "sectors_keep", "density", "sort", "sort_backwards"}
)
"""What of the wall is seen."""
LOOKING = frozenset(
    {
        "next_alert", "previous_alert", "open", "goto", "up", "down", "left", "right", "page_up", "page_down",
        "first", "last", "inbox", "faults", "flip", "figurines", "other_part", "copy", "copy_fen",
        "copy_pgn", "copy_sheet", "curtain", "sheet", "ready_list", "clocks", "results", "open_listed", "hold", "mute",
        "theme", "help", "menu_help", "leave",
        "yes", "commands", "command_do", "command_up", "command_down",
    }
) | _CHOOSING | {action.id for action in ACTIONS if _GIVING_UP.intersection(action.keys)}  # fmt: skip
"""What rules nothing: all that can be done on a screen that only looks."""


_present: list[tuple[Action, ...]] = [ACTIONS]
"""With the keys of the user's own, where there are any."""


def use(actions: tuple[Action, ...]) -> None:
    """From now on the keys are those of this table; its actions and places are the same."""
    _present[0] = actions


def present() -> tuple[Action, ...]:
    """The table in use."""
    return _present[0]


def key_for(action: str) -> str:
    """The key of an action as people read it."""
    return next(each.shown for each in present() if each.id == action)


def keyed(text: str, action: str) -> str:
    """A text that ends in the key of this action, with the key that it has now."""
    head, colon, _ = text.rpartition(": ")
    return text if key_for(action) == BY_ID[action].shown else f"{head}{colon}{key_for(action)}"


def here(place: Place) -> list[Action]:
    """What can be done at this place, in the order of the table."""
    return [action for action in present() if place in action.places]


def for_footer(place: Place) -> list[Action]:
    """What the footer tells at this place, the most useful first."""
    return sorted((each for each in here(place) if each.label), key=lambda each: -each.urgent)
