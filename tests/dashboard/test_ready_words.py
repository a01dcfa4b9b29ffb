"""Words of the lists that frame a round."""

import pytest

from dgt_monitor.dashboard.ready_page import spans


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ([], ""),
        (["1", "2", "3", "5"], "1-3, 5"),
        (["1.1", "1.2", "A"], "1.1, 1.2, A"),
        (["9", "10", "12"], "9-10, 12"),
        (["\x1b[2J", "7"], "?[2J, 7"),
    ],
)
def test_boards_in_few_words(names: list[str], told: str) -> None:
    assert spans(names) == told
