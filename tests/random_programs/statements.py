"""Random statements. Each writer of a statement says whether every path through it leaves the block."""
from __future__ import annotations

from typing import Callable

from .expressions import (COLUMNS, ROWS, VIEWS, bounded, call, expression, index, infix, integer, integers, mapping, matrix, number,
                          pair, pair_of_vectors, test, truth, truth_array, vector, view)
from .writer import ARRAYS, INDICES, LENGTH, NAMES, VECTORS, Scope, Writer

DEEPEST = 3


def block(w: Writer, most: int = 3, more: int = 55) -> bool:
    """One to `most` statements; True if the block leaves on every path."""
    for k in range(most):
        with w.choices.span():
            if not w.chance(more) and k:
                break
            if statement(w):
                return True
    return False


def statement(w: Writer) -> bool:
    from .control import COMPOUND
    w.fuel -= 1
    deep = w.depth >= DEEPEST or w.fuel < 0
    return bool(w.weighted(SIMPLE if deep else SIMPLE + COMPOUND)(w))


def assigned(w: Writer, name: str, kind: str, text: str) -> None:
    w.put(f"{name} = {text}")
    w.set(name, kind, kind in ARRAYS and not _is_new(text))


def _is_new(text: str) -> bool:
    """Surely a new array?"""
    return text.endswith((".copy()", "1.0")) or text.startswith(("(", "np.")) and " if " not in text


# -- names ---------------------------------------------------------------------------------------------------------------

def assign_number(w: Writer) -> None:
    text = bounded(w, "F")
    assigned(w, w.target("F"), "F", text)


def assign_integer(w: Writer) -> None:
    name, text = w.target("I"), integer(w, 2)
    small = w.chance(40)
    assigned(w, name, "I", f"{text} % 3" if small else f"{text} % 7" if w.looping else text)
    if small:
        w.scope.bounds[name] = (0, 2)


def assign_truth(w: Writer) -> None:
    assigned(w, w.target("B"), "B", truth(w, 1))


def assign_vector(w: Writer) -> None:
    """Mostly a new array: names for shared memory come from `assign_view`."""
    kind = w.pick(VECTORS)
    text = bounded(w, kind)
    if not _is_new(text) and not w.chance(15):
        text += ".copy()"
    assigned(w, w.target(kind), kind, text)


def assign_matrix(w: Writer) -> None:
    text = bounded(w, "M", 1)
    assigned(w, w.target("M"), "M", text if _is_new(text) or w.chance(20) else text + ".copy()")


def assign_integers(w: Writer) -> None:
    assigned(w, w.target("J"), "J", bounded(w, "J", 1))


def assign_view(w: Writer) -> None:
    """Another name for the same memory."""
    kind = w.pick((*VECTORS, "V4", "M", "J"))
    text = w.name(kind) if w.chance(40) else view(w, kind)
    if text is None:
        return assign_vector(w)
    assigned(w, w.target(kind), kind, text)


def augment_name(w: Writer) -> None:
    """name op= value: in place for arrays."""
    kind = w.pick(("F", "V4", "I", "V3", "M", "V2", "J"))
    name = w.name(kind)
    if name is None:
        return assign_number(w)
    op = "+=" if w.looping else w.pick(("+=", "-=", "*="))
    other = bounded(w, "I", 0) if kind in "IJ" else bounded(w, w.pick((kind, "F")), 1)
    w.put(f"{name} {op} {other}")
    if name in w.scope.sure:
        w.set(name, kind)


def assign_several(w: Writer) -> None:
    """s, t = …: the right side is computed first."""
    kinds = [w.pick(("F", "F", "I", "V4", "V3")) for _ in range(2)]
    values = [bounded(w, k, 1) for k in kinds]
    targets = [w.pick([n for n in NAMES[kinds[0]]])]
    targets.append(w.pick([n for n in NAMES[kinds[1]] if n != targets[0]]))
    w.put(f"{', '.join(targets)} = {', '.join(values)}")
    for name, kind, text in zip(targets, kinds, values):
        w.set(name, kind, kind in ARRAYS and not _is_new(text))


