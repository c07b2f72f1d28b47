"""Documented difference 4: the type of a number depends on the path, and Recto carries the type that holds all of them.
Does Python give what was seen, if its numbers have that type?

Paths meet where an expression chooses (`a if c else b`, `a or b`, `max(a, b)`), after an `if`, `match` or loop, at the
head of a loop, and at the returns of a function. Runs of Python note what meets there, one place for each chain of
calls; in further runs each `if` goes the other way, and each `while` that runs no round runs one, so that other paths
are seen. Then Python runs with the numbers widened where they meet. The explanation holds if it gives what was seen, or
converts a float to an integer that is beyond 64 bits now: 2**63 - 1 is rounded to a float of 2**63.
"""
from __future__ import annotations

import ast
import copy
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .comparing import LEAST, MOST, difference
from .execution import Outcome, replayed

PYTHON = (bool, int, float, complex)
HAVE_DTYPES = (*PYTHON, np.bool_, np.number, np.ndarray)
NAME = "hunt_widened"
WHOLE = ("int", "round", "floor", "ceil", "trunc")
Place = tuple[int, tuple]                       # number in the source, and the lines of the calls that led there
Kind = tuple[np.dtype, bool]                    # dtype, and is the number NumPy's on some path?


def widens(source: str, call: str, got: Outcome) -> bool:
    """Does Python do what was seen, if numbers have the types that hold those of all paths?"""
    paths = Paths()
    text = ast.unparse(ast.fix_missing_locations(paths.visit(ast.parse(source))))
    seen: dict[Place, list] = {}
    for forced in [{}, *(dict(way) for way in paths.ways)]:
        run(text, call, Noting(seen, forced))
    for kinds in choices(seen):
        for fits in (False, True):
            found = run(text, call, Widening(kinds, fits))
            if found is not None and not difference(got, found).partition("huge")[0]:
                return True
    return False


def choices(seen: dict[Place, list]) -> list[dict[Place, Kind]]:
    """What to widen: all places, or one. Constants that a narrow float holds may have its type."""
    chosen = []
    meeting = {place: values for place, values in seen.items() if len(set(map(kind, values))) > 1}
    for common, whose in ((narrowest, any), (widest, any), (widest, all)):
        kinds = {place: (common(values), whose(map(is_of_numpy, values))) for place, values in meeting.items()}
        chosen += [kinds, *({place: one} for place, one in kinds.items())]
    return chosen if meeting else []


def is_of_numpy(value: Any) -> bool:
    return type(value) not in PYTHON


def kind(value: Any) -> str:
    return f"{type(value).__name__} {np.asarray(value).dtype}"


def widest(values: list) -> np.dtype:
    return np.result_type(*(np.asarray(v).dtype for v in values))


def narrowest(values: list) -> np.dtype:
    """A floating type of NumPy's that holds the Python numbers beside it exactly."""
    numbers = [v for v in values if not is_of_numpy(v)]
    dtypes = [v.dtype for v in values if is_of_numpy(v)]
    if not dtypes:
        return widest(values)
    narrow = np.result_type(*dtypes, *(type(v)(0) for v in numbers))
    with np.errstate(all="ignore"):
        holds = narrow.kind in "fc" and all(v != v or narrow.type(v).item() == v for v in numbers)
    return narrow if holds else widest(values)


class Noting:
    """What meets at each place. `forced`: numbers of tests, and which way they go; None: the other way."""

    def __init__(self, seen: dict[Place, list], forced: dict[int, bool | None]):
        self.seen, self.forced, self.entered = seen, forced, set()

    def choose(self, number: int, value: Any, *others: Callable[[], Any]) -> Any:
        return self.meet(number, value, *map(attempt, others))

    def most(self, number: int, function: Callable, *args: Any, **kwargs: Any) -> Any:
        value = function(*args, **kwargs)
        items = args if len(args) > 1 else args[0] if isinstance(args[0], (list, tuple, np.ndarray)) else []
        return self.meet(number, value, *items)

    def meet(self, number: int, value: Any, *others: Any) -> Any:
        values = self.seen.setdefault((number, calls()), [])
        values.extend(v for v in (value, *others) if isinstance(v, HAVE_DTYPES) and len(values) < 200)
        return value

    def whole(self, value: Any) -> Any:
        """What int, round, floor … give."""
        return value

    def test(self, number: int, value: Any) -> Any:
        way = self.forced.get(number, ...)
        return value if way is ... else not value if way is None else way

    def enter(self, number: int, value: Any) -> Any:
        """The test of a `while` holds the first time."""
        if number not in self.forced or number in self.entered:
            return value
        self.entered.add(number)
        return True


class Widening(Noting):
    """Numbers have other types where paths meet. `fits`: floats are converted only to integers of 64 bits."""

    def __init__(self, kinds: dict[Place, Kind], fits: bool):
        super().__init__({}, {})
        self.kinds, self.fits = kinds, fits

    def whole(self, value: Any) -> Any:
        if self.fits and type(value) is int and not LEAST <= value <= MOST:
            raise OverflowError("a float does not fit into an integer of 64 bits")
        return value

    def choose(self, number: int, value: Any, *others: Callable[[], Any]) -> Any:
        return self.meet(number, value)

    def meet(self, number: int, value: Any, *others: Any) -> Any:
        known = self.kinds.get((number, calls()))
        if known is None or not isinstance(value, HAVE_DTYPES):
            return value
        dtype, of_numpy = known
        if isinstance(value, np.ndarray):
            return value if value.dtype == dtype else value.astype(dtype)
        return dtype.type(value) if of_numpy else dtype.type(value).item()


