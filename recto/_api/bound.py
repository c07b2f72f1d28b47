"""`bound`: an upper bound of a computed integer."""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np

from .._boundary.argument_checks import check_arguments
from .._convention.transformation import rules


@check_arguments
def bound(n: Any, most: int | np.integer) -> Any:
    """n, with the upper bound `most`, so that compiled code can make arrays of n elements.

    In compiled code such arrays have room for `most` elements. The bound is checked there too. If n is a list or a
    deque, it never has more than `most` items, so that it can grow in a `while` loop; compiled code raises ValueError
    where it gets longer.

    Raises:
        ValueError: n is larger than `most`, or has more items.

    >>> import numpy as np, recto
    >>> @recto.jit
    ... def steps(x):
    ...     n = recto.bound(int(x.sum()), 10)
    ...     return np.arange(n) ** 2
    >>> steps(np.array([1.0, 3.0]))
    Array([0, 1, 4, 9], dtype=int64)
    """
    if isinstance(n, (list, deque)):
        if len(n) > most:
            raise ValueError(f"{len(n)} items are more than the bound {most}")
    elif n > most:
        raise ValueError(f"{n} is more than its bound {most}")
    return n


bound.__recto_call__ = lambda interp, args, kwargs: rules().bind_bound(interp, *args, **kwargs)
