"""Ctrl-C and time limits stop compiled loops."""
import os
import pathlib
import signal
import subprocess
import sys

import numpy as np
import pytest

import recto
from recto import runtime

HERE = pathlib.Path(__file__).parent
POLLS = "now", "check"


@pytest.mark.skipif(runtime.polls() is None, reason="loops can't be stopped on this system")
def test_loops_are_stopped(tmp_path):
    """Twice: the second process finds the programs in the disk cache."""
    environment = {**os.environ, "RECTO_CACHE_DIR": str(tmp_path)}
    for _ in range(2):
        done = subprocess.run([sys.executable, str(HERE / "interrupted.py")], env=environment, text=True,
                              capture_output=True, timeout=300)
        assert done.stdout == "passed\n", done.stdout + done.stderr


@pytest.mark.parametrize("seconds, kind", [("1", TypeError), (None, TypeError), (0, ValueError), (-1.0, ValueError),
                                           (float("nan"), ValueError)])
def test_a_time_limit_is_a_number_above_0(seconds, kind):
    with pytest.raises(kind, match="seconds must be"), recto.time_limit(seconds):
        pass


IN_THE_BACKGROUND = """
import signal
import recto


def endless(x):
    while x > 0:
        x = x + 0.5
    return x


assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
try:
    with recto.time_limit(0.1):
        recto.jit(endless)(1.0)
except TimeoutError:
    print("passed", signal.getsignal(signal.SIGINT) is signal.SIG_IGN)
"""


@pytest.mark.skipif(runtime.polls() is None, reason="loops can't be stopped on this system")
def test_time_limits_of_processes_in_the_background(tmp_path):
    """A shell starts them with SIGINT ignored, so that Python handles no signal."""
    path = tmp_path / "background.py"
    path.write_text(IN_THE_BACKGROUND)
    done = subprocess.run([sys.executable, str(path)], text=True, capture_output=True, timeout=300,
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
    assert done.stdout == "passed True\n", done.stdout + done.stderr


def checks(function, *args):
    """How many loops of a program ask. (Numbers are static.)"""
    static = [k for k, given in enumerate(args) if isinstance(given, int)]
    program = recto.jit(function, static_argnums=static).program(*args)
    return recto.transform.lowered(program, polls=POLLS).text.count('"check"')


def newton(x):
    y = x
    while abs(y * y - x) > 1e-12 * x:
        y = 0.5 * (y + x / y)
    return y


def nest(x, rounds):
    for _ in range(rounds):
        x = newton(x) + 1.0
    return x


def nest_of_products(A, x, rounds):
    for _ in range(rounds):
        A = A @ A
        x = newton(x) + A[0, 0]
    return x


def branches(x):
    return newton(x) if x > 0 else x


@pytest.mark.parametrize("function, args, count", [
    (newton, ("f64[]",), 1), (branches, ("f64[]",), 1),
    (nest, ("f64[]", 1000), 0),                        # one native function, and soon over
    (nest, ("f64[]", 10**8), 1),                    # the loop around alone
    (nest, ("f64[]", "i64[]"), 1),
    (nest_of_products, ("f64[500,500]", "f64[]", 7), 1),        # XLA runs the loop's operations one by one
    (nest_of_products, ("f64[500,500]", "f64[]", 10**6), 2)])
def test_which_loops_ask(function, args, count):
    assert checks(function, *args) == count


@pytest.mark.skipif(runtime.polls() is None, reason="loops can't be stopped on this system")
def test_loops_that_ask_compute_the_same(monkeypatch):
    """Also those with several blocks of rounds."""
    monkeypatch.setattr("recto.transform.lower.stablehlo.polls.LONGEST", 3)
    def sums(x, n):
        total, k = 0.0, 0
        while k < n and total < 40:
            x[k % 4] = x[(k + 1) % 4] + 0.5
            total += x[k % 4]
            k += 1
        return total, k

    for n in (0, 1, 2, 3, 4, 6, 7, 100):
        x, y = np.arange(4.0), np.arange(4.0)
        assert recto.jit(sums)(x, n) == sums(y, n) and np.array_equal(x, y)
        assert recto.jit(unknown)(0.5, n) == unknown(0.5, n)


def unknown(x, n):
    for k in range(1, n, 2):
        x = x * 0.5 + k
    return x


def test_without_machine_code_there_are_no_limits(monkeypatch):
    monkeypatch.setattr("recto.runtime.host.interrupts.page", lambda: None)
    assert runtime.polls() is None and abs(float(recto.jit(newton)(4.0)) - 2.0) < 1e-9
    with pytest.raises(RuntimeError, match="can't be stopped on this system"):
        with recto.time_limit(1.0):
            pass
