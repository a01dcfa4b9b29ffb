"""How long `dgt-monitor --version` takes beside `python -c "import chess"` (Y5): goal at most 2 times.

python -m tests.bench.start_up
"""

import statistics
import subprocess
import sys
import time

ROUNDS = 15
COMMANDS = {
    "version": [sys.executable, "-m", "dgt_monitor.cli.start", "--version"],
    "y5": [sys.executable, "-c", "import chess"],
    "bare": [sys.executable, "-c", "pass"],
}


def main() -> None:
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(ROUNDS):
        for name, command in COMMANDS.items():
            before = time.perf_counter()
            subprocess.run(command, check=True, capture_output=True)
            times[name].append(time.perf_counter() - before)
    ms = {name: statistics.median(values) * 1e3 for name, values in times.items()}
    print(
        f"medians of {ROUNDS} rounds: --version {ms['version']:.0f} ms, Y5 {ms['y5']:.0f} ms, bare {ms['bare']:.0f} ms"
    )
    print(f"--version / Y5  {ms['version'] / ms['y5']:.2f}  goal <= 2")


if __name__ == "__main__":
    main()
