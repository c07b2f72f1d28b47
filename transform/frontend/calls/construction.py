"""Instantiate classes in compiled code: namedtuples, dataclasses, and classes whose __init__ is read."""

from __future__ import annotations

import dataclasses
import enum
import fractions
import types
from typing import Any

from ...core.errors import CompileError
from ...core.registered import is_generated
from ...ir.builder import Sym
from ...library import check_fit, protocol
from ...primitives import select
from ..interpreter import Interpreter, operation
from ..models.derived import empty, model_of_class
from ..models.model import MODELS
from ..models.picked import can_be_picked
from ..outside.other_libraries import instead_of
from ..outside.paths import ABSENT, fetch
from ..state.purity import check_plain_class, public
from ..state.texts import ChosenText
from ..state.values import NUMBERS, Closure, Instance, Path, Picked, compute
from .binding import call_user_function
from .calls import call_static
from ..outside.derived_containers import is_derived
from ..outside.dataclass_fields import fields_of, has_factory, is_only_given


@operation
def construct(interp: Interpreter, cls: type, args: list, kwargs: dict) -> Any:
    """cls(*args, **kwargs): namedtuples and dataclasses hold abstract values, other classes run their __init__."""
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        return call_user_function(
            cls.__name__, cls, args, {**defaults_of_namedtuple(interp, cls, args, kwargs), **kwargs}
        )
    if issubclass(cls, BaseException):
        return cls(*[interp.static_argument(a, cls.__name__) for a in args])
    if is_plain_enum(cls):
        value = interp.settled(args[0]) if len(args) == 1 and not kwargs else None
        if (
            isinstance(value, Sym)
            and not value.shape
            and not value.is_const
            and can_be_picked(next(iter(cls), None))
        ):
            return member_of_value(interp, cls, value)
        if isinstance(value, ChosenText):
            return interp.for_either(value, lambda text: interp.call(cls, [text], {}))
        return interp.wrap(compute(cls, *[interp.static_argument(a, cls.__name__) for a in args]))
    if (
        cls.__module__.split(".")[0] in ("numpy", "builtins")
        or issubclass(cls, (str, int, float))
        or cls is fractions.Fraction
    ):
        return call_static(interp, cls, args, kwargs)
    made = protocol(type(cls), "__call__")
    if isinstance(made, types.FunctionType) and made is not type(cls).__call__:
        return interp.call(made, [cls, *args], kwargs)
    return instantiate(interp, cls, args, kwargs)


@operation
def instantiate(interp: Interpreter, cls: type, args: list, kwargs: dict) -> Any:
    """Instantiate a class as type.__call__ does: __new__ and __init__."""
    attributes = {}
    if cls in MODELS:
        cls = MODELS[cls]
    elif is_derived(cls):
        cls, attributes = model_of_class(cls), empty(interp, cls)
    elif cls.__module__.startswith("scipy."):
        home = public(cls.__module__)
        raise CompileError(
            f"objects of class {home}.{cls.__name__} can't be made in compiled code",
            instead_of(f"{home}.{cls.__name__}"),
        )
    else:
        check_plain_class(cls)
    instance = made_by_class(interp, cls, attributes, args, kwargs)
    if not isinstance(instance, Instance) or not issubclass(instance.cls, cls):
        return instance
    init = interp.outside.member(cls, "__init__")
    if isinstance(init, types.FunctionType) and is_generated(init):
        fill_dataclass(interp, instance, init, args, kwargs)
    elif isinstance(init, types.FunctionType | Closure):
        interp.call(init, [instance, *args], kwargs)
    elif (args or kwargs) and not isinstance(cls.__new__, types.FunctionType):
        raise CompileError(f"TypeError: {cls.__name__}() takes no arguments")
    return interp.recorded(cls, instance)


def made_by_class(interp: Interpreter, cls: type, attributes: dict, args: list, kwargs: dict) -> Any:
    """The object that __new__ makes: a bare one, if the class does not define __new__."""
    if cls in MODELS.values() or not isinstance(cls.__new__, types.FunctionType):
        return interp.trail.allocate(Instance(cls, attributes))
    interp.outside.member(cls, "__new__")
    return interp.call(cls.__new__, [cls, *args], kwargs)


