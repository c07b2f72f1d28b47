"""Stubs for type checkers: of the modules that find their functions when they are asked for them.

    python docs/stubs.py         # writes them; `make docs` does

`recto.numpy` and the modules of `recto.scipy` that hold SciPy's own functions have a `__getattr__`, through which an
editor does not look. Their stubs list NumPy's public names and the functions of SciPy that the library's table knows,
with the parameters and the defaults of the host functions. What they give is taken from calls of the host functions:
the rows that the tests of the library try, and SAMPLES.
"""

from __future__ import annotations

import builtins
import importlib
import inspect
import pathlib
import re
import sys
import textwrap
import types
import warnings
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from recto.transform.library.core import reading, table as library

import generate

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Stub -> the host module, and how the module makes its functions of the host's.
STUBS = {
    "recto/numpy/__init__.pyi": ("numpy", "_eager"),
    "recto/numpy/linalg.pyi": ("numpy.linalg", "_eager"),
    "recto/numpy/fft.pyi": ("numpy.fft", "_eager"),
    "recto/scipy/special.pyi": ("scipy.special", "_jit"),
    "recto/scipy/linalg.pyi": ("scipy.linalg", "_jit"),
    "recto/scipy/signal.pyi": ("scipy.signal", "_jit"),
    "recto/scipy/fft.pyi": ("scipy.fft", "_jit"),
    "recto/scipy/ndimage.pyi": ("scipy.ndimage", "_jit"),
    "recto/scipy/sparse/linalg.pyi": ("scipy.sparse.linalg", "_jit"),
    "recto/scipy/cluster/vq.pyi": ("scipy.cluster.vq", "_jit"),
}
HEAD = """# Written by docs/stubs.py for NumPy {numpy} and SciPy {scipy}.

"""
NAMES = {"typing": ("Any", "NamedTuple", "SupportsIndex"), "numpy.typing": ("ArrayLike", "DTypeLike")}
IMPORTS = {  # each where it is used
    "import builtins\n": "builtins.",
    "from collections.abc import Sequence\n": "Sequence[",
    "from recto.runtime import Array as _Array\n": "_Array",
    "from recto._api.compiled_module import eager as _eager\n": "@_eager",
    "from recto._api.jit import jit as _jit\n": "@_jit",
}
# What a module has of its own.
OWN = {
    "numpy": """
from recto.runtime import from_dlpack as from_dlpack

from . import fft as fft, linalg as linalg
from ._namespace_info import NamespaceInfo as _NamespaceInfo

ndarray = _Array
__array_api_version__: str

def __array_namespace_info__() -> _NamespaceInfo: ...
""",
    "numpy.linalg": "from numpy.linalg import LinAlgError as LinAlgError\n",
    "scipy.linalg": "from numpy.linalg import LinAlgError as LinAlgError\n",
    "scipy.special": """
from recto.lax._compiled import compiled_function as _compiled

@_compiled("v", "n_iter")
def bessel_jn(z: ArrayLike, *, v: int, n_iter: int = 50) -> _Array: ...
""",
}
LEFT_OUT = {  # what is among its own, is deprecated, or is not on all machines
    "numpy": {"ndarray", "from_dlpack", "fft", "linalg", "test", "core", "f2py", "float128", "complex256"}
}

