"""Functions as objects: their attributes, functools.wraps, functools.cache and lru_cache."""

from __future__ import annotations

import copy
import dataclasses
import functools
import inspect
from collections.abc import Callable, Iterator
from typing import Any

import gast

from ...core.errors import CompileError
from ..interpreter import Interpreter
from ..model_operations import called_in_models
from ..state.trail import ALIASES, Kinship, Registers
from ..state.values import Array, Bound, Closure, Instance, Partial, Poison, compute, describe
from .model import Model
from .operations import are_known
from .own_attributes import read_own

# -- attributes --------------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True, slots=True)
class Code:
    """The attributes of the code of a function that is defined in compiled code."""

    co_name: str
    co_argcount: int
    co_posonlyargcount: int
    co_kwonlyargcount: int
    co_nlocals: int
    co_varnames: tuple[str, ...]
    co_flags: int
    co_firstlineno: int


def function_attribute(interp: Interpreter, obj: Closure | Bound | Partial, name: str) -> Any:
    """An attribute of a function that is defined in compiled code, of a method, or of functools.partial."""
    if isinstance(obj, Bound) and name == "__self__":
        return obj.self
    if isinstance(obj, Bound) and name == "__func__":
        return obj.function
    if isinstance(obj, Bound) and name not in ("__class__", "__call__", "__get__"):
        return interp.get_attribute(obj.function, name)
    if isinstance(obj, Partial) and name in ("func", "args", "keywords"):
        return {"func": obj.function, "args": obj.args, "keywords": interp.trail.allocate(dict(obj.kwargs))}[
            name
        ]
    if isinstance(obj, Closure) and obj in interp.classes and name in interp.classes[obj].attributes:
        return read_own(interp, interp.classes[obj].attributes[name], obj, name)
    if isinstance(obj, Closure) and name in OF_CLOSURES:
        return OF_CLOSURES[name](obj)
    if isinstance(obj, Closure) and name == "__get__":
        return Partial(bound_to, (obj,), {})
    raise CompileError(f"{describe(obj)} has no attribute {name} in compiled code")


def bound_to(function: Any, obj: Any, cls: Any = None) -> Any:
    """function.__get__(obj, cls): see `bind`."""


def bind(interp: Interpreter, function: Any, obj: Any, cls: Any = None) -> Any:
    """A function as a method of an object; by its class, the function itself."""
    return function if obj is None else Bound(function, obj)


def full_name(function: Closure) -> str:
    """The `__qualname__`."""
    if function.home is not None:
        return f"{function.home.__qualname__}.{function.name}"
    return f"{function.frame.full_name}.<locals>.{function.name}"


def documentation(function: Closure) -> str | None:
    """The docstring as Python keeps it, which takes off the indentation since version 3.13."""
    match function.node:
        case gast.FunctionDef(body=[gast.Expr(value=gast.Constant(value=str(text))), *_]):
            return compile(f"def f():\n {text!r}", "<docstring>", "exec").co_consts[0].co_consts[0]
    return None


@functools.lru_cache(1024)
def code_of(node: Any, name: str) -> Code:
    """The code that Python makes of a function."""
    bare = copy.copy(node)
    bare.args = copy.copy(node.args)
    bare.args.defaults, bare.args.kw_defaults = [], [None] * len(node.args.kwonlyargs)
    if isinstance(node, gast.FunctionDef):
        bare.decorator_list, bare.returns = [], None
    statement = bare if isinstance(node, gast.FunctionDef) else gast.Expr(bare)
    tree = gast.gast_to_ast(gast.fix_missing_locations(gast.Module([statement], [])))
    made = next(c for c in compute(compile, tree, "<code>", "exec").co_consts if inspect.iscode(c))
    facts = {field.name: getattr(made, field.name) for field in dataclasses.fields(Code)}
    return Code(**facts | {"co_name": name, "co_flags": made.co_flags | inspect.CO_NESTED})


OF_CLOSURES: dict[str, Callable[[Closure], Any]] = {
    "__name__": lambda function: function.name,
    "__qualname__": full_name,
    "__doc__": documentation,
    "__module__": lambda function: function.frame.host.__module__,
    "__defaults__": lambda function: tuple(function.defaults) or None,
    "__kwdefaults__": lambda function: dict(function.kw_defaults) or None,
    "__code__": lambda function: code_of(function.node, function.name),
}


def update_wrapper(interp: Interpreter, wrapper: Any, wrapped: Any, *names: Any, **options: Any) -> Any:
    """functools.update_wrapper, and wraps with `wrapped` given by name: a function that is defined in compiled code
    takes the name, the text and the attributes that it is asked for from the wrapped one."""
    if not isinstance(wrapper, Closure):
        return wrapper
    interp.set_attribute(wrapper, "__wrapped__", wrapped)
    for name in ("__name__", "__qualname__", "__doc__", "__module__"):
        try:
            value = interp.get_attribute(wrapped, name)
        except CompileError as error:
            value = Poison(error.message, error.hint, aliases=error.aliases)
        interp.set_attribute(wrapper, name, value)
    return wrapper


# -- caches ------------------------------------------------------------------------------------------------------------


@called_in_models
def call_cached(interp: Interpreter, function: Any, args: Any, kwargs: dict) -> Any:
    """The result of a function that a cache has around it.

    Raises:
        CompileError: it acts on the host, or changes what is there before it, which the cache does once for each key.
    """
    name = getattr(function, "__name__", getattr(function, "name", "the function"))
    world, serial, mark = interp.registers["world"], interp.trail.serial, interp.trail.mark()
    result = interp.call(function, list(args), dict(kwargs))
    acts = interp.registers["world"] is not world
    if acts or any(changed_before(interp, serial, obj, key) for obj, key, *_ in interp.trail.log[mark:]):
        what = "prints, draws random numbers or calls the host" if acts else "changes existing objects"
        raise CompileError(
            f"{name} {what}, but has a cache, so it would do so only once for each combination of arguments",
            "remove the cache, or the function's side effects",
        )
    for part in parts_written(result):
        interp.trail.cached[id(part)] = name, part
    return result


def changed_before(interp: Interpreter, serial: int, obj: Any, key: Any) -> bool:
    """Whether it is a change of what was there when the function was called."""
    return (
        not isinstance(obj, (Registers, Kinship))
        and key != ALIASES
        and interp.trail.allocated_at(obj) <= serial
    )


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
