"""obj.name for every kind of abstract value."""
from __future__ import annotations

import types
from typing import Any

import gast
import numpy as np

from ..build import Sym
from ..errors import CompileError
from ..library import ATTRIBUTES, METHODS
from ..spelling import did_you_mean, names_of
from .containers import METHODS as CONTAINER_METHODS
from .extents import Sliced
from .interpreter import EXPRESSIONS, Frame, Interpreter
from .outside import TRUSTED
from .purity import HIDDEN, public
from .refused import HIDDEN_STATE, SET_CHANGED
from .union_types import depends_on_path
from .values import (Array, Bound, Closure, Counted, DynamicText, External, HostMethod, Instance, Lens, Partial,
                     Path, Super,
                     describe)

PLAIN = {"shape": lambda t: t.shape, "ndim": lambda t: t.ndim, "size": lambda t: t.size, "dtype": lambda t: t.dtype,
         "itemsize": lambda t: t.dtype.itemsize, "nbytes": lambda t: t.size * t.dtype.itemsize,
         "strides": lambda t: np.empty(t.shape, t.dtype).strides}


ARRAY_NAMES = (*PLAIN, *ATTRIBUTES, *METHODS, "item", "tolist", "copy", "sort", "fill")


def get_attribute(interp: Any, obj: Any, name: str) -> Any:
    obj = interp.settled(obj)
    match obj:
        case Array() | Sym():
            return array_attribute(interp, obj, name)
        case Sliced():
            from .sliced_calls import sliced_attribute
            return sliced_attribute(interp, obj, name)
        case Instance():
            return instance_attribute(interp, obj, name)
        case External():
            return external_attribute(interp, obj, name)
        case Super():
            return super_attribute(interp, obj, name)
        case Closure() | Partial() | Bound() | Counted():
            raise CompileError(f"{describe(obj)} has no attribute {name} in compiled code")
    if isinstance(obj, (list, dict, tuple, str)) and name in CONTAINER_METHODS.get(type(obj), {}):
        return HostMethod(name, obj)
    if isinstance(obj, tuple) and hasattr(obj, "_fields"):
        return namedtuple_attribute(interp, obj, name)
    return static_attribute(interp, obj, name)


def no_attribute(message: Any, name: str, known: list[str]) -> CompileError:
    """The error for an attribute that is not there, with the one that is like it."""
    said = str(message).partition(": did you mean")[0]
    return CompileError(f"AttributeError: {said}", did_you_mean(name, known) or None)


def read_attribute(interp: Interpreter, frame: Frame, node: gast.Attribute) -> Any:
    return get_attribute(interp, interp.evaluate(frame, node.value), node.attr)


EXPRESSIONS[gast.Attribute] = read_attribute


def static_attribute(interp: Any, obj: Any, name: str) -> Any:
    if isinstance(obj, frozenset) and name in ("add", "discard", "remove", "pop", "update", "clear"):
        raise SET_CHANGED.error()
    if isinstance(obj, DynamicText):
        raise CompileError(f"str.{name} of a dynamic value",
                           "print takes the values themselves, and f-strings of them")
    try:
        value = getattr(obj, name)
    except AttributeError as error:
        raise no_attribute(error, name, names_of(obj)) from None
    if isinstance(obj, type) and isinstance(value, types.FunctionType | types.MethodType):
        return value
    if isinstance(obj, type):
        return interp.external(value, Path(("class", obj, name)))
    if isinstance(obj, types.FunctionType):
        return interp.external(value, Path(("argument", obj), (("attribute", name),)))
    return value


def array_attribute(interp: Any, obj: Any, name: str) -> Any:
    if name in PLAIN:
        union = obj.union if isinstance(obj, Sym) else None
        if union is not None and len({str(PLAIN[name](t)) for t in union}) > 1:
            raise depends_on_path(obj, f".{name}")
        return PLAIN[name](obj.type)
    if name in ATTRIBUTES:
        host = ATTRIBUTES[name]
        if isinstance(obj, Array) and host.view is not None:
            put = host.view
            return interp.view(
                obj, Lens(lambda x: host(x), put if isinstance(put, str) else lambda x, new: put(x, new))
            )
        from .calls import run_host
        return interp.wrap(run_host(interp, host, [obj], {}))
    if name in METHODS or name in ("item", "tolist", "copy", "sort", "fill"):
        return HostMethod(name, obj)
    if isinstance(obj, Sym) and obj.weak:
        python = {"is_integer", "conjugate", "bit_length", "bit_count"}
        if name in python:
            return HostMethod(name, obj)
    if not hasattr(np.ndarray, name):
        error = f"AttributeError: {describe(obj)} has no attribute {name!r}"
        raise CompileError(error, did_you_mean(name, ARRAY_NAMES) or None)
    raise CompileError(f"{describe(obj)} has no attribute {name!r} in compiled code",
                       f"a NumPy function may do the same: np.{name}(x, …)" if hasattr(np, name) else
                       "ask for it outside of the compiled function")


