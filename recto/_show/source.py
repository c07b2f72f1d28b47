"""`.source()`: group and name the printed function's arguments and results as the user did."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import itertools
import re
import textwrap
import zlib
from collections.abc import Callable, Iterator
from typing import Any


from recto.transform.core.sources import cell_of
from recto.transform.core.errors import SAYINGS, CompileError
from recto.transform.core.hosted.handles import is_handled_class
from recto.transform.core.sparsity import is_sparse, is_sparse_class, pattern_of
from recto.transform import (
    Argument,
    Instance,
    Path,
    Program,
    Reading,
    Var,
    fetch,
)
from recto.transform.core.parsing import parse
from recto.transform.pipeline import numpy_lines
from recto.transform.printing import Fields, FromList, Known, Matrix, Place, Signature

from .._convention.arguments import Entered
from .page.html_page import fragment
from .result_tree import PLAIN, Caller, errors_of, positions, result_tree
from .source_map import SourceMap
from .stage import of_source

FLAT = "returns the results of the program one by one: what the function returns, or raises, has no source"
LONGEST = 40  # characters of a static argument that the header shows


def readable(
    function: Any, program: Program, entered: Entered, reading: Reading, comments: str = "statements"
) -> str:
    """The NumPy source of a function's program."""
    program, grouped = signature(function, program, entered, reading)
    lines = numpy_lines(program, title(function), grouped, comments)
    if grouped is None:
        place = next(k for k, (line, _) in enumerate(lines) if not line.startswith("#"))
        lines.insert(place, (f"#   {FLAT}", None))
    return Source.of(lines, undecorate(function))


class Source(str):
    """Text that was made of a user's function: in a notebook both are shown, lines that belong together linked."""

    lines: tuple[tuple[str, Any], ...] = ()
    user: Any = None

    @staticmethod
    def of(lines: list[tuple[str, Any]], user: Any, end: str = "") -> "Source":
        found = Source("\n".join(line for line, _ in lines) + end)
        found.lines, found.user = tuple(lines), user
        return found

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """In IPython: as it reads."""
        printer.text(str(self))

    @property
    def source_map(self) -> SourceMap:
        """From its lines to those of the user's."""
        return SourceMap.of(self.lines)

    def _repr_html_(self) -> str:
        return fragment(of_source(self.user, self.lines), f"{zlib.crc32(self.encode()):08x}")


# -- grouping ------------------------------------------------------------------------------------------------


def signature(
    function: Any, program: Program, entered: Entered, reading: Reading
) -> tuple[Program, Signature | None]:
    """The program, with all that the printed function returns among its results, and the function's arguments and
    result; None: they stay flat, for what is raised is among them."""
    captured = len(reading.captures)
    numbers = iter(range(captured, len(program.parameters)))
    names = argument_names(function, len(entered.args))
    given = [(n, v, tree_of(v, numbers)) for n, v in [*zip(names, entered.args), *entered.kwargs.items()]]
    caller = Caller(program, reading.captures, given)
    results, errors = result_tree(reading, names, caller), errors_of(reading)
    if results is None or reading.errors and errors is None:
        return program, None
    program = dataclasses.replace(program, results=(*program.results, *caller.stored))
    known = [(n, v) for n, v, t in given if not holds_leaves(t)]
    static = tuple((n, v) for n, v in known if isinstance(v, PLAIN) and len(repr(v)) < LONGEST)
    # np.random is called by name, and what is printed is printed
    own = [k for k, path in enumerate(reading.captures) if is_module_stream(path) or path == Path(SAYINGS)]
    parameters = [
        captured_matrix(path, k) or (program.parameters[k].name, k)
        for k, path in enumerate(reading.captures)
        if k not in own
    ]
    parameters += [
        (n, t if holds_leaves(t) else Place(n)) for n, _, t in given if holds_leaves(t) or n in caller.named
    ]
    parameters += [(n, Place(n)) for n in caller.outside]
    names = dict(leaf_names(function, parameters[captured - len(own) :]))
    every = {**{k: p.name for k, p in enumerate(program.parameters)}, **names}
    made = {v for call in program.body for v in call.outputs}
    pairs = gradients(function, dict(parameters), positions(reading.structure, caller.found))
    keyed = {k: wanted for k, wanted in keyed_names(program, results) if program.results[k] in made}
    cotangents = keyed | {k: every[p] + "_bar" for p, k in pairs if program.results[k] in made}
    classes = dict(handle_parameters((reading.captures, entered.args, entered.kwargs), itertools.count()))
    return program, Signature(tuple(parameters), results, names, static, cotangents, errors, classes)


def written_signature(
    function: Any, program: Program, entered: Entered, reading: Reading
) -> tuple[Program, Signature]:
    """The same, for text that stands for the function.

    Raises:
        CompileError: what it returns, or raises, can't be written down.
    """
    program, grouped = signature(function, program, entered, reading)
    if grouped is None:
        raise CompileError(
            f"what {program.name} returns, or raises, can't be written as code that needs NumPy alone",
            "return arrays, numbers, texts and containers of these",
        )
    return program, grouped


