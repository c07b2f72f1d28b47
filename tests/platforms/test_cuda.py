"""What is written for CUDA, against goldens; the mathematics around cuSOLVER's routines, with LAPACK's in their place;
and that XLA compiles all of it for an H100, where the CUDA plugin is installed."""
import functools
import pathlib
import re

import numpy as np
import pytest

import recto
from recto import runtime, transform
from recto.transform.ir.builder import TABLE
from recto._dispatch.device_placement import arrange

from goldens import Goldens
from platforms import cuda, hlo
from platforms.programs import PROGRAMS
from tests.lowering import harness, test_exact
from tests.primitives import laws, rows, rows_b         # noqa: F401  (entering rows)
from tests.primitives._row import ROWS

POLLS = ("recto_interrupts_now", "recto_interrupts_check")


@functools.cache
def lowered(name, platform):
    function, *types = PROGRAMS[name]
    _, reading = recto.jit(function)._arranged(tuple(types), {}, arrange)
    _, program = transform.optimise_reading(reading)
    return transform.lowered(program, platform=platform, polls=POLLS)


def targets(text):
    return sorted(set(re.findall(r'call_target_name = "(\w+)"', text)))


def calls(text):
    """The custom calls, without the numbers of values, where they stand in the source, and aliases."""
    lines = [line.strip() for line in text.splitlines() if '"stablehlo.custom_call"' in line]
    short = [re.sub(r"%\w+(#\d+)?(:\d+)?", "%", re.sub(r" loc\(.*", "", line)) for line in lines]
    return [re.sub(r", output_operand_aliases = \[[^}]*\]\}>", "}>", line) for line in short]


def printed():
    return "".join(f"== {name}\n" + "".join(f"{c}\n" for c in calls(lowered(name, "cuda").text)) for name in PROGRAMS)


GOLDENS = Goldens(pathlib.Path(__file__).parent / "golden", {"custom_calls_of_cuda.txt": printed})


def test_custom_calls_are_as_noted():
    GOLDENS.check("custom_calls_of_cuda.txt")


@pytest.mark.parametrize("name", PROGRAMS)
def test_no_call_of_one_platform_on_another(name):
    on_cpu, on_cuda = (targets(lowered(name, platform).text) for platform in ("cpu", "cuda"))
    assert not any(t.startswith("cusolver") or "gpu" in t for t in on_cpu)
    assert not any(t.startswith("lapack") or "cpu" in t or t in POLLS for t in on_cuda)


def test_what_only_the_cpu_has():
    assert POLLS[0] in targets(lowered("long loop", "cpu").text) and "lapack_dtrsm_ffi" in targets(
        lowered("triangular", "cpu").text)
    assert targets(lowered("long loop", "cuda").text) == targets(lowered("triangular", "cuda").text) == []
    assert "stablehlo.triangular_solve" in lowered("triangular", "cuda").text


@pytest.mark.parametrize("name", PROGRAMS)
def test_unknown_platforms_have_what_stablehlo_has(name):
    if name.startswith(("cholesky", "triangular", "long", "insertion", "residuals")):
        assert targets(lowered(name, "abacus").text) == []
    else:
        with pytest.raises(recto.CompileError, match="on abacus"):
            lowered(name, "abacus")


SOLVED = frozenset("cholesky det eig eigh inv lu qr slogdet solve sparse_solve svd triangular_solve".split())
WRITTEN = sorted(name for name, p in TABLE.items() if p.kind != "control" and name not in SOLVED)


@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_written_for_cuda_computes_the_same_on_the_cpu(name):
    """But for what calls cuSOLVER: barriers, sums, products, assignments are written otherwise than for the CPU."""
    fits = lambda r: name != "conv" or r.operands[0].dtype.kind in "fc"
    tried = [r for r in ROWS if r.primitive == name and "xla" not in r.skip and fits(r)]
    faults = [f"{r}: {fault}" for r, got in zip(tried, laws.compiled(tried, "cuda")) if (fault := laws.agrees(r, got))]
    assert not faults, "\n".join(faults[:8])


def algebra(expressions, tmp_path):
    """The program for CUDA of a function of numbers on which XLA's algebra would show, these, and what it gives."""
    numbers = (test_exact.X, test_exact.Y, test_exact.M)
    f = test_exact.function(f"def f(x, y, m):\n    return ({', '.join(expressions)},)\n", "arrays", tmp_path)
    with np.errstate(all="ignore"):
        return written(f, *numbers), numbers, f(*numbers)


