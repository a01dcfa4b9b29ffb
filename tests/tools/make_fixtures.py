"""Makes the captures of `hw_fixtures/` from the games in `hw_fixtures/pgn/`, each by its stated command.

    python -m tests.tools.make_fixtures [NAME ..] [--into DIR]

A capture is a recording: once its expected events stand beside it, it is made anew only for a reason.
"""

import argparse
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from dgt_monitor.cli.simulate import simulate
from tests.replay_fixtures import FIXTURES
from tests.tools import damage

OPTIONS: Mapping[str, str] = {
    "fivefold": "--seed 1",
    "look-alike-castling": "--seed 2",
    "look-alike-en-passant": "--seed 3",
    "seventyfive": "--seed 4",
    "rotated": "--seed 5",
    "every-special-move": "--seed 6",
    "hall-of-eight": "--seed 8 --stagger 45",
    "damaged-bytes": "--seed 7 --dumps",
}
"""What follows `dgt-monitor simulate hw_fixtures/pgn/NAME.pgn -o hw_fixtures/NAME.dgt.gz`."""
DAMAGE: Mapping[str, str] = {"damaged-bytes": "--seed 7 --rate 0.002"}
"""What follows `python -m tests.tools.damage WHOLE.dgt hw_fixtures/NAME.dgt.gz` where a capture is damaged after."""


def make(name: str, into: Path) -> Path:
    """Make one capture; answers its path."""
    target = into / f"{name}.dgt.gz"
    source = FIXTURES / "pgn" / f"{name}.pgn"
    with TemporaryDirectory() as scratch:
        simulated = Path(scratch) / f"{name}.dgt" if name in DAMAGE else target
        simulate.main([str(source), "-o", str(simulated), *shlex.split(OPTIONS[name])], standalone_mode=False)
        if name in DAMAGE:
            damage.main([str(simulated), str(target), *shlex.split(DAMAGE[name])])
    return target


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="all of them if none is named")
    parser.add_argument("--into", type=Path, default=FIXTURES, metavar="DIR")
    options = parser.parse_args(arguments)
    unknown = set(options.names) - set(OPTIONS)
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(OPTIONS)}")
    for name in options.names or OPTIONS:
        make(name, options.into)
    return 0


if __name__ == "__main__":
    sys.exit(main())
