"""Sizes that data decide without a bound: programs are for the sizes of a call, and others are compiled anew."""
from __future__ import annotations

import itertools

import time

import numpy as np
import pytest

import recto
from recto.transform import AtMost

pytestmark = pytest.mark.xla


def one_hot(k):
    rows = np.zeros((k.size, np.amax(k) + 1))
    rows[np.arange(k.size), k] = 1
    return rows


def weighted(k):
    return np.bincount(k, k * 0.5)


def of_chosen(k):
    return np.bincount(k[k > 1])


def of_all_classes(k):
    """As many counts as all labels need, or more: minlength depends on data, too."""
    return np.bincount(k[k > 1], minlength=k.max() + 1), np.bincount(k, k * 0.5, k[1]), np.bincount(k // 4, None, k[0])


def entropy(k):
    shares = np.bincount(k) / len(k)
    return -sum([p * np.log2(p) for p in shares if p > 0])


def in_a_branch(k):
    if k[0] > 0:
        return np.bincount(k).sum()
    return 0


def in_a_loop(k):
    total = 0.0
    for i in range(len(k)):
        counts = np.zeros(k.max() + 1)
        counts[k[i]] = i
        total += counts.sum() * counts.size
    return total


def counts_of(k):
    return np.bincount(k)


def by_a_function(k):
    return counts_of(k)[::2] * 2


def several(k):
    return [counts_of(row) for row in (k, k // 2, k + 1)]


def one_after_the_other(k):
    counts = np.bincount(k)
    return np.bincount(counts), np.ones((counts.max(), k.max()))


def in_a_try(k):
    try:
        return np.bincount(k)
    except BaseException:
        return np.zeros(3)


def writes(k):
    k += 1
    counts = np.bincount(k)
    k *= len(counts)
    return counts


def of_distances(k):
    return np.linspace(0, 1, k.max()), np.arange(k.min(), k.max() * 2), np.eye(k.max() + 1, 3), np.full(k[1], 2.5)


def votes(k):
    winners = []
    for i in range(3):
        near = np.argsort(np.abs(k - i))[:2]
        winners.append(np.bincount(k[near]).argmax())
    return np.array(winners)


def counted_in_a_loop(k):
    total = 0
    for i in range(40):
        total = total + np.bincount(k * i + total % 3).max()
    return total


def printed_behind(k):
    counts = np.bincount(k)
    print("counted", counts.sum(), len(counts))
    return counts * 2


PROGRAMS = [one_hot, weighted, of_chosen, of_all_classes, entropy, in_a_branch, in_a_loop, by_a_function, several,
            one_after_the_other, in_a_try, writes, of_distances, votes, counted_in_a_loop, printed_behind]
GIVEN = [[1, 3, 2, 0], [3, 1, 0, 2], [5, 5, 1, 2], [1, 3, 2, 0], [0, 1, 0, 0], [9, 2, 2, 2], [17, 1, 2, 3],
         [6, 2, 1, 2], [3, 1, 0, 2]]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_results_are_those_of_numpy(program, capsys):
    """Sizes that come again, and so many that programs have room for more."""
    compiled = recto.jit(program)
    for given in map(np.array, GIVEN):
        own, theirs = given.copy(), given.copy()
        found, printed = compiled(own), capsys.readouterr().out
        wanted = program(theirs)
        assert capsys.readouterr().out == printed
        assert type(found) is type(wanted) or not isinstance(wanted, (list, tuple))
        for a, b in zip(found, wanted, strict=True) if isinstance(wanted, (list, tuple)) else [(found, wanted)]:
            assert np.shape(a) == np.shape(b) and np.allclose(a, b)
        assert np.array_equal(own, theirs)


def test_a_negative_minlength_raises_numpys_exception():
    counts = recto.jit(lambda k: np.bincount(k + 1, minlength=k[0]))
    assert counts(np.array([4, 0])).tolist() == [0, 1, 0, 0, 0, 1]
    with pytest.raises(ValueError, match="'minlength' must not be negative"):
        counts(np.array([-1, 0]))


# -- lists of which nobody says how many items they may have -------------------------------------------------------

def collatz(n):
    k = int(n[0])
    out = [k]
    while k != 1:
        k = k // 2 if k % 2 == 0 else 3 * k + 1
        out.append(k)
    return out


def breadth_first(links):
    n, order, queue = len(links), [], [0]
    seen = [True] + [False] * (n - 1)
    while queue:
        u = queue.pop(0)
        order.append(u)
        for v in range(n):
            if links[u, v] and not seen[v]:
                seen[v] = True
                queue.append(v)
    return order


def flooded(grid):
    seen, stack, count = np.zeros(grid.shape, bool), [(0, 0)], 0
    while stack:
        i, j = stack.pop()
        if not (0 <= i < grid.shape[0] and 0 <= j < grid.shape[1]) or seen[i, j] or grid[i, j]:
            continue
        seen[i, j] = True
        count += 1
        stack += [(i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)]
    return count


def decay(x):
    t, y, h = 0.0, 1.0, x[0]
    ts, ys = [t], [y]
    while t < 1:
        y, t, h = y - h * y, t + h, h * x[1]
        ts.append(t)
        ys.append(y)
    return np.array(ts), np.array(ys)


RANDOM = np.random.default_rng(3)
SEARCHES = [
    (collatz, [np.array([6]), np.array([27]), np.array([97]), np.array([1])]),
    (breadth_first, [RANDOM.random((6, 6)) < 0.4, RANDOM.random((6, 6)) < 0.9]),
    (flooded, [np.zeros((4, 5), bool), np.zeros((12, 11), bool), np.ones((4, 5), bool)]),
    (decay, [np.array([0.2, 1.1]), np.array([0.01, 1.0]), np.array([0.003, 1.01])])]


@pytest.mark.parametrize("program, given", SEARCHES, ids=[f.__name__ for f, _ in SEARCHES])
def test_lists_have_room_for_what_they_get(program, given):
    compiled = recto.jit(program)
    for each in given:
        found, wanted = compiled(each), program(each)
        for a, b in zip(found, wanted, strict=True) if isinstance(wanted, tuple) else [(found, wanted)]:
            assert np.shape(a) == np.shape(b) and np.allclose(a, b)


def test_derivatives_and_batches_of_lists_with_room_for_a_guess():
    def last(x):
        return decay(x)[1].sum()
    xs = np.array([[0.2, 1.1], [0.01, 1.0]])
    assert np.allclose(recto.vmap(last)(xs), [last(x) for x in xs])
    slope, step = recto.grad(last)(xs[0]), 1e-6 * np.eye(2)
    assert np.allclose(slope, [(last(xs[0] + h) - last(xs[0] - h)) / 2e-6 for h in step], rtol=1e-6)


def test_a_list_that_grows_behind_what_is_done_on_the_host_needs_a_bound(capsys):
    @recto.jit
    def timed(n):
        begun = time.perf_counter()
        return collatz(n), begun
    with pytest.raises(recto.CompileError, match="grows after a call on the host(.|\n)*recto.bound"):
        timed(np.array([6]))

    @recto.jit
    def told(n):
        print("begin")
        return collatz(n)
    assert [len(told(np.array([n]))) for n in (6, 97)] == [9, 119]
    assert capsys.readouterr().out == "begin\nbegin\n"

    @recto.jit
    def told_behind(n):
        found = collatz(n)
        print("end", len(found))
        return found
    assert [len(told_behind(np.array([n]))) for n in (6, 97)] == [9, 119]


# -- programs and sizes ----------------------------------------------------------------------------------------------

def test_few_sizes_are_programs_of_their_own_and_many_share_one():
    compiled = recto.jit(counts_of)
    for size in (3, 5, 3, 5, 7, 6, 9, 11, 13, 15):
        assert compiled(np.array([size - 1, 0])).shape == (size,)
    kept = [size for variant in compiled.versions[0].variants for size in variant.learnt.sizes.values()]
    assert sorted(kept) == [3, 5, 6, 7, 16] and [k for k in kept if isinstance(k, AtMost)] == [16]


def test_gradients():
    def loss(w, x, k):
        return np.sum((x @ w - one_hot(k)) ** 2)
    gradient, (x, w) = recto.grad(loss), np.random.default_rng(0).normal(size=(2, 4, 4))
    for k, columns in itertools.product(([0, 3, 1, 2], [3, 3, 3, 3], [1, 0, 1, 0], [2, 1, 0, 0]), (4, 2)):
        k = np.array(k)
        if max(k) + 1 == columns:
            bar = gradient(w[:, :columns], x, k)
            assert np.allclose(bar, 2 * x.T @ (x @ w[:, :columns] - one_hot(k)))
    text = gradient.source(w, x, np.array([0, 3, 1, 2]))
    assert "    assert np.max(k) + 1 == 4" in text and "if " not in text


def test_a_size_that_is_negative_raises_as_in_numpy():
    compiled = recto.jit(lambda k: np.zeros(k.min()))
    for least in (2, -1, 3, -2):
        if least < 0:
            with pytest.raises(ValueError, match="negative dimensions are not allowed"):
                compiled(np.array([least, 7]))
        else:
            assert compiled(np.array([least, 7])).shape == (least,)


def test_values_that_bincount_has_no_place_for_raise():
    compiled = recto.jit(lambda k: np.bincount(k, minlength=4))
    assert compiled(np.array([1, 3, 1])).tolist() == [0, 2, 0, 1]
    for wrong, message in (([1, 4, 2], "larger minlength"), ([1, -1, 2], "negative")):
        with pytest.raises(ValueError, match=message):
            compiled(np.array(wrong))
    with pytest.raises(ValueError, match="negative"):
        recto.jit(counts_of)(np.array([2, -1]))
    assert recto.grad(lambda x, k: np.bincount(k, x, 4)[1]**2)(np.ones(3), np.array([1, 1, 2])).tolist() == [4, 4, 0]


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.uint16, np.int16])
def test_the_greatest_value_of_a_narrow_type_is_counted(dtype):
    given = np.array([3, np.iinfo(dtype).max, 3], dtype)
    assert recto.jit(counts_of)(given).tolist() == np.bincount(given).tolist()
    assert recto.jit(of_chosen)(given).tolist() == np.bincount(given).tolist()
    assert recto.jit(lambda k: np.bincount(k, minlength=65536))(given).tolist() == \
        np.bincount(given, minlength=65536).tolist()


def test_nothing_is_said_in_a_statement_whose_size_is_another(capsys):
    said = recto.jit(lambda k: print("counted", np.bincount(k)))
    for k in ([1, 3], [1, 4], [1, 3]):
        said(np.array(k))
        assert capsys.readouterr().out == f"counted {np.bincount(k)}\n"


def test_sizes_of_lanes():
    def most_frequent(k):
        return np.bincount(k).argmax()
    lanes = np.array([[1, 2, 2], [17, 0, 17], [3, 3, 0]])
    assert recto.vmap(most_frequent)(lanes).tolist() == [2, 17, 3]
    assert recto.vmap(recto.grad(lambda x, k: np.max(np.bincount(k, x))))(lanes * 1.0, lanes).tolist() == [
        [0, 1, 1], [1, 0, 1], [1, 1, 0]]


def test_nothing_is_changed_before_the_size_is_right():
    total = [np.zeros(1)]

    @recto.jit
    def add(k):
        total[0] += 1
        return np.bincount(k)
    for n in (3, 5, 3, 8):
        assert len(add(np.array([n, 0]))) == n + 1
    assert total[0] == 4


def test_what_is_refused(capsys):
    @recto.jit
    def timed(k):
        begun = time.perf_counter()
        return np.bincount(k), begun
    with pytest.raises(recto.CompileError, match="depends on data: bincount"):
        timed(np.array([1, 2]))

    @recto.jit
    def printed(k):
        print("counting")
        return np.bincount(k)
    assert [printed(np.array(k)).tolist() for k in ([1, 2], [1, 1], [3, 0])] == [[0, 1, 1], [0, 2], [1, 0, 0, 1]]
    assert capsys.readouterr().out == "counting\n" * 3
    with pytest.raises(recto.CompileError, match="has no known upper bound"):
        recto.jit(one_hot).source("i64[4]")
    with pytest.raises(recto.CompileError, match="returns a slice whose length is computed"):
        recto.vmap(counts_of)(np.array([[1, 2], [2, 0]]))


def test_explain_and_executables_compiled_ahead_of_time():
    compiled = recto.jit(counts_of)
    assert "a size depends on run-time data: the program is for 3" in compiled.explain(np.array([1, 2]))
    alone = compiled.lower(np.array([1, 2])).compile()
    assert list(alone(np.array([2, 2]))) == [0, 0, 2]
    with pytest.raises(ValueError, match="another size: here it is 6"):
        alone(np.array([2, 5]))


# -- integers that have to be known ------------------------------------------------------------------------------------


class Grid:
    def __init__(self, shape):
        self.shape, self.order = np.array(shape), np.array([1, 0])

    def filled(self, x):
        out = np.zeros(self.shape)
        for i in range(self.shape[0]):
            for j in range(self.shape[1]):
                out[i, j] = x[0] * i - j
        return out

    def reshaped(self, x):
        return np.full(6, x[1]).reshape(self.shape[0], -1) * 2, x[:6].reshape(-1, self.shape[1])

    def split(self, x):
        return np.split(x, np.cumsum(self.shape))

    def tiled(self, x):
        return np.tile(x[:2], self.shape)

    def turned(self, x):
        return np.transpose(x[:6].reshape(2, 3), self.order)

    def summed(self, x):
        return np.sum(x[:6].reshape(2, 3), axis=self.order[0])


def described(value):
    return [np.asarray(v).tolist() for v in value] if isinstance(value, (list, tuple)) else np.asarray(value).tolist()


@pytest.mark.parametrize("method", [Grid.filled, Grid.reshaped, Grid.split, Grid.tiled, Grid.turned, Grid.summed])
def test_arrays_of_an_object_are_shapes(method):
    compiled, x = recto.jit(method), np.arange(9.0)
    for shape in [(2, 3), (3, 1), (2, 3), (1, 2)]:
        assert described(compiled(Grid(shape), x)) == described(method(Grid(shape), x))


def test_an_axis_that_data_decide_is_compiled_for_each():
    def along(x):
        return np.sum(x, axis=0 if x[0, 0] > 0 else 1)

    compiled = recto.jit(along)
    for x in (np.ones((2, 3)), -np.ones((2, 3)), np.full((2, 3), 2.0)):
        assert compiled(x).tolist() == along(x).tolist()


def test_a_shape_that_a_loop_computes():
    def made(x):
        n = np.array([1, 1])
        while n.sum() < x[0]:
            n = n * 2
        return np.zeros(n)

    assert recto.jit(made)(np.array([7.0])).shape == (4, 4)


def test_a_shape_in_a_loop_is_refused():
    def made(x):
        n, total = np.array([1, 2]), 0.0
        while n.sum() < x[0]:
            n = n + 1
            total += np.ones(n).sum()
        return total

    with pytest.raises(recto.CompileError, match="shape of ones must be known"):
        recto.jit(made)(np.array([70.0]))


def test_gradients_through_a_shape():
    grid, x = Grid((2, 3)), np.arange(9.0)
    gradient = recto.grad(lambda x, g: np.sum(g.reshaped(x)[1] ** 2))(x, grid)
    np.testing.assert_allclose(gradient, np.where(np.arange(9) < 6, 2 * x, 0.0))
