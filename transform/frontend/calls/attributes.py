"""Attribute access: obj.name for every kind of abstract value."""

from __future__ import annotations

import functools
import io
import operator
import types
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from ...core.dtypes import PYTHON_CLASSES, canonical
from ...core.errors import CompileError, is_missing
from ...core.spelling import did_you_mean, names_of
from ...ir.builder import Sym
from ...library.plain.updated_copies import At
from ...library import ATTRIBUTES, METHODS, protocol
from ..bounded.extents import BoundedArray
from ..bounded.functions import sliced_attribute
from ..expressions.containers import plain
from ..expressions.containers import METHODS as CONTAINER_METHODS
from ..expressions.union_types import check_number, depends_on_path, is_python
from ..dispatch import ATTRIBUTE, CLASS
from ..frame import Frame
from ..generator_functions import OF_FILES
from ..interpreter import EXPRESSIONS, Interpreter, operation
from ..lists.places import ask_for_objects
from ..models.functions import bound_to, function_attribute
from ..models.outside import attribute_of_container, enter_changed, is_container
from ..python_errors import name_in_errors, python_class, unknown_text
from ..models.sets import KnownSet
from ..state.diagnostics import HIDDEN_STATE
from ..state.entered import Appended, may_be_entered
from ..outside.kinds import EXCEPTIONS_MADE, TRUSTED
from ..outside.paths import ABSENT, fetch, found_in
from ..state.purity import HIDDEN, public
from ..models.namespaces import namespace_of
from ..models.bounded.record_attributes import attribute_of_record, for_each_way
from ..models.own_attributes import (
    along_classes,
    has_another,
    is_slot,
    note_fields_alone,
    own_values,
    read_own,
    unsure_attribute,
)
from ..state.sets import Set
from ..outside.snapshot import is_of_python
from ..state.texts import ChosenText
from ..state.values import (
    UNSET,
    Array,
    Bound,
    Closure,
    Counted,
    DynamicText,
    External,
    HostMethod,
    Instance,
    Iterator,
    Lens,
    Option,
    Partial,
    Path,
    Super,
    View,
    contains_dynamic,
    describe,
    is_made,
    is_of_several,
    is_record,
    is_stream,
    may_be_unset,
)
from .array_flags import flags_of, strides_of
from .host_library import is_hosted_class
from .library_calls import run_host

PLAIN = {
    "shape": lambda t: t.shape,
    "ndim": lambda t: t.ndim,
    "size": lambda t: t.size,
    "dtype": lambda t: t.dtype,
    "itemsize": lambda t: t.dtype.itemsize,
    "nbytes": lambda t: t.size * t.dtype.itemsize,
}


LAYOUT = {"flags": flags_of, "strides": strides_of}
ARRAY_NAMES = (*PLAIN, *LAYOUT, *ATTRIBUTES, *METHODS, "item", "tolist", "copy", "sort", "fill")


@operation
def get_attribute(interp: Interpreter, obj: Any, name: str) -> Any:
    obj = interp.read(obj)
    if isinstance(obj, Option):
        obj = interp.required(obj, AttributeError, f"'NoneType' object has no attribute '{name}'")
    if name == "__dict__" and (
        isinstance(obj, Instance) or isinstance(obj, External) and may_be_entered(obj.unread)
    ):
        return namespace_of(interp, obj)
    if name == "__class__" and not isinstance(obj, (Instance, External, Super)):
        return CLASS(interp, obj)
    return ATTRIBUTE(interp, obj, name)


ATTRIBUTE.of(BoundedArray)(sliced_attribute)


# What the methods of arrays, numbers and containers do that Python's operators call: sorted(k, key=x.__getitem__)
SPECIAL_METHODS = {
    f"__{name}__": getattr(operator, name)
    for name in """
        getitem setitem delitem contains add sub mul truediv floordiv mod pow matmul neg pos abs lt le gt ge eq ne
    """.split()
} | {"__len__": len, "__iter__": iter}


@ATTRIBUTE.of(list, dict, tuple, str)
def container_attribute(interp: Interpreter, obj: Any, name: str) -> Any:
    if name in CONTAINER_METHODS.get(type(obj), {}):
        return HostMethod(name, obj)
    if isinstance(obj, tuple) and hasattr(obj, "_fields"):
        return namedtuple_attribute(interp, obj, name)
    if name in SPECIAL_METHODS and hasattr(type(obj), name):
        return Partial(SPECIAL_METHODS[name], (obj,), {})
    return static_attribute(interp, obj, name)


