"""Methods of Python containers and strings (list, dict, tuple, str) that exist while compiling."""

from __future__ import annotations

import collections
import functools
import types
from collections.abc import Callable
from typing import Any

from ...core.errors import CompileError, NeedsStatic
from ...core.keys import has_order
from ...core.spelling import did_you_mean
from ...ir.builder import Sym
from ..decisions import note_decision, note_lookup
from ..generator_functions import extended, filled
from ..interpreter import Interpreter
from ..lists.items import ask_for_computed_keys, ask_for_keys_at_hand, ask_for_table
from ..lists.lookups import item_or
from ..lists.places import ask_for_loop, place_here
from ..models.model import content, is_model
from ..models.namespaces import is_namespace, own_attributes
from ..models.sets import SET, KnownSet
from ..python_errors import check_index, refuse_text
from ..state.container_aliases import check_apart
from ..state.trail import CONTENT
from ..state.texts import ChosenText
from ..models.picked import is_picked_member
from ..state.values import (
    NEVER,
    Picked,
    UNSET,
    Displaced,
    DynamicText,
    External,
    Instance,
    View,
    compute,
    contains_dynamic,
    describe,
    is_displaced,
    is_unsure,
    raised_by,
    Iterator,
)

RAISED = (IndexError, KeyError, TypeError, ValueError)  # what containers raise for keys that are wrong


def for_each_text(interp: Interpreter, key: Any, run: Callable[[Any], Any], container: Any = None) -> Any:
    """run(key); of a text, or a member of an enumeration, that data choose: run(text) on the path of each that it may
    be, unless the container looks for such keys itself. The same where it is part of a tuple."""
    if has_computed_keys(container) and isinstance(key, ChosenText | tuple):
        return run(key)
    if type(key) is tuple:
        chosen = next((k for k, part in enumerate(key) if is_choice(part)), None)
        if chosen is None:
            return run(key)
        put = lambda part: for_each_text(interp, (*key[:chosen], part, *key[chosen + 1 :]), run)
        return for_each_text(interp, key[chosen], put)
    if is_picked_member(key):
        return for_each_member(interp, key, run)
    if not isinstance(key, ChosenText) or key.sources:
        return run(key)
    found: dict[str | None, Any] = {}

    def note(text: str | None) -> Any:
        found[text] = run(text)
        return found[text]

    return interp.with_choice(on_each_path(interp, key, note), key, found)


def on_each_path(interp: Interpreter, key: Any, run: Callable[[Any], Any]) -> Any:
    if not isinstance(key, ChosenText):
        return run(key)
    return interp.for_either(key, lambda text: on_each_path(interp, text, run))


def is_choice(key: Any) -> bool:
    """Whether it is, or holds, a text or a member of an enumeration that data choose."""
    if type(key) is tuple:
        return any(map(is_choice, key))
    return is_picked_member(key) or isinstance(key, ChosenText) and not key.sources


def for_each_member(interp: Interpreter, picked: Picked, run: Callable[[Any], Any]) -> Any:
    """run(member) on the path of each member of an enumeration that data choose one of."""
    (number, member), *others = picked.members.items()
    if not others:
        return run(member)
    rest = Picked(picked.number, dict(others))
    is_it = interp.sym(picked.number) == number
    return interp.fork(is_it, lambda: run(member), lambda: for_each_member(interp, rest, run))


def by_key(method: Callable) -> Callable:
    """A method of dicts whose first argument is a key."""

    @functools.wraps(method)
    def run(interp: Interpreter, obj: Any, key: Any, *args: Any) -> Any:
        return for_each_text(interp, key, lambda text: method(interp, obj, text, *args))

    return run


def changing(function: Callable) -> Callable:
    """A method that changes its container: the old content is logged first."""

    @functools.wraps(function)
    def run(interp: Interpreter, obj: Any, *args: Any, **kwargs: Any) -> Any:
        result: list = []
        if interp.written_through(obj, lambda chosen: result.append(run(interp, chosen, *args, **kwargs))):
            return result[-1]
        check_own(interp, obj, appended=function is append)
        check_apart(interp, obj)
        interp.trail.touch(obj, CONTENT)
        return function(interp, obj, *args, **kwargs)

    return run


