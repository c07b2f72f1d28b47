"""`emit`: a transformed function as the text of a stand-alone file that depends on NumPy alone."""

from __future__ import annotations

import ast
import dataclasses
import functools
import hashlib
import inspect
import keyword
import linecache
import os
import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from recto import __version__, transform
from recto.transform import CompileError, Instance, InternalError, NeedsStatic, Out, Reading
from recto.transform.core.dtypes import is_inexact
from recto.transform.emit import ROOM, TARGETS, General, Sample, comments, file_lines, general, printed
from recto.transform.emit.sizes import names_in
from recto.transform.core.parsing import parse
from recto.transform.ir.program import walk

from .._boundary.argument_checks import check_arguments
from .._convention.arguments import Enter, Entered, at, is_array, static_places
from .all_sizes import any_size
from .argument_spec import (
    Leaf,
    conditions_of,
    from_annotations,
    named_sizes,
    of_value,
    over_items,
    parse_arguments,
    put_sizes,
)
from .type_guesses import guess_types
from .source import Source, called_file, is_module_stream, title, undecorate, written_signature
from .transform_spec import Chained, apply, parse_chain, positional_names

STYLES = ("numpy", "primitive")
MARK = "Made by recto"  # what tells emitted files from others


@check_arguments
def emit(
    function: Callable[..., Any],
    transform: Any = None,
    args: Any = None,
    *,
    target: str = "numpy",
    style: str = "numpy",
    name: str | None = None,
) -> str:
    """The source of a transformed function, as the text of a file.

    Args:
        function: a Python function, or the result of recto.grad or another transformation.
        transform: the transformation: "grad", "vmap(grad(wrt=w), in_axes=(None, 0))", recto.grad, or a list of
            these, innermost first. vjp gives f_vjp(x, out_bar) -> (out, x_bar), and
            jvp f_jvp(x, x_dot) -> (out, out_dot).
        args: types of the arguments: "w: f64[784, 10], x: f64[n, 784]", a dict by name, or a tuple; arrays and values
            stand for their types. Conditions on sizes may follow:
            "x: f64[H, W], k: f64[h, w] where H >= h, W >= w".
            Missing types are taken from annotations; arguments with defaults may be left out.
        target: "numpy" (the file depends on NumPy alone) or "recto" (it imports recto; the function is compiled).
        style: "numpy" (for people) or "primitive" (one primitive a line).
        name: the name of the function in the file; a Python identifier that is not a keyword.

    The text contains a size only if the code depends on it; the header then says which.

    Raises:
        CompileError: the function is outside the language, a type is missing, a transformation is unknown.

    >>> import numpy as np, recto
    >>> def energy(x, k):
    ...     return 0.5 * k * np.sum((x[1:] - x[:-1]) ** 2)
    >>> print(recto.emit(energy, "grad", "x: f64[n], k: f64"))
    # Gradient of energy ... respect to x
    #   x: float64[n], k: float64
    # Made by recto ... from energy (sha256 ...): grad
    import numpy as np
    <BLANKLINE>
    <BLANKLINE>
    def grad_energy(x, k):
        t_bar = k * (x[1:] - x[:-1])
        x_bar = np.zeros_like(x)
        x_bar[:-1] = -t_bar
        x_bar[1:] += t_bar
        return x_bar
    """
    if target not in TARGETS:
        raise ValueError(f"target is {' or '.join(TARGETS)}, not {target!r}")
    if style not in STYLES:
        raise ValueError(f"style is {' or '.join(STYLES)}, not {style!r}")
    plan = Plan.of(function, transform, args)
    return plan.primitive_text(name) if style == "primitive" else plan.text(target, name)


@dataclasses.dataclass
class Described:
    """A transformed function as `.source()` knows one."""

    chained: Chained
    parameter_names: list[str]

    @property
    def __wrapped__(self) -> Any:
        return self.chained.function

    @property
    def derived(self) -> dict[str, str]:
        """The arguments that are tangents of others."""
        return {n: source for n, source in self.chained.derived if source}

    @property
    def __name__(self) -> str:
        return self.chained.name


