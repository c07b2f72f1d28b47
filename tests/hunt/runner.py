"""Workers: programs one after the other until the time is over; failures are shrunk and written down."""
from __future__ import annotations

import dataclasses
import multiprocessing
import re
import signal
import time
from collections.abc import Iterator
from typing import Any

from .bounded import TooLong
from .generator import Generated, program
from .freshness import CHANGES
from .laws import SMOOTH, VALUES, Verdict, hold
from .shrinker import shrink
from .store import Store

WORKERS, LONGEST = 2, 120
AGAIN = 5               # seconds: raised while a generator is closed, an exception is lost
# These laws are for one program in so many.
EVERY = {"compiled": 5, "optimised": 31, "warm": 41, "edited source": 43, "edited outside": 47}
SMOOTH_EVERY = 5                                # one program in so many is smooth


@dataclasses.dataclass(frozen=True)
class Plan:
    seed: int
    laws: tuple[str, ...]
    until: float                                # time.monotonic()
    most: int = 10 ** 9                         # programs
    shrinks: bool = True


def laws_for(number: int, plan: Plan) -> list[str]:
    table = SMOOTH if is_smooth(number) else {**VALUES, **CHANGES}
    return [law for law in table if law in plan.laws and number % EVERY.get(law, 1) == 0]


def is_smooth(number: int) -> bool:
    return number % SMOOTH_EVERY == SMOOTH_EVERY - 1


def run(plan: Plan, workers: int = WORKERS) -> None:
    """Let workers go through the numbers, each its own, until the time is over."""
    if workers == 1:
        return work(plan, 0, 1)
    spawn = multiprocessing.get_context("spawn")
    processes = [spawn.Process(target=work, args=(plan, k, workers)) for k in range(workers)]
    for p in processes:
        p.start()
    for p in processes:
        p.join()


def work(plan: Plan, worker: int, workers: int) -> None:
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, too_long)
    store = Store(plan.seed)
    state = store.load(worker)
    done, saved = 0, time.monotonic()
    while time.monotonic() < plan.until and done < plan.most:
        number = state["next"] * workers + worker
        within(LONGEST)
        for verdict in verdicts(plan, number):
            note(state, verdict)
            if verdict.verdict == "mismatch":
                failure(plan, store, state, number, verdict)
            within(LONGEST)
        within(0)
        state["next"] += 1
        done += 1
        if time.monotonic() - saved > 10:
            store.save(worker, state)
            saved = time.monotonic()
    store.save(worker, state)


def again(seed: int) -> Iterator[tuple[int, Verdict]]:
    """The programs of a seed that broke a law, and what breaks one now: each is held to all laws."""
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, too_long)
    for number in sorted({mismatch["number"] for mismatch in Store(seed).total()["mismatches"]}):
        laws = SMOOTH if is_smooth(number) else VALUES
        within(len(laws) * LONGEST)
        for verdict in hold(program(seed, number, is_smooth(number)), list(laws)):
            yield number, verdict
        within(0)


def within(seconds: int) -> None:
    """The next law, and each trial of the shrinker, has to end within this time; 0: no bound. (Compiled code is not
    interrupted.)"""
    if hasattr(signal, "SIGALRM"):
        signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)


def too_long(*_: Any) -> None:
    raise TooLong("a law takes minutes")


def verdicts(plan: Plan, number: int) -> Iterator[Verdict]:
    """The laws of one program; a refused program is counted once."""
    laws = laws_for(number, plan)
    if not laws:
        return
    try:
        generated = program(plan.seed, number, is_smooth(number))
    except TooLong:                 # a line on trial that does not end: Python may lose what bounds its steps
        yield Verdict("program", "not written")
        return
    yield Verdict("program", "written")
    for verdict in hold(generated, laws):
        yield verdict
        if verdict.verdict == "refused" and verdict.law == laws[0]:
            yield Verdict("program", "refused", verdict.detail)
            return
        if verdict.verdict == "mismatch" and verdict.law != "read back":      # the other laws would say the same
            return


def note(state: dict, verdict: Verdict) -> None:
    def count(part: str, key: str) -> None:
        state[part][key] = state[part].get(key, 0) + 1
    count("counts", f"{verdict.law}: {verdict.verdict}")
    if verdict.verdict == "refused" and verdict.law == "program":
        count("refused", re.sub(r"\d+|'[^']*'", "…", verdict.detail)[:100])
    if verdict.verdict == "explained":
        count("explained", verdict.detail)


def failure(plan: Plan, store: Store, state: dict, number: int, verdict: Verdict) -> None:
    """Shrink a failure and write it as a test; of failures that are alike, the first few."""
    sort = signature(verdict)
    state["mismatches"].append({"number": number, "law": verdict.law, "detail": verdict.detail[:300], "sort": sort})
    alike = sum(m["sort"] == sort for m in state["mismatches"])
    if not plan.shrinks or alike > 12:
        return
    generated = program(plan.seed, number, is_smooth(number))
    source, call, last = smallest(generated, verdict)
    name = f"seed_{plan.seed}_{number}_{verdict.law}".replace(" ", "_")
    path = store.keep_failure(name, as_test(name, source, call, last))
    print(f"\n{path}\n{source}# f{call}\n# {last.detail}", flush=True)


def signature(verdict: Verdict) -> str:
    """Failures alike: of one law and one kind of difference."""
    detail = re.sub(r"[-+]?\d[\d.e+-]*|\(.*|'[^']*'", "…", verdict.detail)
    kind, _, rest = detail.partition(":")
    return f"{verdict.law}: {kind}" + (rest[:60] if kind in ("crash", "InternalError", "exception") else "")


def smallest(generated: Generated, verdict: Verdict) -> tuple[str, str, Verdict]:
    """The smallest program that fails alike, and how it fails."""
    wanted, last = signature(verdict), verdict
    one_call = verdict.law not in ("batch", "batched gradient")

    def fails(source: str, call: str) -> bool:
        nonlocal last
        within(LONGEST // 4)
        calls = (call,) if one_call else generated.calls
        try:
            compile(source, "smaller", "exec")
            smaller = dataclasses.replace(generated, name="hunt_smaller", source=source, calls=calls)
            [found] = hold(smaller, [verdict.law])
        except (Exception, TooLong):
            return False
        if found.verdict != "mismatch" or signature(found) != wanted:
            return False
        last = found
        return True
    call = verdict.call or generated.calls[0]
    if not fails(generated.source, call):
        return generated.source, call, verdict
    source, call = shrink(generated.source, call, fails)
    fails(source, call)
    return source, call, last


TEST = '''"""{detail}"""
{source}

def test_{name}():
    from hunt.laws import hold
    from hunt.generator import Generated
    import pathlib
    source = pathlib.Path(__file__).read_text().partition("\\ndef test_")[0]
    for verdict in hold(Generated("found", source, {calls}), [{law!r}]):
        assert verdict.verdict != "mismatch", verdict.detail
'''


def as_test(name: str, source: str, call: str, verdict: Verdict) -> str:
    """A test that can be pasted: the functions, and the law that they break."""
    detail = verdict.detail.replace("\\", "\\\\").replace('"', "'")
    return TEST.format(detail=detail, source=source, name=name, calls=f"({call!r},)", law=verdict.law)
