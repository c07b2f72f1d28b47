"""Classes that users derive from dict: what is dict's is a model's, all else is read from the user's class.

    class Result(dict): __getattr__ = dict.get      ⇒       type("Result", (DictBase,), {"__getattr__": DictBase.get})
"""
from __future__ import annotations

from typing import Any

from ..outside.snapshot import HEAP
from ..state.values import Instance
from .mappings import Mapping
from .model import MODELS, Model

WITHOUT = ("__dict__", "__weakref__", "__doc__", "__slots__")


class DictBase(Mapping):
    """dict, as the base of a class. What it holds is there before its __init__ runs."""
    __recto_class__ = dict

    def __init__(self, *others, **named):
        self.update(*others, **named)

    def copy(self):
        return dict(self.recto_items)


def is_derived(cls: Any) -> bool:
    """Is it a class that a user has derived from dict alone, whose objects their __init__ makes?"""
    if not isinstance(cls, type) or cls is dict or not issubclass(cls, dict) or type(cls) is not type:
        return False
    others = [kind for kind in cls.__mro__ if kind not in (dict, object)]
    return cls.__new__ is dict.__new__ and all(
        kind.__flags__ & HEAP and kind not in MODELS and "__getattribute__" not in vars(kind) for kind in others)


_models: dict[type, tuple[list[dict], type]] = {}       # by class: what its bases held, and the model


def model_of_class(cls: type) -> type:
    """The model of a class that is derived from dict."""
    if not issubclass(cls, dict) or cls is dict or issubclass(cls, Model):
        return DictBase if cls is dict else cls
    held = [dict(vars(kind)) for kind in cls.__mro__ if kind.__flags__ & HEAP]
    before, model = _models.get(cls, ([], cls))
    if len(before) != len(held) or any(a.keys() != b.keys() or any(a[k] is not b[k] for k in a)
                                       for a, b in zip(before, held)):
        model = made(cls)
        _models[cls] = held, model
    return model


def made(cls: type) -> type:
    space = {name: in_model(value) for name, value in vars(cls).items() if name not in WITHOUT}
    return type(cls.__name__, tuple(model_of_class(base) for base in cls.__bases__), space | {"__recto_class__": cls})


def in_model(value: Any) -> Any:
    """What a class holds under a name; methods of dict are the model's."""
    return getattr(DictBase, value.__name__, value) if getattr(value, "__objclass__", None) is dict else value


def is_of_derived(value: Any) -> bool:
    """Is it an object of a class that is derived from dict?"""
    return isinstance(value, Instance) and issubclass(value.cls, DictBase)
