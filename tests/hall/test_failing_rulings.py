"""An error of the monitor in a ruling or a preview: it is refused and told, and everything goes on without it."""

from typing import Any

import pytest

from dgt_monitor import events
from dgt_monitor.events import Rule
from dgt_monitor.hall import differing, kept_board, rulings
from dgt_monitor.hall.entries import Ruling
from dgt_monitor.hall.kept_board import KeptBoard
from dgt_monitor.hall.refeeding import Feeding
from dgt_monitor.hall.seating import Seating
from tests.hall.correcting import CorrectedHall
from tests.hall.test_spares import hall_with_spare

KINDS: list[tuple[str, dict[str, Any]]] = [
    ("replace", {"ply": 3, "moves": ("Nc3",)}),
    ("position", {"turn": "black"}),
    ("carry", {"to_board": "P2"}),
    ("set_aside", {}),
    ("result", {"result": "1-0"}),
    ("claim", {"route": "9.2.2"}),
]


def halls() -> CorrectedHall:
    hall = CorrectedHall("P1", "P2", "P3")
    hall.moves("P1", "e4 e5 Nf3")
    hall.moves("P3", "d4 d5")
    hall.until(hall.t_s + 3)
    return hall


def fail(*_: object, **__: object) -> Any:
    raise RecursionError("too deep")


def goes_on(hall: CorrectedHall) -> None:
    """Everything is as it was, and is followed."""
    hall.moves("P1", "Nc6")
    hall.moves("P3", "c4")
    hall.until(hall.t_s + 3)
    assert (hall.sans("P1"), hall.sans("P3")) == ("e4 e5 Nf3 Nc6", "d4 d5 c4")
    assert not hall.board("P1").rules & {Rule.BOARD_LOST}


@pytest.mark.parametrize(("kind", "fields"), KINDS)
@pytest.mark.parametrize(
    ("of", "name"),
    [
        (Feeding, "board"),
        (kept_board, "ruled_of"),
        (KeptBoard, "take_over"),
        (kept_board, "take_other"),
        (differing, "difference"),
        (Seating, "rule"),
    ],
)
def test_a_ruling_that_fails_anywhere_is_refused_and_kept(
    of: Any, name: str, kind: str, fields: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    hall, plain = halls(), halls()
    plain.until(plain.t_s + 2)
    called: list[int] = []

    def once(*arguments: Any, **named: Any) -> Any:
        """Only the first time: what mends it afterwards works."""
        called.append(1)
        return fail() if len(called) == 1 else does(*arguments, **named)

    does = getattr(of, name)
    with monkeypatch.context() as patch:
        patch.setattr(of, name, once)
        told = hall.rule(kind, **fields)
    if not called:
        pytest.skip("it is not on the way of this ruling")
    (ruled,) = (event for event in told if isinstance(event, events.Ruled))
    assert ruled.state == "refused"
    assert ruled.text == "The monitor itself failed at this ruling, which is not carried out: RecursionError too deep."
    assert hall.hall.view().rulings[-1].why_not == ruled.text
    assert shown(hall) == shown(plain)
    goes_on(hall)
    assert hall.rule(kind, **fields)
    assert not hall.hall.view().rulings[-1].why_not


def shown(hall: CorrectedHall) -> list[object]:
    """Its boards; a game that was gone for a moment has another number."""
    return [
        view._replace(alerts=(), game=0, outcome=view.outcome and view.outcome._replace(game=0))
        for view in hall.hall.view().boards
    ]


def test_a_board_that_cannot_be_mended_is_told_as_not_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = halls()
    with monkeypatch.context() as patch:
        patch.setattr(kept_board, "ruled_of", fail)
        patch.setattr(KeptBoard, "without", fail)
        hall.rule("result", result="1-0")
    (alert,) = hall.board("P1").alerts.values()
    assert alert.rule is Rule.BOARD_LOST
    assert "error of the monitor itself" in alert.text
    hall.moves("P3", "c4")
    assert hall.sans("P3") == "d4 d5 c4"


@pytest.mark.parametrize("kind", ["round_started", "round_closed"])
def test_a_ruling_on_the_whole_hall(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = halls()
    with monkeypatch.context() as patch:
        patch.setattr(kept_board, "ruled_of", fail)
        hall.rule(kind, board="")
    assert hall.hall.view().rulings[-1].why_not.startswith("The monitor itself failed")
    goes_on(hall)


@pytest.mark.parametrize("kind", ["replace", "result", "carry"])
def test_an_undoing_that_fails_leaves_the_ruling(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = halls()
    fields = dict(KINDS)[kind]
    hall.rule(kind, **fields)
    before = hall.held
    with monkeypatch.context() as patch:
        of: Any
        of, name = (rulings, "look_again") if kind == "result" else (Feeding, "board")
        patch.setattr(of, name, fail)
        hall.undo(1)
        assert hall.hall.view().rulings[-1].why_not.startswith("The monitor itself failed")
    assert not hall.hall.view().rulings[0].undone
    assert hall.held == before
    hall.undo(1)
    assert hall.hall.view().rulings[0].undone


@pytest.mark.parametrize(("kind", "fields"), KINDS[:2])
def test_a_preview_that_fails_says_so(kind: Any, fields: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    hall = halls()
    before = hall.held
    with monkeypatch.context() as patch:
        patch.setattr(kept_board, "difference", fail)
        said = hall.hall.preview(Ruling(hall.t_s, "Ada", kind, board="P1", **fields))
    assert said.startswith("The monitor itself failed")
    assert hall.held == before
    goes_on(hall)


@pytest.mark.parametrize(
    ("of", "name"), [(Feeding, "board"), (KeptBoard, "take_over"), (kept_board, "take_other"), (KeptBoard, "sit_as")]
)
def test_a_spare_that_fails_leaves_both_boards_in_their_places(
    of: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = hall_with_spare()
    hall.moves("5", "e4 e5")
    hall.until(hall.t_s + 3)
    called: list[int] = []

    def once(*arguments: Any, **named: Any) -> Any:
        called.append(1)
        return fail() if len(called) == 1 else does(*arguments, **named)

    does = getattr(of, name)
    with monkeypatch.context() as patch:
        patch.setattr(of, name, once)
        hall.rule("spare", board="5", to_board="10009")
    assert hall.hall.view().rulings[-1].why_not.startswith("The monitor itself failed")
    assert [(v.board, v.serial, v.link) for v in hall.hall.view().boards if v.serial] == [
        ("5", "10005", "up"), ("10009", "10009", "up")
    ]  # fmt: skip
    hall.moves("5", "Nf3")
    assert hall.sans("5") == "e4 e5 Nf3"
