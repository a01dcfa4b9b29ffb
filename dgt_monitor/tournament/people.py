"""Who plays: the two names at a board, and what else is known of each player. Pure."""

from typing import Final, NamedTuple


class Players(NamedTuple):
    """Who sits at a board."""

    white: str = ""
    black: str = ""

    @property
    def short(self) -> str:
        """Both surnames, `Petrov-Silva`; empty if nobody is named."""
        return "-".join(name.partition(",")[0].strip() or "?" for name in self) if any(self) else ""


NOBODY: Final = Players()
"""It is not known who sits at a board."""


class Person(NamedTuple):
    """A player of the event; what is not known is empty."""

    name: str
    title: str = ""
    """As it is written before a name: GM, WFM."""
    rating: int = 0
    """0: none."""
    federation: str = ""
    fide_id: str = ""
    team: str = ""

    def filled_from(self, other: "Person") -> "Person":
        """The same, with what `other` knows beside it."""
        return self._replace(**{key: value for key, value in other._asdict().items() if not getattr(self, key)})


class Pairing(NamedTuple):
    """One game of a round, as a pairing program hands it over."""

    board: str
    """Its label in the hall."""
    white: Person
    black: Person

    @property
    def players(self) -> Players:
        """Both names."""
        return Players(self.white.name, self.black.name)
