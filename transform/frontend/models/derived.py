"""User classes derived from dict, deque and others: the container part is a model's, the rest is read from
the user's class.

    class Result(dict): __getattr__ = dict.get      ⇒       type("Result", (DictBase,), {"__getattr__": DictBase.get})
"""

from __future__ import annotations

from typing import Any

from ...core.errors import CompileError
from ..interpreter import Interpreter, operation
from ..outside.derived_containers import BASES, SHARED, base_of
from ..outside.snapshot import is_of_python
from ..state.values import Instance, class_of
from .sequences import ListBase, Sequence
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


MODELS_OF_BASES: dict[type, type[Model]] = {
    cls: {dict: DictBase, list: ListBase}.get(cls) or MODELS[cls] for cls in BASES
}


def empty(interp: Interpreter, cls: type) -> dict[str, Any]:
    """The content of an object of a derived class before its __init__ runs."""
    model = model_of_class(cls)
    return {model.content: new_list(interp) if issubclass(model, Sequence) else interp.make_dict([])}


_models: dict[type, tuple[list[dict], type]] = {}  # by class: what its bases held, and the model


def model_of_class(cls: type) -> type:
    """The model of a class that is derived from a container."""
    if cls in BASES or base_of(cls) is None or issubclass(cls, Model):
        return MODELS_OF_BASES.get(cls, cls)
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


class ItemsAsAttributes(Model):
    """The base of dicts whose attributes are their items: `self.__dict__ = self`."""

    leaving = staticmethod(lambda attributes: {**attributes, SHARED: True})

    def __getattr__(self, name):
        if name in self.recto_items:
            return self.recto_items[name]
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __setattr__(self, name, value):
        self.recto_items[name] = value

    def __delattr__(self, name):
        if name not in self.recto_items:
            raise AttributeError(name)
        del self.recto_items[name]


_of_items: dict[type, type] = {}  # by model


def with_items_as_attributes(model: type) -> type:
    """The model of dicts that are their own __dict__."""
    if issubclass(model, ItemsAsAttributes):
        return model
    if model not in _of_items:
        space = {"__recto_class__": vars(model)["__recto_class__"], "is_derived": True}
        _of_items[model] = type(model.__name__, (ItemsAsAttributes, model), space)
    return _of_items[model]


@operation
def share_items(interp: Interpreter, obj: Instance) -> None:
    """`obj.__dict__ = obj`: its items are its attributes. It has no others yet."""
    if obj.attributes.keys() != {obj.cls.content} or base_of(class_of(obj)) is not dict:
        raise CompileError(
            "an object becomes its own __dict__, and has attributes already, or is none that is derived from dict",
            "let __init__ begin with self.__dict__ = self",
        )
    obj.cls = with_items_as_attributes(obj.cls)


def in_model(value: Any) -> Any:
    """The member of a class under a name; methods of the container are the model's."""
    model = MODELS_OF_BASES.get(getattr(value, "__objclass__", None))
    return value if model is None else getattr(model, value.__name__, value)


def is_of_derived(value: Any) -> bool:
    """Whether it is an object of a class that is derived from a container."""
    return isinstance(value, Instance) and issubclass(value.cls, Model) and value.cls.is_derived
