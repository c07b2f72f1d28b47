"""Signatures: the structure of a printed function's arguments and result: (W, b), c = params; return {"W":
W_bar}.

A tree is a tuple, list or dict of trees, `Fields` of an object, a position of a parameter or result, `Known`, None.
"""

from __future__ import annotations

import ast
import dataclasses
from collections import Counter
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ...ir.line_layout import WIDTH
from ...core.parsing import parse
from ...core.sparsity import Pattern
from ...ir.program import Call, Program, Type, Var
from ...primitives.linear_algebra.sparse import mark
from ..text.constants import literal
from ..text.names import RESERVED, unique
from ..text.sparse_matrices import Given
from ..text.templates import fill_in
from ..text.trees import dtype_node, name
from .raising import Build, Errors


@dataclasses.dataclass(frozen=True)
class Part:
    """A result of computed length: of these axes so many positions (of results, or `Known`)."""

    data: int
    sizes: tuple[tuple[int, Any], ...]


@dataclasses.dataclass(frozen=True)
class Items:
    """A list of the items of an array, which are tuples and lists (`kinds`, from outside in); of Python's numbers or of
    NumPy's."""

    array: Any
    kinds: tuple[type, ...] = ()
    plain: bool = False


@dataclasses.dataclass(frozen=True)
class Container:
    """A set of one tree, a dict of two (keys and values), or a list of tuples, of which each tree has a part."""

    kind: str
    trees: tuple[Any, ...]


@dataclasses.dataclass(frozen=True)
class Lists:
    """A list of lists: their numbers, and of all their items the numbers of the lists that they are in."""

    members: Any
    numbers: Any
    items: Any


@dataclasses.dataclass(frozen=True)
class Texts:
    """A list of texts: the numbers of their forms (None of one form), these as source, and the values in the texts of
    each form, which are _1 _2 … in it."""

    numbers: Any
    forms: tuple[str, ...]
    values: tuple[Any, ...]


@dataclasses.dataclass(frozen=True)
class IfGiven:
    """A result that is None, or something else, where another result, a truth value, is False."""

    value: Any
    flag: int
    otherwise: Any = None


@dataclasses.dataclass(frozen=True)
class IfThere(IfGiven):
    """An item of a dict, or an attribute, that is there only if another result, a truth value, is True."""


@dataclasses.dataclass(frozen=True)
class Words:
    """A text: an f-string of _1 _2 …, which are these results."""

    source: str
    values: tuple[int, ...]


@dataclasses.dataclass(frozen=True)
class Known:
    """A value that is no parameter or result: a string, a number, None."""

    value: Any


@dataclasses.dataclass(frozen=True)
class Place:
    """An object of the caller's: the name of a parameter, then subscripts (`Known`) and attributes (strings)."""

    parameter: str
    steps: tuple[Any, ...] = ()


@dataclasses.dataclass(frozen=True)
class View:
    """A view of an array: its index is made of slices of ints, `Known` ints and None, and positions of results."""

    base: Any
    index: tuple[Any, ...]


@dataclasses.dataclass(frozen=True)
class Fields:
    """The attributes of an object, and the name of its class."""

    trees: dict[str, Any]
    kind: str = ""


@dataclasses.dataclass(frozen=True)
class Matrix:
    """A sparse matrix: the position of its numbers, its pattern, and the name of its class."""

    data: int
    pattern: Pattern
    kind: str


@dataclasses.dataclass(frozen=True)
class FromList:
    """A list among the arguments that a parameter, an array, stands for: its position."""

    position: int


@dataclasses.dataclass(frozen=True)
class Signature:
    """The grouping of the parameters and results of a program.

    parameters   (name, tree) for each argument of the printed function
    results      the tree that it returns; results that it lacks are not computed
    names        what parameters are to be called, by position, and
    outputs      what results are to be called
    classes      the classes of objects that parameters are handles of, by position
    errors       what is raised, if anything can be
    known        what the header tells of arguments that are no parameters: (name, value)
    """

    parameters: tuple[tuple[str, Any], ...]
    results: Any
    names: dict[int, str] = dataclasses.field(default_factory=dict)
    known: tuple[tuple[str, Any], ...] = ()
    outputs: dict[int, str] = dataclasses.field(default_factory=dict)
    errors: Errors | None = None
    classes: dict[int, str] = dataclasses.field(default_factory=dict)

    @property
    def wanted(self) -> list[int]:
        """The results that have to be computed."""
        return sorted({*leaves(self.results), *(self.errors.positions if self.errors else ())})

    @property
    def parts(self) -> list[tuple[int, dict[int, Any]]]:
        """The results of which a part alone is returned, and how much of it: see `Part`."""
        count = Counter(leaves(self.results))
        return [(p.data, dict(p.sizes)) for p in parts_in(self.results) if p.sizes and count[p.data] == 1]


