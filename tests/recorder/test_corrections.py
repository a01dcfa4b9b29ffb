"""Rulings on the past of games in a journal: a hall made again from it, also by its last games only, has them."""

import random
from pathlib import Path

import pytest

from dgt_monitor.hall.entries import Ruling
from dgt_monitor.journal.reading import read_journal
from dgt_monitor.recorder.rebuilding import rebuild, rebuild_last_games
from dgt_monitor.recorder.record import open_record
from tests.drawn import drawn
from tests.hall.test_correcting_at_random import rulings
from tests.recorder.journalling import Watch
from tests.recorder.test_rulings import seen

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
    rng, path = random.Random(seed), tmp_path / "event.dgtj"
    for number in range(2):
        record = open_record(path)
        assert record.differences == []
        watch = Watch(f"{HALL}&stagger={number + 5}&seed={seed}", record)
        for t_s in sorted(rng.uniform(10, 80) for _ in range(6)):
            watch.until(t_s)
            if watch.hall.view().boards:
                corrected_at_random(watch, rng)
        watch.until(90 if number else 1e9)
        watch.flush()
        if not number:
            watch.finish()
        live = seen(watch.hall)
        record.close()
    journal = read_journal(path)
    for made in (rebuild(journal), rebuild_last_games(journal)):
        assert made.comparison.differences == []
        assert seen(made.hall) == live
