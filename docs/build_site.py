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

import public_names

DOCS = pathlib.Path(__file__).resolve().parent
ROOT = DOCS.parent
OF_ROOT = {"contributing.md": "CONTRIBUTING.md", "changelog.md": "CHANGELOG.md"}
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
    api = ["api/recto", *(f"api/{name}" for name in modules())]
    groups += [("API reference", api), ("Repository", list(OF_ROOT))]
    return "".join(
        "\n".join(["", "```{toctree}", ":hidden:", f":caption: {title}", "", *names, "```", ""])
        for title, names in groups
    )


# -- API reference -------------------------------------------------------------------------------------


def modules() -> list[str]:
    """The public modules that have a page: all but those of a single distribution."""
    return [name for name in public_names.modules() if is_at_home(importlib.import_module(name), name)]


def is_at_home(module: Any, name: str) -> bool:
    """Is a module in the folder that its public name says?"""
    return module.__name__ == name


def reference() -> Iterator[tuple[str, str]]:
    yield "api/recto.rst", page_of("recto", top_level())
    for name in modules():
        yield f"api/{name}.rst", page_of(name, members(name))


def page_of(name: str, entries: Iterable[str]) -> str:
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


def members(name: str) -> Iterator[str]:
    """The functions and classes that a module offers, and those of the distributions in it."""
    module = importlib.import_module(name)
    for inner in public_names.offered(module):
        value, path = getattr(module, inner), f"{name}.{inner}"
        if inspect.ismodule(value):
            if not is_at_home(value, path):
                yield from members(path)
        elif callable(value) and inspect.getdoc(value):
            yield entry(path, value)


def entry(path: str, value: Any) -> str:
    if inspect.isclass(value):
        return f".. autoclass:: {path}\n"
    return f".. autofunction:: {path}\n" if callable(value) else f".. autodata:: {path}\n   :no-value:\n"


if __name__ == "__main__":
    sys.exit(build(pathlib.Path(sys.argv[1]) if sys.argv[1:] else ROOT / "site"))
