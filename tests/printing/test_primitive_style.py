"""The primitive style: it runs, and it reads back the same."""
import ml_dtypes
import numpy as np
import pytest

from recto.transform import primitives as prim
from recto.transform.ir.builder import TABLE, Builder
from recto.transform.core.errors import CompileError
from recto.transform.ir.evaluate import evaluate
from recto.transform.ir.literals import const_text, parse_type, type_text
from recto.transform.ir.printer import primitive_source
from recto.transform.ir.program import Const, Program, Type, Var, check
from recto.transform.reader import read

from .programs import PROGRAMS, arguments

NUMBERS = [0.0, -0.0, 1.0, 0.1, 1e300, 5e-324, np.inf, -np.inf, np.nan, 2, -3, True, 1j, complex(-0.0, 2),
           complex(1, -0.0), complex(np.inf, np.nan), complex(0, -1)]
DTYPES = ["bool", "int8", "uint64", "float16", ml_dtypes.bfloat16, "float32", "float64", "complex64", "complex128"]


def program_of(c: Const) -> Program:
    return Program("f", (), (), (c,))


def same_bits(a: Const, b: Const) -> bool:
    return a == b and a.type == b.type and a.value.shape == b.value.shape


@pytest.mark.parametrize("weak", [False, True])
@pytest.mark.parametrize("value", NUMBERS)
def test_numbers_read_back(value, weak):
    array = np.asarray(value)
    c = Const(array, Type(array.dtype, (), weak))
    assert same_bits(read(str(program_of(c))).results[0], c)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(), (0,), (3,), (2, 0, 3), (2, 3), (200,)])
def test_random_bits_read_back(dtype, shape):
    dtype = np.dtype(dtype)
    rng = np.random.default_rng(0)
    raw = rng.integers(0, 2 if dtype == bool else 256, (int(np.prod(shape)), dtype.itemsize), np.uint8)
    array = raw.tobytes()
    c = Const(np.frombuffer(array, dtype).reshape(shape), Type(dtype, shape))
    assert same_bits(read(str(program_of(c))).results[0], c)


@pytest.mark.parametrize("array, text", [
    (np.arange(3, 900), 'prim.const(range(3, 900), "i64[897]")'),
    (np.full((40, 50), 0.1, np.float32), 'prim.const(0.1, "f32[40,50]")'),
    (np.array([[1.0, -0.0]]), 'prim.const([[1.0, -0.0]], "f64[1,2]")'),
    (np.float32(np.inf), 'prim.const(prim.inf, "f32[]")'),
    (np.array(2.5), "2.5"),
    (np.array(-3), "-3"),
])
def test_constants_are_readable(array, text):
    assert const_text(Const(np.asarray(array), Type(array.dtype, array.shape))) == text


@pytest.mark.parametrize("text", ["f64[3,4]", "f64[] weak", "bool[0]", "bf16[1,2,3]"])
def test_types_read_back(text):
    assert type_text(parse_type(text)) == text


@pytest.mark.parametrize("text", ["f63[3]", "f64[3", "f64[-1]", "float[2]", ""])
def test_what_is_no_type_is_refused(text):
    with pytest.raises(CompileError, match="is no type"):
        parse_type(text)


@pytest.mark.parametrize("make", PROGRAMS, ids=lambda m: m.__name__)
def test_source_reads_back_the_same(make):
    program = check(make())
    assert read(primitive_source(program)) == program
    assert primitive_source(read(primitive_source(program))).count("\n") == primitive_source(program).count("\n")


@pytest.mark.parametrize("make", PROGRAMS, ids=lambda m: m.__name__)
def test_source_runs(make):
    program = make()
    space: dict = {}
    exec(primitive_source(program), space)
    args = arguments(program)
    got = space[program.name](*args)
    got = got if isinstance(got, tuple) else (got,)
    for a, b in zip(got, evaluate(program, *args), strict=True):
        np.testing.assert_array_equal(a, b)
        assert np.asarray(a).dtype == b.dtype


@pytest.mark.parametrize("make", PROGRAMS, ids=lambda m: m.__name__)
def test_lines_are_not_wide(make):
    code = [line.split("  # ")[0] for line in primitive_source(make()).split("\n")]
    assert max(map(len, code)) <= 100


def test_equal_functions_are_written_once_and_others_renamed():
    def helper(shape):
        b = Builder()
        x = b.parameter(Type(np.dtype(float), shape), "x")
        return b.finish([prim.sin(x)], "g")

    b = Builder()
    x, y = b.parameter(Type(np.dtype(float), (3,)), "x"), b.parameter(Type(np.dtype(float), ()), "y")
    results = [prim.call(v, program=helper(v.shape))[0] for v in (x, x, y)]
    program = check(b.finish(results, "f"))
    text = primitive_source(program)
    assert text.count("def g") == 2 and text.count('@prim.named("g")\ndef g_1(') == 1
    assert read(text) == program


def test_a_type_that_is_not_the_rules_is_declared():
    x = Var("x", Type(np.dtype(float), (), True))
    y = Var("y", Type(np.dtype(float), (), False))
    call = type(check(PROGRAMS[0]()).body[0])((y,), prim.sin, (x,))
    program = check(Program("f", (x,), (call,), (y,)))
    assert '    y: "f64[]"\n' in primitive_source(program)
    assert read(primitive_source(program)) == program


def test_every_primitive_has_its_name_in_prim():
    assert {name for name in TABLE if getattr(prim, name, None) is not TABLE[name]} == set()


@pytest.mark.parametrize("body, message", [
    ("y = x + 1\n    return y", "not the primitive style"),
    ("y = prim.nothing(x)\n    return y", "no primitive nothing"),
    ("y = prim.sin(z)\n    return y", "z is not defined"),
    ("y, z = prim.sin(x)\n    return y", "sin has 1 results"),
    ("y = prim.and_(x, x)", "return"),
    ("for i in range(3): pass\n    return x", "not the primitive style"),
    ("return len(x)", "not the primitive style"),
])
def test_anything_else_is_refused(body, message):
    with pytest.raises(CompileError, match=message):
        read(f'def f(x: "f64[3]"):\n    {body}\n')
