"""User classes derived from dict, deque and others: the container part is a model's, the rest is read from
the user's class.

    class Result(dict): __getattr__ = dict.get      ⇒       type("Result", (DictBase,), {"__getattr__": DictBase.get})
"""

from __future__ import annotations

import collections
from typing import Any

from ..interpreter import Interpreter
from ..outside.snapshot import is_of_python
from ..state.values import Instance
from .deques import Deque
from .mappings import Mapping
from .model import MODELS, Model
from .operations import new_list

WITHOUT = ("__dict__", "__weakref__", "__doc__", "__slots__")


class DictBase(Mapping):
    """dict, as the base of a class. What it holds is there before its __init__ runs."""

    __recto_class__ = dict

    def __init__(self, *others, **named):
        self.update(*others, **named)

    def copy(self):
        return dict(self.recto_items)


BASES: dict[type, type[Model]] = {
    dict: DictBase,
    **{
        cls: MODELS[cls]
        for cls in (collections.deque, collections.OrderedDict, collections.defaultdict, collections.Counter)
    },
}


def base_of(cls: type) -> type | None:
    """The container of Python's library that a class is, or is derived from."""
    return next((kind for kind in cls.__mro__ if kind in BASES), None)


def is_derived(cls: Any) -> bool:
    """Is it a class that a user has derived from a container alone, whose objects their __init__ makes?"""
    base = base_of(cls) if isinstance(cls, type) else None
    if base is None or cls is base or type(cls) is not type:
        return False
    others = [kind for kind in cls.__mro__ if kind not in base.__mro__]
    return cls.__new__ is base.__new__ and all(
        is_of_python(kind) and kind not in MODELS and "__getattribute__" not in vars(kind) for kind in others
    )


def empty(interp: Interpreter, cls: type) -> dict[str, Any]:
    """The content of an object of a derived class before its __init__ runs."""
    model = model_of_class(cls)
    return {model.content: new_list(interp) if issubclass(model, Deque) else interp.make_dict([])}


_models: dict[type, tuple[list[dict], type]] = {}  # by class: what its bases held, and the model


def model_of_class(cls: type) -> type:
    """The model of a class that is derived from a container."""
    if cls in BASES or base_of(cls) is None or issubclass(cls, Model):
        return BASES.get(cls, cls)
    held = [dict(vars(kind)) for kind in cls.__mro__ if is_of_python(kind)]
    before, model = _models.get(cls, ([], cls))
    if len(before) != len(held) or any(
        a.keys() != b.keys() or any(a[k] is not b[k] for k in a) for a, b in zip(before, held)
    ):
        model = make_derived_model(cls)
        _models[cls] = held, model
    return model


def make_derived_model(cls: type) -> type:
    space = {name: in_model(value) for name, value in vars(cls).items() if name not in WITHOUT}
    bases = tuple(model_of_class(base) for base in cls.__bases__)
    if "__missing__" in space:  # which need not store what it gives
        space.setdefault("__getitem__", Mapping.__getitem__)
    return type(cls.__name__, bases, space | {"__recto_class__": cls, "is_derived": True})


def in_model(value: Any) -> Any:
    """The member of a class under a name; methods of the container are the model's."""
    model = BASES.get(getattr(value, "__objclass__", None))
    return value if model is None else getattr(model, value.__name__, value)


def is_of_derived(value: Any) -> bool:
    """Is it an object of a class that is derived from a container?"""
    return isinstance(value, Instance) and issubclass(value.cls, Model) and value.cls.is_derived
