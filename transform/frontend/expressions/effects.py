"""Effects and their text: print as an ordered host call, messages of exceptions, f-strings, `with`."""

from __future__ import annotations

import collections
import contextlib
import dataclasses
import enum
import inspect
import sys
import types
from collections.abc import Callable, Sequence
from typing import Any

import gast
import numpy as np

from ...core.dtypes import PYTHON_CLASSES
from ...core.errors import CompileError
from ...core.registered import STRUCTURE
from ...core.registered import is_generated
from ...ir.builder import Sym
from ...ir.callee import Once
from ...ir.program import Type
from ...library.plain.composite import stands_for_composite
from ...primitives import host_call, select
from ..bounded.assumed_sizes import DONE, SAID, count_saying, note_acted
from ..bounded.extents import BoundedArray
from ..frame import Frame
from ..array_texts import check_options, note_array_text, note_raised
from ..interpreter import Interpreter, operation
from ..lists.growing import is_growing
from ..lists.items import rows_of
from ..models.bounded.shown import assembled, is_assembled, refuse_view
from ..models.model import content, is_model
from ..models.picked import is_integer_member, is_picked_member
from ..models.sets import is_known_set
from ..python_errors import refuse_text, type_error
from ..state.diagnostics import WITH
from ..state.environment import CONTAINERS
from ..state.host_calls import Handle, HostCall
from ..lists.text_forms import numbers_and_values, templates_of, Assembled, Given, ObjectText, Part, TextsNow
from ..state.texts import (
    ChosenText,
    Composite,
    Either,
    Hole,
    Inner,
    Made,
    Message,
    Payload,
    Shown,
    Text,
    Words,
    as_text,
)
from ..state.values import (
    Array,
    Closure,
    DynamicText,
    External,
    Instance,
    Maybe,
    Option,
    class_of,
    compute,
    contains_dynamic,
    describe,
    is_made,
    is_stream,
)
from .containers import for_each_member, has_method, plain, surely


def format_string(interp: Interpreter, frame: Frame, node: gast.JoinedStr) -> Any:
    parts: list = []
    for piece in node.values:
        if isinstance(piece, gast.Constant):
            parts.append(str(piece.value))
            continue
        value = interp.read(interp.evaluate(frame, piece.value))
        spec = format_string(interp, frame, piece.format_spec) if piece.format_spec else ""
        spec = interp.static(spec, "a format specification")
        parts += text_parts(
            interp, value, spec, chr(piece.conversion) if piece.conversion not in (-1, None) else ""
        )
    return as_text_value(parts)


def text_parts(interp: Interpreter, value: Any, spec: str, conversion: str, kind: str = "") -> list[Any]:
    """The parts of a text that a formatted value is: one, but for texts with dynamic values of their own.

    kind: what the specification ends in, where it is that of a number.
    """
    if isinstance(value, DynamicText) and not spec and conversion not in ("r", "a"):
        return value.parts
    if conversion not in ("r", "a") and is_integer_member(value):  # as of an integer
        value = interp.settled(value)
    value = interp.as_model(value)
    text = written_by_user(interp, value, spec, conversion)
    if text is not value:
        return text_parts(interp, text, spec if conversion else "", "")
    plainly = value if isinstance(value, (Sym, DynamicText)) else plain(interp, value)
    textual = (
        isinstance(plainly, TEXTUAL)
        or is_composite(plainly)
        or is_growing(plainly)
        or holds_texts(plainly)
        or is_assembled(plainly)
        or isinstance(plainly, Assembled)
    )
    if textual and contains_dynamic(plainly) and not (isinstance(value, Sym) and value.is_const):
        check_format(plainly, spec + kind, conversion)
        if isinstance(plainly, Array) and conversion not in ("r", "a"):
            return [note_array_text(interp, (interp.content(plainly), spec + kind, conversion))]
        part = as_it_is_now(interp, plainly), spec + kind, conversion
        return [part if isinstance(plainly, (Sym, DynamicText)) else note_array_text(interp, part)]
    return [_static_text(interp, value, spec + kind, conversion)]


