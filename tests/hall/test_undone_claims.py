"""A claim, an intervention and its end are undone as every ruling is: what was before stands again, and is told."""

import random
from typing import Any

import pytest

from dgt_monitor import events
from dgt_monitor.events import Event
from dgt_monitor.hall.entries import Ruling
from drivers.readings import FieldUpdate
from tests.drawn import drawn
from tests.hall.correcting import KNIGHTS, CorrectedHall
from tests.hall.test_correcting_at_random import Ruled, recorded, typed


def shuffled() -> CorrectedHall:
    hall = CorrectedHall()
    hall.moves("P1", f"{KNIGHTS} {KNIGHTS}")
    hall.until(hall.t_s + 5)
    return hall


def claims(told: list[Event]) -> list[events.Claim]:
    return [event for event in told if isinstance(event, events.Claim)]


def state(hall: CorrectedHall) -> str | None:
    claim = hall.view().claim
    return None if claim is None else claim.state


OPENED: list[tuple[str, dict[str, Any]]] = [("claim", {"route": "9.2.2"}), ("intervene", {})]


class TestOpened:
    @pytest.mark.parametrize(("kind", "fields"), OPENED)
    def test_at_once_leaves_what_was(self, kind: str, fields: dict[str, Any]) -> None:
        hall = shuffled()
        before = hall.held
        hall.rule(kind, after_s=0.0, **fields)
        assert state(hall) == "open"
        (closed,) = claims(hall.undo())
        assert (closed.state, closed.outcome, closed.text) == ("closed", "undone", "")
        assert hall.held == before
        assert hall.view().claim is None

    @pytest.mark.parametrize(("kind", "fields"), OPENED)
    def test_what_was_moved_meanwhile_is_play(self, kind: str, fields: dict[str, Any]) -> None:
        hall, plain = shuffled(), shuffled()
        hall.rule(kind, **fields)
        for each in (hall, plain):
            each.moves("P1", "e4 e5 Nf3")
            each.until(each.t_s + 5)
        assert hall.sans() == f"{KNIGHTS} {KNIGHTS}"
        hall.undo()
        plain.until(hall.t_s)
        assert hall.sans() == plain.sans()
        assert hall.sans().endswith("e4 e5 Nf3")
        assert all(move.sure for move in hall.view().moves)

    def test_its_end_rests_on_it(self) -> None:
        hall = shuffled()
        hall.rule("claim", route="9.2.2")
        hall.rule("close", outcome="drawn")
        assert hall.refused("undo", board="", undoes=1) == (
            "Ruling 2 (close) rests on it and cannot be carried out without: undo that one first."
        )
        assert hall.view().outcome is not None
        hall.undo(2)
        hall.undo(1)
        assert hall.view().claim is None

    def test_undone_and_not_after_all(self) -> None:
        hall = shuffled()
        hall.rule("claim", route="9.2.2", after_s=0.0)
        before = hall.held
        hall.undo()
        (again,) = claims(hall.undo())
        assert (again.state, again.outcome, again.supported) == ("opened", None, True)
        assert hall.held == before

    def test_not_after_all_where_another_is_open_since(self) -> None:
        hall = shuffled()
        hall.rule("claim", route="9.2.2")
        hall.undo()
        hall.rule("intervene")
        assert hall.refused("undo", board="", undoes=2).startswith("Ruling 3 (intervene) rests on it")

    def test_the_one_before_stays_closed(self) -> None:
        hall = shuffled()
        hall.rule("claim", route="9.2.2")
        hall.rule("close", outcome="rejected")
        before = hall.view().claim
        hall.rule("intervene")
        (closed,) = claims(hall.undo())
        assert (closed.what, closed.outcome) == ("intervention", "undone")
        assert hall.view().claim == before


class TestClosed:
    @pytest.mark.parametrize("outcome", ["drawn", "rejected", "over", "reinstated", "as_it_stands"])
    def test_at_once_it_is_open_again(self, outcome: str) -> None:
        hall = shuffled()
        hall.rule("claim", route="9.2.2")
        for square, piece in ((6, "."), (21, "N"), (62, "."), (45, "n"), (1, "."), (18, "N")):
            hall.read(hall.t_s + 0.3, "P1", FieldUpdate(square, piece))
        hall.until(hall.t_s + 5)
        before = hall.held
        hall.rule("close", outcome=outcome, after_s=0.0)
        told = claims(hall.undo())
        assert [(each.state, each.supported) for each in told] == [("opened", True)]
        assert hall.held == before
        assert state(hall) == "open"
        assert hall.hall.board_at("P1", None).play.result is None  # type: ignore[union-attr]

    def test_what_was_played_since_is_no_play(self) -> None:
        hall = shuffled()
        hall.rule("claim", route="9.2.2")
        hall.rule("close", outcome="rejected")
        hall.moves("P1", "e4 e5")
        hall.until(hall.t_s + 5)
        assert hall.sans().endswith("e4 e5")
        told = hall.undo()
        assert [event.ply for event in told if isinstance(event, events.Retract)] == [9]
        assert hall.sans() == f"{KNIGHTS} {KNIGHTS}"

    def test_a_draw_of_a_game_before_is_no_result_any_more(self) -> None:
        hall = shuffled()
        hall.rule("claim", route="9.2.2")
        hall.rule("close", outcome="drawn")
        hall.moves("P1", "e4")
        hall.games["P1"].pop()
        hall.read(hall.t_s + 2, "P1", FieldUpdate(28, "."))
        hall.read(hall.t_s + 0.3, "P1", FieldUpdate(12, "P"))
        hall.moves("P1", "d4 d5")
        assert (hall.view().game, hall.view().before) == (2, hall.view().before)
        assert hall.view().before is not None
        told = hall.undo(2)
        assert [(e.game, e.result) for e in told if isinstance(e, events.Result)] == [(1, "*")]
        assert hall.sans() == "d4 d5"
        hall.undo()
        before = hall.view().before
        assert before is not None
        assert (before.result, before.by) == ("1/2-1/2", "arbiter")
        assert hall.refused("undo", board="", undoes=1).startswith("There is no ruling 1 in the present game")

    def test_play_that_goes_on_after_a_draw(self) -> None:
        hall = shuffled()
        hall.rule("claim", route="9.2.2")
        hall.rule("close", outcome="drawn")
        before = hall.held
        hall.rule("resume")
        hall.until(hall.t_s + 1)
        assert state(hall) == "closed"
        hall.undo()
        assert hall.held == before
        assert state(hall) == "over"

    def test_a_game_that_left_since_rests_on_it(self) -> None:
        hall = CorrectedHall("P1", "P2")
        hall.moves("P1", "e4 e5 Nf3")
        hall.rule("intervene")
        hall.rule("close", outcome="over")
        hall.rule("carry", to_board="P2")
        assert hall.refused("undo", board="", undoes=2).startswith("Ruling 3 (carry) rests on it")
        hall.undo(3)
        hall.undo(2)
        assert state(hall) == "open"


