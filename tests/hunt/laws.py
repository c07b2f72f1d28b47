"""The laws. Each takes a program and says what it found: verdicts agree, refused, discarded, explained, mismatch."""
from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import recto
from recto import transform
from recto.transform.passes.autodiff.jvp import jvp
from recto.transform.passes.autodiff.vjp import vjp
from recto.transform.ir.program import with_programs

from .bounded import Runaway, TooLong, bounded
from .comparing import difference, value_difference
from .execution import Reader, arguments, calm, compiled, in_python, load, observe, unload
from .freshness import CHANGES
from .generator import Generated
from .oracle import ONE_OR_MORE, WRAPS, explanation, not_raised, watched


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What a law says of a program. `detail`: the reason of a refusal, the explanation, or the difference."""
    law: str
    verdict: str
    detail: str = ""
    call: str = ""


def refusal(error: transform.CompileError) -> str:
    return str(error).splitlines()[0][:160]


@dataclasses.dataclass
class Subject:
    """A program that is loaded."""
    generated: Generated
    module: types.ModuleType

    @property
    def calls(self) -> tuple[str, ...]:
        return self.generated.calls


def judge(law: str, subject: Subject, run: Callable[..., Any], calls: tuple[str, ...] | None = None,
          exact: bool = False, after: bool = True) -> Verdict:
    """Compare a way to run a program with Python, on every call."""
    explained, xla = [], law in ("compiled", "optimised")
    for call in subject.calls if calls is None else calls:
        try:
            want = in_python(subject.module, call)
        except Runaway:
            continue
        try:
            got = observe(run, arguments(subject.module, call), module=subject.module)
        except transform.InternalError as error:
            return Verdict(law, "mismatch", f"InternalError: {str(error)[:300]}", call)
        except transform.CompileError as error:
            return Verdict(law, "refused", refusal(error), call)
        except TooLong:
            if why := not_raised(want):             # a loop goes on that Python leaves
                return Verdict(law, "explained", why, call)
            raise
        if found := difference(got, want, exact, after):
            why = explanation(subject.module, subject.generated.source, call, want, found, xla, got)
            if not why:
                return Verdict(law, "mismatch", found, call)
            explained.append(why)
    return Verdict(law, "explained", explained[0]) if explained else Verdict(law, "agrees")


# -- values --------------------------------------------------------------------------------------------------

def interpreted(subject: Subject, reader: Reader) -> Verdict:
    return judge("interpreted", subject, reader.interpreted())


def printed(subject: Subject, reader: Reader) -> Verdict:
    """The printed NumPy source, against Python. It computes with the numbers that it is given: if it is right with
    NumPy's, Python's integers do not wrap around, and divisions of Python's numbers by zero raise. It returns what
    arguments hold, so that nothing is known of them after an exception."""
    if subject.generated.family == "random numbers":        # which a program knows by handles (tests/random_streams)
        return Verdict("printed", "discarded", "random numbers")
    verdict = judge("printed", subject, reader.printed(), after=False)
    if verdict.verdict == "mismatch":
        again = judge("printed", subject, reader.printed(strong=True), after=False)
        if again.verdict != "mismatch":
            return Verdict("printed", "explained", "printed source is given Python's numbers")
    return verdict


def read_back(subject: Subject, reader: Reader) -> Verdict:
    """The printed primitive source reads back as an equal program; and the source for users can be parsed."""
    args = arguments(subject.module, subject.calls[0])
    wrong = reader.reads_back(args)
    compile(reader.text(args), "source", "exec")
    return Verdict("read back", "mismatch" if wrong else "agrees", wrong, subject.calls[0])


def compiled_quickly(subject: Subject, reader: Reader) -> Verdict:
    return judge("compiled", subject, compiled(subject.module.f, settled=not subject.generated.family))


def compiled_fully(subject: Subject, reader: Reader) -> Verdict:
    run = compiled(subject.module.f, quick=False, settled=not subject.generated.family)
    return judge("optimised", subject, run)


# -- derivatives and batches ---------------------------------------------------------------------------------

def real_leaves(args: tuple) -> list[int]:
    return [k for k, v in enumerate(args) if isinstance(v, float) or isinstance(v, np.ndarray) and v.dtype == float]


def gradient(subject: Subject, reader: Reader) -> Verdict:
    """grad, against central differences; vjp is the transpose of jvp; jvp agrees with differences."""
    law = "gradient"
    for call in subject.calls:
        args = arguments(subject.module, call)
        wanted = tuple(real_leaves(args))
        try:
            want = in_python(subject.module, call)
        except Runaway:
            continue
        if want.exception is not None or not np.all(np.isfinite(np.asarray(want.value))):
            continue
        try:
            found = Reader(recto.grad(subject.module.f, argnums=wanted)).interpreted()(*arguments(subject.module, call))
            differences = [directional(subject.module.f, subject.module, call, wanted, k) for k in range(2)]
        except transform.InternalError as error:
            return Verdict(law, "mismatch", f"InternalError: {str(error)[:300]}", call)
        except transform.CompileError as error:
            return Verdict(law, "refused", refusal(error), call)
        for k, estimate in enumerate(differences):
            dots = directions(args, wanted, k)
            got = float(sum(np.sum(np.asarray(g) * d) for g, d in zip(found, dots)))
            if estimate is not None and np.isnan(got) and singular(reader, arguments(subject.module, call)):
                return Verdict(law, "explained", "an infinite derivative on the way")
            if estimate is not None and not np.isclose(got, estimate, 1e-4, 1e-5):
                if watched(subject.generated.source, call, None).narrow:
                    return Verdict(law, "explained", "differences of narrow floats")
                return Verdict(law, "mismatch", f"value: {got} along a direction, {estimate} by differences", call)
    if subject.generated.family == "random numbers":        # each run of a program draws other numbers
        return Verdict(law, "agrees")
    return transposed(subject, reader)


def singular(reader: Reader, args: tuple) -> bool:
    """Is anything nan or infinite on the way, in forward mode? Then some operation has an infinite derivative there."""
    entered, reading, program = reader.read(args)
    forward, kept = jvp(program, active_parameters(program))
    dots = [np.ones(p.type.shape) for p, a in zip(program.parameters, active_parameters(program)) if a]
    with calm():
        values = intermediate(transform.optimise(forward), [*operands_of(entered, reading), *dots])
    return not all(np.isfinite(v).all() for v in values if v.dtype.kind in "fc")


def intermediate(program: transform.Program, operands: list[np.ndarray]) -> list[np.ndarray]:
    """All that the calls of a program give, in the programs that it holds, too, and in each round of its loops."""
    values: list[np.ndarray] = []
    transform.evaluate(noting(program, values), *operands)
    return values


def noting(program: transform.Program, values: list[np.ndarray]) -> transform.Program:
    """The program; what its calls give is noted in a list."""
    inside = [with_programs(call, lambda p: noting(p, values)) for call in program.body]
    body = [dataclasses.replace(call, primitive=Noting(call.primitive, values)) for call in inside]
    return dataclasses.replace(program, body=tuple(body))


class Noting:
    """A primitive that notes what it gives."""

    def __init__(self, primitive: Any, values: list[np.ndarray]):
        self.primitive, self.values = primitive, values

    def __getattr__(self, name: str) -> Any:
        return getattr(self.primitive, name)

    def numpy(self, *operands: Any, **params: Any) -> Any:
        out = self.primitive.numpy(*operands, **params)
        self.values += map(np.asarray, out if self.primitive.multiple else (out,))
        return out


def active_parameters(program: Any) -> list[bool]:
    return [p.type.dtype == np.dtype(float) for p in program.parameters]


def operands_of(entered: Any, reading: Any) -> list[np.ndarray]:
    return [np.array(x) for x in [*map(transform.fetch, reading.captures), *entered.leaves]]


def directions(args: tuple, wanted: tuple[int, ...], seed: int) -> list[np.ndarray]:
    rng = np.random.default_rng(seed)
    return [rng.choice([-1.0, -0.5, 0.5, 1.0, 0.25], np.shape(args[k])) for k in wanted]


def directional(f: Callable, module: types.ModuleType, call: str, wanted: tuple[int, ...], seed: int) -> float | None:
    """The derivative along a direction by central differences; None where two step sizes or two sides disagree, or
    where the function is so large that its last digits are larger than the difference."""
    def at(step: float) -> float:
        args = list(arguments(module, call))
        for k, dot in zip(wanted, directions(tuple(args), wanted, seed)):
            moved = args[k] + step * dot
            args[k] = np.asarray(moved) if isinstance(args[k], np.ndarray) else float(moved)
        with bounded(module.__file__, 20_000):
            return float(np.asarray(observe(f, tuple(args)).value).real)
    try:
        with calm():
            middle = at(0.0)
            sides = [(at(h) - middle) / h for h in (1e-6, -1e-6)]
            near, far = ((at(h) - at(-h)) / (2 * h) for h in (1e-5, 1e-4))
    except (TypeError, Runaway):    # an exception nearby: no value
        return None
    smooth = np.isclose(near, far, 1e-4, 1e-6) and np.isclose(*sides, 1e-2, 1e-3)
    rounding = 8 * np.finfo(float).eps * abs(middle) / 1e-5
    return near if smooth and np.isfinite(near) and rounding <= 1e-5 + 1e-4 * abs(near) else None


def transposed(subject: Subject, reader: Reader) -> Verdict:
    """<w, J v> by jvp is <J' w, v> by vjp, to rounding, at every call."""
    law = "gradient"
    for call in subject.calls:
        args = arguments(subject.module, call)
        try:
            entered, reading, program = reader.read(args)
            active = active_parameters(program)
            forward, kept = jvp(program, active)
            backward, taken = vjp(program, active)
        except transform.CompileError as error:
            return Verdict(law, "refused", refusal(error), call)
        if found := transpose_difference(program, forward, backward, kept, taken, active, entered, reading):
            return Verdict(law, "mismatch", found, call)
    return Verdict(law, "agrees")