def refuse_changes(reading: Reading) -> None:
    """A file is a function of its arguments. Raises CompileError for one that changes what is outside of it, or calls
    functions that are not NumPy's or Python's."""
    if reading.changes_outside:
        changed = ", ".join(
            dict.fromkeys(
                [
                    *(str(s.key or "a container") for s in reading.stores),
                    *(str(path) for path, _ in reading.overwritten),
                ]
            )
        )
        raise CompileError(
            f"the function changes what is outside of it: {changed}",
            "return the new values; arrays among the arguments may be written",
        )
    for path in reading.captures:
        if path.steps and path.steps[-1][0] == "handle" and not is_module_stream(path):
            raise CompileError(
                f"{path} is a generator of random numbers, and a file can't hold it",
                "pass it as an argument, or make one in the function: np.random.default_rng(0)",
            )
    for call in walk(reading.program):
        callee = dict(call.params).get("callee")
        if callee is not None and not callee.portable:
            raise CompileError(
                f"the function calls the host, and a file can't: {callee.source().partition('(')[0]}",
                "jit it where that function is",
            ).at(call.span)


@dataclasses.dataclass
class Plan:
    """The plan of a file: the function after its chain, and descriptions of its arguments."""

    user: Callable[..., Any]
    chained: Chained
    given: dict[str, Any]  # descriptions by name, sizes as names
    sizes: dict[str, int | None]
    named: tuple[str, ...]  # arguments that are passed by keyword
    where: tuple[str, ...] = ()  # conditions on the sizes

    @staticmethod
    def of(function: Callable[..., Any], chain: Any = None, args: Any = None) -> "Plan":
        words = title(function) if hasattr(getattr(function, "__wrapped__", None), "rule") else None
        function = getattr(function, "__recto_function__", function)
        user = undecorate(function)
        args, where = conditions_of(args) if isinstance(args, str) else (args, getattr(args, "where", ()))
        given = descriptions(function, user, args)
        order = [n for n in positional_names(function) if n in given]
        missed = order != positional_names(function)[: len(order)]
        named = (
            tuple(n for n in given if n not in order) if not missed else tuple(by_keyword(function, given))
        )
        names = [n for n in order if n not in named]
        inexact = [n for n in names if differentiable(given[n])]
        chain = parse_chain(chain, name_of(user))
        found = apply(chain, function, names, inexact, words or described_as(function, user))
        trees, sizes = named_sizes(list(given.values()))
        for condition in where:
            unknown = sorted(names_in(condition) - {*sizes})
            if unknown:
                raise CompileError(
                    f"{unknown[0]} in {condition!r} is no size", f"the sizes are {', '.join(sizes)}"
                )
        return Plan(user, found, dict(zip(given, trees)), sizes, named, where)

    # -- one assignment of sizes

    def entered(self, sizes: Mapping[str, int], static: frozenset = frozenset()) -> Entered:
        """The abstract arguments."""
        known = {n: put_sizes(tree, sizes) for n, tree in self.given.items()}
        for n, source in self.chained.derived:
            known[n] = known[source] if source else self.cotangent(sizes)
        args = [known[n] for n in self.chained.names]
        kwargs = {n: known[n] for n in self.named}
        static = static | {(k,) for k in static_places(args, kwargs, True)}
        return Enter(static, types=True).all(args, kwargs, list(self.chained.names))

    def cotangent(self, sizes: Mapping[str, int]) -> Any:
        """Types for the cotangent of the result."""
        found = dataclasses.replace(
            self.chained,
            function=self.chained.primal,
            names=self.chained.names[:-1],
            derived=self.chained.derived[:-1],
        )
        if found.function is None:
            raise CompileError(
                "vjp stands inside vmap and jit only", "to go on, emit a file and transform that"
            )
        reading = dataclasses.replace(self, chained=found).read(sizes)[1]
        return cotangent_types(reading.structure, reading.program.result_types)

    def read(self, sizes: Mapping[str, int]) -> tuple[Entered, Reading]:
        """The program for these sizes; integers that have to be static become so."""
        static: set[tuple] = set()
        for _ in range(9):
            entered = self.entered(sizes, frozenset(static))
            try:
                reading = transform.read(
                    self.chained.function, entered.args, entered.kwargs, self.chained.name, is_array
                )
                refuse_changes(reading)
                return entered, reading
            except NeedsStatic as error:
                static |= self.to_fix(error, sizes, static)
        raise AssertionError("the static arguments do not settle")

    def to_fix(self, error: NeedsStatic, sizes: Mapping[str, int], static: set) -> set[tuple]:
        """The places that an error asks to be static. Raises it if their values are not known."""
        places = {p for p in error.sources or () if isinstance(p, tuple)} - static
        known = {n: put_sizes(tree, sizes) for n, tree in self.given.items()}
        args = [known.get(n) for n in self.chained.names]
        values = [at(tuple(args), known, p) for p in places]
        if not places or any(isinstance(v, (str, transform.Type)) for v in values):
            named = ", ".join(sorted(self.argument_of(p) for p in places))
            raise (
                error
                if not places
                else CompileError(
                    error.message, f"give the value instead of the type: {named}: 10", error.span
                )
            ) from None
        return places

    def argument_of(self, place: tuple) -> str:
        return self.chained.names[place[0]] if isinstance(place[0], int) else str(place[0])

    def sample(self, sizes: Mapping[str, int]) -> Sample:
        entered, reading = self.read(sizes)
        reading, program = transform.optimise_reading(reading)
        described = Described(self.chained, list(self.chained.names))
        show = lambda room=ROOM: printed(*written_signature(described, program, entered, reading), room)
        return Sample(program, reading.decisions, reading.captures, show)

    # -- the file

    def text(self, target: str = "numpy", name: str | None = None) -> str:
        return Source.of(self.lines(target, name), self.user, "\n")

    def lines(self, target: str = "numpy", name: str | None = None) -> list[tuple[str, Any]]:
        """The lines of the file, with the places in the user's source that they stem from."""
        found = self.general
        about = lambda arguments: self.header(found.printed[0].program, arguments)
        return file_lines(found, target, about, self.called(name), self.outside())

    def called(self, name: str | None) -> str:
        """The name of the function in the file. Raises CompileError for what is no name."""
        if name is not None and (not name.isidentifier() or keyword.iskeyword(name)):
            why = "it is a keyword" if keyword.iskeyword(name) else "names are letters, digits and _"
            raise CompileError(
                f"{name!r} can't be the name of a function: {why}", f"as in {self.chained.name}"
            )
        return name or self.chained.name

    def outside(self) -> dict[str, np.ndarray]:
        """The arrays that the function reads from outside, by the names of their parameters."""
        names = [p.name for p in self.general.printed[0].program.parameters]
        return {
            n: np.asarray(transform.fetch(path))
            for n, path in zip(names, self.general.captures)
            if not is_module_stream(path)
        }

    @functools.cached_property
    def general(self) -> General:
        """The printed functions, for all sizes if that can be."""
        with any_size():
            return general(self.sample, self.sizes, self.where)

    def primitive_text(self, name: str | None = None) -> str:
        """The exact style; it has the sizes in it."""
        free = [s for s, n in self.sizes.items() if n is None]
        if free:
            raise CompileError(
                f"the primitive style has every size in it: give a number for {', '.join(free)}"
            )
        program = transform.optimise(self.read(self.sizes)[1].program)
        program = dataclasses.replace(program, name=self.called(name))
        said = "\n".join(c for line in self.header(program, []) for c in comments(line))
        return f"{said}\n{transform.primitive_source(program)}\n"

    def header(self, program: transform.Program, arguments: list[str]) -> list[str]:
        """The header: the function, its arguments, and its origin."""
        words, name = self.chained.title, name_of(self.user)
        made = f"{MARK} {__version__} from {name} (sha256 {content_hash(self.user, program)})"
        steps = f": {self.chained.steps}" if self.chained.steps else ""
        return [words if words.startswith(name) else words[:1].upper() + words[1:], *arguments, made + steps]


