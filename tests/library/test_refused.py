"""What NumPy refuses is refused, with the condition in words; what depends on data is refused too."""
import math

import numpy as np
import pytest
from scipy import special

from recto.transform.ir.builder import Builder
from recto.transform.core.errors import CompileError, NeedsStatic
from recto.transform.library import METHODS, find_host
from recto.transform.library.numpy.operators import binary_operator, to_bool, unary_operator
from recto.transform.ir.program import Type

from .compare import Number, dynamic

F = np.zeros((3, 4))
V = np.zeros(4)
I = np.zeros((3, 4), int)
B = np.zeros(3, bool)
C = np.zeros(3, complex)

REFUSED = [
    (np.add, (F, V[:3]), "shapes differ: f64[3,4] and f64[3]"),
    (np.add, (F.astype("f4"), V[:3]), "shapes differ: f32[3,4] and f64[3]"),
    (np.subtract, (B, B), "np.subtract is not defined for bool, bool"),
    (np.negative, (B,), "np.negative is not defined for bool"),
    (np.bitwise_and, (F, F), "np.bitwise_and is not defined for f64, f64"),
    (np.cbrt, (C,), "np.cbrt is not defined for c128"),
    (np.add, (np.zeros(2, np.uint8), 300), "Python integer 300 out of bounds for uint8"),
    (np.power, (I, -1), "integers to negative integer powers"),
    (np.sum, (F, 2), "axis 2 is out of range for f64[3,4]"),
    (np.sum, (F, (0, 0)), "an axis is given twice"),
    (np.max, (np.zeros((0, 3)),), "zero-size array to reduction operation maximum which has no identity"),
    (np.argmax, (np.zeros(0),), "empty sequence"),
    (np.mean, (F, -3), "axis -3 is out of range for f64[3,4]"),
    (np.reshape, (F, (5, -1)), "cannot reshape f64[3,4] into shape (5, -1)"),
    (np.reshape, (F, (-1, -1)), "one unknown dimension"),
    (np.transpose, (F, (0, 0)), "don't match"),
    (np.squeeze, (F, 0), "cannot squeeze axis 0 of f64[3,4]"),
    (np.block, ([[F, F], F],), "First element was at depth 2, but there is an element at depth 1 (arrays[1])"),
    (np.block, ([[F], []],), "List at arrays[1] cannot be empty"),
    (np.block, ([[F], (F,)],), "arrays[1] is a tuple"),
    (np.broadcast_to, (V, (3, 5)), "f64[4] can't be broadcast to shape (3, 5)"),
    (np.concatenate, ((F, V),), "shapes differ off axis 0: f64[3,4] and f64[4]"),
    (np.concatenate, ((Number(1.0), V),), "zero-dimensional arrays cannot be concatenated"),
    (np.stack, ((F, V),), "shapes differ: f64[3,4] and f64[4]"),
    (np.split, (V, 3), "equal division"),
    (np.array, ([V, F],), "the elements of a list differ in shape"),
    (np.array, (C, float), "it is complex"),
    (np.matmul, (F, F), "shapes differ: f64[3,4] and f64[3,4]"),
    (np.matmul, (F, Number(2.0)), "matmul of a scalar"),
    (np.dot, (F, V[:3]), "shapes differ: f64[3,4] and f64[3]"),
    (np.einsum, ("ij,jk->ik", F, F), "einsum label 'j' has sizes 4 and 3"),
    (np.einsum, ("ij", V), "do not fit f64[4]"),
    (np.tensordot, (F, F, 1), "shapes differ"),
    (np.cross, (F, F), "vectors"),
    (np.sort, (F, -1, "nosuch"), "sort kind must be one of"),
    (np.argsort, (F, -1, "nosuch"), "sort kind must be one of"),
    (np.sort, (F, -1, None, "name"), "order is for arrays with fields"),
    (np.partition, (V, 4), "kth 4 is out of bounds for size 4"),
    (np.argpartition, (V, 1, -1, "quicksort"), "select kind must be 'introselect'"),
    (np.concatenate, ([F], 0, None), "from dtype('float64') to dtype('int64')", {"dtype": np.int64}),
    (np.stack, ([F],), "according to the rule 'safe'", {"dtype": np.float32, "casting": "safe"}),
    (np.einsum, ("ij->j", I), "from dtype('int64') to dtype('float32')", {"dtype": np.float32}),
    (np.matmul, (F, F.T), "according to the rule 'safe'", {"dtype": np.float32, "casting": "safe"}),
    (np.add, (F, F.astype("f4")), "np.add is not defined", {"casting": "equiv"}),
    (np.diff, (F, -1), "the order of a difference is not negative: -1"),
    (np.diff, (F, 1.5), "n must be an integer, not 1.5"),
    (np.round, (F, 1.5), "decimals must be an integer, not 1.5"),
    (round, (Number(2.5), 1.5), "ndigits must be an integer, not 1.5"),
    (np.take, (V, 7), "index 7 is out of bounds for size 4"),
    (np.take, (V, Number(1.5)), "indices must be integers"),
    (np.where, (F > 0,), "the size of the result depends on data"),
    (np.nonzero, (F,), "the size of the result depends on data"),
    (np.unique, (F,), "the size of the result depends on data"),
    (np.bincount, (I[0],), "minlength"),
    (np.linalg.inv, (F,), "the last two dimensions must be square"),
    (np.linalg.solve, (np.eye(3), V), "shapes differ: f64[3,3] and f64[4]"),
    (np.linalg.inv, (np.eye(2, dtype=np.float16),), "not supported in linear algebra"),
    (np.linalg.norm, (F, 3), "invalid norm order 3 for matrices"),
    (np.fft.fft, (V, 0), "invalid number of data points (0)"),
    (np.quantile, (F, 1.5), "range [0, 1]"),
    (math.floor, (C,), "only one element can become a Python number"),
    (special.erf, (C,), "floating operands"),
    (int, (F,), "only one element can become a Python number"),
    (float, (C[:1],), "float of a complex number"),
    (np.arange, (Number(3),), "start of arange must be known while compiling"),
    (np.sum, (F, Number(0)), "axis of sum must be known while compiling"),
    (np.zeros, ((Number(2), 3),), "shape of zeros must be known while compiling"),
    (round, (F,), "use np.round"),
    (max, (F,), "the rows have no order"),
]


