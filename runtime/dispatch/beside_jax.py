"""JAX in the same process: its calls and Recto's use the same C++ dispatcher, which reads one 64-bit flag.

The flag is that of whoever installed one last, and JAX's is off by default. So where JAX is imported its flag stays, as
JAX needs it, and calls of Recto override it for their thread and their duration (0.1 us a call).
"""

import functools
from typing import Any

from .. import _xla
from ..settings import settings
from .route import Route, before


def beside_jax(route: Route) -> Route:
    """A fast route that C++ runs under Recto's 64-bit setting, whatever JAX's is."""
    flag = _xla.jax_enable_x64()

    @functools.wraps(route, updated=())
    def call(*args: Any, **kwargs: Any) -> Any:
        own = flag.swap_local(settings.enable_x64)
        try:
            return route(*args, **kwargs)
        finally:
            flag.set_local(own)

    return before(call, route)


def is_misled() -> bool:
    """Whether C++ takes the arguments of this call for other types than they have, since JAX's flag is in
    force."""
    flag = _xla.jax_enable_x64()
    return flag is not None and flag.value != settings.enable_x64