@operation
def run_generated_init(
    interp: Interpreter, init: types.FunctionType, instance: Instance, args: list, kwargs: dict
) -> None:
    """A call of the __init__ that a class decorator has made, by its name."""
    fill_dataclass(interp, instance, init, args, kwargs)


def is_plain_enum(cls: type) -> bool:
    """Whether a call of the class gives the member that has a value, and runs nothing of the user's."""
    usual = [kind.__dict__["_missing_"].__func__ for kind in (enum.Enum, enum.Flag)]
    return issubclass(cls, enum.Enum) and getattr(cls._missing_, "__func__", None) in usual


def member_of_value(interp: Interpreter, cls: type[enum.Enum], value: Sym) -> Picked:
    """The member that has a value which data decide."""
    numbers = {m: interp.places.number_of_member(m) for m in cls if isinstance(m.value, NUMBERS)}
    found, known = interp.sym(0), interp.sym(False)
    for member, number in numbers.items():
        is_it = interp.sym(interp.compare("Eq", value, member.value))
        found, known = select(is_it, interp.sym(number), found), known | is_it
    interp.fail_if(~known, ValueError, interp.message((value, f" is not a valid {cls.__qualname__}")))
    return Picked(found, {number: member for member, number in numbers.items()})


def defaults_of_namedtuple(interp: Interpreter, cls: type, args: list, kwargs: dict) -> dict[str, Any]:
    """The fields that a call leaves to their defaults."""
    interp.outside.member(cls, "__new__")
    made, given = cls.__new__, {*cls._fields[: len(args)], *kwargs}
    if not isinstance(made, types.FunctionType) or not made.__defaults__:
        return {}
    names = cls._fields[len(cls._fields) - len(made.__defaults__) :]
    return {n: default(interp, made, n) for n in names if n not in given}


def default(interp: Interpreter, function: types.FunctionType, name: str) -> Any:
    """The default of a parameter as it is now."""
    path = Path(("default", function, name))
    return interp.external(fetch(path), path)


def is_factory_mark(interp: Interpreter, init: types.FunctionType, name: str) -> bool:
    """Whether the default of a parameter is what dataclasses put where a factory makes the value."""
    path = Path(("default", init, name))
    kind = type(fetch(path))
    interp.outside.guard(path.then("attribute", "__class__"), kind)
    return kind.__module__ == "dataclasses"


def owner_of(cls: type, init: types.FunctionType) -> type:
    """The class whose generated __init__ this is; a wrapper may stand in its place."""
    kinds = [kind for kind in cls.__mro__ if "__init__" in vars(kind) and dataclasses.is_dataclass(kind)]
    return next((kind for kind in kinds if vars(kind)["__init__"] is init), kinds[0])


def fill_dataclass(interp: Interpreter, instance: Instance, init: Any, args: list, kwargs: dict) -> None:
    """Run the generated __init__ of a dataclass. (Its defaults are those of that function, not of the
    fields.)"""
    check_fit(instance.cls.__name__, init, [instance, *args], kwargs)
    fields = [f for f in fields_of(owner_of(instance.cls, init)) if f.init or has_factory(f)]
    values = dict(zip([f.name for f in fields if f.init and not f.kw_only], args)) | kwargs
    for f in fields:
        if not f.init:
            values[f.name] = interp.call(f.default_factory, [], {})
        elif f.name not in values:
            made = has_factory(f) and is_factory_mark(interp, init, f.name)
            values[f.name] = interp.call(f.default_factory, [], {}) if made else default(interp, init, f.name)
        if not is_only_given(f):
            instance.attributes[f.name] = values[f.name]
    if interp.outside.member(instance.cls, "__post_init__") is not ABSENT:
        interp.call_method(instance, "__post_init__", [values[f.name] for f in fields if is_only_given(f)])
