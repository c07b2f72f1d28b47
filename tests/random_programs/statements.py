"""Random assignments and writes into arrays."""
from __future__ import annotations

from .blocks import assigned, simple
from .expressions import COLUMNS, ROWS, bounded, index, integer, large_index, truth, truth_array, view
from .writer import ARRAYS, LENGTH, NAMES, VECTORS, Writer, is_new


# -- names
# ---------------------------------------------------------------------------------------------------------------

@simple(6)
def assign_number(w: Writer) -> None:
    text = bounded(w, "F")
    assigned(w, w.target("F"), "F", text)


@simple(3)
def assign_integer(w: Writer) -> None:
    name, text = w.target("I"), integer(w, 2)
    small = w.chance(40)
    assigned(w, name, "I", f"{text} % 3" if small else f"{text} % 7" if w.looping else text)
    if small:
        w.scope.bounds[name] = (0, 2)


@simple(1)
def assign_truth(w: Writer) -> None:
    assigned(w, w.target("B"), "B", truth(w, 1))


@simple(4)
def assign_vector(w: Writer) -> None:
    """Mostly a new array: names for shared memory come from `assign_view`."""
    kind = w.pick(VECTORS)
    text = bounded(w, kind)
    if not is_new(text) and not w.chance(15):
        text += ".copy()"
    assigned(w, w.target(kind), kind, text)


@simple(2)
def assign_matrix(w: Writer) -> None:
    text = bounded(w, "M", 1)
    assigned(w, w.target("M"), "M", text if is_new(text) or w.chance(20) else text + ".copy()")


@simple(1)
def assign_integers(w: Writer) -> None:
    assigned(w, w.target("J"), "J", bounded(w, "J", 1))


@simple(1)
def assign_view(w: Writer) -> None:
    """Another name for the same memory."""
    kind = w.pick((*VECTORS, "V4", "M", "J"))
    text = w.name(kind) if w.chance(40) else view(w, kind)
    if text is None:
        return assign_vector(w)
    assigned(w, w.target(kind), kind, text)


@simple(4)
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


@simple(2)
def assign_several(w: Writer) -> None:
    """s, t = …: the right side is computed first."""
    kinds = [w.pick(("F", "F", "I", "V4", "V3")) for _ in range(2)]
    values = [bounded(w, k, 1) for k in kinds]
    targets = [w.pick(list(NAMES[kinds[0]]))]
    targets.append(w.pick([n for n in NAMES[kinds[1]] if n != targets[0]]))
    w.put(f"{', '.join(targets)} = {', '.join(values)}")
    for name, kind, text in zip(targets, kinds, values):
        w.set(name, kind, kind in ARRAYS and not is_new(text))


@simple(1)
def assign_chain(w: Writer) -> None:
    kind = w.pick(("F", "V4", "I"))
    first, second = w.target(kind), w.target(kind)
    w.put(f"{first} = {second} = {bounded(w, kind, 1)}")
    w.set(first, kind, True)
    w.set(second, kind, True)


@simple(2)
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


@simple(1)
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


# -- writes into arrays
# ----------------------------------------------------------------------------------------------------

@simple(6)
def write_element(w: Writer) -> None:
    kind = w.pick((*VECTORS, "V4", "J"))
    name = w.name(kind)
    if name is None:
        return assign_vector(w)
    place = f"{name}[{index(w, LENGTH[kind])}]"
    value = bounded(w, "I", 1) if kind == "J" else bounded(w, "F")
    w.put(f"{place} {w.pick(('=', '+=', '-='))} {value}")


SLICES = {
    "V4": [
        ("[1:]", "V3"),
        ("[:-1]", "V3"),
        ("[::2]", "V2"),
        ("[1:-1]", "V2"),
        ("[::-1]", "V4"),
        ("[:]", "V4"),
        ("[-1:1:-1]", "V2"),
        ("[...]", "V4"),
        ("[[0, 2]]", "V2"),
    ],
    "V3": [("[1:]", "V2"), ("[::-1]", "V3"), ("[:]", "V3"), ("[::2]", "V2")],
    "V2": [("[:]", "V2"), ("[::-1]", "V2")],
}


@simple(4)
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


PARTS = [
    ("[{r}, {c}]", "F"), ("[{r}]", "V4"), ("[:, {c}]", "V3"), ("[{r}][{c}]", "F"), ("[1:, {c}]", "V2"),
    ("[{r}, ::2]", "V2"), ("[1:]", "V4"), ("[:, ::-1]", "M"), ("[::2, {c}]", "V2"), ("[{r}, 1:]", "V3"), ("[:]", "M"),
    (".T[{c}]", "V3"), (".reshape(-1)[{e}]", "F"), ("[[0, 2]]", "V4"), ("[[0, 1], [1, 2]]", "V2"),
    (".reshape(4, 3)[{c}]", "V3"), ("[:, [0, 3]]", "F"),
]


@simple(4)
def write_matrix(w: Writer) -> None:
    name = w.name("M")
    if name is None:
        return assign_matrix(w)
    place, part = w.pick(PARTS)
    place = place.format(r=index(w, ROWS), c=index(w, COLUMNS), e=index(w, ROWS * COLUMNS))
    value = bounded(w, w.pick((part, part, "F")), 1)
    w.put(f"{name}{place} {w.pick(('=', '+=', '-='))} {value}")


@simple(3)
def write_large(w: Writer) -> None:
    """Elements and short slices of a long array, often with an index known only at run time."""
    name = w.name("G")
    if name is None:
        return write_element(w)
    at, op = large_index(w), w.pick(("=", "+=", "-="))
    form = w.below(3)
    if form == 0:
        w.put(f"{name}[{at}] {op} {bounded(w, 'F', 1)}")
    elif form == 1 and (at.isidentifier() or at.isdigit()):
        w.put(f"{name}[{at}:{at} + 2] {op} {bounded(w, w.pick(('V2', 'F')), 1)}")
    else:
        other, there = w.name("G"), large_index(w)
        w.put(f"{name}[{at}], {other}[{there}] = {other}[{there}], {name}[{at}]")


@simple(2)
def call_method(w: Writer) -> None:
    """A method or function of NumPy that changes an array in place."""
    kind = w.pick(VECTORS)
    name = w.name(kind)
    if name is None:
        return assign_vector(w)
    form = w.pick(METHODS if w.profile.smooth else [*METHODS, "{a}.sort()", "{a}[::-1].sort()"])
    w.put(form.format(a=name, z=bounded(w, "F", 1), v=bounded(w, kind, 0), i=index(w, LENGTH[kind])))


METHODS = [
    "{a}.fill({z})", "np.add.at({a}, [0, 1, 0], {z})", "np.add({a}, {z}, out={a})",
    "np.multiply({v} % 3, {z} % 3, out={a})", "np.put({a}, [{i}, 0], {z})", "np.copyto({a}, {v})",
]
