"""The project itself: what is installed, what imports what, what the documents promise."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def python(code: str) -> str:
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=50, check=True)
    return run.stdout.strip()


@pytest.mark.parametrize(
    "modules", ["dgt_monitor.laws, dgt_monitor.game", "dgt_monitor.hall.hall, dgt_monitor.recorder.replay"]
)
def test_the_core_loads_no_screen_and_no_port(modules: str) -> None:
    loaded = python(f"import sys, {modules}; print(*sys.modules)").split()
    assert not {"textual", "rich", "serial", "click"} & set(loaded)


def test_every_module_of_the_core_can_be_imported_without_the_screen() -> None:
    code = (
        "import sys, pkgutil, importlib, dgt_monitor.laws as a, dgt_monitor.game as b, dgt_monitor.hall as c\n"
        "for p in (a, b, c):\n"
        "    for m in pkgutil.iter_modules(p.__path__, p.__name__ + '.'): importlib.import_module(m.name)\n"
        "print(*sys.modules)"
    )
    assert not {"textual", "serial", "click"} & set(python(code).split())


def test_version_loads_neither_the_screen_nor_chess() -> None:
    code = (
        "import sys\nfrom dgt_monitor.cli.start import cli\n"
        "try: cli(['--version'])\nexcept SystemExit: pass\nprint(*sys.modules)"
    )
    loaded = python(code)
    assert loaded.startswith("dgt-monitor, version ")
    assert not {"textual", "chess"} & set(loaded.split())


def test_the_wheel_holds_just_the_two_packages(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=55, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"dgt_monitor", "drivers"}
    files = {"dgt_monitor/py.typed", "drivers/py.typed", "dgt_monitor/ARCHITECTURE.md", "drivers/simulator/games.pgn"}
    files |= {f"dgt_monitor/broadcast/web/page.{kind}" for kind in ("html", "css", "js")}
    assert files <= set(names)
    assert any(name.endswith("LICENSE") for name in names)


def test_the_account_of_the_design_names_every_room() -> None:
    account = (ROOT / "dgt_monitor/ARCHITECTURE.md").read_text(encoding="utf-8")
    rooms = [
        path.name for package in ("dgt_monitor", "drivers") for path in (ROOT / package).iterdir() if path.is_dir()
    ]
    for room in (room for room in rooms if not room.startswith("_")):
        assert f"{room}/" in account, room


def test_the_readme_gives_exactly_two_commands_to_set_up() -> None:
    blocks = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    setting_up = [block for block in blocks if "-m venv" in block]
    assert len(setting_up) == 2
    assert all(len(block.strip().splitlines()) == 1 for block in setting_up)


def test_the_readme_says_whose_marks_and_whose_protocol() -> None:
    for words in ("trademark", "not DGT's", "permission", "GPL-3.0-or-later"):
        assert words in README


def test_every_command_is_in_the_readme_and_has_an_example() -> None:
    from click.testing import CliRunner

    from dgt_monitor.cli.start import COMMANDS, cli

    for command in COMMANDS:
        assert f"dgt-monitor {command}" in README
        told = CliRunner().invoke(cli, [command, "--help"])
        assert told.exit_code == 0
        assert "Example" in told.output
        assert f"dgt-monitor {command}" in told.output


def test_no_file_names_a_place_or_a_tool_it_should_not_know() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S607
    if listed.returncode:
        pytest.skip("not a git checkout: the list of files is not known")
    unwanted = re.compile("/wo" + "rk/|/ro" + "ot/|py" + "pi\\.org|python" + "hosted|farm-" + "studio")
    for name in listed.stdout.splitlines():
        path = ROOT / name
        if path.suffix in {".py", ".md", ".toml", ""} and path.is_file():
            assert not unwanted.search(path.read_text(encoding="utf-8")), name


def test_a_watch_loads_no_http_before_it_is_wanted() -> None:
    loaded = python("import sys, dgt_monitor.cli.watch; print(*sys.modules)").split()
    assert not {"aiohttp", "httpx", "keyring"} & set(loaded)