def check_format(value: Any, spec: str, conversion: str) -> None:
    """Raises CompileError, as the exception that it is, if Python refuses a format specification for such a value, also
    where the text is not used."""
    if not spec or isinstance(value, Sym) and value.union is not None:
        return
    if conversion:
        compute(format, "", spec)
    elif isinstance(value, (Sym, Array)):
        sample = np.zeros((0,) * value.ndim, value.dtype)
        number = isinstance(value, Sym) and not value.ndim
        compute(format, (sample.item() if value.weak else sample[()]) if number else sample, spec)
    elif isinstance(value, (list, tuple, dict)) or is_growing(value) or holds_texts(value) or is_model(value):
        cls = class_of(value) if isinstance(value, Instance) else type(value)
        text = f"unsupported format string passed to {cls.__name__}.__format__"
        raise type_error(text, text, "format its text: {…!s:…}")


TEXTUAL = (Sym, Array, BoundedArray, Option, DynamicText, list, tuple, dict)


def written_by_user(interp: Interpreter, value: Any, spec: str, conversion: str) -> Any:
    """The text of an object by its own methods, or those of dataclasses; any other value itself."""
    if isinstance(value, BaseException) and contains_dynamic(value):
        return text_of_exception(interp, value, spec, conversion)
    if is_picked_member(value):
        of_member = lambda member: as_text_value(text_parts(interp, interp.wrap(member), spec, conversion))
        return for_each_member(interp, value, of_member)
    if isinstance(value, Instance) and getattr(value.cls, "__recto_class__", None) in TEXT_OF:
        check_format(value, spec, conversion)
        return as_text_value(TEXT_OF[value.cls.__recto_class__](interp, value, content(value)))
    if not is_object(value) or is_composite(value):
        return value
    cls = value.cls if isinstance(value, Instance) else type(value.unread)
    for name in ("__format__",) * (not conversion) + ("__str__",) * (conversion != "r") + ("__repr__",):
        method = interp.outside.member(cls, name)
        if (
            spec
            and not conversion
            and name != "__format__"
            and isinstance(method, (types.FunctionType, Closure))
        ):
            raise CompileError(
                f"unsupported format string passed to {cls.__name__}.__format__",
                "format its text: {…!s:…}",
                kind=TypeError,
            )
        if isinstance(method, types.FunctionType) and is_generated(inspect.unwrap(method)):
            return text_of_dataclass(interp, value, cls)
        if isinstance(method, (types.FunctionType, Closure)):
            return interp.call_method(value, name, [spec] * (name == "__format__"))
    return value


def parts_of_deque(interp: Interpreter, value: Instance, items: Any) -> list:
    most = interp.read(value.attributes.get("maxlen"))
    return ["deque(", *text_parts(interp, items, "", "r"), ")" if most is None else f", maxlen={most})"]


def parts_of_defaultdict(interp: Interpreter, value: Instance, items: Any) -> list:
    factory = value.attributes.get("default_factory")
    return [
        "defaultdict(",
        *text_parts(interp, factory, "", "r"),
        ", ",
        *text_parts(interp, items, "", "r"),
        ")",
    ]


def parts_of_ordered(interp: Interpreter, value: Instance, items: Any) -> list:
    """(Python 3.12 shows a dict, those before pairs.)"""
    if not isinstance(items, dict):
        return made_on_host(interp, collections.OrderedDict, items)
    shown = items if sys.version_info >= (3, 12) else list(items.items())
    return ["OrderedDict(", *(text_parts(interp, shown, "", "r") if items else ()), ")"]


def parts_of_counter(interp: Interpreter, value: Instance, counts: Any) -> list:
    if contains_dynamic(counts):
        return made_on_host(interp, collections.Counter, counts)
    return [repr(collections.Counter({key: interp.read(count) for key, count in counts.items()}))]


