"""Serialise values as JSON and back, for the records of the disk cache.

None, truth values, integers and texts stand for themselves; all else is a list that begins with the name of its
form: `["path", …]`. Reading makes what the tables of forms list, and nothing else: no name in a file is imported or
called. Objects of the running process are no values; who writes and reads says how they are referred to.
"""

from __future__ import annotations

import base64
import collections
import dataclasses
import keyword
import types
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np

from recto import transform
from recto.runtime import Aval, Exact
from recto.transform import (
    Cut,
    FromHeap,
    HeapParts,
    Instance,
    Out,
    Path,
    Payload,
    Perhaps,
    Program,
    Slot,
    Type,
    Unless,
    Worded,
)
from recto.transform.core.errors import Span
from recto.transform.frontend.state.texts import Composite, Hole, Text
from recto.transform.frontend.state.values import Sealed
from recto.transform.ir.builder import TABLE
from recto.transform.library.plain.composite import stands_for_composite

from .._convention.epilogue import Epilogue

THEMSELVES = (type(None), bool, int, str)
STEPS = ("attribute", "item", "length", "keys", "contents", "has", "own", "numbers", "form", "base")
ROOTS: dict[str, tuple[type, ...]] = {  # what stands in the root of a path behind its kind
    "global": (object, str),
    "name": (object, str),
    "cell": (object, str),
    "default": (object, str),
    "class": (object, str),
    "member": (type, str),
    "override": (type, str),
    "argument": (object,),
    "slot": (Slot,),
    "nones": (tuple,),
    "import": (str,),
    "super": (type, type, str),
    "subclass": (type, tuple),
}


class Unwritable(Exception):
    """A value that has no form."""


class Form(NamedTuple):
    """The encoding of a class's values: their parts, which have forms of their own, and the function that
    rebuilds a value."""

    name: str
    parts: Callable[[Any], Iterable]
    make: Callable[..., Any]


def encode_value(value: Any, refer: Callable[[Any], Any]) -> Any:
    """A value as JSON has it. Raises Unwritable.

    Args:
        refer: gives what stands for an object of the process, None for any other value. May raise Unwritable.
    """
    if type(value) in THEMSELVES:
        return value
    if type(value) is Program:
        refer = nothing  # a program is data throughout: nothing in it is called
    reference = refer(value)
    if reference is not None:
        return reference
    form = FORMS.get(type(value)) or form_of(value)
    return [form.name, *(encode_value(part, refer) for part in form.parts(value))]


def nothing(value: Any) -> None:
    return None


def decode_value(data: Any, references: dict[str, Callable]) -> Any:
    """The value. Raises whatever it may where the data are not what `encode_value` gave.

    Args:
        references: by name, what finds the object that is referred to.
    """
    if type(data) is not list:
        return data if type(data) in THEMSELVES else refuse(data)
    name, *parts = data
    if name in references:
        return references[name](*parts)
    if name == Program.__name__ and references:
        return transform.check(decode_value(data, {}))
    make = MAKERS.get(name) or transform.record_class(name)
    return make(*[decode_value(part, references) for part in parts])


def refuse(value: Any) -> Any:
    raise ValueError(f"{value!r:.60} is not what is expected")


def of(kind: Any, value: Any) -> Any:
    """A part that must be of this kind."""
    return value if isinstance(value, kind) else refuse(value)


def all_of(kind: Any, values: Any) -> tuple:
    return tuple(of(kind, v) for v in of(tuple, values))


# -- the compiler's records ------------------------------------------------------------------------------------------


def fields(value: Any) -> tuple:
    return tuple(getattr(value, f.name) for f in dataclasses.fields(value))


def is_record(value: Any) -> bool:
    name = type(value).__name__
    return (
        type(value).__module__.startswith(f"{transform.__name__}.")
        and name in transform.RECORDS
        and transform.record_class(name) is type(value)
    )


# -- forms -----------------------------------------------------------------------------------------------------------


def text_of(content: bytes) -> str:
    return base64.b64encode(content).decode()


def path(root: tuple, steps: tuple) -> Path:
    """(Attributes are written into code: they must be names.)"""
    kind, *places = of(tuple, root)
    for place, expected in zip(places, ROOTS[kind], strict=True):
        of(expected, place)
    for step, key in of(tuple, steps):
        is_name = type(key) is str and key.isidentifier() and not keyword.iskeyword(key)
        if step not in STEPS or step in ("attribute", "has", "own") and not is_name:
            refuse(step)
    return Path(root, steps)


def dtype_parts(dtype: np.dtype) -> tuple:
    if dtype.kind == "V" and dtype.names is None and hasattr(ml_dtypes, dtype.name):
        return (dtype.name,)
    if dtype.hasobject or dtype.metadata:
        raise Unwritable(dtype)
    if dtype.subdtype is not None:
        return dtype.subdtype
    if dtype.names is not None:
        return tuple(map(field_parts, dtype.names, map(dtype.fields.get, dtype.names))), (
            dtype.itemsize,
            dtype.isalignedstruct,
            dtype.type is np.record,
        )
    if np.dtype(dtype.str) != dtype:
        raise Unwritable(dtype)
    return (dtype.str,)


