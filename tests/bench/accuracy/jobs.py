"""Work shared out over processes."""

from collections.abc import Callable, Iterable, Iterator
from multiprocessing import Pool
from traceback import format_exc
from typing import TypeVar

Task = TypeVar("Task")
Answer = TypeVar("Answer")


def in_jobs(work: Callable[[Task], Answer], tasks: Iterable[Task], jobs: int, chunk: int = 1) -> Iterator[Answer]:
    """The answers in the order of the tasks; one job is this process."""
    if jobs == 1:
        yield from map(work, tasks)
        return
    with Pool(jobs) as pool:
        yield from pool.imap(work, tasks, chunksize=chunk)


def or_crash(work: Callable[[Task], Answer], task: Task) -> Answer | str:
    """The answer; or the traceback, since one game that cannot be played or followed is not to end the bench."""
    try:
        return work(task)
    except Exception:  # noqa: BLE001 - whatever it is, it is told, and counts as a goal missed
        return format_exc()