@pytest.mark.xla
def test_xla_does_no_algebra_with_what_is_written_for_cuda(tmp_path):
    """Barriers are choices there, by conditions that always hold: of constants as well, as in abs(x) >= 0."""
    text, numbers, wanted = algebra(test_exact.EXPRESSIONS, tmp_path)
    for found, right, expression in zip(run(text, *numbers), wanted, test_exact.EXPRESSIONS, strict=True):
        test_exact.assert_same(found, right, expression)


@pytest.mark.parametrize("first", range(0, 60, 6))
def test_nor_does_xla_for_cuda(first, tmp_path):
    if not cuda.is_installed():
        pytest.skip("without the plugin for CUDA")
    expressions = test_exact.EXPRESSIONS[first:first + 6]
    text, numbers, wanted = algebra(expressions, tmp_path)
    for found, right, expression in zip(hlo.evaluate(cuda.compiled(text), *numbers), wanted, expressions, strict=True):
        test_exact.assert_same(found, right, expression)


def test_the_last_update_of_an_element_is_the_only_one():
    """Others would come in any order."""
    def assign(x, k, v):
        x[k] = v
        return x

    text = written(assign, "f64[5]", "i64[4]", "f64[4]")
    first, second = [m.start() for m in re.finditer('"stablehlo.scatter"', text)]
    assert first < text.index("stablehlo.maximum") < text.index("stablehlo.gather") < second
    k, v = np.array([3, 1, 3, 3]), np.arange(4.0)
    found, = run(text, np.zeros(5), k, v)
    assert found.tolist() == assign(np.zeros(5), k, v).tolist()


def test_updates_of_elements_are_kept_apart():
    """XLA's compiler for CUDA refuses programs in which it has fused two of them."""
    for name in ("long row of updates", "long row of updates at constants"):
        lines = lowered(name, "cuda").text.splitlines()
        made = [re.match(r"(%\d+) = ", line)[1] for line in lines if '"stablehlo.dynamic_update_slice"' in line]
        barred = " ".join(line for line in lines if '"stablehlo.optimization_barrier"' in line)
        assert len(made) >= 2 and all(f"({value})" in barred for value in made)


def test_products_of_float32_are_asked_for_as_such():
    for types in (("f32[3,4]", "f32[4,2]"), ("c64[3,4]", "c64[4,2]")):
        assert "precision HIGHEST" in written(np.matmul, *types)
        assert "precision HIGHEST" not in written(np.matmul, *types, platform="cpu")
    assert "precision HIGHEST" not in written(np.matmul, "f64[3,4]", "f64[4,2]")
    recto.config.update("matmul_precision", "tensorfloat32")
    try:
        assert "precision HIGHEST" not in written(np.matmul, "f32[3,4]", "f32[4,2]")
    finally:
        recto.config.update("matmul_precision", "float32")
    with pytest.raises(ValueError, match="matmul_precision is 'float32' or 'tensorfloat32', not 'half'"):
        recto.config.update("matmul_precision", "half")


def test_convolutions_of_integers_are_refused():
    with pytest.raises(recto.CompileError, match="a convolution of int32 on cuda"):
        written(lambda x, w: recto.lax.conv(x, w, (1,), "SAME"), "i32[1,2,9]", "i32[3,2,3]")


def test_convolutions_of_complex_numbers_are_real_ones():
    text = written(lambda x, w: recto.lax.conv(x, w, (1,), "SAME"), "c128[1,2,9]", "c128[3,2,3]")
    assert not re.search(r"stablehlo.convolution.*complex", text) and text.count('"stablehlo.convolution"') == 4


def written(function, *types, platform="cuda"):
    return transform.lowered(recto.jit(function).program(*types), platform=platform).text


def run(text, *arrays):
    return harness.run(runtime.compile(text), arrays)


# -- cuSOLVER's routines, as LAPACK's ----------------------------------------------------------------------------------

LETTERS = {"f32": "s", "f64": "d", "complex<f32>": "c", "complex<f64>": "z"}
ROUTINES = {"potrf": ("potrf", "potrf"), "getrf": ("getrf", "getrf"), "geqrf": ("geqrf", "geqrf"),
            "orgqr": ("orgqr", "ungqr"), "syevd": ("syevd", "heevd"), "gesvd": ("gesvd", "gesvd")}


