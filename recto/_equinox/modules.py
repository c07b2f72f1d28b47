"""Modules of Equinox: they are made as dataclasses are, and then their fields are converted and checked."""

from __future__ import annotations

import dataclasses
from typing import Any


class Called:
    """A function that the compiler calls, with the interpreter."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise TypeError(f"{type(self).__name__} is for compiled code")


class Instantiate(Called):
    """The rule of `type.__call__` for a class."""

    def __recto_call__(self, interp: Any, args: list, kwargs: dict) -> Any:
        cls, *rest = args
        return interp.instantiate(cls, rest, kwargs)


class CheckInits(Called):
    """The methods `__check_init__` of a class and its bases, called on an object."""

    def __recto_call__(self, interp: Any, args: list, kwargs: dict) -> None:
        made, cls = args
        for kind in cls.__mro__:
            if "__check_init__" in vars(kind):
                interp.call(interp.outside.member(kind, "__check_init__"), [made], {})


class Convert(Called):
    """The converters of the fields of a class, called on the attributes of an object."""

    def __recto_call__(self, interp: Any, args: list, kwargs: dict) -> None:
        made, cls = args
        for field in dataclasses.fields(cls):
            converter = field.metadata.get("converter")
            if converter is not None:
                value = interp.call(converter, [interp.get_attribute(made, field.name)], {})
                interp.trail.write(made, field.name, value)


instantiate, check_inits, convert = Instantiate(), CheckInits(), Convert()


def bare(cls: Any, *args: Any, **kwargs: Any) -> Any:
    return object.__new__(cls)


def make(cls: Any, *args: Any, **kwargs: Any) -> Any:
    made = instantiate(cls, *args, **kwargs)
    convert(made, cls)
    check_inits(made, cls)
    return made


def same_module(wrapper: Any, wrapped: Any = None) -> Any:
    return wrapper
