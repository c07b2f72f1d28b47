"""Recto's side of `programs`: the functions as they are."""
from collections.abc import Callable
from typing import Any

import recto

from .programs import Work, cases


def prepare(name: str, work: Work) -> Callable[..., Any]:
    compiled = recto.jit(work.function, static_argnums=work.static)
    return lambda *given: recto.block_until_ready(compiled(*given))


CASES = cases(prepare)
