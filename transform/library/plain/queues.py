"""The classes of the module `queue`, for one thread: without locks, and without waiting for another one.

What would wait in Python, `get` of an empty queue and `put` into a full one, raises queue.Empty and queue.Full.
"""

from __future__ import annotations

import heapq
import queue
from collections import deque
from typing import Any

from ..core.reading import read_as


@read_as("queue.Queue")
class Queue:
    """First in, first out."""

    def __init__(self, maxsize: int = 0):
        self.maxsize = maxsize
        self.queue: Any = self.empty_items()

    def empty_items(self) -> Any:
        return deque()

    def store(self, item: Any) -> None:
        self.queue.append(item)

    def take(self) -> Any:
        return self.queue.popleft()

    def qsize(self) -> int:
        return len(self.queue)

    def empty(self) -> bool:
        return len(self.queue) == 0

    def full(self) -> bool:
        return 0 < self.maxsize <= len(self.queue)

    def put(self, item: Any, block: bool = True, timeout: float | None = None) -> None:
        if 0 < self.maxsize <= len(self.queue):
            raise queue.Full()
        self.store(item)

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        if len(self.queue) == 0:
            raise queue.Empty()
        return self.take()

    def put_nowait(self, item: Any) -> None:
        self.put(item)

    def get_nowait(self) -> Any:
        return self.get()

    def task_done(self) -> None:
        """Nobody waits for it."""


@read_as("queue.LifoQueue")
class LifoQueue(Queue):
    """Last in, first out."""

    def empty_items(self) -> Any:
        return []

    def take(self) -> Any:
        return self.queue.pop()


@read_as("queue.PriorityQueue")
class PriorityQueue(Queue):
    """The least item comes first."""

    def empty_items(self) -> Any:
        return []

    def store(self, item: Any) -> None:
        heapq.heappush(self.queue, item)

    def take(self) -> Any:
        return heapq.heappop(self.queue)
