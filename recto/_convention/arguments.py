"""The arguments of a call as the compiler takes them: typed leaves in containers, and static values."""

from __future__ import annotations

import dataclasses
import re
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

import numpy as np

from recto.transform import Argument, CompileError, Instance, Slot, Type, array_of, is_foreign
from recto.transform.core.dtypes import LONG, canonical, is_supported
from recto.transform.frontend.outside.snapshot import is_value
from recto.transform.frontend.outside.derived_containers import is_derived
from recto.transform.core.hosted.handles import handle_of, is_handled
from recto.transform.core.keys import sorted_keys
from recto.transform.core.sparsity import is_sparse, pattern_of
from recto.transform.core.spelling import plain_text
from recto.transform.library.plain.composite import is_composite, parts_of_composite

from .composites import Disassembled
from .listed import Listed, with_listed
from .tree_classes import attribute_names, is_device_array, is_tree_class, loaded_runtime, attributes_of

NUMBERS = {bool: np.bool_, int: np.int64, float: np.float64, complex: np.complex128}
TYPE = re.compile(r"^(bool|bf16|[iufc]\d+)\[([\d, ]*)\]( weak)?$")
SCALAR = re.compile(r"^(bf16|[iufc]\d+)$")  # f64: as f64[]
BEGUN = re.compile(r"^(bool|bf16|[iufc]\d+)\[")  # no text that somebody passes as such


def is_array(value: Any) -> bool:
    return isinstance(value, np.ndarray) or is_device_array(value)


def is_constant(value: Any) -> bool:
    """Whether it is a static value that was wrapped for the dispatcher."""
    runtime = loaded_runtime()
    return runtime is not None and isinstance(value, runtime.pytree.Constant)


def is_listed(value: Any) -> bool:
    """Whether it is a list of numbers that is passed as an array."""
    return isinstance(value, Listed)


def is_shape(value: Any) -> bool:
    """Whether it is the shape and dtype of an array: a `ShapeDtypeStruct`, ours or JAX's."""
    return type(value).__name__ == "ShapeDtypeStruct" and hasattr(value, "shape") and hasattr(value, "dtype")


def parse_type(text: str) -> Type | None:
    """A type string such as "f64[3,4]", or "f64" for a number; None for any other string. Raises CompileError for one
    with sizes that have names, or without an end."""
    found = TYPE.match(f"{text}[]" if SCALAR.match(text) and text in LONG else text)
    if not found and BEGUN.match(text):
        raise no_type(text)
    if not found:
        return None
    if found[1] not in LONG:
        raise ValueError(f"{text!r} is no type: the dtypes are {', '.join(LONG)}")
    shape = tuple(int(n) for n in found[2].replace(" ", "").split(",") if n)
    return Type(LONG[found[1]], shape, bool(found[3]))


def no_type(text: str) -> CompileError:
    """The error for a type string whose sizes are no numbers."""
    dtype, dims = text.rstrip("]").split("[", 1)
    sizes = ",".join(d.strip() if d.strip().isdigit() else "3" for d in dims.split(","))
    fault = "sizes must be numbers here" if text.endswith("]") else "the bracket of the sizes is not closed"
    return CompileError(
        f"{fault}: {text!r}", f'as in "{dtype}[{sizes}]"; .source and recto.emit print for all sizes'
    )


@dataclasses.dataclass
class Entered:
    """Abstract arguments, and the leaves they were made from, in the order of parameters."""

    args: list
    kwargs: dict
    leaves: list
    types: list[Type]


