"""Lists of touches changed: later, from another square, put wrong first. The lists given are left as they are."""

from collections.abc import Iterable
from random import Random

from drivers.readings import EMPTY
from drivers.simulator.hand import Touch
from drivers.simulator.profiles import HandProfile

_BY_HAND_S = 0.03
"""What happens closer together than this is one piece being pushed (hands.md 4: a square takes 0.022 s and more)."""


def in_order(touches: Iterable[Touch]) -> list[Touch]:
    """By time."""
    return sorted(touches, key=lambda touch: touch.t_s)


def later(touches: Iterable[Touch], by_s: float) -> list[Touch]:
    """All of them so much later."""
    return [touch._replace(t_s=touch.t_s + by_s) for touch in touches]


def put_down(touches: Iterable[Touch], landing: Touch) -> bool:
    """The piece of this landing comes out of the air, and was not pushed there: it lands once, long after any lift."""
    for one in touches:
        if one == landing:
            continue
        if one.piece == landing.piece or abs(one.t_s - landing.t_s) <= _BY_HAND_S:
            return False
    return True


def from_elsewhere(touches: Iterable[Touch], origin: int, there: int) -> list[Touch]:
    """The piece is taken from another square."""
    return [touch._replace(square=there) if touch.square == origin else touch for touch in touches]


def wrong_square(
    touches: list[Touch], landing: Touch, wrong: int, profile: HandProfile, rng: Random
) -> tuple[list[Touch], float]:
    """The landing is made on a wrong square first; also how much later all that follows is for that."""
    place = touches.index(landing)
    rest_s, air_s = rng.uniform(*profile.habits.wrong_s), rng.uniform(*profile.air_s)
    there = [landing._replace(square=wrong), Touch(landing.t_s + rest_s, wrong, EMPTY)]
    return touches[:place] + there + later(touches[place:], rest_s + air_s), rest_s + air_s


def wrong_piece(touches: list[Touch], landing: Touch, wrong: str, profile: HandProfile, rng: Random) -> list[Touch]:
    """Another piece is put on the landing's square first, and exchanged."""
    place = touches.index(landing)
    rest_s, away_s = rng.uniform(*profile.habits.wrong_s), rng.uniform(*profile.exchange_s)
    there = [landing._replace(piece=wrong), Touch(landing.t_s + rest_s, landing.square, EMPTY)]
    return touches[:place] + there + later(touches[place:], rest_s + away_s)