def instance_attribute(interp: Any, obj: Instance, name: str) -> Any:
    if name in obj.attributes:
        return interp.settled(obj.attributes[name], f"{obj.cls.__name__}.{name}")
    if name == "__class__":
        return obj.cls
    return class_attribute(interp, obj.cls, obj, name)


def class_attribute(interp: Any, cls: type, obj: Any, name: str) -> Any:
    """A method, property or class variable, found along the class's bases."""
    for base in cls.__mro__:
        if name in vars(base):
            return bind_attribute(interp, vars(base)[name], base, obj, name)
    known = [*obj.attributes, *dir(cls)] if isinstance(obj, Instance) else names_of(cls)
    raise no_attribute(f"{cls.__name__!r} object has no attribute {name!r}", name, known)


def class_of(obj: Any) -> type:
    return obj.cls if isinstance(obj, Instance) else type(obj.value) if isinstance(obj, External) else type(obj)


def super_attribute(interp: Any, obj: Super, name: str) -> Any:
    order = class_of(obj.self).__mro__
    for base in order[order.index(obj.cls) + 1:]:
        if base is object and name == "__init__":
            return lambda *args: None
        if name in vars(base):
            return bind_attribute(interp, vars(base)[name], base, obj.self, name)
    raise CompileError(f"AttributeError: 'super' object has no attribute {name!r}")


def bind_attribute(interp: Any, value: Any, base: type, obj: Any, name: str) -> Any:
    from .calls import call
    if isinstance(value, (types.FunctionType, property)) and base.__module__.split(".")[0] not in TRUSTED:
        interp.outside.guards[Path(("class", base, name))] = value
    match value:
        case types.FunctionType():
            return Bound(value, obj)
        case property():
            return call(interp, value.fget, [obj], {})
        case staticmethod():
            return value.__func__
        case classmethod():
            return Bound(value.__func__, class_of(obj))
    if hasattr(value, "__recto_function__"):
        return Bound(value.__recto_function__, obj)
    if type(value).__name__ == "cached_property":
        return call(interp, value.func, [obj], {})
    return interp.external(value, Path(("class", base, name)))


def external_attribute(interp: Any, obj: External, name: str) -> Any:
    value = obj.value
    if isinstance(value, types.ModuleType):
        return module_attribute(interp, obj, name)
    if isinstance(value, (list, dict, tuple)) and name in CONTAINER_METHODS.get(type(value), {}):
        return HostMethod(name, obj)
    if public(type(value).__module__) in HIDDEN:
        raise HIDDEN_STATE.error(name=f"{public(type(value).__module__)}.{name}")
    own = getattr(value, "__dict__", {})
    if name not in own:
        for base in type(value).__mro__:
            found = vars(base).get(name)
            if isinstance(found, (types.FunctionType, property, staticmethod, classmethod)) or hasattr(
                found, "__recto_function__"
            ):
                interp.outside.assume(obj.path.then("own", name), False)
                return bind_attribute(interp, found, base, obj, name)
    try:
        return interp.external(getattr(value, name), obj.path.then("attribute", name))
    except AttributeError as error:
        interp.outside.guards[obj.path.then("has", name)] = False
        raise no_attribute(error, name, names_of(value)) from None


def module_attribute(interp: Any, module: External, name: str) -> Any:
    try:
        value = getattr(module.value, name)
    except AttributeError as error:
        raise no_attribute(str(error).partition(". Did you mean")[0], name, names_of(module.value)) from None
    if module.value.__name__ == "numpy.random" or module.value is np and name == "random":
        raise HIDDEN_STATE.error(name="np.random")
    return interp.external(value, module.path.then("attribute", name))


def namedtuple_attribute(interp: Any, obj: tuple, name: str) -> Any:
    if name in obj._fields:
        return interp.settled(getattr(obj, name))
    if name in ("_replace", "_asdict"):
        return HostMethod(name, obj)
    if name == "_fields":
        return obj._fields
    for base in type(obj).__mro__:
        if name in vars(base):
            found = vars(base)[name]
            return bind_attribute(interp, found, base, obj, name)
    raise no_attribute(f"{type(obj).__name__!r} object has no attribute {name!r}", name, names_of(obj))