def transpose_difference(program: Any, forward: Any, backward: Any, kept: Any, taken: Any, active: list[bool],
                         entered: Any, reading: Any) -> str:
    rng = np.random.default_rng(1)
    dots = [rng.choice([-1.0, 0.5, 2.0], p.type.shape) for p, a in zip(program.parameters, active) if a]
    bars = [rng.choice([-1.0, 0.5, 2.0], r.type.shape) for r, k in zip(program.results, taken) if k]
    with calm():
        run = lambda p, more: transform.evaluate(transform.optimise(p), *operands_of(entered, reading), *more)
        pushed, pulled = (run(p, more)[len(program.results):] for p, more in ((forward, dots), (backward, bars)))
        weights = iter(bars)
        along = iter(pushed)
        left = 0.0
        for k, t in zip(kept, taken):
            dot, bar = (next(along) if k else 0.0), (next(weights) if t else 0.0)
            left += float(np.sum(dot * bar))
        right = float(sum(np.sum(a * b) for a, b in zip(pulled, dots)))
    size = max(1.0, *(float(np.max(np.abs(p), initial=0)) for p in (*pushed, *pulled)))
    if not np.isfinite(size + left + right) or abs(left - right) <= 1e-8 * size:
        return ""
    return f"value: <w, J v> = {left}, <J' w, v> = {right}"