def captured_matrix(path: Path, k: int) -> tuple[str, Matrix] | None:
    """The sparse matrix whose numbers a path leads to, and its name."""
    *steps, last = path.steps or [None]
    holder = fetch(Path(path.root, tuple(steps))) if last == ("attribute", "data") else None
    if not is_sparse(holder):
        return None
    called = steps[-1][1] if steps else path.root[-1]
    called = called if isinstance(called, str) and called.isidentifier() else "matrix"
    return called, Matrix(k, pattern_of(holder), type(holder).__name__)


def is_module_stream(path: Path) -> bool:
    """Whether a path leads to the generator that is a module's own."""
    return path.root[0] == "import" and path.steps[-1][0] == "handle"


def handle_parameters(value: Any, numbers: Iterator[int]) -> Iterator[tuple[int, str]]:
    """The positions of parameters that are handles of objects, and the classes of these."""
    match value:
        case Path():
            number = next(numbers)
            if value.steps and value.steps[-1][0] == "handle":
                yield number, type(fetch(Path(value.root, value.steps[:-1]))).__name__
        case Argument():
            next(numbers)
        case Instance() if is_handled_class(value.cls):
            yield next(numbers), value.cls.__name__
        case Instance():
            yield from handle_parameters(list(value.attributes.values()), numbers)
        case dict():
            yield from handle_parameters(
                [value[k] for k in (sorted(value) if type(value) is dict else value)], numbers
            )
        case list() | tuple():
            for item in value:
                yield from handle_parameters(item, numbers)


def is_jvp(function: Any) -> bool:
    return getattr(function.__wrapped__, "rule", "") == "jvp"


def argument_names(function: Any, count: int) -> list[str]:
    names = ["primals", "tangents"] if is_jvp(function) else function.parameter_names
    return [*names, *(f"x{k}" for k in range(len(names), count))]


def tree_of(value: Any, numbers: Iterator[int]) -> Any:
    """The positions of the parameters that an argument became."""
    match value:
        case Argument():
            return FromList(next(numbers)) if value.listed else next(numbers)
        case dict():
            done = {k: tree_of(value[k], numbers) for k in (sorted(value) if type(value) is dict else value)}
            return {k: done[k] for k in value}
        case list() | tuple():
            items = [tree_of(v, numbers) for v in value]
            return items if isinstance(value, list) else tuple(items)
        case Instance() if is_handled_class(value.cls):
            return next(numbers)
        case Instance() if is_sparse_class(value.cls):
            return Matrix(next(numbers), value.attributes["pattern"], value.cls.__name__)
        case Instance():
            return Fields({k: tree_of(v, numbers) for k, v in value.attributes.items()}, value.cls.__name__)
    return Known(value) if isinstance(value, PLAIN) else None


def holds_leaves(tree: Any) -> bool:
    match tree:
        case dict():
            return any(map(holds_leaves, tree.values()))
        case list() | tuple():
            return any(map(holds_leaves, tree))
        case Fields(trees):
            return any(map(holds_leaves, trees.values()))
    return isinstance(tree, (int, Matrix, FromList))


# -- naming --------------------------------------------------------------------------------------------------


def leaf_names(function: Any, parameters: list[tuple[str, Any]]) -> Iterator[tuple[int, str]]:
    """Names for the arrays in containers: keys, attributes, or those that the user's unpacking gives them."""
    user = undecorate(function)
    patterns = unpacking_names(user)
    if is_jvp(function):
        parameters = [
            (n + suffix, t)
            for suffix, (_, tree) in zip(("", "_dot"), parameters)
            for n, t in zip(function.parameter_names, tree)
        ]
    derived = getattr(function, "derived", {})
    for name, tree in parameters:
        if isinstance(tree, int):
            yield tree, name
        elif name in derived:
            yield from named_leaves(tree, derived[name], *patterns.get(derived[name], (None, False)), "_dot")
        else:
            yield from named_leaves(tree, name, *patterns.get(name, (None, False)))


def named_leaves(
    tree: Any, name: str, target: ast.expr | None, each: bool = False, suffix: str = ""
) -> Iterator[tuple[int, str]]:
    """The leaves of a tree that the user takes apart as `target`, or `each` of whose items, with their names;
    these get their number."""
    match tree:
        case int():
            yield tree, (target.id if isinstance(target, ast.Name) else name) + suffix
        case Matrix():
            yield tree.data, f"{name}_data{suffix}"
        case FromList(position):
            yield from named_leaves(position, name, target, each, suffix)
        case Fields(trees) | dict(trees):
            for k, t in trees.items():
                found = f"{k}{suffix}" if str(k).isidentifier() else re.sub(r"\W", "_", f"{name}_{k}")
                yield from named_leaves(t, found, None)
        case tuple() | list():
            targets = target.elts if isinstance(target, ast.Tuple) and len(target.elts) == len(tree) else None
            for k, t in enumerate(tree):
                if each:
                    yield from named_leaves(t, f"{name}_{k}", target, False, f"_{k}{suffix}")
                else:
                    yield from named_leaves(
                        t, f"{name}_{k}", targets[k] if targets else None, False, suffix if targets else ""
                    )


