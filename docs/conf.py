"""Sphinx's configuration of the web site, which `make site` builds by docs/build_site.py."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

project = "Recto"
html_title = "Recto"
html_theme = "furo"
html_show_sphinx = False
html_copy_source = False
html_show_copyright = False
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]

myst_heading_anchors = 4  # links such as runtime.md#caches, as on GitHub
highlight_language = "none"  # of blocks that name none
pygments_style = "sphinx"

default_role = "code"  # docstrings write `x`
autodoc_typehints = "description"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
napoleon_numpy_docstring = False
napoleon_use_ivar = True

CODE = re.compile(r"(`[^`]*`)")
SPECIAL = re.compile(r"([*|\\]|_(?=\W|$))")  # marks that mean something to reStructuredText
SECTION = re.compile(r"[A-Z]\w*:$")  # Args:, Raises: …
ROLE = re.compile(r":\w+:`~?([^`<]*?)\s*(?:<[^>`]*>)?`")
NUMPY_SIGNATURE = re.compile(r"\w+\((.*\))?$")


def setup(app: Any) -> None:
    app.connect("autodoc-process-docstring", process, priority=100)  # before napoleon


def process(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Docstrings are nearly Markdown: make them reStructuredText. Of NumPy's and SciPy's the summary is shown."""
    paragraphs = [text.split("\n") for text in "\n".join(lines).strip("\n").split("\n\n")]
    if (getattr(obj, "__module__", None) or "").startswith(("numpy", "scipy")) or ["Parameters"] in [
        p[:1] for p in paragraphs
    ]:
        paragraphs = [summary(paragraphs)]
    lines[:] = [line for paragraph in restructured(paragraphs) for line in [*paragraph, ""]]


def summary(paragraphs: list[list[str]]) -> list[str]:
    """The first paragraph of a docstring of NumPy's that is no signature and no directive, without roles."""
    found = next((p for p in paragraphs if not NUMPY_SIGNATURE.match(p[0]) and not p[0].startswith("..")), [])
    return ROLE.sub(r"`\1`", "\n".join(found)).split("\n")


def restructured(paragraphs: list[list[str]]) -> Iterator[list[str]]:
    """Marks are escaped; indented blocks, outside of sections such as Args, are shown as they stand."""
    section = False
    for paragraph in paragraphs:
        indented = all(line.startswith("    ") or not line for line in paragraph)
        section = bool(SECTION.match(paragraph[0])) or section and indented
        if paragraph[0].lstrip().startswith(">>>"):
            yield paragraph
        elif indented and not section:
            yield ["::", "", *paragraph]
        else:
            yield list(map(escaped, paragraph))


def escaped(line: str) -> str:
    """Marks outside of `code`. An ending, as in "`Leaf`s", is set off by an escaped space, which shows nothing."""
    texts, codes = CODE.split(line)[::2], CODE.split(line)[1::2]
    first, *others = (SPECIAL.sub(r"\\\1", text) for text in texts)
    return first + "".join(
        code + "\\ " * text[:1].isalnum() + text for code, text in zip(codes, others, strict=True)
    )
