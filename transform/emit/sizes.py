"""Generalise over sizes: print a function for several assignments of its sizes, and anti-unify the texts into
one.

    def f(x):                       def f(x):                       def f(x):
        y = np.zeros(101)    and        y = np.zeros(194)     ⇒         y = np.zeros(x.shape[0])

The assignments are chosen so that what depends on a size shows: each size is the smallest in one of them and the
largest in another; some are prime, some odd, some even. Comparisons of sizes that the reading took are unified as well:
they become conditions under which the text holds. Far smaller and far larger sizes have to give the same program. Where
texts differ in anything but numbers that are expressions of the sizes, the sizes stay as they are given.
"""

from __future__ import annotations

import ast
import dataclasses
import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..core.decisions import Decision
from ..core.errors import CompileError
from ..ir.program import Const, Program, Type
from ..printing.statements.source import Printed
from .conditions import conditions, strongest
from .fits import Rows, expression_text, placeholder, without_brackets
from .limits import limits
from .outline import LARGE, LITTLE, TINY, holds, outline
from .shapes import with_all_sizes
from .unify import Differs, unify_trees

PRIMES = (
    101,
    103,
    107,
    109,
    113,
    127,
    131,
    137,
    139,
    149,
    151,
    157,
    163,
    167,
    173,
    179,
    181,
    191,
    193,
    197,
    199,
)
KINDS = (
    PRIMES,
    tuple(range(102, 200, 4)),
    tuple(range(104, 200, 4)),
    tuple(n for n in range(101, 200, 2) if n not in PRIMES),
)
SAMPLES, MOST_SAMPLES = 4, 8
ROOMS = ((), (70,), (110,))  # columns to fold for, besides those that are wanted
ENDLESS = 10**6  # columns: nothing is folded by its length
SMALL = 4  # sizes up to here are often meant: coordinates, components
MOST = len(PRIMES)
MOST_ORDERED, APART = 3, 200  # of so many sizes orders are tried, so far from each other
PATIENCE = 10_000  # steps to sizes that fulfil conditions


@dataclasses.dataclass
class Sample:
    """A function read and transformed for one assignment of sizes."""

    program: Program
    decisions: Sequence[Decision]
    captures: Sequence[Any]  # what the first parameters stand for, which are read from outside
    show: Callable[..., Printed]  # given a width, folds for that


@dataclasses.dataclass
class General:
    """A text for all sizes, with its conditions.

    functions   trees, the main one last
    sizes       ⟨n⟩ -> its values in the samples; none: the sizes are fixed
    fixed       a size that is in the text -> why
    conditions  what the sizes have to fulfil, with the place that asks for it
    printed     the samples
    captures    what the first parameters stand for
    """

    functions: list[list[ast.stmt]]
    sizes: Rows
    fixed: dict[str, str]
    conditions: list[tuple[str, Any]]
    printed: list[Printed]
    captures: Sequence[Any]

    def type_text(self, types: Sequence[Type], plain: Callable[[Type], str]) -> str:
        """A type as the header shows it, with symbols for sizes: float64[n, 10]."""
        if len(set(types)) == 1:
            return plain(types[0])
        dims = [expression_text(self.sizes, row) or "?" for row in zip(*(t.shape for t in types))]
        return f"{types[0].dtype.name}[{', '.join(without_brackets(d) for d in dims)}]"


def general(
    build: Callable[[Mapping[str, int]], Sample], sizes: Mapping[str, int | None], where: Sequence[str] = ()
) -> General:
    """The function for as many sizes at once as possible.

    Args:
        build: the function for given sizes.
        sizes: the name of each size, and the number that it is if one was given.
        where: conditions that the sizes fulfil: H >= h.

    Raises:
        CompileError: the function does not compile, or depends on a size that has no number.
    """
    free = [s for s in sizes if sizes[s] is None]
    given = {s: n for s, n in sizes.items() if n is not None}
    actual = build(given) if not free else None
    attempt = lambda chosen, order=(): unify_samples(build, given, chosen, actual, where, order)
    if not sizes:
        return attempt([])
    chosen, reason = list(sizes)[:MOST], ""
    for chosen in wider_first(list(sizes)[:MOST], free, given):
        found: list[General] = []
        tried: tuple[str, ...] = ()
        for order in ((), *orders(chosen)):
            if found and len(order) != len(tried):
                break  # three only if no two will do
            tried = order
            try:
                found.append(attempt(chosen, order))
            except (Differs, CompileError) as error:
                reason = reason or reason_of(
                    with_names(error, chosen) if isinstance(error, CompileError) else error
                )
        if found:
            # in another order the loops may have no rounds, or two sizes in one by chance
            best = max(found, key=lambda general: (length(general), -len(general.conditions)))
            best.fixed = {str(given[s]): reason for s in given if s not in chosen}
            return best
    return vary_one_by_one(attempt, free, given, reason)