def made_on_host(interp: Interpreter, cls: type, items: Any) -> list:
    """The text of an object of a class of collections, which the host makes of the items."""
    return [(Assembled(cls.__name__, (as_it_is_now(interp, items),)), "", "r")]


TEXT_OF: dict[type, Callable[[Interpreter, Instance, Any], list]] = {
    collections.deque: parts_of_deque,
    collections.defaultdict: parts_of_defaultdict,
    collections.OrderedDict: parts_of_ordered,
    collections.Counter: parts_of_counter,
}


def is_composite(value: Any) -> bool:
    return isinstance(value, Instance) and stands_for_composite(value.cls)


def is_object(value: Any) -> bool:
    """Whether the class of a value may say what its text is."""
    if isinstance(value, External):
        return not isinstance(value.unread, (str, *CONTAINERS, np.generic, enum.Enum))
    return isinstance(value, Instance) and not (
        is_model(value) or isinstance(value, BoundedArray) or is_stream(value) or is_growing(value)
    )


def text_of_dataclass(interp: Interpreter, value: Any, cls: type) -> Any:
    """The text that the __repr__ gives which dataclass makes."""
    if is_made(cls):
        raise CompileError(
            f"the text of an object of {cls.__name__}, a class made in the function",
            "define the class outside, or __repr__",
        )
    owner = next(kind for kind in cls.__mro__ if "__repr__" in vars(kind))
    parts: list[Any] = [f"{cls.__qualname__}("]
    for k, f in enumerate([f for f in dataclasses.fields(owner) if f.repr]):
        shown = text_parts(interp, interp.get_attribute(value, f.name), "", "r")
        parts += [f"{', ' * (k > 0)}{f.name}=", *shown]
    return as_text_value([*parts, ")"])


def text_of_exception(interp: Interpreter, value: BaseException, spec: str, conversion: str) -> Any:
    """The text of an exception whose arguments hold dynamic values."""
    cls, args = type(value), value.args
    method = cls.__repr__ if conversion == "r" else cls.__str__
    if isinstance(method, types.FunctionType) and not spec:
        return interp.call_inline(method, [value], {})
    if spec and not conversion or method not in PLAIN_TEXTS:
        raise CompileError(
            f"the text of {cls.__name__} that holds dynamic values", "format its arguments: e.args"
        )
    single = (
        text_parts(interp, args[0], "", "r" if conversion == "r" or cls.__str__ is KeyError.__str__ else "s")
        if len(args) == 1
        else text_parts(interp, args, "", "r")
    )
    if conversion != "r":
        return as_text_value(single)
    return as_text_value([cls.__name__, *(["(", *single, ")"] if len(args) == 1 else single)])


PLAIN_TEXTS = (BaseException.__str__, KeyError.__str__, BaseException.__repr__)


def is_container_or_none(value: Any) -> bool:
    """Whether it is a list, tuple or dict, or None, as data say."""
    if not isinstance(value, Option) or not isinstance(value.flag, Sym):
        return False
    return (
        isinstance(value.value, (list, tuple, dict)) or is_growing(value.value) or is_assembled(value.value)
    )