ATTRIBUTE.of(Closure, Partial, Bound)(function_attribute)


@ATTRIBUTE.of(Iterator, View)
def hidden_attribute(interp: Interpreter, obj: Any, name: str) -> Any:
    raise CompileError(f"{describe(obj)} has no attribute {name} in compiled code")


@ATTRIBUTE.of(Counted)
def range_attribute(interp: Interpreter, obj: Counted, name: str) -> Any:
    if obj.bounds is None or name not in ("start", "stop", "step"):
        return hidden_attribute(interp, obj, name)
    return obj.bounds[("start", "stop", "step").index(name)]


def no_attribute(message: Any, name: str, known: list[str]) -> CompileError:
    """The error for an attribute that is not there, with the one that is like it."""
    said = str(message).partition(": did you mean")[0]
    error = CompileError(f"AttributeError: {said}", did_you_mean(name, known) or None)
    error.raised = AttributeError(said, name=name)
    return error


def read_attribute(interp: Interpreter, frame: Frame, node: gast.Attribute) -> Any:
    return get_attribute(interp, interp.evaluate(frame, node.value), node.attr)


EXPRESSIONS[gast.Attribute] = read_attribute


def is_array_of_jax(interp: Interpreter, obj: Any, name: str) -> bool:
    """Whether an attribute of arrays is asked of a number of Python's in code that calls JAX, whose results are
    arrays."""
    number = type(obj) in PYTHON_CLASSES.values() or isinstance(obj, Sym) and is_python(obj)
    return number and interp.outside.synonyms and name in ARRAY_NAMES + ("at",)


@ATTRIBUTE.of(object)
def static_attribute(interp: Interpreter, obj: Any, name: str) -> Any:
    enter_changed(obj, name)
    if not hasattr(obj, name) and is_array_of_jax(interp, obj, name):
        return array_attribute(interp, interp.array(interp.sym(obj)), name)
    if name == "dtype" and isinstance(obj, np.generic) and interp.outside.synonyms:
        return canonical(obj.dtype)
    if isinstance(obj, Set) and name in CONTAINER_METHODS[KnownSet]:
        return HostMethod(name, interp.make_set(obj))
    if isinstance(obj, ChosenText) and name not in CONTAINER_METHODS[DynamicText]:
        return interp.for_either(obj, lambda text: static_attribute(interp, text, name))
    if isinstance(obj, DynamicText) and name in CONTAINER_METHODS[DynamicText]:
        return HostMethod(name, obj)
    if isinstance(obj, DynamicText):
        raise unknown_text(
            obj, f"str.{name} of a dynamic value", "print takes the values themselves, and f-strings of them"
        )
    if isinstance(obj, type):
        return attribute_of_class(interp, obj, name)
    if isinstance(obj, types.FunctionType) and name == "__get__":
        return Partial(bound_to, (obj,), {})
    if isinstance(obj, types.FunctionType):
        assigned = interp.outside.assigned_to_class(interp, (obj,), name)
        if assigned is not UNSET:
            return read_own(interp, assigned, obj, name)
    if isinstance(obj, BaseException) and name in CHAINED:
        raise CompileError(
            f"the {name} of an exception is not known in compiled code",
            "pass the needed values as its arguments",
        )
    if isinstance(obj, BaseException) and contains_dynamic(obj):
        member = found_in(type(obj).__mro__, name)
        if isinstance(member, property) and isinstance(member.fget, types.FunctionType):
            return interp.call_inline(member.fget, [obj], {})
        if isinstance(member, types.FunctionType):
            return Bound(member, obj)
    path = Path(("argument", obj))
    try:
        value = getattr(obj, name)
    except AttributeError as error:
        if isinstance(obj, types.FunctionType) or type(obj).__dictoffset__:
            interp.outside.missing(path, name)
        raise no_attribute(error, name, names_of(obj)) from None
    if isinstance(obj, BaseException) and (name in ("args", "value") or contains_dynamic(value)):
        return value
    changeable = isinstance(obj, types.FunctionType) or type(obj).__dictoffset__
    if changeable and is_bound_builtin(value, obj):
        interp.outside.guard(path.then("own", name), False)
        return value
    if isinstance(value, types.MethodType) and value.__self__ is obj and hasattr(obj, "__dict__"):
        interp.outside.guard(path.then("own", name), False)  # (it is bound anew whenever it is asked for)
        interp.outside.member(type(obj), name)
        return value
    return interp.external(value, path.then("attribute", name)) if changeable else value


