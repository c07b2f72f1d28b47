"""A program as a drawing: calls as nodes, values as edges, loops, branches and functions as boxes. SVG.

Nodes stand in layers (Sugiyama, Tagawa & Toda 1981): each below all that it reads, those of a layer in the order of the
mean of what they read. What is inside a box is laid out by itself, with a port for each parameter and result.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from html import escape

from recto.transform import Program, Span
from recto.transform.ir.program import Atom, Call, Const, Var

GAP_X, GAP_Y, HIGH, PAD = 16.0, 30.0, 24.0, 12.0
MOST = 400  # calls: more are no picture any more
SIGNS = {
    "add": "+",
    "sub": "−",
    "mul": "×",
    "div": "/",
    "neg": "−",
    "dot": "@",
    "reduce_sum": "sum",
    "lt": "<",
    "le": "≤",
    "gt": ">",
    "ge": "≥",
    "eq": "==",
    "ne": "≠",
    "integer_pow": "power",
    "dynamic_slice": "x[i]",
    "update_slice": "x[i] =",
    "slice_": "x[a:b]",
    "put_slice": "x[a:b] =",
    "reduce_max": "max",
    "reduce_min": "min",
    "select": "where",
    "broadcast": "spread",
    "fori_loop": "for",
    "while_loop": "while",
    "cond": "if",
}
BOXES = {
    "fori_loop": ("body",),
    "while_loop": ("test", "body"),
    "iterate": ("body",),
    "cond": ("branches",),
    "call": ("program",),
    "ruled_call": ("program",),
    "lanes": ("branches",),
}


@dataclasses.dataclass
class Node:
    """A node or box of a drawing; its place is set by `arrange`."""

    label: str
    about: str
    kind: str
    line: int | None
    reads: list["Node"]
    inner: list["Layout"] = dataclasses.field(default_factory=list)
    width: float = 0.0
    height: float = HIGH
    x: float = 0.0
    y: float = 0.0

    @property
    def middle(self) -> float:
        return self.x + self.width / 2


@dataclasses.dataclass
class Layout:
    """The nodes of one program, arranged."""

    title: str
    nodes: list[Node]
    width: float
    height: float


def drawing(program: Program, line_of: Callable[[Span | None], int | None]) -> str:
    """The drawing of a program; empty for one that is too large."""
    if count(program) > MOST:
        return ""
    layout = arranged(program, line_of, program.name)
    width, height = layout.width + 2 * PAD, layout.height + 2 * PAD
    inside = "".join(shown(layout, PAD, PAD))
    return (
        f'<svg viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}" role="img" '
        f'aria-label="the program of {escape(program.name)}">{inside}</svg>'
    )


def count(program: Program) -> int:
    return sum(1 + sum(map(count, call.programs())) for call in program.body)


# -- nodes ---------------------------------------------------------------------------------------------------


def arranged(program: Program, line_of: Callable[[Span | None], int | None], title: str) -> Layout:
    """The program's nodes in their places."""
    made: dict[str, Node] = {}
    for p in program.parameters:
        made[p.name] = sized(Node(p.name, f"{p.name}: {p.type}", "port", None, []))
    nodes = list(made.values())
    for call in program.body:
        node = sized(of_call(call, made, line_of))
        nodes.append(node)
        made.update((v.name, node) for v in call.outputs)
    for k, result in enumerate(program.results):
        reads = [made[result.name]] if isinstance(result, Var) else []
        nodes.append(sized(Node(f"→ {result.type}", f"result {k}: {result}", "port", None, reads)))
    return arrange(title, nodes)


def of_call(call: Call, made: dict[str, Node], line_of: Callable[[Span | None], int | None]) -> Node:
    name = call.primitive.name
    reads = list({id(made[o.name]): made[o.name] for o in call.operands if isinstance(o, Var)}.values())
    known = [small(o) for o in call.operands if isinstance(o, Const)]
    label = " ".join([SIGNS.get(name, name), *filter(None, known)][:3])
    outs = ", ".join(f"{v.name}: {v.type}" for v in call.outputs)
    node = Node(label, f"{outs} = {name}", "node", line_of(call.span), reads)
    if any(call.programs()):
        node.kind, node.label = "box", heading(call)
        node.inner = [arranged(p, line_of, title) for title, p in parts(call)]
    return node


def heading(call: Call) -> str:
    if call.primitive.name == "fori_loop":
        lo, hi = call.operands[:2]
        step = call.param("step")
        return f"for {atom_text(lo)} … {atom_text(hi)}{f', step {step}' if step != 1 else ''}"
    if call.primitive.name in ("call", "ruled_call"):
        return call.param("program").name
    return SIGNS.get(call.primitive.name, call.primitive.name)


def atom_text(atom: Atom) -> str:
    return small(atom) if isinstance(atom, Const) else atom.name


def parts(call: Call) -> list[tuple[str, Program]]:
    """The programs of a call, with their titles."""
    params, found = dict(call.params), []
    for key in BOXES.get(call.primitive.name, ()):
        value = params.get(key)
        if isinstance(value, Program):
            found.append(("" if key != "test" else "while", value))
        elif isinstance(value, tuple):
            found += list(zip(("then", "else"), value))
    return found


