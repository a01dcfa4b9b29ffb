"""Who may see what: passphrases, the sessions that they open, and how often one may guess. No clock, no socket."""

import hmac
import secrets
from collections import deque
from collections.abc import Callable
from hashlib import sha256
from typing import Final, Literal, NamedTuple

May = Literal["look", "rule"]
SHORTEST: Final = 8
"""Characters of a passphrase at least (chosen: with `GUESSES` a day of guessing is some 14 000)."""
LONGEST: Final = 200
"""Characters of what is taken for one."""
SESSION_S: Final = 12 * 3600.0
"""So long a browser stays let in (chosen: a day in the hall)."""
SESSIONS: Final = 64
"""So many at once; the oldest gives way."""
GUESSES: Final = 10
"""Wrong ones in `GUESSING_S`, from everybody together; then nobody is let in for the rest of it (chosen)."""
GUESSING_S: Final = 60.0
_TOKEN_BYTES: Final = 32


class Session(NamedTuple):
    """A browser that was let in."""

    may: May
    until_s: float
    form_token: str
    """Comes back with every form: so no page from elsewhere can send one."""


class PassphraseError(ValueError):
    """A passphrase that cannot be taken; the text says why."""


class Guard:
    """Lets in by passphrase. `now` is any clock of seconds that does not go back."""

    def __init__(self, look: str, rule: str, now: Callable[[], float]) -> None:
        for name, text in (("passphrase", look), ("passphrase for ruling", rule)):
            if (text or name == "passphrase") and not SHORTEST <= len(text) <= LONGEST:
                raise PassphraseError(f"the {name} must have {SHORTEST} to {LONGEST} characters")
        if look == rule:
            raise PassphraseError("the two passphrases must not be the same")
        self._look, self._rule = _hashed(look), _hashed(rule) if rule else b""
        self._now = now
        self._sessions: dict[str, Session] = {}
        self._wrong_s: deque[float] = deque(maxlen=GUESSES)

    @property
    def may_rule(self) -> bool:
        """Whether anybody may rule here."""
        return bool(self._rule)

    @property
    def locked(self) -> bool:
        """Whether too much was guessed."""
        return len(self._wrong_s) == GUESSES and self._now() - self._wrong_s[0] < GUESSING_S

    def open(self, passphrase: str) -> str | None:
        """The token of a new session; None where the passphrase is wrong, or nobody is let in now."""
        if self.locked:
            return None
        given = _hashed(passphrase[: LONGEST + 1])
        may_look, may_rule = hmac.compare_digest(given, self._look), hmac.compare_digest(given, self._rule)
        if not (may_look or may_rule):
            self._wrong_s.append(self._now())
            return None
        while len(self._sessions) >= SESSIONS:
            del self._sessions[next(iter(self._sessions))]
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        may: May = "rule" if may_rule else "look"
        self._sessions[token] = Session(may, self._now() + SESSION_S, secrets.token_urlsafe(_TOKEN_BYTES))
        return token

    def session(self, token: str) -> Session | None:
        """The session of this token, as long as it lasts."""
        found = self._sessions.get(token)
        if found is not None and self._now() >= found.until_s:
            del self._sessions[token]
            return None
        return found

    def close(self, token: str) -> None:
        """End a session."""
        self._sessions.pop(token, None)


def of_session(session: Session, form_token: str) -> bool:
    """Whether a form comes from a page of this session."""
    return hmac.compare_digest(session.form_token.encode(), form_token.encode())


def _hashed(text: str) -> bytes:
    return sha256(text.encode("utf-8", "surrogatepass")).digest()
