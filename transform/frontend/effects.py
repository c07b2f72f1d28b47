"""Effects and the text they need: print as an ordered host call, messages of exceptions, f-strings, `with`."""
from __future__ import annotations

from typing import Any

import gast

from ..build import Sym
from ..errors import CompileError
from .texts import Hole, Message, Payload, Text
from .interpreter import Frame, Interpreter
from .values import Array, DynamicText, External, Instance, contains_dynamic, describe


def format_string(interp: Interpreter, frame: Frame, node: gast.JoinedStr) -> Any:
    parts: list = []
    for piece in node.values:
        if isinstance(piece, gast.Constant):
            parts.append(str(piece.value))
            continue
        value = interp.settled(interp.evaluate(frame, piece.value))
        spec = format_string(interp, frame, piece.format_spec) if piece.format_spec else ""
        conversion = chr(piece.conversion) if piece.conversion not in (-1, None) else ""
        if isinstance(value, DynamicText):
            parts += value.parts
        elif isinstance(value, (Sym, Array)) and not (isinstance(value, Sym) and value.is_const):
            parts.append((value, spec, conversion))
        else:
            parts.append(_static_text(interp, value, spec, conversion))
    return "".join(parts) if all(isinstance(p, str) for p in parts) else DynamicText(parts)


def _static_text(interp: Interpreter, value: Any, spec: str, conversion: str) -> str:
    if contains_dynamic(value):
        if isinstance(value, (list, tuple, dict, Instance)):
            raise CompileError(f"the text of {describe(value)} that holds dynamic values", "format its items one by one")
        value = interp.static(value, "a formatted value")
    if isinstance(value, External):
        value = value.value
    if conversion:
        value = {"r": repr, "s": str, "a": ascii}[conversion](value)
    return format(value, spec)


def template(interp: Interpreter, value: Any, values: list) -> Any:
    """A value for the host: static ones as they are, dynamic ones as holes with their Syms appended to `values`."""
    if isinstance(value, DynamicText):
        return Text(tuple(p if isinstance(p, str) else _hole(interp, *p, values) for p in value.parts))
    if isinstance(value, (Sym, Array)):
        return _hole(interp, value, "", "", values)
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return type(value)(template(interp, v, values) for v in value)
    if isinstance(value, External):
        return value.value
    return value


def _hole(interp: Interpreter, value: Any, spec: str, conversion: str, values: list) -> Hole:
    values.append(interp.sym(value))
    return Hole(len(values) - 1, spec, conversion, isinstance(value, Sym) and value.weak)


def print_values(interp: Interpreter, args: tuple, kwargs: dict) -> None:
    """print(...): an ordered call of the host, threaded through the register `world`."""
    from ..primitives import host_print
    if kwargs.keys() - {"sep", "end", "flush"}:
        raise CompileError("print to a file in compiled code", "only sep=, end= and flush= are supported")
    values: list = []
    texts = tuple(template(interp, a, values) for a in args)
    message = Message(texts, kwargs.get("sep", " ") or " ", "\n" if kwargs.get("end") is None else kwargs["end"])
    new = host_print(interp.sym(interp.registers["world"]), *values, message=message)
    interp.trail.write(interp.registers, "world", new)


def payload(interp: Interpreter, arguments: tuple) -> tuple:
    """The arguments of an exception; dynamic ones are kept in registers, fetched when it is raised."""
    values: list = []
    templates = tuple(template(interp, a, values) for a in arguments)
    site = f"{interp.span}"
    for k, v in enumerate(values):
        interp.trail.write(interp.registers, ("payload", site, k), v)
    return Payload(templates, tuple(("payload", site, k) for k in range(len(values))))


def enter_context(interp: Interpreter, frame: Frame, node: gast.With) -> None:
    """`with` on context managers that are known now (np.errstate …): entered while the block is read."""
    import contextlib
    from .assign import assign
    with contextlib.ExitStack() as stack:
        for item in node.items:
            manager = interp.evaluate(frame, item.context_expr)
            manager = manager.value if isinstance(manager, External) else manager
            if isinstance(manager, Instance) or not hasattr(manager, "__enter__"):
                raise CompileError(f"{describe(manager)} can't be entered in compiled code",
                                   "`with` works on context managers known while compiling, such as np.errstate(…)")
            value = stack.enter_context(manager)
            if item.optional_vars is not None:
                assign(interp, frame, item.optional_vars, value)
        interp.block(frame, node.body)