def field_parts(name: str, found: tuple) -> tuple:
    if len(found) != 2:
        raise Unwritable("a field with a title")
    return name, *found


def dtype_made(text: Any, more: tuple = ()) -> np.dtype:
    """A dtype by its name; from the dtype of items and their shape; from fields and what the whole is."""
    if isinstance(text, np.dtype):
        return np.dtype((text, all_of(int, more)))
    if isinstance(text, tuple):
        size, aligned, is_record = more
        names, formats, offsets = zip(*text, strict=True)
        found = np.dtype(
            {
                "names": list(all_of(str, names)),
                "formats": list(all_of(np.dtype, formats)),
                "offsets": list(all_of(int, offsets)),
                "itemsize": of(int, size),
            },
            align=of(bool, aligned),
        )
        return np.dtype((np.record, found)) if is_record else found
    extended = getattr(ml_dtypes, text, None)
    return np.dtype(extended if isinstance(extended, type) and issubclass(extended, np.generic) else text)


def array_parts(array: np.ndarray) -> tuple:
    order = "F" if array.flags.f_contiguous and not array.flags.c_contiguous else "C"
    return array.dtype, array.shape, order, array.tobytes(order)


def array_made(dtype: np.dtype, shape: tuple, order: str, content: bytes) -> np.ndarray:
    return np.frombuffer(content, dtype).reshape(shape, order=order).copy("K")


def span(file: str, line: int, column: int, end_line: int, end_column: int, function: str) -> Span:
    return Span(of(str, file), *all_of(int, (line, column, end_line, end_column)), of(str, function))


def hole(
    number: int,
    spec: str,
    conversion: str,
    weak: bool,
    cuts: tuple,
    listed: tuple,
    given: Hole | None,
    array: bool,
    python: str,
) -> Hole:
    return Hole(
        of(int, number),
        of(str, spec),
        of(str, conversion),
        of(bool, weak),
        all_of_tuple(cuts),
        all_of(str, listed),
        given if given is None else of(Hole, given),
        of(bool, array),
        of(str, python),
    )


def all_of_tuple(cuts: tuple) -> tuple:
    """The parts of axes that count, each a tuple of numbers and holes."""
    return tuple([all_of((int, Hole), of(tuple, cut)) for cut in of(tuple, cuts)])


def composite(cls: Any, fixed: tuple, parts: tuple, spec: str, conversion: str) -> Composite:
    return Composite(
        cls if stands_for_composite(cls) else refuse(cls),
        all_of(tuple, fixed),
        all_of(tuple, parts),
        of(str, spec),
        of(str, conversion),
    )


def cut(data: Out, sizes: tuple, listed: bool, kinds: tuple, stored: str) -> Cut:
    if any(kind not in (list, tuple) for kind in kinds):
        refuse(kinds)
    return Cut(
        of(Out, data),
        tuple((of(int, axis), of((int, Out), n)) for axis, n in sizes),
        listed,
        kinds,
        of(str, stored),
    )


def instance(cls: Any, names: tuple, values: tuple) -> Instance:
    """(Whose class has no code that runs when it is gone.)"""
    if hasattr(of(type, cls), "__del__"):
        refuse(cls)
    return Instance(cls, dict(zip(all_of(str, names), values, strict=True)))


def exception(kind: Any) -> type[BaseException]:
    return kind if isinstance(kind, type) and issubclass(kind, BaseException) else refuse(kind)


def epilogue(
    structure: Any,
    contents: list,
    behind: int,
    places: list,
    errors: list,
    payload: list,
    prints: bool,
    captures: list,
    heaps: list,
) -> Epilogue:
    for kind, arguments, span in errors:
        exception(kind)
        of((tuple, Payload), arguments), of((Span, type(None)), span)
    # calls that change the caller's objects are not kept
    return Epilogue(
        types.SimpleNamespace(
            structure=structure,
            contents=list(all_of(int, tuple(contents))),
            behind=of(int, behind),
            places=list(all_of(tuple, tuple(places))),
            errors=of(list, errors),
            payload=of(list, payload),
            prints=of(bool, prints),
            captures=list(all_of(Path, tuple(captures))),
            stores=[],
            overwritten=[],
            heaps=list(all_of(HeapParts, tuple(heaps))),
        )
    )


def heap_parts(members: Any, count: Any, classes: Any, same: Any, lists: Any, given: Any) -> HeapParts:
    for cls, names in all_of(tuple, of(tuple, members)):
        of(type, cls), of(tuple, names)
    return HeapParts(members, count, classes, of(dict, same), of(dict, lists), given)


def default_dict(factory: Any, keys: tuple, values: tuple) -> collections.defaultdict:
    return collections.defaultdict(of((type, type(None)), factory), zip(keys, values, strict=True))


def named_tuple(cls: Any, items: tuple) -> tuple:
    if not (isinstance(cls, type) and issubclass(cls, tuple) and hasattr(cls, "_fields")):
        refuse(cls)
    return tuple.__new__(cls, items)


