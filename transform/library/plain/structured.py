"""Structured arrays and records: one array for each field, of which a field is a view."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..core.reading import unsupported

INTEGERS = (int, np.integer)


def is_name(key: Any) -> bool:
    return isinstance(key, str)


def are_names(key: Any) -> bool:
    return isinstance(key, list) and len(key) > 0 and all([isinstance(k, str) for k in key])


def is_structured(value: Any) -> bool:
    """Whether it is an object of the classes below. (To isinstance it is one of the class that it stands
    for.)"""
    return hasattr(value, "recto_dtype")


class Structured:
    """An array whose elements are records. Fields that are structured themselves are objects of this class."""

    __recto_class__ = np.ndarray
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, fields: dict, dtype: Any):
        self.recto_fields = fields
        self.recto_dtype = dtype

    # -- what all arrays have ------------------------------------------------------------------------------------

    @property
    def dtype(self) -> Any:
        return self.recto_dtype

    @property
    def shape(self) -> tuple:
        name = self.recto_dtype.names[0]
        whole = self.recto_fields[name].shape
        return whole[: len(whole) - len(self.recto_dtype[name].shape)]

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def itemsize(self) -> int:
        return self.recto_dtype.itemsize

    @property
    def nbytes(self) -> int:
        return self.size * self.recto_dtype.itemsize

    @property
    def T(self) -> Any:
        return self.transpose()

    def __bool__(self) -> bool:
        unsupported("the truth of a structured array: use its fields, or its size")
        return False

    def __len__(self) -> int:
        if self.shape == ():
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __iter__(self) -> Iterator:
        for k in range(len(self)):
            yield self[k]

    # -- items ---------------------------------------------------------------------------------------------------

    def made(self, fields: dict, dtype: Any) -> Any:
        """An array of the same kind."""
        return Structured(fields, dtype)

    def each(self, function: Any) -> Any:
        """The array that has `function(field, number of axes of its items)` for each field."""
        dtype = self.recto_dtype
        return self.made(
            {name: function(self.recto_fields[name], len(dtype[name].shape)) for name in dtype.names}, dtype
        )

    def __getitem__(self, key: Any) -> Any:
        if is_name(key):
            return self.field(key)
        if are_names(key):
            for name in key:
                self.field(name)
            return self.made(
                {name: self.recto_fields[name] for name in key}, self.recto_dtype.__getitem__(key)
            )
        keys = key if isinstance(key, tuple) else (key,)
        open_ended = any([isinstance(k, type(Ellipsis)) for k in keys])
        found = self.each(lambda field, inner: field[placed(keys, inner)])
        return Record(found.recto_fields, self.recto_dtype) if found.shape == () and not open_ended else found

    def field(self, name: str) -> Any:
        if name not in self.recto_fields:
            raise ValueError("no field of name " + name)
        return self.recto_fields[name]

    def __setitem__(self, key: Any, value: Any) -> None:
        if is_name(key):
            self.field(key)[...] = value
        elif are_names(key):
            self[key][...] = value
        else:
            keys = key if isinstance(key, tuple) else (key,)
            dtype = self.recto_dtype
            parts = fields_of(value, dtype)
            for k, name in enumerate(dtype.names):
                self.recto_fields[name][placed(keys, len(dtype[name].shape))] = parts[k]

    # -- methods -------------------------------------------------------------------------------------------------

    def copy(self, order: str = "C") -> Any:
        return self.each(lambda field, inner: field.copy())

    def reshape(self, *shape: Any) -> Any:
        sizes = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
        sizes = known_shape(tuple(sizes), self.size)
        return self.each(lambda field, inner: field.reshape((*sizes, *items_shape(field, inner))))

    def ravel(self) -> Any:
        return self.reshape(self.size)

    def flatten(self) -> Any:
        return self.copy().reshape(self.size)

    def transpose(self) -> Any:
        order = tuple([self.ndim - 1 - k for k in range(self.ndim)])
        return self.each(
            lambda field, inner: field.transpose((*order, *[self.ndim + k for k in range(inner)]))
        )

    def take(self, indices: Any, axis: Any = None) -> Any:
        flat = self.ravel() if axis is None else self
        return flat[(*[slice(None)] * (0 if axis is None else on_axis(axis, self.ndim)), np.asarray(indices))]

    def fill(self, value: Any) -> None:
        self[...] = value

    def tolist(self) -> Any:
        return [self[k].tolist() for k in range(len(self))]

    def astype(self, dtype: Any) -> Any:
        dtype = np.dtype(dtype)
        if dtype.names is None or len(dtype.names) != len(self.recto_dtype.names):
            unsupported("a structured array can be converted to a dtype with as many fields only")
        made = zeros(self.shape, dtype)
        made[...] = self
        return made

    def view(self, dtype: Any = None, type: Any = None) -> Any:
        if dtype is np.recarray or type is np.recarray:
            return RecArray(self.recto_fields, np.dtype((np.record, self.recto_dtype)))
        if dtype is np.ndarray or type is np.ndarray or dtype is None and type is None:
            return Structured(self.recto_fields, self.recto_dtype)
        unsupported(
            "a view of a structured array as another dtype: "
            "use np.lib.recfunctions.structured_to_unstructured(x), or its fields"
        )

    def argsort(self, axis: int = -1, kind: Any = None, order: Any = None) -> Any:
        if self.ndim != 1:
            unsupported("structured arrays of several axes can't be sorted: sort x.ravel()")
        return np.lexsort(tuple(columns(self, order)[::-1]))

    def sort(self, axis: int = -1, kind: Any = None, order: Any = None) -> None:
        self[...] = self[self.argsort(axis, kind, order)]

    # -- operators and functions ---------------------------------------------------------------------------------

    def __eq__(self, other: Any) -> Any:
        return self.compared(other)

    def __ne__(self, other: Any) -> Any:
        return np.logical_not(self.compared(other))

    def compared(self, other: Any) -> Any:
        if not is_structured(other) or other.recto_dtype.names != self.recto_dtype.names:
            unsupported("a structured array compares with one of the same fields only: compare its fields")
        found: Any = True
        for name in self.recto_dtype.names:
            same, inner = (
                self.recto_fields[name] == other.recto_fields[name],
                len(self.recto_dtype[name].shape),
            )
            if inner > 0:
                same = np.all(same, axis=tuple([-1 - j for j in range(inner)]))
            found = np.logical_and(found, same)
        return found

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        if ufunc is np.equal:
            return self.compared(inputs[1] if inputs[0] is self else inputs[0])
        if ufunc is np.not_equal:
            return np.logical_not(self.compared(inputs[1] if inputs[0] is self else inputs[0]))
        raise TypeError("NumPy's functions take no structured arrays: compute with its fields, x['name']")

    def __array_function__(self, func: Any, types: Any, args: tuple, kwargs: dict) -> Any:
        if func not in FUNCTIONS:
            unsupported(
                "this function of NumPy takes no structured arrays in compiled code: "
                "compute with the fields, x['name']"
            )
        return FUNCTIONS[func](*args, **kwargs)


class RecArray(Structured):
    """A structured array whose fields are attributes, too."""

    __recto_class__ = np.recarray

    def made(self, fields: dict, dtype: Any) -> Any:
        return RecArray(fields, dtype)

    def __getattr__(self, name: str) -> Any:
        if name not in self.recto_fields:
            raise AttributeError("recarray has no attribute " + name)
        return self.recto_fields[name]


class Record(Structured):
    """An element of a structured array: a view of it."""

    __recto_class__ = np.void

    def field(self, name: str) -> Any:
        found = Structured.field(self, name)
        if is_structured(found):
            return Record(found.recto_fields, found.recto_dtype) if found.shape == () else found
        return found[()]

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, INTEGERS):
            return self.field(self.recto_dtype.names[key])
        if key == ():
            return self
        return Structured.__getitem__(self, key)

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, INTEGERS):
            key = self.recto_dtype.names[key]
        if is_name(key):
            Structured.field(self, key)[...] = value
        else:
            Structured.__setitem__(self, key, value)

    def __getattr__(self, name: str) -> Any:
        if name not in self.recto_fields or self.recto_dtype.type is not np.record:
            raise AttributeError("numpy.void has no attribute " + name)
        return self.field(name)

    def __len__(self) -> int:
        return len(self.recto_dtype.names)

    def __iter__(self) -> Iterator:
        return iter([self.field(name) for name in self.recto_dtype.names])

    def copy(self) -> Any:
        return Record({name: field.copy() for name, field in self.recto_fields.items()}, self.recto_dtype)

    def tolist(self) -> Any:
        return self.item()

    def item(self) -> Any:
        items = [self.field(name) for name in self.recto_dtype.names]
        return tuple([x.item() if is_structured(x) or isinstance(x, np.generic) else x for x in items])


# -- keys, shapes and values -------------------------------------------------------------------------------------


def placed(keys: tuple, inner: int) -> tuple:
    """The index of a field for that of the array: its items are taken whole, and elements are views."""
    if any([isinstance(k, type(Ellipsis)) for k in keys]):
        return (*keys, *[slice(None)] * inner)
    return (*keys, ...)


def items_shape(field: Any, inner: int) -> tuple:
    return field.shape[len(field.shape) - inner :]


def known_shape(sizes: tuple, total: int) -> tuple:
    """A shape in which -1 may stand for what is left."""
    if -1 not in sizes:
        return sizes
    rest = math.prod([n for n in sizes if n != -1])
    return tuple([total // rest if n == -1 else n for n in sizes])


def fields_of(value: Any, dtype: Any) -> list:
    """A value for each field: another structured array's in order, the items of a tuple, or one for all."""
    count = len(dtype.names)
    if isinstance(value, list):
        value = array(value, dtype)
    if is_structured(value):
        names = value.recto_dtype.names
        if len(names) != count:
            raise ValueError("structures must have the same number of fields")
        return [value.recto_fields[name] for name in names]
    if isinstance(value, tuple):
        if len(value) != count:
            raise ValueError(
                "could not assign tuple of length "
                + str(len(value))
                + " to structure with "
                + str(count)
                + " fields."
            )
        for k, item in enumerate(value):
            if not isinstance(item, (tuple, Structured)) and np.ndim(item) > len(dtype[k].shape):
                raise ValueError("setting an array element with a sequence.")
        return list(value)
    if np.ndim(value) > 0:
        unsupported("the elements of a plain array as records: assign the fields, x['name'] = …")
    return [value] * count


