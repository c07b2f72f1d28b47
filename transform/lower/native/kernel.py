"""The kernel of a loop nest: a function on buffers, and the handler through which XLA calls it.

A handler is a function of XLA's typed FFI (xla/ffi/api/c_api.h, version 0.3). Its frame has at 8 an extension, by which
XLA asks for the version; at 16 the functions of XLA, of which that at 48 makes errors; at 72 arguments and at 112
results, the data of each at 24. The process gives two symbols: `recto_interrupts`, the number of interrupts so far, and
`recto_interrupted`, the message of an error. Where the kernel may run for long, an argument behind the operands is what
that number was when it was called. Where it calls Python functions (host_calls.py), the last holds the number of the
first, and the address of the table of random states (core/hosted/handles.py).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from ...analysis.loops import LoopView, is_loop
from ...ir.mlir_text import Value
from ...ir.program import Atom, Call, Const, Program, Var, walk
from ...passes.simplify.value_ranges import full_of
from ...primitives.control.native import Kernel
from .arrays import Array, Operand, fill, load, store
from .draws.spare import is_alone, put_spares_back
from .guards import with_guards
from .host_calls import FAILED, LONGEST_TEXT
from .loops import INT64
from ..stablehlo.polls import SOON, cost_of, iterations
from .order import Order, has_buffer
from .regions import Regions
from .scalars import Refused
from .writer import Writer

NAME = "recto_kernel"
HANDLER = """define ptr @{name}(ptr %frame) {{
  %extension.at = getelementptr i8, ptr %frame, i64 8
  %extension = load ptr, ptr %extension.at
  %extended = icmp ne ptr %extension, null
  br i1 %extended, label %ask, label %run
ask:
  %kind.at = getelementptr i8, ptr %extension, i64 8
  %kind = load i32, ptr %kind.at
  %is.version = icmp eq i32 %kind, 1
  br i1 %is.version, label %version, label %run
version:
  %data.at = getelementptr i8, ptr %extension, i64 24
  %data = load ptr, ptr %data.at
  %major = getelementptr i8, ptr %data, i64 24
  store i32 0, ptr %major
  %minor = getelementptr i8, ptr %data, i64 28
  store i32 3, ptr %minor
  %traits = getelementptr i8, ptr %data, i64 32
  store i32 0, ptr %traits
  ret ptr null
run:
  %given.at = getelementptr i8, ptr %frame, i64 72
  %given = load ptr, ptr %given.at
  %made.at = getelementptr i8, ptr %frame, i64 112
  %made = load ptr, ptr %made.at
{buffers}{message}
  %status = call i32 @{name}.body({arguments})
{end}
}}"""
PLAIN = "  ret ptr null"
ENDED = """  %good = icmp eq i32 %status, 0
  br i1 %good, label %done, label %failed
done:
  ret ptr null
