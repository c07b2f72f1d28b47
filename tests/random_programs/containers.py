"""Random lists of arrays, dicts, tuples and objects: made, changed, taken apart."""
from __future__ import annotations

from .blocks import assigned, simple
from .expressions import bounded, box, expression, index, mapping, number, pair, pair_of_vectors
from .writer import NAMES, VECTORS, Writer


@simple(3)
def containers(w: Writer) -> None:
    """Lists of arrays, dicts, tuples: made, changed, taken apart."""
    kind = w.pick("LDTO")
    found = [n for n in w.names(kind) if n in w.scope.sure]
    if not found or w.chance(30):
        maker = {"L": pair_of_vectors, "D": mapping, "T": pair, "O": box}[kind]
        return assigned(w, w.target(kind), kind, maker(w, 1))
    name = w.pick(found)
    {"L": change_list, "D": change_mapping, "T": take_pair, "O": change_box}[kind](w, name)


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


def change_box(w: Writer, name: str) -> None:
    number = lambda: bounded(w, "F", 1)
    change = w.pick([
        lambda: f"{name}.value {w.pick(('=', '+='))} {number()}",
        lambda: f"{name}.data[{index(w, 4)}] = {number()}",
        lambda: f"{name}.push({number()})",
        lambda: f"{name}.data = {bounded(w, 'V4', 1)}",
        lambda: f"{name}.data += {name}.value % 3",
    ])
    w.put(change())


def take_pair(w: Writer, name: str) -> None:
    first, second = w.target("V4"), w.target("F")
    w.put(f"{first}, {second} = {name}")
    w.set(first, "V4", True)
    w.set(second, "F")


@simple(1)
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
