"""The environment of a function: globals, closure cells and attributes that it reads; each read is recorded
as a guard or a capture.

Every read goes through `Environment.wrap`, or through an `External`, an object that is not read yet. A value that
is read is *guarded*: another value later means another specialisation. Arrays become hidden arguments,
fetched anew at every call. If the object behind an External is used as a whole (`External.value`), all of its
content is guarded.
"""

from __future__ import annotations

import builtins
import enum
import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.decisions import Decision
from ...core.dtypes import canonical, is_supported
from ...core.errors import CompileError
from ...core.hosted.handles import is_handled
from ...core.sparsity import is_sparse
from ...core.spelling import did_you_mean
from ...ir.builder import Facts, Sym
from ...ir.program import Span, Type
from ...library import meaning
from ...library.plain.composite import is_composite
from .entered import (
    BEFORE,
    LIBRARY,
    Appended,
    Attributes,
    Entered,
    ReadAgain,
    Writes,
    cell_of,
    cell_outside,
    class_scope,
    has_slot,
    holds_numbers,
    is_shared,
    is_varying,
    may_be_entered,
    own_names,
    scope_of,
    structured_array,
)
from .diagnostics import OUTSIDE, SHARED
from ..outside.foreign_arrays import array_of, is_foreign
from ..outside.kinds import fits, is_callable, is_numbas, is_numbas_range, is_placeholder
from ..outside.keyed_tables import TABLES
from ..outside.number_lists import form_of, inner_lists, is_long_table
from ..outside.paths import Path, Space, fetch, found_in, is_own, list_around, parent, partition
from .sets import Set
from ..outside.derived_containers import is_derived
from ..outside.snapshot import ATOMS, SEQUENCES, Snapshot, Opaque, is_of_python, is_typed_array, keys_of
from .values import UNSET, Array, External, Instance, is_made

if TYPE_CHECKING:
    from ..interpreter import Interpreter

SIMPLE = (bool, int, float, complex, str, bytes, type(None), type(Ellipsis), np.dtype, np.generic)
CONTAINERS = (*SEQUENCES, dict)
UNNAMED = ("array", "handle", "numbers")  # steps of paths that give parameters no names
MODULES = {"random": "random", "numpy.random.mtrand": "np.random"}  # those with a generator of their own


