"""Without the readings that are not kept, the same moves, counts and alerts come out."""

from random import Random

import pytest

from dgt_monitor.events import Event
from dgt_monitor.hall.hall import Hall
from dgt_monitor.journal.forms import shown, without_clock
from dgt_monitor.recorder.keeping import Keeping
from drivers.readings import Asked, BoardDump, Clock, FieldUpdate, Identity, LineUp, Reading
from drivers.source import Stamped
from tests.drawn import drawn
from tests.recorder.journalling import Watch

DRAWN = drawn()
HALLS = (
    "boards=4&think=0.3",
    "boards=4&think=0.3&hands=rough",
    "boards=6&think=0.4&cuts=4&hands=rough",
    "boards=4&think=0.3&noise=300",
    "boards=6&think=0.3&lines=bus&cuts=1",
)


def known(events: list[Event]) -> list[tuple[str, str]]:
    return [(told[0], without_clock(*told)) for event in events if (told := shown(event)) is not None]


def replayed(stamps: list[Stamped], end_s: float) -> list[tuple[str, str]]:
    hall, out = Hall(), []
    for stamp in stamps:
        out += hall.read(*stamp)
    return known(out + hall.finish(end_s))


def check_hall(hall_url: str, seed: int) -> tuple[int, int]:
    everything: list[Stamped] = []
    kept: list[Stamped] = []
    watch = Watch(f"sim://?{hall_url}&speed=max&seed={seed}")
    keeping = Keeping(watch.hall.board_at)

    def seen(stamp: Stamped) -> None:
        everything.append(stamp)
        kept.extend(keeping.take(*stamp))
        kept.extend(keeping.due(stamp.t_s))

    watch._seen = seen
    watch.until(1e9)
    kept += keeping.all()
    end_s = watch.hall.t_s
    kept.sort(key=lambda stamp: stamp.t_s)
    whole = known(watch.finish())
    assert replayed(everything, end_s) == whole
    assert replayed(kept, end_s) == whole
    return len(kept), len(everything)


@pytest.mark.parametrize("hall_url", HALLS)
@pytest.mark.parametrize("seed", [1, DRAWN])
def test_what_is_not_kept_changes_nothing(hall_url: str, seed: int) -> None:
    print(f"{hall_url}, seed {seed}")
    kept, everything = check_hall(hall_url, seed)
    assert kept < everything


def chess_start() -> str:
    """The squares of the start position, a1 first."""
    return "RNBQKBNR" + "P" * 8 + "." * 32 + "p" * 8 + "rnbqkbnr"


class TestOneLine:
    PLACE = ("P1", None)

    def kept(self, *told: tuple[float, Reading]) -> list[Reading]:
        hall = Hall()
        keeping = Keeping(hall.board_at)
        out: list[Stamped] = []
        for t_s, reading in told:
            out += keeping.due(t_s)
            out += keeping.take(t_s, *self.PLACE, reading)
            hall.read(t_s, *self.PLACE, reading)
        return [stamp.reading for stamp in sorted(out, key=lambda stamp: stamp.t_s)]

    def test_a_clock_that_counts_down_is_not_kept_and_one_that_is_pressed_is(self) -> None:
        clocks = [Clock(60 - n, 60, running=True, to_move="left") for n in range(5)]
        pressed = Clock(56, 60, running=True, to_move="right")
        told: list[Reading] = [LineUp(), *clocks, pressed]
        kept = self.kept(*enumerate(told))
        assert kept == [LineUp(), clocks[0], pressed]

    def test_a_question_is_kept_if_nobody_answers_it(self) -> None:
        update = FieldUpdate(12, ".")
        kept = self.kept((0, LineUp()), (1, Asked("dump")), (1.1, update), (2, Asked("dump")), (5, Asked("dump")))
        assert kept == [LineUp(), update, Asked("dump")]

    def test_an_answer_after_a_question_that_was_kept_is_kept_too(self) -> None:
        clock = Clock(60, 60, running=True, to_move="left")
        counting = [clock._replace(left_s=60 - n) for n in range(1, 4)]
        told: list[Reading] = [LineUp(), clock, counting[0], Asked("dump"), Asked("dump"), counting[1], counting[2]]
        kept = self.kept(*((2.0 * n, each) for n, each in enumerate(told)))
        assert kept == [LineUp(), clock, Asked("dump"), Asked("dump"), counting[1]]

    def test_of_numbers_told_again_the_last_is_kept_where_another_board_answers(self) -> None:
        number, version, other = Identity(serial="12345"), Identity(version="1.8"), Identity(serial="54321")
        update = FieldUpdate(12, ".")
        told: list[Reading] = [LineUp(), number, version, number, version, number, update, version]
        assert self.kept(*enumerate(told)) == [LineUp(), number, version, update]
        assert self.kept(*enumerate([*told, other])) == [LineUp(), number, version, number, update, other]

    def test_squares_told_again_are_not_kept(self) -> None:
        start = chess_start()
        told: list[Reading] = [LineUp(), BoardDump(start), BoardDump(start), FieldUpdate(12, "."), BoardDump(start)]
        assert self.kept(*enumerate(told)) == [LineUp(), BoardDump(start), FieldUpdate(12, "."), BoardDump(start)]


if __name__ == "__main__":  # how sure the drawn seed is: python -m tests.recorder.test_keeping
    for number in range(40):
        for one in HALLS:
            print(number, one, check_hall(one, Random(number).randrange(10_000)))