def leaves(tree: Any) -> Iterator[int]:
    """The positions in a tree, in order."""
    match tree:
        case int():
            yield tree
        case Part():
            yield tree.data
            for _, size in tree.sizes:
                yield from leaves(size)
        case Matrix():
            yield tree.data
        case FromList():
            yield tree.position
        case View():
            yield from leaves((tree.base, *tree.index))
        case Items():
            yield from leaves(tree.array)
        case Words():
            yield from tree.values
        case Container():
            yield from leaves(tree.trees)
        case Lists():
            yield from leaves((tree.members, tree.numbers, tree.items))
        case Texts():
            yield from leaves((tree.numbers, tree.values))
        case IfGiven():
            yield from leaves(tree.value)
            yield tree.flag
            yield from leaves(tree.otherwise)
        case tuple() | list():
            for t in tree:
                yield from leaves(t)
        case dict() | Fields():
            for t in (tree if isinstance(tree, dict) else tree.trees).values():
                yield from leaves(t)


def parts_in(tree: Any) -> Iterator[Part]:
    """The parts of results that stand in a tree for themselves, or in its tuples, lists and dicts."""
    match tree:
        case Part():
            yield tree
        case Items():
            yield from parts_in(tree.array)
        case tuple() | list() | dict():
            for t in tree.values() if isinstance(tree, dict) else tree:
                yield from parts_in(t)


# -- parameters ----------------------------------------------------------------------------------------------


def renamed(program: Program, signature: Signature) -> Program:
    """The program with parameters and results called as the signature says, if nothing else has that name."""
    taken = RESERVED | {v.name for call in program.body for v in call.outputs}
    taken |= {p.name for p in program.parameters} | {n for n, _ in signature.parameters}
    new: dict[Any, Var] = {}
    grouped = {n for n, tree in signature.parameters if not isinstance(tree, int)}
    alone = [program.parameters[tree] for _, tree in signature.parameters if isinstance(tree, int)]
    wishes = [
        (p, p.name + "_outside") for p in alone if p.name in grouped
    ]  # an attribute called as an argument
    wishes += [(program.parameters[k], wanted) for k, wanted in signature.names.items()]
    wishes += [(program.results[k], wanted) for k, wanted in signature.outputs.items()]
    for old, wanted in wishes:
        if isinstance(old, Var) and old not in new and old.name != wanted:
            new[old] = Var(unique(wanted, taken), old.type)
            taken |= {new[old].name}
    words = {
        old.name: var.name
        for old, var in new.items()
        if old in program.parameters and old.name not in grouped
    }
    return reworded(program, new, words, taken)


def reworded(program: Program, new: dict[Any, Var], words: dict[str, str], taken: frozenset[str]) -> Program:
    """The program with other variables, and those named anew that derive from them: W_bar for params_0_bar."""
    new = dict(new)
    for v in (*program.parameters, *(v for call in program.body for v in call.outputs)):
        if v not in new:
            found = derived_name(v.name, words)
            new[v] = Var(found, v.type) if found not in taken else v
            taken |= {new[v].name}
    put = lambda atoms: tuple(new.get(a, a) for a in atoms)

    def inside(call: Call) -> Call:
        if call.primitive.kind != "control" or "program" in dict(call.params):
            return call
        change = lambda p: reworded(p, {}, words, names_of(p)) if isinstance(p, Program) else p
        params = tuple(
            (k, tuple(map(change, v)) if isinstance(v, tuple) else change(v)) for k, v in call.params
        )
        return dataclasses.replace(call, params=params)

    change = lambda c: dataclasses.replace(inside(c), operands=put(c.operands), outputs=put(c.outputs))
    body = tuple(map(change, program.body))
    return dataclasses.replace(
        program, parameters=put(program.parameters), body=body, results=put(program.results)
    )


def names_of(program: Program) -> frozenset[str]:
    return frozenset(
        v.name for v in (*program.parameters, *(v for call in program.body for v in call.outputs))
    )


