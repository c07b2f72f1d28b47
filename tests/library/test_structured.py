"""Structured arrays: values, dtypes and what is written as NumPy; gradients; batches; refusals."""
import copy

import numpy as np
import pytest

import recto

POINTS = [("x", float), ("y", float, (2,)), ("k", int)]
REAL = [("x", float), ("v", float, (2,))]


def points() -> np.ndarray:
    made = np.zeros(4, POINTS)
    made["x"], made["k"] = [3.0, 1.0, 2.0, 1.0], [1, 2, 3, 1]
    made["y"] = np.arange(8.0).reshape(4, 2)
    return made


def real() -> np.ndarray:
    made = np.zeros(3, REAL)
    made["x"], made["v"] = [1.0, 2.0, 3.0], 2.0
    return made


OUTSIDE = points()


def creates(a):
    made = np.zeros((2, 3), POINTS)
    made["x"], made["k"] = np.meshgrid(np.arange(3.0), np.arange(2))
    return made, made.shape, made.dtype, len(made), made["y"].shape, made.itemsize


def nested(a):
    made = np.zeros(2, [("position", [("x", float), ("y", float)]), ("c", [("r", int, (2,))], (3,))])
    made["position"]["x"] = a["x"][:2]
    made[1]["position"]["y"] += 2.0
    made["c"]["r"][0, 1] = 7
    return made, made["c"]["r"].shape


def of_tuples(a):
    made = np.array([(1.0, (2.0, 3.0), 4), (5.0, (6.0, 7.0), 8)], dtype=POINTS)
    made[0] = (a["x"][0], a["y"][1], 9)
    return made, made[1]["x"]


def writes_fields(a):
    a["x"] += a["y"][:, 0]
    a["k"] = 5
    a[1]["x"] *= 2
    a[-1]["y"][0] = 100.0
    a["y"][2, 1] -= 1
    return a["x"].sum()


def in_loops(a):
    for i in range(len(a)):
        a[i]["k"] += i
        a["x"][i] += i
    for record in a:
        record["x"] *= 2.0
    return a["x"].mean()


def writes_records(a):
    b = a.copy()
    a[1:3] = b[0]
    a[0] = b[3]
    a[["x", "k"]][3]["x"] = 70.0
    return b, a[-1], a[1:3], a[["x", "k"]]


def selects(a):
    return a[np.array([2, 0])], a[::-1], a[None, :2], a.reshape(2, 2)[1, 0], a[..., 1], a.reshape(2, -1).T


def counts(a):
    return (a["x"] > 1.5).sum(), a[a["x"] > 1.5]["x"].sum()


def functions(a):
    return (np.zeros_like(a), np.concatenate([a, a[:1]]), np.sort(a, order="x"), np.argsort(a, order=["k", "x"]),
            a == a[::-1], np.roll(a, 1), np.stack([a, a]), np.array_equal(a, a.copy()))


def sorts(a):
    a.sort(order=["k", "x"])
    return a["x"]


def as_records(a):
    r = a.view(np.recarray)
    r.x = r.x + 1.0
    return r, r.k.sum(), r[1].x, isinstance(r, np.recarray), isinstance(a, np.ndarray)


def record_of_numbers(a):
    r = a[1]
    x, y, k = r
    return r["x"] + x, y, r[2], len(r), r.item()[2]


def views(a):
    pairs = np.arange(8).reshape(4, 2).copy()
    v = pairs.view([("p", pairs.dtype), ("q", pairs.dtype)])
    v["p"][1] = 50
    return v, pairs


def outside(a):
    return OUTSIDE["x"] * a["x"], OUTSIDE[1]


def copies(a):
    shallow, deep = copy.copy(a), copy.deepcopy(a)
    shallow["x"] += 1.0
    deep["x"] += 2.0
    return a["x"].sum(), shallow, deep, copy.copy(a[1])


