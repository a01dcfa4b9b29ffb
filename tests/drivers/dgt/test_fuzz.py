"""A sample of the fuzzing bench: a fixed seed, and one nobody has tried before."""

import pytest

from tests.bench.fuzz_decode import run
from tests.drawn import drawn

SAMPLE = 4000


@pytest.mark.parametrize("seed", [1, None], ids=["fixed", "random"])
def test_random_and_damaged_streams(seed: int | None) -> None:
    seed = drawn() if seed is None else seed
    print(f"seed {seed}")
    figures = run(SAMPLE, seed)
    assert figures.streams == SAMPLE
    assert figures.compared == SAMPLE // 4
    assert min(figures.readings[kind] for kind in ("FieldUpdate", "Clock", "BoardDump", "Memory")) > 0
    faults = {"noise", "unknown_id", "bad_length", "out_of_range", "interrupted", "cut_off"}
    assert faults <= {str(kind) for kind in figures.dropped}