def assign_chain(w: Writer) -> None:
    kind = w.pick(("F", "V4", "I"))
    first, second = w.target(kind), w.target(kind)
    w.put(f"{first} = {second} = {bounded(w, kind, 1)}")
    w.set(first, kind, True)
    w.set(second, kind, True)


def swap(w: Writer) -> None:
    """Two names, two elements or two rows change places."""
    kind = w.pick(("F", "V4", "V4", "M", "V3", "I"))
    found = [n for n in w.names(kind) if n in w.scope.sure]
    if len(found) >= 2 and w.chance(50):
        x = w.pick(found)
        y = w.pick([n for n in found if n != x])
        w.put(f"{x}, {y} = {y}, {x}")
        w.set(x, kind, True)
        return w.set(y, kind, True)
    if kind not in ("V4", "V3", "M") or not found:
        return assign_several(w)
    name, size = w.pick(found), ROWS if kind == "M" else LENGTH[kind]
    copy = ".copy()" if kind == "M" and not w.chance(30) else ""
    x, y = (f"{name}[{index(w, size)}]" for _ in range(2))
    w.put(f"{x}, {y} = {y}{copy}, {x}{copy}")


# -- writes into arrays ----------------------------------------------------------------------------------------------------

def write_element(w: Writer) -> None:
    kind = w.pick((*VECTORS, "V4", "J"))
    name = w.name(kind)
    if name is None:
        return assign_vector(w)
    place = f"{name}[{index(w, LENGTH[kind])}]"
    value = bounded(w, "I", 1) if kind == "J" else bounded(w, "F")
    w.put(f"{place} {w.pick(('=', '+=', '-='))} {value}")


SLICES = {"V4": [("[1:]", "V3"), ("[:-1]", "V3"), ("[::2]", "V2"), ("[1:-1]", "V2"), ("[::-1]", "V4"), ("[:]", "V4"), ("[-1:1:-1]", "V2"),
                 ("[...]", "V4"), ("[[0, 2]]", "V2")],
          "V3": [("[1:]", "V2"), ("[::-1]", "V3"), ("[:]", "V3"), ("[::2]", "V2")], "V2": [("[:]", "V2"), ("[::-1]", "V2")]}


def write_slice(w: Writer) -> None:
    """A slice, strided or backwards, a window at an index, or where a mask says."""
    kind = w.pick(VECTORS)
    name = w.name(kind)
    if name is None:
        return assign_vector(w)
    place, part = w.pick(SLICES[kind])
    windows = [n for n, (lo, hi) in w.scope.bounds.items() if lo >= 0 and hi + 2 <= LENGTH[kind]]
    if windows and w.chance(30):
        at = w.pick(windows)
        place, part = f"[{at}:{at} + 2]", "V2"
    elif w.chance(15):
        place, part = f"[{truth_array(w, kind)}]", "F"
    value = bounded(w, w.pick((part, "F")), 1)
    w.put(f"{name}{place} {w.pick(('=', '+=', '-='))} {value}")


def write_matrix(w: Writer) -> None:
    name = w.name("M")
    if name is None:
        return assign_matrix(w)
    place, part = w.pick([
        (f"[{index(w, ROWS)}, {index(w, COLUMNS)}]", "F"), (f"[{index(w, ROWS)}]", "V4"), (f"[:, {index(w, COLUMNS)}]", "V3"),
        (f"[{index(w, ROWS)}][{index(w, COLUMNS)}]", "F"), (f"[1:, {index(w, COLUMNS)}]", "V2"), (f"[{index(w, ROWS)}, ::2]", "V2"),
        ("[1:]", "V4"), ("[:, ::-1]", "M"), (f"[::2, {index(w, COLUMNS)}]", "V2"), (f"[{index(w, ROWS)}, 1:]", "V3"), ("[:]", "M"),
        (f".T[{index(w, COLUMNS)}]", "V3")])
    value = bounded(w, w.pick((part, part, "F")), 1)
    w.put(f"{name}{place} {w.pick(('=', '+=', '-='))} {value}")


