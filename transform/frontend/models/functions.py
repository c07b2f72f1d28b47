"""functools.cache and lru_cache."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...core.errors import CompileError
from ..interpreter import Interpreter
from ..model_operations import called_in_models
from ..state.trail import ALIASES, Kinship, Registers
from ..state.values import Array, Instance
from .model import Model
from .operations import are_known


@called_in_models
def call_cached(interp: Interpreter, function: Any, args: Any, kwargs: dict) -> Any:
    """What a function gives that a cache has around it.

    Raises:
        CompileError: it acts on the host, or changes what is there before it, which the cache does once for each key.
    """
    name = getattr(function, "__name__", getattr(function, "name", "the function"))
    world, serial, mark = interp.registers["world"], interp.trail.serial, interp.trail.mark()
    result = interp.call(function, list(args), dict(kwargs))
    acts = interp.registers["world"] is not world
    if acts or any(changed_before(interp, serial, obj, key) for obj, key, *_ in interp.trail.log[mark:]):
        what = "prints, draws, or calls the host otherwise" if acts else "changes what was there before it"
        raise CompileError(
            f"{name} {what}, and has a cache, by which it would do so once for each combination of arguments",
            "take the cache off, or what the function does beside its result",
        )
    for part in parts_written(result):
        interp.trail.cached[id(part)] = name, part
    return result


def changed_before(interp: Interpreter, serial: int, obj: Any, key: Any) -> bool:
    """Is it a change of what was there when the function was called?"""
    return not isinstance(obj, (Registers, Kinship)) and key != ALIASES and interp.trail.born(obj) <= serial


def parts_written(value: Any) -> Iterator[Any]:
    """The arrays, containers and objects that a value consists of."""
    match value:
        case Array():
            yield value.root
        case list() | dict() | Instance():
            yield value
    if isinstance(value, Instance):
        value = value.attributes
    if isinstance(value, (list, tuple, dict)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from parts_written(part)


class Cached(Model):
    """A function that is called once for each combination of known arguments. With others it is called every time:
    it gives the same."""

    __recto_class__ = type(lambda: None)

    def __init__(self, function):
        self.__wrapped__ = function
        self.memo = {}

    def __call__(self, *args, **kwargs):
        key = (args, tuple(kwargs.items()))
        if not are_known(key):
            return call_cached(self.__wrapped__, args, kwargs)
        if key not in self.memo:
            self.memo[key] = self.__wrapped__(*args, **kwargs)
        return self.memo[key]

    def cache_clear(self):
        self.memo.clear()