def check_own(interp: Interpreter, obj: Any, appended: bool = False) -> None:
    """A container is changed: one from outside has to be entered. `appended`: it gets longer at its end."""
    if isinstance(obj, External):
        interp.outside.change(obj, appended=appended)


def surely(interp: Interpreter, obj: Any, ordered: bool = True) -> Any:
    """The container, which must not be a dict with keys that are set on some paths only, or (`ordered`) in another
    order on some. Read again with computed keys, if they can be."""
    obj = interp.read(interp.chosen_here(obj))  # none on a path that has failed
    interp.ordered |= ordered and isinstance(obj, dict) and has_order(obj)
    for key, value in obj.items() if isinstance(obj, dict) else ():
        if isinstance(value, Displaced) and ordered:
            ask_for_keys_at_hand(interp, obj)
            raise interp.of_choice(displaced(key), obj)
        if is_unsure(value) and not isinstance(value, Displaced):
            ask_for_keys_at_hand(interp, obj)
            message = f"the key {key!r} of this dict is set on one path only"
            hint = "set it on every path, to None or 0 where it has no value"
            raise interp.of_choice(CompileError(message, hint), obj)
    return obj


def displaced(key: Any) -> CompileError:
    return CompileError(
        f"the order of the keys of this dict depends on run-time data: on one path {key!r} was set "
        "before other keys, on another after them",
        "set the keys in one order on every path",
    )


def put(interp: Interpreter, obj: dict, key: Any, value: Any) -> None:
    """obj[key] = value. What was set on one path only is there before the keys that have been set since, or behind."""
    old = obj.get(key, UNSET)
    if is_unsure(old) and key != next(reversed(obj)):
        value = Displaced(value, True, f"the key {key!r}", interp.span)
    obj[key] = value


def plain(interp: Interpreter, obj: Any) -> Any:
    """The container itself; an outside one with its items as abstract values. Anything else as it is."""
    if is_namespace(obj):
        return own_attributes(interp, obj.attributes["of"])
    inner = obj.unread if isinstance(obj, External) else None
    if not isinstance(inner, (list, tuple, dict, collections.deque)):
        return obj
    if isinstance(inner, dict):
        return {k: interp.external(inner[k], obj.path.then("item", k)) for k in interp.outside.keys(obj)}
    items = interp.outside.items(interp, obj)
    if hasattr(inner, "_fields"):
        return type(inner)(*items)
    return tuple(items) if isinstance(inner, tuple) else items


def is_element(value: Any) -> bool:
    """Whether it is an element of a masked array, a number or np.ma.masked."""
    return isinstance(value, Instance) and hasattr(value.cls, "recto_element")


def has_method(interp: Interpreter, obj: External, name: str) -> bool:
    """Whether an outside object's class defines a method that has to be read."""
    return isinstance(interp.outside.member(type(obj.unread), name), types.FunctionType)


def key_of(interp: Interpreter, key: Any, obj: Any = None) -> Any:
    try:
        return interp.key(key, "the key or position")
    except NeedsStatic as error:  # unless the list is one that might be read as an array
        error.site = interp.places.of(obj)
        raise


def append(interp: Interpreter, obj: list, item: Any) -> None:
    obj.append(item)


def extend(interp: Interpreter, obj: list, items: Any) -> None:
    source = interp.computed_source(items)
    if source is not None:
        return interp.consume_generator(extended, obj, source)
    check_own(interp, obj, appended=True)
    check_apart(interp, obj)
    interp.trail.touch(obj, CONTENT)
    obj.extend(interp.known_items(items, "the argument of extend"))


def insert(interp: Interpreter, obj: list, position: Any, item: Any) -> None:
    place = key_of(interp, position, obj)
    try:
        obj.insert(place, item)
    except RAISED as error:
        raise raised_by(error) from None


def pop(interp: Interpreter, obj: Any, *args: Any) -> Any:
    for key in args[:1] if isinstance(obj, dict) else ():
        ask_for_computed_keys(interp, interp.places.of_dict(obj), key)
    key = [key_of(interp, a, obj) for a in args[:1]]
    try:
        found = obj.pop(*key, *args[1:])
    except RAISED as error:
        raise raised_by(error) from None
    if not is_unsure(found):
        return found
    return there_or(interp, found, args[1]) if args[1:] else interp.read_maybe(found, KeyError, key[0])


