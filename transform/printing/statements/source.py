"""The style for people: the NumPy code an expert would have written. It depends on NumPy alone (and on SciPy,
for its functions).

    import numpy as np

    def f(x):
        s = 0.0
        for i in range(5):
            s += np.sin(x[i])                       # model.py:4
        return s

The text means what the program means, with two differences. Where an index computed at run time is out of range, the
program clamps it (reads) or drops the write; NumPy counts from the end or raises. Numbers that NumPy code would hold as
Python numbers are held so: dividing by zero raises where the program gives inf.
"""

from __future__ import annotations

import ast
import dataclasses
import functools
import inspect
import re
import sys
from collections.abc import Sequence

from ...core.errors import Span
from ...core.parsing import parse
from ...core.printed_helpers import REVERSED_STATES
from ...core.sources import line_of
from ...ir.callee import HOSTED
from ...ir.line_layout import WIDTH, placed_lines
from ...ir.program import Program, Type, walk
from ...primitives.linear_algebra.factorisations import lu_factor
from ..structure.loop_carries import taken_over
from ..structure.shown import OR_NAN
from ..cleanup.break_flags import without_break_flags
from ..cleanup.loop_tests import with_loop_tests
from ..cleanup.joined_branches import with_joined_branches
from ..cleanup.counted_loops import with_counted_loops
from ..cleanup.dead_stores import without_dead_stores
from ..cleanup.known_flags import with_known_flags
from ..cleanup.parallel_assignments import with_parallel_assignments
from ..text.buffers import NOTHING, Buffer, Buffers, Storage, Summary
from ..text.names import RESERVED, Names, unique
from ..text.sparse_matrices import Given, with_matrices
from ..text.trees import method, name, names
from ..text.unparse import Remark, lines
from ..text.values import PYTHONIC, STRONG, Value, exact, exactly
from .assignments import perhaps_python
from .block import Block, Function
from .raising import class_statements, ending
from .signature import Signature, header, matrices, group_parameters
from .updates import fold_updates


STATEMENTS, LINES, NONE = COMMENTS = ("statements", "lines", "none")  # kinds of comments: see `with_comments`
# what a file defines where it needs it: its name, its text
HELPERS = {
    "lu_factor": lambda: inspect.getsource(lu_factor),
    "or_nan": lambda: OR_NAN,
    "reversed_states": lambda: REVERSED_STATES,
}
COUNT = re.compile(r"_\d+$")
COMMENT_ROOM = 16  # columns that code leaves for the comment with the user's line


@dataclasses.dataclass
class Printed:
    """A program as trees of Python functions, the main one last, with classes of exceptions before them."""

    program: Program
    signature: Signature | None
    functions: list[list[ast.stmt]]


def functions(program: Program, signature: Signature | None = None, width: int | None = None) -> Printed:
    """The functions of a program that the stages before have brought in the form in which it reads best."""
    spans = [str(c.span) for c in walk(program) if c.span]
    room = min(COMMENT_ROOM, max((len(s) + 4 for s in spans), default=0))
    file = _File(Names(program), (width or WIDTH) - room)
    hosted = host_definitions(program)
    file.reserved.update(hosted, ROOTS if hosted else ())
    main = file.main(program, signature)
    found = with_matrices([*file.functions, main], file.matrices)
    used = set().union(*(names(s) for f in found for s in f))
    given = [[parse(text()).body[0]] for n, text in HELPERS.items() if n in used]
    given += [[definition] for definition in hosted.values()]
    classes = class_statements(signature.errors if signature else None, used)
    return Printed(program, signature, [*classes, *given, *found])


def host_definitions(program: Program) -> dict[str, ast.stmt]:
    """The functions that host calls need beside NumPy and SciPy, by their names."""
    callees = [dict(call.params)["callee"] for call in walk(program) if call.primitive.name in HOSTED]
    texts = dict.fromkeys(c.definition for c in callees)
    return {tree.name: tree for tree in (parse(text).body[0] for text in texts if text)}


def with_header(
    found: Printed, title: str | None = None, comments: str = STATEMENTS
) -> list[tuple[str, Span | None]]:
    """The lines of a file, with the places in the user's source that they stem from."""
    head = [
        *(f"# {line}" for line in header(found.program, title, found.signature)),
        *imports(found.functions),
    ]
    return join_parts([[(line, None) for line in head], *blocks(found.functions, comments=comments)])


def join_parts(parts: Sequence[list[tuple[str, Span | None]]]) -> list[tuple[str, Span | None]]:
    """The parts of a file, two blank lines between them."""
    return [line for k, part in enumerate(parts) for line in (*[("", None)] * (2 * bool(k)), *part)]


