"""A random program is a list of choices: made from a seed, replayed from a list, and shrunk by shortening that list."""
from __future__ import annotations

import contextlib
import random
from typing import Any, Callable, Iterator, Sequence


class Choices:
    """Numbers below a limit, from a seed or from a list (behind its end all are 0); `made` and `spans` record them."""

    def __init__(self, seed: Any = None, replay: Sequence[int] | None = None):
        self.random = random.Random(str(seed))
        self.replay = replay
        self.made: list[int] = []
        self.spans: list[tuple[int, int]] = []

    def __call__(self, limit: int) -> int:
        k = len(self.made)
        if self.replay is None:
            value = self.random.randrange(limit)
        else:
            value = min(self.replay[k], limit - 1) if k < len(self.replay) else 0
        self.made.append(value)
        return value

    @contextlib.contextmanager
    def span(self) -> Iterator[None]:
        """Choices that belong together: a statement, an expression."""
        start = len(self.made)
        yield
        self.spans.append((start, len(self.made)))


def shrunk(made: Sequence[int], fails: Callable[[Choices], bool], attempts: int = 1500) -> Choices:
    """Choices that still fail, fewer and smaller. `fails` makes the program from them and tries it."""
    best = Choices(replay=list(made))
    if not fails(best):
        raise AssertionError("these choices do not fail")
    improved = True
    while improved and attempts > 0:
        improved = False
        for candidate in candidates(best):
            attempts -= 1
            trial = Choices(replay=candidate)
            if fails(trial) and _size(trial) < _size(best):
                best, improved = trial, True
                break
            if attempts <= 0:
                break
    return best


def _size(choices: Choices) -> tuple[int, list[int]]:
    return len(choices.made), choices.made


def candidates(choices: Choices) -> Iterator[list[int]]:
    """Smaller lists to try: without a span, a span's part instead of it, zeros, lower numbers."""
    made = choices.made
    spans = sorted(set(choices.spans), key=lambda s: s[0] - s[1])
    for a, b in spans:
        yield made[:a] + made[b:]
    for a, b in spans:
        inner = [s for s in spans if a <= s[0] and s[1] <= b and s != (a, b)][:6]
        for c, d in inner:
            yield made[:a] + made[c:d] + made[b:]
        if any(made[a:b]):
            yield made[:a] + [0] * (b - a) + made[b:]
            yield made[:a] + [0] + made[b:]
    for k, value in enumerate(made):
        for smaller in dict.fromkeys((0, value // 2, value - 1)):
            if 0 <= smaller < value:
                yield made[:k] + [smaller] + made[k + 1:]