def sort_list(interp: Interpreter, obj: list, key: Any = None, reverse: bool = False) -> None:
    obj[:] = interp.sorted_list(obj, key=key, reverse=reverse)


def copy_of(interp: Interpreter, obj: Any) -> Any:
    copied = plain(interp, obj).copy()
    return interp.new_list(copied) if isinstance(copied, list) else interp.trail.allocate(copied)


def get(interp: Interpreter, obj: Any, key: Any, default: Any = None) -> Any:
    ask_for_table(interp, obj, key, often=True)
    items = plain(interp, obj)
    ask_for_computed_keys(interp, interp.places.of_dict(items), key)
    found = interp.known_match(items, key)
    if found is not None:
        return item_or(interp, list(items.values()), found, default)
    return there_or(interp, items.get(note_lookup(interp, items, key_of(interp, key)), default), default)


def there_or(interp: Interpreter, item: Any, default: Any) -> Any:
    """An item of a dict; the default where it is not there on the path that was taken."""
    if not is_unsure(item):
        return item
    return interp.fork(interp.sym(item.flag), lambda: interp.read(item.value), lambda: default)


def update(interp: Interpreter, obj: dict, other: Any = (), **kwargs: Any) -> None:
    given = plain(interp, other)
    if has_computed_keys(given):
        names = computed_dict(given).attributes["names"]
        ask_for_computed_keys(interp, interp.places.of_dict(obj), names, many=True)
        raise CompileError(
            "update of an outside dict with dynamic keys is not supported", "make a new dict of both"
        )
    source = content(given)
    items = surely(interp, source).items() if isinstance(source, dict) else pairs(interp, source)
    for key, item in (*items, *kwargs.items()):
        put(interp, obj, key_of(interp, key), item)


def setdefault(interp: Interpreter, obj: dict, key: Any, default: Any = None) -> Any:
    ask_for_computed_keys(interp, interp.places.of_dict(obj), key)
    key = key_of(interp, key)
    old = obj.get(key)
    if not is_unsure(old):
        return obj.setdefault(key, default)
    store = lambda value: interp.set_item(obj, key, value)
    interp.fork(interp.sym(old.flag), lambda: store(interp.read(old.value)), lambda: store(default))
    return interp.read(obj[key])


def string_method(name: str) -> Callable:
    def run(interp: Interpreter, obj: str, *args: Any, **kwargs: Any) -> Any:
        source = interp.computed_source(args[0]) if name == "join" and args else None
        if source is not None:
            return interp.joined_list(obj, args[0], source)
        if name == "join":
            args = ([interp.read(a) for a in interp.known_items(args[0], "join")],)
            if contains_dynamic(args):
                return interp.joined_text(obj, args[0])
        if name == "format" and contains_dynamic((args, kwargs)):
            return interp.format_text(obj, args, kwargs)
        if contains_dynamic((args, kwargs)):
            raise CompileError(f"str.{name} of a dynamic value", "format it outside the compiled function")
        refuse_text([*args, kwargs])
        args = tuple([interp.outside.whole(a) if isinstance(a, External) else a for a in args])
        return compute(functools.partial(getattr(obj, name), *args, **kwargs))

    return run


def no_dynamic(name: str) -> Callable:
    """A query that compares items: for static items only."""

    def run(interp: Interpreter, obj: Any, *args: Any) -> Any:
        items = plain(interp, obj)
        if contains_dynamic((items, args)):
            raise CompileError(f".{name} of a container of dynamic values", "write the comparison as a loop")
        result = compute(getattr(items, name), *args)
        return note_decision(interp, getattr(type(items), name), (items, *args), result)

    return run


def delete_item(interp: Interpreter, obj: Any, key: Any) -> None:
    """del obj[key]"""
    for_each_text(interp, key, lambda known: delete_at(interp, obj, known), obj)


def delete_at(interp: Interpreter, obj: Any, key: Any) -> None:
    check_index(obj, key)
    if isinstance(obj, Instance):
        return interp.call_method(obj, "__delitem__", [key])
    if isinstance(obj, (list, dict, External)):
        check_own(interp, obj)
        check_apart(interp, obj)
    if not isinstance(obj, (list, dict)):
        raise CompileError(f"items of {describe(obj)} can't be deleted", "np.delete makes a new array")
    interp.trail.touch(obj, CONTENT)
    key = interp.static_key(key, obj)
    try:
        found = obj[key]
        del obj[key]
    except RAISED as error:
        raise raised_by(error) from None
    if isinstance(obj, dict) and is_unsure(found):
        interp.read_maybe(found, KeyError, key)


