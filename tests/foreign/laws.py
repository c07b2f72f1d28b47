"""Two laws: compiled code computes what Python computes, and gradients are what differences tell."""
from __future__ import annotations

import contextlib
import io
import random
import resource
import signal
import time
import warnings

import numpy as np

import recto

from .checks import Check
from .comparing import difference, short

STEP = 1e-3
SECONDS = 60                # of processor time: other processes may keep this machine busy


class TooLong(BaseException):
    """Raised by a signal when the processor time of a stage is spent."""


@contextlib.contextmanager
def limited(seconds: int):
    """Raise TooLong after so many seconds of processor time."""
    def stop(*_):
        raise TooLong
    signal.signal(signal.SIGXCPU, stop)
    usage = resource.getrusage(resource.RUSAGE_SELF)
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (int(usage.ru_utime + usage.ru_stime) + seconds, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))


def compiled(check: Check) -> tuple[str, str, float]:
    """The verdict on jit, the message, and the processor time until the first result."""
    start = time.process_time()
    try:
        with limited(SECONDS):
            actual = outcome(recto.jit(check.function), check)
    except TooLong:
        actual = None
    except Exception as error:
        return "broken", "arguments: " + message(error), 0.0
    seconds = time.process_time() - start
    error = actual and actual["raised"]
    try:
        with limited(SECONDS if actual and not error else SECONDS // 4):
            expected = outcome(check.function, check)
    except TooLong:
        expected = None
    if expected and isinstance(expected["raised"], Exception) and not deliberate(expected["raised"]):
        return "broken", message(expected["raised"]), seconds
    if actual is None:
        return "slow", "" if expected else "so is Python", seconds
    if error is not None and (expected is None or type(error) is not type(expected["raised"])):
        return refusal(error), message(error), seconds
    if expected is None:
        return "broken", "Python takes too long", seconds
    found = {key: text for key in ("result", "is an argument", "arguments", "state", "printed") if (
        text := difference(expected[key], actual[key], key))}
    if list(found) == ["result"] and check.alike and check.alike(expected["result"], actual["result"]):
        return "documented", check.documented, seconds
    return ("wrong", next(iter(found.values())), seconds) if found else ("right", "", seconds)


def deliberate(error: Exception) -> bool:
    return isinstance(error, (ArithmeticError, np.linalg.LinAlgError, NotImplementedError)) and not isinstance(
        error, recto.CompileError)


def outcome(function, check: Check) -> dict:
    """What a call does: its result, its arguments and globals afterwards, what it prints and raises."""
    np.random.seed(11)
    random.seed(11)
    before = globals_before(check)
    arguments = check.arguments()
    raised = result = None
    printed = io.StringIO()
    with warnings.catch_warnings(), contextlib.redirect_stdout(printed):
        warnings.simplefilter("ignore")
        try:
            result = recto.block_until_ready(function(*arguments))
        except Exception as error:
            raised = error
    state = snapshot(check.state()) if check.state else None
    restore(check, before)
    same = [result is a for a in arguments if hasattr(a, "__dict__")]       # return self
    return {"result": result, "is an argument": same, "arguments": arguments, "state": state, "raised": raised,
            "printed": printed.getvalue()}


def globals_before(check: Check):
    return snapshot(check.state()) if check.state else None


def snapshot(state: dict) -> dict:
    """The globals of modules, {module: names}, with copies of their values."""
    import copy
    return {(module, name): copy.deepcopy(getattr(module, name)) for module, names in state.items() for name in names}


def restore(check: Check, before) -> None:
    for (module, name), value in (before or {}).items():
        setattr(module, name, value)


def refusal(error: Exception) -> str:
    if isinstance(error, recto.InternalError):
        return "internal"
    return "refused" if isinstance(error, recto.CompileError) else "internal"


def message(error: Exception) -> str:
    text = str(error).strip().splitlines() or [""]
    name = "" if isinstance(error, recto.CompileError) and not isinstance(error, recto.InternalError) else \
        type(error).__name__ + ": "
    places = [line.strip() for line in text if line.strip().startswith("File ")]
    code = text[text.index(next(line for line in text if line.strip() == places[0])) + 1].strip() if places and \
        len(text) > 2 else ""
    return name + text[0] + (f" ⟨{code}⟩" if code else "")


def differentiated(check: Check) -> tuple[str, str, float]:
    """The verdict on grad: along a direction, the gradient is a difference quotient of fourth order."""
    rng = np.random.default_rng(5)
    try:
        results = floats(check.function(*check.arguments()))
    except Exception as error:
        return "broken", message(error), 0.0
    weights = [rng.normal(size=np.shape(leaf)) for leaf in results]
    known = [None if np.isfinite(leaf).all() else np.isfinite(leaf) for leaf in results]
    if not weights:
        return "broken", "there is no floating result", 0.0

    def loss(*arguments):
        total = 0.0
        for weight, finite, leaf in zip(weights, known, floats(check.function(*arguments))):
            total = total + np.sum(weight * leaf if finite is None else np.where(finite, weight * leaf, 0.0))
        return total
    arguments = check.arguments()
    directions = [rng.normal(size=np.shape(arguments[k])) * np.maximum(np.abs(arguments[k]), 0.1) for k in check.grad]

    def along(t: float) -> float:
        moved = list(check.arguments())
        for k, direction in zip(check.grad, directions):
            moved[k] = moved[k] + t * direction
        return float(loss(*moved))
    quotients = [(8 * (along(h) - along(-h)) - (along(2 * h) - along(-2 * h))) / (12 * h) for h in (STEP, STEP / 8)]
    start = time.process_time()
    try:
        gradients = recto.grad(loss, argnums=check.grad)(*check.arguments())
    except Exception as error:
        return refusal(error), message(error), time.process_time() - start
    seconds = time.process_time() - start
    slope = sum(float(np.sum(np.asarray(g) * d)) for g, d in zip(gradients, directions))
    if not np.isfinite(slope) and np.isfinite(quotients[0]):
        return "nan", f"differences {short(quotients)}", seconds
    scale = max(abs(slope), abs(quotients[0]), 1e-6)
    if min(abs(slope - q) for q in quotients) < 1e-5 * scale:
        return "right", "", seconds
    if abs(quotients[0] - quotients[1]) > 1e-5 * scale:
        return "broken", f"differences disagree: {quotients}", seconds
    return "wrong", f"slope {short(slope)}, differences {short(quotients)}", seconds


def floats(tree) -> list:
    """The floating leaves of a result, also in compiled code."""
    if isinstance(tree, (list, tuple)):
        return [leaf for item in tree for leaf in floats(item)]
    if isinstance(tree, dict):
        return [leaf for key in tree for leaf in floats(tree[key])]
    if isinstance(tree, (float, np.ndarray, np.floating)):
        return [tree] if np.asarray(tree).dtype == np.float64 else []
    return []


LAWS = {"jit": compiled, "grad": differentiated}
