"""Native loops behind `recto.jit`: with and without a compiler for them, from disk, in threads, stopped, pickled."""
import os
import pickle
import subprocess
import sys
import threading

import numpy as np
import pytest

import recto
from recto import runtime
from recto.runtime.compilation import native
from recto.transform.lower.native import nests

pytest.importorskip("llvmlite")


def smoothed(a):
    for i in range(1, a.shape[0]):
        if a[i] > 0.9:
            a[i] = 0.0
        else:
            a[i] = 0.5 * a[i - 1] + a[i]
    return a


def longest_path(steps):
    """An integer recurrence over two arrays, with a `while` inside."""
    best = np.zeros(steps.shape[0], dtype=np.int64)
    for i in range(1, steps.shape[0]):
        j = i - 1
        while j >= 0 and steps[j] > steps[i]:
            j -= 1
        best[i] = best[j] + 1 if j >= 0 else 0
    return best


def random(n=3000):
    return np.random.default_rng(n).random(n)


def text_of(function, *args):
    program = recto.jit(function).program(*args)
    return recto.transform.lowered(program, native=True, polls=runtime.polls()).text


def is_native(function, *args):
    return "@recto_native_" in text_of(function, *args)


@pytest.mark.parametrize("function, given", [(smoothed, random()), (longest_path, (100 * random()).astype(int))])
def test_without_a_compiler_the_results_are_the_same(function, given, monkeypatch):
    assert is_native(function, given)
    wanted = function(given.copy())
    compiled = recto.jit(lambda x: function(x))
    assert np.array_equal(compiled(given.copy()), wanted)
    monkeypatch.setattr(runtime, "compiles_kernels", lambda: False)
    monkeypatch.setattr(native, "_linked", None)
    assert np.array_equal(recto.jit(lambda x: function(x))(given.copy()), wanted)


def test_a_switch_turns_them_off():
    recto.config.update("native", False)
    try:
        assert recto.config.native is False and not is_native(smoothed, random())
    finally:
        recto.config.update("native", True)
    assert is_native(smoothed, random())


@pytest.mark.parametrize("function, args", [
    (smoothed, [np.zeros(10)]),                                          # over before anything is saved
    (lambda x, n: [x := np.sin(x) + np.roll(x, 1) for _ in range(3)][-1], [np.zeros(1000), np.int64(2)])])
def test_loops_that_do_not_pay_stay(function, args):
    assert not is_native(function, *args)


def test_arguments_are_left_alone_and_donated_ones_are_overwritten():
    given, wanted = recto.device_put(random()), smoothed(random())
    kept = recto.jit(lambda a: smoothed(a + 0.0))
    assert np.array_equal(kept(given), wanted) and np.array_equal(given, random())
    donated = recto.jit(lambda a: smoothed(a + 0.0), donate_argnums=0)
    assert np.array_equal(donated(given), wanted)
    mutated = random()
    recto.jit(smoothed)(mutated)
    assert np.array_equal(mutated, wanted)


def crossed(a, b):
    for i in range(1, a.shape[0]):
        a[i] = a[i - 1] * 0.5 + b[i]
        b[i] = b[i - 1] - a[i]
    return a, b


def both(x):
    """Two arrays that begin as one, which is read as well."""
    a, b = x.copy(), x.copy()
    for i in range(1, x.shape[0]):
        a[i] = a[i - 1] * 0.5 + x[i]
        b[i] = b[i - 1] - a[i] * x[i - 1]
    return a, b


def test_arrays_that_begin_as_one_array():
    assert is_native(both, random())
    given = recto.device_put(random())
    for function in (both, lambda x: crossed(x + 0.0, x + 0.0)):
        for got, wanted in zip(recto.jit(function)(given), function(random())):
            assert np.array_equal(got, wanted)
    assert np.array_equal(given, random())


def each_from_a_start_that_goes_on(x):
    total = np.zeros(3)
    for _ in range(3):
        x = x + 1
        a, active = x, x < 6
        while np.any(active):
            a = np.where(active, a * 1.7 + 0.1, a)
            active = a < 3
        total = total + a
    return x, total


def written_in_a_branch_of_the_copy(x):
    w = x
    for i in range(3):
        x = x * 2.0
        z = x
        if x[i] > 2:
            z = x.copy()
            for j in range(3):
                z[j] += w[1] + 1
                if z[j] > 5:
                    break
        w = z
    return x, w