def equal_items(interp: Interpreter, obj: Any, item: Any) -> list[Any]:
    """For each item of a container, whether it is equal to this one, for items that are dynamic."""
    return [interp.truth_of(interp.compare("Eq", other, item)) for other in plain(interp, obj)]


def has_to_compare(value: Any) -> bool:
    """Whether a container holds what is compared by the compiler's rules, not by Python's on abstract
    values."""
    return contains_dynamic(value) or holds_external(value)


def holds_external(value: Any) -> bool:
    """Whether a container holds an object from outside, which is not equal to another by being the same
    wrapper."""
    items = value if isinstance(value, (list, tuple)) else value.values() if isinstance(value, dict) else ()
    return any(isinstance(v, External) or holds_external(v) for v in items)


def count(interp: Interpreter, obj: Any, item: Any) -> Any:
    if not has_to_compare((plain(interp, obj), item)):
        return no_dynamic("count")(interp, obj, item)
    numbers = [interp.call(int, [found], {}) for found in equal_items(interp, obj, item)]
    return functools.reduce(lambda a, b: interp.binary("Add", a, b), numbers, 0)


def index(interp: Interpreter, obj: Any, item: Any, *bounds: Any) -> Any:
    """The first place of an item. A ValueError at run time, if it is not there."""
    if not has_to_compare((plain(interp, obj), item)):
        return no_dynamic("index")(interp, obj, item, *bounds)
    found = equal_items(interp, obj, item)
    first, last = [*[interp.static(b, "a bound of index") for b in bounds], None, None][:2]
    places = range(len(found))[first:last]
    missing = interp.unary("Not", functools.reduce(interp.either, [found[k] for k in places], False))
    kind = type(plain(interp, obj)).__name__
    if missing is True:
        if not isinstance(item, Sym):
            raise raised_by(ValueError(*message_without(interp, kind, item)))
        missing = interp.sym(True)
    if isinstance(missing, Sym):
        interp.fail_if(interp.sym(missing), ValueError, message_without(interp, kind, item))
    if not places:
        return NEVER
    *others, result = places
    for k in reversed(others):
        if found[k] is not False:
            result = (
                k
                if found[k] is True
                else interp.fork(interp.sym(found[k]), lambda k=k: k, lambda r=result: r)
            )
    return result


def message_without(interp: Interpreter, kind: str, item: Any) -> tuple:
    """The arguments of the exception of an item that a list or tuple does not have. Some versions of Python name it."""
    name_it = kind == "list" and "index" not in str(raised_by_python(list.index, [], 0))
    if name_it and isinstance(item, Sym):
        return interp.payload((DynamicText([(item, "", "r"), " is not in list"]),), True)
    if name_it and not contains_dynamic(item):
        return tuple(raised_by_python(list.index, [], item).args)
    return (f"{kind}.index(x): x not in {kind}",)


def raised_by_python(function: Callable, *args: Any) -> Exception:
    try:
        function(*args)
    except Exception as error:
        return error
    raise AssertionError(f"{function} raises nothing")


def remove(interp: Interpreter, obj: list, item: Any) -> None:
    """The first equal item goes; it must be known which that is."""
    for k, found in enumerate(equal_items(interp, obj, item)):
        if isinstance(found, Sym):
            error = NeedsStatic(
                "the item that .remove removes must be known while compiling; here it depends on data",
                None,
                "write the comparison as a loop",
            )
            error.site = interp.places.of(obj)  # unless the list is one that might be read as an array
            raise error
        if found:
            del obj[k]
            return
    raise raised_by(raised_by_python([].remove, None))


def popitem(interp: Interpreter, obj: dict) -> Any:
    surely(interp, obj)
    return compute(obj.popitem)


