"""Loops that are stopped: run by test_interrupts.py, in a process that owns its signals."""
import contextlib
import io
import os
import signal
import sys
import threading
import time

import numpy as np

import recto
from recto import runtime

signal.signal(signal.SIGINT, signal.default_int_handler)        # a shell's processes in the background ignore it


def endless(x):
    while x > 0:
        x = x + 0.5
    return x


def counted(x, start):
    for k in range(start, 10**13):
        x = x * 0.5 + k
    return x


def unknown(x, n):
    for k in range(n):
        x = x * 0.5 + k
    return x


def relaxed(u):
    while u[0, 0] >= 0:
        for i in range(1, 99):
            for j in range(1, 99):
                u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])
    return u


def powers(A):
    while A[0, 0] >= 0:
        A = A @ A * 1e-3
    return A


def searching(A, x):
    for _ in range(10):
        A = A @ A * 1e-3
        while x > 0:
            x = x + A[0, 0]
    return A, x


def printing(x):
    while x > 0:
        print(x)
        x = x + 1
    return x


def waits_in_compiled_code(frame):
    """Is the main thread where it calls C++, for a while?"""
    calling = ("dispatcher.py", "fast_path.py", "_xla.py")
    return frame is not None and os.path.basename(frame.f_code.co_filename) in calling


@contextlib.contextmanager
def ctrl_c(number=1):
    """Ctrl-C once the main thread runs a compiled loop."""
    main = threading.main_thread().ident

    def watch():
        seen, last = 0, None
        while seen < 10:
            time.sleep(0.01)
            frame = sys._current_frames().get(main)
            now = frame and (frame.f_code, frame.f_lasti)
            seen = seen + 1 if waits_in_compiled_code(frame) and now == last else 0
            last = now
        os.kill(os.getpid(), signal.SIGINT)

    watcher = threading.Thread(target=watch)
    watcher.start()
    yield
    watcher.join()


def stops(function, *args, error=KeyboardInterrupt):
    """The call ends with the error once, and all goes on as before."""
    with ctrl_c():
        try:
            function(*args)
        except error:
            pass
        else:
            raise AssertionError(f"{function} returned")
    for _ in range(10_000):
        pass                            # nothing more arrives
    assert float(double(3.0)) == 6.0


double = recto.jit(lambda x: 2 * x)
double(1.0)
assert runtime.polls()

loop = recto.jit(endless)
assert float(loop(-1.0)) == -1.0
for x in (1.0, np.float64(1), np.array(1.0), recto.device_put(1.0)):
    stops(loop, x)
    assert float(loop(-1.0)) == -1.0
stops(recto.jit(counted), 1.0, 0)
stops(recto.jit(unknown), 1.0, 10**15)
stops(recto.vmap(endless), np.ones(3))
stops(recto.grad(lambda x: counted(x, 0)), 1.0)
stops(recto.jit(endless).lower("f64[]").compile(), np.array(1.0))
u = np.ones((100, 100))
u[0] = 2.0
before = u.copy()
stops(recto.jit(relaxed), u)
assert np.array_equal(u, before)        # what a stopped call would have written is not
stops(recto.jit(powers), np.ones((400, 400)))
stops(recto.jit(searching), np.ones((400, 400)), 1.0)
with contextlib.redirect_stdout(io.StringIO()):
    stops(recto.jit(printing), 1.0)


class Stop(Exception):
    """Of a handler that the user installs."""


def handler(number, frame):
    raise Stop


signal.signal(signal.SIGINT, handler)
stops(loop, 1.0, error=Stop)
signal.signal(signal.SIGINT, signal.default_int_handler)
stops(loop, 1.0)

caught = []


def background():
    try:
        loop(1.0)
    except BaseException as error:
        caught.append(type(error))


thread = threading.Thread(target=background)
thread.start()
stops(loop, 1.0)
while thread.is_alive():                # it may not have begun when the other was stopped
    with contextlib.suppress(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)
        thread.join(0.05)
assert caught == [KeyboardInterrupt]

for function, args in [(loop, (1.0,)), (recto.jit(powers), (np.ones((400, 400)),))]:
    with recto.time_limit(0.05):
        for _ in range(2):              # those that begin when the time is over as well
            try:
                function(*args)
            except TimeoutError as error:
                assert str(error) == "compiled code ran for longer than 0.05 s"
            else:
                raise AssertionError("no limit")
with recto.time_limit(1000.0):
    assert float(loop(-1.0)) == -1.0 and float(unknown(0.5, 3)) == float(recto.jit(unknown)(0.5, 3))
stops(loop, 1.0)
print("passed")
