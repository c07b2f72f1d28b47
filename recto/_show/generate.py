"""`generate`: a transformed function as a Python function, which runs with NumPy and can be debugged."""

from __future__ import annotations

import itertools
import linecache
from collections.abc import Callable
from typing import Any

from recto.transform.core.parsing import compile_tree

from .._boundary.argument_checks import check_arguments
from .emit import Plan


@check_arguments
def generate(
    function: Callable[..., Any], transform: Any = None, args: Any = None, *, name: str | None = None
) -> Callable[..., Any]:
    """The function that `emit` prints: plain Python that runs with NumPy, without XLA.

    Its source is known to Python: `inspect.getsource` shows it, pdb steps through it, tracebacks quote it, and Recto
    reads it again. Arguments as for `emit`.

    >>> import inspect, numpy as np, recto
    >>> def cube(x):
    ...     return np.sum(x ** 3)
    >>> slope = recto.generate(cube, "grad", "x: f64[n]")
    >>> slope(np.array([1.0, 2.0]))
    array([ 3., 12.])
    >>> print(inspect.getsource(slope))
    def grad_cube(x):
        return 3 * x ** 2...
    """
    plan = Plan.of(function, transform, args)
    return function_of(plan.text("numpy", name), plan.called(name))


def function_of(text: str, name: str) -> Callable[..., Any]:
    """A function of a text, which Python finds in its cache of lines."""
    numbered = (f"<recto {name}{f' {k}' * bool(k)}>" for k in itertools.count())
    entry = lambda file: (len(text), None, text.splitlines(True), file)
    file = next(f for f in numbered if linecache.cache.setdefault(f, entry(f)) == entry(f))
    space: dict[str, Any] = {"__name__": f"recto.generated.{name}"}
    exec(compile_tree(text, file), space)
    return space[name]