CHAINED = ("__cause__", "__context__", "__suppress_context__", "__traceback__", "with_traceback", "add_note")


def is_bound_builtin(value: Any, obj: Any) -> bool:
    """Whether it is a method in C, which is bound anew whenever it is asked for, of a class that nobody can change."""
    bound = isinstance(value, types.BuiltinFunctionType | types.MethodWrapperType) and value.__self__ is obj
    return bound and not is_of_python(type(obj))


def attribute_of_class(interp: Interpreter, cls: type, name: str) -> Any:
    """cls.name: functions and class methods as they are found along the bases; anything else by what it gives."""
    return along_classes(interp, cls.__mro__, name, cls, lambda: member_of_class(interp, cls, name))


def member_of_class(interp: Interpreter, cls: type, name: str) -> Any:
    """cls.name, where compiled code assigns nothing."""
    if (
        is_made(cls)
        and not hasattr(cls, "_fields")
        and (found := interp.outside.member(cls, name)) is not ABSENT
    ):
        return (
            found
            if isinstance(found, Closure)
            else bind_attribute(interp, found, cls, name, Path(("member", cls, name)))
        )
    if name == "dtype" and issubclass(cls, np.generic) and interp.outside.synonyms:
        return np.dtype(cls)  # a class of numbers stands for JAX's, which has a dtype
    try:
        value = getattr(cls, name)
    except AttributeError as error:
        interp.outside.missing(Path(("argument", cls)), name)
        raise no_attribute(error, name, names_of(cls)) from None
    if isinstance(value, BOUND_ANEW):
        interp.outside.member(cls, name)
        return value
    return interp.external(value, Path(("class", cls, name)))


BOUND_ANEW = (types.FunctionType, types.MethodType, types.BuiltinFunctionType, types.MethodWrapperType)


@ATTRIBUTE.of(Array, Sym)
def array_attribute(interp: Interpreter, obj: Any, name: str) -> Any:
    if is_array_of_jax(interp, obj, name):
        obj = interp.array(obj)
    if isinstance(obj, Sym):
        check_number(obj, name)
    if name in LAYOUT and isinstance(obj, Array):
        return LAYOUT[name](interp, obj)
    if name in PLAIN:
        members = (obj.members if isinstance(obj, Sym) else None) or ()
        if len({"" if t.weak else str(PLAIN[name](t)) for t in members}) > 1:  # Python's numbers have none
            raise depends_on_path(obj, f".{name}")
        return PLAIN[name](obj.type)
    if name in LAYOUT:
        return LAYOUT[name](interp, obj)
    if name in ATTRIBUTES:
        host = ATTRIBUTES[name]
        if isinstance(obj, Array) and host.view is not None:
            put = host.view
            return interp.view(
                obj, Lens(lambda x: host(x), put if isinstance(put, str) else lambda x, new: put(x, new))
            )
        return interp.wrap(run_host(interp, host, [obj], {}))
    own = obj.dtype.type if isinstance(obj, Sym) else np.ndarray
    if name in METHODS and (is_python(obj) or hasattr(own, name)):
        return HostMethod(name, obj)
    if is_python(obj) and name in ("is_integer", "conjugate", "bit_length", "bit_count"):
        return HostMethod(name, obj)
    if name in SPECIAL_METHODS and hasattr(own, name):
        return Partial(SPECIAL_METHODS[name], (obj,), {})
    if name == "at" and not is_python(obj):
        return interp.construct(At, [obj], {})
    if not is_python(obj) and not hasattr(own, name):
        names = [n for n in ARRAY_NAMES if n != name]
        message = f"{describe(obj)} has no attribute {name!r}"
        error = CompileError(message, did_you_mean(name, names) or None, kind=AttributeError)
        said = f"{name_in_errors(python_class(obj))!r} object has no attribute {name!r}"
        error.raised = AttributeError(said, name=name)
        raise error
    raise CompileError(
        f"{describe(obj)} has no attribute {name!r} in compiled code",
        f"a NumPy function may do the same: np.{name}(x, …)"
        if hasattr(np, name)
        else "read it outside of the compiled function",
    )


