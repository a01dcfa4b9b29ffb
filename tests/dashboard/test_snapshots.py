"""Two dozen screens as they were looked at and found good: their text, and how each part of it is drawn.

They stand in `snapshots/`, readable, so that a change of them is reviewed as what it is. After a change that is meant,
make them again with

    python -m tests.dashboard.test_snapshots

and read the difference. Time, moves and names are the test's own, so they change with nothing else.
"""

import asyncio
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.dashboard.screens import SHOTS, picture, shown

FOLDER = Path(__file__).parent / "snapshots"


@pytest.mark.parametrize("name", SHOTS)
async def test_a_screen_is_as_it_was(name: str) -> None:
    drawn = await shown(SHOTS[name])
    columns, lines = SHOTS[name].size
    assert [cell_len(strip.text) for strip in drawn] == [columns] * lines
    kept = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert picture(drawn).splitlines() == kept.splitlines(), (
        "if this is meant: python -m tests.dashboard.test_snapshots"
    )


def test_every_snapshot_is_of_a_screen() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(SHOTS)


def test_all_sizes_and_looks_are_among_them() -> None:
    assert {shot.size for shot in SHOTS.values()} == {(80, 24), (120, 40), (160, 45)}
    assert {tuple(shot.environ) for shot in SHOTS.values()} == {(), ("COLORFGBG",), ("NO_COLOR",)}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.iterdir():
        path.unlink()
    for name, shot in SHOTS.items():
        text = picture(asyncio.run(shown(shot)))
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")
    print(f"{len(SHOTS)} screens in {FOLDER}")


if __name__ == "__main__":
    main()