INDICES = "SupportsIndex | Sequence[SupportsIndex]"
SEVERAL = "Sequence[ArrayLike] | ArrayLike"
# Parameters of these names take the same in all functions.
PARAMETERS = {
    "arrays": SEVERAL,
    "arrs": SEVERAL,
    "axes": "Any",
    "axis": f"{INDICES} | None",
    "casting": "str",
    "comparator": "Any",
    "copy": "{bool} | None",
    "detrend": "Any",
    "device": "Any",
    "dtype": "DTypeLike | None",
    "func": "Any",
    "func1d": "Any",
    "funclist": "Any",
    "function": "Any",
    "keepdims": "{bool}",
    "method": "str",
    "mode": "Any",
    "object": "Any",
    "order": "Any",
    "out": "Any",
    "seq": SEVERAL,
    "shape": INDICES,
    "system": "Any",
    "tup": SEVERAL,
    "where": "ArrayLike",
    "window": "Any",
}
MATRIX, VECTOR = np.array([[4.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 5.0]]), np.array([1.0, 2.0, 3.0])
SAMPLES: dict[str, tuple] = {  # calls of functions that have no row
    "argpartition": ([2.0, 1.0], 1),
    "argwhere": ([1, 0],),
    "array2string": ([1.0],),
    "array_repr": ([1.0],),
    "array_str": ([1.0],),
    "asarray_chkfinite": ([1.0],),
    "base_repr": (3,),
    "binary_repr": (3,),
    "broadcast_shapes": ((1,), (2,)),
    "common_type": (np.ones(1),),
    "empty": (2,),
    "empty_like": ([1.0],),
    "extract": ([True], [1.0]),
    "flatnonzero": ([1, 0],),
    "format_float_positional": (1.0,),
    "format_float_scientific": (1.0,),
    "frombuffer": (b"1234", "u1"),
    "fromiter": ([1.0], float),
    "fromstring": ("1 2", float, -1),
    "intersect1d": ([1], [1]),
    "isdtype": (np.dtype(float), "numeric"),
    "isfortran": (np.ones(1),),
    "isnat": (np.datetime64("2020-01-01"),),
    "isscalar": (1,),
    "issubdtype": (float, float),
    "mask_indices": (2, np.triu),
    "may_share_memory": (np.ones(1), np.ones(1)),
    "min_scalar_type": (1,),
    "mintypecode": ("fd",),
    "nonzero": ([1, 0],),
    "partition": ([2.0, 1.0], 1),
    "polydiv": ([1.0, 2.0], [1.0]),
    "promote_types": (float, int),
    "real_if_close": ([1.0],),
    "require": ([1.0],),
    "roots": ([1.0, 2.0],),
    "setdiff1d": ([1], [1]),
    "setxor1d": ([1], [1]),
    "shares_memory": (np.ones(1), np.ones(1)),
    "trim_zeros": (np.ones(1),),
    "typename": ("d",),
    "union1d": ([1], [1]),
    "unique_all": ([1],),
    "unique_counts": ([1],),
    "unique_inverse": ([1],),
    "unique_values": ([1],),
    "scipy.cluster.vq.vq": (MATRIX, MATRIX),
    "scipy.linalg.bandwidth": (MATRIX,),
    "scipy.linalg.issymmetric": (MATRIX,),
    "scipy.linalg.ishermitian": (MATRIX,),
    "scipy.linalg.khatri_rao": (MATRIX, MATRIX),
    "scipy.linalg.ldl": (MATRIX,),
    "scipy.linalg.matmul_toeplitz": (VECTOR, VECTOR),
    "scipy.linalg.orthogonal_procrustes": (MATRIX, MATRIX),
    "scipy.linalg.polar": (MATRIX,),
    "scipy.linalg.qz": (MATRIX, MATRIX),
    "scipy.linalg.rsf2csf": (MATRIX, MATRIX),
    "scipy.linalg.schur": (MATRIX,),
    "scipy.linalg.sqrtm": (MATRIX,),
    "scipy.ndimage.extrema": (VECTOR,),
    "scipy.ndimage.label": (VECTOR,),
    "scipy.ndimage.mean": (VECTOR,),
    "scipy.ndimage.sum": (VECTOR,),
    "scipy.signal.coherence": (VECTOR, VECTOR),
    "scipy.signal.csd": (VECTOR, VECTOR),
    "scipy.signal.deconvolve": (VECTOR, VECTOR),
    "scipy.signal.find_peaks": (VECTOR,),
    "scipy.signal.freqz": (VECTOR,),
    "scipy.signal.freqz_sos": (np.ones((1, 6)),),
    "scipy.signal.group_delay": ((VECTOR, VECTOR),),
    "scipy.signal.istft": (MATRIX,),
    "scipy.signal.peak_prominences": (VECTOR, [1]),
    "scipy.signal.peak_widths": (VECTOR, [1]),
    "scipy.signal.periodogram": (VECTOR,),
    "scipy.signal.sosfreqz": (np.ones((1, 6)),),
    "scipy.signal.spectrogram": (VECTOR,),
    "scipy.signal.stft": (VECTOR,),
    "scipy.signal.vectorstrength": (VECTOR, 2.0),
    "scipy.signal.welch": (VECTOR,),
    "scipy.sparse.linalg.bicgstab": (MATRIX, VECTOR),
    "scipy.sparse.linalg.cg": (MATRIX, VECTOR),
    "scipy.sparse.linalg.gmres": (MATRIX, VECTOR),
}
VARIADIC = {"broadcast_shapes", "diag_indices", "diag_indices_from", "ix_", "nonzero", "maximum_position"}
VARIADIC |= {"center_of_mass", "minimum_position"}


