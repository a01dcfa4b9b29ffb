"""Behind the curtain nothing of the screen tells a count or a claim; what is to be acted on stays."""

import re

import pytest

from dgt_monitor.dashboard.shown import Shown
from dgt_monitor.events import Level, Rule
from tests.dashboard.fake_hall import NOW_S, STATES, alert, board, hall_of, make_hall
from tests.dashboard.test_claiming import claimed
from tests.dashboard.test_screen import fivefold, seat

COUNTED = re.compile(r"\b[2-9]x|\bstood|\d times\b|threefold|fifty|half-moves|50 moves|claimed now", re.IGNORECASE)


@pytest.mark.parametrize("state", ["twofold", "threefold", "fifty", "playing", "joined late"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 20)])
async def test_the_curtain_hides_counts_and_claims_on_every_page(state: str, size: tuple[int, int]) -> None:
    async with seat(hall_of([board("7", state)]), size) as at:
        await at.press("x")
        assert "CURTAIN" in at.rows[0]
        for keys in ((), ("enter",), ("tab",), ("tab",), ("escape",), ("i",)):
            await at.press(*keys)
            assert not COUNTED.search(at.text), (keys, COUNTED.search(at.text))
        await at.press("escape", "x")
        assert "CURTAIN" not in at.rows[0]


async def test_it_hides_no_draw_to_be_declared() -> None:
    async with seat(hall_of([fivefold("7")])) as at:
        await at.press("x")
        assert "BOARD 7 FIVEFOLD" in at.rows[1]
        assert any("!  7 5x" in row for row in at.rows)


def test_what_a_claim_rests_on_is_kept_for_its_sheet() -> None:
    shown = Shown()
    shown.curtain = True
    (view,) = shown.of(hall_of([claimed("7", text="supported: 3 times")])).boards
    assert view.claim is not None
    assert (view.claim.text, view.claim.evidence is not None) == ("", True)


@pytest.mark.parametrize("curtain", [False, True])
def test_boards_that_did_not_change_stay_the_same_objects(curtain: bool) -> None:
    shown, hall = Shown(), make_hall(len(STATES))
    hall = hall_of(
        [*hall.boards, board("99", alerts=(alert("99", Rule.LINE_NOISY, Level.CHECK, shelved_until_s=1.0),))]
    )
    shown.curtain = curtain
    first, second = shown.of(hall), shown.of(hall._replace(t_s=NOW_S + 1))
    assert all(one is other for one, other in zip(first.boards, second.boards, strict=True))
    changed = hall._replace(boards=(*hall.boards[:-1], board("99")))
    assert shown.of(changed).boards[0] is first.boards[0]
    assert shown.of(changed).boards[-1] != first.boards[-1]
