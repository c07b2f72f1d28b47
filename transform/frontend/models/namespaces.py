"""The `__dict__` of an object, which `vars` gives: a view of its attributes."""

from __future__ import annotations

from typing import Any

from ...core.errors import CompileError
from ..interpreter import Interpreter
from ..outside.snapshot import keys_of
from ..state.entered import Attributes, has_slot, may_be_entered
from ..state.values import UNSET, External, Instance, Option, describe, is_unsure
from .mappings import Mapping
from .model import is_model
from .own_attributes import in_order, note_fields_alone
from ..model_operations import called_in_models


class Namespace(Mapping):
    """It holds the object; what is written to it is written to that, past its properties and its __setattr__."""

    __recto_class__ = dict
    content = ""
    is_view = True

    def __init__(self, of):
        self.of = of

    @property
    def recto_items(self):
        return own_attributes(self.of)

    def __setitem__(self, key, value):
        set_own(self.of, key, value)

    def __delitem__(self, key):
        self.recto_items[key]
        delete_own(self.of, key)

    def update(self, *others, **named):
        for key, value in dict(*others, **named).items():
            self[key] = value

    def setdefault(self, key, default=None):
        if key not in self.recto_items:
            self[key] = default
        return self[key]

    def pop(self, key, *default):
        value = self.recto_items.pop(key, *default)
        if key in self.recto_items:
            del self[key]
        return value

    def popitem(self):
        key, value = self.recto_items.popitem()
        del self[key]
        return key, value

    def clear(self):
        for key in list(self.recto_items):
            del self[key]

    def copy(self):
        return self.recto_items


@called_in_models
def own_attributes(interp: Interpreter, obj: Any) -> dict[str, Any]:
    """A new dict of the attributes that an object has in its __dict__."""
    if isinstance(obj, External):
        held = vars(obj.unread)
        interp.outside.guard(obj.path.then("attribute", "__dict__").then("keys", None), keys_of(held))
        found = {name: interp.external(v, obj.path.then("attribute", name)) for name, v in held.items()}
    elif isinstance(obj.attributes, Attributes):
        held, path = vars(obj.attributes.holder), interp.outside.entered[id(obj.attributes.holder)].path
        interp.outside.guard(path.then("attribute", "__dict__").then("keys", None), keys_of(held))
        now = obj.attributes.items()
        found = {
            name: v
            for name, v in (*((n, obj.attributes.get(n, UNSET)) for n in held), *now)
            if v is not UNSET
        }
    else:
        note_fields_alone(interp, obj)
        found = obj.attributes
    read = lambda name, v: v if is_unsure(v) else interp.read(v, name)
    return interp.trail.allocate(
        {name: read(name, v) for name, v in found.items() if not has_slot(class_with(obj), name)}
    )


@called_in_models
def set_own(interp: Interpreter, obj: Any, key: Any, value: Any) -> None:
    """Set an attribute of an object, whatever its class defines."""
    if not isinstance(key, str):
        raise CompileError(
            f"an attribute is named by {describe(key)}", "name attributes by texts that are known"
        )
    if isinstance(obj, External):
        interp.outside.change(obj, key)
    interp.outside.assigned(obj, key, value)
    interp.trail.write(obj, key, in_order(interp, obj, key, value))


@called_in_models
def delete_own(interp: Interpreter, obj: Any, key: Any) -> None:
    """Delete an attribute of an object, whatever its class defines."""
    if isinstance(obj, External):
        interp.outside.change(obj, key)
    interp.outside.assigned(obj, key)
    interp.trail.write(obj, key, UNSET)


def is_namespace(obj: Any) -> bool:
    return isinstance(obj, Instance) and obj.cls is Namespace


def class_with(obj: Any) -> type:
    return type(obj.unread) if isinstance(obj, External) else obj.cls


def namespace_of(interp: Interpreter, obj: Any) -> Any:
    """obj.__dict__"""
    obj = interp.settled(interp.read(obj))
    if isinstance(obj, Option):
        obj = interp.required(obj, AttributeError, "'NoneType' object has no attribute '__dict__'")
    plain = (
        isinstance(obj, Instance)
        and not is_model(obj)
        or isinstance(obj, External)
        and may_be_entered(obj.unread)
    )
    if not plain or not class_with(obj).__dictoffset__ or not isinstance(class_with(obj), type):
        raise CompileError(f"the __dict__ of {describe(obj)} is not supported", "use getattr and setattr")
    return interp.trail.allocate(Instance(Namespace, {"of": obj}))