# -- containers ----------------------------------------------------------------------------------------------------------

def containers(w: Writer) -> None:
    """Lists of arrays, dicts, tuples: made, changed, taken apart."""
    kind = w.pick("LDT")
    found = [n for n in w.names(kind) if n in w.scope.sure]
    if not found or w.chance(30):
        maker = {"L": pair_of_vectors, "D": mapping, "T": pair}[kind]
        return assigned(w, w.target(kind), kind, maker(w, 1))
    name = w.pick(found)
    {"L": change_list, "D": change_mapping, "T": take_pair}[kind](w, name)


def change_list(w: Writer, name: str) -> None:
    k = w.below(2)
    form = w.below(6)
    if form == 0:
        w.put(f"{name}[{k}][{index(w, 4)}] {w.pick(('=', '+='))} {bounded(w, 'F', 1)}")
    elif form == 1:
        w.put(f"{name}[{k}] = {bounded(w, 'V4', 1)}")
    elif form == 2:
        w.put(f"{name}[{k}] += {bounded(w, w.pick(('V4', 'F')), 0)}")
    elif form == 3:
        w.put(f"{name}[0], {name}[1] = {name}[1], {name}[0]")
    elif form == 4:
        w.put(f"{name}.reverse()")
    else:
        first, second = w.target("V4"), w.target("V4")
        w.put(f"{first}, {second} = {name}")
        w.set(first, "V4", True)
        w.set(second, "V4", True)


def change_mapping(w: Writer, name: str) -> None:
    form = w.below(4)
    if form == 0:
        w.put(f"{name}['p'] {w.pick(('=', '+='))} {bounded(w, 'F', 1)}")
    elif form == 1:
        w.put(f"{name}['q'][{index(w, 4)}] {w.pick(('=', '+='))} {bounded(w, 'F', 1)}")
    elif form == 2:
        w.put(f"{name}['q'] {w.pick(('=', '+='))} {bounded(w, 'V4', 1)}")
    else:
        w.put(f"{name} = {{**{name}, 'p': {bounded(w, 'F', 1)}}}")


def take_pair(w: Writer, name: str) -> None:
    first, second = w.target("V4"), w.target("F")
    w.put(f"{first}, {second} = {name}")
    w.set(first, "V4", True)
    w.set(second, "F")


def collect(w: Writer) -> None:
    """A list that grows in a loop, then an array."""
    kind, name = w.pick(VECTORS), None
    source, out = expression(w, kind, 0), "found"
    item = NAMES["F"][-1]
    w.put(f"{out} = []")
    w.put(f"for {item} in {source}:")
    w.set(item, "F")
    w.put(f"    {out}.append({number(w, 1) if w.chance(50) else item + ' * 2.0'})")
    name = w.target(kind)
    assigned(w, name, kind, f"np.array({out}) * 1.0")


# -- functions and checks -------------------------------------------------------------------------------------------------

def call_statement(w: Writer) -> None:
    """A call for its effect, or of a helper that gives several values."""
    known = {**w.helpers, **w.scope.functions}
    names = [n for n, (_, result) in known.items() if result not in ("F", "I") or w.chance(20)]
    if not names or w.inner:
        return write_element(w)
    name = w.pick(names)
    parameters, result = known[name]
    text = call(w, name, parameters)
    if result is None or not w.chance(80):
        return w.put(text)
    kinds = result.split()
    targets = _distinct(w, kinds)
    w.put(f"{', '.join(targets)} = {text}")
    for target, kind in zip(targets, kinds):
        w.set(target, kind, True)


def _distinct(w: Writer, kinds: list[str]) -> list[str]:
    chosen: list[str] = []
    for kind in kinds:
        chosen.append(w.pick([n for n in NAMES[kind] if n not in chosen]))
    return chosen


