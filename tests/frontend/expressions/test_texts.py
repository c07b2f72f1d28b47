"""Texts with dynamic values: what compiled code prints and raises is what Python does."""
from __future__ import annotations

import collections
import dataclasses
import math
import os
import subprocess
import sys
import types

import corpus
import numpy as np
import pytest

import recto
from recto.transform.frontend.calls import calls
from recto.transform.frontend.calls.placeholders import note_date
from recto.transform.frontend.outside import paths

X = np.array([0.5, -1.25, 2.5e10])
Pair = collections.namedtuple("Pair", "a b")


class Shape:
    def __init__(self, side):
        self.side = side

    def __repr__(self):
        return f"Shape({self.side:.1f})"


class Named(Shape):
    def __str__(self):
        return f"side {self.side}"

    def __format__(self, spec):
        return f"<{self.side:{spec}}>"


@dataclasses.dataclass
class Box:
    side: float
    height: int = 2
    hidden: float = dataclasses.field(default=0.0, repr=False)


def first_above(x, limit):
    for v in x:
        if v > limit:
            return v


def written_later(x, n, s):
    x, items = x.copy(), [x[0], n]
    text = f"{x} {x[x > 0]} {items}"
    x[:], items[0] = 7.0, 1.0
    return text

TEXTS = {
    "fields in order": lambda x, n, s: "iter {}: {}".format(n, x[0]),
    "numbered and named fields": lambda x, n, s: "{1:>8.3f}|{0:<6}|{k!r}|{1}".format(n, x[0], k=n),
    "a specification from a field": lambda x, n, s: "{:{w}.{p}f}".format(x[1], w=10, p=2),
    "widths that an argument gives": lambda x, n, s: f"{x[1]:{n % 9 + 4}.{n % 4}f}|{n:>{n % 5 + 9}d}|",
    "attributes and items of fields": lambda x, n, s: "{0[1]} {0.ndim} {1[b]}".format(x, {"b": n}),
    "thousands and exponents": lambda x, n, s: "{:,} {:e} {:+.1e} {:%}".format(n, x[0], x[1], s),
    "braces": lambda x, n, s: "{{{}}} {{}}".format(n),
    "percent": lambda x, n, s: "%.2f and %5d|%-5d|%05d %s %r %%" % (x[1], n, n, n, s, s),
    "percent of one value": lambda x, n, s: "x = %s" % x[0],
    "percent of an array": lambda x, n, s: "x = %s" % x,
    "percent of names": lambda x, n, s: "%(a)s-%(b).1f" % {"a": n, "b": x[2]},
    "percent truncates": lambda x, n, s: "%d %i" % (x[1], s),
    "percent with a width that is given": lambda x, n, s: "%*d|%-*.*f|" % (8, n, 9, 2, s),
    "percent with signs": lambda x, n, s: "%+d % d %x %#o" % (n, n, n, n),
    "percent of texts": lambda x, n, s: "%5s|%-5s|%.2s %s" % ("ab", "cd", "efg", n),
    "str": lambda x, n, s: str(x[0]) + " = " + str(n) + "; " + str(x),
    "join": lambda x, n, s: ", ".join([str(v) for v in x] + ["end"]),
    "texts in texts": lambda x, n, s: f"<{'{:.1f}'.format(x[0])}> {str(s)}" + "%d" % n,
    "slices of computed length": lambda x, n, s: f"{x[x > 0]} {x[:int(s * 10)]!r} {np.outer(x, x)[1:, x > 0]}",
    "lists and dicts": lambda x, n, s: f"{[x[0], n]} {(s,)!r:>8} {{'k': x[1]}} " + str([[n], Pair(s, x)]),
    "repr": lambda x, n, s: repr(x) + repr(x[0]) + repr(n) + repr([s, "a"]),
    "format": lambda x, n, s: format(x[1], "8.3f") + format(n, ",") + format(s),
    "justified": lambda x, n, s: str(n).ljust(9) + "|" + f"{s:.1f}".rjust(6, "*") + f"|{str(x[0]):^7}|",
    "what may be None": lambda x, n, s: f"{first_above(x, s)} {[first_above(x, 1e12), s]}",
    "objects": lambda x, n, s: f"{Shape(s)} {[Shape(s)]} {Named(n)!s} {Named(s):.2f} {Named(s)!r:>12} {str(Named(n))}",
    "dataclasses": lambda x, n, s: f"{Box(s)} {[Box(n)]} {Box(s, 3)!r}",
    "text written before the array": written_later,
    "static values": lambda x, n, s: "%d rows of %s" % (x.shape[0], "numbers") + "{}".format(x.dtype),
}


@pytest.mark.xla
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_printed_as_python_prints(text, capfd):
    def shown(x, n, s):
        print(text(x, n, s), x[x > s], [x[:int(s * 20)], Shape(s)])
        return x
    shown(X, 1234567, 0.1)
    wanted = capfd.readouterr().out
    recto.jit(shown)(X, 1234567, 0.1)
    assert capfd.readouterr().out == wanted != ""