failed:
  %api.at = getelementptr i8, ptr %frame, i64 16
  %api = load ptr, ptr %api.at
  %make.at = getelementptr i8, ptr %api, i64 48
  %make = load ptr, ptr %make.at
  %error = alloca [32 x i8], align 8
  store i64 32, ptr %error
  %error.8 = getelementptr i8, ptr %error, i64 8
  store ptr null, ptr %error.8
  %error.16 = getelementptr i8, ptr %error, i64 16
{text}
  store ptr %text, ptr %error.16
  %error.24 = getelementptr i8, ptr %error, i64 24
  store i32 %status, ptr %error.24
  %made.error = call ptr %make(ptr %error)
  ret ptr %made.error"""
# why a kernel ended before it was done, and the text that says so:
STOPPED, RAISED = 1, 2
TEXTS = {
    (True, False): "  %text = select i1 true, ptr @recto_interrupted, ptr null",
    (False, True): "  %text = select i1 true, ptr %message, ptr null",
    (True, True): f"""  %raised = icmp eq i32 %status, {RAISED}
  %text = select i1 %raised, ptr %message, ptr @recto_interrupted""",
}
HOST = """  %hosted.first = load i64, ptr {first}
  %streams.place = getelementptr i64, ptr {first}, i64 1
  %streams = load ptr, ptr %streams.place"""
MESSAGE = f"  %message = alloca [{LONGEST_TEXT} x i8], align 8"
SYMBOLS = "@recto_interrupts = external global i64\n@recto_interrupted = external global i8\n"


def kernel_of(call: Call, polls: bool) -> tuple[Kernel, tuple[Atom, ...]]:
    """The kernel of a loop, or of a call of the host, and the operands for it. Raises Refused."""
    order = Order(replaces=True)
    try:
        return kernel_in_order(call, polls, order)
    except Refused:
        if not order.replaced_any:
            raise
        return kernel_in_order(call, polls, Order())


def kernel_in_order(call: Call, polls: bool, order: Order) -> tuple[Kernel, tuple[Atom, ...]]:
    if not call.outputs:
        raise Refused("nothing is computed")
    program, operands, carried = close_call(call)
    program = with_guards(program)
    if order.written(program) - carried.keys():
        raise Refused("an array is overwritten that the loop does not return")
    buffers = [f"%given.{k}" for k in range(len(operands))]
    made = [f"%made.{k}" for k in range(len(program.results))]
    start = f"%given.{len(operands)}" if polls and lasts(call) else None
    for k, n in carried.items():
        buffers[k] = made[n]
    w = Writer(len(made))
    body(w, program, order, buffers, made, start)
    return finish_kernel(w, program, buffers, made, carried, start), operands


def finish_kernel(
    w: Writer,
    program: Program,
    buffers: Sequence[str],
    made: Sequence[str],
    carried: Mapping[int, int],
    start: str | None,
) -> Kernel:
    """The kernel of what has been written.

    Args:
        program: what it computes.
        buffers, made: pointers to operands and results.
        carried: operands in the buffers of results.
        start: the pointer to the number of interrupts when the kernel is called, if it asks whether it is to stop.
    """
    added = [f"%made.{len(made) + k}" for k in range(len(w.buffers))]
    pointers = sorted({*buffers, *made, *added, *([start] if start else [])})
    ends = bool(start), bool(w.hosted)
    first = f"%given.{len(buffers) + bool(start)}"  # where the number of the first Python function is
    if w.hosted:
        pointers.append(first)
    text = function(w, start, pointers, first) + HANDLER.format(
        name=NAME,
        buffers="\n".join(map(load_pointer, pointers)),
        message=f"\n{MESSAGE}" if w.hosted else "",
        arguments=", ".join(f"ptr {p}" for p in (*pointers, *["%message"] * ends[1])),
        end=ENDED.format(text=TEXTS[ends]) if any(ends) else PLAIN,
    )
    name = f"recto_native_{hashlib.sha256(text.encode()).hexdigest()[:32]}"
    in_place = tuple([(n, k) for k, n in carried.items()])
    text = text.replace(NAME, name) + "\n"
    acts = any(c.primitive.effect for c in walk(program))
    room = tuple(w.buffers)
    return Kernel(name, text, program, in_place, room, start is not None, tuple(w.hosted), acts)


def lasts(call: Call) -> bool:
    """Whether a loop may run for long. So may those whose rounds are not known."""
    inside = [call, *[inner for program in call.programs() for inner in walk(program)]]
    unknown = any(c.primitive.name == "while_loop" or is_loop(c) and iterations(c) is None for c in inside)
    return unknown or cost_of(call) > SOON


def close_call(call: Call) -> tuple[Program, tuple[Atom, ...], dict[int, int]]:
    """A call as a program, its operands, and which of them are in the buffers of results: those that a loop carries."""
    first = LoopView(call).first if is_loop(call) else len(call.operands)
    parameters: list[Var] = []
    operands: list[Atom] = []
    known: dict[str, Var] = {}
    inner: list[Atom] = []
    carried: dict[int, int] = {}
    for k, operand in enumerate(call.operands):
        if isinstance(operand, Const) and not has_buffer(operand):
            inner.append(operand)
            continue
        if isinstance(operand, Var) and k < first and operand.name in known:
            inner.append(known[operand.name])
            continue
        var = Var(f"a{k}", operand.type)
        if isinstance(operand, Var) and k < first:
            known[operand.name] = var
        if k >= first and has_buffer(operand):
            carried[len(operands)] = k - first
        parameters.append(var)
        operands.append(operand)
        inner.append(var)
    if any(o.type.size == 0 for o in (*operands, *call.outputs)):
        raise Refused("an array without elements")
    results = tuple([Var(f"r{k}", v.type) for k, v in enumerate(call.outputs)])
    again = Call(results, call.primitive, tuple(inner), call.params, call.span)
    return Program("kernel", tuple(parameters), (again,), results), tuple(operands), carried


def body(
    w: Writer, program: Program, order: Order, buffers: Sequence[str], made: Sequence[str], start: str | None
) -> None:
    """The instructions that compute a program on buffers. They return 0, or 1 if they were stopped."""
    began = load(w, start, INT64) if start else None
    values: list[Operand] = [
        Array(pointer, p.type) if has_buffer(p) else load(w, pointer, p.type)
        for pointer, p in zip(buffers, program.parameters)
    ]
    w.given = {v.name for v in values if isinstance(v, Value)}
    w.alone = is_alone(program)
    limits = tuple([full_of(t) for t in program.parameter_types])
    results = Regions(w, order, began).program(program, values, limits)
    for value, pointer in zip(results, made):
        if isinstance(value, Value):
            store(w, value, pointer)
        elif not isinstance(value, Array) or value.pointer != pointer:
            fill(w, Array(pointer, value.type), value)
    end(w, 0)
    if start:
        w.begin("stopped")
        end(w, STOPPED)
    if w.hosted:
        w.begin(FAILED)
        end(w, RAISED)


def end(w: Writer, status: int) -> None:
    put_spares_back(w)
    w.line(f"ret i32 {status}")


def function(w: Writer, start: str | None, pointers: Sequence[str], first: str) -> str:
    parameters = ", ".join([f"ptr noalias {p}" for p in pointers] + ["ptr %message"] * bool(w.hosted))
    head = f"define internal i32 @{NAME}.body({parameters}) noinline {{\nentry:"
    begin = [*w.slots, HOST.format(first=first)] if w.hosted else w.slots
    parts = [SYMBOLS * bool(start), *w.constants, *sorted(w.declared), *w.helpers.values()]
    return "\n".join([*parts, head, *begin, *w.lines, "}", ""])


def load_pointer(name: str) -> str:
    """The data of a buffer, by the name %given.K or %made.K."""
    source, number = name.split(".")
    return "\n".join(
        [
            f"  {name}.at = getelementptr i8, ptr {source}, i64 {8 * int(number)}",
            f"  {name}.buffer = load ptr, ptr {name}.at",
            f"  {name}.data = getelementptr i8, ptr {name}.buffer, i64 24",
            f"  {name} = load ptr, ptr {name}.data",
        ]
    )
