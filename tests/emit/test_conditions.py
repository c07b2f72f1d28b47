"""What sizes have to fulfil: where an emitted text holds by its header, it computes what the function does."""
from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest

import recto

TRIED = (0, 1, 2, 3, 4, 7, 10, 12, 25, 100, 101, 110, 499, 500, 501, 999, 1000, 1001)


def of_truth(x): return np.sum(x) if len(x) - 3 else np.sum(x ** 2)
def of_membership(x): return np.sum(x) if len(x) in (2, 3) else np.sum(x ** 2)
def of_membership_in_a_set(x): return np.sum(x) if len(x) not in {2, 500} else 5 * np.sum(x)
def of_membership_in_a_range(x): return np.sum(x) if len(x) in range(3) else 5 * np.sum(x)
def of_a_shape(x): return np.sum(x) if x.shape == (500,) else np.sum(x ** 2)
def of_a_key(x): return np.sum(x) * {2: 3.0}.get(len(x), 7.0)
def of_a_text(x): return np.sum(x) * (2.0 if str(len(x)) == "3" else 3.0)
def of_two_comparisons(x): return np.sum(x) if 2 < len(x) < 1000 else np.sum(x ** 2)
def of_a_match(x):
    match len(x):
        case 2:
            return np.sum(x)
        case _:
            return np.sum(x ** 2)


