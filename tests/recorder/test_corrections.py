"""Rulings on the past of games in a journal: a hall made again from it, also by its last games only, has them."""

import random
from pathlib import Path

import pytest

from dgt_monitor.hall.entries import Ruling
from tests.drawn import drawn
from tests.hall.test_correcting_at_random import rulings
from tests.recorder.journalling import Watch
from tests.recorder.test_rulings import is_the_same_after_restarts

HALL = "sim://?boards=3&speed=max&think=0.2&hands=casual"
SEEDS = [1, 2, 3, 757441, drawn()]


def corrected_at_random(watch: Watch, rng: random.Random) -> None:
    done = [each.number for each in watch.hall.view().rulings if not (each.undone or each.why_not)]
    if done and rng.random() < 0.4:
        ruling = Ruling(0.0, "Ada", "undo", undoes=rng.choice(done))
    else:
        kind, fields = next(rulings(rng, watch.hall))
        ruling = Ruling(0.0, "Ada", kind, **fields)  # type: ignore[arg-type]
    watch.recorder.rule(ruling)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_restart_has_every_correction(seed: int, tmp_path: Path) -> None:
    print(f"seed {seed}")
    halls = [f"{HALL}&stagger={stagger}&seed={seed}" for stagger in (5, 6)]
    is_the_same_after_restarts(tmp_path / "event.dgtj", halls, random.Random(seed), corrected_at_random, 90.0)
