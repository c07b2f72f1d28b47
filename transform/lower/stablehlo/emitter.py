"""Emit the operations of a module: `Emitter`, which lowering rules call, and `Module`, which holds the
functions.

emit(op, *values, out=Type, **attributes)    one operation; `out` defaults to the type of the first operand;
                                             attributes are MLIR text; returns the result, a `Value`
emit.constant(array)                         a constant
emit.region(program, types, bind)            a region that runs a closed program
emit.block(types, write)                     a region that `write` writes
emit.inline(program, values, owned)          the calls of a closed program, here
emit.call(program, values)                   a call of a private function made from a program
emit.callback(function, *values, out=…)      a call of a Python function on the host
emit.fenced(value)                           the value, after what must be read before the current call overwrites
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from ...core.dtypes import is_inexact, settings
from ...core.errors import CompileError, InternalError, Span
from ...ir.mlir_text import Value, by_rows, literal, names, mlir_location, symbol, tensor, types
from ...ir.program import Atom, Call, Program, Type, Var
from ...primitives.control.native import Hosted, Kernel
from ...primitives.control.sharding import Mesh
from ...primitives.lowering.common_forms import compare, like, pick
from ..in_place.materialization import is_identity_call
from .control_flow import lower_cond, lower_fori, lower_while
from .kernel_calls import call_kernel
from .exact import ANYTHING, CONCERNED, CONSTANT, Origins, is_combined
from .polls import Polls, is_heavy
from .schedule import Analysis, Step
from .platforms import CPU, Platform
from .sharding import Members, Partitioned, Spread, Tiling, attribute, mesh_text, sharding_text

KEEP = ' {mhlo.frontend_attributes = {inlineable = "false"}}'  # XLA neither inlines nor fuses such a call
KERNEL = "// kernel:"  # comments after this are a function in the language of LLVM
MOVES = ("stablehlo.reshape", "stablehlo.transpose", "stablehlo.broadcast_in_dim")  # perhaps only a new shape

CONTROL: dict[str, Callable[..., Any]] = {
    "cond": lower_cond,
    "fori_loop": lower_fori,
    "while_loop": lower_while,
}


def hazardous(call: Call, platform: Platform = CPU) -> bool:
    """Whether XLA's algebraic simplifier must be kept from moving other operations across this one.

    It moves a reshape over an update of several elements, which is then done in place while it still reads what it
    overwrites (openxla/xla#49176), and it merges windows of windows without clamping where they start (#49121). For
    CUDA it fuses an update with what computes its array from the result of another one, and then refuses the program
    ("expected fusion parameter backing hero operand").
    """
    if call.primitive.access == "write":
        return call.operands[1].type.size > 1 or not platform.free_barriers
    if call.primitive.name != "dynamic_slice":
        return False
    shape, drop = call.operands[0].type.shape, call.param("drop")
    return any(
        size < n and axis not in drop for axis, (size, n) in enumerate(zip(call.param("sizes"), shape))
    )


def updated_variables(program: Program) -> frozenset[str]:
    """The variables that such updates overwrite, here or in a function that is called.

    Where one is a reshape, XLA reads the update's window through the old shape, and again overwrites it meanwhile.
    """
    updates = {
        call.operands[0] for call in program.body if call.primitive.access == "write" and hazardous(call)
    }
    given = {operand for call in program.body if call.primitive.name == "call" for operand in call.operands}
    return frozenset(v.name for v in updates | given if isinstance(v, Var))


class Module:
    """The private functions made so far: one for each called program, outlined read and fence."""

    def __init__(
        self,
        analysis: Analysis | None = None,
        spread: Spread | None = None,
        polls: Polls | None = None,
        platform: Platform = CPU,
    ) -> None:
        self.platform = platform
        self.analysis, self.polls = analysis or Analysis(), polls if platform.stops_loops else None
        self.spread, self.partitioned = spread, spread if isinstance(spread, Partitioned) else None
        self.members = {spread.name: spread.size} if isinstance(spread, Members) else {}
        self.meshes: dict[tuple[Mesh, tuple[int, ...]], str] = {}
        self.functions: list[str] = []
        self.names: dict[Any, tuple[str, Any]] = {}
        self.taken: dict[str, int] = {}
        self.used = {"main"}
        self.places: dict[str, str] = {}
        self.callbacks: list[Any] = []
        self.hosted: dict[int, Hosted] = {}  # what kernels call, by number
        self.kernels: dict[str, str] = {}
        self.origins: dict[str, list[frozenset[str]]] = {}  # function -> those of its results

    def function(
        self,
        program: Program,
        name: str,
        public: bool = False,
        donated: frozenset[int] = frozenset(),
        depth: int = 0,
        may_poll: bool = True,
        known: Sequence[frozenset[str]] = (),
    ) -> str:
        emit = Emitter(self)
        emit.depth, emit.may_poll = depth, self.polls is not None and may_poll
        values = [emit.fresh(p.type) for p in program.parameters]
        emit.origins.note_known(values, known)
        results = emit.inline(program, values)
        self.origins[name] = [emit.origins.of(r) for r in results]
        if not public:
            return emit.as_function(name, values, results)
        donors = [["jax.buffer_donor = true"] * (k in donated) for k in range(len(values))]
        given = self.marks(values, donors, "parameters"), self.marks(results, [()] * len(results), "results")
        return emit.as_function(name, values, results, *given, "public")

    def marks(self, values: Sequence[Value], known: Sequence[Sequence[str]], which: str) -> list[str]:
        """The attributes of parameters or results: those known, and where they lie."""
        places: Sequence[Tiling | None] = [None] * len(values)
        if self.partitioned is not None:
            places = getattr(self.partitioned, which)
        found = []
        for value, marks, tiling in zip(values, known, places, strict=True):
            sharding = (
                [] if tiling is None else [f"sdy.sharding = {self.sharding(*tiling, len(value.shape))}"]
            )
            found.append(f" {{{', '.join([*marks, *sharding])}}}" if marks or sharding else "")
        return found

    def sharding(self, mesh: Mesh, devices: tuple[int, ...], spec: tuple[Any, ...], ndim: int) -> str:
        """The attribute that says how an array lies; its mesh is declared.

        Raises CompileError in a program that XLA does not divide, and for meshes of another size.
        """
        if self.partitioned is None:
            raise CompileError("a sharding constraint inside of pmap", "every device sees its own part only")
        if len(devices) != self.partitioned.size:
            raise CompileError(
                f"meshes of {len(devices)} and of {self.partitioned.size} devices in one function",
                "all shardings of a function are over the same devices",
            )
        name = self.meshes.setdefault((mesh, devices), f"mesh_{len(self.meshes)}" if self.meshes else "mesh")
        return sharding_text(name, spec, ndim)

    def some_mesh(self) -> tuple[Mesh, tuple[int, ...]] | None:
        """A mesh and its devices, if XLA divides the program."""
        if self.partitioned is None:
            return None
        tilings = (*self.partitioned.parameters, *self.partitioned.results)
        known = [(tiling.mesh, tiling.devices) for tiling in tilings if tiling is not None]
        return known[0] if known else next(iter(self.meshes), None)

    def private(self, key: Any, base: str, make: Callable[[str], str], keep: Any = None) -> str:
        """The name of the private function for a key; `make(name)` gives its text on first use."""
        if key not in self.names:
            base = symbol(base)
            name, count = base, self.taken.get(base, 0)
            while name in self.used:
                count += 1
                name = f"{base}_{count}"
            self.taken[base] = count
            self.used.add(name)
            self.names[key] = name, keep
            self.functions.append(make(name))
        return self.names[key][0]

    def name_of(self, program: Program, depth: int, may_poll: bool, known: tuple[frozenset[str], ...]) -> str:
        """The function of a program, for a call whose operands have these origins.

        There is one function for all origins where barriers cost nothing.
        """
        known = tuple([ANYTHING] * len(known)) if self.platform.free_barriers else known
        make = lambda name: self.function(program, name, depth=depth, may_poll=may_poll, known=known)
        return self.private((id(program), depth, may_poll, known), program.name, make, program)

    def outlined(self, call: Call) -> str:
        """A function of its own for one call, the same for all calls of these types and parameters."""
        key = call.primitive.name, tuple(o.type for o in call.operands), call.params
        return self.private(key, f"do_{call.primitive.name}", lambda name: self._outlined(call, name))

    def _outlined(self, call: Call, name: str) -> str:
        emit = Emitter(self)
        emit.depth = 1
        values = [emit.fresh(o.type) for o in call.operands]
        return emit.as_function(name, values, emit.primitive(call, values))

    def fence(self, kinds: tuple[Type, ...]) -> str:
        """A function that returns its first argument."""

        def make(name: str) -> str:
            emit = Emitter(self)
            values = [emit.fresh(t) for t in kinds]
            return emit.as_function(name, values, values[:1])

        return self.private(("fence", kinds), "fence", make)

    def location(self, span: Span | None) -> str:
        if span is None:
            return ""
        return f" loc({self.places.setdefault(mlir_location(span), f'#loc{len(self.places)}')})"

    def text(self, name: str, functions: Sequence[str]) -> str:
        aliases = [f"{alias} = {text}" for text, alias in self.places.items()]
        meshes = [mesh_text(mesh, *what) for what, mesh in self.meshes.items()]
        head = f"module @{symbol(name)}{attribute(self.spread)} {{"
        return "\n".join(
            [head, *meshes, *functions, "}", *aliases, *map(as_comment, self.kernels.values()), ""]
        )


def as_comment(kernel: str) -> str:
    """A kernel at the end of a module, which the runtime finds there by its name."""
    return "\n".join([KERNEL, *[f"// {line}" for line in kernel.splitlines()]])


class Emitter:
    """Writes the operations of one function."""

    def __init__(self, module: Module):
        self.module, self.platform = module, module.platform
        self.lines: list[str] = []
        self.count = 0
        self.location = ""
        self.depth = 0  # of loops around
        self.may_poll = False  # may a loop here check whether it is to stop?
        self.mutable: set[str] = set()  # values that are versions of an array which a loop around overwrites
        self.tokens: list[Value] = []  # what must be read before the current call overwrites
        # result of a branch -> what is known only after the branch
        self.later: dict[str, tuple[Value, ...]] = {}
        self.constants: dict[Hashable, Value] = {}
        self.known: dict[str, np.ndarray] = {}  # scalar constants by name
        self.shapes: set[str] = set()  # values that may be others in a new shape
        self.unsure: set[str] = set()  # values that a constant NaN goes into
        self.origins = Origins()  # what values are, as far as XLA would combine them with others
        # numbers that are 1 where a condition holds and 0 elsewhere
        self.masks: dict[str, Callable[[], Value]] = {}

    def fresh(self, t: Type) -> Value:
        self.count += 1
        return Value(f"%{self.count}", t)

    def line(self, text: str) -> None:
        self.lines.append(text + self.location)

    def __call__(
        self,
        op: str,
        *values: Value,
        out: Type | tuple[Type, ...] | None = None,
        regions: str = "",
        **attributes: str,
    ) -> Any:
        properties = ""
        if attributes:
            properties = f" <{{{', '.join([f'{k} = {v}' for k, v in attributes.items()])}}}>"
        if isinstance(out, tuple):
            results, given = self.results(out)
            self.lines.append(
                f'{given}"{op}"({names(values)}){properties}{regions} : ({types(values)}) -> '
                f"({types(results)}){self.location}"
            )
            return tuple(results)
        values = tuple(self.hidden_from(op, values)) if is_combined(op, attributes) else values
        self.count += 1
        result = Value(f"%{self.count}", out or values[0].type)
        if op in MOVES:
            self.shapes.add(result.name)
            self.move_mask(op, values[0], result, attributes)
        if op in CONCERNED:
            self.origins.note(op, values, result)
        self.lines.append(
            f'{result.name} = "{op}"({names(values)}){properties}{regions} : ({types(values)}) -> '
            f"{tensor(result.type)}{self.location}"
        )
        return self.guarded(op, values, result) if self.unsure else result

    def guarded(self, op: str, values: Sequence[Value], result: Value) -> Value:
        """XLA compiles the exponential of narrow floats for arguments that are no NaN: of one that LLVM knows to be NaN
        nothing is computed."""
        if not any([v.name in self.unsure for v in values]):
            return result
        self.unsure.add(result.name)
        if op != "stablehlo.exponential" or result.type.dtype.itemsize > 4:
            return result
        return pick(self, compare(self, "NE", values[0], values[0]), values[0], result)

    def hidden_from(self, op: str, values: Sequence[Value]) -> Sequence[Value]:
        """The operands, those behind a barrier that XLA would combine with this operation."""
        hidden = self.origins.hidden(op, values)
        return [self.barrier(v, values) if k in hidden else v for k, v in enumerate(values)]

    def barrier(self, x: Value, values: Sequence[Value]) -> Value:
        """x, one of the operands, which XLA does not combine with the operation that reads them.

        Where it would neither fuse these, x is chosen by a condition that always holds, as LLVM sees, but not XLA.
        The condition is on an operand that is no constant, and the other choice is not x: else XLA sees it as well.
        """
        if self.platform.free_barriers:
            return self("stablehlo.optimization_barrier", x)
        tested = next(v for v in (x, *values) if CONSTANT not in self.origins.of(v))
        always = self("stablehlo.or", *(compare(self, way, tested, tested) for way in ("EQ", "NE")))
        return pick(self, always, x, like(self, x, 0 if tested is x else 2))

    def indicator(self, condition: Value, out: Type) -> Value:
        """1 where the condition holds, 0 elsewhere.

        (Not a converted condition: XLA makes a choice of a product with such, in which NaN * 0 is 0.)
        """
        one, zero = (self.constant(np.broadcast_to(np.asarray(k, out.dtype), out.shape)) for k in (1, 0))
        result = self("stablehlo.select", condition, one, zero, out=out)
        self.masks[result.name] = lambda: condition
        return result

    def condition(self, number: Value) -> Value | None:
        """The condition of which a number is the indicator, if it is one."""
        found = self.masks.get(number.name)
        return found() if found else None

    def move_mask(self, op: str, source: Value, result: Value, attributes: dict[str, str]) -> None:
        condition = self.masks.get(source.name)
        if condition:
            out = result.type.update(dtype=np.dtype(bool))
            self.masks[result.name] = lambda: self(op, condition(), out=out, **attributes)

    def results(self, kinds: Sequence[Type]) -> tuple[list[Value], str]:
        """Values for the results of one operation, and the text that defines them."""
        self.count += 1
        if len(kinds) == 1:
            return [Value(f"%{self.count}", kinds[0])], f"%{self.count} = "
        values = [Value(f"%{self.count}#{k}", t) for k, t in enumerate(kinds)]
        return values, f"%{self.count}:{len(kinds)} = " if kinds else ""

    def constant(self, array: np.ndarray) -> Value:
        array = np.asarray(array)
        small = array.size < 64 or settings.any_size
        key = array.dtype, array.shape, array.tobytes() if small else id(array)
        if key not in self.constants or not small:
            t = Type(array.dtype, array.shape)
            value = self("stablehlo.constant", out=t, value=f"dense<{literal(array)}> : {tensor(t)}")
            self.constants[key] = value
            self.origins.note_constant(value, array)
            if is_inexact(array.dtype) and np.isnan(array).any():
                self.unsure.add(value.name)
            if not array.shape:
                self.known[value.name] = array
        return self.constants[key]

    def callback(
        self, function: Callable[..., Any], *values: Value, out: Type | tuple[Type, ...], effect: bool = True
    ) -> Any:
        """A call of a Python function on the host as the program runs. Its arrays lie by rows, on either side.

        Raises CompileError on a platform that has no such calls.
        """
        target = self.module.platform.callback
        if target is None:
            raise CompileError(
                f"a call back into Python on {self.module.platform.name}, which cannot make one",
                'run the function on the CPU: recto.jit(f, device=recto.devices("cpu")[0])',
            )
        self.module.callbacks.append(function)
        given = [v.type for v in values]
        return self(
            "stablehlo.custom_call",
            *values,
            out=out,
            call_target_name=f'"{target}"',
            api_version="4 : i32",
            has_side_effect=str(effect).lower(),
            operand_layouts=by_rows(given),
            result_layouts=by_rows(out if isinstance(out, tuple) else (out,)),
            backend_config=f"{{index = {len(self.module.callbacks) - 1} : ui64}}",
        )

    def native(self, kernel: Kernel, values: Sequence[Value], out: tuple[Type, ...]) -> tuple[Value, ...]:
        """A call of a native function, which overwrites arrays in place."""
        return call_kernel(self, kernel, values, out)

    @contextlib.contextmanager
    def inside(self, body: Program) -> Iterator[None]:
        """While a loop with this body is written."""
        outer, self.may_poll = self.may_poll, self.may_poll and is_heavy(body)
        yield
        self.may_poll = outer

    def local(self, value: Value) -> Value:
        """The value; a scalar constant again in this region, as XLA would carry it through a loop otherwise."""
        return self.constant(self.known[value.name]) if value.name in self.known else value

    def undivided(self, x: Value, axis: int) -> Value:
        """x, whole along an axis on every device, in a program that XLA divides.

        Its partitioner dies of some operations along axes that are divided.
        """
        mesh = self.module.some_mesh()
        if mesh is None:
            return x
        spec = tuple([() if k == axis else None for k in range(len(x.shape))])
        return self("sdy.sharding_constraint", x, sharding=self.module.sharding(*mesh, spec, len(x.shape)))

    # -- programs ----------------------------------------------------------------------------------------------------

    def inline(
        self, program: Program, values: Sequence[Value], owned: frozenset[int] = frozenset()
    ) -> list[Value]:
        """Emit the calls of a closed program with values for its parameters; its results.

        Args:
            owned: the parameters whose buffers this region may overwrite (those a loop carries).
        """
        env = {p.name: v for p, v in zip(program.parameters, values, strict=True)}
        shared = frozenset(k for k, v in enumerate(values) if v.name in self.mutable)
        plan = self.module.analysis.plan(program, owned, shared)
        outer, overwritten = self.location, updated_variables(program)
        for step in plan.steps:
            self.step(step, env, plan.mutable)
            for var in step.call.outputs:
                if var.name in overwritten and env[var.name].name in self.shapes:
                    env[var.name] = self("stablehlo.optimization_barrier", env[var.name])
        self.location, self.tokens = outer, []
        return [self.atom(r, env) for r in program.results]

    def atom(self, atom: Atom, env: dict[str, Value]) -> Value:
        return env[atom.name] if isinstance(atom, Var) else self.constant(atom.value)

    def step(self, step: Step, env: dict[str, Value], mutable: frozenset[str]) -> None:
        call = step.call
        self.location = self.module.location(call.span)
        operands = [self.atom(o, env) for o in call.operands]
        self.mutable.update(
            [env[o.name].name for o in call.operands if isinstance(o, Var) and o.name in mutable]
        )
        self.tokens = self.waits(env[t.name] for t in step.tokens)
        for operand in self.module.analysis.links(call) if self.later else ():
            self.tokens.extend(self.later.get(operands[operand].name, ()))
        if step.opaque or is_identity_call(call):
            results = self.outlined(call, operands)
        else:
            if self.tokens and call.primitive.access == "write":
                operands = self.fenced_operands(call, operands)
            results = self.primitive(call, operands)
        if call.primitive.access == "read" and operands[0].name in self.later:
            self.later[results[0].name] = self.later[operands[0].name]
        for var, value in zip(call.outputs, results, strict=True):
            env[var.name] = value
            if value.type.shape != var.type.shape or value.type.dtype != var.type.dtype:
                raise InternalError(
                    f"{call.primitive.name} lowered to {value.type}, not {var.type} ({call.span})"
                )

    def waits(self, values: Iterable[Value]) -> list[Value]:
        """Values to wait for, and with them those that are known later though they came from the same branch."""
        found = {}
        for value in values:
            for v in (value, *self.later.get(value.name, ())):
                found[v.name] = v
        return list(found.values())

    def primitive(self, call: Call, operands: Sequence[Value]) -> Sequence[Value]:
        """The operations of one call, by its primitive's rule."""
        rule, multiple = call.primitive.lower, call.primitive.multiple
        if isinstance(rule, str):
            return (self(rule, *operands, out=call.outputs[0].type),)
        out = tuple([v.type for v in call.outputs]) if multiple else call.outputs[0].type
        results = rule(self, *operands, out=out, **dict(call.params))
        if multiple:
            return results
        apart = hazardous(call, self.platform)
        return (self("stablehlo.optimization_barrier", results) if apart else results,)

    def outlined(self, call: Call, operands: Sequence[Value]) -> Sequence[Value]:
        if call.primitive.name == "call":
            return self.call(call.param("program"), operands, KEEP)
        return self.private_call(self.module.outlined(call), operands, [v.type for v in call.outputs], KEEP)

    def fenced_operands(self, call: Call, operands: list[Value]) -> list[Value]:
        """The operands of a write, one of them fenced: the smallest but the array itself.

        XLA ignores the start along an axis that the window fills, so a fence there would be lost.
        """
        allowed: Sequence[int] = range(1, len(operands))
        if call.primitive.name == "update_slice":
            full = [n == size for n, size in zip(call.operands[0].type.shape, call.param("sizes"))]
            allowed = [k for k in allowed if k == 1 or not full[k - 2]]
        k = min(allowed, key=lambda k: (operands[k].type.size, -k))
        return [*operands[:k], self.fenced(operands[k]), *operands[k + 1 :]]

    def fenced(self, value: Value) -> Value:
        return self.hidden(value) if self.tokens else value

    def hidden(self, value: Value) -> Value:
        """The value as the result of a call that XLA does not look into, after what must be read first."""
        if not self.module.analysis.in_place:
            return self("stablehlo.optimization_barrier", value)
        values = (value, *self.tokens)
        return self.private_call(
            self.module.fence(tuple([v.type for v in values])), values, [value.type], KEEP
        )[0]

    # -- regions and functions ---------------------------------------------------------------------------------------

    def region(
        self, program: Program, parameters: Sequence[Type], bind: Any, owned: frozenset[int] = frozenset()
    ) -> str:
        """Text of a region with block arguments of the given types.

        `bind(arguments)` gives the values for the program's parameters; the region returns the program's results.
        """
        return self.block(parameters, lambda arguments: self.inline(program, bind(arguments), owned))

    def block(self, parameters: Sequence[Type], write: Any) -> str:
        """Text of a region: `write(arguments)` emits its operations and gives what it returns."""
        outer = self.lines, self.location, self.constants, self.tokens
        self.lines, self.constants, self.tokens = [], {}, []
        arguments = [self.fresh(t) for t in parameters]
        results = write(arguments)
        self.line(f'"stablehlo.return"({names(results)}) : ({types(results)}) -> ()')
        body = "\n".join(self.lines)
        self.lines, self.location, self.constants, self.tokens = outer
        head = ", ".join([f"{a.name}: {tensor(a.type)}" for a in arguments])
        return f"{{\n^bb0({head}):\n{body}\n}}" if arguments else f"{{\n{body}\n}}"

    def control(self, name: str, *values: Value, **params: Any) -> Sequence[Value]:
        """A branch or a loop."""
        return CONTROL[name](self, *values, **params)

    def call(self, program: Program, values: Sequence[Value], attributes: str = "") -> tuple[Value, ...]:
        known = tuple([self.origins.of(v) for v in values])
        name = self.module.name_of(program, min(self.depth, 1), self.may_poll, known)
        results = self.private_call(name, values, program.result_types, attributes)
        self.origins.note_known(results, self.module.origins[name])
        return tuple(results)

    def private_call(
        self, name: str, values: Sequence[Value], kinds: Sequence[Type], attributes: str = ""
    ) -> list[Value]:
        results, given = self.results(kinds)
        self.line(
            f'{given}"func.call"({names(values)}) <{{callee = @{name}}}>{attributes} : ({types(values)}) -> '
            f"({types(results)})"
        )
        return results

    def as_function(
        self,
        name: str,
        values: Sequence[Value],
        results: Sequence[Value],
        marks: Sequence[str] = (),
        result_marks: Sequence[str] = (),
        visibility: str = "private",
    ) -> str:
        self.location = ""
        self.line(f'"func.return"({names(results)}) : ({types(results)}) -> ()')
        marks = marks or [""] * len(values)
        signature = ", ".join([f"{v.name}: {tensor(v.type)}{m}" for v, m in zip(values, marks)])
        body = "\n".join(self.lines)
        given = ", ".join(
            [f"{tensor(v.type)}{m}" for v, m in zip(results, result_marks or [""] * len(results))]
        )
        return f"func.func {visibility} @{name}({signature}) -> ({given}) {{\n{body}\n}}"
