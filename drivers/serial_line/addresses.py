"""Whether a URL can name a line at all: what pyserial would refuse for ever, each time in words of its own."""

import re
from collections.abc import Callable, Mapping
from urllib.parse import SplitResult, parse_qs, urlsplit

_RFC2217_OPTIONS = frozenset({"ign_set_control", "poll_modem", "timeout", "logging"})
_LOG_LEVELS = frozenset({"debug", "info", "warning", "error"})


def why_no_line(url: str) -> str | None:
    """What is wrong with this URL and how it should read; None if nothing is, or if it is a plain name."""
    scheme, parted, rest = url.partition("://")
    judge = _JUDGES.get(scheme.lower()) if parted else None
    return None if judge is None else judge(url, rest)


def _network(url: str, scheme: str, options: Callable[[SplitResult], str | None]) -> str | None:
    wanted = f"it should read {scheme}://HOST:PORT"
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return f"no address; {wanted}, with a port up to 65535 and [..] around an address that has colons"
    if not host or not port or parts.path.strip("/") or parts.fragment:
        return f"no address; {wanted}"
    return options(parts)


def _socket(url: str, _rest: str) -> str | None:
    return _network(url, "socket", lambda parts: "no option is known of socket://" if parts.query else None)


def _rfc2217(url: str, _rest: str) -> str | None:
    return _network(url, "rfc2217", _rfc2217_options)


def _rfc2217_options(parts: SplitResult) -> str | None:
    options = parse_qs(parts.query, keep_blank_values=True)
    for name, values in options.items():
        if name not in _RFC2217_OPTIONS:
            return f"no option {name!r} is known of rfc2217://; there are {', '.join(sorted(_RFC2217_OPTIONS))}"
        if name == "timeout" and not _is_seconds(values[0]):
            return "timeout= wants seconds, as timeout=5"
        if name == "logging" and values[0] not in _LOG_LEVELS:
            return f"logging= wants one of {', '.join(sorted(_LOG_LEVELS))}"
    return None


def _is_seconds(text: str) -> bool:
    return re.fullmatch(r"\d{1,4}(\.\d{1,3})?", text) is not None and float(text) > 0


def _hwgrep(_url: str, rest: str) -> str | None:
    pattern, *options = rest.split("&")
    try:
        re.compile(pattern)
    except re.error as error:
        return f"no pattern to look for ports by: {error}; it should read hwgrep://PATTERN, as hwgrep://0403:6001"
    for option in options:
        name, _, value = option.partition("=")
        if name == "n" and (re.fullmatch(r"[0-9]{1,3}", value) is None or int(value) < _FIRST_OF_MORE):
            return "n= wants a number from 2 on: without it the first port is taken"
        if name not in ("n", "skip_busy"):
            return f"no option {name!r} is known of hwgrep://; there are n, skip_busy"
    return None


_FIRST_OF_MORE = 2
"""pyserial takes no n=1."""
_JUDGES: Mapping[str, Callable[[str, str], str | None]] = {"socket": _socket, "rfc2217": _rfc2217, "hwgrep": _hwgrep}