def calls() -> tuple:
    """The lines of the program from which the function that runs was called."""
    frames, frame = [], sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_filename == f"{NAME}.py":
            frames.append((frame.f_code.co_name, frame.f_lineno))
        frame = frame.f_back
    return tuple(frames[1:])


def attempt(function: Callable[[], Any]) -> Any:
    try:
        return function()
    except Exception:
        return None


def run(text: str, call: str, meeting: Noting) -> Outcome | None:
    return replayed(NAME, text, call, 200_000, _choose=meeting.choose, _most=meeting.most, _meet=meeting.meet,
                    _test=meeting.test, _enter=meeting.enter, _whole=meeting.whole)


class Paths(ast.NodeTransformer):
    """`_choose(1, value, lambda: the other)`, `_most(2, max, a, b)`, `x = _meet(3, x)`, `if _test(4, …)`."""

    def __init__(self) -> None:
        self.places, self.tests, self.returns = 0, 0, [0]
        self.around: list[tuple[int, bool]] = []                    # the tests around, and the sides of theirs
        self.ways: list[list[tuple[int, bool | None]]] = []         # for each test, how to see its other path

    def place(self) -> int:
        self.places += 1
        return self.places

    def choice(self, node: ast.expr, *others: ast.expr) -> ast.expr:
        return called("_choose", self.place(), node, *map(delayed, others))

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        others = copy.deepcopy(chosen_from(node))
        self.generic_visit(node)
        return self.choice(node, *others)

    visit_BoolOp = visit_IfExp

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in ("max", "min") and node.args:
            new = called("_most", self.place(), node.func, *node.args)
            new.keywords = node.keywords
            return new
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        return ast.Call(ast.Name("_whole", ast.Load()), [node], []) if name in WHOLE else node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.returns.append(self.place())
        self.generic_visit(node)
        self.returns.pop()
        return node

    def visit_Return(self, node: ast.Return) -> ast.Return:
        self.generic_visit(node)
        node.value = called("_meet", self.returns[-1], node.value or ast.Constant(None))
        return node

    def test(self) -> int:
        self.tests += 1
        self.ways.append([*self.around, (self.tests, None)])
        return self.tests

    def visit_If(self, node: ast.If) -> list[ast.stmt]:
        number, meet = self.test(), self.meetings(node)
        node.test = called("_test", number, self.visit(node.test))
        for side, field in ((True, "body"), (False, "orelse")):
            self.around.append((number, side))
            setattr(node, field, self.visited(getattr(node, field)))
            self.around.pop()
        return [node, *meet()]

    def visited(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        found = [self.visit(statement) for statement in statements]
        return [s for new in found for s in (new if isinstance(new, list) else [new])]

    def visit_Match(self, node: ast.Match) -> list[ast.stmt]:
        self.generic_visit(node)
        return [node, *self.meetings(node)()]

    def visit_For(self, node: ast.For) -> list[ast.stmt]:
        self.generic_visit(node)
        meet = self.meetings(node)
        node.body = [*meet(), *node.body, *meet()]
        return [*meet(), node, *meet()]

    def visit_While(self, node: ast.While) -> list[ast.stmt]:
        number = self.test()
        self.around.append((number, True))
        found = self.visit_For(node)
        self.around.pop()
        node.test = called("_enter", number, node.test)
        return found

    def meetings(self, node: ast.stmt) -> Callable[[], list[ast.stmt]]:
        """Statements `name = _meet(place, name)` of all variables that a statement assigns, once in a function."""
        if len(self.returns) == 1:
            return list
        text = "".join(f"try:\n    {name} = _meet({self.place()}, {name})\nexcept NameError:\n    pass\n"
                       for name in sorted(set(assigned(node))))
        return lambda: ast.parse(text).body


def assigned(node: ast.AST) -> Iterator[str]:
    """Names that a statement assigns in its own function."""
    match node:
        case ast.FunctionDef() | ast.ClassDef() | ast.Lambda():
            return
        case ast.Name(id=name, ctx=ast.Store()) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name
    inner = [node.iter, *node.ifs] if isinstance(node, ast.comprehension) else ast.iter_child_nodes(node)
    for child in inner:
        yield from assigned(child)


def chosen_from(node: ast.expr) -> list[ast.expr]:
    """The operands of which a choice gives one, also by choices in it."""
    match node:
        case ast.IfExp(body=body, orelse=orelse):
            return [*chosen_from(body), *chosen_from(orelse)]
        case ast.BoolOp(values=values):
            return [inner for value in values for inner in chosen_from(value)]
    return [node]


def called(name: str, number: int, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), [ast.Constant(number), *args], [])


def delayed(node: ast.expr) -> ast.Lambda:
    return ast.Lambda(ast.arguments([], [], None, [], [], None, []), node)