class Environment:
    """Reads outside objects for the interpreter.

    guards     path -> the value the specialisation is for
    functions  the functions that were read
    captures   path -> the Array (a hidden parameter) that stands for it
    decisions  what was computed of known numbers while reading
    twice      those of arrays that other paths lead to as well
    writes     what the function is known to change
    entered    id -> what of that has been met
    met        the objects that have been met, by their paths, where any is changed
    within     the lists in lists that are one array, by id: the paths of these
    """

    def __init__(
        self,
        is_array: Callable[[Any], bool] = lambda value: isinstance(value, np.ndarray),
        writes: Writes | None = None,
    ):
        self.is_array = is_array
        self.writes = Writes() if writes is None else writes
        self.entered: dict[int, Entered] = {}
        self.met: dict[Path, Any] = {}
        self.within: dict[int, Path] = {}
        self.paths: dict[int, tuple[Path, Any]] = {}  # of captured arrays, by id
        self.twice: set[Path] = set()
        self.streams: dict[Path, Instance] = {}  # of generators of random numbers, by their handles
        self.composites: dict[Path, Instance] = {}  # of structured arrays
        self.guards: dict[Path, Any] = {}
        self.functions: dict[types.FunctionType, None] = {}
        self.numbas: set[Callable] = set()  # of these, those that Numba compiles
        self.captures: dict[Path, Array] = {}
        self.parameters: dict[Path, Any] = {}  # what they are in the program
        self.decisions: list[Decision] = []
        self.rows: list[Any] = []  # objects in lists that are rows of arrays (models/bounded/object_rows.py)
        self.synonyms = False  # has a function of another library's been met?
        self.outdated = False  # was a number taken as static that turned out to be assigned?
        self.in_place: list[Span] = []  # where an array that others may see changes by `name op= value`

    def guard(self, path: Path, value: Any) -> None:
        """Note what was found at a path, unless code of recto's own found it, or the path is the object itself."""
        kind, holder = path.root[:2]
        own = _is_own(holder) if kind in ("global", "name") else kind == "default" and is_own(holder)
        if not own and not (kind == "argument" and not path.steps):
            self.guards[path] = value

    def name(self, interp: Interpreter, frame: Any, name: str) -> Any:
        """A free name of a function: a closure cell, a global or a builtin."""
        function = frame.host
        if function is not None and name in function.__code__.co_freevars:
            cell = cell_of(function, name)
            if id(cell) in self.writes.objects:
                return interp.read(
                    cell_outside(self, interp, function, name).attributes.get(name, UNSET), name
                )
            try:
                return self.wrap(interp, cell.cell_contents, Path(("cell", function, name)))
            except ValueError:
                message = f"NameError: the variable {name!r} of the enclosing function has no value"
                raise CompileError(message) from None
        space = function.__globals__ if function is not None else {}
        if self.changes(space, name):
            return interp.read(scope_of(self, interp, space).attributes.get(name, UNSET), name)
        if name in space:
            return self.wrap(interp, space[name], Path(("global", Space(space), name)))
        if hasattr(builtins, name):
            self.guard(Path(("name", Space(space), name)), getattr(builtins, name))
            return getattr(builtins, name)
        known = [n for n in (*frame.variables, *space, *dir(builtins)) if n.isidentifier()]
        raise CompileError(f"NameError: name {name!r} is not defined", did_you_mean(name, known) or None)

    def wrap(self, interp: Interpreter, value: Any, path: Path) -> Any:
        """An outside object as an abstract value."""
        known = meaning(value)
        if known is not value:
            self.guard(path, value)
            self.synonyms = True
            return known
        if is_composite(value):
            return structured_array(self, interp, value, path)
        if is_placeholder(value) and path.root[0] == "nones":
            return External(value, path, self)
        if is_placeholder(value):
            self.guard(path.then("attribute", "dtype"), value.dtype)
            return External(value, path, self)
        if self.is_array(value) or is_foreign(value):
            return self.capture(interp, value, path)
        if is_sparse(value):
            return interp.sparse_matrix(value, path)
        if isinstance(value, slice):
            return self.slice(interp, value, path)
        if is_numbas_range(value):
            self.guard(path, value)
            return range
        if is_numbas(value):
            self.numbas.add(value.py_func)
            return self.wrap(interp, value.py_func, path.then("attribute", "py_func"))
        if isinstance(value, types.MethodType) and fetch(path) is not value:  # made whenever it is asked for
            self.guard(path.then("attribute", "__func__"), value.__func__)
            self.guard(path.then("attribute", "__self__"), value.__self__)
            return value
        if self.writes.passes(path) and self.varies(value, path):
            return self.number(interp, value, path)
        if isinstance(value, (*SIMPLE, range)) or is_callable(value):
            self.guard(path, value)
            return value
        if isinstance(value, (types.ModuleType, enum.Enum)):
            self.guard(path, value)
            return External(value, path, self)
        if is_handled(value):
            return self.stream(interp, value, path)
        table = interp.table_outside(value, path) if type(value) in (*TABLES, list) else None
        if table is not None:
            return table
        if isinstance(value, (set, frozenset)):
            self.guard(path.then("contents", None), Snapshot(value))
            if type(value) is not set:
                return Set(value) if isinstance(value, set) else frozenset(value)
            if self.writes:
                self.met[path] = value
            return (
                self.enter(interp, value, path) if id(value) in self.writes.objects else Set(value, of=value)
            )
        self.guard(path.then("attribute", "__class__"), type(value))
        if id(value) in self.within:
            interp.refuse_rows(("entered", self.within[id(value)]))
        if self.writes or self.rows:
            self.met[path] = value
        row = interp.row_outside(value, path) if self.rows else None
        if row is not None:
            return row
        if id(value) in self.writes.appended:
            return self.appended(interp, value, path)
        if is_derived(type(value)):
            self.hold(value)
        elif isinstance(value, CONTAINERS):
            self.guard(path.then("length", None), len(value))
        if id(value) in self.writes.objects:
            return self.enter(interp, value, path)
        return External(value, path, self)

    def hold(self, value: Any) -> None:
        """Have an object read as a changed one is. (If it is the first, all that has been met counts.)"""
        if not self.writes:
            raise ReadAgain(value)
        self.writes.objects[id(value)] = value

    def slice(self, interp: Interpreter, value: slice, path: Path) -> slice:
        bounds = value.start, value.stop, value.step
        if all(type(b) in ATOMS for b in bounds):
            self.guard(path, value)
            return value
        self.guard(path.then("attribute", "__class__"), slice)
        names = ("start", "stop", "step")
        return slice(*[self.wrap(interp, b, path.then("attribute", n)) for n, b in zip(names, bounds)])

    def whole(self, value: Any) -> Any:
        """The object behind an External, for what looks at all of it; any other value itself.

        Raises:
            CompileError: if it may change in a way that can't be followed.
        """
        if not isinstance(value, External):
            return value
        if not isinstance(value.unread, (types.ModuleType, enum.Enum)):
            try:
                self.guard(value.path.then("contents", None), Snapshot(value.unread))
            except Opaque as error:
                kind = type(value.unread).__name__
                message = f"{value.path}, an object of class {kind}, is used as a whole, and can't be compared later"
                raise CompileError(f"{message} ({error})", "pass its contents as an argument") from None
        return value.unread

    def identity(self, value: Any) -> Any:
        """The object behind an External, where it only matters that it is this one; any other value itself."""
        if not isinstance(value, External):
            return value
        self.guard(value.path, value.unread)
        return value.unread

    def same(self, one: External, other: External) -> bool:
        """Whether two paths lead to one object. It may be another one at the next call, as long as that stays so."""
        if one.path != other.path:
            self.guards[Path(("partition", one.path, other.path))] = partition([one.unread, other.unread])
        return one.unread is other.unread

    def keys(self, value: External) -> list:
        """The keys of an outside dict."""
        self.guard(value.path.then("keys", None), keys_of(value.unread))
        return list(value.unread)

    def items(self, interp: Interpreter, value: External) -> Any:
        """The items of an outside container, each wrapped; numbers and texts are guarded together."""
        inner = value.unread
        if isinstance(inner, dict):
            return self.keys(value)
        if isinstance(inner, (bytearray, memoryview)) or is_typed_array(type(inner)):
            return list(self.whole(value))
        if not isinstance(inner, SEQUENCES):
            raise CompileError(
                f"{value.path} ({type(inner).__name__}) can't be iterated over",
                "make it a list, a tuple or an array",
            )
        if len(inner) > 1 and all(type(v) in ATOMS for v in inner) and not self.writes.passes(value.path):
            return list(self.whole(value))
        return [self.wrap(interp, v, value.path.then("item", k)) for k, v in enumerate(inner)]

    def member(self, cls: type, name: str) -> Any:
        """The member of that name in a class or its bases, unbound; ABSENT if there is none."""
        found = found_in(cls.__mro__, name)
        if is_made(cls):  # its bases may change
            return found if name in vars(cls) or cls.__base__ is None else self.member(cls.__mro__[1], name)
        original = vars(cls).get("__recto_class__")  # of a model of a class of the user's
        if original is not None and not is_own(cls):
            self.guard(Path(("member", original, name)), found_in(original.__mro__, name))
        elif is_of_python(cls) and not is_own(cls):
            self.guard(Path(("member", cls, name)), found)
        return found

    def missing(self, path: Path, name: str) -> None:
        """An object has no such attribute."""
        self.guard(path.then("has", name), False)

    def subclass(self, cls: type, classes: tuple) -> bool:
        """issubclass(cls, classes), which bases and the registers of abstract classes decide."""
        found = issubclass(cls, classes)
        fixed = not is_of_python(cls) and all(isinstance(c, type) and not is_of_python(c) for c in classes)
        if not fixed and not is_own(cls):
            self.guard(Path(("subclass", cls, classes)), found)
        return found

    def code(self, function: types.FunctionType) -> None:
        """A function is read."""
        self.functions[function] = None
        if not is_own(function):
            self.guard(Path(("argument", function), (("attribute", "__code__"),)), function.__code__)

    # -- what is changed -------------------------------------------------------------------------------------------

    def enter(self, interp: Interpreter, value: Any, path: Path) -> Any:
        """The abstract value of an object that is changed: the same by every path."""
        if id(value) not in self.entered:
            found = interp.entered_numbers(value, path) if type(value) is list else None
            if found is not None:
                self.add(interp, value, Entered(path, *found, "list"))
                self.enter_rows(interp, value, path)
            elif type(value) is list and holds_numbers(value):
                self.enter_numbers(interp, value, path)
            elif type(value) in (list, dict):
                self.enter_container(interp, value, path)
            elif is_derived(type(value)):
                made = interp.derived_outside(value, path)
                self.add(interp, value, Entered(path, made, made.attributes.before, "derived"))
            elif type(value) in LIBRARY:
                self.add(interp, value, Entered(path, *interp.model_entered(value, path), "model"))
            else:
                attributes = Attributes(
                    value, lambda: own_names(value), lambda name: self.attribute(interp, value, name, path)
                )
                made = Instance(type(value), attributes)
                self.add(interp, value, Entered(path, made, attributes.before, "attribute"))
        return self.entered[id(value)].value

    def enter_container(self, interp: Interpreter, value: list | dict, path: Path) -> None:
        """(It is there before its items, which may hold it.)"""
        if type(value) is list and interp.growing is not None and interp.growing.hold(("entered", path)):
            interp.ask_for_rows(path)
        made: Any = type(value)()
        if type(value) is list:
            interp.places.note(made, ("entered", path))
        entered = Entered(path, made, None, type(value).__name__)
        self.add(interp, value, entered)
        item = lambda k, v: self.part(interp, True, v, path.then("item", k))
        if isinstance(value, dict):
            interp.note_table(made, value, path)
            made.update({k: item(k, v) for k, v in value.items()})
            self.guard(path.then("keys", None), keys_of(value))
        else:
            made += [item(k, v) for k, v in enumerate(value)]
        entered.before = made.copy()

    def enter_rows(self, interp: Interpreter, value: list, path: Path) -> None:
        """The lists in a list that is one array are rows of it, whatever path leads to them."""
        known = set(map(id, self.met.values()))
        for indices, row in inner_lists(value):
            if id(row) in known:
                interp.refuse_rows(("entered", path))
            self.within[id(row)] = path
            self.met[Path(path.root, (*path.steps, *[("item", k) for k in indices]))] = row

    def enter_numbers(self, interp: Interpreter, value: list, path: Path) -> None:
        """A list of numbers may be one array, which loops lengthen."""
        items = [self.part(interp, True, v, path.then("item", k)) for k, v in enumerate(value)]
        made, before = interp.entered_list(("entered", path), items)
        self.add(interp, value, Entered(path, made, before, "list"))

    def add(self, interp: Interpreter, value: Any, entered: Entered) -> None:
        self.entered[id(value)] = entered
        made = entered.value
        if isinstance(made, Instance):
            made.origin = BEFORE
        else:
            interp.trail.allocations[id(made)] = BEFORE, made

    def appended(self, interp: Interpreter, value: list, path: Path) -> Appended:
        if id(value) not in self.entered:
            name = path.steps[-1][1] if path.steps else path.root[-1]
            made = interp.list_at(("appended", path), name if isinstance(name, str) else "items")
            self.add(interp, value, Entered(path, made, [], "appended"))
        return Appended(value, path, self, self.entered[id(value)].value)

    def attribute(self, interp: Interpreter, value: Any, name: str, path: Path) -> Any:
        """The value of an attribute of a changed object; UNSET if the object has no such attribute of its
        own."""
        if name in getattr(value, "__dict__", ()) or has_slot(type(value), name) and hasattr(value, name):
            return self.part(
                interp, self.changes(value, name), getattr(value, name), path.then("attribute", name)
            )
        if type(value).__dictoffset__:
            self.guard(path.then("own", name), False)
        elif has_slot(type(value), name):
            self.guard(path.then("has", name), False)
        return UNSET

    def changes(self, holder: Any, name: str) -> bool:
        """Whether this attribute or variable is assigned."""
        return (id(holder), name) in self.writes.names

    def part(self, interp: Interpreter, changes: bool, value: Any, path: Path) -> Any:
        """An attribute or item of what is changed: a number that `changes` is passed at every call."""
        if changes and self.varies(value, path):
            return self.number(interp, value, path)
        return self.wrap(interp, value, path)

    def varies(self, value: Any, path: Path) -> bool:
        """Whether it is a number that may be passed at every call."""
        return is_varying(value) and path not in self.writes.fixed and fits(value)

    def number(self, interp: Interpreter, value: Any, path: Path) -> Any:
        """A number from outside, passed at every call as arrays are."""
        self.guard(path.then("attribute", "__class__"), type(value))
        if path not in self.captures:
            weak = not isinstance(value, np.generic)
            self.captures[path] = self.parameter(
                interp, Type(canonical(np.asarray(value).dtype), (), weak), path
            )
            sym = self.captures[path].sym
            sym.builder.site.origins[sym.atom.name] = frozenset([path])
            if sym.dtype.kind in "iu":
                sym.builder.site.facts[sym.atom.name] = Facts(frozenset([path]), terms=((sym.atom.name, 1),))
        return self.captures[path].sym

    def numbers(self, interp: Interpreter, array: np.ndarray, path: Path) -> Sym:
        """The numbers of a list, passed as one array at every call."""
        self.guard(path.then("form", None), form_of(fetch(path)))
        at = path.then("numbers", None)
        if at not in self.captures:
            self.captures[at] = self.parameter(interp, Type(canonical(array.dtype), array.shape), at)
        return self.captures[at].sym

    def stream(self, interp: Interpreter, value: Any, path: Path) -> Instance:
        """A generator of random numbers: its handle is passed at every call."""
        self.guard(path.then("attribute", "__class__"), type(value))
        known = self.paths.setdefault(id(value), (path, value))[0]
        if known != path:  # one generator, by two paths
            self.guards[Path(("partition", known, path))] = partition([value, value])
        at = known.then("handle", None)
        if at not in self.captures:
            self.captures[at] = self.parameter(interp, Type(np.dtype(np.int64)), at)
            self.streams[at] = Instance(type(value), {"handle": self.captures[at].sym})
            self.streams[at].origin = BEFORE
        return self.streams[at]

    def module_of(self, stream: Instance) -> str:
        """The module whose own generator it is; an empty text for any other."""
        return next(
            (
                MODULES[path.root[1]]
                for path, known in self.streams.items()
                if known is stream and path.root[0] == "import"
            ),
            "",
        )

    def change(self, obj: External, name: str | None = None, appended: bool = False) -> None:
        """An object from outside is changed; `appended`: a list, at its end.

        Raises:
            ReadAgain: with that object entered.
            CompileError: it is of a kind that compiled code can't change.
        """
        value = obj.unread
        if obj.path.steps and obj.path.steps[-1][0] == "base":
            raise ReadAgain(fetch(parent(obj.path)), "base")
        if not may_be_entered(value):
            raise OUTSIDE.error(path=obj.path)
        if is_shared(obj):
            raise SHARED.error(path=obj.path)
        table = None if appended or name is not None else fetch(list_around(obj.path))
        if is_long_table(table) and id(table) not in self.writes.objects:
            raise ReadAgain(table)
        raise ReadAgain(value, name, appended and type(value) is list)

    def assigned(self, obj: Instance, name: str, value: Any = UNSET) -> None:
        """An attribute of an object that has been entered is assigned: if it is a number, it has to be passed.

        If the number has been read already, the function is read again. With a dynamic value in its place, reading
        goes on first, to find what else is assigned; a static one might unroll a loop.
        """
        if not isinstance(obj.attributes, Attributes) or self.changes(obj.attributes.holder, name):
            return
        found = ReadAgain(obj.attributes.holder, name)
        if is_varying(obj.attributes.before.get(name)):
            if not isinstance(value, (Sym, Array)):
                raise found
            self.outdated = True
        self.writes.learn(found)

    def assigned_to_class(self, interp: Interpreter, order: tuple[Any, ...], name: str) -> Any:
        """The value of an attribute in the first of these classes, or functions, that has it, if it is assigned;
        else UNSET."""
        for cls in order:
            if cls in interp.classes:
                found = interp.classes[cls].attributes.get(name, UNSET)
                if found is not UNSET or name in vars(cls):
                    return found
            found = (
                class_scope(self, interp, cls).attributes.get(name, UNSET)
                if self.changes(cls, name)
                else UNSET
            )
            if found is not UNSET or name in vars(cls):
                return found
        return UNSET

    def set_class_attribute(
        self, interp: Interpreter, cls: type | types.FunctionType, name: str, value: Any
    ) -> None:
        if cls not in interp.classes and not self.changes(cls, name):
            raise ReadAgain(cls, name)
        interp.trail.write(
            interp.classes[cls] if cls in interp.classes else class_scope(self, interp, cls), name, value
        )

    def set_global(self, interp: Interpreter, frame: Any, name: str, value: Any) -> None:
        space = frame.host.__globals__
        if not self.changes(space, name):
            raise ReadAgain(space, name)
        interp.assign_in_scope(scope_of(self, interp, space), name, value)

    def set_cell(self, interp: Interpreter, frame: Any, name: str, value: Any) -> None:
        cell = cell_of(frame.host, name)
        if id(cell) not in self.writes.objects:
            raise ReadAgain(cell, name)
        interp.assign_in_scope(cell_outside(self, interp, frame.host, name), name, value)

    def guard_identities(self) -> None:
        """Guard that the paths which lead to one object are as they were: a change by one is seen by the other."""
        if (self.writes or self.rows) and len(self.met) > 1:
            self.guards[Path(("partition", *self.met))] = partition(list(self.met.values()))

    def capture(self, interp: Interpreter, value: Any, path: Path) -> Array:
        """An outside array: a hidden parameter of the whole program, fetched at every call."""
        if isinstance(value, np.ma.MaskedArray):
            raise CompileError(
                f"{path} is a masked array", "masks are not supported: use np.where with a boolean array"
            )
        if isinstance(value, np.matrix):
            raise CompileError(
                f"{path} is a np.matrix",
                "convert it with np.asarray: then * is elementwise and @ is the matrix product",
            )
        if path.root[0] not in ("column", "table"):  # which are always arrays
            self.guard(path.then("attribute", "__class__"), type(value))
        if not self.is_array(value):
            value, path = array_of(value, str(path)), path.then("array", None)
            known = path
        else:
            known = self.paths.setdefault(id(value), (path, value))[0]
        if known is not path and known != path:  # one array, which may be written
            self.twice.add(known)
            self.guards[Path(("partition", known, path))] = partition([value, value])
        if known not in self.captures:
            self.captures[known] = self.hidden(interp, value, known)
        return self.captures[known]

    def hidden(self, interp: Interpreter, value: Any, path: Path) -> Array:
        dtype = canonical(value.dtype)
        if not is_supported(dtype):
            raise CompileError(
                f"{path} has dtype {value.dtype}, which compiled code can't hold",
                "arrays hold booleans, integers, floats or complex numbers",
            )
        array = self.parameter(interp, Type(dtype, tuple(value.shape)), path)
        if (
            path.steps
            and path.steps[-1][0] == "array"
            or isinstance(value, np.ndarray)
            and not value.flags.writeable
        ):
            array.frozen = f"{path} belongs to the outside of the function, and is read-only"
        return array

    def parameter(self, interp: Interpreter, type: Type, path: Path) -> Array:
        """A hidden parameter of the whole program."""
        root = interp.builder
        while root.parent is not None:
            root = root.parent
        name = next(
            (
                "count" if kind == "length" else key
                for kind, key in reversed(path.steps)
                if kind not in UNNAMED
            ),
            path.root[-1],
        )
        sym = root.parameter(type, name if isinstance(name, str) and name.isidentifier() else "captured")
        self.parameters[path] = sym.atom
        array = Array(sym)
        array.which = -len(root.parameters) if self.writes.follows else None
        return array


def _is_own(space: Space) -> bool:
    return space.space.get("__name__", "").startswith("recto.")
