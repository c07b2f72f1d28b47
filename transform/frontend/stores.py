"""Write-back of the caller's objects: the stores of a call into them after it has run.

A call's results are new arrays and numbers. If the function changed objects that existed before, the caller's
own objects must change: a `Store` names the object, its part, and the new content.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Container, Iterator
from typing import Any

from ..core.errors import CompileError
from ..ir.builder import Sym
from .bounded.extents import BoundedArray, array_under
from .bounded.joins import by_mask
from .control.joining.unlike_values import Unlike, as_chosen
from .interpreter import Interpreter
from .lists.growing import is_growing
from .lists.items import ask_for_slot, is_made_of_numbers, is_mutable, no_rows, rows_of
from .lists.layouts import is_weak
from .models.bounded.lists_of_lists import ListOfRecords
from .models.bounded.object_rows import RowsOfHeap, is_changed
from .models.bounded.records import Same
from .models.bounded.tables_outside import contents, has_lists, lists_in
from .models.model import content, is_list_model, parts_of
from .outside.paths import Path
from .assignment.stored_views import PartOf, step_with, steps_to, stored_part
from .assignment.replaced_attributes import Replacement, inner_parts, replacement
from .state.aliases import arrays_may_alias
from .state.container_aliases import may_alias_set
from .state.entered import Entered, ReadAgain
from .state.sets import Set
from .state.signature import Given, Kept, Outer, Perhaps, Shared, Store, Stretch, Unless, ViewOf, Which
from .state.texts import ChosenText
from .models.returned import chosen_of, check_returned
from .state.values import (
    KIND,
    NEVER,
    UNSET,
    Array,
    DynamicText,
    External,
    Instance,
    Displaced,
    Maybe,
    Option,
    Picked,
    Poison,
    is_record,
    is_unsure,
)


class Storing:
    """Collects the stores of a function that has been read.

    Args:
        interp: at the end of the function.
        leave: (value, results) -> the structure of a value of another kind.
        leaves: the dynamic arguments with their places.
        containers: (place, container, what it held) of the arguments.
    """

    def __init__(self, interp: Interpreter, leave: Callable[[Any], Any], leaves: list, containers: list):
        self.interp, self.leave, self.containers = interp, leave, containers
        given = {
            Given(place): leaf for leaf, place in leaves if isinstance(leaf, Array) and place is not None
        }
        outer = {Outer(p): a for p, a in interp.outside.captures.items() if is_seen_array(p, a)}
        self.arrays: dict[Outer | Given, Array] = {**given, **outer}  # the caller's
        # but for those that are made of the caller's lists, dicts and objects at every call
        self.own = {id(a) for home, a in self.arrays.items() if isinstance(home, Given) or is_own(home.path)}
        self.homes: dict[int, Outer | Given] = {id(a): home for home, a in self.arrays.items()}
        self.homes |= {id(e.value): Outer(e.path) for e in interp.outside.entered.values()}
        self.homes |= {id(c): Given(place) for place, c, _ in containers}
        for rows in interp.outside.rows:
            self.homes |= {id(v): Outer(path) for path, (v, _) in zip(rows.paths, rows.lists)}
        self.made: dict[int, tuple[Shared, Any]] = {}  # what is stored at several places is one object

    def all(self) -> list[Store]:
        stores = [s for entered in self.interp.outside.entered.values() for s in self.of_entered(entered)]
        stores += [s for rows in self.interp.outside.rows for s in of_rows_outside(self.interp, rows)]
        for place, container, before in self.containers:
            stores += self.of_container(Given(place), container, before)
        self.check_rows(stores)
        self.check_known(stores)
        return [dataclasses.replace(s, value=self.content(s)) for s in stores]

    def content(self, store: Store) -> Any:
        """The stored value; for a container that is changed as a whole, its items."""
        if store.kind in ("list", "rows", "items", "extend", "column", "arrays"):
            return self.anew(store.value)
        if store.kind == "dict":
            return {k: self.structure(v) for k, v in store.value.items()}
        if store.kind in ("table", "lists"):
            return tuple([self.anew(v) for v in store.value])
        return self.structure(store.value)

    def of_entered(self, entered: Entered) -> Iterator[Store]:
        target, value = Outer(entered.path), entered.value
        if entered.kind == "appended" and (is_growing(value) or value):
            yield Store(target, "extend", None, value)
        elif entered.kind == "table":
            yield from self.of_table(target, value, entered.before)
        elif entered.kind == "model":
            yield from self.of_model(target, content(value), entered.before)
        elif entered.kind in ("list", "dict"):
            yield from self.of_container(target, value, entered.before)
        elif entered.kind == "derived":
            yield from self.of_derived(target, value, entered.before)
        elif isinstance(value, Instance):
            yield from self.of_attributes(target, entered.kind, value, entered.before)

    def of_container(self, target: Outer | Given, value: Any, before: Any) -> Iterator[Store]:
        if is_growing(value):
            yield from self.of_rows(target, value, *before)
        elif is_list_model(value):
            yield Store(target, "list", None, value)
        elif isinstance(value, Instance):
            yield from self.of_attributes(target, "attribute", value, before)
        elif isinstance(value, list):
            places = [k for k, (item, old) in enumerate(zip(value, before)) if item is not old]
            changed = places or len(value) != len(before)
            if len(value) == len(before) > 2 * len(places) and all(
                is_number(v[k]) for v in (value, before) for k in places
            ):
                yield from (Store(target, "item", k, value[k]) for k in places)
            elif changed:
                yield Store(target, "list", None, value)
        else:
            yield from self.of_dict(target, value, before)

    def of_model(self, target: Outer, held: Any, before: Any) -> Iterator[Store]:
        """The store of a standard-library container."""
        if isinstance(held, Poison):
            raise held.fail()
        if isinstance(held, Set):
            for name, *args in held.steps[len(before.steps) :]:
                yield Store(target, "call", (name, args), None)
        elif not isinstance(held, dict):
            yield from map(as_items, self.of_container(target, held, before))
        else:
            yield from self.of_dict(target, held, before)

    def of_derived(self, target: Outer, value: Instance, before: dict) -> Iterator[Store]:
        """An object of a class that is derived from a container: its items, and its attributes."""
        name, held = value.cls.content, value.attributes.held
        if isinstance(held, External) and content(value) is not held:  # all of them are replaced
            raise ReadAgain(value.attributes.holder, "base")
        if isinstance(held, dict):
            yield from self.of_dict(target, content(value), held)
        elif held is not None and content(value) is not held:
            yield from map(as_items, self.of_container(target, content(value), held))
        for store in self.of_attributes(target, "attribute", value, before):
            if store.key != name:
                yield store

    def of_table(self, target: Outer, value: Instance, before: list) -> Iterator[Store]:
        """A dict or set with computed keys."""
        lists = lists_in(value)
        if contents(self.interp, lists) != before:
            yield Store(target, "lists" if has_lists(value) else "table", None, tuple(lists))

    def of_rows(
        self, target: Outer | Given, value: Instance, root: Any, before: Sym | None
    ) -> Iterator[Store]:
        """A list that is one array: it, or the lists that are its items, hold other numbers."""
        rows = rows_of(self.interp, value)
        data = array_under(root)
        if rows is root and (not isinstance(data, Array) or is_content(data, before)):
            return
        if not is_mutable(value):
            yield Store(target, "list", None, value)
        elif rows is root and is_made_of_numbers(value):
            yield Store(target, "rows", None, value)
        elif isinstance(target, Outer):
            self.interp.refuse_rows(value.attributes["site"].place)
        else:
            ask_for_slot(self.interp, target.place[0], rows=True)
            raise CompileError(
                "new items are assigned to an argument that is a list of lists or arrays",
                "write into the existing ones: a[i][:] = …",
            )

    def of_dict(self, target: Outer | Given, value: dict, before: dict) -> Iterator[Store]:
        # what is not sure stays where it is, or goes
        sure = [k for k, item in value.items() if isinstance(item, Displaced) or not is_unsure(item)]
        kept = [k for k in before if k in sure]
        if sure[: len(kept)] != kept:
            yield Store(target, "dict", None, value)
            return
        for key in before:
            if key not in value:
                yield Store(target, "delete", key, None)
        for key, item in value.items():
            if key not in before or before[key] is not item:
                yield Store(target, "item", key, item)

    def of_attributes(
        self, target: Outer | Given, kind: str, value: Instance, before: dict
    ) -> Iterator[Store]:
        held = dict.items(value.attributes)
        for name, item in held:
            if before.get(name, UNSET) is not item:
                item = stored_part(self.interp, value, name, item, self.own)
                yield Store(target, kind, name, replacement(self.interp, value, name, item))
        present = {name for name, _ in held}
        for name, item in before.items():
            if item is not UNSET and name not in present:
                yield Store(target, "no " + kind, name, None)

    # -- which objects -------------------------------------------------------------------------------------------

    def check_rows(self, stores: list[Store]) -> None:
        """A list in a list from outside that is one array is the caller's own, which another place may not hold a copy
        of: then the lists are read one by one.

        Raises:
            CompileError: they have been, and what data choose of lists is stored, which may be such ones.
        """
        entered = [e for e in self.interp.outside.entered.values() if is_growing(e.value)]
        lists = [*[e.value for e in entered], *[made for _, made, _ in self.containers if is_growing(made)]]
        tables = {id(v): v for v in lists if is_mutable(v)}
        inner = [e for e in entered if e.path.steps and e.path.steps[-1][0] == "item"]
        for store in stores if tables or inner else ():
            parts: dict[int, Any] = {}
            collect_parts(store.value, parts, tables)
            roots = [v.root for v in parts.values() if isinstance(v, Array)]
            stored = [v for v in parts.values() if is_growing(v) and is_mutable(v)]
            chosen = any(isinstance(rows_of(self.interp, v), BoundedArray) for v in stored)
            for table in tables.values():
                rows = array_under(rows_of(self.interp, table)).root
                if chosen or any(root is rows or arrays_may_alias(root, rows) for root in roots):
                    self.interp.refuse_rows(table.attributes["site"].place)
            if chosen and inner:
                raise unknown(
                    "a list", "store copies of the lists in it: row[:]", holder_of(stores, stored[0])
                )

    def check_known(self, stores: list[Store]) -> None:
        """Check that a stored value is known to be one of the objects visible after the call, or to be none
        of them.

        Raises:
            ReadAgain: with memories that are numbered.
            CompileError: that does not tell.
        """
        stored: dict[int, Any] = {id(e.value): e.value for e in self.interp.outside.entered.values()}
        for store in stores:  # (of what is changed as a whole, the items)
            whole = isinstance(store.value, (list, dict)) and id(store.value) in stored
            items = store.value.values() if whole and isinstance(store.value, dict) else store.value
            for part in items if whole else [store.value]:
                collect_parts(part, stored)
        roots = {id(v.root): v.root for v in stored.values() if isinstance(v, Array)}
        replaced = set(map(replaced_by, stores))
        seen = {**roots, **{id(a): a for home, a in self.arrays.items() if self.is_seen(home, replaced)}}
        known = told_apart(stores)
        for root in roots.values():
            others = [a for a in seen.values() if a is not root and arrays_may_alias(a, root)]
            others = [a for a in others if (id(a), id(root)) not in known]
            if others and not self.interp.outside.writes.follows:
                raise ReadAgain(None)
            if any(None in (a.which, root.which) for a in others):
                raise unknown("an array", "store a copy of it: .copy()", holder_of(stores, root))
        for value in stored.values():
            kin = () if self.is_item_replaced(stores, value) else may_alias_set(self.interp.trail, value)
            others = [k for k in kin if id(k) in self.homes or id(k) in stored]
            others = [k for k in others if not self.is_item_replaced(stores, k)]
            if any((id(value), id(k)) not in known for k in others):
                way_out = "store its index in a list of all objects, or its contents"
                raise unknown("an object", way_out, holder_of(stores, value))

    def is_item_replaced(self, stores: list[Store], value: Any) -> bool:
        """Whether a list loses this one of its items, a container that nothing else is known to hold. Where
        it is not lost after all, an equal one may stand in its place."""
        home, outside = self.homes.get(id(value)), self.interp.outside
        steps = home.path.steps if isinstance(home, Outer) else ()
        if not steps or steps[-1][0] != "item":
            return False
        around = Outer(Path(home.path.root, steps[:-1]))
        lost = any(s.kind == "list" and s.target == around for s in stores)
        held = next((key for key, e in outside.entered.items() if e.value is value), None)
        return lost and sum(id(obj) == held for obj in outside.met.values()) == 1

    def is_seen(self, home: Outer | Given, replaced: set[Any]) -> bool:
        """Whether an array from outside is still there behind the call."""
        return home not in replaced or isinstance(home, Outer) and home.path in self.interp.outside.twice

    # -- values --------------------------------------------------------------------------------------------------

    def structure(self, value: Any) -> Any:
        """The structure of an attribute's or item's new value: the caller's own object if it is one, else a
        new one."""
        if isinstance(value, Array | Instance | list | dict):
            if id(value) in self.homes:
                return self.homes[id(value)]
            if id(value) in self.made:
                return self.made[id(value)][0]
            number = len(self.made)
            self.made[id(value)] = Shared(number, None), value  # for what it holds, which may be itself
            shared = Shared(number, self.anew(value))
            self.made[id(value)] = shared, value
            return shared
        return self.anew(value)

    def anew(self, value: Any) -> Any:
        match value:
            case Sym():
                found = self.leave(value)
                return Kept(found.number, "number" if value.type.weak else "scalar")
            case Array() if value.base is not None:
                return self.view(value)
            case Array() if value.which is not None:
                known = tuple([(a.which, home) for home, a in self.arrays.items()])
                memory = self.leave(value.which) if isinstance(value.which, Sym) else value.which
                return Which(memory, known, Kept(self.leave(value).number, "array"))
            case Array():
                return Kept(self.leave(value).number, "array")
            case External():
                return Outer(value.path)
            case Option():
                return Unless(self.structure(value.value), self.leave(self.interp.sym(value.flag)))
            case Picked():
                return chosen_of(self.interp, value, self.structure, self.leave)
            case Unlike():
                return as_chosen(value, self.structure, lambda flag: self.leave(self.interp.sym(flag)))
            case ChosenText():
                flag = self.leave(self.interp.sym(value.flag))
                return Unless(self.structure(value.then), flag, self.structure(value.orelse))
            case DynamicText():
                return self.leave(value)
            case PartOf():
                return self.part(value)
            case Replacement():
                flag = self.leave(self.interp.sym(value.flag))
                return Unless(self.structure(value.value), flag, self.structure(value.original))
            case Maybe():
                return Perhaps(self.structure(value.value), self.leave(self.interp.sym(value.flag)))
            case Poison():
                raise value.fail()
            case BoundedArray() if id(value.data.root) in self.homes and not by_mask(value):
                return self.view(value)
            case BoundedArray():
                return self.leave(value)
            case Instance() if is_record(value) or value.cls is ListOfRecords:
                return self.leave(value)
            case Instance() if is_growing(value):
                kind = "number" if is_weak(value.attributes["weak"]) else "scalar"
                return dataclasses.replace(self.leave(value), stored=kind)
            case Instance():
                cls, parts = parts_of(value)
                return Instance(cls, {k: self.structure(v) for k, v in parts.items()})
            case Set():
                return value.own()
            case list():
                return [self.structure(v) for v in value]
            case dict():
                return {k: self.structure(v) for k, v in value.items()}
            case tuple():
                items = [self.structure(v) for v in value]
                return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
        if value is NEVER:
            return None
        check_returned(value)
        return value

    def view(self, value: Array | BoundedArray) -> Any:
        """A view of an array of the caller's, or of a new one."""
        steps = tuple(map(self.step, steps_to(self.interp, value)))
        return ViewOf(self.structure(array_under(value).root), steps)

    def part(self, value: PartOf) -> Any:
        """A part of an array of the caller's."""
        found = self.structure(value.array)
        for (number, root), (k, form) in itertools.product(value.roots.items(), value.forms.items()):
            steps = tuple([self.step(step_with(part, value.positions)) for part in form])
            part = ViewOf(self.structure(root), steps) if steps else self.structure(root)
            for is_one in (value.number == number, value.form == k):
                part = part if is_one is True else Unless(part, self.flag(is_one), found)
            found = part
        for flag in value.flags:
            found = Unless(found, self.flag(flag), self.structure(value.before))
        return found

    def flag(self, value: Any) -> Any:
        return self.leave(self.interp.sym(value))

    def step(self, found: Any) -> Any:
        """A step from a base to its view."""
        return tuple(map(self.position, found)) if isinstance(found, tuple) else found

    def position(self, item: tuple | None) -> Any:
        if item is None:
            return None
        place, size, step = item
        first, size = (self.leave(v) if isinstance(v, Sym) else v for v in (place, size))
        return first if size is None else Stretch(first, size, step)