def written_twice_from_one_start(x):
    w, v = x, x
    for i in range(3):
        x = x * 0.9 + 1.5
        w, v = x.copy(), x.copy()
        w[i] += 1.0
        w[i - 1] *= w[i]
        v[i] *= w[i - 1]
    return x, w, v


def until_each_is_large(t):
    total = 0.0
    for _ in range(3):
        t = t + 1
        a = t
        while a < 6:
            if a > 3:
                break
            a = a * 1.7 + 0.1
        total += a
    return total


STARTS = [each_from_a_start_that_goes_on, written_in_a_branch_of_the_copy, written_twice_from_one_start,
          recto.vmap(until_each_is_large)]


@pytest.mark.parametrize("function", STARTS, ids=lambda f: f.__name__)
def test_an_array_that_a_loop_begins_with_may_be_a_result_as_well(function, monkeypatch):
    """It was overwritten, and what was returned was what the loop had left there."""
    monkeypatch.setattr(nests, "estimate_saving", lambda call: np.inf)
    x = np.array([0.83, 1.37, 0.41])
    assert is_native(function, x)
    plain = (lambda x: [until_each_is_large(v) for v in x]) if function is STARTS[-1] else function
    for got, want in zip(recto.jit(function)(x), plain(x), strict=True):
        np.testing.assert_allclose(got, want)


def loss(a, w):
    s = 0.0
    for i in range(1, a.shape[0]):
        s = np.sin(s) * w + a[i] * a[i - 1]
        a[i] = a[i] + s
    return s


def test_derivatives():
    """Both sweeps are native; the derivative is that of XLA's loops, and of the printed source."""
    grad = recto.grad(loss, argnums=(0, 1))
    found = recto.transform.lowered(recto.jit(grad).program(random(), 0.5), native=True).text
    assert found.count("= \"stablehlo.custom_call\"") == 2 and "stablehlo.while" not in found
    got = recto.jit(grad)(random(), 0.5)
    recto.config.update("native", False)
    try:
        wanted = recto.jit(recto.grad(lambda a, w: loss(a, w), argnums=(0, 1)))(random(), 0.5)
    finally:
        recto.config.update("native", True)
    assert np.allclose(got[0], wanted[0], 1e-11) and np.allclose(got[1], wanted[1], 1e-11)


def scattered(a, places):
    for i in range(places.shape[0]):
        a[places[i]] = a[places[i] // 2] * 0.5 + i
    return a


def test_indices_out_of_range():
    """Reads are clamped and writes dropped, as in XLA's loops."""
    places = np.random.default_rng(1).integers(-1100, 1100, 3000)
    assert is_native(scattered, random(1000), places)
    got = recto.jit(scattered)(random(1000), places)
    recto.config.update("native", False)
    try:
        assert np.array_equal(got, recto.jit(lambda a, places: scattered(a, places))(random(1000), places))
    finally:
        recto.config.update("native", True)
    inside = places[abs(places) < 1000]
    assert np.array_equal(recto.jit(scattered)(random(1000), inside), scattered(random(1000), inside))


def shortest(d):
    for k in range(d.shape[0]):
        for i in range(d.shape[0]):
            for j in range(d.shape[0]):
                d[i, j] = min(d[i, j], d[i, k] + d[k, j])
    return d


def test_only_indices_are_tested_by_branches():
    """A branch on data would keep the loop from being vectorised."""
    given = np.random.default_rng(2).random((40, 40))
    text = text_of(shortest, given)
    assert "@recto_native_" in text and text.count("br i1") <= 8
    assert np.array_equal(recto.jit(shortest)(given.copy()), shortest(given.copy()))


def test_stages_are_shown_and_checked(tmp_path):
    """RECTO_DUMP writes programs with kernels down; RECTO_CHECK proves them well formed."""
    script = ("import numpy as np, recto, sys; sys.path.insert(0, sys.argv[1])\n"
              "from stages_module import smoothed\nrecto.jit(smoothed)(np.ones(5000))")
    (tmp_path / "stages_module.py").write_text(
        "def smoothed(a):\n    for i in range(1, a.shape[0]):\n        a[i] = 0.5 * a[i - 1] + a[i]\n    return a\n")
    environment = {**os.environ, "RECTO_CHECK": "1", "RECTO_DUMP": str(tmp_path / "dump"), "RECTO_CACHE": "0"}
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path)], env=environment, text=True,
                          capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr
    texts = [path.read_text() for path in (tmp_path / "dump").rglob("*") if path.is_file()]
    assert any("define ptr @recto_native_" in text for text in texts)