def as_it_is_now(interp: Interpreter, value: Any) -> Any:
    """A value for a text: what is written later does not change it."""
    refuse_view(value)
    if is_growing(value):
        rows, weak = rows_of(interp, value), value.attributes["weak"]
        if weak not in (True, False):
            raise CompileError(f"the text of {describe(value)} of such items", "format its items one by one")
        part = as_it_is_now(interp, rows)
        kinds = ("list", *[kind.__name__ for kind in value.attributes["nesting"].kinds])
        return Part(*(part[:2] if isinstance(part, Part) else (part, ())), listed=kinds, weak=weak)
    if is_assembled(value):
        return assembled(interp, value, lambda part: as_it_is_now(interp, interp.read(part)))
    match value:
        case Instance() if holds_texts(value):
            parts = [as_it_is_now(interp, column) for column in value.attributes["columns"]]
            return TextsNow(value.attributes["table"].value, parts)
        case Instance() if stands_for_composite(value.cls):
            return Instance(value.cls, {k: as_it_is_now(interp, v) for k, v in value.attributes.items()})
        case BoundedArray():
            cuts = [
                (k, interp.content(e.mask)) if e.mask is not None else (k, e.lo, e.hi)
                for k, e in value.extents.items()
            ]
            return Part(interp.content(value.data), tuple(cuts))
        case Array():
            return interp.content(value) if value.shape else Part(interp.content(value), (), array=True)
        case Option() if isinstance(value.value, (Sym, Array, BoundedArray)) and isinstance(value.flag, Sym):
            part = as_it_is_now(interp, value.value)
            part = (
                part
                if isinstance(part, Part)
                else Part(part, (), weak=isinstance(value.value, Sym) and part.weak)
            )
            return part._replace(given=value.flag)
        case Option() if is_container_or_none(value):
            return Given(value.flag, as_it_is_now(interp, value.value))
        case list() | tuple():
            items = [as_it_is_now(interp, interp.read(v)) for v in value]
            return (
                type(value)(*items)
                if hasattr(value, "_fields")
                else tuple(items)
                if isinstance(value, tuple)
                else items
            )
        case dict():
            return {k: as_it_is_now(interp, v) for k, v in surely(interp, value).items()}
    text = written_by_user(interp, value, "", "r")
    return value if text is value else ObjectText(text)


def as_text_value(parts: list[Any]) -> Any:
    """A text, or one with dynamic values."""
    return "".join(parts) if all(isinstance(p, str) for p in parts) else DynamicText(parts)


def _static_text(interp: Interpreter, value: Any, spec: str, conversion: str) -> str:
    value = known_members(plain(interp, value))
    refuse_text(value)
    if isinstance(value, Sym) and value.is_const and not value.weak:
        value = np.asarray(value.value)[()]  # a number of NumPy's
    if contains_dynamic(value):
        if isinstance(value, (list, tuple, dict, Instance)):
            raise CompileError(
                f"the text of {describe(value)} that holds dynamic values", "format its items one by one"
            )
        value = interp.static(value, "a formatted value")
    return compute(format, text_of(interp, value, conversion), spec)


def known_members(value: Any) -> Any:
    """The members of a static set; any other value itself."""
    return content(value).own() if is_known_set(value) else value


def text_of(interp: Interpreter, value: Any, conversion: str) -> Any:
    """str(value) or repr(value), as the conversion says; the value for none. Methods of users' classes are read."""
    convert = {"r": repr, "s": str, "a": ascii}.get(conversion)
    names = {"r": ("__repr__",), "s": ("__str__", "__repr__")}.get(
        conversion, ("__format__", "__str__", "__repr__")
    )
    if isinstance(value, External):
        name = next((n for n in names if has_method(interp, value, n)), "")
        if name and name != "__format__":
            return interp.call_method(value, name, [])
    value = interp.static_argument(value, "a text")
    return compute(convert, value) if convert else value


def holds_texts(value: Any) -> bool:
    """Whether it is a list of texts of computed length."""
    return isinstance(value, Instance) and "table" in value.attributes


