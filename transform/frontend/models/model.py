"""A model: a class in Python that stands for one of Python's library.

    d = collections.deque(xs)       ⇒       an Instance of models.sequences.Deque, whose methods are read when called

To the function it is an object of the class that it stands for; that is what is stored, and returned.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from ...core.errors import CompileError
from ...core.registered import ORIGINALS
from ...library.plain.composite import stands_for_composite
from ...library.plain.pieces import Pieces
from ..state.values import Instance, Poison, Sealed, class_of


class Model:
    """The base class of models.

    __recto_class__: the class that they stand for; content: the name of the attribute that holds the items, if one
    does; is_view: does it only show another object? is_derived: is the class a
    user's, derived from one of the library? hidden: the attributes that the caller does not get; leaving: of its
    attributes, what the caller's is made of, if it is not these.
    """

    __recto_class__: ClassVar[type]
    content: ClassVar[str] = ""
    is_view: ClassVar[bool] = False
    is_derived: ClassVar[bool] = False
    hidden: ClassVar[tuple[str, ...]] = ()
    leaving: ClassVar[Callable[[dict[str, Any]], dict[str, Any]] | None] = None
    __hash__ = None  # type: ignore[assignment]


# by the classes that they stand for; the modules beside this one fill it
MODELS: dict[type, type[Model]] = {}


def register(cls: type[Model]) -> type[Model]:
    MODELS[cls.__recto_class__] = cls
    return cls


def is_model(value: Any, *classes: type) -> bool:
    """Whether it is an object of a class that a model stands for. Of one of these classes, if any are
    given."""
    if not (isinstance(value, Instance) and issubclass(value.cls, Model)):
        return False
    return not classes or issubclass(class_of(value), classes)


def is_list_model(value: Any) -> bool:
    """Whether a model stands for a list, and not for an object of a class that is derived from list."""
    return is_model(value, list) and not value.cls.is_derived


STANDING_IN = {"recto.scipy.host": "SciPy", "recto.transform.library.plain": "NumPy"}


def parts_of(value: Instance) -> tuple[type, dict[str, Any]]:
    """The class of an object as the function sees it, and what it is made of.

    Raises:
        CompileError: it stands for an object of SciPy's or NumPy's, which the caller would not get, or is a view.
    """
    if is_model(value) and value.cls.is_view:
        raise CompileError(
            "the __dict__ of an object can't leave compiled code", "return dict(vars(x)), or x itself"
        )
    if vars(value.cls).get("__recto_class__") is np.ndarray and not stands_for_composite(value.cls):
        raise CompileError(
            "an array of objects can't leave compiled code", "return a list of them: a.tolist()"
        )
    if stands_for_composite(value.cls) or value.cls in ORIGINALS:
        return value.cls, value.attributes
    library = next(
        (name for home, name in STANDING_IN.items() if value.cls.__module__.startswith(home)), None
    )
    if value.cls is Pieces:
        raise CompileError(
            "a list of a computed number of pieces of an array can't leave compiled code",
            "return results computed from them: [piece.sum() for piece in np.split(x, places)]",
        )
    if library is not None and "__recto_class__" not in vars(value.cls):
        raise CompileError(
            f"an object that stands for one of {library}'s ({value.cls.__name__}) can't leave compiled code",
            "return or store its values or its parameters",
        )
    if not is_model(value):
        return class_of(value), value.attributes
    if value.cls.leaving is not None:
        for part in value.attributes.values():
            if isinstance(part, Poison):  # two lists that a choice is between have other forms of texts
                raise part.fail()
        return class_of(value), value.cls.leaving(value.attributes)
    names = value.attributes.keys() - value.cls.hidden
    kept = {k: v for k, v in value.attributes.items() if k in names and not isinstance(v, Sealed)}
    return class_of(value), kept


def content(value: Any) -> Any:
    """The content of a model: a dict, a list, or the members of a set; any other value itself."""
    return value.attributes[value.cls.content] if is_model(value) and value.cls.content else value


def iterated(value: Any) -> Any:
    """The items that a loop over a value goes through: the content of a model, unless the user's class has an
    `__iter__`."""
    if not is_model(value):
        return value
    owner = next((kind for kind in value.cls.__mro__ if "__iter__" in vars(kind)), Model)
    return value if vars(owner).get("is_derived") else content(value)
