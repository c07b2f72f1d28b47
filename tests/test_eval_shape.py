"""recto.eval_shape gives the shapes and dtypes that a call gives."""
import numpy as np
import pytest

import recto

pytestmark = pytest.mark.xla
Struct = recto.ShapeDtypeStruct
X = np.ones((3, 2), np.float32)


def several(x, n):
    return {"a": x.T @ x, "b": (x.sum(), [x > 0]), "c": n * 2}


def nothing(x):
    return None, ()


def known(x):
    return np.ones(4), 2, x


def loop(x):
    total = 0.0
    for row in x:
        total += row.sum()
    return total


@pytest.mark.parametrize("function, args", [(several, (X, 3)), (several, (X.astype(complex), 2.0)), (nothing, (X,)),
                                            (known, (X,)), (loop, (X,)), (recto.grad(loop), (X,)),
                                            (recto.jit(loop), (X,))])
def test_types_are_those_of_a_call(function, args):
    wanted = (recto.jit(function) if not isinstance(function, recto.Function) else function)(*args)
    wanted = recto.tree.map(lambda leaf: Struct(np.shape(leaf), np.asarray(leaf).dtype), wanted)
    assert recto.eval_shape(function, *args) == wanted
    structs = [Struct(a.shape, a.dtype) if isinstance(a, np.ndarray) else a for a in args]
    assert recto.eval_shape(function, *structs) == wanted


def test_nothing_is_allocated():
    huge = Struct((10 ** 9, 10 ** 9), np.float64)
    assert recto.eval_shape(lambda x: x[:, 0] + 1, huge) == Struct((10 ** 9,), np.float64)


def test_keywords_and_containers():
    assert recto.eval_shape(lambda p, *, y: p["w"] @ y, {"w": Struct((4, 3), "float64")}, y=np.ones(3)) == \
        Struct((4,), np.float64)


def test_what_can_t_be_compiled_is_refused():
    with pytest.raises(recto.CompileError):
        recto.eval_shape(lambda x, y: x + y, np.ones(2), Struct((3,), "float64"))


def scaled(x, table):
    return np.sin(x).sum() * table["weights"][0]


@pytest.mark.parametrize("derive", [recto.jit, recto.grad, lambda f: recto.vmap(f, in_axes=(0, None))])
def test_shapes_stand_for_arrays_where_programs_are_looked_at(derive):
    f = derive(scaled)
    shapes = recto.ShapeDtypeStruct((3,), "float32"), {"weights": recto.ShapeDtypeStruct((2,), "float64")}
    texts = "f32[3]", {"weights": "f64[2]"}
    for look in (f.program, f.source, f.stablehlo):
        assert look(*shapes) == look(*texts)


@pytest.mark.xla
def test_shapes_are_what_a_function_is_compiled_for():
    compiled = recto.jit(scaled).lower(recto.ShapeDtypeStruct((3,), "float32"), {"weights": "f64[2]"}).compile()
    x, table = np.ones(3, "float32"), {"weights": np.array([2.0, 1.0])}
    np.testing.assert_allclose(compiled(x, table), scaled(x, table), rtol=1e-6)