def orders(sizes: Sequence[str]) -> list[tuple[str, ...]]:
    """Orders of two sizes, and then of three, the largest first: x[k:] is only where x is at least as long as k."""
    few = len(sizes) <= MOST_ORDERED
    return [order for count in (2, 3) if few for order in itertools.permutations(sizes, count)]


def length(found: General) -> int:
    """The number of nodes of the text."""
    return sum(1 for tree in found.functions for statement in tree for _ in ast.walk(statement))


def placed(
    sizes: Sequence[str], values: Sequence[int], order: Sequence[str], sample: int = 0
) -> dict[str, int]:
    """Values for sizes; those in an order become larger, the first one most, and in each sample by other numbers.

    >>> placed(["n", "m"], (101, 103), ("m", "n"), 1)
    {'n': 101, 'm': 315}
    """
    found = dict(zip(sizes, values))
    for k, s in enumerate(reversed(order)):
        found[s] += k * (APART + 12 * sample) + (k > 1) * 4 * sample**2
    return found


def wider_first(sizes: list[str], free: list[str], given: Mapping[str, int]) -> list[list[str]]:
    """All sizes; all but small numbers."""
    larger = [s for s in sizes if given.get(s, SMALL + 1) > SMALL]
    return [sizes] if larger == sizes or not larger else [sizes, larger]


def vary_one_by_one(
    attempt: Callable[[list[str]], General], free: list[str], given: Mapping[str, int], reason: str
) -> General:
    """The sizes that may vary, one by one; those without a number must."""
    chosen = list(free)
    try:
        found = attempt(chosen)
    except Differs as error:
        raise CompileError(
            f"{', '.join(free)}: the code depends on the size{'s'[: len(free) > 1]}: {reason_of(error)}",
            "give numbers for the sizes",
        ) from None
    except CompileError as error:
        raise with_names(error, free) from None
    for s in given:
        try:
            found = attempt([*chosen, s])
        except (Differs, CompileError):
            continue
        chosen.append(s)
    found.fixed = {str(n): reason for s, n in given.items() if s not in chosen}
    return found


def with_names(error: CompileError, chosen: Sequence[str]) -> CompileError:
    """An error that speaks of n, not of the number that was put in for it."""
    names = {str(value): s for s, value in zip(chosen, assignments(len(chosen))[0])}
    error.message = re.sub(r"\d+", lambda found: names.get(found[0], found[0]), error.message)
    error.hint = error.hint or "if the code depends on sizes, give numbers for them"
    return error


def reason_of(error: Exception) -> str:
    return error.message if isinstance(error, CompileError) else str(error) or "the text depends on them"


def unify_samples(
    build: Callable[[Mapping[str, int]], Sample],
    sizes: Mapping[str, int],
    chosen: Sequence[str],
    actual: Sample | None,
    where: Sequence[str] = (),
    order: Sequence[str] = (),
) -> General:
    """The text for all values of the chosen sizes; the others have their numbers. `order`: of the chosen ones, the
    largest first, if they are to have one."""
    if not chosen:
        only = actual or build(sizes)
        printed = only.show()
        return General(printed.functions, {}, {}, [], [printed], only.captures)
    ordered = [f"{a} >= {b}" for a, b in itertools.pairwise(order)]
    asked = [(c, None) for c in (*ordered, *where) if names_in(c) <= {*chosen}]
    assigned = [
        tuple(fulfilling(placed(chosen, values, order, k), [c for c, _ in asked]).values())
        for k, values in enumerate(assignments(len(chosen)))
    ]
    samples = [build({**sizes, **dict(zip(chosen, values))}) for values in assigned]
    rows = {placeholder(s): tuple(values[k] for values in assigned) for k, s in enumerate(chosen)}
    held = [*asked, *conditions([s.decisions for s in samples], rows)]
    every, functions = one_text(samples, rows)
    allowed = lambda given: holds(held, given)
    held = strongest(
        [*held, *((without_brackets(c), None) for tree in functions for c in limits(tree, rows, allowed))],
        rows,
    )
    types = [[getattr(p.functions[k][0], "shapes", ()) for p in every] for k in range(len(functions))]
    with_all_sizes(functions, types, rows)
    held += check_far_away(build, sizes, chosen, samples, rows, held, order)
    if actual and skeleton(actual.program) != skeleton(samples[0].program):
        unify_trees(
            [p.functions for p in (*every, actual.show())],
            {n: (*r, sizes[without_brackets(n)]) for n, r in rows.items()},
        )
    return General(functions, rows, {}, held, every, samples[0].captures)


