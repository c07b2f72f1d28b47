"""Generated pages: primitives.md, numpy.md, syntax.md, jax-names.md, tables in errors.md and coming-from-jax.md, and
gallery.md.

    python docs/generate.py         # writes them; `make docs` also renews the outputs of examples
"""

from __future__ import annotations

import ast
import inspect
import pathlib
import re
import sys
from importlib import metadata
from collections.abc import Callable, Iterable
from typing import Any

import gast
import numpy as np

from recto import transform
from recto.transform import primitives  # fills the table of primitives
from recto.transform.ir.builder import TABLE, Builder
from recto.transform.frontend import entry  # fills the tables of statements and expressions
from recto.transform.frontend.interpreter import EXPRESSIONS, STATEMENTS
from recto.transform.frontend.state.diagnostics import REFUSED, refused_table
from recto.transform.library.core.coverage import Coverage, coverage, methods_coverage, MODULES
from recto.transform.library.core import reading, table as library

import jax_table

DOCS = pathlib.Path(__file__).resolve().parent
KINDS = {
    "smooth": "differentiable and not linear: the record has a jvp rule, which gives the tangent of the result",
    "linear": "linear in all its linear operands together: the record has a transpose rule",
    "multilinear": "linear in each of its linear operands separately: the record has a transpose rule for each",
    "discrete": "integer- or boolean-valued, or piecewise constant: the derivative is zero",
    "control": "has programs as parameters",
}
CONTROL = {
    "call": "calls a program: `program(…)`",
    "cond": "`if p: … else: …`; each branch is a program of the same operands",
    "while_loop": "`while test(…): … = body(…)`; the first `invariant` operands do not change",
    "fori_loop": "`for i in range(lo, hi, step): … = body(i, …)`",
    "iterate": "`for _ in range(k): … = body(…)`: a state of a sequence; loops that ask for every one, the last first, "
    "are run from snapshots",
    "host_call": "calls a Python function on the host, in order: `print`, random numbers …",
    "host_value": "calls a Python function that only computes, wherever its result is needed: `recto.pure_callback`",
    "collective": "combines the members of a named batch axis: `psum` … (communication between devices, or removed "
    "by batching)",
    "guard": "`x` where `p`; elsewhere the value is never used (removed before programs are finished)",
    "lanes": "a `cond` for each lane of a batch (removed before programs are finished)",
    "native": "calls a native function that stands for a loop nest (made before a program is lowered)",
    "acting_native": "the same, of a function that acts on the host: it draws random numbers, or calls Python",
    "ruled_call": "calls a program that has a custom derivative rule (removed by differentiation)",
}
OPERANDS = "xyzuvw"
PRIMITIVE_COLUMNS = ["primitive", "kind", "parameters", "example", "in NumPy"]


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [head, ["---"] * len(list(head)), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def code(text: str) -> str:
    return f"`{text}`" if text else ""


def listed(names: Iterable[str]) -> str:
    return ", ".join(map(code, names)) or "none"


# -- primitives.md ---------------------------------------------------------------------------------


def primitives_page() -> str:
    parts = [PRIMITIVES_HEAD, table(["kind", "meaning"], [[code(k), v] for k, v in KINDS.items()])]
    for family, records in families().items():
        module = sys.modules[f"{primitives.__name__}.{family}"]
        parts += [
            f"## {family.rpartition('.')[2]}",
            inspect.getdoc(module).split("\n\n")[0].replace("\n", " "),
            table(PRIMITIVE_COLUMNS, map(primitive_row, records)),
        ]
    return "\n\n".join(parts) + "\n"


PRIMITIVES_HEAD = """# Primitives

This page lists the primitives, the operations that Programs consist of. It is generated from their table by `make
docs`. A record in `transform/primitives/` holds everything that the compiler knows about one operation;
[adding-a-primitive.md](adding-a-primitive.md) explains how to write one. The examples give the types of the
operands and the parameters, and the last column shows the NumPy code that is printed for them."""


def families() -> dict[str, list]:
    """The records by the module that the package imports them from."""
    imports = [n for n in ast.parse(inspect.getsource(primitives)).body if isinstance(n, ast.ImportFrom)]
    of = lambda node: [TABLE[a.name] for a in node.names if getattr(primitives, a.name) is TABLE.get(a.name)]
    found = {node.module: of(node) for node in imports}
    assert sum(map(len, found.values())) == len(TABLE), "a primitive is not imported by its package"
    by_name = sorted(found.items(), key=lambda item: item[0].rpartition(".")[2])
    return {family: records for family, records in by_name if records}


def primitive_row(record: Any) -> list[str]:
    accepted = inspect.signature(record.infer).parameters.values()
    parameters = [p.name for p in accepted if p.kind == p.KEYWORD_ONLY]
    if record.kind == "control":
        return [code(record.name), record.kind, listed(parameters), "", CONTROL[record.name]]
    row = example_of(record)
    operands = [transform.Type(np.asarray(o).dtype, np.shape(o)) for o in row.variants[0]]
    given = [f"{n}: {t}" for n, t in zip(OPERANDS, operands)]
    given += [f"{k}={shown(v)}" for k, v in row.params.items()]
    names = list(row.params) or parameters
    return [
        code(record.name),
        record.kind,
        listed(names) if names else "",
        code(", ".join(given)),
        code(in_numpy(record, operands, row.params)),
    ]


def shown(value: Any) -> str:
    return value.name if isinstance(value, np.dtype) else repr(value)


def example_of(record: Any) -> Any:
    """The row of the tests that shows a primitive best: two operands, matrices, real numbers."""
    sys.path.insert(0, str(DOCS.parent / "tests"))
    try:
        from primitives import rows, rows_b  # noqa: F401  (entering rows)
        from primitives._row import ROWS
    finally:
        sys.path.pop(0)
    rows = [r for r in ROWS if r.primitive == record.name]
    return max(
        rows,
        key=lambda r: (
            len(r.variants[0]) == 2,
            max(map(np.ndim, r.variants[0]), default=0) == 2,
            any(o.dtype == np.float64 for o in r.variants[0]),
        ),
    )


def in_numpy(record: Any, operands: list, params: dict) -> str:
    """What a call prints as: the body of a function that holds this call alone."""
    builder = Builder()
    syms = [builder.parameter(t, n) for t, n in zip(operands, OPERANDS)]
    out = record(*syms, **params)
    source = transform.numpy_source(builder.finish(list(out) if record.multiple else [out], "f"))
    return "; ".join(map(ast.unparse, collapsed(ast.parse(source).body[-1].body)))


def collapsed(body: list[ast.stmt]) -> list[ast.AST]:
    """The value alone, where the body computes it and returns it."""
    match body:
        case [ast.Return(value=value)]:
            return [value]
        case [ast.Assign(targets=[target], value=value), ast.Return(value=out)]:
            return [value] if ast.unparse(target) == ast.unparse(out) else list(body)
    return list(body)


# -- numpy.md --------------------------------------------------------------------------------------


def installed() -> dict[str, str]:
    """The versions of which the page tells."""
    return {name: ".".join(metadata.version(name).split(".")[:2]) for name in ("numpy", "scipy")}


def numpy_page() -> str:
    parts = [NUMPY_HEAD.format(**installed())]
    for name, found in coverage().items():
        parts += [f"## {name}", covered(found), reasons(name, found)]
    methods = methods_coverage()
    parts += [
        "## Methods and attributes of arrays",
        covered(methods),
        "## Classes and index objects",
        OBJECTS,
        "## What is left",
        LEFT_HEAD,
        table(["left", "why", "instead"], [list(row) for row in LEFT]),
        "## SciPy",
        SCIPY_HEAD,
        scipy_table(),
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


NUMPY_HEAD = """# NumPy coverage

This page lists the functions of NumPy, `math` and SciPy that can be called in compiled code. It is generated from
the library's table by `make docs`. A compiled function accepts dynamic arrays and numbers and has the same meaning
as in NumPy. A function that is refused raises a `CompileError` with the reason. Functions on files, text, dates and
the machine are not listed. The installed versions are NumPy {numpy} and SciPy {scipy}; where they differ from others,
compiled functions do as they do."""


OBJECTS = """`np.vectorize`, `np.frompyfunc`, `np.nditer`, `np.poly1d` and the classes of `np.polynomial` can be made in
compiled code; what `np.vectorize` made outside can be called. `np.nditer` reads and writes the elements of one or
several arrays that lie by rows, with `multi_index`, and makes arrays for `None`. `np.r_`, `np.c_`, `np.mgrid`,
`np.ogrid`, `np.s_`, `np.ix_`, `np.ndindex` and `np.ndenumerate` are known, and `np.lib.stride_tricks.as_strided` where
its shape and strides are known while compiling. So are types and numbers of results: `np.roots` is complex and its
leading coefficient must not be 0, `np.poly1d` and `np.polymul` keep leading zeros, series of
`np.polynomial` keep zeros at their end, and `np.unique_values` is sorted. The functions of all six modules of
`np.polynomial` are known. `np.shares_memory` and `np.may_share_memory` are known for views at known places,
the texts `np.array_repr`, `np.array_str` and `np.array2string` without options.

Structured arrays with numeric fields may be made in compiled code, passed, read from outside, written and returned:
`a["x"]`, `a[["x", "y"]]`, records `a[i]` (views, as NumPy's), nested fields, `np.recarray`, and `np.sort`, `np.unique`,
`np.concatenate` and others that move records. Each field is an array of its own inside. A result, and a gradient, is a
structured array of NumPy's of the same dtype, in host memory; a gradient needs fields that are all floating. Objects
whose classes define `__array_ufunc__` or `__array_function__` say themselves what NumPy's functions do with them.

Arrays of texts, bytes and dates that are known while compiling (`np.array(["a", "b"])`, `np.arange("2016-07",
"2016-08", dtype="datetime64[D]")`) are static values: NumPy's functions, operators, items, `astype` and `tolist`
compute with them then, so that `x[labels == "a"]` selects at known places. They are printed and returned as NumPy's
arrays. Their elements can't be assigned, and data can't choose among them. On another day, a function that asks for
`np.datetime64("today")` is compiled again; `np.datetime64("now")` is refused.

Masked arrays of numbers are made by `np.ma.array`, `asarray`, `atleast_2d`, `masked_where`, `masked_invalid`,
`masked_equal`, `masked_greater`, `masked_less` (with `_equal`), `masked_inside`, `masked_outside`, `masked_values` and
`fix_invalid`, or passed, read from outside and returned: operators (also in place), ufuncs, comparisons, items,
writes of items (also of `np.ma.masked`), `mask` and `fill_value` (also assigned), `filled`, `compressed`, `where`,
`concatenate` and stacks, methods on shapes, `take`, `compress`, `clip`, `round`, `sort`, `argsort`, `cumsum`,
`cumprod`, `diff`, `sum`, `prod`, `mean`, `average`, `median`, `var`, `std`, `ptp`, `anom`, `cov`, `corrcoef`,
`polyfit`, `min`, `max`, `argmin`, `argmax`, `all`, `any`, `count`, `allequal`, `allclose`, `dot` and `outer`. A sum
of masked elements only is `np.ma.masked`. Where NumPy replaces a mask without any True by `np.ma.nomask`, the mask
is an array of False; `filled` gives a new array. Masked elements have no derivative where the result does not depend
on them."""
LEFT_HEAD = "Numeric parts of NumPy that are not supported:"
LEFT = (
    (
        "of `np.ma`: hard masks, masked arrays without axes, lists of masked elements, `unique`, `compress_rows`, a "
        "mask for an array outside that has none",
        "classes or sizes depend on data, or on state that compiled code does not have",
        "`x.filled(…)`, `x.compressed()`; `np.ma.array(x, mask=False)` has a mask to write into",
    ),
    (
        "arithmetic of an array and a sum that may be `np.ma.masked`",
        "the class of the result depends on data",
        "`np.ma.filled(total, 0.0)`",
    ),
    ("`np.matrix`, `np.bmat`", "NumPy advises against them", "arrays, and `@`"),
    (
        "other uses of what `np.frompyfunc` gives than `.astype` and `.tolist()`",
        "it is an array of objects",
        "`np.vectorize`",
    ),
    (
        "`np.nditer` with `external_loop`, `op_axes` or buffers",
        "compiled code has no chunks of memory",
        "`np.ndindex(x.shape)`",
    ),
    (
        "writes through `np.lib.stride_tricks.as_strided`",
        "its windows overlap",
        "writes into the array itself",
    ),
    (
        "`x.shape = …` of an argument, or of an array that has other names",
        "these would change their type",
        "`x = x.reshape(…)`",
    ),
    (
        "text and date dtypes of what depends on data, also in fields; conversions to dtype object",
        "arrays hold numbers and truth values",
        "numbers that stand for them",
    ),
)

SCIPY_HEAD = """These functions of SciPy can be called in compiled code under SciPy's own names, with its arguments and
results. They are recognised by identity, whatever your program calls them. A distribution may be frozen, in compiled
code or outside."""


def scipy_table() -> str:
    """The functions of each module (or distribution) of SciPy."""
    reading.fill("scipy")
    known = [
        n for n in {*library.HOST_BY_NAME, *reading.READ} if n[:6] == "scipy." and n not in library.REFUSED
    ]
    public = sorted(n for n in known if "._" not in n)
    by_home: dict[str, list[str]] = {}
    for name in public:
        home, _, last = name.rpartition(".")
        by_home.setdefault(home, []).append(last)
    return table(["in", "functions"], [[f"`{home}`", listed(names)] for home, names in by_home.items()])


def covered(found: Coverage) -> str:
    missing = f"\n\nMissing: {listed(found.missing)}." if found.missing else ""
    return f"Compiled ({len(found.implemented)}): {listed(found.implemented)}.{missing}"


def reasons(name: str, found: Coverage) -> str:
    found_by: dict[str, list[str]] = {}
    for function in found.refused:
        found_by.setdefault(library.REFUSED[getattr(MODULES[name], function)], []).append(function)
    rows = [[listed(names), reason] for reason, names in found_by.items()]
    return table(["refused", "reason"], rows) if rows else ""


# -- errors.md: one table of it ------------------------------------------------------------------------


def errors_page() -> str:
    return with_table("errors.md", refused_table())


def with_table(name: str, renewed: str) -> str:
    """A page in which the table with the head of the new one is replaced."""
    page, (top, *_) = (DOCS / name).read_text(), renewed.splitlines()
    before, head, rest = page.partition(f"{top}\n")
    if not head:
        raise ValueError(f"{name} has lost its table")
    return before + renewed + "\n" + re.sub(r"\A(\|.*\n)+", "", rest)


# -- jax-names.md, and its summary in coming-from-jax.md -----------------------------------------------


def jax_page() -> str:
    return jax_table.page(table)


def coming_page() -> str:
    return with_table("coming-from-jax.md", table(jax_table.SUMMARY_HEAD, jax_table.summary()))


# -- syntax.md -----------------------------------------------------------------------------------------

WRITTEN = {
    "FunctionDef": "def inner(x): return x",
    "AsyncFunctionDef": "async def f(): pass",
    "ClassDef": "class C: pass",
    "Return": "return x, y",
    "Delete": "del x, d['a']",
    "Assign": "x = y = a[i], b.c = v",
    "AugAssign": "a[1:] += x",
    "AnnAssign": "x: float = 0.0",
    "For": "for i, v in enumerate(x): pass",
    "AsyncFor": "async for v in x: pass",
    "While": "while p: pass",
    "If": "if p: pass\nelse: pass",
    "With": "with np.errstate(all='ignore'): pass",
    "AsyncWith": "async with m: pass",
    "Match": "match x:\n    case [a, *b]: pass",
    "Raise": "raise ValueError(x)",
    "Try": "try: pass\nexcept E: pass",
    "TryStar": "try: pass\nexcept* E: pass",
    "Assert": "assert x > 0, 'why'",
    "Import": "import math",
    "ImportFrom": "from math import pi",
    "Global": "global n",
    "Nonlocal": "nonlocal n",
    "Expr": "xs.append(v)",
    "Pass": "pass",
    "Break": "break",
    "Continue": "continue",
    "BoolOp": "a and b or c",
    "NamedExpr": "(n := len(x))",
    "BinOp": "a + b @ c ** 2",
    "UnaryOp": "-a, ~a, not a",
    "Lambda": "lambda x, *, k=1: x",
    "IfExp": "a if p else b",
    "Dict": "{'a': x, **d}",
    "Set": "{1, 2}",
    "ListComp": "[f(v) for v in x]",
    "SetComp": "{v for v in x}",
    "DictComp": "{k: v for k, v in d.items()}",
    "GeneratorExp": "sum(v for v in x)",
    "Await": "await x",
    "Yield": "yield x",
    "YieldFrom": "yield from x",
    "Compare": "0 < a <= b",
    "Call": "f(x, *args, k=y, **kwargs)",
    "FormattedValue": "f'{x:.2f}'",
    "JoinedStr": "f'{x!r} and {y}'",
    "Constant": "2.5, 'text', None, ...",
    "Attribute": "x.T, point.y",
    "Subscript": "a[i, 1:-1, None, ..., mask]",
    "Starred": "a, *b = x",
    "Name": "x",
    "List": "[x, y]",
    "Tuple": "x, y",
    "Slice": "a[lo:hi:-1]",
    "MatchValue": "case 1:",
    "MatchSingleton": "case None:",
    "MatchSequence": "case [a, b]:",
    "MatchMapping": "case {'k': v}:",
    "MatchClass": "case Point(x=a):",
    "MatchStar": "case [a, *rest]:",
    "MatchAs": "case [a] as b:",
    "MatchOr": "case 1 | 2:",
}
PARTS_OF_OTHERS = ("If", "FormattedValue", "Starred", *(n for n in WRITTEN if n.startswith("Match")))
SYNTAX_HEAD = """# Every statement and expression

This page lists the nodes of Python's grammar, and says which are supported in compiled code. It is generated from
the tables of the front end by `make docs`. [language.md](language.md) describes what they mean for values that are
known only at run time."""


def syntax_page() -> str:
    assert entry, "the rules are entered"
    parts = [SYNTAX_HEAD]
    for title, kind in (
        ("Statements", ast.stmt),
        ("Expressions", ast.expr),
        ("Patterns of match", ast.pattern),
    ):
        nodes = {c.__name__ for c in kind.__subclasses__() if c.__name__ in WRITTEN}
        parts += [
            f"## {title}",
            table(["node", "example", "in compiled code"], map(syntax_row, sorted(nodes))),
        ]
    return "\n\n".join(parts) + "\n"


def syntax_row(name: str) -> list[str]:
    node = getattr(gast, name)
    written = " ".join(f"`{line}`" for line in WRITTEN[name].split("\n"))
    if node in REFUSED:
        return [name, written, f"refused: {REFUSED[node].hint}"]
    if node in STATEMENTS or node in EXPRESSIONS or name in PARTS_OF_OTHERS:
        return [name, written, "supported"]
    raise ValueError(f"the front end has no rule for {name}")


# -- gallery.md ----------------------------------------------------------------------------------------

EXAMPLES = DOCS.parent / "examples"
PLOTS = DOCS / "plots"
GALLERY_HEAD = """# Gallery

This page shows the scripts in `examples/`, with the plots that they draw. It is generated from their docstrings by
`make docs`; `make plots` draws the plots. `python examples/NAME.py --help` lists the options of a script."""


def gallery_page() -> str:
    """Examples with a plot first."""
    scripts = [p for p in sorted(EXAMPLES.glob("*.py")) if "__main__" in p.read_text()]
    scripts.sort(key=lambda p: not plot_of(p).exists())
    return "\n\n".join([GALLERY_HEAD, *map(gallery_entry, scripts)]) + "\n"


def plot_of(script: pathlib.Path) -> pathlib.Path:
    return PLOTS / f"{script.stem}.png"


def gallery_entry(script: pathlib.Path) -> str:
    plot = plot_of(script)
    image = f"![The plot of {script.name}]({plot.relative_to(DOCS)})\n\n" if plot.exists() else ""
    doc = ast.get_docstring(ast.parse(script.read_text()), clean=False) or ""
    return f"## {script.name}\n\n{image}{fenced(doc.strip())}\n\n[Source](../examples/{script.name})"


def fenced(doc: str) -> str:
    """Indented commands of a docstring as console blocks, with a prompt."""
    return re.sub(r"(?:^    \S.*\n?)+", console_block, doc + "\n", flags=re.M).rstrip()


def console_block(commands: re.Match[str]) -> str:
    lines = [f"$ {line.strip()}" for line in commands[0].splitlines()]
    return "\n".join(["```console", *lines, "```", ""])


Page = Callable[[], str]
PAGES: dict[str, Page] = {
    "primitives.md": primitives_page,
    "numpy.md": numpy_page,
    "errors.md": errors_page,
    "syntax.md": syntax_page,
    "gallery.md": gallery_page,
    "jax-names.md": jax_page,
    "coming-from-jax.md": coming_page,
}


def main() -> None:
    for name, make in PAGES.items():
        (DOCS / name).write_text(make())


if __name__ == "__main__":
    main()