def is_seen_array(path: Path, array: Array) -> bool:
    """Whether what is passed at a path is an array that the caller has, and no number or list of numbers."""
    return path.steps[-1:] != (("numbers", None),) and bool(array.type.shape or not array.type.weak)


def is_content(array: Array, before: Sym | None) -> bool:
    """Whether an array holds what it held before."""
    return isinstance(array.sym, Sym) and before is not None and array.sym.atom is before.atom


def is_own(path: Path) -> bool:
    """Whether a path leads to an array of the caller's."""
    return path.root[0] not in ("column", "table")


def of_rows_outside(interp: Interpreter, rows: RowsOfHeap) -> Iterator[Store]:
    """The stores of lists from outside whose objects lie in a heap, and of what these hold."""
    kind, parts = rows.heap.attributes[KIND], rows.heap.attributes["parts"]
    for name, part in zip(kind.names, parts):
        if isinstance(part, Same) or not is_changed(interp, part, rows.before[name]):
            continue
        if rows.columns[name].is_mixed:
            raise no_rows(rows.paths[0], f"column {name!r} mixes ints and floats, and is changed")
        yield Store(Outer(rows.path), "arrays" if rows.columns[name].shape else "column", name, part)
    for path, (made, before) in zip(rows.paths, rows.lists):
        if is_changed(interp, made.attributes["members"], before):
            yield Store(Outer(path), "list", None, made)