def pairs(value: dict) -> tuple:
    return tuple(value), tuple(value.values())


def in_order(value: Iterable) -> tuple:
    """(Sets have no order that lasts.)"""
    return tuple(sorted(value, key=repr))


FORMS: dict[type, Form] = {
    float: Form("float", lambda v: (v.hex(),), float.fromhex),
    complex: Form("complex", lambda v: (v.real, v.imag), complex),
    bytes: Form("bytes", lambda v: (text_of(v),), lambda text: base64.b64decode(text, validate=True)),
    type(...): Form("ellipsis", lambda v: (), lambda: ...),
    type(NotImplemented): Form("not implemented", lambda v: (), lambda: NotImplemented),
    tuple: Form("tuple", lambda v: v, lambda *items: items),
    list: Form("list", lambda v: v, lambda *items: list(items)),
    dict: Form("dict", pairs, lambda keys, values: dict(zip(keys, values, strict=True))),
    collections.OrderedDict: Form(
        "ordered dict", pairs, lambda keys, values: collections.OrderedDict(zip(keys, values, strict=True))
    ),
    collections.defaultdict: Form("default dict", lambda v: (v.default_factory, *pairs(v)), default_dict),
    set: Form("set", in_order, lambda *items: set(items)),
    frozenset: Form("frozenset", in_order, lambda *items: frozenset(items)),
    slice: Form("slice", lambda v: (v.start, v.stop, v.step), slice),
    range: Form("range", lambda v: (v.start, v.stop, v.step), range),
    np.ndarray: Form("array", array_parts, array_made),
    Path: Form("path", lambda v: (v.root, v.steps), path),
    Type: Form("type", lambda v: (v.dtype, v.shape, v.weak), Type),
    Aval: Form(
        "aval",
        tuple,
        lambda shape, dtype, weak: Aval(all_of(int, shape), of(np.dtype, dtype), of(bool, weak)),
    ),
    Out: Form("out", lambda v: (v.number,), lambda number: Out(of(int, number))),
    Unless: Form(
        "unless",
        lambda v: (v.value, v.flag, v.otherwise),
        lambda value, flag, otherwise: Unless(value, of(Out, flag), otherwise),
    ),
    Perhaps: Form("perhaps", lambda v: (v.value, v.flag), lambda value, flag: Perhaps(value, of(Out, flag))),
    Worded: Form(
        "worded",
        lambda v: (v.template, v.values),
        lambda template, values: Worded(of(Text, template), all_of(Out, values)),
    ),
    FromHeap: Form(
        "from heap",
        lambda v: (v.heap, v.number, v.listed),
        lambda heap, number, listed: FromHeap(of(int, heap), number, of(bool, listed)),
    ),
    HeapParts: Form("heap parts", fields, heap_parts),
    Cut: Form("cut", lambda v: (v.data, v.sizes, v.listed, v.kinds, v.stored), cut),
    Instance: Form("instance", lambda v: (v.cls, *pairs(v.attributes)), instance),
    Span: Form("span", tuple, span),
    Text: Form("text", lambda v: v.parts, lambda *parts: Text(all_of((str, Hole, Composite), parts))),
    Hole: Form("hole", fields, hole),
    Composite: Form("composite", fields, composite),
    Payload: Form("payload", fields, lambda *parts: Payload(*all_of(tuple, parts))),
    Sealed: Form("sealed", lambda v: (v.value,), Sealed),
    Exact: Form("exact", lambda v: (v.value,), Exact),
    Epilogue: Form(
        "epilogue",
        lambda v: (
            *(v.structure, v.contents, v.behind, v.places, v.errors, v.payload, v.prints, v.captures),
            v.heaps,
        ),
        epilogue,
    ),
}
DTYPE = Form("dtype", dtype_parts, dtype_made)
SCALAR = Form(
    "scalar", lambda v: (v.dtype, v.tobytes()), lambda dtype, content: np.frombuffer(content, dtype)[0]
)
PRIMITIVE = Form("primitive", lambda v: (v.name,), transform.primitive)
NAMED_TUPLE = Form("named tuple", lambda v: (type(v), tuple(v)), named_tuple)
C_TYPE = Form("C type", lambda v: (v.__name__,), lambda name: C_TYPES[name])
C_TYPES = {v.__name__: v for v in vars(types).values() if isinstance(v, type)}
MAKERS = {form.name: form.make for form in (*FORMS.values(), DTYPE, SCALAR, PRIMITIVE, NAMED_TUPLE, C_TYPE)}


def form_of(value: Any) -> Form:
    """The form of a value whose class alone does not tell it."""
    if isinstance(value, type) and C_TYPES.get(value.__name__) is value:
        return C_TYPE
    if is_record(value):
        return Form(type(value).__name__, fields, transform.record_class(type(value).__name__))
    if type(value).__name__ == "Primitive" and TABLE.get(value.name) is value:
        return PRIMITIVE
    if isinstance(value, np.dtype):
        return DTYPE
    if isinstance(value, np.generic) and value.dtype.type is type(value):
        return SCALAR
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return NAMED_TUPLE
    raise Unwritable(type(value).__name__)
