"""Build a Program: a `Builder` appends calls; a `Sym` is a value in it, with which rules and the library compute.

A primitive applied to a Sym appends a call to the innermost builder among its operands; applied to NumPy
arrays it computes. So a rule is an ordinary function that can be tried at the prompt, and there is no ambient
builder. A Sym of an enclosing builder is captured: it becomes a parameter, so that every inner program is
closed.
"""

from __future__ import annotations

import builtins
import keyword
import math
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, NoReturn

import numpy as np

from ..core.dtypes import PYTHON, canonical, promote, settings
from ..core.errors import CompileError, Span, must_be_known, span_of
from .program import Atom, Call, Const, Program, Type, Var, const

TABLE: dict[str, Any] = {}  # name -> Primitive; filled by the constructor of Primitive
RESERVED = (
    frozenset(keyword.kwlist) | {"np", "prim", "self"} | frozenset(n for n in dir(builtins) if n[0].islower())
)


class Sym:
    """A typed value in a program that is being built. Operators promote and broadcast as NumPy does."""

    __slots__ = ("builder", "atom")
    __array_ufunc__ = None

    def __init__(self, builder: "Builder", atom: Atom):
        self.builder, self.atom = builder, atom

    type = property(lambda s: s.atom.type)
    shape = property(lambda s: s.atom.type.shape)
    dtype = property(lambda s: s.atom.type.dtype)
    ndim = property(lambda s: len(s.atom.type.shape))
    size = property(lambda s: s.atom.type.size)
    weak = property(lambda s: s.atom.type.weak)
    is_const = property(lambda s: type(s.atom) is Const)
    value = property(lambda s: s.atom.value)
    facts = property(lambda s: None if s.is_const else s.builder.site.facts.get(s.atom.name))
    origins = property(lambda s: frozenset() if s.is_const else s.builder.site.origins_of(s.atom.name))
    members = property(
        lambda s: (
            None
            if s.is_const
            else s.atom.members
            if s.builder is None
            else s.builder.site.members.get(s.atom.name)
        )
    )
    union = property(
        lambda s: None if s.is_const or s.builder is None else s.builder.site.unions.get(s.atom.name)
    )

    def __add__(self, other: Any) -> Any:
        return arithmetic("add", self, other)

    def __radd__(self, other: Any) -> Any:
        return arithmetic("add", other, self)

    def __sub__(self, other: Any) -> Any:
        return arithmetic("sub", self, other)

    def __rsub__(self, other: Any) -> Any:
        return arithmetic("sub", other, self)

    def __mul__(self, other: Any) -> Any:
        return arithmetic("mul", self, other)

    def __rmul__(self, other: Any) -> Any:
        return arithmetic("mul", other, self)

    def __truediv__(self, other: Any) -> Any:
        return arithmetic("div", self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return arithmetic("div", other, self)

    def __neg__(self) -> Any:
        return TABLE["neg"](self)

    def __abs__(self) -> Any:
        return TABLE["abs"](self)

    def __invert__(self) -> Any:
        return TABLE["not_"](self)

    def __lt__(self, other: Any) -> Any:
        return arithmetic("lt", self, other)

    def __le__(self, other: Any) -> Any:
        return arithmetic("le", self, other)

    def __gt__(self, other: Any) -> Any:
        return arithmetic("gt", self, other)

    def __ge__(self, other: Any) -> Any:
        return arithmetic("ge", self, other)

    def __eq__(self, other: object) -> Any:
        return arithmetic("eq", self, other)

    def __ne__(self, other: object) -> Any:
        return arithmetic("ne", self, other)

    def __and__(self, other: Any) -> Any:
        return arithmetic("and_", self, other)

    def __or__(self, other: Any) -> Any:
        return arithmetic("or_", self, other)

    def __hash__(self) -> int:
        return id(self)

    def __pow__(self, exponent: Any) -> Any:
        if isinstance(exponent, int):
            return TABLE["integer_pow"](self, exponent=exponent)
        return arithmetic("pow", self, exponent)

    def astype(self, dtype: Any) -> "Sym":
        return TABLE["cast"](self, dtype=np.dtype(dtype))

    def __bool__(self) -> NoReturn:
        raise must_be_known(
            "a truth value that decides what is compiled", f"a dynamic value {self.type}", self.origins
        )

    def __repr__(self) -> str:
        """In the words of errors: users know nothing of the atom."""
        return f"a dynamic value {self.type}"


class Facts(NamedTuple):
    """The facts about an integer scalar.

    `sources`: the arguments and loop indices it is computed from, and from nothing else (None: from data).
    `lo`, `hi`: bounds, inclusive, where known.
    `terms`, `const`: its value as an affine form of other integers, ((name, coefficient), …) and a constant.
    `floor`, `ceiling`: of a loop index, the integers that it is not below and not above.
    """

    sources: frozenset[Any] | None = None
    lo: int | None = None
    hi: int | None = None
    terms: tuple[tuple[str, int], ...] | None = None
    const: int = 0
    floor: "Facts | None" = None
    ceiling: "Facts | None" = None


# (condition, exception, texts and values of its message, does printed source raise it by itself?): the call raises it
Fail = Callable[[Sym, type, tuple[Any, ...], bool], None]
SCALAR_WORK, ARRAY_WORK, CONTROL_WORK = 4, 80, 160  # of a call; that of an expression is 1, about 0.04 ms


def no_handler(exception: type) -> bool:
    return False


class Site:
    """Shared by a builder and those inside it: where the front end is reading, and what it knows of variables."""

    __slots__ = (
        "place",
        "count",
        "work",
        "hints",
        "facts",
        "origins",
        "members",
        "unions",
        "fail",
        "catches",
        "builders",
        "ruled",
    )

    def __init__(self) -> None:
        self.place: Span | tuple[Any, ...] | None = None  # a tuple: the arguments of span_of
        self.count = 0
        self.work = 0  # expressions read and calls appended, weighted by the time that they take
        self.ruled = False  # are functions of the library called that have derivative rules of their own?
        self.hints: dict[str, str] = {}
        self.facts: dict[str, Facts] = {}
        # the arguments and loop indices that values are computed from
        self.origins: dict[str, frozenset[Any]] = {}
        # the types of scalars that have another on another path
        self.members: dict[str, frozenset[Type]] = {}
        self.unions: dict[str, frozenset[Type]] = {}  # those of them that operations tell apart
        self.fail: Fail | None = None  # makes the call raise; None where nobody could be told
        self.catches: Callable[[type], bool] = no_handler  # a handler around what is being read
        self.builders: list[Builder] | None = (
            None  # those that are taken apart in the end, if somebody does that
        )

    def release(self) -> None:
        """Take apart what refers to itself, which is freed now then, and not by a walk of Python's collector."""
        for builder in self.builders or ():
            builder.captured, builder.stands_for, builder.reads = {}, {}, {}
        self.fail, self.catches, self.builders = None, no_handler, None

    def origins_of(self, name: str) -> frozenset[Any] | None:
        """The sources of a scalar; None if it depends on data."""
        found = self.origins.get(name)
        if found is None and name in self.facts:
            return self.facts[name].sources
        return found

    def note_origins(self, outputs: Sequence[Var], atoms: Sequence[Atom]) -> None:
        """Results come from where the operands of their call come from; arrays too: np.atleast_1d(n)[0] is n."""
        found: frozenset[Any] = frozenset()
        for atom in atoms:
            origins = frozenset() if isinstance(atom, Const) else self.origins_of(atom.name)
            if origins is None:
                return
            found |= origins
        if found:
            self.origins.update({v.name: found for v in outputs})

    @property
    def span(self) -> Span | None:
        """The place, which is put together only where somebody asks for it: most nodes make no call."""
        place = self.place
        if place is not None and not isinstance(place, Span):
            place = self.place = span_of(*place)
        return place

    @span.setter
    def span(self, span: Span | None) -> None:
        self.place = span


class Builder:
    """A program under construction.

    >>> from ..primitives import sin, mul
    >>> b = Builder()
    >>> x = b.parameter(Type(np.dtype(float), (3,)), "x")
    >>> print(b.finish([mul(sin(x), x)], "f"))
    from recto.transform import primitives as prim
    <BLANKLINE>
    <BLANKLINE>
    def f(x: "f64[3]"):
        sin_x = prim.sin(x)         # f64[3]
        mul_x = prim.mul(sin_x, x)  # f64[3]
        return mul_x
    """

    def __init__(self, parent: "Builder | None" = None):
        self.parent = parent
        self.depth: int = parent.depth + 1 if parent else 0
        self.begins = parent is None  # a program or function, and no branch or loop in one
        self.site: Site = parent.site if parent else Site()
        self.place = self.site.place  # what the program is part of: a loop's own line
        self.positions: dict[Any, Any] = {}  # of bounds of slices, in lengths
        self.parameters: list[Var] = []
        self.body: list[Call] = []
        self.captured: dict[Var, Sym] = {}  # variable of the parent -> our parameter for it
        self.stands_for: dict[Var, Sym] = {}  # our parameter -> what the parent passes, if that is known
        self.ranges: dict[str, Any] = {}  # of loop indices around, for the derivative passes
        self.fixed: set[Var] | None = None  # parameters that stay the same in all iterations of a loop
        self.reads: dict[Any, Sym] = {}  # integers read from arrays, by array and index; masks as lines
        self.index: Any = None  # where in the body variables are made, for those who ask often
        if self.site.builders is not None:
            self.site.builders.append(self)

    def fresh(self, type: Type, hint: str | None = None) -> Var:
        self.site.count += 1
        var = Var(f"%{self.site.count}", type)
        if hint:
            self.site.hints[var.name] = hint
        return var

    def parameter(self, type: Type, hint: str | None = None) -> Sym:
        var = self.fresh(type, hint)
        self.parameters.append(var)
        return Sym(self, var)

    def lift(self, value: Any, dtype: Any = None) -> Sym:
        """A Sym of this builder for a Sym of an enclosing one, a NumPy array or a Python number."""
        if isinstance(value, Sym):
            if value.builder is self:
                return value
            return Sym(self, value.atom) if value.is_const else self._capture(value)
        if dtype is None and type(value) in PYTHON:
            dtype, weak = canonical(PYTHON[type(value)]), True
        else:
            weak = False
        try:
            return self._lift_array(np.asarray(value, dtype), weak)
        except OverflowError:
            if type(value) is not int or value.bit_length() < 64:
                raise
            raise CompileError(f"OverflowError: Python integer {value} is too large for 64 bits") from None

    def _capture(self, value: Sym) -> Sym:
        if value.builder.depth >= self.depth:
            raise AssertionError(f"{value!r} comes from a scope that is closed")
        assert self.parent is not None
        outer = variable(self.parent.lift(value))
        if outer not in self.captured:
            inner = self.fresh(outer.type, self.site.hints.get(outer.name))
            if outer.name in self.site.facts:
                self.site.facts[inner.name] = self.site.facts[outer.name]
            elif outer.type.dtype.kind in "iu" and not outer.type.shape:
                self.site.facts[inner.name] = Facts(terms=((outer.name, 1),))
            for types in (self.site.members, self.site.unions, self.site.origins):
                if outer.name in types:
                    types[inner.name] = types[outer.name]
            self.captured[outer] = Sym(self, inner)
        return self.captured[outer]

    def _lift_array(self, array: np.ndarray, weak: bool = False) -> Sym:
        """Constants that are one number everywhere become a broadcast; the rest are kept as they are."""
        if array.size > 1 and not any(array.strides):
            return TABLE["broadcast"](Sym(self, const(array.flat[0])), shape=array.shape, axes=())
        return Sym(self, Const(array, Type(array.dtype, array.shape, weak)))

    def bind(self, primitive: Any, operands: Sequence[Any], params: dict[str, Any]) -> Any:
        """Append a call, or compute it where everything is constant and small."""
        atoms = tuple(
            [x.atom if type(x) is Sym and x.builder is self else self.lift(x).atom for x in operands]
        )
        try:
            types = primitive.output_types(tuple([a.type for a in atoms]), params)
        except CompileError as error:
            error.at(self.site.span)
            raise
        if (
            primitive.foldable
            and all([type(a) is Const for a in atoms])
            and all([t.size <= settings.fold_limit for t in types])
        ):
            return self._fold(primitive, atoms, params, types)
        outputs = tuple([self.fresh(t) for t in types])
        ordered = tuple(sorted(params.items())) if params else ()
        self.site.work += (
            CONTROL_WORK
            if primitive.kind == "control"
            else ARRAY_WORK
            if any([t.shape for t in types])
            else SCALAR_WORK
        )
        self.body.append(Call(outputs, primitive, atoms, ordered, self.site.span))
        if not primitive.effect:  # what the host gives is data
            self.site.note_origins(outputs, atoms)
        return tuple([Sym(self, v) for v in outputs]) if primitive.multiple else Sym(self, outputs[0])

    def _fold(
        self, primitive: Any, atoms: tuple[Atom, ...], params: dict[str, Any], types: tuple[Type, ...]
    ) -> Any:
        with np.errstate(all="ignore"):
            values = primitive.numpy(*(a.value for a in atoms if isinstance(a, Const)), **params)
        values = values if primitive.multiple else (values,)
        syms = tuple(Sym(self, Const(np.asarray(v, t.dtype), t)) for v, t in zip(values, types))
        return syms if primitive.multiple else syms[0]

    def undo_effects(self, since: int) -> None:
        """Remove the effects among the calls from there on, and what depends on them."""
        gone: set[str] = set()
        kept = []
        for call in self.body[since:]:
            if has_effects(call) or any([type(o) is Var and o.name in gone for o in call.operands]):
                gone.update([v.name for v in call.outputs])
            else:
                kept.append(call)
        self.body[since:] = kept
        if gone:
            keeps = lambda atom: type(atom) is not Var or atom.name not in gone
            self.reads = {key: value for key, value in self.reads.items() if keeps(value.atom)}

    def name(self, value: Any, hint: str) -> None:
        """Wish a name for a value that has none yet."""
        if isinstance(value, Sym) and isinstance(value.atom, Var):
            self.site.hints.setdefault(value.atom.name, hint)

    def hint(self, value: Sym) -> str | None:
        """The name that was wished for a value."""
        return self.site.hints.get(value.atom.name) if isinstance(value.atom, Var) else None

    def finish(self, results: Iterable[Any], name: str, lead: int = 0) -> Program:
        """The closed program, without dead calls, with final names.

        Its parameters: the first `lead` declared ones, those captured from the parent, the other declared ones.
        """
        atoms = [self.lift(r).atom for r in results]
        self.site.place = self.place
        body = live_calls(self.body, atoms)
        captured = map(variable, self.captured.values())
        parameters = (*self.parameters[:lead], *captured, *self.parameters[lead:])
        return rename_variables(Program(name, parameters, tuple(body), tuple(atoms)), self.site.hints)


def variable(value: Sym) -> Var:
    """The variable that a value is: it is known to be no constant."""
    assert isinstance(value.atom, Var)
    return value.atom


def has_effects(call: Call) -> bool:
    """Whether the call must run even if nobody reads what it gives."""
    inside = [c for p in call.programs() for c in p.body] if call.primitive.kind == "control" else []
    return call.primitive.effect or any(map(has_effects, inside))


def live_calls(
    body: Sequence[Call],
    results: Iterable[Atom],
    stays: Callable[[Call], bool] = lambda call: call.primitive.effect,
) -> list[Call]:
    """The calls that some result depends on, in order, and those that stay in any case."""
    live = {r.name for r in results if isinstance(r, Var)}
    kept = []
    for call in reversed(body):
        if stays(call) or any([v.name in live for v in call.outputs]):
            kept.append(call)
            live.update([o.name for o in call.operands if type(o) is Var])
    return kept[::-1]


def rename_variables(program: Program, hints: dict[str, str]) -> Program:
    """Every variable named from what the user called it, else from its primitive and first operand; clashes get _1."""
    new: dict[str, Var] = {}
    taken: dict[str, int] = {}
    counted: set[str] = set()

    def settle(var: Var, base: str) -> Var:
        if not base.isidentifier():  # it is made of a key of a dict
            base = re.sub(r"[\W_]+", "_", base).strip("_")
            base = base if base.isidentifier() else f"x_{base}"
        base = base if base not in RESERVED else base + "_"
        name = base
        while name in counted:
            taken[base] = taken.get(base, 0) + 1
            name = f"{base}_{taken[base]}"
        counted.add(name)
        new[var.name] = result = Var(name, var.type)
        return result

    def rename(atoms: tuple[Atom, ...]) -> tuple[Atom, ...]:
        return tuple([new[a.name] if type(a) is Var else a for a in atoms])

    parameters = tuple([settle(p, hints.get(p.name, "x")) for p in program.parameters])
    body: list[Call] = []
    versions: dict[str, str] = {}
    for call in program.body:
        operands = rename(call.operands)
        names = [hints.get(v.name) or _derived_name(call, hints, versions) for v in call.outputs]
        outputs = tuple(map(settle, call.outputs, names))
        body.append(Call(outputs, call.primitive, operands, call.params, call.span))
    return Program(program.name, parameters, tuple(body), rename(program.results))


DATA = {"select_region": 2}  # the operands that a name may be derived from: not the bounds


def _derived_name(call: Call, hints: dict[str, str], versions: dict[str, str]) -> str:
    """`versions`: the names of the arrays that writes have made other versions of."""
    first = ""
    if call.primitive.access == "write" and type(array := call.operands[0]) is Var:
        first = hints.get(array.name) or versions.get(array.name, "")
        versions[call.outputs[0].name] = first
    for operand in call.operands[: DATA.get(call.primitive.name)] if not first else ():
        if type(operand) is Var and operand.name in hints:
            first = hints[operand.name]
            break
    stem = call.primitive.name.rstrip("_")
    return f"{stem}_{first}" if first and len(stem) + len(first) < 24 else stem + "_" * (stem in RESERVED)


def builder_of(operands: Iterable[Any]) -> Builder | None:
    """The innermost builder among the operands; None if all of them are plain values."""
    best = None
    for operand in operands:
        if (
            type(operand) is Sym
            and operand.builder is not best
            and (best is None or operand.builder.depth > best.depth)
        ):
            best = operand.builder
    return best


def arithmetic(name: str, *operands: Any) -> Any:
    """An elementwise primitive on operands of any types: promoted and broadcast first."""
    if any(isinstance(o, (list, tuple, str, type(None))) for o in operands):
        return NotImplemented
    return TABLE[name](*match(*operands))


def match(*operands: Any) -> list[Any]:
    """The operands in their common dtype and shape (a Python number is weak). No Sym among them: as they are."""
    builder = builder_of(operands)
    if builder is None:
        return list(operands)
    syms = [builder.lift(o) for o in operands]
    dtype = promote(*((s.dtype, s.weak) for s in syms))
    shape = broadcast_shapes(*(s.type for s in syms))
    if all(s.weak for s in syms):
        syms = [s if s.dtype == dtype else TABLE["cast"](s, dtype=dtype, weak=True) for s in syms]
        return [broadcast_to(s, shape) for s in syms] if shape else syms  # a batch of Python's numbers
    return [broadcast_to(convert(s, dtype), shape) for s in syms]


def convert(x: Any, dtype: Any) -> Any:
    """x in another dtype, and strong; nothing where it is.

    Raises:
        CompileError: a Python integer that is known does not fit. (If one that is computed does not, the call raises
            OverflowError.)
    """
    dtype = dtype if isinstance(dtype, np.dtype) else np.dtype(dtype)
    if not isinstance(x, Sym):
        return np.asarray(x).astype(dtype, copy=False)
    type = x.atom.type
    if type.dtype != dtype:
        if type.weak:
            check_fits(x, dtype)
        return TABLE["cast"](x, dtype=dtype)
    if not type.weak:
        return x
    return (
        Sym(x.builder, Const(x.value, type.update(weak=False)))
        if x.is_const
        else TABLE["cast"](x, dtype=dtype)
    )


def bounds_of(x: Sym) -> tuple[int, int]:
    """The least and the greatest value that an integer scalar may have, as far as that is known."""
    facts, own = x.facts or Facts(), np.iinfo(x.dtype)
    return (
        own.min if facts.lo is None else max(own.min, facts.lo),
        own.max if facts.hi is None else min(own.max, facts.hi),
    )


def surely_fits(x: Sym, dtype: np.dtype) -> bool:
    """Whether an integer scalar is one of the dtype's values, whatever it is."""
    least, most = bounds_of(x)
    return np.iinfo(dtype).min <= least and most <= np.iinfo(dtype).max


def check_fits(x: Sym, dtype: np.dtype) -> None:
    """A Python integer that meets an integer dtype has to fit (NEP 50)."""
    if x.dtype.kind != "i" or dtype.kind not in "iu":
        return
    limits = np.iinfo(dtype)
    if x.is_const:
        if not limits.min <= x.value <= limits.max:
            raise CompileError(f"Python integer {x.value} out of bounds for {dtype.name}", kind=OverflowError)
        return
    least, most = bounds_of(x)
    outside = [x < np.asarray(limits.min, x.dtype)] if least < limits.min else []
    outside += [x > np.asarray(limits.max, x.dtype)] if most > limits.max else []
    if outside and x.builder.site.fail is not None:
        message = "Python integer ", x, f" out of bounds for {dtype.name}"
        x.builder.site.fail(
            outside[0] if len(outside) == 1 else outside[0] | outside[1], OverflowError, message, False
        )


def broadcast_shapes(*types: Type) -> tuple[int, ...]:
    extended = {t.shape for t in types if t.shape}
    if len(extended) < 2:
        return extended.pop() if extended else ()
    try:
        return np.broadcast_shapes(*(t.shape for t in types))
    except ValueError:
        shapes = " and ".join(dict.fromkeys(str(t) for t in types))
        raise CompileError(
            f"shapes differ: {shapes}",
            "align the trailing axes, or insert one with x[:, None]",
            kind=ValueError,
        ) from None


def broadcast_to(x: Any, shape: tuple[int, ...]) -> Any:
    """NumPy's broadcast_to; nothing where the shape is right."""
    if not isinstance(x, Sym):
        return np.broadcast_to(x, shape)
    if x.shape == tuple(shape):
        return x
    shape = tuple(shape)
    if x.is_const and not x.shape and math.prod(shape) <= settings.fold_limit:
        return Sym(x.builder, Const(np.full(shape, x.value, x.dtype), Type(x.dtype, shape)))
    lead = len(shape) - x.ndim
    if lead < 0 or any(n not in (1, m) for n, m in zip(x.shape, shape[lead:])):
        raise CompileError(f"{x.type} can't be broadcast to shape {shape}", kind=ValueError)
    kept = [k for k, n in enumerate(x.shape) if n == shape[lead + k]]
    if len(kept) < x.ndim:
        x = TABLE["reshape"](x, shape=tuple(x.shape[k] for k in kept))
    return TABLE["broadcast"](x, shape=shape, axes=tuple([lead + k for k in kept]))
