"""Random programs of objects and of iterators, with statements under conditions and in loops, against Python.

What is refused is refused when compiling; what Python raises is raised, or refused.
"""
from __future__ import annotations

import importlib.util
import random
import sys

import pytest

import recto

from .test_operand_kinds import ARGUMENTS, check, outcome

OBJECT_PROGRAMS, ITERATOR_PROGRAMS = 48, 32
HEAD = '''import copy
import functools
import itertools
import operator
from dataclasses import asdict, astuple, dataclass, field, replace

import numpy as np


class Bag:
    kind = "bag"

    def __init__(self, value, items=None):
        self.value = value
        self.items = [] if items is None else items

    def add(self, w):
        self.items.append(w)
        self.value += w
        return self

    @property
    def double(self):
        return 2 * self.value

    @double.setter
    def double(self, w):
        self.value = w / 2

    def __len__(self):
        return len(self.items)

    def __iter__(self):
        return iter(self.items)

    def __getitem__(self, k):
        return self.items[k]

    def __setitem__(self, k, w):
        self.items[k] = w


class Ordered(Bag):
    kind = "ordered"

    def add(self, w):
        super().add(2 * w)
        self.last = w
        return self

    def __eq__(self, other):
        return isinstance(other, Bag) and self.value == other.value

    def __lt__(self, other):
        return self.value < other.value

    def __add__(self, other):
        return Ordered(self.value + getattr(other, "value", other), self.items + list(getattr(other, "items", [])))

    def __bool__(self):
        return self.value > 0


@dataclass
class Point:
    x: float = 0.0
    y: float = 1.0
    tags: list = field(default_factory=list)

    def move(self, d):
        self.x += d
        return self


def positive(x):
    for w in x:
        if w > 0:
            yield w
    yield -1.0


def shown(o):
    return [type(o).__name__, getattr(o, "value", 0), list(getattr(o, "items", None) or []),
            getattr(o, "last", None), getattr(o, "x", 0), getattr(o, "tags", None)]


'''
BAGS = ("Bag(v)", "Bag(1.0, [2.0])", "Ordered(v)", "Ordered(2.0, [v])", "Bag(v, [w for w in x if w > 0])")
POINTS = ("Point(v)", "Point()", "Point(1.0, v, [v])")
NUMBERS = ("v", "1.0", "x[0]", "n[0]", "2", "float(x[1])", "-v")
OF_BAGS = (
    "a.value = W", "a.value += W", "a.add(W)", "a.items.append(W)", "a.items.extend([W, v])", "a.double = W",
    "r.append(a.double)", "r.append(len(a))", "r.append(list(a))", "a[0] = W", "r.append(a[-1])", "r.append(W in a)",
    "a = a.add(W)", "r.append(hasattr(a, 'last'))", "r.append(getattr(a, 'last', W))", "del a.last",
    "setattr(a, 'value', W)", "r.append(a.kind)", "a.items = [W]", "a.items = a.items + [W]", "a.items = b.items",
    "a.items, b.items = b.items, a.items", "a.items.pop()", "r.append(a.items.pop(0))", "a.items.sort()",
    "a.items.insert(0, W)", "a.items.clear()", "a.items = None", "q = a.items; q.append(W)", "f = a.add; f(W)",
    "r.append(sum(o.value for o in [a, b]))", "for o in (a, b): o.add(W)", "r.append(isinstance(a, Ordered))",
    "d = {1: a, 2: b}; d[1].value = W", "l = [a, b, a]; l[2].value += W", "a = Bag(W) if v > 0 else b",
)
OF_ORDERED = ("r.append(a == b)", "r.append(a < b)", "r.append(max(a, b) is b)", "a = a + b", "r.append(bool(a))",
              "r.append(sorted([a, b])[0] is a)")
OF_POINTS = ("a.x = W", "a.x += W", "a.tags.append(W)", "a.move(W)", "r.append(a.x + a.y)", "a = replace(a, x=W)",
             "r.append(astuple(a))", "r.append(asdict(a))", "r.append(a == b)", "a.tags = b.tags")
OF_ALL = ("b = a", "a = b", "b = copy.copy(a)", "b = copy.deepcopy(a)", "r.append(a is b)", "a, b = b, a", "a = None",
          "if a is not None: r.append(1.0)", "r.append(type(a) is type(b))", "a = b if v > 0 else a")
