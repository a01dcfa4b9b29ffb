"""The entry point: which `drivers` it accepts, what it does with nonsense."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import dgt_monitor
import drivers
from dgt_monitor.cli.start import cli, wrong_drivers


def test_the_drivers_beside_the_monitor_are_right() -> None:
    assert wrong_drivers(dgt_monitor.__file__, drivers.__file__) is None


def test_other_drivers_are_refused_with_what_to_do(tmp_path: Path) -> None:
    package = tmp_path / "drivers"
    package.mkdir()
    (package / "__init__.py").write_text('"""Another package of this common name."""\n')
    code = "import dgt_monitor.cli.start as s; s.main()"
    run = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {code}", "--version"],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert run.returncode == 2
    assert str(package) in run.stderr
    assert "virtual environment of its own" in run.stderr
    assert run.stdout == ""


def test_help_lists_the_commands_with_an_example() -> None:
    told = CliRunner().invoke(cli, ["--help"])
    assert told.exit_code == 0
    assert "replay" in told.output
    assert "Example" in told.output


def test_an_unknown_command_is_wrong_usage() -> None:
    assert CliRunner().invoke(cli, ["frobnicate"]).exit_code == 2


def test_the_console_script_listens_to_signals_before_it_imports_anything_that_takes_time() -> None:
    heavy = ("click", "chess", "serial", "textual", "dgt_monitor.cli.start")
    code = f"import dgt_monitor.cli.entry, sys; print([name for name in {heavy!r} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30, check=True)
    assert run.stdout == "[]\n"


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise on Windows")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_watch_that_is_ended_while_it_starts_ends_without_a_word(name: str) -> None:
    code = (
        "import builtins, os, signal, sys\n"
        "from dgt_monitor.cli.entry import main\n"
        "before = builtins.__import__\n"
        "def importing(name, *rest, **more):\n"
        f"    if name == 'click':\n        os.kill(os.getpid(), signal.{name})\n"
        "    return before(name, *rest, **more)\n"
        "builtins.__import__ = importing\n"
        "sys.argv = ['dgt-monitor', 'watch', 'nowhere', '--json']\n"
        "main()\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
