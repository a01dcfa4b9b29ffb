"""`dgt-monitor desk --web`: the server from its beginning to its end."""

import asyncio
import ipaddress
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from aiohttp import web

from dgt_monitor.cli.output import EXIT_FAULTY_INPUT, EXIT_WRONG_USAGE, fail, say
from dgt_monitor.cli.web.guard import Guard, PassphraseError
from dgt_monitor.cli.web.passphrases import LOOK, RULE, Passphrases
from dgt_monitor.cli.web.server import DeskServer
from dgt_monitor.dashboard.feed import Feed

LOOPBACK: Final = "127.0.0.1"
LOOK_S: Final = 0.25
"""So often it is asked whether the server is to end."""
LAST_S: Final = 3.0
"""So long pages have to end (chosen)."""
PORTS: Final = range(65_536)


class Address(NamedTuple):
    """Where pages are served."""

    host: str
    port: int
    """0: any that is free."""


def address(text: str) -> Address:
    """`8000`, `0.0.0.0:8000`, `[::1]:8000`; ValueError, with why, if it is none."""
    host, colon, port = text.rpartition(":")
    if not (port.isascii() and port.isdigit() and len(port) <= 5 and int(port) in PORTS):
        raise ValueError(f"{text!r} is no port, nor HOST:PORT")
    return Address(host.strip("[]") if colon and host else LOOPBACK, int(port))


def is_loopback(host: str) -> bool:
    """Whether only this machine comes there."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def serve(
    feed: Feed, at: Address, secret: Passphrases, command: Callable[[str], Sequence[str]], left: threading.Event
) -> None:
    """Serve until `left`; ends the program, with why, where it cannot begin."""
    if not secret.look:
        fail(f"no page without a passphrase: put one into {LOOK} (another one into {RULE}, to rule)", EXIT_WRONG_USAGE)
    try:
        guard = Guard(secret.look, secret.rule, time.monotonic)
    except PassphraseError as error:
        fail(str(error), EXIT_WRONG_USAGE)
    try:
        asyncio.run(_serve(DeskServer(feed, guard, command), at, left, rules=guard.may_rule))
    except OSError as error:
        fail(f"{at.host}:{at.port}: cannot be served: {error.strerror or error}", EXIT_FAULTY_INPUT)


async def _serve(server: DeskServer, at: Address, left: threading.Event, *, rules: bool) -> None:
    runner = web.AppRunner(server.application(), access_log=None, handle_signals=False, shutdown_timeout=LAST_S)
    await runner.setup()
    try:
        site = web.TCPSite(runner, at.host, at.port)
        await site.start()
        port = runner.addresses[0][1]
        host = f"[{at.host}]" if ":" in at.host else at.host
        say(f"the desk: http://{host}:{port}/  the list of alerts: http://{host}:{port}/alerts")
        say("with the second passphrase one may rule" if rules else f"nobody rules from a browser ({RULE} is not set)")
        if not is_loopback(at.host):
            say("others on the network can read what goes over it, the passphrase too: use a network of your own")
        while not left.is_set():
            await asyncio.sleep(LOOK_S)
    finally:
        await runner.cleanup()


def desk_command(options: Sequence[str], author: str, may: str) -> list[str]:
    """The command of one visitor's desk."""
    mine = ["--author", author] if may == "rule" else ["--author", author, "--read-only"]
    return [sys.executable, "-m", "dgt_monitor.cli.start", "desk", *options, *mine]