def check(w: Writer) -> None:
    """assert, or a raise under a condition."""
    text = w.pick(('"wrong"', f'f"wrong: {{{integer(w, 0)}}}"', '"other"'))
    if w.chance(50):
        w.put(f"assert {truth(w, 1)} or {integer(w, 0)} > 0" + (f", {text}" if w.chance(60) else ""))
        return
    w.put(f"if {infix(truth(w, 0), 'and', integer(w, 0) + ' > 3')}:")
    w.put(f"    raise {w.pick(('ValueError', 'RuntimeError', 'ZeroDivisionError'))}({text})")


def earlier_round(w: Writer) -> None:
    """A variable that the round before has set."""
    if w.loops[-1:] != ["counted"]:
        return assign_number(w)
    name, at = w.target("F"), [n for n in w.scope.bounds if len(n) == 1 and n in "ijlo"][-1]
    if w.scope.bounds[at][0] != 0:
        return assign_number(w)
    w.put(f"if {at} > 0:")
    w.put(f"    {w.target('F') if name not in w.scope.sure else name} = {name} + 1.0")
    assigned(w, name, "F", bounded(w, "F", 1))


def define(w: Writer) -> None:
    """A nested function or lambda; it sees its variables as they are when it is called."""
    if w.inner:
        return assign_number(w)
    w.counters += 1
    name = f"g{w.counters}"
    outer, depth = w.scope, w.depth
    w.scope = Scope({**outer.sure, **{n: "I" for n in outer.bounds if n in INDICES}})
    w.inner, loops, w.loops = True, w.loops, []
    result = w.pick(FORMS)(w, name)
    w.inner, w.loops, w.scope, w.depth = False, loops, outer, depth
    w.scope.functions[name] = result


def define_lambda(w: Writer, name: str) -> tuple:
    w.scope.sure["z"] = "F"
    w.put(f"{name} = lambda z: {number(w, 2)}")
    return ("F",), "F"


def define_on_vectors(w: Writer, name: str) -> tuple:
    w.scope.sure["b"] = "V4"
    w.put(f"{name} = lambda b: {vector(w, 'V4', 1)} * 1.0")
    return ("V4",), "V4"


def define_with_return(w: Writer, name: str) -> tuple:
    w.scope.sure["z"] = "F"
    with w.indented(f"def {name}(z):"):
        with w.indented(f"if {test(w)}:"):
            w.put(f"return {number(w, 1)}")
        w.put(f"return {number(w, 1)}")
    return ("F",), "F"


def define_writer(w: Writer, name: str) -> tuple:
    """Writes into an array of the function around it."""
    w.scope.sure["z"] = "F"
    with w.indented(f"def {name}(z):"):
        found = [n for n, k in w.scope.sure.items() if k == "V4"]
        w.put(f"{w.pick(found)}[{index(w, 4)}] += z % 5" if found else "pass")
    return ("F",), None


def define_rebinder(w: Writer, name: str) -> tuple:
    found = [n for n, k in w.scope.sure.items() if k == "F" and n != "z"]
    if not found:
        return define_lambda(w, name)
    w.scope.sure["z"] = "F"
    own = w.pick(found)
    with w.indented(f"def {name}(z):"):
        w.put(f"nonlocal {own}")
        w.put(f"{own} = ({number(w, 1)}) % 9" if not w.profile.smooth else f"{own} = np.sin({number(w, 1)})")
        w.put(f"return {number(w, 0)}")
    return ("F",), "F"


FORMS = (define_lambda, define_with_return, define_writer, define_on_vectors, define_rebinder)

SIMPLE: list[tuple[int, Callable]] = [
    (6, assign_number), (3, assign_integer), (4, assign_vector), (6, write_element), (4, write_slice), (4, augment_name),
    (2, assign_matrix), (4, write_matrix), (2, assign_view), (1, assign_truth), (2, assign_several), (1, assign_chain), (2, swap),
    (2, call_statement), (3, containers), (1, assign_integers), (1, check), (2, define), (1, earlier_round), (1, collect)]