def checked(a, limit):
    for i in range(1, a.shape[0]):
        a[i] = 0.5 * a[i - 1] + a[i]
        if a[i] > limit:
            raise ValueError("too large")
    return a


def test_exceptions_of_the_user():
    compiled = recto.jit(checked)
    assert is_native(checked, random(), 5.0)
    assert np.array_equal(compiled(random(), 5.0), checked(random(), 5.0))
    with pytest.raises(ValueError, match="too large"):
        compiled(random(), 1.5)


# -- from disk ---------------------------------------------------------------------------------------------------------

SCRIPT = """
import sys
{before}
import numpy as np, recto
from recto.runtime.compilation import native
sys.path.insert(0, {folder!r})
from test_native_loops_module import smoothed

made = []
optimise = native._optimise
native._optimise = lambda *args: made.append(1) or optimise(*args)
a = np.linspace(0, 1, 3000)
assert np.array_equal(recto.jit(smoothed)(a.copy()), smoothed(a))
print(len(made), len(native._registered))
"""


def test_a_second_process_does_not_compile(tmp_path):
    """A third, that has no llvmlite, runs XLA's loops."""
    module = tmp_path / "test_native_loops_module.py"
    module.write_text("def smoothed(a):\n    for i in range(1, a.shape[0]):\n"
                      "        a[i] = 0.5 * a[i - 1] + a[i]\n    return a\n")
    environment = {**os.environ, "RECTO_CACHE": "1", "RECTO_CACHE_DIR": str(tmp_path / "cache")}
    outputs = []
    for before in ("", "", "sys.modules['llvmlite'] = None"):
        script = SCRIPT.format(before=before, folder=str(tmp_path))
        done = subprocess.run([sys.executable, "-c", script], env=environment, text=True, capture_output=True,
                              timeout=300)
        outputs.append(done.stdout.strip() or done.stderr)
    assert outputs == ["1 1", "0 1", "0 0"]


def test_a_damaged_entry_is_compiled_again(tmp_path, monkeypatch):
    monkeypatch.setenv("RECTO_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("RECTO_CACHE", "1")
    (_, code), = native.kernels(text_of(smoothed, random(2999)))
    native._linked(code)
    (entry,) = tmp_path.glob("??/native-*")
    entry.write_bytes(entry.read_bytes()[:-9])
    assert native._linked(code) is not None and entry.stat().st_size > 100


def test_executables_are_serialised_with_their_kernels():
    given = random(2500)
    made = runtime.compile(text_of(smoothed, given))
    found = runtime.load(made.serialize())
    assert np.array_equal(runtime.host_values(found.run([runtime.put(given)]))[0], smoothed(given.copy()))


def test_compiled_functions_are_pickled():
    compiled = pickle.loads(pickle.dumps(recto.jit(longest_path)))
    steps = (100 * random()).astype(int)
    assert np.array_equal(compiled(steps), longest_path(steps))


# -- threads, and loops that are stopped -------------------------------------------------------------------------------

def test_threads():
    """The same function, and others, compiled and called at once."""
    shared, failed = recto.jit(smoothed), []

    def work(k):
        own = recto.jit(lambda a: smoothed(a * (k + 1.0)))
        for _ in range(20):
            for compiled, given in ((shared, random()), (own, random() / (k + 1.0))):
                wanted = smoothed(given * (k + 1.0)) if compiled is own else smoothed(given.copy())
                if not np.array_equal(compiled(given.copy()), wanted):
                    failed.append(k)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed


def endless(n, table):
    k, total = 0, 0
    while k < n:
        table[k % 1000] = table[(k + 1) % 1000] + k
        total += table[k % 1000]
        k += 1 - (k & 1) * 2
    return total


def long_inside(n, m, x):
    """The loop that takes long is inside of one of two rounds."""
    for _ in range(2):
        for i in range(n):
            x[i % 1000] = x[(i + m) % 1000] * 0.5 + i
    return x


@pytest.mark.skipif(runtime.polls() is None, reason="loops can't be stopped on this system")
@pytest.mark.parametrize("function, args", [(endless, (np.int64(10), np.zeros(1000, int))),
                                            (long_inside, (np.int64(10**12), np.int64(3), np.zeros(1000)))])
def test_native_loops_are_stopped(function, args):
    assert is_native(function, *args)
    with pytest.raises(TimeoutError), recto.time_limit(0.2):
        recto.jit(function)(*args)
