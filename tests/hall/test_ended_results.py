"""Results of games that are over: a copy and what it is of do not hear of each other, and share what nobody changed."""

from copy import deepcopy

from dgt_monitor.hall.ended_results import EndedResults
from dgt_monitor.hall.results import Results


def of_games(count: int, undone: set[int]) -> EndedResults:
    ended = EndedResults()
    for game in range(1, count + 1):
        results = Results(undone)
        results.propose(game, "1-0", "kings", 10)
        ended.keep(game, results)
    return ended


def shown(ended: EndedResults) -> dict[int, str]:
    return {game: "" if each.standing is None else each.standing.result for game, each in ended.items()}


def test_what_is_ruled_on_either_side_of_a_copy_stays_there() -> None:
    ended = of_games(3, set())
    copy = deepcopy(ended)
    for one, game, text in ((ended, 1, "0-1"), (copy, 2, "1/2-1/2"), (ended, 3, "0-0")):
        results = one.to_change(game)
        assert results is not None
        results.rule(game, text)
    assert shown(ended) == {1: "0-1", 2: "1-0", 3: "0-0"}
    assert shown(copy) == {1: "1-0", 2: "1/2-1/2", 3: "1-0"}
    assert shown(deepcopy(ended)) == shown(ended)
    assert ended.to_change(4) is None
    assert ended.look(4) is None


def test_what_nobody_changed_is_held_once_by_all_copies() -> None:
    ended = of_games(3, set())
    copies = [deepcopy(ended) for _ in range(16)]
    for copy in copies:
        assert all(one is other for (_, one), (_, other) in zip(copy.items(), ended.items(), strict=True))


def test_an_undone_ruling_counts_neither_in_the_copy_nor_in_a_result_that_was_made_its_own() -> None:
    undone: set[int] = set()
    ended = of_games(1, undone)
    results = ended.to_change(1)
    assert results is not None
    results.rule(7, "0-1")
    copy = deepcopy(ended)
    assert copy.to_change(1) is not None
    undone.add(7)
    assert shown(ended) == shown(copy) == {1: "1-0"}


def test_in_a_copy_for_another_hall_the_rulings_of_that_one_count() -> None:
    undone, there = {7}, set[int]()
    ended = of_games(1, undone)
    results = ended.to_change(1)
    assert results is not None
    results.rule(7, "0-1")
    assert shown(deepcopy(ended, {id(undone): there})) == {1: "0-1"}
    assert shown(ended) == {1: "1-0"}
