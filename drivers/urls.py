"""What of a URL is nobody else's business: who asks, with which password, and what stands behind a question mark."""

import re
from typing import Final

HIDDEN: Final = "***"
"""What stands in place of a secret."""
_ASKS: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*://)[^?#]*@")
_QUERY: Final = re.compile(r"(\b(?:[a-z][a-z0-9.-]*\+)?(?:http|ws)s?://[^\s?#]*[?#])\S+", re.IGNORECASE)
"""What stands behind the question mark of a simulator or a line are its settings, and no secret."""


def without_secrets(text: str) -> str:
    """A text in which no URL tells a user, a password or a query."""
    return _QUERY.sub(rf"\g<1>{HIDDEN}", _ASKS.sub(rf"\g<1>{HIDDEN}@", text))