ITERATORS = (
    "positive(x)", "(w * 2 for w in x)", "iter([v, 1.0, 2.0])", "map(abs, x)", "zip(x, x)", "enumerate(x)", "iter(x)",
    "itertools.accumulate(x)", "itertools.chain(x, [v])", "itertools.islice(positive(x), 2)", "reversed([v, 1.0])",
    "iter({1: v, 2: 1.0}.items())", "itertools.repeat(v, 3)", "itertools.pairwise(x)", "iter(range(int(n[0])))",
    "itertools.zip_longest(x, [v])", "(w for w in x if w > 0)",
)
OF_ITERATORS = (
    "r.append(next(a))", "r.append(next(a, None))", "r.append(next(a, W))", "r.append(list(a))", "r.append(sum(a))",
    "r.append(list(zip(a, b)))", "r.append(list(zip(a, a)))", "b = a", "for w in a: r.append(w)", "r.append(W in a)",
    "r.append(max(a, default=None))", "r.append(tuple(a))", "a = itertools.chain(a, b)", "a, b = itertools.tee(a)",
    "r.append(list(itertools.islice(a, 1)))", "k, *rest = a; r.append(rest)", "r.append(any(a))", "r.append([*a, *b])",
    "r.append(iter(a) is a)", "r.append(functools.reduce(operator.add, a))", "a = iter(list(a))", "a.close()",
    "r.append(list(map(operator.add, a, b)))", "a = (w for w in a)", "for k, w in enumerate(a): r.append(k + w)",
)
AROUND = ("if v > 0:", "if n[0] > 0:", "for w in x:", "for k in range(int(n[0])):", "for k in range(2):",
          "for w in x[x > 0]:", "if x[0] > 0 and v > 0:", "try:")
CAUGHT = ["except (TypeError, ValueError, AttributeError, IndexError, StopIteration):", "    r.append(-5.0)"]


def statement(draw: random.Random, statements: tuple) -> list[str]:
    lines = draw.choice(statements).replace("W", draw.choice(NUMBERS)).split("; ")
    if draw.random() < 0.45:
        return lines
    head = draw.choice(AROUND)
    orelse = ["else:", "    r.append(-2.0)"] if head.startswith("if") and draw.random() < 0.4 else []
    return [head, *("    " + line for line in lines), *(CAUGHT if head == "try:" else orelse)]


def source(name: str, seed: int, values: tuple, statements: tuple, returned: str) -> str:
    draw = random.Random(seed)
    lines = [f"a = {draw.choice(values)}", draw.choice(["b = a", *(f"b = {value}" for value in values)]), "r = []"]
    for _ in range(draw.choice([1, 2, 2, 3])):
        lines += statement(draw, statements)
    return "\n    ".join([f"def {name}{seed}(x, v, n):", *lines, f"return r, {returned}"]) + "\n"


def of_objects(seed: int) -> str:
    kind = seed % 3
    values, statements = ((BAGS, OF_BAGS), (BAGS[2:4], OF_BAGS + OF_ORDERED), (POINTS, OF_POINTS))[kind]
    return source("o", seed, values, statements + OF_ALL, "shown(a), shown(b)")


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    path = tmp_path_factory.mktemp("objects") / "objects.py"
    sources = [of_objects(seed) for seed in range(OBJECT_PROGRAMS)]
    last = "list(itertools.islice(a, 4))"
    sources += [source("i", seed, ITERATORS, OF_ITERATORS, last) for seed in range(ITERATOR_PROGRAMS)]
    path.write_text(HEAD + "\n\n".join(sources))
    spec = importlib.util.spec_from_file_location("objects_of_random_programs", path)
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)    # where dataclasses look for it
    spec.loader.exec_module(module)
    yield vars(module)
    del sys.modules[spec.name]


@pytest.mark.xla
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(OBJECT_PROGRAMS))
def test_objects_are_pythons(programs, seed):
    check(programs[f"o{seed}"])


@pytest.mark.xla
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(ITERATOR_PROGRAMS))
def test_iterators_are_pythons(programs, seed):
    check(programs[f"i{seed}"])


def test_most_programs_are_read(programs):
    """A law that refuses everything would hold as well."""
    for name, least in (("o", 8), ("i", 4)):
        functions = [programs[f"{name}{k}"] for k in range(16)]
        found = [outcome(recto.jit(f), ARGUMENTS[0]) for f in functions]
        assert sum(isinstance(each, list) for each in found) >= least
