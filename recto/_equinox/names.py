"""The functions of Equinox that are not read, and their replacements."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from recto.transform.library import synonyms

from . import functions, internal, modules

METHODS = {
    ("_module._module", "Module", "__new__"): modules.bare,
    ("_module._module", "Module", "__setattr__"): object.__setattr__,
    ("_module._module", "Module", "__getattribute__"): object.__getattribute__,
    ("_jit", "_JitWrapper", "__call__"): functions.call_wrapped,
}
PUBLIC = {
    "branched_error_if": functions.branched_error_if,
    "error_if": functions.error_if,
    "filter_closure_convert": functions.filter_closure_convert,
    "filter_eval_shape": functions.filter_eval_shape,
    "filter_jit": functions.filter_jit,
    "module_update_wrapper": modules.same_module,
    "tree_at": functions.tree_at,
}


@synonyms("equinox")
def found() -> Iterator[tuple[Any, Any]]:
    top = sys.modules["equinox"]
    yield type(getattr(top, "Module", None)).__call__, modules.make
    for (home, cls, name), means in METHODS.items():
        holder = getattr(sys.modules.get(f"equinox.{home}"), cls, None)
        yield vars(holder or object).get(name), means
        yield getattr(holder, name, None), means
    for name, means in PUBLIC.items():
        yield getattr(top, name, None), means
    for name, means in vars(internal.functions).items():
        yield getattr(sys.modules.get("equinox.internal"), name, None), means
