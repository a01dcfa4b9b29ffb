import pytest

from drivers.simulator.habits import NO_HABITS, Habits
from drivers.simulator.profiles import (
    BLITZ,
    BULLET,
    CASUAL,
    CLEAN,
    PROFILES,
    ROUGH,
    HandProfile,
    Odds,
    Span,
    with_takebacks,
)
from drivers.simulator.senses import SOUND

SPANS_THAT_MAY_BE_BELOW_ZERO = {"overlap_s", "early_s"}
TIMES = [name for name in HandProfile._fields if isinstance(getattr(CLEAN, name), tuple) and name.endswith("_s")]
ODDS_OF_HABITS = [name for name in Habits._fields if not name.endswith("_s")]


def spans(profile: HandProfile) -> dict[str, Span]:
    of_habits = {name: getattr(profile.habits, name) for name in Habits._fields if name.endswith("_s")}
    of_senses = {"flicker_s": profile.senses.flicker_s, "blink_s": profile.senses.blink_s}
    return {name: getattr(profile, name) for name in TIMES} | of_habits | of_senses


def test_there_are_five() -> None:
    assert list(PROFILES) == ["clean", "casual", "rough", "blitz", "bullet"]
    assert [profile.name for profile in PROFILES.values()] == list(PROFILES)


@pytest.mark.parametrize("profile", PROFILES.values(), ids=list(PROFILES))
def test_numbers_are_odds_and_spans(profile: HandProfile) -> None:
    for name, (low, high) in spans(profile).items():
        assert low < high, name
        assert low >= 0 or (name in SPANS_THAT_MAY_BE_BELOW_ZERO and high > 0), name
    for name in ODDS_OF_HABITS:
        assert 0 <= getattr(profile.habits, name) < 1, name
    for share in (profile.slide, profile.stop_over, profile.senses.misread, profile.senses.smear):
        assert 0 <= share < 1
    for weights in (profile.capture, profile.en_passant, profile.castling, profile.promotion):
        assert isinstance(weights, Odds)
        assert min(weights) >= 0 < sum(weights)


def test_careful_hands_have_no_habits_and_sound_boards() -> None:
    assert CLEAN.habits == NO_HABITS
    assert not any(getattr(NO_HABITS, name) for name in ODDS_OF_HABITS)
    assert CLEAN.senses == SOUND


def test_rough_hands_do_everything_more_often_than_casual_ones() -> None:
    for name in ODDS_OF_HABITS:
        casual, rough = getattr(CASUAL.habits, name), getattr(ROUGH.habits, name)
        assert rough > casual > 0 or name == "takeback", name
    assert min(*ROUGH.castling, *ROUGH.capture, *ROUGH.promotion) > 0


def test_the_faster_the_sooner() -> None:
    for fast, slow in ((BULLET, BLITZ), (BLITZ, ROUGH)):
        assert fast.think_s < slow.think_s
        assert fast.habits.early > slow.habits.early
        assert fast.air_s[1] < slow.air_s[1]


@pytest.mark.parametrize("profile", PROFILES.values(), ids=list(PROFILES))
def test_takebacks_and_dead_squares_are_asked_for(profile: HandProfile) -> None:
    assert profile.habits.takeback == 0
    assert profile.senses.dead == 0
    asked = with_takebacks(profile, 0.02)
    assert asked.habits.takeback == 0.02
    assert with_takebacks(asked, 0.0) == profile


@pytest.mark.parametrize("profile", PROFILES.values(), ids=list(PROFILES))
def test_no_hand_begins_again_at_once_after_its_own_press(profile: HandProfile) -> None:
    assert profile.habits.recover_s == (0.15, 0.35)
