"""Exported functions compute the same in a process that has no source of them."""
import dataclasses
import json
import os
import pathlib
import pickle
import subprocess
import sys
from collections import namedtuple

import numpy as np
import pytest
import scipy.special

import recto
from recto._api.exporting import exported

X, M = np.array([0.5, -1.0, 2.0]), np.array([[4.0, 1.0, 0.5], [1.0, 3.0, 0.0], [0.5, 0.0, 2.0]])
WEIGHTS = np.array([1.0, 2.0, 3.0])
ROOT = str(pathlib.Path(__file__).parent.parent.parent)  # processes import the recto that is tested


def energy(x, k):
    return k * np.sum(np.tanh(x) * WEIGHTS)


def newton(x):
    y = 1.0
    while np.abs(y * y - x) > 1e-9:
        y = 0.5 * (y + x / y)
    return y


def scale(x, factor):
    x *= factor
    return x.sum()


def step(params, batch, rate=0.1):
    error = batch[0] @ params["w"] + params["b"] - batch[1]
    return {"w": params["w"] - rate * batch[0].T @ error, "b": params["b"] - error.sum()}, ("loss", error @ error)


def mean_of(values, axis):
    return np.mean(np.array(values), axis=axis)


def checked(x):
    if x[0] < 0:
        raise ValueError(f"x[0] is {x[0]:.1f}")
    return np.sqrt(x)


ROWS = {
    "value": (energy, (X, 2.0)), "gradient": (recto.grad(energy), (X, 2.0)), "loop": (newton, (2.0,)),
    "gradient through while": (recto.grad(newton), (2.0,)),
    "batch of gradients": (recto.vmap(recto.grad(newton)), (WEIGHTS,)),
    "written argument": (scale, (X, 3.0)), "trees": (step, ({"w": X, "b": 0.5}, (M, X))),
    "static": (mean_of, ([[1.0, 2.0], [3.0, 5.0]], 1)),
    "special function": (lambda x: scipy.special.erf(x), (X,)),
    "LAPACK": (lambda a, b: np.linalg.solve(a, b), (M, X)), "integers": (lambda n: n // 3 - n % 4, (np.arange(-5, 5),)),
    "complex": (lambda z: np.fft.fft(z * 1j), (X,)), "computed length": (lambda x: x[x > 0], (X,)),
    "raises": (checked, (X,)),
    "32 bits": (lambda x: x @ x, (X.astype(np.float32),)),
}


def leaves(tree):
    return [np.asarray(v) for v in recto.tree.leaves(tree) if not isinstance(v, str)]


def outcome(function, args):
    """The results, and then the arguments as they are afterwards."""
    args = pickle.loads(pickle.dumps(args))
    result = function(*args)
    return [*leaves(result), *leaves(args)]


def same(found, wanted):
    assert len(found) == len(wanted)
    for one, other in zip(found, wanted):
        assert one.dtype == other.dtype and one.shape == other.shape
        np.testing.assert_allclose(one, other, rtol=1e-6 if one.dtype == np.float32 else 1e-13, atol=1e-14)


def test_programs_run_without_source(tmp_path):
    """All rows in one process, which reads no source and loads no parser."""
    for name, (function, args) in ROWS.items():
        recto.export(function, *args).save(tmp_path / f"{name}.recto")
    (tmp_path / "args.pickle").write_bytes(pickle.dumps({name: pickle.dumps(args) for name, (_, args) in ROWS.items()}))
    script = """if True:
        import pathlib, pickle, sys
        import numpy as np, recto
        def leaves(tree):
            return [np.asarray(v) for v in recto.tree.leaves(tree) if not isinstance(v, str)]
        found = {}
        for name, args in pickle.loads(pathlib.Path("args.pickle").read_bytes()).items():
            args = pickle.loads(args)
            result = recto.load(name + ".recto")(*args)
            found[name] = [*leaves(result), *leaves(args)]
        try:
            recto.load("raises.recto")(np.array([-2.0, 0.0, 1.0]))
        except ValueError as error:
            found["message"] = str(error)
        assert "recto.transform.frontend.interpreter" not in sys.modules
        pathlib.Path("found.pickle").write_bytes(pickle.dumps(found))"""
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=300,
                          env={**os.environ, "PYTHONPATH": ROOT})
    assert done.returncode == 0, done.stderr
    found = pickle.loads((tmp_path / "found.pickle").read_bytes())
    assert found.pop("message") == "x[0] is -2.0"
    assert found.keys() == ROWS.keys()
    for name, (function, args) in ROWS.items():
        same(found[name], outcome(recto.jit(function), args))


def test_arguments_are_given_by_name_and_converted(tmp_path):
    recto.export(energy, "f64[3]", k="f64[]").save(tmp_path / "f")
    function = recto.load(tmp_path / "f")
    assert function.signature == "(x: f64[3], k: f64[])"
    assert float(function(k=2, x=recto.device_put(X))) == pytest.approx(float(energy(X, 2)))
    again = pickle.loads(pickle.dumps(function))
    assert float(again(X, k=3.0)) == pytest.approx(float(energy(X, 3)))


def test_arrays_from_outside_keep_the_values_they_had(monkeypatch):
    function, wanted = recto.export(energy, X, 2.0), float(energy(X, 2.0))
    monkeypatch.setitem(globals(), "WEIGHTS", 5 * WEIGHTS)
    assert float(function(X, 2.0)) == pytest.approx(wanted)


