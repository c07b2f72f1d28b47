"""Attributes of dataclasses among the arguments that are no fields."""

from __future__ import annotations

import copy
import dataclasses
import functools
from typing import Any

import numpy as np
import pytest

import recto


@dataclasses.dataclass
class Vector:
    x: float
    weights: np.ndarray

    def __post_init__(self):
        self.norm = abs(self.x) + self.weights.sum()

    def doubled(self):
        if not hasattr(self, "kept"):
            self.kept = 2 * self.x
        return self.kept


@dataclasses.dataclass(frozen=True)
class Fixed:
    x: float

    def __post_init__(self):
        object.__setattr__(self, "twice", 2 * self.x)


@dataclasses.dataclass
class Lazy:
    x: float
    asked: list = dataclasses.field(default_factory=list)

    @functools.cached_property
    def threefold(self):
        self.asked.append(1)
        return 3 * self.x


@dataclasses.dataclass
class Tree:
    value: float
    children: list = dataclasses.field(default_factory=list)
    parent: object = None

    def __post_init__(self):
        for child in self.children:
            child.parent = self


@dataclasses.dataclass
class Link:
    value: float
    others: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Fields:
    x: float

    def __post_init__(self):
        self.x = self.x + 0.0


def total(v):
    return v.x * v.norm + v.weights.sum()


def test_they_are_read():
    v = Vector(3.0, np.ones(2))
    assert float(recto.jit(total)(v)) == total(v) == 17.0
    assert recto.jit(lambda v: hasattr(v, "norm"))(v)
    assert float(recto.jit(lambda f: f.twice)(Fixed(2.0))) == 4.0


def test_they_are_kept_as_python_keeps_them():
    compiled = recto.jit(lambda v: v.doubled())
    v = Vector(3.0, np.ones(2))
    assert float(compiled(v)) == 6.0
    v.x = 100.0
    assert float(compiled(v)) == 6.0 and float(v.kept) == 6.0
    q = Lazy(2.0)
    for _ in range(2):
        assert float(recto.jit(lambda q: q.threefold)(q)) == 6.0
    assert len(q.asked) == 1


def test_such_objects_are_differentiated_batched_and_returned():
    v = Vector(3.0, np.ones(2))
    found = recto.grad(total)(v)
    assert float(found.x) == v.norm and float(found.norm) == 3.0
    batch = recto.vmap(lambda v: v.x * v.norm)(Vector(np.arange(3.0), np.ones((3, 2))))
    np.testing.assert_array_equal(batch, np.arange(3.0) * (np.arange(3.0) + 6))
    made = recto.jit(lambda v: Vector(v.x * 2, v.weights + 1))(v)
    assert float(made.norm) == 10.0


def test_dataclasses_of_fields_alone_are_trees():
    assert recto.tree.leaves(Fields(2.0)) == [2.0]
    assert float(recto.jit(lambda f: f.x)(Fields(2.0))) == 2.0


@pytest.mark.parametrize("count", [1, 2])
def test_objects_that_hold_each_other(count):
    tree = Tree(1.0, [Tree(2.0) for _ in range(count)])
    assert float(recto.jit(lambda t: t.value)(tree)) == 1.0
    assert float(recto.jit(lambda t: sum(c.value + c.parent.value for c in t.children))(tree)) == 3.0 * count
    link = Link(1.0)
    link.others += [link] * count
    with pytest.raises(recto.CompileError, match="Link that holds itself"):
        recto.jit(lambda link: link.value)(link)


@dataclasses.dataclass
class Scaled:
    x: float
    scale = 2.0

    def twice(self):
        return 2 * self.x


def caught(p):
    try:
        return p.extra
    except AttributeError:
        return -1.0


def set_by_the_caller(name="extra"):
    p = Scaled(1.0)
    setattr(p, name, 4.0)
    return p


ASKING = [
    lambda p: getattr(p, "extra", None),
    lambda p: hasattr(p, "extra"),
    lambda p: sorted(vars(p)),
    lambda p: p.extra,
    lambda p: vars(copy.copy(p)).get("extra"),
    caught,
]


@pytest.mark.parametrize("function", ASKING)
@pytest.mark.parametrize("known", [True, False])
def test_attributes_that_the_caller_set_are_not_passed_over(function, known):
    compiled = recto.jit(function)
    if known and function is not ASKING[3]:
        assert compiled(Scaled(1.0)) == function(Scaled(1.0))
    for _ in range(2):
        with pytest.raises(recto.CompileError, match="the attribute extra, which is none of its fields"):
            compiled(set_by_the_caller())
    if function is not ASKING[3]:
        assert compiled(Scaled(1.0)) == function(Scaled(1.0))
        ahead = compiled.lower(Scaled(1.0)).compile()
        with pytest.raises(recto.CompileError, match="none of its fields"):
            ahead(set_by_the_caller())


def test_class_variables_that_an_object_shadows():
    compiled = recto.jit(lambda p: p.x * p.scale)
    assert float(compiled(Scaled(1.0))) == 2.0
    with pytest.raises(recto.CompileError, match="the attribute scale, which is none of its fields"):
        compiled(set_by_the_caller("scale"))


def test_programs_that_ask_for_fields_alone_take_such_objects():
    p = set_by_the_caller()
    assert float(recto.jit(lambda p: p.x + p.twice())(p)) == 3.0


@dataclasses.dataclass
class Branch:
    x: float
    parts: list


@dataclasses.dataclass
class Linked:
    x: float
    parts: Any = None


@dataclasses.dataclass
class Table:
    x: float
    parts: dict


def around(cls, count):
    """An object that holds itself."""
    made = cls(1.0, None)
    made.parts = {"me": made} if cls is Table else [2.0, *[made] * count] if cls is Branch else made
    return made


def depth(n=0):
    try:
        return depth(n + 1)
    except RecursionError:
        return n


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("cls", [Branch, Linked, Table])
def test_trees_that_hold_themselves_are_refused(cls, count):
    compiled = recto.jit(lambda value: 2 * value.x)
    nested = cls(1.0, {"a": cls(2.0, {})} if cls is Table else [cls(2.0, [])])
    before = depth()
    for _ in range(3):
        with pytest.raises(recto.CompileError, match=f"{cls.__name__} that holds itself"):
            compiled(around(cls, count))
        assert compiled(cls(3.0, {} if cls is Table else [1.0])) == 6.0
        assert compiled(nested) == 2.0
    with pytest.raises(recto.CompileError, match=f"{cls.__name__} that holds itself"):
        recto.grad(lambda value: 2 * value.x)(around(cls, count))
    assert depth() > before - 200  # jaxlib does not recover from each object that it has followed


def test_containers_that_hold_themselves_are_refused():
    items, table = [1.0], {"a": 1.0}
    items.append(items)
    table["b"] = table
    for value in (items, table):
        with pytest.raises(recto.CompileError, match=f"{type(value).__name__} that holds itself"):
            recto.jit(lambda value: 1.0)(value)
