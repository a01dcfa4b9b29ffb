from pathlib import Path
from random import Random

import pytest

from drivers.capture import read_capture
from tests.tools import damage
from tests.tools.damage import WAYS, Damage, damaged

CAPTURE = "# dgt-capture 1\n# synthetic: yes\n0.0 P01 up\n0.1 P01 tx 42\n" + "".join(
    f"{second}.5 P01 rx 8e 00 05 {second % 64:02x} 01\n" for second in range(1, 200)
)


@pytest.fixture
def capture(tmp_path: Path) -> Path:
    path = tmp_path / "in.dgt"
    path.write_text(CAPTURE, encoding="utf-8")
    return path


def run(capture: Path, seed: int, *more: str) -> str:
    target = capture.with_name("out.dgt")
    assert damage.main([str(capture), str(target), "--seed", str(seed), *more]) == 0
    return target.read_text(encoding="utf-8")


def test_the_header_says_what_was_done(capture: Path) -> None:
    text = run(capture, 3, "--rate", "0.1")
    assert text.splitlines()[:3] == [
        "# dgt-capture 1",
        "# synthetic: yes",
        "# damaged: seed 3, rate 0.1, flip delete insert",
    ]


def test_the_same_seed_does_the_same_damage(capture: Path) -> None:
    assert run(capture, 3, "--rate", "0.1") == run(capture, 3, "--rate", "0.1")
    assert run(capture, 3, "--rate", "0.1") != run(capture, 4, "--rate", "0.1")


def test_only_received_bytes_are_damaged(capture: Path) -> None:
    run(capture, 3, "--rate", "1", "--ways", "delete")
    records = list(read_capture(capture.with_name("out.dgt")))
    assert [record.kind for record in records] == ["up", "tx"]


def test_no_damage_at_rate_zero(capture: Path) -> None:
    run(capture, 3, "--rate", "0")
    assert [r[:4] for r in read_capture(capture)] == [r[:4] for r in read_capture(capture.with_name("out.dgt"))]


@pytest.mark.parametrize(("way", "length"), [("flip", 1000), ("delete", 0), ("insert", 2000)])
def test_the_ways_of_damage(way: str, length: int) -> None:
    out = damaged(bytes(1000), Damage(1, 1.0, (way,)), Random(1))
    assert len(out) == length
    if way == "flip":
        assert all(byte.bit_count() == 1 for byte in out)


def test_the_rate_is_that_of_bytes() -> None:
    before = bytes(100_000)
    after = damaged(before, Damage(1, 0.01, ("flip",)), Random(1))
    assert 800 < sum(map(bool, after)) < 1200
    assert len(WAYS) == 3