@pytest.mark.xla
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_raised_as_python_raises(text):
    def checked(x, n, s):
        if s > 0:
            raise ValueError(text(x, n, s))
        return x
    with pytest.raises(ValueError) as wanted:
        checked(X, 7, 0.1)
    with pytest.raises(ValueError) as found:
        recto.jit(checked)(X, 7, 0.1)
    assert str(found.value) == str(wanted.value)


@pytest.mark.parametrize("text, message", [
    (lambda x, n: "{} {}".format(n), "IndexError: Replacement index out of range"),
    (lambda x, n: "{a}".format(n), "KeyError: 'a'"),
    (lambda x, n: "%d %d" % n, "TypeError: not enough arguments for format string"),
    (lambda x, n: "%d" % (n, n), "TypeError: not all arguments converted"),
    (lambda x, n: "%c" % n, "the conversion %c of a dynamic value"),
    (lambda x, n: "%.3d" % n, "the precision of %.3d"),
    (lambda x, n: "n = " + n, "unsupported operands|can only concatenate"),
    (lambda x, n: ", ".join(x), "expected str instance"),
    (lambda x, n: "{:.1f} {0}".format(n), "cannot switch between automatic field numbering and manual"),
])
def test_what_can_not_be_formatted_is_refused(text, message):
    def shown(x, n):
        print(text(x, n))
        return x
    with pytest.raises(recto.CompileError) as error:
        recto.jit(shown).program("f64[3]", "i64[]")
    assert any(part in str(error.value) for part in message.split("|"))


def scaled(x):
    return x * 2.0 + 1.0


class CPUDispatcher:
    """As Numba's, whose Python function is `py_func`."""
    __module__ = "numba.core.registry"

    def __init__(self, function):
        self.py_func = function

    def __call__(self, x):
        raise AssertionError("it is read, not run")


class DUFunc(CPUDispatcher):
    """As what `numba.vectorize` makes of a function of numbers."""
    __module__ = "numba.np.ufunc.dufunc"

    def __init__(self, function):
        self.__wrapped__ = function


class GUFunc(CPUDispatcher):
    """As what `numba.guvectorize` makes of a function that writes into its last arguments."""
    __module__ = "numba.np.ufunc.gufunc"

    def __init__(self, function, codes, inputs, outputs):
        self.types = [codes]
        self.gufunc_builder = types.SimpleNamespace(py_func=function, sin=inputs, sout=outputs)


fast = CPUDispatcher(scaled)


@pytest.mark.xla
def test_functions_of_numba_are_read():
    np.testing.assert_array_equal(recto.jit(lambda x: fast(x) - 1.0)(X), X * 2.0)
    np.testing.assert_array_equal(recto.jit(fast)(X), scaled(X))
    np.testing.assert_array_equal(recto.grad(lambda x: fast(x).sum())(X), [2.0, 2.0, 2.0])


class prange:
    """As numba.prange, which makes a range."""
    __module__ = "numba.misc.special"

    def __new__(cls, *args):
        return range(*args)


def total(x):
    result = 0.0
    for i in prange(len(x)):
        result += x[i]
    return result


@pytest.mark.xla
def test_the_parallel_range_of_numba_is_a_range():
    assert recto.jit(CPUDispatcher(total))(X) == X.sum()


towards_zero = DUFunc(lambda x: math.ceil(x) if x < 0 else math.floor(x))
power = DUFunc(lambda x, n: x if n == 0 else x * n)


@pytest.mark.xla
def test_functions_of_numba_are_applied_to_elements():
    half = recto.jit(lambda n: np.ones(int(towards_zero((n + 1) / 2.0))))
    assert len(half(5)) == 3 and len(half(2)) == 1
    result = recto.jit(lambda x: towards_zero(x))(np.array([[-1.5, 1.5]]))
    assert result.dtype == int and result.tolist() == [[-1, 1]]
    columns = np.array([[0], [2]])
    np.testing.assert_array_equal(recto.jit(lambda x, n: power(x, n))(X, columns), [X, 2 * X])
    np.testing.assert_array_equal(recto.grad(lambda x: power(x, columns).sum())(X), [3.0, 3.0, 3.0])


def weights(cuts, out):
    cuts.sort()
    out[0] = cuts[0]
    for i in range(1, len(cuts)):
        out[i] = cuts[i] - cuts[i - 1]
    out[len(cuts)] = 1.0 - cuts[-1]


def times(x, factor, out):
    for i in range(len(x)):
        out[i] = factor * x[i]


def square_sum(x, out):
    out[0] = np.sum(x * x)


fill_weights = GUFunc(weights, "dd->", [("n",), ("k",)], [])
scaled_rows = GUFunc(times, "dd->d", [("n",), ()], [("n",)])
squares = GUFunc(square_sum, "d->d", [("n",)], [()])