def stacked(calls: list[tuple]) -> tuple:
    """Arguments of several calls as one, with a leading axis; numbers become arrays."""
    return tuple(np.stack([np.asarray(v) for v in column]) for column in zip(*calls))


def batch(subject: Subject, reader: Reader, law: str = "batch", derive: Callable | None = None) -> Verdict:
    """vmap is a loop. The loop runs the function on 0-d arrays where the program has numbers."""
    rows = [arguments(subject.module, call) for call in subject.calls]
    if any(not isinstance(v, (np.ndarray, float, int, np.generic)) for row in rows for v in row):
        return Verdict(law, "discarded", "containers")
    whole = stacked(rows)
    row = lambda k: tuple(x[k].copy() if x.ndim > 1 else x[k] for x in whole)
    if any(raises_or_runs_away(subject, given) for k, args in enumerate(rows) for given in (args, row(k))):
        return Verdict(law, "discarded", "raises")
    f = subject.module.f if derive is None else derive(subject.module.f)
    try:
        arguments(subject.module, subject.calls[0])         # the module is as at first
        got = Reader(recto.vmap(f)).interpreted()(*(x.copy() for x in whole))
        single = Reader(f).interpreted()
        arguments(subject.module, subject.calls[0])
        each = [single(*row(k)) for k in range(len(rows))]
    except transform.InternalError as error:
        return Verdict(law, "mismatch", f"InternalError: {str(error)[:300]}")
    except transform.CompileError as error:
        return Verdict(law, "refused", refusal(error))
    except Exception as error:
        if ONE_OR_MORE.search(str(error)):      # in a batch, integers are computed that are known in one row
            return Verdict(law, "explained", "a computed length of 1 is not repeated")
        return Verdict(law, "mismatch", f"exception: {type(error).__name__}: {error}")
    for k, want in enumerate(each):
        with calm():
            found = value_difference(rows_of(got, k), want, f"row {k}")
        if found:
            return Verdict(law, "mismatch", found)
    return Verdict(law, "agrees")