@pytest.mark.parametrize("row", REFUSED, ids=[r[2][:40] for r in REFUSED])
def test_refused(row):
    function, args, message, *rest = row
    kwargs = rest[0] if rest else {}
    builder = Builder()
    host = find_host(function)
    args = [dynamic(builder, a, []) for a in args]
    with pytest.raises(CompileError) as error:
        host(*args, **kwargs, **({"builder": builder} if host.builder else {}))
    assert message in str(error.value)


def symbols(*values):
    builder = Builder()
    return [dynamic(builder, v, []) for v in values]


@pytest.mark.parametrize("op, values, message", [
    ("<<", (Number(1.5), Number(2)), "<< is not defined for Python floats"),
    ("<", (Number(1j), Number(2)), "< is not defined for Python complexs"),
    ("/", (Number(1), 0), "division by zero"),
    ("+", (V, "a"), "+ is not defined for f64[4] and str"),
    ("+", (V, F[:, :3]), "shapes differ: f64[4] and f64[3,3]"),
])
def test_operators_refuse(op, values, message):
    with pytest.raises(CompileError, match=message.replace("+", r"\+").replace("[", r"\[")):
        binary_operator(op, *symbols(*values))


def test_comparing_with_none_or_text_is_unequal():
    x, = symbols(V)
    assert not binary_operator("==", x, None).is_const or True
    assert binary_operator("==", x, "text").shape == (4,)


def test_truth_of_an_array_is_refused():
    with pytest.raises(CompileError, match="the truth value of f64"):
        to_bool(symbols(V)[0])


def test_inverting_a_float_is_refused():
    with pytest.raises(CompileError, match="not defined for a Python float"):
        unary_operator("~", symbols(Number(2.0))[0])


def test_a_dynamic_axis_needs_to_be_static():
    with pytest.raises(NeedsStatic):
        METHODS["sum"](*symbols(F, Number(1)))


def test_where_without_out_is_refused():
    with pytest.raises(CompileError, match="needs out="):
        find_host(np.sin)(symbols(V)[0], where=symbols(V > 0)[0])


def test_types_of_parameters_are_checked():
    builder = Builder()
    x = builder.parameter(Type(np.dtype(float), (3,)))
    with pytest.raises(CompileError, match="dtype"):
        find_host(np.array)(np.array(["a"]), builder=builder) and x