def test_functions_of_numba_are_applied_to_rows():
    def program(rows, column):
        cuts, made = rows.copy(), np.zeros((2, 4))
        fill_weights(cuts, made)
        return cuts, made, scaled_rows(rows, column), scaled_rows(rows[0], 2.0), squares(rows), squares(rows[:1] + 1)
    rows = np.array([[0.7, 0.1, 0.4], [0.2, 0.9, 0.3]])
    found = corpus.run_interpreted(corpus.Case(program, (rows, rows[:, 0])))
    ordered = np.sort(rows)
    corpus.same(found, (ordered, np.diff(ordered, prepend=0.0, append=1.0), rows * rows[:, :1], 2.0 * rows[0],
                        np.sum(rows ** 2, 1), np.sum((rows[:1] + 1) ** 2, 1)), "rows")
    slope = corpus.run_interpreted(corpus.Case(recto.grad(lambda x: squares(scaled_rows(x, x[:, 0])).sum()), (rows,)))
    wanted = 2 * rows * rows[:, :1] ** 2
    wanted[:, 0] += np.sum(2 * rows ** 2 * rows[:, :1], 1)
    np.testing.assert_allclose(slope, wanted)


def overloaded(a):
    """What numba.extending.overload gives another meaning."""


@CPUDispatcher
def calls_overloaded(x):
    return x if overloaded(x) is None else -x


@CPUDispatcher
def calls_by_closure(x):
    return (lambda y: y if overloaded(y) is None else -y)(x)


def test_functions_that_numba_overloads_are_read_where_numba_compiles_nothing(monkeypatch):
    registry = types.SimpleNamespace(globals=[(overloaded, None)])
    templates = types.SimpleNamespace(builtin_registry=registry)
    monkeypatch.setitem(sys.modules, "numba.core.typing.templates", templates)
    assert recto.jit(lambda x: x if overloaded(x) is None else -x)(2.0) == 2.0
    for function in (calls_overloaded, calls_by_closure, lambda x: calls_overloaded(x) + 1):
        with pytest.raises(recto.CompileError, match="overloaded is overloaded for Numba"):
            recto.jit(function).source(1.0)


@pytest.mark.xla
def test_todays_date_is_compared_at_every_call(monkeypatch):
    day, readings = ["2026-11-28"], []
    monkeypatch.setitem(paths.ROOTS, "date", lambda *args: np.datetime64(day[0]))
    monkeypatch.setattr(calls, "note_date", lambda *given: (readings.append(given[1]), note_date(*given)))
    ask = recto.jit(lambda x: (x, np.datetime64("today")))
    ask(1.0), ask(2.0)
    assert len(readings) == 1
    day[0] = "2026-11-29"
    ask(1.0)
    assert len(readings) == 2


def test_objects_that_stand_for_numpys_stay_inside():
    holder = types.SimpleNamespace(steps=None)
    def kept(x):
        holder.steps = np.nditer(x)
        return x
    for leaves in (kept, np.nditer, lambda x: {"steps": np.nditer(x)}):
        with pytest.raises(recto.CompileError, match="can't leave compiled code"):
            recto.jit(leaves).source(np.ones(3))


class Account:
    def __init__(self, balance):
        self.balance, self.log, self.state = balance, [], "open"

    def pay(self, amount):
        if amount > self.balance:
            self.log.append(f"denied {amount:.2f} of {self.balance:.1f}")
            self.state = f"short of {amount - self.balance:.2f}"
        else:
            self.balance -= amount
            self.log.append("paid")


def pay_all(account, amounts):
    for amount in amounts:
        account.pay(amount)
    return account.balance


def test_texts_with_values_are_stored_in_lists_of_the_caller():
    own, compiled = Account(3.0), Account(3.0)
    run = recto.jit(pay_all)
    for amounts in ([1.0, 4.0, 0.5], [9.0, 0.25], [0.25]):
        assert pay_all(own, np.array(amounts)) == run(compiled, np.array(amounts))
        assert compiled.log == own.log
        assert compiled.state == own.state


def test_lists_of_texts_with_values_come_from_the_disk_cache(tmp_path):
    program = """
import numpy as np, recto
def noted(x):
    log = []
    for k, v in enumerate(x):
        if v > 1:
            log.append(f"{k}: {v:.2f}")
        elif v < 0:
            log.append("negative")
    return log
print(recto.jit(noted)(np.array([2.0, -1.0, 0.5, 3.0])))
"""
    file = tmp_path / "noted.py"
    file.write_text(program)
    environment = {**os.environ, "RECTO_CACHE": "1", "RECTO_CACHE_DIR": str(tmp_path / "cache")}
    printed = [
        subprocess.run([sys.executable, file], env=environment, capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    assert printed == ["['0: 2.00', 'negative', '3: 3.00']\n"] * 2


def test_what_lists_of_texts_refuse():
    def among_others(x):
        counts = {}
        for v in x:
            if v > 0:
                counts[f"{v:.1f}"] = counts.get(f"{v:.1f}", 0) + 1
        return counts

    with pytest.raises(recto.CompileError):
        recto.jit(among_others)(np.ones(3))

    def may_be_equal(x):
        state = "1.0"
        for v in x:
            if v > 0:
                state = f"{v:.1f}"
        return state == "1.0"

    with pytest.raises(recto.CompileError, match="a text with dynamic values can't be compared"):
        recto.jit(may_be_equal)(np.ones(3))
