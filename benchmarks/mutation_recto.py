"""Recto's side of `mutation`: the functions as they are."""

from collections.abc import Callable
from typing import Any

import recto

from .mutation import WORK, cases


def prepare(name: str, arguments: list) -> Callable[[], Any]:
    compiled, given = recto.jit(WORK[name][0]), [recto.device_put(a) for a in arguments]
    return lambda: recto.block_until_ready(compiled(*[recto.Array(a.buf) for a in given]))


CASES = cases(prepare)