def template(interp: Interpreter, value: Any, values: list) -> Any:
    """A value for the host: static ones as they are, dynamic ones as holes with their Syms appended to `values`."""
    if isinstance(value, ChosenText):
        flag = _hole(interp, value.flag, "", "", values)
        return Either(flag, *[template(interp, v, values) for v in (value.then, value.orelse)])
    if isinstance(value, DynamicText):
        check_options(interp, value)
        return Text(tuple(p if isinstance(p, str) else _field(interp, *p, values) for p in value.parts))
    if (
        isinstance(value, (BoundedArray, Option))
        or is_growing(value)
        or holds_texts(value)
        or is_assembled(value)
    ):
        value = as_it_is_now(interp, value)
    if isinstance(value, TextsNow):
        holes = tuple([_hole(interp, part, "", "", values) for part in value.parts])
        numbers, inside = numbers_and_values(value.forms, holes)
        return Words(numbers, templates_of(value.forms, Inner), inside, value.separator)
    if isinstance(value, Assembled):
        return Made(value.how, tuple([template(interp, part, values) for part in value.parts]))
    if isinstance(value, Given):
        return Either(_hole(interp, value.flag, "", "", values), template(interp, value.value, values), None)
    if isinstance(value, ObjectText):
        return Shown(template(interp, value.text, values))
    if isinstance(value, (Sym, Array, Part)):
        return _hole(interp, value, "", "", values)
    if is_composite(value):
        return _composite(interp, value, "", "", values)
    if is_stream(value):
        values.append(interp.builder.lift(interp.sym(value.attributes["handle"])))
        return Handle(len(values) - 1)
    value = known_members(plain(interp, value))
    refuse_text(value)
    if isinstance(value, (list, tuple)):
        items = [template(interp, v, values) for v in value]
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    if isinstance(value, dict):
        return {k: template(interp, v, values) for k, v in surely(interp, value).items()}
    if contains_dynamic(value) and not isinstance(value, DynamicText):
        raise CompileError(f"the text of {describe(value)} that holds dynamic values", "print its parts")
    return interp.outside.whole(value)


def _composite(interp: Interpreter, value: Instance, spec: str, conversion: str, values: list) -> Composite:
    known = STRUCTURE[value.cls]
    fixed = tuple([(k, v) for k, v in value.attributes.items() if k in known])
    parts = [(k, template(interp, v, values)) for k, v in value.attributes.items() if k not in known]
    return Composite(value.cls, fixed, tuple(parts), spec, conversion)


def _field(
    interp: Interpreter, value: Any, spec: str, conversion: str, values: list
) -> Hole | Shown | Composite:
    if is_composite(value):
        return _composite(interp, value, spec, conversion, values)
    if isinstance(value, (Sym, Array, Part)):
        return _hole(interp, value, spec, conversion, values)
    return Shown(template(interp, value, values), spec, conversion)


def _hole(interp: Interpreter, value: Any, spec: str, conversion: str, values: list) -> Hole:
    if isinstance(value, Part):
        whole = _hole(interp, value.content, spec, conversion, values)
        bound = lambda v: (
            _hole(interp, v, "", "", values)
            if isinstance(v, Sym) and not v.is_const
            else int(v.value if isinstance(v, Sym) else v)
        )
        cuts = tuple([(axis, *map(bound, bounds)) for axis, *bounds in value.cuts])
        given = None if value.given is None else _hole(interp, value.given, "", "", values)
        how = {"listed": value.listed, "weak": value.weak, "array": value.array}
        return dataclasses.replace(whole, cuts=cuts, given=given, **how)
    values.append(interp.sym(value))
    weak = isinstance(value, Sym) and value.weak
    python = PYTHON_CLASSES[value.dtype.kind].__name__ if weak and not value.ndim else ""
    without_axes = isinstance(value, Array) and not value.shape
    return Hole(len(values) - 1, spec, conversion, weak, array=without_axes, python=python)


def print_values(interp: Interpreter, args: tuple, kwargs: dict) -> None:
    """print(...): an ordered call of the host, threaded through the register `world`."""
    unknown = kwargs.keys() - {"sep", "end", "flush", "file"}
    if unknown:
        raise CompileError(f"TypeError: print() got an unexpected keyword argument {min(unknown)!r}")
    values: list = []
    args = tuple([as_it_is_now(interp, written_by_user(interp, a, "", "s")) for a in args])
    texts = tuple(as_text(template(interp, a, values)) for a in args)
    message = Message(
        texts,
        separator(interp, kwargs, "sep", " "),
        separator(interp, kwargs, "end", "\n"),
        bool(interp.static(kwargs.get("flush", False), "flush= of print")),
        *file_of(interp, kwargs),
    )
    call_on_host(interp, message, values)