# -- arguments -----------------------------------------------------------------------------------------------


def descriptions(function: Callable[..., Any], user: Callable[..., Any], args: Any) -> dict[str, Any]:
    """A description for each argument that has one; the others must have defaults."""
    scope = getattr(user, "__globals__", {})
    parameters = inspect.signature(function).parameters
    names = list(parameters)
    found = from_annotations(definition(user), scope)
    if isinstance(args, str):
        found |= parse_arguments(args, scope, names)
    elif isinstance(args, Mapping):
        found |= {n: of_value(v, scope) for n, v in args.items()}
    elif args is not None:
        found |= {n: of_value(v, scope) for n, v in zip(names, args)}
    unknown = [n for n in found if n not in parameters and not takes_keywords(parameters)]
    if unknown:
        raise CompileError(f"{name_of(user)} has no argument {unknown[0]}", f"it has {', '.join(names)}")
    missing = [
        n
        for n, p in parameters.items()
        if n not in found and p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
    ]
    if missing:
        raise MissingTypes(name_of(user), missing, hint_for(function, user, found, missing))
    return {n: found[n] for n in [*(n for n in names if n in found), *(n for n in found if n not in names)]}


class MissingTypes(CompileError):
    """Arguments without types."""

    def __init__(self, function: str, missing: Sequence[str], example: str):
        super().__init__(
            f"the type of {', '.join(missing)} is not known (an argument of {function})",
            f'write the types: "{example}", or annotate the source; a number is f64 or i64',
        )