LIST = {
    "append": changing(append),
    "extend": extend,
    "insert": changing(insert),
    "pop": changing(pop),
    "sort": changing(sort_list),
    "reverse": changing(lambda i, o: o.reverse()),
    "clear": changing(lambda i, o: o.clear()),
    "copy": copy_of,
    "index": index,
    "count": count,
    "remove": changing(remove),
}
DICT = {
    "get": by_key(get),
    **{name: lambda i, o, name=name: View(name, o) for name in View.kinds},
    "copy": copy_of,
    "update": changing(update),
    "pop": by_key(changing(pop)),
    "popitem": changing(popitem),
    "setdefault": by_key(changing(setdefault)),
    "clear": changing(lambda i, o: o.clear()),
}
TUPLE = {"index": index, "count": count}
STRING_METHODS = (
    "join format upper lower strip lstrip rstrip split rsplit replace startswith endswith find rfind index count title "
    "capitalize center ljust rjust zfill isdigit isalpha isalnum islower isupper isspace splitlines partition "
    "rpartition removeprefix removesuffix swapcase translate encode"
)
STR = {name: string_method(name) for name in STRING_METHODS.split()}
OF_SET = {**SET, **{name: by_key(SET[name]) for name in ("add", "discard", "remove")}}
METHODS: dict[type, dict[str, Callable]] = {list: LIST, dict: DICT, tuple: TUPLE, str: STR, KnownSet: OF_SET}


def near_key(value: Any, key: Any) -> str | None:
    """The key of a dict that is like one which it does not have."""
    known = (
        [k for k in value if isinstance(k, str)] if isinstance(value, dict) and isinstance(key, str) else []
    )
    return did_you_mean(key, known) or None if known else None


def dict_(interp: Interpreter, *args: Any, **kwargs: Any) -> dict:
    base: list[Any] = []
    if args:
        given = plain(interp, args[0])
        if has_computed_keys(given):
            return with_more(interp, copy_computed(interp, given), kwargs)
        source = content(given)
        computed = interp.computed_source(source)
        if computed is not None:
            return dict_of(interp, computed, kwargs)
        if isinstance(source, dict) and may_lack_keys(source) and not kwargs.keys() & source.keys():
            return interp.trail.allocate(
                {**source, **kwargs}
            )  # what is there on some paths only is in the copy as well
        base = list(surely(interp, source).items()) if isinstance(source, dict) else pairs(interp, source)
    return interp.make_dict([*base, *kwargs.items()])


def may_lack_keys(made: dict) -> bool:
    """Whether some of its keys, which data do not put into another order, are set on some paths only. Texts
    are: of numbers, the keys are computed."""
    unsure = [v for v in made.values() if is_unsure(v)]
    known = all(isinstance(key, str) for key in made)
    return known and bool(unsure) and not any(map(is_displaced, unsure))


def has_computed_keys(value: Any) -> bool:
    """Whether it is a dict of keys that are data, or a container of one."""
    return is_model(value, dict) and not isinstance(content(value), dict)


def dict_of(interp: Interpreter, source: Iterator, more: dict) -> Any:
    """dict(source, **more) by a loop: which keys there are depends on data."""
    place = place_here(interp)
    ask_for_loop(interp, place)
    return with_more(interp, interp.consume_generator(filled, interp.make_dict([], place), source), more)


def with_more(interp: Interpreter, made: Any, more: dict | list) -> Any:
    """A new dict, after these items are put in."""
    for key, value in more.items() if isinstance(more, dict) else more:
        interp.set_item(made, key, value)
    return made


def computed_dict(value: Instance) -> Instance:
    """The dict of computed keys that a container holds, or is."""
    held = content(value)
    return held if is_model(held, dict) else value


def copy_computed(interp: Interpreter, value: Instance) -> Any:
    """A new dict with the items of one whose keys are data."""
    return interp.call_method(computed_dict(value), "copy", [])


def pairs(interp: Interpreter, source: Any) -> list[tuple[Any, Any]]:
    """The keys and values that dict(…) is given one by one."""
    items = interp.known_items(source, "dict(…)")
    found = [interp.known_items(pair, "an item of dict(…)") for pair in items]
    for k, pair in enumerate(found):
        if len(pair) != 2:
            error = f"dictionary update sequence element #{k} has length {len(pair)}; 2 is required"
            raise raised_by(ValueError(error))
    return [(key, value) for key, value in found]


def frozenset_(interp: Interpreter, *args: Any) -> frozenset:
    items = interp.known_items(args[0], "set(…)") if args else ()
    return frozenset(interp.key(v, "an item of a set") for v in items)
