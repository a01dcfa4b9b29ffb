"""Text that waits to be written."""

from random import Random

import pytest

from drivers.capture.waiting import CHUNK_BYTES, Waiting


def test_what_is_put_comes_out_in_order_however_it_is_cut() -> None:
    rng = Random(5)
    waiting, put, out = Waiting(), b"", b""
    for n in range(3000):
        lines = b"".join(b"%d %d\n" % (n, k) for k in range(rng.randrange(40)))
        waiting.put(lines)
        put += lines
        if rng.random() < 0.5 and waiting:
            taken = rng.randint(1, len(waiting.first()))
            out += waiting.first()[:taken]
            waiting.written(taken)
        assert len(waiting) == len(put) - len(out)
    while waiting:
        out += waiting.first()
        waiting.written(len(waiting.first()))
    assert out == put


def test_of_what_is_too_much_whole_lines_are_kept_and_the_newest_forgotten() -> None:
    waiting = Waiting()
    waiting.put(b"one\ntwo\nthree\n")
    assert waiting.bound(14) == 0
    assert waiting.bound(13) == 6
    assert waiting.first() == b"one\ntwo\n"
    assert waiting.bound(3) == 8
    assert (len(waiting), waiting.first()) == (0, b"")


@pytest.mark.parametrize("most_bytes", [0, 1, CHUNK_BYTES, 3 * CHUNK_BYTES + 17])
def test_what_is_kept_is_the_beginning_of_it_over_all_chunks(most_bytes: int) -> None:
    waiting, put, out = Waiting(), b"", b""
    for n in range(30_000):
        waiting.put(b"%d\n" % n)
        put += b"%d\n" % n
    waiting.bound(most_bytes)
    while waiting:
        out += waiting.first()
        waiting.written(len(waiting.first()))
    assert out == put[: put.rfind(b"\n", 0, most_bytes) + 1]


def test_no_chunk_grows_with_what_waits() -> None:
    waiting = Waiting()
    for _ in range(20_000):
        waiting.put(b"0.000000 P01 rx 8e 00 05 34 00\n")
    assert len(waiting.first()) < CHUNK_BYTES + 100