@ATTRIBUTE.of(Instance)
def instance_attribute(interp: Interpreter, obj: Instance, name: str) -> Any:
    if is_stream(obj):
        return HostMethod(name, obj)
    if isinstance(protocol(obj.cls, "__getattribute__"), types.FunctionType):
        raise CompileError(
            f"class {obj.cls.__name__} defines __getattribute__, which is not supported",
            "use a property",
        )
    if is_of_several(obj) and name in vars(obj.cls):  # one of Python's special methods
        return class_attribute(interp, obj.cls, obj, name)
    if is_record(obj):
        return attribute_of_record(interp, obj, name)
    own = obj.attributes.get(name, UNSET)
    if may_be_unset(own) and has_another(obj.cls, name) and setter_of(interp, obj.cls, name) is None:
        return interp.fork(
            interp.sym(own.flag),
            lambda: interp.read(own.value),
            lambda: class_attribute(interp, obj.cls, obj, name),
        )
    if name in obj.attributes and setter_of(interp, obj.cls, name) is None:
        return read_own(interp, obj.attributes[name], obj, name)
    if name == "__class__":
        return CLASS(interp, obj)
    if name in CONTAINER_METHODS.get(obj.cls, {}):
        return HostMethod(name, obj)
    note_fields_alone(interp, obj, name)
    return class_attribute(interp, obj.cls, obj, name)


@operation
def class_attribute(interp: Interpreter, cls: type, obj: Any, name: str) -> Any:
    """A method, property or class variable, found along the class's bases."""
    return along_classes(interp, cls.__mro__, name, obj, lambda: member_for(interp, cls, obj, name))


def member_for(interp: Interpreter, cls: type, obj: Any, name: str) -> Any:
    """A member of the class, bound to the object, or what __getattr__ gives."""
    found = interp.outside.member(cls, name)
    if isinstance(obj, Instance) and is_slot(found):
        found = ABSENT  # it has no value yet
    if found is not ABSENT:
        return bind_attribute(interp, found, obj, name, Path(("member", cls, name)))
    return computed_attribute(interp, obj, name, cls)


def computed_attribute(interp: Interpreter, obj: Any, name: str, cls: type) -> Any:
    """The result of __getattr__ for a missing attribute."""
    if isinstance(interp.outside.member(cls, "__getattr__"), types.FunctionType | Closure):
        return interp.call_method(obj, "__getattr__", [name])
    known = [*obj.attributes, *dir(cls)] if isinstance(obj, Instance) else names_of(cls)
    known = [n for n in known if n != name]  # a slot without a value
    said = getattr(cls, "__recto_class__", cls).__name__
    raise no_attribute(f"{said!r} object has no attribute {name!r}", name, known)


def class_of(obj: Any) -> type:
    if isinstance(obj, type):  # a class method that is called through its class
        return obj
    return (
        obj.cls if isinstance(obj, Instance) else type(obj.unread) if isinstance(obj, External) else type(obj)
    )


@ATTRIBUTE.of(Super)
def super_attribute(interp: Interpreter, obj: Super, name: str) -> Any:
    path = Path(("super", class_of(obj.self), obj.cls, name))
    found = fetch(path)
    if not is_made(obj.cls):
        interp.outside.guard(path, found)
    if name == "__init__" and found is object.__init__:
        return lambda *args: None
    if found in OF_OBJECTS or found in EXCEPTIONS_MADE:
        return Partial(found, (obj.self,), {})
    if found is ABSENT:
        raise CompileError(f"AttributeError: 'super' object has no attribute {name!r}")
    return bind_attribute(interp, found, obj.self, name, path)


OF_OBJECTS = (object.__getattribute__, object.__setattr__, object.__delattr__)