def maximum(x): return np.sum(x) * max(len(x), 500)
def minimum_of_numpy(x): return np.sum(x) * np.minimum(len(x), 500)
def clipped(x): return np.sum(x) * int(np.clip(len(x), 0, 500))
def sorted_first(x): return np.sum(x) * sorted([len(x), 500])[0]
def absolute(x): return np.sum(x) * abs(len(x) - 3)
def quotient(x): return np.sum(x) * (len(x) // 1000)
def remainder(x): return np.sum(x) * (len(x) % 1000)
def sign(x): return np.sum(x) * np.sign(len(x) - 500)
def rounded(x): return np.sum(x) * round(len(x) / 1000)
def root(x): return np.sum(x) * int(len(x) ** 0.5)
def comparison_as_a_number(x): return np.sum(x) * (len(x) > 500)
def item(x): return np.sum(x) * [1.0, 2.0, 3.0][min(len(x), 2)]
def bits(x): return np.sum(x) * (len(x) & 512)


def slice_end(x): return np.sum(x[:500] ** 2)
def slice_from_the_end(x): return np.sum(x[-10:] ** 2)
def slice_of_both(x): return np.sum(x[10:-10] ** 2)
def rounds(x):
    total = 0.0
    for k in range(500 - len(x)):
        total += x[k % len(x)] ** 2
    return total


def rounds_of_the_rest(x):
    total = 0.0
    for k in range(len(x) - 10):
        total += x[k] ** 2
    return total


def tape_of_the_inside(x):
    y = x.copy()
    for k in range(1, len(x) - 1):
        y[k] = y[k - 1] * np.tanh(y[k + 1])
    return np.sum(y)


def variance(x): return np.sum((x - np.mean(x)) ** 2) / (len(x) - 1)


FUNCTIONS = [f for f in list(globals().values()) if callable(f) and getattr(f, "__module__", "") == __name__]


def header(text: str) -> list[str]:
    """The conditions in a header."""
    return re.findall(r"^#   for (.+?)(?:, as .+)?$", text.replace("\n#     ", " "), re.M)


def promised(conditions: list[str], size: int) -> bool:
    return promised_at(conditions, {"n": size})


def promised_at(conditions: list[str], sizes: dict[str, int]) -> bool:
    least = [int(c.split()[2]) for c in conditions if c.startswith("sizes of")]
    others = [c for c in conditions if not c.startswith("sizes of")]
    known = {**sizes, "min": min, "max": max}
    return all(min(sizes.values()) >= n for n in least) and all(eval(c, known) for c in others)


def slope(function: Callable, x: np.ndarray) -> float:
    """The derivative along ones."""
    return float(function(x + 1e-5) - function(x - 1e-5)) / 2e-5


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_what_the_header_promises_holds(function):
    try:
        text, space = recto.emit(function, "grad", "x: f64[n]"), {}
    except recto.CompileError as error:
        assert "depends on the size" in error.message
        return
    exec(text, space)
    sizes = [n for n in TRIED if promised(header(text), n)]
    assert 110 in sizes, "a size like those that it was made of"
    for n in sizes:
        x = np.linspace(0.5, 1.5, n)
        try:
            want = slope(function, x)
        except (ValueError, ZeroDivisionError, IndexError):
            continue
        np.testing.assert_allclose(np.sum(space[f"grad_{function.__name__}"](x)), want, rtol=1e-5, atol=1e-6)


def test_two_sizes_that_may_be_equal():
    def of_equal_sizes(x, y):
        return np.sum(x * y) if x.shape == y.shape else np.sum(x) + np.sum(y)
    assert "n != m" in header(recto.emit(of_equal_sizes, "grad", "x: f64[n], y: f64[m]"))


def test_nothing_is_asked_where_nothing_changes():
    def smoothed(x, w):
        n, d = x.shape
        return np.sum((x[1:, : d // 2] - x[:-1, : d // 2]) ** 2) / np.sqrt(n) + max(n, 1) * np.sum(w[: min(n, 1)])
    assert header(recto.emit(smoothed, "grad", "x: f64[n, d], w: f64[n]")) == ["n >= 1"]


def shrinking(x, w):
    h = w.copy()
    for row in x:
        h = h * 0.9 + np.sin(row * h)
        if h[0] > 5.0:
            break
    return h @ h


def growing(x, w):
    s, k = 0.0, 0
    while k < x.shape[0] and s < 4.0:
        s = s * s / 3 + np.sum(x[k] * w)
        k += 1
    return s * k


def padded_unless_empty(x, w):
    return np.sum(np.pad(x, ((1, 2), (0, 0)), mode="edge" if x.shape[0] else "constant") * w)


def counted(x, w):
    s = 0.0
    for i in range(x.shape[0]):
        s += np.tanh(x[i] @ w) * (i + 1)
    return s


@pytest.mark.parametrize("chain", ["", "grad", "vmap"])
@pytest.mark.parametrize("f, asks", [(shrinking, True), (growing, True), (padded_unless_empty, True),
                                     (counted, False)])
def test_a_text_that_needs_an_element_says_so(f, asks, chain):
    """Where the header allows no elements, the text runs without."""
    text = recto.emit(f, chain, "x: f64[n, d], w: f64[d]" if chain != "vmap" else "x: f64[b, n, d], w: f64[b, d]")
    assert asks or "n >= 1" not in header(text)
    if "n >= 1" in header(text):
        return
    space, lanes = {}, (2,) * (chain == "vmap")
    exec(text, space)
    run = [v for v in space.values() if hasattr(v, "__code__")][-1]
    found = run(np.zeros((*lanes, 0, 3)), np.ones((*lanes, 3)))
    assert all(np.all(np.isfinite(v)) for v in recto.tree.leaves(found))


def written_flat(a):
    b = a.T.ravel()             # shares memory with a where it has one row
    b[0] = 5.0
    return a * 1.0


def written_part(a):
    b = a[:, :2].ravel()        # shares memory with a where it has two columns
    b[0] = 5.0
    return a * 1.0


def only_read(a):
    return a.T.ravel() * 2


def test_what_shares_memory_at_some_sizes_alone_is_refused_when_written():
    for function in (written_flat, written_part):
        with pytest.raises(recto.CompileError, match="may share memory"):
            recto.jit(function).source("f64[n,m]")
    assert "reshape(-1)" in recto.jit(only_read).source("f64[n,m]")
