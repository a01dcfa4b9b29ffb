"""Opens a way out by its kind. What a kind needs is imported only where it is wanted."""

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from dgt_monitor.broadcast.lichess.way import DryRun, LichessWay, Post
from dgt_monitor.broadcast.ways import Complain, FolderWay, Way
from dgt_monitor.cli.tokens import ARBITER, LICHESS, SERVICE, USERS, token_of
from dgt_monitor.tournament.outs import Out, place_of

Notice = Callable[[str], None]

NEEDS = {"http": ("aiohttp", "web"), "lichess": ("httpx", "lichess")}
"""Of a kind the module without which it does not go, and the extra that has it."""


def missing(kind: str) -> str:
    """What is to be installed for ways out of this kind; empty: nothing."""
    module, extra = NEEDS.get(kind, ("", ""))
    if not module or find_spec(module) is not None:
        return ""
    return f"{module} is not installed: pip install 'dgt-tournament-monitor[{extra}]'"


def open_way(out: Out, complain: Complain, *, notice: Notice) -> Way:
    """A way out; ValueError says why it cannot be opened. `notice` hears what is no fault."""
    if out.kind == "lichess" and out.dry_run:
        notice(f"{out.name}: nothing is sent; what would be stands in {out.dry_run}")
        return LichessWay(out, complain, DryRun(Path(out.dry_run)))
    if lacks := missing(out.kind):
        raise ValueError(lacks)
    if out.kind == "http":
        from dgt_monitor.broadcast.web.way import WebWay

        way = WebWay(out, complain, token_of(ARBITER))
        host, _ = place_of(out.address)
        notice(f"the page of all boards: http://{f'[{host}]' if ':' in host else host}:{way.server.port}/")
        return way
    return FolderWay(out, complain) if out.kind == "pgn" else LichessWay(out, complain, _client(out))


def _client(out: Out) -> Post:
    token = token_of(LICHESS)
    if not token:
        raise ValueError(
            f"no token: put one that may study:write into {LICHESS}, or into the keyring "
            f"(`keyring set {SERVICE} {USERS[LICHESS]}`)"
        )
    from dgt_monitor.broadcast.lichess.client import Client

    return Client(out.server, out.broadcast, token)