def held(ruled: Ruled, *, alerts: bool = True) -> object:
    """All that is held, but for the clocks beside the moves of a claim: not all they showed is in the record."""
    all_held: Any = ruled.held(alerts=alerts)
    views, readers = all_held
    claims = [view.claim and view.claim.evidence for view in views]
    rest = [view._replace(claim=view.claim and view.claim._replace(evidence=None)) for view in views]
    return rest, [each and (each.answer, each.titles, each.labels, each.first_ply) for each in claims], readers


KINDS = ("claim", "claim", "intervene", "close", "close", "close", "result", "resume", "replace", "carry", "set_aside")


def a_ruling(rng: random.Random, ruled: Ruled) -> tuple[Any, dict[str, Any]]:
    view = rng.choice(ruled.hall.view().boards)
    kind = rng.choice(KINDS)
    fields: dict[str, Any] = {"board": view.board}
    if kind == "claim":
        fields |= {"route": rng.choice(["9.2.1", "9.2.2", "9.3.2"]), "claimant": rng.choice(["", "white", "black"])}
        fields |= {"move": rng.choice(["Nf3", "Ng8", "e4"])}
    elif kind == "close":
        fields |= {"outcome": rng.choice(["drawn", "rejected", "over", "reinstated", "as_it_stands"])}
    elif kind == "result":
        fields |= {"result": rng.choice(["1-0", "1/2-1/2", ""])}
    elif kind == "replace":
        fields |= typed(rng, view)
    elif kind == "carry":
        fields |= {"to_board": rng.choice(ruled.hall.view().boards).board}
    return kind, fields


DOUBT_LATER = pytest.mark.xfail(reason="after an undone set_aside a doubt of moves to and fro is dated 0.3 s later")


@pytest.mark.parametrize("seed", [*range(6), pytest.param(206, marks=DOUBT_LATER), 471, drawn()])
def test_a_ruling_among_claims_and_its_undoing_leave_what_was(seed: int) -> None:
    print(f"seed {seed}")
    rng, ruled = random.Random(seed), Ruled()
    stamps = recorded(seed)
    moments = sorted(rng.sample(range(len(stamps) // 4, len(stamps)), 14))
    for number, stamp in enumerate(stamps):
        ruled.read(stamp)
        if number not in moments:
            continue
        kind, fields = a_ruling(rng, ruled)
        before = held(ruled)
        done = ruled.rule(kind, **fields)
        undone = done and kind not in ("result", "resume") and rng.random() < 0.6
        if undone and ruled.rule("undo", undoes=ruled.last):
            assert held(ruled) == before, f"{kind} {fields} at {ruled.hall.t_s}"


@pytest.mark.parametrize("seed", [*range(6), 469, 477, 506, drawn()])
def test_claims_that_are_all_undone_in_the_end_leave_what_would_be_without(seed: int) -> None:
    print(f"seed {seed}")
    rng, ruled, without = random.Random(seed), Ruled(), Ruled()
    stamps = recorded(seed)
    moments = sorted(rng.sample(range(len(stamps) // 4, len(stamps)), 8))
    done = []
    for number, stamp in enumerate(stamps):
        ruled.read(stamp)
        without.read(stamp)
        if number in moments:
            kind, fields = a_ruling(rng, ruled)
            if kind in ("claim", "intervene", "close") and ruled.rule(kind, **fields):
                done.append(ruled.last)
    for number in reversed(done):
        if not ruled.rule("undo", undoes=number):
            return  # another game has begun since
    assert held(ruled, alerts=False) == held(without, alerts=False)


def test_it_is_shown_with_author_time_and_reason() -> None:
    hall = shuffled()
    hall.rule("claim", route="9.2.2")
    ruling = Ruling(hall.t_s + 3, "Bea", "undo", undoes=1, reason="not claimed at all")
    hall.until(ruling.t_s)
    (told, _) = hall._told(hall.hall.apply(hall.hall.rulings.numbered(ruling)))
    assert isinstance(told, events.Ruled)
    assert (told.board, told.author, told.reason, told.undoes) == ("P1", "Bea", "not claimed at all", 1)
    claim, undo = hall.hall.view().rulings
    assert (claim.undone, undo.author, undo.t_s, undo.reason) == (True, "Bea", ruling.t_s, "not claimed at all")
