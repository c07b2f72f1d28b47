"""Coverage: which of NumPy's public functions are supported; docs/numpy.md is generated from this."""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from ..numpy.selection.by_condition import SIZED_BY_DATA
from .reading import find_read
from .table import ATTRIBUTES, HOST, METHODS, REFUSED, find_host

MODULES = {"numpy": np, "numpy.linalg": np.linalg, "numpy.fft": np.fft, "math": math}
NO_FUNCTIONS = (type, ModuleType)
NOT_NUMERIC = frozenset(
    """
    add_docstring add_newdoc array2string array_repr array_str
    asmatrix base_repr binary_repr bmat broadcast busday_count busday_offset datetime_as_string
    datetime_data einsum_path errstate finfo format_float_positional format_float_scientific from_dlpack frombuffer
    fromfile fromregex fromstring genfromtxt get_array_wrap get_include get_printoptions
    getbufsize geterr geterrcall iinfo info is_busday isdtype issubdtype load loadtxt mask_indices
    may_share_memory min_scalar_type mintypecode nested_iters printoptions
    promote_types put_printoptions recfromcsv recfromtxt save savetxt savez savez_compressed
    set_printoptions setbufsize seterr seterrcall shares_memory show_config show_runtime test typename
""".split()
)


SIZED_WHEN_READ = frozenset(  # read, or known, with a hint at the number of results
    (np.bincount, np.trim_zeros, np.polydiv, np.roots, np.setxor1d)
    + (np.unique_all, np.unique_counts, np.unique_inverse, np.unique_values)
)


class Coverage(NamedTuple):
    """Names of one module's functions."""

    implemented: list[str]
    refused: list[str]
    missing: list[str]


def functions_of(module: ModuleType) -> dict[str, Any]:
    """The public functions of a module by name."""
    names = getattr(module, "__all__", None) or [n for n in dir(module) if not n.startswith("_")]
    found = {name: getattr(module, name, None) for name in names}
    return {n: f for n, f in sorted(found.items()) if callable(f) and not isinstance(f, NO_FUNCTIONS)}


def coverage() -> dict[str, Coverage]:
    """For each module: what is implemented, what is refused with a reason, what is missing."""
    result = {}
    for module_name, module in MODULES.items():
        lists: tuple[list[str], ...] = ([], [], [])
        for name, function in functions_of(module).items():
            if find_read(function) is not None:
                lists[0].append(name)
            elif function in HOST:
                lists[1 if function in REFUSED and function not in SIZED_BY_DATA else 0].append(name)
            elif name not in NOT_NUMERIC:
                lists[2].append(name)
        result[module_name] = Coverage(*lists)
    return result


def methods_coverage() -> Coverage:
    """The same for methods and attributes of ndarray."""
    public = [n for n in dir(np.ndarray) if not n.startswith("_")]
    known = [n for n in public if n in METHODS or n in ATTRIBUTES]
    known = sorted([*known, "flags", "strides"])
    return Coverage(known, [], [n for n in public if n not in known])


def by_host_alone(function: Any) -> bool:
    """Whether compiled code does not know a function of NumPy's, or not the size of its result."""
    if function in SIZED_BY_DATA and function is not np.where or function in SIZED_WHEN_READ:
        return True
    return find_read(function) is None and (find_host(function) is None or function in REFUSED)
