"""A line search for the strong Wolfe conditions.

Nocedal, Wright: Numerical optimization (2006), algorithms 3.5 and 3.6. Plain NumPy with loops, which Recto reads.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

DECREASE, CURVATURE = 1e-4, 0.9


class Point(NamedTuple):
    """A step length; the value, the gradient, and the slope along the direction that belong to it."""

    a: Any
    f: Any
    g: Any
    d: Any


class Search(NamedTuple):
    """The result of a line search, and whether it was satisfactory."""

    point: Point
    found: Any
    evaluations: Any


def line_search(along: Callable[[Any], Point], start: Point, first: Any, limit: int = 20) -> Search:
    """From `start` (a = 0) along a direction of descent; `first`: the length that is tried first."""
    low, high, found, bracketed, count = bracket(along, start, first, limit)
    if found or not bracketed:
        return Search(low, found, count)
    return zoom(along, start, low, high, count, limit)


def enough(point: Point, start: Point) -> Any:
    return point.f <= start.f + DECREASE * point.a * start.d


def flat(point: Point, start: Point) -> Any:
    return abs(point.d) <= -CURVATURE * start.d


def bracket(along: Callable[..., Any], start: Point, first: Any, limit: int) -> tuple[Any, ...]:
    """(low, high, found, bracketed, evaluations): longer and longer steps until a good one lies between two."""
    low, high, found, bracketed = start, start, False, False
    a, count = first, 0
    while not found and not bracketed and count < limit:
        point = along(a)
        count += 1
        if not enough(point, start) or count > 1 and point.f >= low.f:
            high, bracketed = point, True
        elif flat(point, start):
            low, found = point, True
        elif point.d >= 0:
            low, high, bracketed = point, low, True
        else:
            low = point
            a = 2 * a
    return low, high, found, bracketed, count


def zoom(along: Callable[..., Any], start: Point, low: Point, high: Point, count: Any, limit: int) -> Search:
    """A good step between two, of which `low` has the lower value."""
    found, tries = False, 0
    while not found and tries < limit:
        point = along(between(low, high))
        tries += 1
        if not enough(point, start) or point.f >= low.f:
            high = point
        else:
            if flat(point, start):
                found = True
            elif point.d * (high.a - low.a) >= 0:
                high = low
            low = point
    return Search(low, found, count + tries)


def between(low: Point, high: Point) -> Any:
    """The minimum of the cubic through both points; the middle, where that is not well inside."""
    width = high.a - low.a
    slope = low.d + high.d - 3 * (high.f - low.f) / width
    root = slope * slope - low.d * high.d
    square = np.sqrt(root) if root > 0 else 0.0
    square = square if width > 0 else -square
    bottom = high.d - low.d + 2 * square
    part = 1 - (high.d + square - slope) / bottom if bottom != 0 else 0.5
    inside = root >= 0 and 0.1 <= part and part <= 0.9
    return low.a + width * (part if inside else 0.5)
