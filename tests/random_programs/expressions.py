"""Random expressions of each kind. What is returned is text that can stand as an operand."""
from __future__ import annotations

from collections.abc import Callable

from .writer import LENGTH, VECTORS, Writer

ROWS, COLUMNS = 3, 4


def expression(w: Writer, kind: str, depth: int = 2) -> str:
    """An expression of a kind."""
    return MAKERS[kind](w, depth)


def bounded(w: Writer, kind: str, depth: int = 2) -> str:
    """An expression for a place in a loop: it does not grow from round to round."""
    text = expression(w, kind, depth)
    if not w.looping or text.isidentifier() or _is_literal(text):
        return text
    if w.profile.smooth and kind in ("F", "M", *VECTORS):
        return f"np.tanh({text})"
    return f"({text} % {w.pick((5, 3, 7, 9))})"


def _is_literal(text: str) -> bool:
    return text.lstrip("-").replace(".", "").isdigit()


def chosen(w: Writer, options: list[tuple[int, Callable[[], str | None]]]) -> str:
    """The text of one option; of the first where that one is not possible here."""
    text = w.weighted(options)()
    return text if text is not None else options[0][1]()


def of_name(w: Writer, kind: str, form: str) -> str | None:
    """Something of a variable, if there is one of this kind."""
    name = w.name(kind)
    return form.format(name) if name else None


def infix(left: str, op: str, right: str) -> str:
    return f"({left} {op} {right})"


# -- numbers -----------------------------------------------------------------------------------------------------------

def number(w: Writer, depth: int) -> str:
    constant = lambda: w.pick(("1.0", "2.0", "3.0", "-1.0", "-2.0", "0.0", "5.0", "2", "0"))
    if depth <= 0:
        return chosen(
            w,
            [
                (1, constant),
                (8, lambda: w.name("F")),
                (6, lambda: element(w)),
                (1, lambda: f"float({integer(w, 0)})"),
            ],
        )
    smaller = lambda: number(w, depth - 1)
    return chosen(w, [
        (1, constant), (6, lambda: w.name("F")), (6, lambda: element(w)),
        (6, lambda: infix(smaller(), w.pick("+-*"), smaller())),
        (1, lambda: infix(smaller(), w.pick("+-*"), integer(w, 0))),
        (2, lambda: f"{w.pick(('min', 'max'))}({smaller()}, {smaller()})"),
        (1, lambda: f"{w.pick(('abs', '-'))}({smaller()})"),
        (2, lambda: reduction(w, depth)),
        (2, lambda: f"({smaller()} if {truth(w, 0)} else {smaller()})"),
        (1, lambda: f"({smaller()} {w.pick(('and', 'or'))} {smaller()})" if not w.profile.smooth else None),
        (1, lambda: walrus(w, depth)), (2, lambda: application(w, "F", depth)),
        (2, lambda: curve(w, smaller())), (3, lambda: of_name(w, "G", f"{{}}[{large_index(w)}]")),
        (1, lambda: of_name(w, "D", "{}['p']")), (1, lambda: of_name(w, "T", "{}[1]")),
        (1, lambda: of_name(w, "O", "{}.value")), (1, lambda: f"WEIGHTS[{index(w, 4)}]")])


def curve(w: Writer, inner: str) -> str:
    """A function of one number."""
    if w.profile.smooth:
        return w.pick(
            (
                "np.sin({})",
                "np.exp(-abs({}))",
                "(1.0 / (2.0 + abs({})))",
                "np.sqrt(0.5 + abs({}))",
                "np.cos({})",
                "np.tanh({})",
            )
        ).format(inner)
    return w.pick(
        ("({} // 2)", "({} % 5)", "np.minimum({}, 3.5)", "np.abs({} * 1.0)", "float({})", "np.maximum(-1.0, {})")
    ).format(inner)


def element(w: Writer) -> str | None:
    """One element of an array."""
    kind = w.pick(("V4", "V4", "M", "V3", "V2", "J", "L"))
    name = w.name(kind)
    if name is None:
        return None
    if kind == "M":
        return (
            f"{name}[{index(w, ROWS)}, {index(w, COLUMNS)}]"
            if w.chance(80)
            else f"{name}[{index(w, ROWS)}][{index(w, COLUMNS)}]"
        )
    if kind == "L":
        return f"{name}[{w.below(2)}][{index(w, 4)}]"
    return f"float({name}[{index(w, 4)}])" if kind == "J" else f"{name}[{index(w, LENGTH[kind])}]"


def reduction(w: Writer, depth: int) -> str | None:
    kind = w.pick((*VECTORS, "M"))
    array = expression(w, kind, depth - 1)
    if kind == "M":
        return f"{array}.sum()"
    forms = [
        "np.sum({})",
        "{}.max()",
        "sum({})",
        "max({})",
        "min({})",
        "{}.sum()",
        "np.dot({0}, {0})",
        "sum(z * 2.0 for z in {})",
    ]
    return w.pick(forms).format(array)


