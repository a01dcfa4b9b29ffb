"""Requests to lichess. The token is in their header and nowhere else."""

import json
import logging
from typing import Any, Final

import httpx

import dgt_monitor
from dgt_monitor.broadcast.lichess.pushing import Answer, GameAnswer, Push

CONNECT_S: Final = 10.0
"""Until there is a line (chosen)."""
ANSWER_S: Final = 30.0
"""Until there is an answer; lichess's own queue gives up after 10 s (chosen)."""
MOST_BYTES: Final = 1_000_000
"""A longer answer is none (chosen: one of 100 games has a twentieth of it)."""
RETRY_MOST_S: Final = 3600.0
"""A longer pause than this is not kept, whoever asks for it (chosen)."""
for _name in ("httpx", "httpcore"):  # what they log in detail has the header in it
    logging.getLogger(_name).setLevel(logging.WARNING)


class Client:
    """Sends to one round of a broadcast."""

    def __init__(self, server: str, broadcast: str, token: str) -> None:
        self._url = f"{server}/api/broadcast/round/{broadcast}/push"
        self._token = token
        self._client = httpx.Client(
            timeout=httpx.Timeout(ANSWER_S, connect=CONNECT_S),
            headers={"User-Agent": f"dgt-tournament-monitor/{dgt_monitor.__version__}", "Accept": "application/json"},
        )

    def __call__(self, push: Push) -> Answer:
        """Send it, and wait for what comes of it."""
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "text/plain; charset=utf-8"}
        try:
            with self._client.stream(
                "POST", self._url, content=push.body.encode("utf-8", "replace"), headers=headers
            ) as response:
                data = b""
                for chunk in response.iter_bytes():
                    data += chunk
                    if len(data) > MOST_BYTES:
                        return Answer(None, error="the answer has no end")
                return answer_of(response.status_code, response.headers.get("Retry-After", ""), data)
        except httpx.TimeoutException:
            return Answer(None, error="no answer in time")
        except httpx.ConnectError:
            return Answer(None, error="no connection")
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            return Answer(None, error=type(error).__name__)  # its text may have the request in it

    def close(self) -> None:
        """Let the line go."""
        self._client.close()


def answer_of(status: int, retry_after: str, data: bytes) -> Answer:
    """An answer as it came; what cannot be read is as if it had not come."""
    retry_s = (
        float(min(int(retry_after[:9]), RETRY_MOST_S))
        if retry_after[:9].isascii() and retry_after[:9].isdigit()
        else 0.0
    )
    try:
        told: Any = json.loads(data)
    except (ValueError, RecursionError):
        told = None
    told = told if isinstance(told, dict) else {}
    if status == 200:
        games = told.get("games")
        if not isinstance(games, list):
            return Answer(None, error="an answer that cannot be read")
        return Answer(200, tuple(map(_game, games)))
    error = told.get("error", "")
    return Answer(status, (), error if isinstance(error, str) else "", retry_s)


def _game(told: Any) -> GameAnswer:
    told = told if isinstance(told, dict) else {}
    tags = told.get("tags")
    kept = {str(name): str(value) for name, value in tags.items()} if isinstance(tags, dict) else {}
    error = told.get("error")
    return GameAnswer(kept, str(error) if error else "")
