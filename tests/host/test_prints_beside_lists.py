"""What is printed and logged beside lists that get longer than there was room for is said once, in Python's order: the
call that begins again with more room leaves out what it has said."""
import contextlib
import io
import logging
import threading

import numpy as np
import pytest

import recto

pytestmark = pytest.mark.xla


class Kept(logging.Handler):
    def __init__(self):
        super().__init__()
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())


LOG, KEPT = logging.getLogger("prints beside lists"), Kept()
LOG.addHandler(KEPT)
LOG.setLevel(logging.INFO)
LOG.propagate = False


def converging(a):
    x, history = a[0], []
    while abs(x * x - 2) > a[1]:
        x = 0.5 * (x + 2 / x)
        history.append(x)
        if len(history) % 10 == 0:
            print("after", len(history), f"{x:.4g}")
    print("done", len(history))
    return history


def filtered(a):
    found = []
    for k in range(200):
        v = a[0] * k % 7
        if v > 1.5:
            found.append(v)
            if k % 16 == 0:
                LOG.info("%d: %d found", k, len(found))
                print("at", k)
    return found


def searched(a):
    queue, seen = [a[0]], []
    while queue:
        v = queue.pop()
        seen.append(v)
        if v > a[1]:
            queue.append(v * 0.5)
            queue.append(v * 0.25)
        else:
            print("leaf", round(v, 3))
    return seen


def drawn(a):
    rng, found = np.random.default_rng(3), []
    while len(found) < 150:
        v = rng.normal()
        if v > a[0]:
            found.append(v)
            if len(found) % 40 == 0:
                print("have", len(found), round(v, 9))
    return found


def raising(a):
    found = []
    while True:
        found.append(a[0])
        a[0] += 7
        if len(found) % 25 == 0:
            print("now", a[0])
        if a[0] > 700:
            raise ValueError(f"too far: {len(found)}")


def said(x, found):
    print("said", x)
    found.append(x)


def in_a_function(a):
    found, x = [], a[0]
    while x < 90 * a[1]:
        said(x, found)
        x += a[1]
    return found


ROWS = [(converging, (1e40, 1e-9)), (filtered, (3.0,)), (searched, (200.0, 1.0)), (drawn, (0.3,)), (raising, (1.0,)),
        (in_a_function, (2.0, 4.0))]


def outcome(function, *args):
    KEPT.lines.clear()
    with contextlib.redirect_stdout(io.StringIO()) as out:
        try:
            found = np.asarray(function(*args)).tolist()
        except ValueError as error:
            found = str(error)
    return out.getvalue(), KEPT.lines.copy(), found


@pytest.mark.parametrize("function, numbers", ROWS, ids=lambda v: getattr(v, "__name__", ""))
def test_prints_come_once_and_in_order(function, numbers):
    compiled = recto.jit(function)
    for scale in (1.0, 0.5):
        given = [np.array(numbers) * [scale, *[1.0] * (len(numbers) - 1)] for _ in range(2)]
        mine, wanted = outcome(compiled, given[0]), outcome(function, given[1])
        assert mine[:2] == wanted[:2] and np.array_equal(*given)
        assert mine[2] == wanted[2] if isinstance(wanted[2], str) else np.allclose(mine[2], wanted[2])


def test_threads_count_for_themselves():
    compiled, out = recto.jit(searched), io.StringIO()
    numbers = [np.array([200.0 + 16 * k, 1.0]) for k in range(4)]
    with contextlib.redirect_stdout(out):
        threads = [threading.Thread(target=compiled, args=(a,)) for a in numbers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    wanted = [line for a in numbers for line in outcome(searched, a)[0].splitlines()]
    assert sorted(out.getvalue().splitlines()) == sorted(wanted)


def test_printed_source_just_prints():
    source = recto.jit(searched).source(np.array([200.0, 1.0]))
    assert "print('leaf', round(v, 3))" in source or 'print("leaf"' in source
    assert "said" not in source and "count" not in source