def derived_name(name: str, words: dict[str, str]) -> str:
    """W_bar for params_0_bar, tanh_W for tanh_params_0."""
    for old, new in words.items():
        name = re.sub(rf"(?<![^_]){re.escape(old)}(?![^_])", new, name)
    return name


def group_parameters(
    parameters: Sequence[str], signature: Signature | None, count: int
) -> tuple[ast.FunctionDef, Build]:
    """The def with its parameters grouped and taken apart, and what groups its results."""
    if signature is None:
        return definition(parameters), lambda nodes: nodes[0] if count == 1 else ast.Tuple(nodes, ast.Load())
    head = definition([parameters[t] if isinstance(t, int) else n for n, t in signature.parameters])
    for n, tree in signature.parameters:
        head.body += [] if isinstance(tree, int) else taken_apart(name(n), tree, parameters)
    return head, lambda nodes: grouped(signature.results, dict(zip(signature.wanted, nodes)))


def definition(parameters: Sequence[str]) -> ast.FunctionDef:
    arguments = ast.arguments([], [ast.arg(p) for p in parameters], None, [], [], None, [])
    return ast.FunctionDef("f", arguments, [], [])


def taken_apart(node: ast.expr, tree: Any, parameters: Sequence[str]) -> list[ast.stmt]:
    """(W, b), c = params; entries of dicts and attributes one by one."""
    match tree:
        case int():
            return [ast.Assign([ast.Name(parameters[tree], ast.Store())], node)]
        case Matrix():
            return taken_apart(ast.Attribute(node, "data", ast.Load()), tree.data, parameters)
        case FromList(position):
            array = ast.Call(ast.Attribute(name("np"), "array", ast.Load()), [node], [])
            return taken_apart(array, position, parameters)
        case dict():
            entries = [(ast.Subscript(node, ast.Constant(k), ast.Load()), t) for k, t in tree.items()]
        case Fields(trees):
            entries = [(ast.Attribute(node, k, ast.Load()), t) for k, t in trees.items()]
        case tuple() | list() if tree and all_positions(tree):
            return [ast.Assign([pattern(tree, parameters)], node)]
        case tuple() | list():
            entries = [(ast.Subscript(node, ast.Constant(k), ast.Load()), t) for k, t in enumerate(tree)]
        case _:
            entries = []
    return [s for entry, t in entries for s in taken_apart(entry, t, parameters)]


def matrices(node: ast.expr, tree: Any, parameters: Sequence[str]) -> Iterator[Given]:
    """The sparse matrices in an argument."""
    entries: list[tuple[ast.expr, Any]] = []
    match tree:
        case Matrix():
            yield Given(node, tree.pattern, tree.kind, parameters[tree.data])
        case dict():
            entries = [(ast.Subscript(node, ast.Constant(k), ast.Load()), t) for k, t in tree.items()]
        case Fields(trees):
            entries = [(ast.Attribute(node, k, ast.Load()), t) for k, t in trees.items()]
        case tuple() | list():
            entries = [(ast.Subscript(node, ast.Constant(k), ast.Load()), t) for k, t in enumerate(tree)]
    for entry, t in entries:
        yield from matrices(entry, t, parameters)


def all_positions(tree: Any) -> bool:
    if isinstance(tree, (tuple, list)):
        return len(tree) > 0 and all(map(all_positions, tree))
    return isinstance(tree, int)


def pattern(tree: Any, parameters: Sequence[str]) -> ast.expr:
    if isinstance(tree, int):
        return ast.Name(parameters[tree], ast.Store())
    return ast.Tuple([pattern(t, parameters) for t in tree], ast.Store())


# -- results -------------------------------------------------------------------------------------------------


