"""The whole test command: format, lint, types, arrows between rooms, tests. `python -m tests`; status 0 is well."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
STEPS = (
    ("format", [str(BIN / "ruff"), "format", "--check", "."]),
    ("lint", [str(BIN / "ruff"), "check", "."]),
    ("types", [str(BIN / "mypy")]),
    ("arrows", [str(BIN / "lint-imports"), "--no-cache"]),
    ("tests", [sys.executable, "-m", "pytest"]),
)


def main() -> int:
    failed = []
    for name, command in STEPS:
        print(f"== {name}", flush=True)
        if subprocess.run([*command, *(sys.argv[1:] if name == "tests" else [])], cwd=ROOT, check=False).returncode:
            failed.append(name)
    print("failed: " + ", ".join(failed) if failed else "all steps passed", flush=True)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
