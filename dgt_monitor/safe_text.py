"""Text from outside made harmless: no control, no hiding."""

import unicodedata

_UNSAFE = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
"""Unicode categories that can steer a terminal or hide: control, format (bidi), surrogates, private, separators."""


def safe(text: str) -> str:
    """The same text with every control or invisible character replaced by a visible mark."""
    if text.isascii() and text.isprintable():
        return text
    return "".join("\N{REPLACEMENT CHARACTER}" if unicodedata.category(c) in _UNSAFE else c for c in text)