def grouped(tree: Any, nodes: dict[int, ast.expr]) -> ast.expr:
    match tree:
        case int():
            return nodes[tree]
        case Matrix():
            return ast.Call(
                ast.Attribute(name(mark(tree.pattern)), tree.kind, ast.Load()), [nodes[tree.data]], []
            )
        case Place(parameter, steps):
            return reached(name(parameter), steps)
        case View():
            items = [grouped(k, nodes) for k in tree.index]
            index = ast.Tuple(items, ast.Load()) if len(items) != 1 else items[0]
            return ast.Subscript(grouped(tree.base, nodes), index, ast.Load())
        case slice():
            bound = lambda value: None if value is None else ast.Constant(value)
            return ast.Slice(bound(tree.start), bound(tree.stop), bound(tree.step))
        case Items(array, kinds, plain):
            return listed(grouped(array, nodes), kinds, plain)
        case Container(kind, trees):
            items = [grouped(t.array if isinstance(t, Items) and not t.kinds else t, nodes) for t in trees]
            zipped = items[0] if kind == "set" else ast.Call(name("zip"), items, [])
            return ast.Call(name(kind), [zipped], [])
        case Lists():
            return lists_from_pool(tree, nodes)
        case Texts():
            return texts_by_forms(tree, nodes)
        case Words(source, values):
            return fill_in(parse(source, mode="eval").body, [ast.Constant(None), *(nodes[k] for k in values)])
        case Part(data, ()):
            return nodes[data]
        case Part():
            sizes = dict(tree.sizes)
            stop = lambda k: grouped(sizes[k], nodes) if k in sizes else None
            ends = [ast.Slice(None, stop(k)) for k in range(max(sizes) + 1)]
            index = ast.Tuple(ends, ast.Load()) if len(ends) > 1 else ends[0]
            return ast.Subscript(nodes[tree.data], index, ast.Load())
        case IfGiven():
            otherwise = ast.Constant(None) if tree.otherwise is None else grouped(tree.otherwise, nodes)
            return ast.IfExp(nodes[tree.flag], grouped(tree.value, nodes), otherwise)
        case dict():
            pairs = [pair for k, t in tree.items() for pair in entries(ast.Constant(k), t, nodes)]
            return ast.Dict([key for key, _ in pairs], [value for _, value in pairs])
        case list():
            return ast.List([grouped(t, nodes) for t in tree], ast.Load())
        case tuple():
            return ast.Tuple([grouped(t, nodes) for t in tree], ast.Load())
        case Fields(trees, kind):
            made = parse(kind, mode="eval").body  # "slice", "collections.deque"
            return ast.Call(made, [grouped(t, nodes) for t in trees.values()], [])
        case Known(np.generic() as value):
            return ast.Call(dtype_node(value.dtype), [literal(value)], [])
        case Known(float() as value):
            return literal(np.float64(value))
        case Known(value):
            return ast.Constant(value)
    return ast.Constant(None)


def entries(key: ast.expr, tree: Any, nodes: Any) -> list[tuple[ast.expr | None, ast.expr]]:
    """The source of an item of a dict: `key: value`, or `**({key: value} if flag else {})`."""
    flag = nodes[tree.flag] if isinstance(tree, IfThere) else ast.Constant(True)
    value = grouped(tree.value if isinstance(tree, IfThere) else tree, nodes)
    if isinstance(flag, ast.Constant):
        return [(key, value)] if flag.value else []
    return [(None, ast.IfExp(flag, ast.Dict([key], [value]), ast.Dict([], [])))]


def listed(node: ast.expr, kinds: tuple[type, ...], plain: bool) -> ast.expr:
    """list(x), x.tolist(), [tuple(row) for row in x]"""
    if all(kind is list for kind in kinds) and plain:
        return ast.Call(ast.Attribute(node, "tolist", ast.Load()), [], [])
    if not kinds:
        return ast.Call(name("list"), [node], [])
    each = "row" if not isinstance(node, ast.Name) else "item"
    row = listed(name(each), kinds[1:], plain)
    if kinds[0] is tuple:
        row = ast.Call(name("tuple"), [row if len(kinds) > 1 else name(each)], [])
    return ast.ListComp(row, [ast.comprehension(ast.Name(each, ast.Store()), node, [], 0)])


def lists_from_pool(tree: Lists, nodes: dict[int, ast.expr]) -> ast.expr:
    """[[item for number, item in zip(numbers, items) if number == k] for k in members]"""
    members, numbers, items = [
        grouped(t.array if isinstance(t, Items) and not (t.kinds or t.plain) else t, nodes)
        for t in (tree.members, tree.numbers, tree.items)
    ]
    used = {n.id for t in (numbers, items) for n in ast.walk(t) if isinstance(n, ast.Name)}
    each = unique("k", used)
    target = ast.Tuple([ast.Name("number", ast.Store()), ast.Name("item", ast.Store())], ast.Store())
    inside = ast.Compare(name("number"), [ast.Eq()], [name(each)])
    pairs = ast.Call(name("zip"), [numbers, items], [])
    held = ast.ListComp(name("item"), [ast.comprehension(target, pairs, [inside], 0)])
    return ast.ListComp(held, [ast.comprehension(ast.Name(each, ast.Store()), members, [], 0)])


