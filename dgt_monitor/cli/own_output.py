"""A watch must not follow what it writes itself: each of its games would come back to it as another one."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from dgt_monitor.cli.real_outs import real_path
from dgt_monitor.tournament.outs import Out
from drivers.registry import scheme_of


def own_output(urls: Sequence[str], outs: Iterable[Out]) -> str:
    """What is wrong where one of these sources reads what one of these ways out writes; empty: nothing."""
    for out in outs:
        for url in urls:
            if _leads_to(url, out):
                return f"{url}: this watch writes its live games there ({out.name}): it would follow itself"
    return ""


def _leads_to(url: str, out: Out) -> bool:
    scheme, rest = scheme_of(url), url.partition(":")[2]
    if scheme == "pgn" and out.kind == "pgn" and rest and "\0" not in rest:
        source, folder = real_path(Path(rest)), real_path(Path(out.folder))
        return source.is_relative_to(folder) or folder.is_relative_to(source)
    return scheme == "pgn+http" and out.kind == "http" and _address(f"http:{rest}") == out.name


def _address(url: str) -> str | None:
    """The name of a way out that would answer there."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or 80
    except ValueError:
        return None
    return Out(kind="http", address=f"[{host}]:{port}" if ":" in host else f"{host}:{port}").name