def walrus(w: Writer, depth: int) -> str | None:
    """(t := …): t may stay unset where the expression around it is not computed."""
    if w.inner:
        return None
    value, name = number(w, depth - 1), w.target("F")
    if name not in w.scope.sure:
        w.scope.maybe[name] = "F"
    return f"({name} := {value})"


def application(w: Writer, kind: str, depth: int) -> str | None:
    """A call of a helper, a nested function or a lambda that gives this kind."""
    known = {**w.helpers, **w.scope.functions}
    fitting = [n for n, (_, result) in known.items() if result == kind and not (w.inner and n not in w.helpers)]
    if not fitting:
        return None
    name = w.pick(fitting)
    return call(w, name, known[name][0], depth)


def call(w: Writer, name: str, parameters: tuple[str, ...], depth: int = 1) -> str:
    arguments = [(w.name(k) if k[0] in "VM" else None) or expression(w, k, depth - 1) for k in parameters]
    return f"{name}({', '.join(arguments)})"


# -- integers and truth ------------------------------------------------------------------------------------------------

def integer(w: Writer, depth: int) -> str:
    constant = lambda: w.pick(("1", "2", "0", "3", "-1"))
    names = lambda: w.pick(found) if (found := [*w.names("I"), *w.scope.bounds]) else None
    if depth <= 0:
        return chosen(w, [(1, constant), (8, names), (2, lambda: _int_element(w))])
    smaller = lambda: integer(w, depth - 1)
    return chosen(w, [
        (1, constant), (4, names), (4, lambda: infix(smaller(), w.pick("+-*"), smaller())),
        (2, lambda: infix(smaller(), w.pick(("//", "%")), w.pick("23"))), (1, lambda: _int_element(w)),
        (1, lambda: of_name(w, "V4", "len({})")),
        (1, lambda: f"int({number(w, 0)})" if not w.profile.smooth else None),
        (1, lambda: f"int({truth(w, 0)})"), (1, lambda: f"{w.pick(('min', 'max'))}({smaller()}, {smaller()})"),
        (1, lambda: f"({smaller()} if {truth(w, 0)} else {smaller()})"), (1, lambda: application(w, "I", depth)),
        (1, lambda: f"int(np.argmax({vector(w, 'V4', 0)}))" if not w.profile.smooth else None)])


def _int_element(w: Writer) -> str | None:
    name = w.name("J")
    return f"{name}[{index(w, 4)}]" if name else None


def index(w: Writer, size: int) -> str:
    """An index that is in range, often one known only at run time."""
    inside = [n for n, (lo, hi) in w.scope.bounds.items() if -size <= lo and hi < size]
    shifted = [(n, lo, hi) for n, (lo, hi) in w.scope.bounds.items() if lo >= 0]
    def moved() -> str | None:
        if not shifted:
            return None
        name, lo, hi = w.pick(shifted)
        forms = [f"{name} - 1"] * (lo - 1 >= -size and hi - 1 < size) + [f"{name} + 1"] * (hi + 1 < size) + \
            [f"-1 - {name}"] * (hi < size) + [f"{size - 1} - {name}"] * (hi < size)
        return w.pick(forms) if forms else None
    return chosen(w, [
        (2, lambda: str(w.below(size))), (1, lambda: str(-1 - w.below(size))),
        (6, lambda: w.pick(inside) if inside else None), (3, moved),
        (4, lambda: f"{integer(w, 1)} % {size}"), (1, lambda: f"{integer(w, 0)} % {size} - {size}"),
        (1, lambda: f"-1 - {integer(w, 0)} % {size}")])


def large_index(w: Writer) -> str:
    """An index into a long array that leaves room for one more."""
    inside = [n for n, (lo, hi) in w.scope.bounds.items() if lo >= 0]
    return chosen(w, [(1, lambda: str(w.below(9))), (4, lambda: w.pick(inside) if inside else None),
                      (4, lambda: f"{integer(w, 1)} % 511")])