def stub(path: str) -> str:
    """The text of a stub."""
    name, maker = STUBS[path]
    host = importlib.import_module(name)
    left_out = LEFT_OUT.get(name, ())
    functions = {n: f for n, f in functions_of(host) if n not in left_out}
    others = [n for n in public(host) if n not in functions and n not in left_out] if host is np else []
    results = {n: given(f, calls_of(f, f"{name}.{n}")) for n, f in functions.items()}
    tuples = {cls for result in results.values() for cls in result if hasattr(cls, "_fields")}
    truth = "builtins.bool" if "bool" in others else "bool"
    texts = [
        "".join(["from numpy import (\n", *(f"    {n} as {n},\n" for n in others), ")\n"]) if others else "",
        OWN.get(name, ""),
        *map(named_tuple, sorted(tuples, key=lambda cls: cls.__name__)),
        *(function_text(n, f, results[n], maker).replace("{bool}", truth) for n, f in functions.items()),
    ]
    text = "\n".join(filter(None, texts))
    return HEAD.format(**generate.installed()) + "".join(sorted(imports(text))) + "\n" + text


def imports(text: str) -> Iterator[str]:
    """What a text needs."""
    for module, names in NAMES.items():
        if used := [name for name in names if re.search(rf"\b{name}\b", text)]:
            yield f"from {module} import {', '.join(used)}\n"
    yield from (line for line, use in IMPORTS.items() if use in text)


# -- which names ------------------------------------------------------------------------------------------


def public(host: types.ModuleType) -> list[str]:
    return sorted(n for n in getattr(host, "__all__", dir(host)) if not n.startswith("_"))


def functions_of(host: types.ModuleType) -> Iterator[tuple[str, Any]]:
    """The functions by name: all of NumPy's, and those of SciPy's that can be compiled."""
    for name in public(host):
        function = getattr(host, name)
        if callable(function) and not isinstance(function, type):
            if host.__name__.startswith("numpy") or is_compiled(function):
                yield name, function


def is_compiled(function: Any) -> bool:
    """Does the table of the library know a function?"""
    if reading.find_read(function) is not None:
        return True
    return library.find_host(function) is not None and library.entered_name(function) not in library.REFUSED


# -- signatures -------------------------------------------------------------------------------------------

UNBROKEN = "\N{NO-BREAK SPACE}"