def bind_attribute(interp: Interpreter, found: Any, obj: Any, name: str, path: Path) -> Any:
    """The value of an attribute that an object's class holds at this path, bound to the object."""
    match found:
        case types.FunctionType() | Closure() | functools._lru_cache_wrapper():
            return Bound(found, obj)
        case functools.partialmethod():
            return Partial(found.func, (obj, *found.args), found.keywords)
        case property():
            return interp.call(found.fget, [obj], {})
        case staticmethod():
            return found.__func__
        case classmethod():
            return Bound(found.__func__, class_of(obj))
    if hasattr(found, "__recto_function__"):
        return Bound(found.__recto_function__, obj)
    if any(found is method for method in OF_OBJECTS) and not isinstance(obj, type):
        return Partial(found, (obj,), {})
    if type(found).__name__ == "cached_property":
        if isinstance(obj, External):  # it is stored in the object
            interp.outside.change(obj, name)
        value = interp.call(found.func, [obj], {})
        if isinstance(obj, Instance):
            interp.trail.write(obj, name, value)
        return value
    if is_made(path.root[1]) and not isinstance(found, (type, types.BuiltinFunctionType)):
        return found
    getter = read_by(found)
    if getter is not None:
        return interp.call(getter, [interp.external(found, path), obj, class_of(obj)], {})
    return interp.external(found, path)


@operation
def setter_of(interp: Interpreter, cls: type, name: str) -> Callable[[Any, Any], None] | None:
    """The setter that an assignment to an attribute calls with the object and the value, if its class has
    one."""
    found = found_in(cls.__mro__, name)
    if isinstance(found, property):
        if found.fset is None:

            def refuse(obj: Any, value: Any) -> None:
                raise CompileError(
                    f"AttributeError: property {name!r} of {cls.__name__!r} object has no setter",
                    "define one: @" + name + ".setter",
                )

            return refuse
        return lambda obj, value: interp.call(interp.outside.member(cls, name).fset, [obj, value], {})
    setter = getattr(type(found), "__set__", None)
    if not isinstance(setter, types.FunctionType):
        return None
    descriptor = interp.external(interp.outside.member(cls, name), Path(("member", cls, name)))
    return lambda obj, value: interp.call(setter, [descriptor, obj, value], {})


def read_by(found: Any) -> types.FunctionType | None:
    """The __get__ of a descriptor of a user's class."""
    getter = getattr(type(found), "__get__", None)
    of_user = type(found).__module__.split(".")[0] not in TRUSTED
    return getter if isinstance(getter, types.FunctionType) and of_user else None


@ATTRIBUTE.of(External)
def external_attribute(interp: Interpreter, obj: External, name: str) -> Any:
    if isinstance(obj, Appended) and name in ("append", "extend"):
        return get_attribute(interp, obj.tail, name)
    if is_container(obj):
        return attribute_of_container(interp, obj, name)
    value = obj.unread
    kind = type(value)
    if isinstance(value, io.TextIOBase) and name in OF_FILES:
        return Bound(OF_FILES[name], obj)
    if name in ("reshape", "ravel", "flatten", "fill", "copy", "tolist", "astype", "transpose", "sum"):
        ask_for_objects(interp, obj)
    if isinstance(value, types.ModuleType):
        return module_attribute(interp, obj, name)
    if isinstance(value, (list, dict, tuple)) and name in CONTAINER_METHODS.get(kind, {}):
        return HostMethod(name, obj)
    if isinstance(value, tuple) and name in ("_replace", "_asdict"):
        return get_attribute(interp, plain(interp, obj), name)
    if is_hosted_class(kind) and callable(getattr(value, name, None)):
        return HostMethod(name, obj)
    if public(kind.__module__) in HIDDEN:
        raise HIDDEN_STATE.error(name=f"{public(kind.__module__)}.{name}")
    found = found_in(kind.__mro__, name)
    if is_read(found) and (isinstance(found, property) or not has_own(interp, obj, name)):
        return bind_attribute(
            interp, interp.outside.member(kind, name), obj, name, Path(("member", kind, name))
        )
    if found is ABSENT and not has_own(interp, obj, name):
        interp.outside.member(kind, name)
        return computed_attribute(interp, obj, name, kind)
    try:
        return interp.external(getattr(value, name), obj.path.then("attribute", name))
    except AttributeError as error:
        interp.outside.missing(obj.path, name)
        raise no_attribute(error, name, names_of(value)) from None


def is_read(found: Any) -> bool:
    """Whether it is code of the user's, that gives the attribute or is the attribute."""
    code = (
        isinstance(found, (types.FunctionType, property, staticmethod, classmethod))
        or read_by(found) is not None
    )
    return code or hasattr(found, "__recto_function__") or type(found).__name__ == "cached_property"