def truth(w: Writer, depth: int) -> str:
    """A bool."""
    smaller = lambda: truth(w, depth - 1)
    comparison = lambda: infix(integer(w, 1), w.pick(("<", ">", "==", "!=", "<=", ">=")), integer(w, 0))
    if w.profile.smooth:
        apart = lambda: infix(number(w, 1), w.pick("<>"), f"{number(w, 0)} + {w.pick(('0.37', '-0.61'))}")
        options = [(5, comparison), (1, lambda: w.name("B")), (3, apart)]
    else:
        options = [
            (4, lambda: infix(number(w, 1), w.pick(("<", ">", "<=", ">=", "==", "!=")), number(w, 0))),
            (3, comparison),
            (
                1,
                lambda: f"({number(w, 0)} {w.pick(('<', '<='))} {number(w, 0)} {w.pick(('<', '<='))} {number(w, 0)})",
            ),
            (1, lambda: f"({vector(w, w.pick(VECTORS), 0)} > {number(w, 0)}).{w.pick(('any', 'all'))}()"),
            (1, lambda: w.name("B")),
        ]
    if depth > 0:
        options += [
            (2, lambda: f"({smaller()} {w.pick(('and', 'or'))} {smaller()})"),
            (1, lambda: f"(not {smaller()})"),
            (1, lambda: f"({smaller()} if {smaller()} else {smaller()})"),
        ]
    return chosen(w, options)


def test(w: Writer) -> str:
    """What stands behind `if`: anything with a truth value."""
    return chosen(
        w,
        [
            (8, lambda: truth(w, 1)),
            (1, lambda: w.name("I")),
            (1, lambda: f"{integer(w, 0)} % 2"),
            (1, lambda: f"({walrus(w, 1)}) > {number(w, 0)}" if not w.inner and not w.profile.smooth else None),
            (1, lambda: f"not {integer(w, 1)}"),
            (1, lambda: f"{integer(w, 0)} in (1, 2)"),
        ],
    )


# -- arrays ------------------------------------------------------------------------------------------------------------

def vector(w: Writer, kind: str, depth: int) -> str:
    n = LENGTH[kind]
    fresh = lambda: w.pick((f"np.arange({n}.0)", f"np.ones({n})", f"np.zeros({n})", f"np.full({n}, 2.0)"))
    if depth <= 0:
        return chosen(w, [(1, fresh), (6, lambda: w.name(kind)), (2, lambda: view(w, kind))])
    smaller = lambda: vector(w, kind, depth - 1)
    return chosen(
        w,
        [
            (1, fresh),
            (5, lambda: w.name(kind)),
            (3, lambda: view(w, kind)),
            (5, lambda: infix(smaller(), w.pick("+-*"), smaller())),
            (3, lambda: infix(smaller(), w.pick("+-*"), number(w, depth - 1))),
            (1, lambda: f"np.{w.pick(('minimum', 'maximum'))}({smaller()}, {number(w, depth - 1)})"),
            (2, lambda: mapped(w, smaller())),
            (1, lambda: f"np.where({truth_array(w, kind)}, {smaller()}, {smaller()})"),
            (1, lambda: f"(np.array([{', '.join(number(w, 0) for _ in range(n))}]) * 1.0)"),
            (1, lambda: f"np.array([z * 2.0 for z in {smaller()}])"),
            (1, lambda: f"({integers(w, 0)} * 1.0)" if kind == "V4" else None),
            (1, lambda: "WEIGHTS" if kind == "V4" else None),
            (1, lambda: _from_matrix(w, kind)),
            (1, lambda: application(w, kind, depth)),
            (1, lambda: f"({smaller()} if {truth(w, 0)} else {smaller()} + 1.0)"),
        ],
    )


def truth_array(w: Writer, kind: str) -> str:
    if w.profile.smooth:
        return f"np.arange({LENGTH[kind]}) % 2 == {integer(w, 0)}"
    return f"{vector(w, kind, 0)} {w.pick('<>')} {number(w, 0)}"


def mapped(w: Writer, inner: str) -> str:
    """An array made from another of the same shape."""
    common = ["{}[::-1]", "np.cumsum({})", "np.abs({})", "-{}", "{}.copy()", "np.roll({}, 1)"]
    if w.profile.smooth:
        return w.pick(["np.sin({})", "np.exp(-np.abs({}))", "({0} / (1.5 + np.abs({0})))", *common]).format(inner)
    return w.pick(["({} // 2)", "({} % 5)", "np.sort({})", *common]).format(inner)


def _from_matrix(w: Writer, kind: str) -> str | None:
    name = w.name("M")
    if name is None or kind == "V2":
        return None
    return w.pick((f"{name}.sum(axis=0)", f"{name}.max(axis=0)")) if kind == "V4" else \
        w.pick((f"{name}.sum(axis=1)", f"({name} @ {vector(w, 'V4', 0)})"))


def view(w: Writer, kind: str) -> str | None:
    """An expression of this kind that shares memory with a name."""
    source, form = w.pick(VIEWS[kind])
    name = w.name(source)
    if name is None:
        return None
    if "{s}" in form:
        inside = [n for n, (lo, hi) in w.scope.bounds.items() if lo >= 0 and hi + LENGTH[kind] <= LENGTH[source]]
        if not inside:
            return None
        return form.format(name, s=w.pick(inside), n=LENGTH[kind])
    return form.format(name, r=index(w, ROWS), c=index(w, COLUMNS), k=w.below(2))