def columns(x: Any, order: Any) -> list:
    """The columns by which records are compared, the first counts most."""
    names = x.recto_dtype.names
    if order is not None:
        first = [order] if is_name(order) else list(order)
        names = [*first, *[name for name in names if name not in first]]
    found = []
    for name in names:
        field = x.recto_fields[name]
        if is_structured(field):
            found = [*found, *columns(field.ravel(), None)] if field.ndim == 1 else unsorted()
        elif field.ndim > 1:
            flat = field.reshape((field.shape[0], -1))
            found = [*found, *[flat[:, k] for k in range(flat.shape[1])]]
        else:
            found = [*found, field]
    return found


def unsorted() -> Any:
    unsupported("records whose fields are arrays of records can't be sorted")


# -- NumPy's functions -------------------------------------------------------------------------------------------


def created(shape: Any, dtype: Any, make: Any) -> Any:
    shape = (shape,) if isinstance(shape, INTEGERS) else tuple(shape)
    fields = {}
    for name in dtype.names:
        part = dtype[name]
        whole = (*shape, *part.shape)
        fields[name] = (
            created(whole, part.base, make) if part.base.names is not None else make(whole, part.base)
        )
    return RecArray(fields, dtype) if dtype.type is np.record else Structured(fields, dtype)


def zeros(shape: Any, dtype: Any = float, order: str = "C") -> Any:
    return created(shape, np.dtype(dtype), np.zeros)