def as_lapack(line):
    """A call of cuSOLVER as one of LAPACK, which has the same operands and results."""
    found = re.search(r"cusolver_(\w+)_ffi", line)
    if found is None:
        return line
    kind = re.search(r"> : \(tensor<(?:\d+x)+(complex<f\d+>|f\d+)>", line)[1]
    name = ROUTINES[found[1]][kind.startswith("complex")]
    whole = "full_matrices = true" in line
    config = {"potrf": f"uplo = {ord('L')} : ui8", "gesvd": f"mode = {ord('A' if whole else 'S')} : ui8",
              "syevd": f"mode = {ord('V')} : ui8, uplo = {ord('L')} : ui8"}.get(found[1], "")
    line = re.sub(r"backend_config = \{[^}]*\}", f"backend_config = {{{config}}}", line)
    return line.replace(found[0], f"lapack_{LETTERS[kind]}{name}_ffi")


def values(types):
    rng = np.random.default_rng(0)
    for t in types:
        kind, shape = re.fullmatch(r"([fc]\d+)\[([\d,]*)\]", t).groups()
        x = rng.normal(size=[int(n) for n in shape.split(",")])
        x = x + 1j * rng.normal(size=x.shape) if kind.startswith("c") else x
        square = x.ndim > 1 and x.shape[-1] == x.shape[-2]
        x = x @ np.conj(np.swapaxes(x, -1, -2)) + 4 * np.eye(x.shape[-1]) if square else x
        yield x.astype({"f64": "f8", "f32": "f4", "c128": "c16"}[kind])


def adjoint(x):
    return np.conj(np.swapaxes(x, -1, -2))


def orthonormal(q):
    """q, whose columns are orthonormal."""
    np.testing.assert_allclose(adjoint(q) @ q - np.eye(q.shape[-1]), 0.0, atol=1e-12)
    return q


def of_svd(u, s, vh):
    k = s.shape[-1]
    assert (np.diff(s) <= 0).all() and orthonormal(adjoint(vh)) is not None
    return orthonormal(u)[..., :k] * s[..., None, :] @ vh[..., :k, :]


# Factors are not unique: their product is the matrix.
RECOMBINED = {"svd": of_svd, "qr": lambda q, r: orthonormal(q) @ np.triu(r),
              "eigh": lambda w, v: orthonormal(v) * w[..., None, :] @ adjoint(v)}


@pytest.mark.xla
@pytest.mark.parametrize("name", [n for n in PROGRAMS if re.match("chol|solve|tri|qr|eigh|eigvalsh|svd", n)])
def test_around_the_routines_the_program_is_right(name):
    """With LAPACK's routines in the place of cuSOLVER's, the program for CUDA computes what NumPy does."""
    function, *types = PROGRAMS[name]
    text = "\n".join(map(as_lapack, lowered(name, "cuda").text.splitlines()))
    assert "cusolver" not in text
    given = list(values(types))
    found = [recto.Array(b) for b in runtime.compile(text).run([runtime.put(x) for x in given])]
    factors = RECOMBINED.get(name.split(",")[0].split()[0])
    expected = [given[0]] if factors else [function(*given)]
    found = [factors(*map(np.asarray, found))] if factors else found
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5 if a.dtype == "float32" else 1e-9, atol=1e-9)


# -- for an H100 -------------------------------------------------------------------------------------------------------

@pytest.mark.xla
@pytest.mark.parametrize("name", [n for n in PROGRAMS if n != "callback"])
def test_xla_compiles_for_an_h100(name):
    if not cuda.is_installed():
        pytest.skip("the CUDA plugin is not installed: jax-cuda13-plugin, nvidia-cuda-nvcc, nvidia-nvvm")
    hlo = cuda.compiled(lowered(name, "cuda").text)
    assert [t for t in targets(lowered(name, "cuda").text) if t not in hlo] == []
    if name == "residuals":
        before_entry = hlo.split("\nENTRY")[0]
        copies = [x for x in before_entry.splitlines() if re.search(r"= f64\[100,8\]\S* copy\(", x)]
        assert copies == []                             # the loop overwrites the array
    assert " call(" not in hlo                          # nothing that XLA may not fuse