def call_with(
    interp: Interpreter,
    function: Callable,
    args: Sequence,
    kwargs: dict,
    results: tuple[Type, ...],
    written: str,
    **how: Any,
) -> tuple[Sym, ...]:
    """An ordered call of function(*args, **kwargs) on the host; its results. `how`: more that HostCall says."""
    callee, values = host_callee(interp, function, args, kwargs, results, written, **how)
    return call_on_host(interp, callee, values)


def host_callee(
    interp: Interpreter,
    function: Callable,
    args: Sequence,
    kwargs: dict,
    results: tuple[Type, ...],
    written: str,
    **how: Any,
) -> tuple[HostCall, list[Sym]]:
    """The callee, and the dynamic values that it is called with."""
    values: list[Sym] = []
    templates = tuple([template(interp, a, values) for a in args])
    named = tuple([(k, template(interp, v, values)) for k, v in kwargs.items()])
    return HostCall(function, templates, named, results, written, **how), values


def call_on_host(interp: Interpreter, callee: Any, values: Sequence[Sym]) -> tuple[Sym, ...]:
    """An ordered call of the host, threaded through the register `world`; its results."""
    if interp.sizes.counts and callee.says:
        flag, callee = count_saying(interp), Once(callee)
        values = (flag, *values)
    elif not getattr(callee, "undone", False):
        note_acted(interp.sizes, SAID if callee.says and interp.sizes.acted != DONE else DONE)
    world, *results = host_call(interp.sym(interp.registers["world"]), *values, callee=callee)
    interp.trail.write(interp.registers, "world", world)
    return tuple(results)


def file_of(interp: Interpreter, kwargs: dict) -> tuple[Any, str]:
    """The file that is printed to, and how it is written."""
    file = kwargs.get("file")
    if file is None:
        return None, ""
    if not isinstance(file, External):
        raise CompileError(f"print to {describe(file)}", "open the file outside of the compiled function")
    return file.identity, str(file.path)


def separator(interp: Interpreter, kwargs: dict, name: str, usual: str) -> str:
    text = interp.static(kwargs.get(name), f"{name}= of print")
    if not isinstance(text, (str, type(None))):
        raise CompileError(f"TypeError: {name} must be None or a string, not {describe(text)}")
    return usual if text is None else text


@operation
def payload(interp: Interpreter, arguments: tuple, checked: bool = False) -> tuple:
    """The arguments of an exception; dynamic ones are kept in registers, fetched when it is raised. `checked`: this is
    not only read where it fails, and what failed before keeps its values."""
    values: list = []
    arguments = tuple(interp.wording.get(a, a) if isinstance(a, str) else a for a in arguments)
    templates = tuple(template(interp, a, values) for a in arguments)
    note_raised(interp, arguments)
    site = f"{interp.span} {templates}"  # an expression may raise several exceptions
    for k, v in enumerate(values):
        key = "payload", site, k
        interp.trail.write(
            interp.registers, key, earlier(interp, interp.registers.get(key), v) if checked else v
        )
    return Payload(templates, tuple(("payload", site, k) for k in range(len(values))))


def earlier(interp: Interpreter, old: Any, new: Sym) -> Sym:
    """The content of a register if the call has failed already, else a new value."""
    old = old.value if isinstance(old, Maybe) else old
    if not isinstance(old, Sym) or old.type != new.type:
        return new
    error = interp.builder.lift(interp.sym(interp.registers["error"]))
    return select(error == 0, new, interp.builder.lift(old))


def context_manager(value: Any) -> Any:
    """The context manager, if `with` can enter it while compiling."""
    manager = value.unread if isinstance(value, External) else value
    if not (type(manager).__module__.startswith("numpy") or type(manager) is contextlib.nullcontext):
        raise WITH.error(what=describe(value))
    return manager