def raises_or_runs_away(subject: Subject, args: tuple) -> bool:
    """Does Python raise on these arguments, or not end?"""
    try:
        with bounded(subject.module.__file__, 20_000):
            return observe(subject.module.f, args).exception is not None
    except Runaway:
        return True


def rows_of(value: Any, k: int) -> Any:
    """The k-th row of each array of a result."""
    match value:
        case dict():
            return {key: rows_of(v, k) for key, v in value.items()}
        case list() | tuple():
            return type(value)(rows_of(v, k) for v in value)
    return np.asarray(value)[k] if np.ndim(value) else value


def batched_gradient(subject: Subject, reader: Reader) -> Verdict:
    return batch(subject, reader, "batched gradient", recto.grad)


VALUES = {"interpreted": interpreted, "printed": printed, "read back": read_back, "compiled": compiled_quickly,
          "optimised": compiled_fully}
SMOOTH = {"gradient": gradient, "batch": batch, "batched gradient": batched_gradient}


def hold(generated: Generated, laws: list[str]) -> Iterator[Verdict]:
    """What each law says of a program. A program that the front end refuses is refused by all at once."""
    module = load(generated.name, generated.source)
    try:
        subject, reader = Subject(generated, module), Reader(module.f)
        for law in laws:
            yield guarded(law, subject, reader)
    finally:
        unload(generated.name)


def guarded(law: str, subject: Subject, reader: Reader) -> Verdict:
    """Whatever else is raised inside is a fault of ours."""
    try:
        if law in CHANGES and subject.generated.family:
            return Verdict(law, "discarded", "state")
        if law in CHANGES:
            return Verdict(law, *CHANGES[law](subject.generated, subject.module), subject.calls[0])
        return {**VALUES, **SMOOTH}[law](subject, reader)
    except transform.InternalError as error:
        return Verdict(law, "mismatch", f"InternalError: {str(error)[:300]}")
    except transform.CompileError as error:
        return Verdict(law, "refused", refusal(error))
    except transform.AnotherSize:               # (compiled functions are compiled anew; that law is "compiled")
        return Verdict(law, "discarded", "a size that data decide")
    except (Exception, Runaway, TooLong) as error:
        source = subject.generated.source
        if isinstance(error, TooLong) and any(WRAPS in watched(source, call, None).names for call in subject.calls):
            return Verdict(law, "explained", WRAPS)             # such as rounds of a loop that Python does not run
        if ONE_OR_MORE.search(str(error)):
            return Verdict(law, "explained", "a computed length of 1 is not repeated")
        return Verdict(law, "mismatch", f"crash: {type(error).__name__}: {str(error)[:300]}")