def blocks(
    functions: Sequence[list[ast.stmt]], width: int = WIDTH, comments: str = STATEMENTS
) -> list[list[tuple[str, Span | None]]]:
    """The lines of each function, with the places in the user's source that they stem from."""
    return [
        placed_lines(lines(with_comments(f, comments, width)), width, all_comments=False) for f in functions
    ]


def imports(functions: Sequence[list[ast.stmt]]) -> list[str]:
    used = set().union(*(names(s) for f in functions for s in f))
    known = {
        "np": "import numpy as np",
        "ml_dtypes": "import ml_dtypes",
        "special": "from scipy import special",
        "sparse": "from scipy import sparse",
    }
    modules = set().union(*map(modules_in, functions)) & HOSTS.keys() if HOSTS.keys() & used else ()
    return [
        *(line for key, line in known.items() if key == "np" or key in used),
        *(HOSTS[m] for m in sorted(modules)),
        *(f"import {m}" for m in (packages(functions) if used & set(ROOTS) else ())),
    ]


def packages(functions: Sequence[list[ast.stmt]]) -> list[str]:
    """The modules that are written with their full names: scipy.linalg for scipy.linalg.schur."""
    nodes = [n for f in functions for s in f for n in ast.walk(s) if isinstance(n, ast.Attribute)]
    found = {ast.unparse(n) for n in nodes if isinstance(n.value, (ast.Attribute, ast.Name))}
    found = {n for n in found if n.partition(".")[0] in ROOTS and n in sys.modules}
    return sorted(n for n in found if not any(other.startswith(n + ".") for other in found))


ROOTS = ("recto", "scipy")
HOSTS = {
    **{
        name: f"import {name}"
        for name in ("collections", "logging", "math", "random", "sys", "time", "warnings")
    },
    "plt": "import matplotlib.pyplot as plt",
}


def modules_in(function: Sequence[ast.stmt]) -> set[str]:
    """The names whose attributes are read, and that nothing in the function gives a value."""
    nodes = [node for statement in function for node in ast.walk(statement)]
    given = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)} | {
        n.arg for n in nodes if isinstance(n, ast.arg)
    }
    return {
        n.value.id for n in nodes if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name)
    } - given


class _File:
    """The functions of one file; called programs whose text is the same share one."""

    def __init__(self, names: Names, width: int):
        self.names, self.width = names, width
        self.helpers: dict[int, str] = {}
        self.texts: dict[tuple[str, str], str] = {}
        self.summaries: dict[str, Summary] = {}
        self.functions: list[list[ast.stmt]] = []
        self.matrices: list[Given] = []  # the sparse ones among the arguments
        self.reserved = set(RESERVED)

    def helper(self, program: Program) -> str:
        """The function that a called program became."""
        if id(program) not in self.helpers:
            tree, summary = self.define(program, None, True)
            key = program.name, "\n".join(line.code for line in lines(tree))
            if key not in self.texts:
                found = self.texts[key] = unique(identifier(program.name), self.reserved | self.names.all)
                self.reserved.add(found)
                tree[0].name = found
                self.summaries[found] = summary
                self.functions.append(tree)
            self.helpers[id(program)] = self.texts[key]
        return self.helpers[id(program)]

    def main(self, program: Program, signature: Signature | None) -> list[ast.stmt]:
        """The function of the program itself."""
        found = unique(identifier(program.name), RESERVED)
        self.reserved.add(found)
        tree, _ = self.define(program, signature, False)
        tree[0].name = found
        return tree

    def define(
        self, program: Program, signature: Signature | None, helper: bool
    ) -> tuple[list[ast.stmt], Summary]:
        """The tree of a function, and what its results share memory with."""
        storage = Storage(self.summaries)
        wishes = self.names.parameters(program) if helper else [p.name for p in program.parameters]
        parameters = distinct(wishes, self.reserved)
        head, build = group_parameters(parameters, signature, len(program.results))
        self.matrices += [
            m
            for n, t in (signature.parameters if signature else ())
            for m in matrices(name(n), t, parameters)
        ]
        head.lead, head.shapes = len(head.body), [(n, p.type) for n, p in zip(parameters, program.parameters)]
        errors, wanted = (
            (signature.errors, signature.wanted) if signature else (None, range(len(program.results)))
        )
        end = functools.partial(ending, errors, wanted, build)
        function = Function(self.names, storage, self.helper, self.reserved, self.width, parameters, end)
        taken = taken_over(program) if helper else NOTHING
        arguments = []
        for k, (p, n) in enumerate(zip(program.parameters, parameters)):
            storage.bind(n, frozenset({Buffer(k in taken)}), p.type)
            python = PYTHONIC if p.type.weak else perhaps_python(p.type) if helper else STRONG
            arguments.append(exactly(name(n), p.type, python))
        given = [storage.buffers[n] for n in parameters]
        block = Block(function, program, arguments)
        block.run()
        values, nodes = returned(block)
        nodes = nodes if helper else without_sharing(nodes, program.result_types)
        inside = {
            k: j
            for k, n in enumerate(nodes)
            for j in taken
            if isinstance(n, ast.Name) and n.id == parameters[j] and storage.buffers[n.id] == given[j]
        }
        last = leaving(nodes, inside) if inside else end(values, nodes)
        for statement in last:
            statement.origin = origin(program)
        body = with_known_flags(passed_on([*block.statements, *last]))
        integers = [
            n
            for n, p in zip(parameters, program.parameters)
            if not p.type.shape and p.type.dtype.kind in "iu"
        ]
        body = with_counted_loops(with_loop_tests(without_break_flags(body)), frozenset(integers))
        body = fold_updates(with_joined_branches(without_dead_stores(body)))
        body = with_parallel_assignments(body, self.width)
        head.body = [*head.body, *paragraphs(body)]
        returns = [(n, r.type) for k, (n, r) in enumerate(zip(nodes, program.results)) if k not in inside]
        shared = [storage.shared_with(exactly(n, t)) for n, t in returns]
        return [head], summary([*function.shared, shared], given)._replace(taken=taken, inside=inside)