@pytest.mark.parametrize("args, message", [
    ((X,), r"exported with the arguments \(x: f64\[3\], k: f64\[\]\)"),
    ((X[:2], 2.0), r"argument x was exported as f64\[3\]; it is f64\[2\] in this call"),
    ((X.astype(np.float32), 2.0), r"it is f32\[3\] in this call"),
    ((X, 2j), r"argument k was exported as f64\[\]; it is 2j in this call"),
    (([0.5, 1.0, 2.0], 2.0), r"argument x was exported as f64\[3\]")])
def test_other_arguments_are_refused(args, message):
    with pytest.raises(TypeError, match=message):
        recto.export(energy, X, 2.0)(*args)


def test_another_static_value_is_refused():
    function = recto.export(recto.jit(mean_of, static_argnames="axis"), [[1.0, 2.0]], 1)
    with pytest.raises(TypeError, match="argument axis was exported as 1, which is a part of the program; it is 0"):
        function([[1.0, 2.0]], 0)


@dataclasses.dataclass
class Model:
    w: np.ndarray


Pair = namedtuple("Pair", "a b")
seen = []


class Refused(Exception):
    pass


def raises_its_own(x):
    if x[0] > 0:
        raise Refused
    return x


def remembers(x):
    seen.append(x)
    return x


@pytest.mark.parametrize("function, args, message", [
    (lambda m: m.w, (Model(X),), "class Model"),
    (lambda x: Model(x), (X,), "class Model"),
    (lambda p: p.a, (Pair(X, X),), "class Pair"),
    (lambda x: Pair(x, x), (X,), "class Pair"),
    (lambda f, x: f(x), (np.sin, X), "argument 0 is static"),
    (lambda x: recto.pure_callback(np.sin, recto.ShapeDtypeStruct((3,), float), x), (X,), "calls back into Python"),
    (lambda x: print(x), (X,), "prints"),
    (remembers, (X,), "changes objects of the caller's"),
    (raises_its_own, (X,), "class Refused"),
    (recto.pmap(lambda x: x), (X[:1],), "several devices"),
    (energy, ("f64[n]", 2.0), r"shapes differ: f64\[n\] and f64\[3\]"),
])
def test_what_a_file_cannot_hold_is_refused(function, args, message):
    with pytest.raises(recto.CompileError, match=message):
        recto.export(function, *args)


@pytest.mark.parametrize("transformed", [recto.jit, recto.grad, recto.vmap])
def test_compiled_code_does_not_read_it(transformed):
    function = recto.export(lambda x: x * x, "f64[]")
    with pytest.raises(recto.CompileError, match="export the gradient"):
        transformed(function)(X if transformed is recto.vmap else 2.0)


# -- files of other versions -------------------------------------------------------------------------------------

def pieces(content):
    """The header and the artifact of a file."""
    start = len(exported.MAGIC) + 8
    end = start + int.from_bytes(content[start - 8:start], "little")
    return content[start:end], content[end + exported.DIGEST:]


def rewritten(content, artifact=None, **fields):
    """The bytes of a file with other fields, and with a right digest."""
    header, own = pieces(content)
    header, artifact = json.dumps(json.loads(header) | fields).encode(), artifact or own
    digest = exported.digest(header, artifact)
    return b"".join([exported.MAGIC, len(header).to_bytes(8, "little"), header, digest, artifact])


def test_another_format_is_refused_by_name(tmp_path):
    content = bytes(recto.export(energy, X, 2.0))
    (tmp_path / "f").write_bytes(rewritten(content, format=9, recto="7.1"))
    with pytest.raises(ValueError, match="exported by recto 7.1 in format 9; this version of recto reads format 2"):
        recto.load(tmp_path / "f")


def test_an_unreadable_artifact_is_refused_with_its_versions(tmp_path):
    function = recto.export(energy, X, 2.0)
    artifact = function.artifact[:60]           # what this version of StableHLO cannot read
    (tmp_path / "f").write_bytes(rewritten(bytes(function), artifact, stablehlo="9.9.9", jaxlib="3.0"))
    with pytest.raises(ValueError, match="jaxlib 3.0, stablehlo 9.9.9, and this jaxlib cannot read it"):
        recto.load(tmp_path / "f")(X, 2.0)


@pytest.mark.parametrize("damage, message", [
    (lambda b: b[:-1], "damaged"), (lambda b: b[:20], "damaged"), (lambda b: b[:-5] + b"12345", "damaged"),
    (lambda b: b.replace(b"energy", b"Energy", 1), "damaged"),
    (lambda b: b"\x80\x04" + b, "not a file of recto.export"),
    (lambda b: b"", "not a file of recto.export")])
def test_damaged_files_are_refused(damage, message):
    with pytest.raises(ValueError, match=message):
        recto.Exported.of_bytes(damage(bytes(recto.export(energy, X, 2.0))))


@pytest.mark.parametrize("name, error", [("eval", KeyError), ("Popen", KeyError), ("int", ValueError)])
def test_a_file_names_no_objects_of_the_process(name, error):
    """Classes of Python's and NumPy's alone; and only exceptions are raised."""
    content = bytes(recto.export(checked, X))
    text = json.dumps(json.loads(pieces(content)[0])["epilogue"])
    changed = text.replace('["class", "ValueError"]', json.dumps(["class", name]))
    assert changed != text
    with pytest.raises(error):
        recto.Exported.of_bytes(rewritten(content, epilogue=json.loads(changed)))