def texts_by_forms(tree: Texts, nodes: dict[int, ast.expr]) -> ast.expr:
    """[("low", "high")[k] for k in forms], [f"{v:.1f}" if k == 0 else "high" for k, v in zip(forms, values)]"""
    given = [] if tree.numbers is None else [tree.numbers]
    columns = [grouped(t.array if isinstance(t, Items) else t, nodes) for t in (*given, *tree.values)]
    used = {n.id for c in columns for n in ast.walk(c) if isinstance(n, ast.Name)}
    names: list[str] = []
    for stem in ("k",) * len(given) + ("v",) * len(tree.values):
        names.append(unique(stem, used.union(names)))
    held = [None, *map(name, names[len(given) :])]
    forms = [fill_in(parse(form, mode="eval").body, held) for form in tree.forms]
    if not tree.values and len(forms) == 1:
        text, names = forms[0], ["_"]
    elif not tree.values:
        text = ast.Subscript(ast.Tuple(forms, ast.Load()), name(names[0]), ast.Load())
    else:
        text = forms[-1]
        for k, form in reversed(list(enumerate(forms[:-1]))):
            text = ast.IfExp(ast.Compare(name(names[0]), [ast.Eq()], [ast.Constant(k)]), form, text)
    targets = [ast.Name(each, ast.Store()) for each in names]
    if len(targets) == 1:
        return ast.ListComp(text, [ast.comprehension(targets[0], columns[0], [], 0)])
    pairs = ast.Call(name("zip"), columns, [])
    return ast.ListComp(text, [ast.comprehension(ast.Tuple(targets, ast.Store()), pairs, [], 0)])


def reached(node: ast.expr, steps: Sequence[Any]) -> ast.expr:
    """g[0], a.next"""
    for step in steps:
        if isinstance(step, str):
            node = ast.Attribute(node, step, ast.Load())
        else:
            node = ast.Subscript(node, ast.Constant(step.value), ast.Load())
    return node


# -- the comment above ---------------------------------------------------------------------------------------


def header(program: Program, title: str | None, signature: Signature | None) -> list[str]:
    """The header: a description of the function, and the types of its arguments."""
    types = [long_type(p.type) for p in program.parameters]
    for k, cls in (signature.classes if signature else {}).items():
        types[k] = cls
    if signature is None:
        items = [f"{p.name}: {t}" for p, t in zip(program.parameters, types)]
    else:
        named = lambda n, tree: program.parameters[tree].name if isinstance(tree, int) else n
        pairs = [(named(n, tree), describe_tree(tree, types.__getitem__)) for n, tree in signature.parameters]
        items = [f"{n}: {t}" for n, t in pairs]
        items += [f"{n} = {value!r}" for n, value in signature.known]
    rows, row = [], ""
    for item in items:
        if row and len(row) + len(item) > WIDTH - 8:
            rows, row = [*rows, row + ","], ""
        row = f"{row}, {item}" if row else item
    wrap = lambda r: textwrap.wrap(r, WIDTH - 8, subsequent_indent="    ")
    wrapped = [part for r in [*rows, row] if r for part in wrap(r)]
    return [title or program.name, *(f"  {r}" for r in wrapped)]


def describe_tree(tree: Any, leaf: Callable[[int], str]) -> str:
    """The types in a tree, as they would stand in the source."""
    inner = lambda trees: ", ".join(describe_tree(t, leaf) for t in trees)
    match tree:
        case int():
            return leaf(tree)
        case FromList(position):
            return f"list, as {leaf(position)}"
        case Matrix():
            return f"{tree.kind}[{', '.join(map(str, tree.pattern.shape))}] of {leaf(tree.data)}"
        case list():
            return f"[{inner(tree)}]"
        case tuple():
            return f"({inner(tree)}{',' * (len(tree) == 1)})"
        case dict():
            return "{" + ", ".join(f"{key(k)}: {describe_tree(t, leaf)}" for k, t in tree.items()) + "}"
        case Fields(trees):
            return f"{tree.kind}({', '.join(f'{k}={describe_tree(t, leaf)}' for k, t in trees.items())})"
        case Known(value):
            return repr(value)
        case Place():
            return "object"
    return "None"


def key(k: Any) -> str:
    return f'"{k}"' if isinstance(k, str) and k.isidentifier() else repr(k)


def long_type(t: Type) -> str:
    return t.dtype.name + (f"[{', '.join(map(str, t.shape))}]" if t.shape else "")