def function_text(name: str, function: Any, results: list, maker: str) -> str:
    result = f") -> {result_type(results, function)}: ..."
    text = f"def {name}({', '.join(parameters(function))}" + result.replace(" ", UNBROKEN)
    lines = textwrap.wrap(text, 110, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    return "\n".join([f"@{maker}", *lines, ""]).replace(UNBROKEN, " ")


def parameters(function: Any) -> Iterator[str]:
    """The parameters, with types and defaults."""
    try:
        found = list(inspect.signature(function).parameters.values())
    except ValueError:
        yield from ("*args: Any", "**kwargs: Any")
        return
    if isinstance(function, np.ufunc) and getattr(np, function.__name__, None) is not function:
        found = [p for p in found if p.kind is p.POSITIONAL_ONLY]  # the options of NumPy's ufuncs are NumPy's
    before = None
    for p in found:
        if before is p.POSITIONAL_ONLY is not p.kind:
            yield "/"
        if p.kind is p.KEYWORD_ONLY and before not in (p.KEYWORD_ONLY, p.VAR_POSITIONAL):
            yield "*"
        stars = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
        yield f"{stars}{p.name}: {parameter_type(function, p)}{default(p)}"
        before = p.kind
    if before is inspect.Parameter.POSITIONAL_ONLY:
        yield "/"


def default(p: inspect.Parameter) -> str:
    if p.default is p.empty:
        return ""
    return f" = {p.default!r}" if is_literal(p.default) else " = ..."


def is_literal(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(map(is_literal, value))
    return value is None or type(value) in (bool, int, str) or type(value) is float and np.isfinite(value)


def parameter_type(function: Any, p: inspect.Parameter) -> str:
    """By its name, by its default, or an array, if that is what the function computes with."""
    if p.kind is p.VAR_KEYWORD:
        return "Any"
    if p.name in PARAMETERS:
        text = PARAMETERS[p.name]
        return f"{text} | None" if p.default is None and "None" not in text and text != "Any" else text
    if isinstance(p.default, (bool, str)):
        return "{bool}" if isinstance(p.default, bool) else "str"
    if p.default is p.empty or isinstance(p.default, (int, float)):
        return "ArrayLike" if takes_arrays(function, p.name) else "Any"
    return "Any"


def takes_arrays(function: Any, parameter: str) -> bool:
    """Is this not static, and nothing else than an array (a sparse matrix, a file, an operator)?"""
    if "sparse" in str(getattr(function, "__module__", "")):
        return False
    host = library.find_host(function)
    return reading.find_read(function) is not None if host is None else parameter not in host.static


# -- results ----------------------------------------------------------------------------------------------


def calls_of(function: Any, full_name: str) -> list[tuple[tuple, dict]]:
    """Arguments to call a function with."""
    sample = SAMPLES.get(full_name.removeprefix("numpy."))
    return [(sample, {})] if sample is not None else ROWS.get(id(function), [])


def rows() -> dict[int, list[tuple[tuple, dict]]]:
    """The rows of the tests of the library, by the function's id."""
    sys.path.insert(0, str(ROOT / "tests"))
    try:
        from library.compare import plain
        from library.rows import ROWS as numpy_rows
        from library.scipy_rows import SCIPY as scipy_rows
    finally:
        sys.path.pop(0)
    found: dict[int, list[tuple[tuple, dict]]] = {}
    for function, args, kwargs in (*numpy_rows, *scipy_rows):
        found.setdefault(id(function), []).append((tuple(map(plain, args)), kwargs))
    return found


ROWS = rows()


def given(function: Any, calls: Iterable[tuple[tuple, Mapping]]) -> list:
    """The types of what calls give: `np.ndarray` for arrays and their numbers, classes, tuples and lists of these."""
    found = []
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for args, kwargs in calls:
            try:
                result = shape_of(function(*args, **kwargs))
            except Exception:  # rows of errors
                continue
            if result not in found:
                found.append(result)
    return found


def shape_of(value: Any) -> Any:
    if isinstance(value, (np.ndarray, np.generic)):
        return np.ndarray
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)
    if isinstance(value, (tuple, list)):
        return type(value)([shape_of(v) for v in value])
    return type(value)


def named_tuple(cls: Any) -> str:
    fields = "".join(f"    {name}: _Array\n" for name in cls._fields)
    return f"class _{cls.__name__}(NamedTuple):\n{fields}"


def result_type(results: list, function: Any) -> str:
    if isinstance(function, np.ufunc):
        return "_Array" if function.nout == 1 else f"tuple[{', '.join(['_Array'] * function.nout)}]"
    if not results:
        return documented(function)
    known = library.find_host(function) is not None or reading.find_read(function) is not None
    if all(isinstance(result, tuple) for result in results) and results:
        if len(set(map(len, results))) > 1 or function.__name__ in VARIADIC:
            items = {type_text(item, known and item is not int) for result in results for item in result}
            return f"tuple[{items.pop() if len(items) == 1 else 'Any'}, ...]"
    if known and np.ndarray in results and set(results) <= {np.ndarray, int, bool}:
        return "_Array"
    texts = {type_text(result, known and result is not int) for result in results}
    return texts.pop() if len(texts) == 1 else "Any"


def type_text(result: Any, compiled: bool) -> str:
    """`compiled`: numbers of Python's are those of the host function alone; of large arrays a program gives them."""
    match result:
        case tuple() | list():
            return sequence_text(type(result).__name__, [type_text(item, compiled) for item in result])
        case builtins.bool:
            return "{bool} | _Array" if compiled else "{bool}"
    if result is np.ndarray or compiled and result in (int, float, complex):
        return "_Array"
    if result is types.NoneType:
        return "None"
    if hasattr(result, "_fields"):
        return f"_{result.__name__}"
    return result.__name__ if result in (int, float, complex, str, type) else "Any"


def sequence_text(name: str, items: list[str]) -> str:
    if name == "list":
        return f"list[{items[0]}]" if len(set(items)) == 1 else "list[Any]"
    return f"tuple[{', '.join(items)}]" if items else "tuple[()]"


def documented(function: Any) -> str:
    """By the section Returns of a docstring: one result that is an array, or what can't be told."""
    section = re.search(r"Returns\n-+\n(.*?)(\n\n\w[\w ]*\n-+\n|\Z)", inspect.getdoc(function) or "", re.S)
    kinds = re.findall(r"^\w[\w, `']*(?: : (.*))?$", section[1], re.M) if section else []
    return "_Array" if len(kinds) == 1 and re.search("array|scalar|float|complex|number", kinds[0]) else "Any"


if __name__ == "__main__":
    for file in STUBS:
        (ROOT / file).write_text(stub(file))