VIEWS = {
    "V4": [
        ("V4", "{}[:]"),
        ("M", "{}[{r}]"),
        ("V4", "{}[::-1]"),
        ("M", "{}[{r}, :]"),
        ("M", "{}[{r}, ::-1]"),
        ("L", "{}[{k}]"),
        ("D", "{}['q']"),
        ("M", "{}.T[:, {r}]"),
        ("T", "{}[0]"),
        ("O", "{}.data"),
        ("M", "{}.reshape(-1)[4:8]"),
    ],
    "V3": [
        ("V4", "{}[1:]"),
        ("V4", "{}[:-1]"),
        ("M", "{}[:, {c}]"),
        ("M", "{}.T[{c}]"),
        ("M", "{}[{r}, 1:]"),
        ("V4", "{}[{s}:{s} + {n}]"),
    ],
    "V2": [
        ("V4", "{}[::2]"),
        ("V4", "{}[1:-1]"),
        ("V3", "{}[1:]"),
        ("M", "{}[1:, {c}]"),
        ("M", "{}[{r}, 1::2]"),
        ("V4", "{}[{s}:{s} + {n}]"),
        ("V3", "{}[::-2]"),
        ("V4", "{}[-2:]"),
        ("V3", "{}[{s}:{s} + {n}]"),
    ],
    "M": [("M", "{}[::-1]"), ("M", "{}[:, ::-1]"), ("M", "{}[:]")],
    "J": [("J", "{}[::-1]"), ("J", "{}[:]")],
}


def matrix(w: Writer, depth: int) -> str:
    fresh = lambda: w.pick(("np.zeros((3, 4))", "np.ones((3, 4))", "np.arange(12.0).reshape(3, 4)"))
    if depth <= 0:
        return chosen(w, [(1, fresh), (6, lambda: w.name("M"))])
    smaller = lambda: matrix(w, depth - 1)
    return chosen(
        w,
        [
            (1, fresh),
            (5, lambda: w.name("M")),
            (2, lambda: view(w, "M")),
            (3, lambda: infix(smaller(), w.pick("+-*"), smaller())),
            (2, lambda: infix(smaller(), w.pick("+-*"), vector(w, "V4", 0))),
            (3, lambda: f"({smaller()} + {vector(w, 'V3', 0)}[:, None])"),
            (1, lambda: infix(smaller(), w.pick("+-*"), number(w, depth - 1))),
            (1, lambda: f"np.outer({vector(w, 'V3', 0)}, {vector(w, 'V4', 0)})"),
            (1, lambda: mapped_matrix(w, smaller())),
        ],
    )


def mapped_matrix(w: Writer, inner: str) -> str:
    forms = ["-{}", "{}.copy()", "np.cumsum({}, axis=0)", "np.abs({})", "np.minimum({}, 3.0)"]
    return w.pick([*forms, "np.cos({})"] if w.profile.smooth else [*forms, "({} % 5)"]).format(inner)


def integers(w: Writer, depth: int) -> str:
    smaller = lambda: integers(w, depth - 1)
    options = [(1, lambda: "np.arange(4)"), (4, lambda: w.name("J"))]
    if depth > 0:
        options += [
            (2, lambda: infix(smaller(), w.pick("+-*"), smaller())),
            (2, lambda: infix(smaller(), w.pick("+-"), integer(w, 0))),
            (1, lambda: f"({smaller()} {w.pick(('//', '%'))} 3)"),
            (1, lambda: view(w, "J")),
        ]
    return chosen(w, options)


# -- containers
# ----------------------------------------------------------------------------------------------------------

def pair_of_vectors(w: Writer, depth: int) -> str:
    one = lambda: vector(w, "V4", 0)
    return w.weighted([(3, lambda: f"[{one()}, {one()}]"), (2, lambda: f"[{one()}.copy() for _ in range(2)]"),
                       (1, lambda: f"list(({one()}, {one()}.copy()))")])()


def mapping(w: Writer, depth: int) -> str:
    return f"{{'p': {number(w, depth - 1)}, 'q': {vector(w, 'V4', 0)}}}"


def box(w: Writer, depth: int) -> str:
    return f"Box({number(w, 0)}, {vector(w, 'V4', 0)})"


def pair(w: Writer, depth: int) -> str:
    return f"({vector(w, 'V4', 0)}, {number(w, 0)})"


MAKERS: dict[str, Callable[[Writer, int], str]] = {
    "F": number,
    "I": integer,
    "B": truth,
    "M": matrix,
    "J": integers,
    "L": pair_of_vectors,
    "D": mapping,
    "T": pair,
    "O": box,
    **{k: (lambda w, depth, k=k: vector(w, k, depth)) for k in VECTORS},
}