class Enter:
    """Turns the arguments of a call into abstract ones.

    Args:
        static: places (argument number or name, then keys) that are static by request or by need.
        types: type strings stand for arrays (for .source, .lower …).
        listed: places of lists that are passed as arrays, where they can be.
        converts: other libraries' arrays are converted; else they are leaves as they are.
    """

    def __init__(
        self, static: frozenset, types: bool = False, converts: bool = True, listed: frozenset = frozenset()
    ):
        self.static, self.types, self.converts, self.listed = static, types, converts, listed
        self.leaves: list = []
        self.leaf_types: list[Type] = []

    def all(self, args: tuple, kwargs: dict, names: list[str]) -> Entered:
        names = names + [f"x{k}" for k in range(len(names), len(args))]
        args, kwargs = with_listed(args, kwargs, self.listed)
        abstract = [self.value(v, (k,), names[k]) for k, v in enumerate(args)]
        # they are parameters in this order
        done = {k: self.value(kwargs[k], (k,), k) for k in sorted(kwargs)}
        return Entered(abstract, {k: done[k] for k in kwargs}, self.leaves, self.leaf_types)

    def value(self, value: Any, place: tuple, name: str) -> Any:
        if place in self.static:
            return value
        if is_constant(value):
            return value.value
        if is_listed(value):
            return self.list(value, place, name)
        if is_composite(value) or isinstance(value, Disassembled):
            return self.composite(value, place, name)
        if not is_array(value) and is_foreign(value):
            if not self.converts:
                self.leaves.append(value)
                return value
            value = array_of(value, f"argument {name}")
        leaf = self.leaf_type(value)
        if leaf is not None:
            return self.argument(value, leaf, place, name)
        return self.container(value, place, name)

    def list(self, value: Any, place: tuple, name: str) -> Argument:
        """A list of numbers that is passed as an array."""
        array = value.array
        self.leaves.append(array)
        self.leaf_types.append(Type(canonical(array.dtype), array.shape))
        return Argument(self.leaf_types[-1], False, name, place, value.kinds)

    def composite(self, value: Any, place: tuple, name: str) -> Instance:
        """A structured array: the arrays that it is made of."""
        cls, children, fixed = value.parts if isinstance(value, Disassembled) else parts_of_composite(value)
        inside = {key: self.value(part, (*place, key), name) for key, part in children.items()}
        return Instance(cls, {**inside, **fixed})

    def leaf_type(self, value: Any) -> Type | None:
        if type(value) in NUMBERS:
            return Type(canonical(NUMBERS[type(value)]), (), True)
        if is_device_array(value):
            return Type(value.dtype, value.shape, value.weak_type)
        if isinstance(value, (np.ndarray, np.generic)):
            return Type(canonical(value.dtype), value.shape)
        if isinstance(value, str) and self.types:
            return parse_type(value)
        if self.types and is_shape(value):
            return Type(canonical(np.dtype(value.dtype)), tuple(value.shape), bool(value.weak_type))
        return value if isinstance(value, Type) else None

    def argument(self, value: Any, leaf: Type, place: tuple, name: str) -> Argument:
        if not is_supported(leaf.dtype):
            where = f"argument {place[0]}" + "".join(f"[{plain_text(key)}]" for key in place[1:])
            raise CompileError(
                f"{where} has dtype {leaf.dtype}, which compiled code can't hold",
                cure(leaf.dtype),
                kind=TypeError,
            )
        self.leaves.append(value)
        self.leaf_types.append(leaf)
        array = not leaf.weak and (bool(leaf.shape) or not isinstance(value, np.generic))
        return Argument(leaf, array and (bool(leaf.shape) or isinstance(value, np.ndarray)), name, place)

    def container(self, value: Any, place: tuple, name: str) -> Any:
        if is_handled(value):
            number = handle_of(value)
            handle = self.argument(number, Type(number.dtype), (*place, "handle"), name)
            return Instance(type(value), {"handle": handle})
        if is_sparse(value):
            data = self.value(value.data, (*place, "data"), f"{name}_data")
            return Instance(type(value), {"data": data, "pattern": pattern_of(value)})
        if is_derived(type(value)):  # an object, which only happens to be a list or dict
            return value
        if isinstance(value, dict):
            if self.converts:
                refuse_keys(value, name)
            order = sorted_keys(value, "the arguments") if type(value) is dict else list(value)
            done = {k: self.value(value[k], (*place, k), f"{name}_{k}") for k in order}
            # whose items are parameters in their own order
            kind = dict if type(value) is dict else OrderedDict
            return kind((k, done[k]) for k in value)
        if isinstance(value, (list, tuple)):
            items = [self.value(v, (*place, k), f"{name}_{k}") for k, v in enumerate(value)]
            return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
        if isinstance(value, Instance):
            return Instance(
                value.cls, {f: self.value(v, (*place, f), f"{name}_{f}") for f, v in value.attributes.items()}
            )
        return self.instance(value, place, name) if is_tree_class(value) else value

    def instance(self, value: Any, place: tuple, name: str) -> Instance:
        children, structure = attributes_of(value)
        if self.types:  # text may describe an array
            described = [f for f in structure if self.leaf_type(getattr(value, f)) is not None]
            children = (*children, *described)
        done = {f: self.value(getattr(value, f), (*place, f), f"{name}_{f}") for f in children}
        fixed = {f: getattr(value, f) for f in structure if f not in done}
        both = done | fixed
        return Instance(type(value), {f: both[f] for f in attribute_names(value) if f in both})


def cure(dtype: np.dtype) -> str:
    """A hint on converting an array of another kind to one of numbers."""
    if dtype.kind in "mM":
        return "convert it to the count of its units: x.astype(np.int64)"
    wider = {"int": "np.int8", "uint": "np.uint8"}.get(dtype.name.rstrip("124"), "np.float32")
    return f"convert it: x.astype({'float' if dtype.kind in 'OSUgG' else wider})"


def refuse_keys(value: dict, name: str) -> None:
    """Raise CompileError for keys with an `__eq__` of their own: the structure of arguments is compared by it."""
    runtime = loaded_runtime()
    for key in value if runtime is not None else ():
        if runtime.has_own_equality(key) and not dataclasses.is_dataclass(key) and not is_value(type(key)):
            raise CompileError(
                f"the keys of {name}, a dict among the arguments, are objects of class "
                f"{type(key).__name__}, which compares them in its own way",
                "use texts, numbers, tuples of these or members of an enumeration",
                kind=TypeError,
            )


def at(args: tuple, kwargs: dict, place: tuple) -> Any:
    """The value at a place: position or name of an argument, then keys."""
    value = args[place[0]] if isinstance(place[0], int) else kwargs.get(place[0])
    if len(place) == 1:
        return value
    for key in place[1:]:
        value = (
            value.attributes[key]
            if isinstance(value, Instance)
            else handle_of(value)
            if is_handled(value)
            else parts_of_composite(value).children[key]
            if is_composite(value)
            else getattr(value, key)
            if is_tree_class(value)
            else value[key]
        )
    return value


def static_places(args: tuple, kwargs: dict, types: bool = False) -> Iterator[int | str]:
    """Top-level arguments that hold no array or number at all: static as a whole."""
    for key, value in [*enumerate(args), *kwargs.items()]:
        enter = Enter(frozenset(), types, converts=False)
        enter.value(value, (key,), "x")
        if not (
            enter.leaves or isinstance(value, (list, tuple, dict, type(None), Slot)) or is_tree_class(value)
        ):
            yield key


def blank(value: Any) -> Any:
    """Zeros for a type string; anything else as it is."""
    kind = parse_type(value) if isinstance(value, str) else None
    return np.zeros(kind.shape, kind.dtype) if kind else value
