"""Types of arguments written as text: "w: f64[784, 10], params: [(f64[n, 3], f64[3])], steps: 5".

A description becomes a tree of `Leaf`, Python values and containers. Sizes may have names, and arithmetic of them:
f64[n + 1]. Annotations in the source are read likewise, also those of jaxtyping (Float[Array, "n 3"]) and of
numpy.typing (np.ndarray[tuple[int, int], np.dtype[np.float64]]).
"""

from __future__ import annotations

import ast
import dataclasses
import functools
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from recto.transform import CompileError, Instance, Type
from recto.transform.core.dtypes import LONG, canonical, is_supported
from recto.transform.core.parsing import parse

from .._convention.arguments import SCALAR
from .._convention.tree_classes import attribute_names, is_device_array, is_tree_class

WEAK = {"bool": np.bool_, "int": np.int64, "float": np.float64, "complex": np.complex128}
SHORT_WEAK = {"b": "bool", "i": "int", "f": "float", "c": "complex"}
JAXTYPING = {
    "Float": "f64",
    "Float16": "f16",
    "Float32": "f32",
    "Float64": "f64",
    "BFloat16": "bf16",
    "Int": "i64",
    "Int8": "i8",
    "Int16": "i16",
    "Int32": "i32",
    "Int64": "i64",
    "Integer": "i64",
    "UInt": "u64",
    "UInt8": "u8",
    "UInt16": "u16",
    "UInt32": "u32",
    "UInt64": "u64",
    "Bool": "bool",
    "Complex": "c128",
    "Complex64": "c64",
    "Complex128": "c128",
    "Inexact": "f64",
    "Real": "f64",
    "Num": "f64",
    "Shaped": "f64",
}
ARRAYS = ("ndarray", "NDArray")
HINT = 'types are written f64[3, 4], f32[n], i64, [f64[3], f64[4]], {"W": f64[n, 3]}; values as they are: 0.5, "relu"'


class Leaf(NamedTuple):
    """A typed array or number; sizes are numbers, names or arithmetic of names."""

    dtype: np.dtype
    dims: tuple[int | str, ...] = ()
    weak: bool = False

    def type(self, sizes: Mapping[str, int]) -> Type:
        dims = (d if isinstance(d, int) else eval(d, {"__builtins__": {}}, dict(sizes)) for d in self.dims)
        return Type(canonical(self.dtype), tuple(dims), self.weak)


class Unreadable(CompileError):
    """A description that is none."""

    def __init__(self, text: str, hint: str = HINT):
        super().__init__(f"{text!r} describes no argument", hint)


# -- text ----------------------------------------------------------------------------------------------------


class Described(dict):
    """Descriptions of arguments by name; `where`: conditions on their sizes."""

    where: tuple[str, ...] = ()


def conditions_of(text: str) -> tuple[str, tuple[str, ...]]:
    """The text before `where`, and the conditions behind it: "x: f64[H], k: f64[h] where H >= h, h > 2"."""
    types, _, conditions = re.fullmatch(r"(.*?)(\bwhere\b(.*))?", text, re.S).groups("")  # type: ignore[union-attr]
    found = [c.strip() for c in conditions.split(",") if c.strip()]
    for condition in found:
        check_condition(condition)
    return types.strip().rstrip(","), tuple(found)


def check_condition(text: str) -> None:
    """Raises CompileError for what is no comparison of sizes."""
    try:
        tree = parse(text, mode="eval").body
    except SyntaxError:
        tree = None
    allowed = (ast.Compare, ast.cmpop, ast.expr_context, ast.Name, ast.BinOp, ast.operator, ast.Constant)
    if not isinstance(tree, ast.Compare) or not all(isinstance(n, allowed) for n in ast.walk(tree)):
        raise CompileError(f"{text!r} is no condition on sizes", "as in: where H >= h, n % 2 == 0")


def parse_arguments(text: str, scope: Mapping[str, Any], names: list[str]) -> dict[str, Any]:
    """The arguments that a text describes, by name; without names they are taken in order."""
    try:
        found = parse(f"def f({plain(text)}): pass").body[0].args
        given = [*found.posonlyargs, *found.args, *found.kwonlyargs]
    except SyntaxError:
        given = []
    if given and all(a.annotation for a in given):
        return {a.arg: tree_of_expression(a.annotation, scope) for a in given}
    items = positional(text)
    if len(items) > len(names):
        taken = f"{len(names)}: {', '.join(names)}"
        raise CompileError(f"{len(items)} arguments are described, the function takes {taken}")
    return {n: tree_of_expression(node, scope) for n, node in zip(names, items)}


def positional(text: str) -> list[ast.expr]:
    try:
        tree = parse(f"({plain(text)},)", mode="eval").body
    except SyntaxError:
        raise Unreadable(text) from None
    return tree.elts


