"""Effects on the host, in order: each takes `world`, a counter, and gives it back, so that data dependence orders
them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..primitive import Primitive
from ..program import Type


def print_value(world: Any, *values: Any, message: Any) -> Any:
    print(message.fill(values), end="")
    return np.asarray(world)


def print_type(world: Type, *values: Type, message: Any) -> Type:
    return world


def lower_print(emit, world, *values, out, message):
    return emit.callback(lambda w, *vs: print_value(w, *vs, message=message), world, *values, out=out)


host_print = Primitive("host_print", print_value, print_type, lower_print, None, "control", effect=True, foldable=False,
                       show=lambda call: call.param("message").source())