def distinct(a):
    rows = np.array([[3, 1], [2, 2], [3, 1], [0, 5]])
    return np.unique(rows.view([("p", rows.dtype), ("q", rows.dtype)])), a[a["x"] > 1.5]


def on_paths(a):
    first, k = a[0], 0
    if a["x"].sum() > 5.0:
        a["x"] += 1
        a[1] = (4.0, (1.0, 1.0), 2)
    else:
        a["x"][0] = 9
    while a["x"].sum() < 50:
        a[k % 3]["x"] += 5
        k += 1
    return a, first["x"], k


def cartesian(a):
    parts = [a["k"], np.arange(2)]
    found = np.indices((len(part) for part in parts), dtype=int).reshape(2, -1).T
    for n, part in enumerate(parts):
        found[:, n] = part[found[:, n]]
    return found


def converts(a):
    return a.astype([("p", np.float32), ("q", np.float32, (2,)), ("r", float)])


def chooses(a):
    return np.where(a["x"] > 1.5, a, a[::-1]), np.where(a["k"] > 1, a[0], a)


def takes(a):
    return np.take(a, [2, 0, 2]), a.take([[1, 0]]), np.repeat(a, 2), np.repeat(a[:2], [2, 1]), np.append(a, a[1:])


def takes_other_ways(a):
    b = a.reshape(2, 2)
    return np.take(a, 1), np.take(b, [1, 2]), np.take(b, [1], axis=1), b.take([3, 0]), np.append(b, b, axis=1)


def of_columns(a):
    r = np.rec.fromarrays([a["x"], a["k"]], names="x, k")
    s = np.rec.fromarrays([a["x"], a["y"]], dtype=[("p", np.float32), ("q", float, (2,))])
    return r, s, r.k[1]


PROGRAMS = [converts, chooses, takes, takes_other_ways, of_columns,
            creates, nested, of_tuples, writes_fields, in_loops, writes_records, selects, counts, functions,
            sorts, as_records, record_of_numbers, views, outside, copies, distinct, on_paths, cartesian]


def check_same(found, expected):
    if isinstance(expected, tuple) and not isinstance(expected, np.void):
        assert len(found) == len(expected)
        for one, other in zip(found, expected):
            check_same(one, other)
    elif isinstance(expected, (np.ndarray, np.generic)):
        assert found.dtype == expected.dtype and found.shape == expected.shape
        if expected.dtype.names:
            assert type(found) is type(expected)
            for name in expected.dtype.names:
                check_same(found[name], expected[name])
        else:
            np.testing.assert_allclose(np.asarray(found), expected)
    else:
        assert found == expected


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_structured_arrays_are_numpys(program):
    plain, compiled = points(), points()
    expected = copy.deepcopy(program(plain))
    check_same(recto.jit(program)(compiled), expected)
    check_same(compiled, plain)


def test_text_is_numpys(capsys):
    nested = np.ones(2, [("p", [("x", float), ("y", float)]), ("k", int)])

    @recto.jit
    def shows(a, n):
        a["x"][0] = 7.0
        print(a, a[0], [a[1:]], n, a.view(np.recarray), sep="|")
        print(f"{a['k']} {a!r}", str(n))
        if a["x"][0] > 5.0:
            raise ValueError(n)
    texts = []
    for function in (shows.__wrapped__, shows):
        with pytest.raises(ValueError) as caught:
            function(points(), nested)
        texts.append((capsys.readouterr().out, str(caught.value)))
    assert texts[0] == texts[1] and texts[0][0].startswith("[(7., [0., 1.], 1)")


def test_outside_arrays_are_written_and_read_anew():
    held = points()

    @recto.jit
    def moves(t):
        held["x"] += t
        return held["x"].sum() + held[0]["k"]
    assert moves(1.0) == 12.0 and held["x"][0] == 4.0
    held["k"][0] = 11
    assert moves(1.0) == 26.0