def from_annotations(node: ast.AST | None, scope: Mapping[str, Any]) -> dict[str, Any]:
    """The types in the annotations of a function's parameters, if they are complete."""
    found: dict[str, Any] = {}
    arguments = getattr(node, "args", None)
    for a in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs] if arguments else ():
        if a.annotation is not None:
            try:
                found[a.arg] = tree_of_expression(parse_quoted(a.annotation), scope, a.arg)
            except CompileError:
                continue
    return found


def parse_quoted(node: ast.expr) -> ast.expr:
    """The expression in a string."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        try:
            return parse(plain(node.value), mode="eval").body
        except SyntaxError:
            raise Unreadable(node.value) from None
    return node


def tree_of_expression(node: ast.expr, scope: Mapping[str, Any], parameter: str = "size") -> Any:
    """The tree that an expression describes."""
    inner = functools.partial(tree_of_expression, scope=scope, parameter=parameter)
    match node:
        case ast.Constant(str(text)):
            return text_value(text, scope, parameter)
        case ast.Constant(value):
            return value
        case ast.UnaryOp(ast.USub(), ast.Constant(int() | float() as value)):
            return -value
        case ast.List(items):
            return [inner(i) for i in items]
        case ast.Tuple(items) | ast.Subscript(ast.Name("tuple" | "Tuple"), ast.Tuple(items)):
            return tuple(inner(i) for i in items)
        case ast.Dict(keys, values):
            return {ast.literal_eval(k): inner(v) for k, v in zip(keys, values)}
        case ast.BinOp(ast.List() as items, ast.Mult(), ast.Constant(int(count))):
            return inner(items) * count
        case ast.Call(func, args, keywords):
            return instance(node, func, args, keywords, scope, inner)
        case ast.Subscript(base, index):
            return array(node, base, index, parameter)
    return Leaf(*scalar(node))


def text_value(text: str, scope: Mapping[str, Any], parameter: str) -> Any:
    """ "f64[3]" is a type, and "f64"; any other text is itself."""
    typed = "[" in text or SCALAR.match(text)
    try:
        found = tree_of_expression(parse(plain(text), mode="eval").body, scope, parameter) if typed else text
    except (SyntaxError, CompileError):
        return text
    return found if isinstance(found, Leaf) else text


def plain(text: str) -> str:
    """f64 for f64[], which is no Python; weak types are those of Python's numbers."""
    text = re.sub(
        r"\b(bool|[ifc]\d+)\[\s*\] weak\b", lambda found: SHORT_WEAK.get(found[1][0], found[1]), text
    )
    return re.sub(r"\b(bool|bf16|[iufc]\d+)\[\s*\]", r"\1", text)


def scalar(node: ast.expr) -> tuple[np.dtype, tuple, bool]:
    name = last_name(node)
    if name in LONG:
        return LONG[name], (), False
    if isinstance(node, ast.Name) and name in WEAK:
        return np.dtype(WEAK[name]), (), True
    return dtype_named(name, node), (), False


def dtype_named(name: str, node: ast.AST) -> np.dtype:
    try:
        found = LONG.get(name) or np.dtype(name)
    except TypeError:
        raise Unreadable(ast.unparse(node)) from None
    if not name or not is_supported(found):
        raise Unreadable(ast.unparse(node))
    return found