def is_number(value: Any) -> bool:
    return isinstance(value, (Sym, int, float, complex))


def as_items(store: Store) -> Store:
    """The change of a container of the standard library, or of a class derived from one, that is held as a list."""
    return store if store.kind == "item" else dataclasses.replace(store, kind="items")


def told_apart(stores: list[Store]) -> set[tuple[int, int]]:
    """The pairs of containers of which a flag says which one is stored: what an attribute holds, and held at first."""
    plain: dict[int, Any] = {}
    direct: dict[int, Any] = {}  # what is not only stored as a part of one of the caller's arrays
    for store in stores:
        if not isinstance(store.value, Replacement):
            collect_parts(store.value, plain)
        if part_of(store) is None:
            collect_parts(store.value, direct)
    found = set()
    for store in stores:
        if isinstance(store.value, Replacement) and id(store.value.value) not in plain:
            pairs = itertools.product(inner_parts(store.value.value), inner_parts(store.value.original))
            found |= {(id(a), id(b)) for pair in pairs for a, b in (pair, pair[::-1])}
        part = part_of(store)
        if part is not None and id(array_under(part.array)) not in direct:
            joined = array_under(part.array).root
            found |= {
                pair for r in part.roots.values() for pair in ((id(r), id(joined)), (id(joined), id(r)))
            }
    return found


