"""What the documentation shows is what happens: examples of pages and docstrings, generated pages, links."""
from __future__ import annotations

import doctest
import importlib
import os
import pathlib
import re
import sys

import pytest

import doctests
from recto.transform.frontend import dispatch
from recto.transform.frontend.interpreter import STATEMENTS
from recto.transform.ir.builder import TABLE
from recto.transform.library.core.table import HOST
from recto.transform.passes.simplify.rule_table import NAMED, PREPARED
from test_architecture import ROOT, inside, module_names

sys.path.insert(0, str(ROOT / "docs"))
import build_site
import conf
import generate

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
EXECUTED = {"README", "architecture", "language", "derivatives", "adding-a-primitive", "debugging", "runtime", "random",
            "host", "devices", "tour", "libraries", "coming-from-jax", "windows", "extending"}
WRITTEN = EXECUTED | {"index", "primitives", "numpy", "glossary", "errors"}
LINK = re.compile(r"\[[^\]]*\]\(([^)#:]+)(#[^)]*)?\)")
TO_A_HEADING = re.compile(r"\[[^\]]*\]\(([^)#:]*)#([^)]*)\)")
HEADING = re.compile(r"^#+ (.*)$", re.M)
CODE = re.compile(r"^```.*?^```", re.M | re.S)
COMMAND = re.compile(r"^[ $]*python examples/", re.M)


MODULES = [pytest.param(n, marks=[pytest.mark.xla] * (not inside(n, "recto.transform"))) for n in module_names()]


@pytest.fixture
def tables():
    """The compiler's tables, put back behind a page that adds to them."""
    importlib.import_module("recto.transform.frontend.entry")           # whose modules fill them
    kinds = [operation.rules for operation in vars(dispatch).values() if isinstance(operation, dispatch.Operation)]
    before = [(table, dict(table)) for table in (TABLE, HOST, STATEMENTS, PREPARED, *kinds)]
    rules = {name: [*found] for name, found in NAMED.items()}
    yield
    for table, entries in before:
        table.clear()
        table.update(entries)
    NAMED.clear()
    NAMED.update(rules)


@pytest.mark.xla
@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_examples_of_pages(page, tables):
    reports, _, test = doctests.run(page.read_text(), page.stem)
    assert not reports, "".join(reports)
    assert test.examples or page.stem not in EXECUTED


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_docstrings(name):
    reports: list[str] = []
    runner = doctest.DocTestRunner(doctests.Checker(), verbose=False, optionflags=doctests.FLAGS)
    for test in doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(name)):
        if test.examples:               # doctest's debugger looks at all files that are known, each time
            runner.run(test, out=reports.append)
    assert not reports, "".join(reports)


@pytest.mark.parametrize("name", generate.PAGES)
def test_generated_pages_are_up_to_date(name):
    text = (ROOT / "docs" / name).read_text()
    if name == "numpy.md" and "NumPy {numpy} and SciPy {scipy}".format(**generate.installed()) not in text:
        pytest.skip("the page tells of other versions of NumPy and SciPy")
    assert text == generate.PAGES[name](), "run `make docs`"


def test_every_page_is_there_and_on_the_map():
    assert {p.stem for p in PAGES} >= WRITTEN
    linked = {target for target, _ in LINK.findall((ROOT / "docs" / "index.md").read_text())}
    assert {p.name for p in PAGES} - {"README.md", "index.md"} <= linked


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page):
    targets = [target for target, _ in LINK.findall(page.read_text())]
    assert [target for target in targets if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_to_headings_lead_to_one(page):
    assert [(target, heading) for target, heading in TO_A_HEADING.findall(page.read_text())
            if heading not in anchors(page.parent / target if target else page)] == []


def anchors(page: pathlib.Path) -> set[str]:
    """What a link writes behind `#` for each heading of a page, as GitHub and MyST form it."""
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
            for heading in HEADING.findall(CODE.sub("", page.read_text()))}


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_commands_of_examples_stand_in_code_blocks(page):
    text = page.read_text()
    assert COMMAND.findall(CODE.sub("", text)) == []
    assert page.name != "gallery.md" or COMMAND.search(text)


@pytest.mark.xla
@pytest.mark.parametrize("example", build_site.SHOWN)
def test_pages_of_examples_have_every_tab(example):
    page = build_site.shown(example)
    tabs = re.findall(r'role="tab" id="tab-(\w+)"', page)
    assert tabs[0] == "transformed" and {"tangent", "program", "drawing", "stablehlo"} <= set(tabs)
    assert f'shown/{example}.html' in (ROOT / "docs" / "pages.md").read_text()
    assert "operations" in page and page.count('data-l="') > 20


@pytest.fixture(scope="module")
def site() -> dict[str, str]:
    """The pages that the web site is built from."""
    return dict(build_site.pages())


def test_links_of_the_site_lead_to_its_pages(site):
    known = {*site, *(p.relative_to(ROOT / "docs").as_posix() for p in (ROOT / "docs" / "plots").iterdir())}
    pages = {name: text for name, text in site.items() if not name.startswith("examples/")}
    assert [(name, target) for name, text in pages.items() for target, _ in LINK.findall(text)
            if os.path.normpath(pathlib.PurePosixPath(name).parent / target) not in known] == []


def test_every_page_of_the_site_is_in_its_navigation(site):
    listed = re.findall(r"^\w\S*$", "".join(re.findall(r"```{toctree}\n(.*?)```", site["index.md"], re.S)), re.M)
    paths = {name.removesuffix(".md").removesuffix(".rst") for name in site if not name.startswith("examples/")}
    assert {name.removesuffix(".md") for name in listed} == paths - {"index"}


@pytest.mark.parametrize("line, written", [
    ("a tree of `Leaf`s, as `a` or `b`", r"a tree of `Leaf`\ s, as `a` or `b`"),
    ("`*args` and *args, a|b, x_ and x_y", r"`*args` and \*args, a\|b, x\_ and x_y")])
def test_docstrings_become_restructured_text(line, written):
    assert conf.escaped(line) == written
