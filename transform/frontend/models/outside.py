"""Standard-library containers from outside the function, converted to models."""

from __future__ import annotations

from typing import Any

from ..dispatch import ATTRIBUTE
from ..interpreter import Interpreter, operation
from ..lists.items import is_stored_into
from ..lists.places import Site, place_of_keys
from ..outside.derived_containers import base_of, plain
from ..outside.paths import Path
from ..outside.snapshot import keys_of
from ..state.entered import (
    BEFORE,
    LIBRARY,
    ContainerAttributes,
    ReadAgain,
    is_shared,
    may_be_entered,
    own_names,
)
from ..state.sets import Set
from ..state.values import UNSET, External, Instance, class_of
from .derived import model_of_class, with_items_as_attributes
from .model import MODELS
from .sets import CHANGING, KnownSet

MADE_OF = ("maxlen", "default_factory")  # what deques and defaultdicts have besides their items
# The methods that leave their container as it is.
QUERIES = frozenset(
    """
    copy count index get keys values items most_common elements total maxlen default_factory
    __len__ __contains__ __iter__ __reversed__ __eq__
""".split()
)


def model_of(interp: Interpreter, value: Any, path: Path) -> Instance:
    """The abstract value of a container that the function does not change."""
    outside = interp.outside
    part = lambda k, v: outside.part(interp, False, v, path.then("item", k))
    if type(value) is set:
        inside: Any = Set(value)
    elif isinstance(value, dict):
        outside.guard(path.then("keys", None), keys_of(value))
        inside = {k: part(k, v) for k, v in value.items()}
    else:
        outside.guard(path.then("length", None), len(value))
        inside = [part(k, v) for k, v in enumerate(value)]
    return model_around(interp, value, path, inside)


@operation
def model_entered(interp: Interpreter, value: Any, path: Path) -> tuple[Instance, Any]:
    """The abstract value of a container that the function changes, with numbers that are passed in, and what it holds
    at first."""
    inside, before = (
        (Set(value), Set(value)) if type(value) is set else items_inside(interp, value, path, path)
    )
    if isinstance(inside, dict):
        interp.note_table(inside, value, path)
    return model_around(interp, value, path, inside), before


def model_around(interp: Interpreter, value: Any, path: Path, inside: Any) -> Instance:
    """The abstract value of a container with these items."""
    if isinstance(inside, Set):
        made = Instance(KnownSet, {"members": inside, "made_at": Site(place_of_keys(("entered", path)))})
    else:
        if not isinstance(inside, Instance):
            interp.trail.allocations[id(inside)] = BEFORE, inside
        cls = MODELS[type(value)]
        names = [n for n in MADE_OF if hasattr(value, n)]
        others = {n: interp.external(getattr(value, n), path.then("attribute", n)) for n in names}
        made = Instance(cls, {cls.content: inside, **others})
    made.origin = BEFORE
    return made


@operation
def derived_outside(interp: Interpreter, value: Any, path: Path) -> Instance:
    """An object of a class that is derived from a container: its attributes, and its items, which stay outside until
    they are changed."""
    outside, model = interp.outside, model_of_class(type(value))
    shared = vars(value) is value if hasattr(value, "__dict__") else False
    if shared:
        outside.same(
            External(value, path, outside), External(value, path.then("attribute", "__dict__"), outside)
        )
        model = with_items_as_attributes(model)

    of_base = [n for n in MADE_OF if hasattr(base_of(type(value)), n)]

    def read(name: str) -> Any:
        if name in of_base:
            return interp.external(getattr(value, name), path.then("attribute", name))
        if name != model.content and shared:
            return UNSET
        if name != model.content:
            return outside.attribute(interp, value, name, path)
        if outside.changes(value, "base"):
            inside, attributes.held = items_inside(interp, value, path, path.then("base", None))
            return inside
        attributes.held = interp.external(plain(value), path.then("base", None))
        return attributes.held

    attributes = ContainerAttributes(
        value, lambda: (model.content, *(() if shared else own_names(value))), read
    )
    return Instance(model, attributes)


def items_inside(interp: Interpreter, value: Any, path: Path, inside: Path) -> tuple[Any, Any]:
    """The list or dict of the items, found `inside`, of an object that changes them, and what it holds at first."""
    outside, items = interp.outside, plain(value)
    part = lambda k, v: outside.part(interp, True, v, inside.then("item", k))
    if isinstance(items, dict):
        outside.guard(inside.then("keys", None), keys_of(items))
        made: Any = {k: part(k, v) for k, v in items.items()}
        before: Any = made.copy()
    elif found := interp.entered_numbers(items, path):
        return found
    else:
        outside.guard(inside.then("length", None), len(items))
        made, before = interp.entered_list(("entered", path), [part(k, v) for k, v in enumerate(items)])
    if not isinstance(made, Instance):
        interp.trail.allocations[id(made)] = BEFORE, made
    return made, before


def attribute_of_container(interp: Interpreter, obj: External, name: str) -> Any:
    """An attribute of a container from outside. A method that changes it has it entered first."""
    if (
        name not in QUERIES
        and hasattr(type(obj.unread), name)
        or name == "get"
        and is_stored_into(interp, obj)
    ):
        interp.outside.change(obj)
    return ATTRIBUTE(interp, model_of(interp, obj.unread, obj.path), name)


def is_container(value: Any) -> bool:
    """Whether it is a container from outside that a model stands for."""
    return isinstance(value, External) and type(value.unread) in LIBRARY


@operation
def as_model(interp: Interpreter, value: Any) -> Any:
    """A container from outside as the model that has its operators and its text. Anything else, and sets, which are
    members for operators, as it is."""
    if is_container(value) and type(value.unread) is not set:
        return model_of(interp, value.unread, value.path)
    return value


def enter_changed(members: Any, name: str) -> None:
    """Have a set from outside entered that a method or an operator changes."""
    if isinstance(members, Set) and members.of is not None and name in CHANGING:
        raise ReadAgain(members.of)


def ask_for_contents(a: Any, b: Any) -> None:
    """Have lists, dicts and objects from outside read that are another one on another path."""
    for one, other in ((a, b), (b, a)):
        if isinstance(one, External) and is_alike(one.unread, other) and not is_shared(one):
            one.outside.change(one)


def is_alike(value: Any, other: Any) -> bool:
    """Whether a container from outside is of the kind that a value is of."""
    other = other.unread if isinstance(other, External) else other
    kind = class_of(other) if isinstance(other, Instance) else type(other)
    return may_be_entered(value) and kind is type(value)
