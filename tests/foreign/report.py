"""docs/foreign.md: what runs, what is refused and why, from the records of all checks."""
from __future__ import annotations

import collections
import re

# (cause, what its messages have); the first that fits counts.
CAUSES = [
    ("Random numbers with a hidden state: `np.random`, `random`, `RandomState`", "hidden state"),
    ("Functions of SciPy that the compiler does not know", r"scipy[\w.]* is not known|_\w* is not known.*scipy|issparse"
     r"|ConvexHull|exact="),
    ("Figures inside a computation: matplotlib", r"plt\.|matplotlib|im\.set_data"),
    ("Generators", "generator"),
    ("Results whose size depends on data: `np.bincount`, `np.zeros(x.max() + 1)`, filtering comprehensions",
     "size of the result depends|has no known upper bound|list of unknown length|length that may be another"),
    ("`np.r_`, `np.c_`, `as_strided`, `reduceat`, `nditer` and other functions of NumPy that are missing",
     r"numpy[\w.]* is not known|it is not supported|AxisConcatenator|as_strided"),
    ("Dtypes that compiled code does not hold: structured, text, dates, objects",
     r"arrays of dtype|which compiled code can't hold"),
    ("Classes that are made by other rules than `__init__`: deque, StringIO, subclasses of ndarray",
     "can't be made in compiled code"),
    ("Lists that are indexed by data, or change length with it",
     "index of a heterogeneous Python|changes length|container of dynamic values|item of a set|a list"),
    ("Warnings, time and settings of the host", r"warn is not|time\.time|seterr|printoptions"),
    ("An object, a text or another static value that depends on data", "on one path|text of a dynamic"),
]
VERDICTS = ("right", "refused", "wrong", "documented", "nan", "internal", "slow", "broken", "crash")
HEAD = """# Programs of others

`make foreign FOLDER=…` runs programs from public repositories, unmodified, in plain Python and compiled, each check in
a process with a time limit. `jit` is right if result, arguments, objects, globals, output and exceptions are those of
Python (to 1e-9); `grad` is right if the gradient has the slope that differences have. The folder holds a checkout of
each repository under its name; those of Philip Mocz are in the folder `pmocz`. The tables of checks are in
`tests/foreign/programs/`. `make foreign` writes this page.

Functions and methods are called as they are. For scripts and notebooks, the main loop is wrapped in a function
without plotting code. The examples of autograd import NumPy and SciPy under the names of autograd's modules. Answers of
numpy-100 that draw random numbers are also tried with these numbers as arguments ("drawn"). "nan" is a gradient that is
NaN by the [conventions](derivatives.md) although the difference is finite, such as that of `np.sqrt(0.0)` that a mask
hides later. "wrong" is a bug. "documented" differs from Python only as the
[list of differences](language.md#differences) or the page on [libraries](libraries.md) describes, which is tested; it
does not count as right. "broken" programs fail in Python, with today's NumPy or matplotlib, and do not count.

"""


def page(found: list[dict]) -> str:
    records = [record for repository in found for record in repository.values()]
    parts = [HEAD, summary(records), refusals(records), others(records), times(records)]
    return "\n".join(parts).rstrip() + "\n"


def summary(records: list[dict]) -> str:
    lines = ["| repository | law | checks | " + " | ".join(VERDICTS) + " | right |",
             "|---|---|" + "---:|" * (len(VERDICTS) + 2)]
    groups: dict = collections.defaultdict(list)
    for record in records:
        for repository in (record["repository"], "**all**"):
            groups[repository, record["law"]].append(record["verdict"])
    for (repository, law), verdicts in sorted(groups.items(), key=lambda row: (row[0][0] == "**all**", row[0])):
        count = collections.Counter(verdicts)
        whole = len(verdicts) - count["broken"]
        cells = " | ".join(str(count[v] or "") for v in VERDICTS)
        lines.append(f"| {repository} | {law} | {len(verdicts)} | {cells} | {count['right'] / max(whole, 1):.0%} |")
    return "\n".join(lines) + "\n"


def refusals(records: list[dict]) -> str:
    groups: dict[str, list[dict]] = collections.defaultdict(list)
    for record in records:
        if record["verdict"] == "refused":
            groups[cause(record["message"])].append(record)
    ordered = sorted(groups.items(), key=lambda group: (group[0] == OTHERS, -len(group[1])))
    lines = ["## What is refused", "", "| checks | cause |", "|---:|---|"]
    lines += [f"| {len(group)} | {name} |" for name, group in ordered]
    for name, group in ordered:
        lines += ["", f"### {name}", ""]
        messages: dict[str, list[dict]] = collections.defaultdict(list)
        for record in group:
            messages[short(record["message"])].append(record)
        lines += [f"* {message}: {programs(named)}" for message, named in messages.items()]
    return "\n".join(lines) + "\n"


OTHERS = "Single causes"


def cause(message: str) -> str:
    return next((name for name, pattern in CAUSES if re.search(pattern, message)), OTHERS)


def short(message: str) -> str:
    """The first line without the types and the code in it, so that equal causes are listed together."""
    text = re.sub(r" ⟨.*", "", re.sub(r"/\S+/", "", message))
    text = re.sub(r" for (a dynamic scalar |a slice of computed length of |the function )?[\w\[\],]+$", "", text)
    return re.sub(r"([|<>*_\[\]])", r"\\\1", text)


def programs(records: list[dict]) -> str:
    by_repository: dict[str, list[str]] = collections.defaultdict(list)
    for record in records:
        by_repository[record["repository"]].append(title(record))
    return "; ".join(f"*{name}* {', '.join(dict.fromkeys(titles))}" for name, titles in by_repository.items())


def title(record: dict) -> str:
    name = re.sub(r"^(\d+)\. .*?(, drawn)?$", r"\1\2", record["name"])
    return name + (" (grad)" if record["law"] == "grad" else "")


HEADINGS = {"wrong": "Results that differ", "documented": "Results that differ as documented",
            "internal": "Failures of the compiler", "crash": "Crashes", "nan": "Gradients that are NaN",
            "slow": "Beyond the time limit"}


def others(records: list[dict]) -> str:
    lines = []
    for verdict, heading in HEADINGS.items():
        found = [r for r in records if r["verdict"] == verdict]
        if found:
            lines += [f"## {heading}", "", *(f"* {r['repository']}: {title(r)}{said(r)}" for r in found), ""]
    return "\n".join(lines)


def said(record: dict) -> str:
    return f" – {short(record['message'])}" if record["message"] else ""


def times(records: list[dict]) -> str:
    """What takes long until the first result."""
    found = sorted((r for r in records if r["seconds"] > 5 and r["verdict"] == "right"), key=lambda r: -r["seconds"])
    lines = ["## First calls of more than 5 s", "", "Processor time of reading, compiling and one call.", "",
             "| program | law | s |", "|---|---|---:|"]
    lines += [f"| {r['repository']}: {re.sub(r', drawn$', '', r['name'])} | {r['law']} | {r['seconds']:.0f} |"
              for r in found]
    return "\n".join(lines) + "\n"