def has_own(interp: Interpreter, obj: External, name: str) -> bool:
    """Whether the object itself has such an attribute, whatever its class has."""
    found = name in getattr(obj.unread, "__dict__", ())
    if not found and type(obj.unread).__dictoffset__:
        interp.outside.guard(obj.path.then("own", name), False)
    return found


def module_attribute(interp: Interpreter, module: External, name: str) -> Any:
    try:
        value = getattr(module.unread, name)
    except AttributeError as error:
        interp.outside.missing(module.path, name)
        message = str(error).partition(". Did you mean")[0]
        raise no_attribute(message, name, names_of(module.unread)) from None
    return interp.external(value, module.path.then("attribute", name))


def namedtuple_attribute(interp: Interpreter, obj: tuple, name: str) -> Any:
    if name in obj._fields:
        return interp.read(getattr(obj, name))
    if name in ("_replace", "_asdict"):
        return HostMethod(name, obj)
    if name == "_fields":
        return obj._fields
    return class_attribute(interp, type(obj), obj, name)


def getattr_(interp: Interpreter, obj: Any, name: str, *default: Any) -> Any:
    name, error = interp.static(name, "the name of an attribute"), interp.registers["error"]
    if not default:
        return interp.get_attribute(obj, name)
    if is_of_several(obj):
        return for_each_way(interp, obj, name, lambda mine: getattr_(interp, mine, name, *default))
    if (own := unsure_attribute(interp, obj, name)) is not None:
        return interp.fork(interp.sym(own.flag), lambda: interp.read(own.value), lambda: default[0])
    if has_by_class(interp, obj, name) is False:
        return default[0]
    try:
        value = interp.get_attribute(obj, name)
    except CompileError as refused:
        if not is_missing(refused):
            raise
        return default[0]
    if interp.registers["error"] is not error:
        raised = interp.registers["error"]
        interp.trail.write(interp.registers, "error", error)  # else this would count as behind a failure
        if not isinstance(raised, Sym) and issubclass(interp.errors[raised - 1][0], AttributeError):
            return default[0]
        raise CompileError(
            f"the attribute {name} may raise AttributeError, which getattr and hasattr would catch",
            "let __getattr__, or the property, return a value where there is none",
        )
    return value


def hasattr_(interp: Interpreter, obj: Any, name: str) -> Any:
    name, missing = interp.static(name, "the name of an attribute"), object()
    if is_of_several(obj):
        return for_each_way(interp, obj, name, lambda mine: hasattr_(interp, mine, name))
    own = unsure_attribute(interp, obj, name)
    if own is not None:
        return interp.truth_of(own.flag)
    known = has_by_class(interp, obj, name)
    return getattr_(interp, obj, name, missing) is not missing if known is None else known


def has_by_class(interp: Interpreter, obj: Any, name: str) -> bool | None:
    """Whether an object has the attribute. None, if that is not known by its class, or what its class has is not
    known."""
    obj = interp.read(obj)
    if isinstance(obj, Instance):
        if is_stream(obj) and obj.cls.__dictoffset__ and found_in(obj.cls.__mro__, name) is ABSENT:
            raise CompileError(
                f"it is not known while compiling whether a {obj.cls.__name__} has the attribute {name}",
                "ask outside of the compiled function",
            )
        own = is_stream(obj) or obj.cls is np.ndarray
        cls = obj.cls if own else getattr(obj.cls, "__recto_class__", None)
    else:
        cls = interp.call(type, [obj], {}) if isinstance(obj, OF_KNOWN_CLASS) else None
    if cls is None or interp.outside.synonyms and isinstance(obj, (Array, Sym, BoundedArray)):
        return None
    if isinstance(obj, Closure) and own_values(interp, obj, name):
        return True
    found = found_in(cls.__mro__, name) is not ABSENT
    return None if isinstance(obj, Instance) and not found and not own else found


OF_DATA = (Sym, Array, BoundedArray, DynamicText)
OF_KNOWN_CLASS = (*OF_DATA, Iterator, View, Counted, Closure, Bound, Partial, Set)


def setattr_(interp: Interpreter, obj: Any, name: str, value: Any) -> None:
    interp.set_attribute(obj, interp.static(name, "the name of an attribute"), value)