def one_text(samples: Sequence[Sample], rows: Rows) -> tuple[list[Printed], list[list[ast.stmt]]]:
    """The samples as they print, and the one text. Numbers of many digits fold in another way than short ones: where
    the texts differ in that, they are printed narrower or wider."""
    reason: Differs | None = None
    for room in ROOMS:
        every = [s.show(*room) for s in samples]
        try:
            return every, unify_trees([p.functions for p in every], rows)
        except Differs as error:
            reason = reason or error
    raise reason or Differs()


def check_far_away(
    build: Callable[[Mapping[str, int]], Sample],
    sizes: Mapping[str, int],
    chosen: Sequence[str],
    samples: Sequence[Sample],
    rows: Rows,
    held: list[Any],
    order: Sequence[str] = (),
) -> list[tuple[str, Any]]:
    """Small and large sizes give the same program, where the conditions hold. What there is to add to the conditions.

    Raises:
        Differs: large sizes give another.
    """
    added: list[tuple[str, Any]] = []
    for values, others in ((LARGE, None), (TINY, LITTLE), (LITTLE, PRIMES)):
        put = {**sizes, **placed(chosen, values, order)}
        if len(chosen) > len(values) or not holds(held, put):
            continue
        try:
            same_program(
                [*samples, build(put)], {n: (*row, put[without_brackets(n)]) for n, row in rows.items()}
            )
        except (Differs, CompileError) as error:
            if others is None:
                raise Differs(reason_of(error)) from None
            added = [(f"sizes of {min(others)} and more", None)]
            continue
        if others is not None:
            return added
    return added


def same_program(samples: Sequence[Sample], rows: Rows) -> None:
    """Raises Differs if the samples are not instances of one program, nor of one text (which makes constants anew)."""
    try:
        unify_trees([outline(s.program) for s in samples], rows)
    except Differs:
        unify_trees([s.show(ENDLESS).functions for s in samples], rows)


def assignments(count: int) -> list[tuple[int, ...]]:
    """Values for so many sizes, in each sample.

    >>> assignments(3)
    [(101, 103, 107), (102, 106, 110), (108, 112, 104), (115, 105, 111)]
    """
    samples = max(SAMPLES, min(count, MOST_SAMPLES))
    rotated = lambda values, shift: (*values[shift:], *values[:shift])
    return [
        rotated(KINDS[k % len(KINDS)][k // len(KINDS) :][:count], k * count // samples)
        for k in range(samples)
    ]


def names_in(condition: str) -> set[str]:
    return {n.id for n in ast.walk(ast.parse(condition, mode="eval")) if isinstance(n, ast.Name)}


def fulfilling(sizes: Mapping[str, int], where: Sequence[str]) -> dict[str, int]:
    """Sizes like these that fulfil conditions: the first name in one that does not hold grows until it does.

    >>> fulfilling({"H": 3, "h": 5}, ["H >= h", "H % 2 == 0"])
    {'H': 6, 'h': 5}

    Raises:
        CompileError: there are none near.
    """
    found = dict(sizes)
    for _ in range(PATIENCE):
        failing = next((c for c in where if not holds([(c, None)], found)), None)
        if failing is None:
            return found
        name = next(n.id for n in ast.walk(ast.parse(failing, mode="eval")) if isinstance(n, ast.Name))
        found[name] += 1
    raise CompileError(f"no sizes are found that fulfil {', '.join(where)}", "give numbers for them")


def skeleton(program: Program) -> list[Any]:
    """The skeleton of a program for all sizes: small constants are written out, large ones are broadcast."""
    return [
        (c.primitive.name, len(c.operands), *map(skeleton, c.programs()))
        for c in program.body
        if not all(isinstance(o, Const) for o in c.operands)
    ]
