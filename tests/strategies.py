"""Strategies for Hypothesis whose examples are the same in every process.

Into floats, texts, and integers from 100 on, Hypothesis mixes constants of the modules that are imported by then: with
tests spread over processes, others each time. Whatever is drawn here is made of integers below 100, which it leaves as
they are.
"""
from __future__ import annotations

import random
from collections.abc import MutableSequence, Sequence
from typing import Any

from hypothesis import strategies as st

FEW = 100           # Hypothesis replaces no number below
BITS = 6            # of a digit: 64 < FEW


class Choices(random.Random):
    """A generator of random numbers that Hypothesis makes, and shrinks. Its floats are multiples of 2⁻¹⁸."""

    def __init__(self, few: random.Random) -> None:
        self.few = few

    def __repr__(self) -> str:
        return "Choices(…)"

    def getrandbits(self, k: int) -> int:
        count = -(-k // BITS)
        number = sum(self.few.randrange(2 ** BITS) << BITS * i for i in range(count))
        return number >> (BITS * count - k)

    def random(self) -> float:
        return self.getrandbits(18) / 2 ** 18

    def below(self, n: int) -> int:
        """A number from 0 to n - 1; if there are many, those below n / 64 are a little more frequent than others."""
        return self.few.randrange(n) if n <= FEW else self.getrandbits(n.bit_length() + BITS) % n

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        start, stop = (0, start) if stop is None else (start, stop)
        return start + step * self.below(-((start - stop) // step))

    def randint(self, a: int, b: int) -> int:
        return a + self.below(b + 1 - a)

    def choice(self, seq: Sequence[Any]) -> Any:
        return seq[self.below(len(seq))]

    def sample(self, population: Sequence[Any], k: int, **options: Any) -> list[Any]:
        return self.few.sample(population, k, **options)

    def shuffle(self, x: MutableSequence[Any]) -> None:
        self.few.shuffle(x)


randoms = st.randoms(use_true_random=False).map(Choices)


def integers(low: int, high: int) -> st.SearchStrategy[int]:
    """Integers from low to high, both included, however far apart."""
    return randoms.map(lambda r: r.randint(low, high))


def multiples(step: float, low: int, high: int) -> st.SearchStrategy[float]:
    """The numbers `k * step`, with k from low to high."""
    return st.integers(low, high).map(lambda k: k * step)


seeds = integers(0, 10 ** 6)