def origin(program: Program) -> Span | None:
    """The place that the first result stems from: what a return statement without one of its own belongs to."""
    made = {v: call.span for call in program.body for v in call.outputs}
    return next((made[r] for r in program.results if r in made), None)


def distinct(wishes: Sequence[str], reserved: set[str]) -> tuple[str, ...]:
    """The names as they are wished, with numbers where they are reserved or given already."""
    found: list[str] = []
    for k, wish in enumerate(wishes):
        taken = wish in reserved or wish in found
        found.append(unique(wish, {*reserved, *found, *wishes[k + 1 :]}) if taken else wish)
    return tuple(found)


def passed_on(statements: list[ast.stmt]) -> list[ast.stmt]:
    """return f(x) for a, b = f(x); return a, b."""
    match statements:
        case [
            *before,
            ast.Assign([ast.Tuple(left)], ast.Call() as value) as taken,
            ast.Return(ast.Tuple(right)),
        ]:
            plain = all(isinstance(n, ast.Name) for n in (*left, *right))
            if plain and [n.id for n in left] == [n.id for n in right]:
                leave = ast.Return(value)
                leave.span = getattr(taken, "span", None)
                return [*before, leave]
    return statements


def without_sharing(nodes: list[ast.expr], types: Sequence[Type]) -> list[ast.expr]:
    """The results, with copies of arrays that stand there before: who writes into one changes no other."""
    found: list[ast.expr] = []
    seen: set[str] = set()
    for node, t in zip(nodes, types, strict=True):
        again = isinstance(node, ast.Name) and t.shape and node.id in seen
        found.append(method(node, "copy") if again else node)
        seen.update([node.id] if isinstance(node, ast.Name) else [])
    return found


def leaving(nodes: list[ast.expr], inside: dict[int, int]) -> list[ast.stmt]:
    """The end of a function of whose results some are in arrays that it was given."""
    left = [n for k, n in enumerate(nodes) if k not in inside]
    value = left[0] if len(left) == 1 else ast.Tuple(left, ast.Load())
    return [ast.Return(value)] if left else []


def summary(every: list[list[Buffers]], given: list[Buffers]) -> Summary:
    """The memory that results share with the arguments, by return statement."""
    whole = NOTHING.union(*(b for one in every for b in one))
    arguments = frozenset(k for k, b in enumerate(given) if b & whole)
    made = whole - NOTHING.union(*given)
    apart = all(len(NOTHING.union(*one)) == sum(map(len, one)) for one in every)
    return Summary(arguments, apart and all(b.owned for b in made))


def paragraphs(statements: list[ast.stmt]) -> list[ast.stmt]:
    """A blank line where the backward sweep begins: before the first assignment to an x_bar; and around functions."""
    backward = [any(n.endswith("_bar") for n in assigned(s)) for s in statements]
    at = backward.index(True) if True in backward else 0
    return add_blank_lines(statements, at)