def ones(shape: Any, dtype: Any = float, order: str = "C") -> Any:
    return created(shape, np.dtype(dtype), np.ones)


def empty(shape: Any, dtype: Any = float, order: str = "C") -> Any:
    return created(shape, np.dtype(dtype), np.empty)


def full(shape: Any, fill_value: Any, dtype: Any = None, order: str = "C") -> Any:
    made = zeros(shape, dtype)
    made[...] = fill_value
    return made


def array(
    object: Any, dtype: Any = None, *, copy: Any = True, order: Any = "K", subok: bool = False, ndmin: int = 0
) -> Any:
    """np.array of a structured array, a tuple or lists of tuples, as NumPy reads them."""
    if is_structured(object):
        return object.copy() if dtype is None else object.astype(dtype)
    dtype = np.dtype(dtype)
    made = zeros(shape_of(object), dtype)
    store(made, object)
    return made


def asarray(a: Any, dtype: Any = None, order: Any = None) -> Any:
    if is_structured(a):
        return a if dtype is None or np.dtype(dtype) == a.recto_dtype else a.astype(dtype)
    return array(a, dtype)


def shape_of(object: Any) -> tuple:
    return (
        (len(object), *shape_of(object[0]))
        if isinstance(object, list) and len(object) > 0
        else (0,)
        if isinstance(object, list)
        else object.shape
        if is_structured(object)
        else ()
    )


def store(made: Any, object: Any) -> None:
    if isinstance(object, list):
        for k, part in enumerate(object):
            store(made[k], part)
    else:
        made[...] = object


def zeros_like(a: Any, dtype: Any = None) -> Any:
    return created(a.shape, a.recto_dtype if dtype is None else np.dtype(dtype), np.zeros)


def ones_like(a: Any, dtype: Any = None) -> Any:
    return created(a.shape, a.recto_dtype if dtype is None else np.dtype(dtype), np.ones)


def empty_like(a: Any, dtype: Any = None) -> Any:
    return created(a.shape, a.recto_dtype if dtype is None else np.dtype(dtype), np.empty)


def copied(a: Any, order: str = "K") -> Any:
    return a.copy()


def on_axis(axis: int, ndim: int) -> int:
    if not -ndim <= axis < ndim:
        raise ValueError("axis " + str(axis) + " is out of bounds for array of dimension " + str(ndim))
    return axis % ndim


def viewed(x: Any, dtype: Any) -> Any:
    """x.view of a plain array as records of numbers of its own dtype: views of its columns."""
    dtype = np.dtype(dtype)
    kinds = {dtype[name] for name in dtype.names}
    if kinds != {x.dtype} or x.ndim == 0 or x.shape[-1] % len(dtype.names) != 0:
        unsupported(
            "a view of an array as records whose fields are not numbers of its own dtype in its rows: "
            "make a structured array with np.zeros, and assign its fields"
        )
    step = len(dtype.names)
    return Structured({name: x[..., k::step] for k, name in enumerate(dtype.names)}, dtype)


CREATING = {
    np.zeros: zeros,
    np.ones: ones,
    np.empty: empty,
    np.full: full,
    np.array: array,
    np.asarray: asarray,
    np.asanyarray: asarray,
    np.ascontiguousarray: asarray,
}
FUNCTIONS: dict[Any, Any] = {}  # NumPy's functions; structured_functions.py fills it