def test_gradient_is_a_structured_array():
    found = recto.grad(lambda a: (a["x"] ** 2).sum() + a["v"].prod())(real())
    assert found.dtype == np.dtype(REAL)
    np.testing.assert_allclose(found["x"], [2.0, 4.0, 6.0])
    np.testing.assert_allclose(found["v"], 32.0)


def flock(birds, dt):
    for _ in range(2):
        birds["x"] += dt * birds["v"][:, 0]
        for i in range(len(birds)):
            away = birds["x"] - birds[i]["x"]
            birds[i]["v"] += 0.1 * np.sum(np.where(away ** 2 < 4.0, away, 0.0))
    return np.sum(birds["x"] ** 2)


def test_gradient_through_records_is_the_slope():
    found, step = recto.grad(lambda a: flock(a.copy(), 0.1))(real()), 1e-6
    ends = []
    for sign in (1, -1):
        moved = real()
        moved["v"][1, 0] += sign * step
        ends.append(flock(moved, 0.1))
    np.testing.assert_allclose(found["v"][1, 0], (ends[0] - ends[1]) / (2 * step), rtol=1e-6)


def test_recarrays_are_passed_again():
    total = recto.jit(lambda r: r.x.sum())
    for _ in range(3):
        assert total(real().view(np.recarray)) == 6.0


def test_what_memory_forbids_is_refused():
    @recto.jit
    def writes(a, x):
        a["x"] += 1.0
        return x.sum()
    a, frozen = real(), real()
    frozen.flags.writeable = False
    with pytest.raises(recto.CompileError, match="shares memory"):
        writes(a, a["x"])
    with pytest.raises(ValueError, match="read-only"):
        writes(frozen, np.ones(3))
    np.testing.assert_array_equal(a, real())


def test_fields_of_integers_have_no_gradient():
    with pytest.raises((recto.CompileError, TypeError), match="int|i64"):
        recto.grad(lambda a: a["x"].sum())(points())


def test_records_are_batched():
    found = recto.vmap(lambda r, t: r["x"] * t + r["v"].sum())(real(), np.arange(3.0))
    np.testing.assert_allclose(found, [4.0, 6.0, 10.0])
    same = recto.vmap(lambda r: r)(real())
    np.testing.assert_array_equal(same, real())


def test_plain_arrays_take_the_short_way():
    @recto.jit
    def double(x):
        return x * 2.0
    double(np.ones(3))
    assert double.quick is not None


@pytest.mark.parametrize("program, words", [
    (lambda a: np.sin(a), "no structured arrays"),
    (lambda a: np.cumsum(a), "takes no structured arrays"),
    (lambda a: np.repeat(a.reshape(2, 2), 2), "several axes"),
    (lambda a: np.flip(a, 1), "axis 1 is out of bounds"),
    (lambda a: np.concatenate([a, a], 1), "axis 1 is out of bounds"),
    (lambda a: np.where(a["x"] > 1.5, a, 0), "two of one dtype"),
    (lambda a: a["z"], "no field of name z"),
    (lambda a: np.zeros(2, [("name", "S8"), ("x", float)]), "not supported|can't hold"),
    (lambda a: setattr(a, "names", 1), "can't be assigned"),
    (lambda a: 1 if a else 2, "the truth of a structured array"),
])
def test_refused(program, words):
    with pytest.raises(Exception, match=words):
        recto.jit(program)(points())


class Metres:
    """A class of a user's that says what NumPy's functions do."""

    def __init__(self, x):
        self.x = x

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return Metres(ufunc(*[v.x if isinstance(v, Metres) else v for v in inputs], **kwargs))

    def __array_function__(self, func, types, args, kwargs):
        return func(args[0].x, *args[1:], **kwargs)


def test_classes_say_what_numpys_functions_do():
    def f(x):
        return np.sum(np.add(Metres(x), np.sqrt(Metres(x))))
    np.testing.assert_allclose(recto.jit(f)(np.arange(3.0)), f(np.arange(3.0)))