def part_of(store: Store) -> PartOf | None:
    """The part that is stored, if it is a part of one of the caller's arrays."""
    value = store.value.value if isinstance(store.value, Maybe) else store.value
    return value if isinstance(value, PartOf) else None


def collect_parts(value: Any, seen: dict[int, Any], beside: Container[int] = ()) -> None:
    """Puts the arrays and containers in a value that is stored into `seen`, by their ids; but for those `beside`."""
    if id(value) in beside:
        return
    match value:
        case Maybe() | Replacement():
            collect_parts(value.value, seen, beside)
        case PartOf():
            arrays = [*value.roots.values(), *([array_under(value.array)] if value.is_open else [])]
            seen |= {id(a): a for a in arrays}
            if value.flags:
                collect_parts(value.before, seen, beside)
        case BoundedArray():
            if not by_mask(value):
                seen[id(value.data)] = value.data
        case Array() | tuple() | list() | dict() | Instance() if id(value) not in seen:
            seen[id(value)] = value
            inside = (
                [] if isinstance(value, Array) else value.attributes if isinstance(value, Instance) else value
            )
            for part in list(inside.values()) if isinstance(inside, dict) else inside:
                collect_parts(part, seen, beside)


def replaced_by(store: Store) -> Outer | Given | None:
    """The place of the one value in whose place something is stored."""
    kind = store.kind.removeprefix("no ")
    if isinstance(store.target, Given):
        return Given((*store.target.place, store.key))
    match kind:
        case "attribute":
            return Outer(store.target.path.then("attribute", store.key))
        case "item" | "delete":
            return Outer(store.target.path.then("item", store.key))
        case "global":
            return Outer(Path(("global", store.target.path.root[1], store.key)))
        case "cell":
            return Outer(Path(("cell", *store.target.path.root[1:])))
    return None


def unknown(what: str, way_out: str, holder: str) -> CompileError:
    return CompileError(f"different objects are stored on two paths: {what}{holder}", way_out)


def holder_of(stores: list[Store], value: Any) -> str:
    """The place where a value is stored, in words."""
    for store in stores:
        parts: dict[int, Any] = {}
        collect_parts(store.value, parts)
        if any(part is value or isinstance(part, Array) and part.root is value for part in parts.values()):
            place = store.target.path if isinstance(store.target, Outer) else "an argument"
            return f": in {place}.{store.key}" if isinstance(store.key, str) else f": in {place}"
    return ""
