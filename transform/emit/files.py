"""Assemble whole files: a header with the origin, imports, functions that NumPy lacks, and the printed
functions.

Targets:
    numpy   depends on NumPy alone
    recto   the same text, compiled by `@recto.jit`
"""

from __future__ import annotations

import ast
import copy
import re
import textwrap
from collections.abc import Callable, Collection, Mapping, Sequence

import numpy as np

from ..core.errors import CompileError, Span
from ..ir.line_layout import wrap
from ..ir.program import Const, Type
from ..printing.statements.signature import describe_tree, long_type
from ..printing.statements.source import Printed, blocks, imports, join_parts
from ..printing.text.names import RESERVED, unique
from ..printing.text.trees import name, names, parse
from ..printing.text.unparse import lines, text
from ..printing.text.values import constant, exact
from . import standalone
from .fits import without_brackets
from .sizes import General

WIDTH = 79
LARGEST = 64  # elements of an array from outside that is written into the file
ROOM = 90  # columns for deciding what is folded into one line: many lines have no comment
TARGETS = ("numpy", "recto")

Line = tuple[str, Span | None]


def file_lines(
    found: General,
    target: str,
    about: Callable[[Sequence[str]], list[str]],
    wanted_name: str,
    outside: Mapping[str, np.ndarray],
) -> list[tuple[str, Span | None]]:
    """The lines of a file, with the places in the user's source that they stem from.

    Args:
        about: the lines of the header, given those about the arguments.
        wanted_name: what the main function is called.
        outside: arrays that the user's function reads from outside, by the name of the parameter that stands for each.
            Small ones become constants of the file.
    """
    functions = renamed_main(merge_equal_functions(copy.deepcopy(found.functions)), wanted_name)
    main = defined_function(functions[-1])
    constants = take_out(main, outside)
    special = numpy_only(functions) if target == "numpy" else []
    if target == "recto":
        main.decorator_list = [parse("recto.jit")]
    head = [comment for line in about(arguments(found, constants)) for comment in comments(line)]
    used = bool(special or constants) or any("np" in names(s) for f in functions for s in f)
    wanted = [line for line in imports(functions) if used or line != "import numpy as np"]
    top = [*head, *wanted, *(["import recto"] * (target == "recto"))]
    top += ["", *(row for n, node in constants.items() for row in wrap(f"{n} = {text(node)}", WIDTH))] * bool(
        constants
    )
    plain: Callable[[Sequence[str]], list[Line]] = lambda rows: [(row, None) for row in rows]
    return join_parts([plain(top), *(plain(code.split("\n")) for code in special), *blocks(functions, WIDTH)])


def lines_for_all_sizes(
    found: General, title: str | None, kind: str = "statements"
) -> list[tuple[str, Span | None]]:
    """The lines that `.source` prints: a header with the types and the conditions on the sizes, and the
    functions.

    kind: of the comments.
    """
    functions = merge_equal_functions(copy.deepcopy(found.functions))
    said = [title or found.printed[0].program.name, *arguments(found, ())]
    head = [comment for line in said for comment in comments(line)]
    return join_parts(
        [[(row, None) for row in (*head, *imports(functions))], *blocks(functions, comments=kind)]
    )


def defined_function(tree: Sequence[ast.stmt]) -> ast.FunctionDef:
    """The function that a tree of statements begins with."""
    head = tree[0]
    assert isinstance(head, ast.FunctionDef)
    return head


def take_out(main: ast.FunctionDef, outside: Mapping[str, np.ndarray]) -> dict[str, ast.expr]:
    """Make small arrays that are parameters constants of the file, unless the function gives their name anew."""
    stored = {
        n.id
        for s in main.body
        for n in ast.walk(s)
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }
    chosen = {
        n: constant(Const(a, Type(a.dtype, a.shape)))
        for n, a in outside.items()
        if a.size <= LARGEST and n not in stored
    }
    main.args.args = [a for a in main.args.args if a.arg not in chosen]
    return {n: exact(value) for n, value in chosen.items()}


def comments(line: str) -> list[str]:
    """A line of the header, in as many comments as it needs."""
    left = len(line) - len(line.lstrip())
    bound = re.sub(r"(:|=|\bfor|\bsizes?) ", r"\1\0", line)  # x: float64 stays together
    inside = textwrap.wrap(bound, WIDTH - 2, subsequent_indent=" " * (left + 2), break_long_words=False)
    return ["# " + part.replace("\0", " ") for part in inside] or ["#"]