def small(atom: Const) -> str:
    return f"{atom.value.item():.4g}" if not atom.type.shape and atom.type.dtype.kind in "iuf" else ""


def sized(node: Node) -> Node:
    """The room that a node takes."""
    node.width = max(26.0, 7.2 * len(node.label) + 16)
    if node.inner:
        node.width = max(node.width, sum(i.width for i in node.inner) + GAP_X * (len(node.inner) + 1))
        node.height = max(i.height for i in node.inner) + 2 * PAD + 30
    return node


# -- places --------------------------------------------------------------------------------------------------


def arrange(title: str, nodes: list[Node]) -> Layout:
    """Nodes in layers, from the top."""
    depth: dict[int, int] = {}
    for node in nodes:
        depth[id(node)] = 1 + max((depth[id(r)] for r in node.reads), default=-1)
    last = max(depth.values(), default=0)
    for node in nodes:
        if node.label.startswith("→"):
            depth[id(node)] = last
    rows = [[n for n in nodes if depth[id(n)] == k] for k in range(last + 1)]
    width = max((row_width(row) for row in rows), default=0.0)
    y = 0.0
    for row in rows:
        row.sort(key=lambda n: sum(r.middle for r in n.reads) / len(n.reads) if n.reads else width / 2)
        order_row(row, width)
        for node in row:
            node.y = y
        y += max((n.height for n in row), default=0.0) + GAP_Y
    for row in rows[-2::-1]:
        settle(row, nodes, width)
    return Layout(title, nodes, width, max(0.0, y - GAP_Y))


def row_width(row: Sequence[Node]) -> float:
    return sum(n.width for n in row) + GAP_X * max(0, len(row) - 1)


def order_row(row: Sequence[Node], width: float) -> None:
    """From left to right, each near the middle of what it reads."""
    wished = lambda n: sum(r.middle for r in n.reads) / len(n.reads) if n.reads else None
    space_out_row(row, [w if (w := wished(n)) is not None else None for n in row], width)


def settle(row: Sequence[Node], nodes: Sequence[Node], width: float) -> None:
    """The same by those that read it, for nodes that read nothing themselves."""
    if any(n.reads for n in row):
        return
    readers = {id(n): [m.middle for m in nodes if any(r is n for r in m.reads)] for n in row}
    row = sorted(row, key=lambda n: sum(readers[id(n)]) / max(1, len(readers[id(n)])))
    space_out_row(row, [sum(r) / len(r) if (r := readers[id(n)]) else None for n in row], width)


def space_out_row(row: Sequence[Node], wishes: Sequence[float | None], width: float) -> None:
    """Put a row in its order, without overlaps, inside the width, each near its wish."""
    left, rest = 0.0, row_width(row)
    for node, wish in zip(row, wishes):
        most = width - rest
        target = (wish - node.width / 2) if wish is not None else left
        node.x = min(max(left, target), max(left, most))
        left = node.x + node.width + GAP_X
        rest -= node.width + GAP_X
    if all(w is None for w in wishes):
        shift = (width - row_width(row)) / 2
        for node in row:
            node.x += shift


# -- SVG -----------------------------------------------------------------------------------------------------


def shown(layout: Layout, dx: float, dy: float) -> list[str]:
    """The elements of a layout, moved: edges lie below nodes."""
    return [
        *(edge(r, n, dx, dy) for n in layout.nodes for r in n.reads),
        *(piece for n in layout.nodes for piece in drawn(n, dx, dy)),
    ]


def edge(above: Node, below: Node, dx: float, dy: float) -> str:
    x1, y1 = above.middle + dx, above.y + above.height + dy
    x2, y2 = below.middle + dx, below.y + dy
    bend = max(12.0, min(60.0, (y2 - y1) / 2))
    return (
        f'<path d="M{x1:.1f} {y1:.1f}C{x1:.1f} {y1 + bend:.1f} {x2:.1f} {y2 - bend:.1f} {x2:.1f} {y2:.1f}"/>'
    )


def drawn(node: Node, dx: float, dy: float) -> list[str]:
    x, y = node.x + dx, node.y + dy
    link = f' data-l="{node.line}"' if node.line is not None else ""
    rect = f'<rect x="{x:.1f}" y="{y:.1f}" width="{node.width:.1f}" height="{node.height:.1f}" rx="5"/>'
    about = f"<title>{escape(node.about)}</title>"
    if node.kind != "box":
        words = f'<text x="{x + node.width / 2:.1f}" y="{y + 16:.1f}" text-anchor="middle">{escape(node.label)}</text>'
        return [f'<g class="{node.kind}"{link}>{about}{rect}{words}</g>']
    words = f'<text x="{x + 10:.1f}" y="{y + 18:.1f}">{escape(node.label)}</text>'
    inside, left = [], x + (node.width - sum(i.width for i in node.inner) - GAP_X * (len(node.inner) - 1)) / 2
    for part in node.inner:
        if part.title:
            inside.append(f'<text x="{left:.1f}" y="{y + 36:.1f}">{escape(part.title)}</text>')
        inside += shown(part, left, y + PAD + 30)
        left += part.width + GAP_X
    return [f'<g class="box">{about}{rect}{words}</g>', *inside]