def hint_for(
    function: Callable[..., Any], user: Callable[..., Any], found: Mapping[str, Any], missing: Sequence[str]
) -> str:
    """Types for the missing arguments, for which the function can be read if there are such."""

    def reads(text: str) -> bool:
        types = {**found, **parse_arguments(text, {}, list(missing))}
        try:
            plan = Plan.of(function, "jit", types)
            plan.read({s: n if n is not None else 5 + 2 * k for k, (s, n) in enumerate(plan.sizes.items())})
        except (CompileError, InternalError):
            return False
        return True

    return guess_types(definition(user), missing, reads)


def takes_keywords(parameters: Mapping[str, inspect.Parameter]) -> bool:
    return any(p.kind is p.VAR_KEYWORD for p in parameters.values())


def by_keyword(function: Callable[..., Any], given: Mapping[str, Any]) -> list[str]:
    """The arguments behind one that is left to its default."""
    names = positional_names(function)
    first = next((k for k, n in enumerate(names) if n not in given), len(names))
    return [n for n in given if n not in names[:first]]


def name_of(function: Callable[..., Any]) -> str:
    return getattr(function, "__name__", type(function).__name__)


def differentiable(tree: Any) -> bool:
    """Whether an argument holds a floating array or number."""
    if isinstance(tree, Leaf):
        return is_inexact(tree.dtype)
    if isinstance(tree, Instance):
        return any(map(differentiable, tree.attributes.values()))
    if isinstance(tree, (list, tuple, dict)):
        return any(map(differentiable, tree.values() if isinstance(tree, dict) else tree))
    return isinstance(tree, (float, complex))


def cotangent_types(structure: Any, types: Sequence[transform.Type]) -> Any:
    """The types of results in their structure; None for what has no cotangent."""
    if isinstance(structure, Out):
        t = types[structure.number]
        return t.update(weak=False) if is_inexact(t.dtype) else None
    if isinstance(structure, (list, tuple, dict, Instance)):
        return over_items(structure, lambda v: cotangent_types(v, types))
    return None


# -- where it is from ----------------------------------------------------------------------------------------


def definition(function: Callable[..., Any]) -> ast.AST | None:
    """The tree of a function's definition."""
    try:
        return parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, TypeError, SyntaxError, IndexError):
        return None


def described_as(function: Callable[..., Any], user: Callable[..., Any]) -> str:
    """loss (model.py:3)"""
    return getattr(function, "__name__", "f") + place_of(user)


def place_of(function: Callable[..., Any]) -> str:
    code = getattr(function, "__code__", None)
    return f" ({called_file(code.co_filename)}:{code.co_firstlineno})" if code else ""


def content_hash(function: Callable[..., Any], program: transform.Program) -> str:
    """A hash of the source of the function and of the user's functions that it calls."""
    code = getattr(function, "__code__", None)
    places = {(s.file, s.function) for s in spans(program)} | (
        {(code.co_filename, code.co_name)} if code else set()
    )
    texts = sorted(f"{os.path.basename(file)} {name}\n{source_of(file, name)}" for file, name in places)
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:12]


def spans(program: transform.Program) -> Any:
    return (call.span for call in walk(program) if call.span)


def source_of(file: str, name: str) -> str:
    """The text of every function of that name in a file."""
    lines = linecache.getlines(file)
    try:
        tree = parse("".join(lines))
    except SyntaxError:
        return ""
    found = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name == name]
    return "".join("".join(lines[n.lineno - 1 : n.end_lineno]) for n in found)