def add_blank_lines(statements: list[ast.stmt], at: int = 0) -> list[ast.stmt]:
    """Blank lines around functions, and before the statement `at`."""
    found: list[ast.stmt] = []
    for k, statement in enumerate(statements):
        around = any(isinstance(s, ast.FunctionDef) for s in statements[max(k - 1, 0) : k + 1])
        if k and (k == at or around):
            found.append(Remark(""))
        for body in (getattr(statement, "body", []), getattr(statement, "orelse", [])):
            body[:] = add_blank_lines(body)
        found.append(statement)
    return found


def assigned(statement: ast.stmt) -> set[str]:
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return {n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)}


def identifier(text: str) -> str:
    """A Python name for a function."""
    if text.isidentifier():
        return text
    return "".join(c for c in text if c.isalnum() or c == "_").lstrip("0123456789") or "function"


def returned(block: Block) -> tuple[list[Value], list[ast.expr]]:
    """The results and their expressions; the longest are assigned first where one line can't hold them."""
    results = block.program.results
    build = lambda values: ast.Tuple([exact(v, block.like(v.type, "")) for v in values], ast.Load())
    nodes = block.fitted(results, build).elts
    return [block.value(r) for r in results], nodes


# -- comments ------------------------------------------------------------------------------------------------

KEPT = {"_saved": "{} of each iteration", "_snapshots": "{} at some iterations, to go on from"}


def describe_saved(statement: ast.stmt) -> str:
    """The comment on an array, or a list, that is made for the backward sweep; of several, all at once."""
    match statement:
        case ast.Assign([ast.Name() as target], ast.Call(ast.Attribute(ast.Name("np"), "zeros" | "empty"))):
            targets: list[ast.expr] = [target]
        case ast.Assign([ast.Tuple(targets)], ast.Tuple()):
            pass
        case _:
            return getattr(statement, "kept", "")
    tapes = [COUNT.sub("", target.id) if isinstance(target, ast.Name) else "" for target in targets]
    found = next((s for s in KEPT if all(tape.endswith(s) for tape in tapes)), "")
    return KEPT[found].format(", ".join(tape.removesuffix(found) for tape in tapes)) if found else ""


COMPOUND = re.compile(r"(?:def|class|for|while|if|elif|else|with|try|except|finally|match|case|@)\b|@|.*:$")
LONGEST, SHORTEST = 72, 16  # columns of a statement of the user's in a comment


def with_comments(statements: list[ast.stmt], kind: str = STATEMENTS, width: int = WIDTH) -> list[ast.stmt]:
    """A function with the user's places in comments, where one line stems from another than the line before.

    kind: the place stands at the end of a line ("lines"). Above the first group of statements that compute cotangents
        for it, the user's statement stands as well ("statements"). Or there are no comments ("none").
    """
    if kind != NONE:
        Comments(kind == STATEMENTS, width).write(statements)
    return statements


class Comments:
    """Writes the comments of a function, from its first line to the last."""

    def __init__(self, statements: bool, width: int) -> None:
        self.statements, self.width = statements, width  # do the user's statements stand above groups?
        self.last: tuple[str, int] | None = None
        self.shown: set[tuple[str, int]] = set()

    def write(self, body: list[ast.stmt], depth: int = 0) -> None:
        found: list[ast.stmt] = []
        for s in body:
            found += [*self.above(s, depth), s]
            for field in ("body", "orelse"):
                self.write(getattr(s, field, []), depth + 1)
        body[:] = found

    def above(self, statement: ast.stmt, depth: int) -> list[ast.stmt]:
        """Give a statement its comment; what stands above it."""
        span, said = getattr(statement, "span", None), describe_saved(statement)
        if said:
            statement.comment = said
        if said or not span:
            return []
        place, before, self.last = (span.file, span.line), self.last, (span.file, span.line)
        teaches = self.statements and place not in self.shown and pulls_back(statement)
        if teaches and (text := users_statement(span, self.width - 4 * depth)):
            self.shown.add(place)
            remark = Remark(f"{text}  {span}")
            remark.span = span
            return [remark]
        if place != before:
            statement.comment = str(span)
        return []


def users_statement(span: Span, width: int) -> str:
    """The line of the user's, shortened where it is long; nothing for heads of loops and branches, and for lambdas."""
    text = line_of(span.file, span.line, span.function).split("#")[0].strip()
    if COMPOUND.match(text) or span.function == "<lambda>":
        return ""
    room = min(LONGEST, width - 6 - len(str(span)))
    return text if len(text) <= room else f"{text[:room].rsplit(' ', 1)[0]} …" if room > SHORTEST else ""


def pulls_back(statement: ast.stmt) -> bool:
    """Whether a simple statement computes a cotangent, or uses one."""
    return not hasattr(statement, "body") and any(COUNT.sub("", n).endswith("_bar") for n in names(statement))