def undecorate(function: Any) -> Callable[..., Any]:
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    return function


def unpacking_names(function: Callable[..., Any]) -> dict[str, tuple[ast.expr, bool]]:
    """The user's names when variables are unpacked: `W, b` for `W, b = pair`, and each so for `for W, b in
    params`."""
    try:
        tree = parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return {}
    found: dict[str, tuple[ast.expr, bool]] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Tuple() as target], value=ast.Name(id=name)):
                found.setdefault(name, (target, False))
            case ast.Assign(targets=[ast.Tuple() as target], value=ast.Subscript(value=ast.Name(id=name))):
                found.setdefault(name, (target, True))
            case ast.For(target=ast.Tuple() as target, iter=items) if name := gone_through(items):
                found.setdefault(name, (target, True))
    return found


def gone_through(items: ast.expr) -> str | None:
    """params, for params, params[:-1] and reversed(params)."""
    match items:
        case ast.Name(id=name) | ast.Subscript(value=ast.Name(id=name)):
            return name
        case ast.Call(func=ast.Name(id="reversed" | "list" | "tuple"), args=[inner]):
            return gone_through(inner)
    return None


def gradients(function: Any, parameters: dict[str, Any], results: Any) -> Iterator[tuple[int, int]]:
    """The arrays that a gradient is taken with respect to, each with the result that is its cotangent.

    Args:
        results: what the derivative returns, without the contents of what the function writes.
    """
    derived = function.__wrapped__
    if getattr(derived, "rule", None) not in ("grad", "value_and_grad"):
        return
    argnums, argnames, has_aux, *_ = derived.options
    gradient = results[1] if derived.rule == "value_and_grad" else results[0] if has_aux else results
    tree = lambda k: (
        parameters.get([*function.parameter_names, *parameters][k]) if k < len(parameters) else None
    )
    if argnames is None and isinstance(argnums, int | None):
        yield from paired_positions(tree(argnums or 0), gradient)
    elif argnames is None:
        for k, inner in zip(argnums, gradient):
            yield from paired_positions(tree(k), inner)


def keyed_names(program: Program, results: Any) -> Iterator[tuple[int, str]]:
    """W_bar for the cotangent that a dict of results holds under "W", W_dot for a tangent."""
    match results:
        case dict():
            for key, tree in results.items():
                suffix = (
                    program.results[tree].name[-4:]
                    if isinstance(tree, int) and is_made(program, tree)
                    else ""
                )
                if suffix in ("_bar", "_dot") and str(key).isidentifier():
                    yield tree, f"{key}{suffix}"
                yield from keyed_names(program, tree)
        case list() | tuple():
            for tree in results:
                yield from keyed_names(program, tree)


def is_made(program: Program, position: int) -> bool:
    return isinstance(program.results[position], Var)


def paired_positions(tree: Any, result: Any) -> Iterator[tuple[int, int]]:
    """The positions at the same places of two trees."""
    match tree, result:
        case int(), int():
            yield tree, result
        case FromList(position), int():
            yield position, result
        case (dict(), dict()) | (Fields(), dict()):
            trees = tree if isinstance(tree, dict) else tree.trees
            for k in trees.keys() & result.keys():
                yield from paired_positions(trees[k], result[k])
        case (list() | tuple(), list() | tuple()):
            for a, b in zip(tree, result):
                yield from paired_positions(a, b)


# -- what the function is ------------------------------------------------------------------------------------

TITLES = {
    "grad": "gradient of {}",
    "value_and_grad": "value and gradient of {}",
    "jvp": "forward-mode derivative of {} along tangents",
    "vjp": "reverse-mode derivative of {}",
}


def title(function: Any) -> str | None:
    """The first line above the source: what was done to which function of the user."""
    derived = function.__wrapped__
    if getattr(derived, "rule", None) not in TITLES:
        return None
    code = getattr(undecorate(function), "__code__", None)
    place = f" ({called_file(code.co_filename)}:{code.co_firstlineno})" if code else ""
    inner = derived.function
    name = getattr(inner, "__name__", "a function")
    done = TITLES[derived.rule].format(name + place)
    if not derived.rule.endswith("grad"):
        return done
    return f"{done} with respect to {chosen_names(function.parameter_names, *derived.options[:2])}"


def called_file(file: str) -> str:
    """The name of a file in headers: its base name, or In[3] for a cell of a notebook."""
    return cell_of(file) or file.rsplit("/", 1)[-1]


def chosen_names(names: list[str], argnums: Any, argnames: Any) -> str:
    """The parameters that were differentiated."""
    if argnums is None:
        argnums = () if argnames else (0,)
    numbers = (argnums,) if isinstance(argnums, int) else argnums
    by_name = (argnames,) if isinstance(argnames, str) else argnames or ()
    inside = [names[k] if -len(names) <= k < len(names) else f"argument {k}" for k in numbers]
    return ", ".join(dict.fromkeys([*inside, *by_name]))
