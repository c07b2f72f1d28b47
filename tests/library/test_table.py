"""Laws of the table itself: every entry is tried, views write where NumPy's write, 32-bit mode has no 64-bit dtypes."""
import math

import numpy as np
import pytest

from recto.transform.ir.builder import Builder, Sym
from recto.transform.core.dtypes import NARROW, settings
from recto.transform.core.errors import CompileError
from recto.transform.ir.evaluate import evaluate
from recto.transform.library import ATTRIBUTES, HOST, HOST_BY_NAME, METHODS, REFUSED, Host, find_host
from recto.transform.library.core.coverage import coverage, methods_coverage
from recto.transform.ir.program import walk

from .compare import Number, dynamic, entry, expect_same, finished, flat, plain, write
from .rows import ROWS
from .scalars import SCALARS
from .scipy_rows import SCIPY

NO_RESULT_TO_COMPARE = dict.fromkeys((np.empty, np.empty_like, np.partition, np.argpartition, np.broadcast_shapes,
                                      np.einsum_path, np.nonzero), "")
UNCOMPARABLE = {"argpartition", "partition", "nonzero", "flat"}
TRIED_ELSEWHERE = ("cho_solve", "lu_solve", "eigh", "eig", "eigvals", "digamma")


def test_every_function_has_a_row():
    tried = {id(find_host(f)) for f, _, _ in [*ROWS, *SCALARS, *SCIPY] if not isinstance(f, str)}
    ufunc_method = lambda key: isinstance(getattr(key, "__self__", None), np.ufunc)
    assert not [key for key, host in HOST.items() if id(host) not in tried and key not in REFUSED | NO_RESULT_TO_COMPARE
                and not ufunc_method(key) and not isinstance(key, type)
                and getattr(key, "__module__", "") != "recto.transform.library.scipy.sparse"]  # test_sparse.py


def test_every_scipy_function_has_a_row():
    tried = {id(find_host(f)) for f, _, _ in SCIPY}
    assert not [name for name, host in HOST_BY_NAME.items()
                if id(host) not in tried and name not in REFUSED
                and name.startswith("scipy.") and not name.startswith("scipy.fft.")
                and name.rpartition(".")[2] not in TRIED_ELSEWHERE]


def test_every_method_has_a_row():
    tried = {f[1:] for f, _, _ in ROWS if isinstance(f, str)}
    refused = {name for name, host in METHODS.items() if host.function.__name__ == "refused"}
    assert not {*METHODS, *ATTRIBUTES} - tried - refused - UNCOMPARABLE


def test_coverage():
    """What is missing is known: a new function of NumPy shows here."""
    missing = {module: lists.missing for module, lists in coverage().items() if lists.missing}
    assert not missing
    assert set(methods_coverage().missing) == {
        "base", "ctypes", "data", "dumps", "getfield", "setfield"
    }


# -- views ---------------------------------------------------------------------------------------------------

VIEWS = [(f, a, k) for f, a, k in ROWS if callable(entry(f)[1].view) and isinstance(a[0], np.ndarray) and a[0].ndim
         and (entry(f)[1].when is None or entry(f)[1].when(*a, **k))]
READ_ONLY = [v for v in VIEWS if entry(v[0])[2] == "imag" and v[1][0].dtype.kind != "c"]
WRITTEN = [v for v in VIEWS if not any(v is r for r in READ_ONLY)]


@pytest.mark.parametrize("function, args, kwargs", READ_ONLY)
def test_the_imaginary_part_of_a_real_array_is_read_only(function, args, kwargs):
    with pytest.raises(CompileError, match="read-only"):
        entry(function)[1].view(args[0], args[0])


@pytest.mark.parametrize("function, args, kwargs", WRITTEN, ids=[entry(f)[2] for f, _, _ in WRITTEN])
def test_writing_to_a_view_writes_to_its_base(function, args, kwargs):
    function, host, name = entry(function)
    count = len(function(*map(plain, args), **kwargs)) if host.pieces else 1
    for piece in range(count):
        check_view(function, host, args, kwargs, {"piece": piece} if host.pieces else {})


def check_view(function, host: Host, args: tuple, kwargs: dict, piece: dict) -> None:
    base = args[0].copy()
    view = function(base, *args[1:], **kwargs)
    view = view[piece["piece"]] if piece else view
    if not np.shares_memory(view, base) and view.size:
        assert host.layout in ("reshape", "ravel", "C", "F"), "NumPy makes a copy here"
        return
    new = np.arange(view.size).reshape(view.shape).astype(view.dtype)
    view[...] = new
    builder, inputs = Builder(), []
    syms = [dynamic(builder, x, inputs) for x in (args[0], new)]
    got = host.view(*syms, *args[1:], **kwargs, **piece)
    expect_same(evaluate(finished(builder, [got]), *inputs)[0], base)


# -- 32 bits -------------------------------------------------------------------------------------------------

WIDE = set(NARROW)
WITHIN = [
    r for r in ROWS + SCIPY
    if not any(isinstance(a, type) or isinstance(a, np.dtype) for a in r[1]) and "dtype" not in r[2]
]


def narrow(value):
    """The argument with 32-bit dtypes."""
    if isinstance(value, np.ndarray | np.generic) and value.dtype in NARROW:
        with np.errstate(all="ignore"):
            return value.astype(NARROW[value.dtype])
    return type(value)(map(narrow, value)) if type(value) in (list, tuple) else value


@pytest.fixture
def half_width():
    settings.enable_x64 = False
    yield
    settings.enable_x64 = True


@pytest.mark.parametrize("start", range(0, len(WITHIN), 50))
def test_no_64_bit_dtypes_in_32_bit_mode(half_width, start):
    for function, args, kwargs in WITHIN[start:start + 50]:
        builder = Builder()
        host = entry(function)[1]
        args = tuple(narrow(a) for a in args)
        kwargs = {k: narrow(v) for k, v in kwargs.items()}
        if any(isinstance(a, Number) for a in flat([*args, *kwargs.values()])):
            continue
        try:
            out = write(builder, [], host, args, kwargs)
        except CompileError as error:
            assert "out of bounds" in str(error)
            continue
        program = finished(builder, out)
        made = [v.type.dtype for call in walk(program) for v in (*call.outputs, *call.operands)]
        results = [v.dtype for v in out if isinstance(v, Sym)]
        assert not WIDE.intersection(made + results), (function, args, str(program))


# -- finding -------------------------------------------------------------------------------------------------

def test_functions_are_found():
    from scipy import special
    assert find_host(special.expit) is HOST_BY_NAME["scipy.special.expit"]
    assert find_host(np.add.reduce) is HOST[np.add.reduce]
    assert find_host(math.sin) is HOST[math.sin]
    assert find_host([]) is None and find_host(print) is None