def last_name(node: ast.AST) -> str:
    """float64 for np.float64."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def array(node: ast.expr, base: ast.expr, index: ast.expr, parameter: str) -> Leaf:
    """f64[n, 3], float64[n, 3], Float[Array, "n 3"], np.ndarray[tuple[int, int], np.dtype[np.float64]]"""
    name, items = last_name(base), index.elts if isinstance(index, ast.Tuple) else [index]
    if name in JAXTYPING and isinstance(items[-1], ast.Constant) and isinstance(items[-1].value, str):
        return Leaf(LONG[JAXTYPING[name]], tuple(words(items[-1].value, parameter)))
    if name in ARRAYS:
        return numpy_array(node, items, parameter)
    return Leaf(dtype_named(name, node), tuple(dim(i) for i in items))


def dim(node: ast.expr) -> int | str:
    """A size: a number, a name, or arithmetic of these."""
    allowed = (ast.Name, ast.Constant, ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Load)
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if not all(isinstance(n, allowed) for n in ast.walk(node)) or isinstance(node, ast.Constant):
        raise Unreadable(ast.unparse(node), "a size is a number, a name or arithmetic: f64[3, n, 2 * n]")
    return ast.unparse(node)


def words(text: str, parameter: str) -> Iterator[int | str]:
    """The sizes in a string of jaxtyping: "n 3 channels=4 _"."""
    for k, word in enumerate(text.split()):
        word = word.rpartition("=")[2].lstrip("#")
        if word == "_":
            yield f"{parameter}_{k}"
        elif word in ("...",) or word.startswith("*"):
            raise Unreadable(text, "the number of axes must be known")
        else:
            yield int(word) if word.isdigit() else dim(parse(word, mode="eval").body)


def numpy_array(node: ast.expr, items: list[ast.expr], parameter: str) -> Leaf:
    """np.ndarray[tuple[int, Literal[3]], np.dtype[np.float64]]; NDArray says no shape."""
    match items:
        case [ast.Subscript(_, shape), ast.Subscript(_, dtype)]:
            sizes = shape.elts if isinstance(shape, ast.Tuple) else [shape]
            own = lambda k, s: s.slice.value if isinstance(s, ast.Subscript) else f"{parameter}_{k}"
            return Leaf(dtype_named(last_name(dtype), dtype), tuple(own(k, s) for k, s in enumerate(sizes)))
    raise Unreadable(ast.unparse(node), f"it says no shape; write what it is: {parameter}: f64[n, 3]")


def instance(
    node: ast.expr,
    func: ast.expr,
    args: list,
    keywords: list,
    scope: Mapping[str, Any],
    inner: Callable[[ast.expr], Any],
) -> Instance:
    """Model(W=f64[3, 4], b=f64[4]), for a class that the file knows."""
    cls = scope.get(last_name(func))
    if not isinstance(cls, type):
        raise Unreadable(ast.unparse(node))
    fields = [f.name for f in dataclasses.fields(cls)] if dataclasses.is_dataclass(cls) else []
    if len(args) > len(fields):
        raise Unreadable(ast.unparse(node), "name the attributes: Model(W=f64[3, 4])")
    return Instance(
        cls, {**{n: inner(a) for n, a in zip(fields, args)}, **{k.arg: inner(k.value) for k in keywords}}
    )


# -- values --------------------------------------------------------------------------------------------------


def of_value(value: Any, scope: Mapping[str, Any] = {}) -> Any:
    """The description of an argument that is given as a value: an array, a type string, a container of these."""
    if isinstance(value, str):
        return text_value(value, scope, "size")
    if isinstance(value, Leaf):
        return value
    if isinstance(value, (np.ndarray, np.generic)):
        return Leaf(value.dtype, value.shape)
    if isinstance(value, Type):
        return Leaf(value.dtype, value.shape, value.weak)
    if is_device_array(value):
        return Leaf(value.dtype, value.shape, value.weak_type)
    if is_tree_class(value):
        return Instance(type(value), {f: of_value(getattr(value, f)) for f in attribute_names(value)})
    return over_items(value, lambda v: of_value(v, scope))


def over_items(value: Any, function: Callable[[Any], Any]) -> Any:
    """A container with function(item) for its items; anything else as it is."""
    match value:
        case Leaf():
            return value
        case dict():
            return {k: function(v) for k, v in value.items()}
        case list() | tuple():
            items = [function(v) for v in value]
            return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
        case Instance():
            return Instance(value.cls, {k: function(v) for k, v in value.attributes.items()})
    return value


def put_sizes(tree: Any, sizes: Mapping[str, int]) -> Any:
    """The description with types for its leaves."""
    return tree.type(sizes) if isinstance(tree, Leaf) else over_items(tree, lambda v: put_sizes(v, sizes))


def leaves(tree: Any) -> Iterator[Leaf]:
    found: list[Leaf] = []
    visit = lambda v: found.append(v) if isinstance(v, Leaf) else over_items(v, visit)
    visit(tree)
    yield from found


# -- sizes ---------------------------------------------------------------------------------------------------

LETTERS = "n m k p q r s u v w".split()


def named_sizes(trees: list[Any]) -> tuple[list[Any], dict[str, int | None]]:
    """Every size gets a name, equal numbers the same one; the numbers that were given (1 and 0 stay numbers)."""
    known: dict[str, int | None] = {}
    for d in (d for tree in trees for leaf in leaves(tree) for d in leaf.dims if isinstance(d, str)):
        known.update(dict.fromkeys(sorted(n.id for n in ast.walk(parse(d)) if isinstance(n, ast.Name))))
    names: dict[int, str] = {}
    letters = (x for x in [*LETTERS, *(f"n{k}" for k in range(1, 1000))] if x not in known)

    def size(d: int | str) -> int | str:
        if isinstance(d, str) or d < 2:
            return d
        if d not in names:
            names[d] = next(letters)
        return names[d]

    def visit(tree: Any) -> Any:
        return (
            tree._replace(dims=tuple(map(size, tree.dims)))
            if isinstance(tree, Leaf)
            else over_items(tree, visit)
        )

    changed = [visit(t) for t in trees]
    return changed, {**{n: d for d, n in names.items()}, **known}
