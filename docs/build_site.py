"""Build the documentation as a web site: `make site`, or

    python docs/build_site.py [FOLDER]            # by default site/

The pages are docs/*.md, and pages made from the tree: the API reference (Sphinx reads the docstrings), the sources of
the examples, and the files at the root of the repository. A warning, such as a broken link, fails the build.
"""

from __future__ import annotations

import importlib
import inspect
import pathlib
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from typing import Any

import recto
from recto._show.stages import Views, natural_chain
from recto.cli import showing
from recto.cli.sources import load

DOCS = pathlib.Path(__file__).resolve().parent
ROOT = DOCS.parent
OF_ROOT = {"contributing.md": "CONTRIBUTING.md", "changelog.md": "CHANGELOG.md"}
MODULES = (
    "debug",
    "lax",
    "lax.linalg",
    "nn",
    "nn.initializers",
    "optim",
    "random",
    "scipy",
    "scipy.integrate",
    "scipy.optimize",
    "sharding",
    "stax",
    "testing",
    "tree",
    "tree_util",
)
SHOWN = {  # example -> function and types of the page that shows it with its derivative
    "kalman": ("local_level", "parameters: f64[2], observed: f64[n]"),
    "logistic_regression": ("loss", "weights: f64[d], inputs: f64[n, d], labels: f64[n]"),
    "molecules": ("potential", "positions: f64[n, 3], box: f64"),
    "wave": ("misfit", "start: f64[32, 32], observed: f64[32, 32], speed: f64, steps: i64"),
}
ORPHAN = "---\norphan: true\n---\n\n"  # not in the navigation: the gallery leads there
SOURCE = re.compile(r"\]\(\.\./examples/(\w+\.py)\)")
GROUP = re.compile(r"^(\S.*):\n\n((?:\* .*\n(?:  .*\n)*)+)", re.M)
LINK = re.compile(r"^\* \[[^]]*\]\(([^)]*)\)", re.M)


def build(folder: pathlib.Path) -> int:
    """The exit status of Sphinx."""
    from sphinx.cmd.build import main

    with tempfile.TemporaryDirectory() as name:
        source = pathlib.Path(name, "source")
        write_sources(source)
        status = main(
            [
                "-W",
                "--keep-going",
                "-q",
                "-c",
                str(DOCS),
                "-d",
                str(pathlib.Path(name, "doctrees")),
                str(source),
                str(folder),
            ]
        )
    write_shown(folder / "shown")
    return status


def write_shown(folder: pathlib.Path) -> None:
    """The pages of functions beside their derivatives."""
    folder.mkdir(parents=True, exist_ok=True)
    for example in SHOWN:
        (folder / f"{example}.html").write_text(shown(example), encoding="utf-8")


def shown(example: str) -> str:
    """The page of an example's function."""
    name, types = SHOWN[example]
    function = load(f"{ROOT / 'examples' / example}.py:{name}")
    views = Views(function, types, natural_chain(function, types))
    stages = showing.viewed(views, showing.ON_PAGE.split(","), True)
    return showing.page_of(list(stages), views)


def write_sources(source: pathlib.Path) -> None:
    shutil.copytree(DOCS / "plots", source / "plots")
    for name, text in pages():
        path = source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def pages() -> Iterator[tuple[str, str]]:
    """Every page: its path and its text."""
    for page in sorted(DOCS.glob("*.md")):
        text = SOURCE.sub(r"](examples/\1.md)", page.read_text())
        yield page.name, text + contents(text) * (page.stem == "index")
    for target, source in OF_ROOT.items():
        yield target, (ROOT / source).read_text().replace("](docs/", "](")
    for script in sorted((ROOT / "examples").glob("*.py")):
        yield (
            f"examples/{script.name}.md",
            ORPHAN + f"# {script.name}\n\n```python\n{script.read_text()}```\n",
        )
    yield from reference()


def contents(index: str) -> str:
    """The navigation: groups and pages as index.md lists them, then the pages that are made here."""
    groups = [(title, LINK.findall(items)) for title, items in GROUP.findall(index)]
    api = ["api/recto", *(f"api/recto.{name}" for name in MODULES)]
    groups += [("API reference", api), ("Repository", list(OF_ROOT))]
    return "".join(
        "\n".join(["", "```{toctree}", ":hidden:", f":caption: {title}", "", *names, "```", ""])
        for title, names in groups
    )


# -- API reference -------------------------------------------------------------------------------------


def reference() -> Iterator[tuple[str, str]]:
    yield "api/recto.rst", page_of("recto", recto, top_level())
    for name in MODULES:
        module = importlib.import_module(f"recto.{name}")
        yield f"api/recto.{name}.rst", page_of(f"recto.{name}", module, members(module))


def page_of(name: str, module: Any, entries: Iterable[str]) -> str:
    return "\n".join(
        [name, "=" * len(name), "", f".. automodule:: {name}", "   :no-members:", "", *entries, ""]
    )


def top_level() -> Iterator[str]:
    """All names of `recto` but those of other libraries, and those that stand on the page of their module."""
    for name in sorted(recto._HOME, key=str.lower):
        value = getattr(recto, name)
        home = value.__module__ if callable(value) else type(value).__module__
        if home.startswith("recto") and name not in recto.sharding.__all__:
            yield entry(f"recto.{name}", value)


def members(module: Any) -> Iterator[str]:
    """The functions and classes that a module offers."""
    own = [
        n
        for n, v in vars(module).items()
        if n[0] != "_" and getattr(v, "__module__", None) == module.__name__
    ]
    offered = getattr(module, "__all__", own)
    for name in offered:
        value = getattr(module, name)
        if callable(value) and not inspect.ismodule(value) and inspect.getdoc(value):
            yield entry(f"{module.__name__}.{name}", value)


def entry(path: str, value: Any) -> str:
    if inspect.isclass(value):
        return f".. autoclass:: {path}\n"
    return f".. autofunction:: {path}\n" if callable(value) else f".. autodata:: {path}\n   :no-value:\n"


if __name__ == "__main__":
    sys.exit(build(pathlib.Path(sys.argv[1]) if sys.argv[1:] else ROOT / "site"))
