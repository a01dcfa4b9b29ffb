"""An undoing that names itself, or one to come, is refused, and can be named by another one."""

from tests.hall.correcting import CorrectedHall


def test_it_is_refused_and_may_be_named() -> None:
    hall = CorrectedHall()
    hall.moves("P1", "e4 e5")
    hall.refused("undo", board="", undoes=1)
    hall.refused("undo", board="", undoes=3)
    hall.rule("undo", board="", undoes=1)
    hall.rule("undo", board="", undoes=2)
    assert hall.sans() == "e4 e5"
