"""`watch --http`: a hall served while it is watched, with the arbiter's stream apart; what is wrong is told."""

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from dgt_monitor.cli import tokens
from dgt_monitor.cli.start import cli
from dgt_monitor.cli.tokens import ARBITER, LICHESS, token_of
from tests.cli.test_outlet import until

HALL = "sim://?boards=2&speed={}&think=0.5&seed=5"


def test_a_hall_is_served_while_it_is_watched(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"
    command = [sys.executable, "-m", "dgt_monitor.cli.start", "watch", HALL.format(20), "--json", "--http", address]
    log = (tmp_path / "err").open("wb")
    environment = {**os.environ, ARBITER: "arb1ter"}
    with log, subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log, env=environment) as process:
        try:
            until(lambda: process.poll() is not None or len(boards(address)) == 2)
            until(lambda: process.poll() is not None or any(board["moves"] for board in boards(address)))
            kinds = set()
            headers = {"Authorization": "Bearer arb1ter"}
            with httpx.stream("GET", f"http://{address}/arbiter/events", headers=headers, timeout=20) as answer:
                for line in answer.iter_lines():
                    if line.startswith("data: {") and "board" in line:
                        kinds.add(json.loads(line[6:])["kind"])
                    if {"move", "clock"} <= kinds:
                        break
            assert httpx.get(f"http://{address}/arbiter/events", timeout=20).status_code == 401
            process.send_signal(signal.SIGTERM)
            assert process.wait(20) == 0
        finally:
            process.kill()
    assert (tmp_path / "err").read_text() == f"dgt-monitor: the page of all boards: http://{address}/\n"


def boards(address: str) -> list[dict[str, object]]:
    try:
        found: list[dict[str, object]] = httpx.get(f"http://{address}/boards.json", timeout=20).json()["boards"]
    except httpx.HTTPError:
        return []
    return found


def test_an_address_that_is_taken_stops_no_watch() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        result = CliRunner().invoke(cli, ["watch", HALL.format("max"), "--json", "--http", address])
    assert result.exit_code == 0
    assert f"http://{address}: nobody can be let in there" in result.stderr
    assert result.stdout.count('"kind":"summary"') == 2


@pytest.mark.parametrize("address", ["127.0.0.1", "host:99999", "http://x:1", "a b:1", ""])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    result = CliRunner().invoke(cli, ["watch", "COM3", "--json", "--http", address])
    assert result.exit_code == 2
    assert "is no address such as '127.0.0.1:8080'" in " ".join(result.output.split())


def test_without_the_library_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dgt_monitor.cli.ways.find_spec", lambda _: None)
    result = CliRunner().invoke(cli, ["watch", "COM3", "--json", "--http", "8080"])
    assert result.exit_code == 2
    assert "pip install 'dgt-tournament-monitor[web]'" in " ".join(result.output.split())


def test_tokens_come_from_the_environment_before_the_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "_from_keyring", lambda user: f"of-{user}")
    monkeypatch.delenv(LICHESS, raising=False)
    assert token_of(LICHESS) == "of-lichess"
    monkeypatch.setenv(LICHESS, " env1ronment ")
    assert token_of(LICHESS) == "env1ronment"
    for wrong in ("two words", "umläut", "line\nbreak", "x" * 600):
        monkeypatch.setenv(LICHESS, wrong)
        with pytest.raises(ValueError, match="is no token") as error:
            token_of(LICHESS)
        assert wrong not in str(error.value)


def test_a_keyring_that_fails_has_no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    import keyring
    import keyring.errors

    def locked(*_: str) -> str:
        raise keyring.errors.KeyringLocked

    monkeypatch.delenv(ARBITER, raising=False)
    monkeypatch.setattr(keyring, "get_password", locked)
    assert token_of(ARBITER) == ""
    monkeypatch.setattr(keyring, "get_password", lambda service, user: f"{service}/{user}")
    assert token_of(ARBITER) == "dgt-monitor/arbiter"