def merge_equal_functions(functions: list[list[ast.stmt]]) -> list[list[ast.stmt]]:
    """Functions that were for different sizes and are the same now are one."""
    kept: list[list[ast.stmt]] = []
    texts: dict[str, str] = {}
    new: dict[str, str] = {}
    for tree in functions:
        rename_names(tree, new)
        head = defined_function(tree)
        body = "\n".join(line.code for line in lines(tree)).replace(f"def {head.name}(", "def (", 1)
        if body in texts and tree is not functions[-1]:
            new[head.name] = texts[body]
        else:
            texts[body] = head.name
            kept.append(tree)
    return kept


def rename_names(tree: list[ast.stmt], new: dict[str, str]) -> None:
    for node in (n for s in tree for n in ast.walk(s)):
        if isinstance(node, ast.Name) and node.id in new:
            node.id = new[node.id]


def renamed_main(functions: list[list[ast.stmt]], wanted: str) -> list[list[ast.stmt]]:
    """The main function under its name, if no other function of the file has it."""
    taken = RESERVED | {defined_function(f).name for f in functions[:-1]}
    defined_function(functions[-1]).name = unique(wanted, taken)
    return functions


# -- what NumPy lacks ----------------------------------------------------------------------------------------


def numpy_only(functions: list[list[ast.stmt]]) -> list[str]:
    """Calls erf for special.erf, and so on; the texts of the functions that the file then has to define."""
    used = set().union(*(every_name(s) for f in functions for s in f))
    if "ml_dtypes" in used:
        raise CompileError(
            "bfloat16 is no dtype of NumPy", "emit for the target recto, or convert to float32"
        )
    calls = [n for f in functions for s in f for n in ast.walk(s) if is_special(n)]
    wanted = standalone.needed_functions({n.attr for n in calls if isinstance(n, ast.Attribute)})
    new = {n: unique(n, used - {"special"}) for n in wanted}
    change = Plain(new)
    for tree in functions:
        tree[:] = [change.visit(s) for s in tree]
    put = lambda code: re.sub(r"\b(" + "|".join(new) + r")\b(?=\()", lambda found: new[found[0]], code)
    return [put(standalone.text(n)) for n in wanted]


def every_name(statement: ast.stmt) -> set[str]:
    """The names that a statement reads, assigns or defines."""
    defined = {n.name for n in ast.walk(statement) if isinstance(n, (ast.FunctionDef, ast.ClassDef))}
    return names(statement) | defined | {n.arg for n in ast.walk(statement) if isinstance(n, ast.arg)}


def is_special(node: ast.AST) -> bool:
    """special.erf"""
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "special"


class Plain(ast.NodeTransformer):
    """erf for special.erf."""

    def __init__(self, new: dict[str, str]):
        self.new = new

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if is_special(node):
            return name(self.new[node.attr])
        self.generic_visit(node)
        return node


# -- the header ----------------------------------------------------------------------------------------------


def arguments(found: General, constants: Collection[str]) -> list[str]:
    """The arguments and their types, what the sizes have to fulfil, and which sizes the text holds."""
    first = found.printed[0]
    types = [
        found.type_text([p.program.parameters[k].type for p in found.printed], long_type)
        for k in range(len(first.program.parameters))
    ]
    items = [f"{n}: {t}" for n, t in named_types(first, types) if n not in constants]
    items += [f"{n} = {value!r}" for n, value in (first.signature.known if first.signature else ())]
    said = ["  " + ", ".join(items)] if items else []
    said += [f"  for {held}" + (f", as {place} asks" if place else "") for held, place in found.conditions]
    if found.fixed:
        reasons = "; ".join(dict.fromkeys(found.fixed.values()))
        numbers = ", ".join(dict.fromkeys(found.fixed))
        subject = f"sizes {numbers} are" if "," in numbers else f"size {numbers} is"
        said.append(f"  The {subject} in the text: {reasons}")
    return list(map(without_brackets, said))


def named_types(first: Printed, types: Sequence[str]) -> list[tuple[str, str]]:
    """Each argument with its type, in the user's grouping."""
    if first.signature is None:
        return [(p.name, t) for p, t in zip(first.program.parameters, types)]
    parameters = first.program.parameters
    return [
        (parameters[tree].name if isinstance(tree, int) else n, describe_tree(tree, types.__getitem__))
        for n, tree in first.signature.parameters
    ]
