"""The stages of a function as an HTML page; lines made from one source line are highlighted together.

Highlighting under the pointer is done by style sheets (`:has`), so that it works in notebooks, which run no scripts of
outputs; the page also has tabs, pins lines that are clicked, and brings linked lines into view.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ..stage import Stage
from .styles import COLOURS, PAGE_STYLE, SCRIPT, STYLE, palette

KEYS = (
    "Point at a line to see what it became; click, or <kbd>Enter</kbd>, pins it. <kbd>↑</kbd> <kbd>↓</kbd> go from "
    "line to line, <kbd>Esc</kbd> lets go."
)


def page(
    stages: Sequence[Stage], title: str, place: str, about: str, facts: Sequence[tuple[str, str]] = ()
) -> str:
    """A page of its own, with nothing to fetch.

    Args:
        stages: the function first, if it is among them; the others are tabs.
        place: where the function is.
        facts: (what, HTML) for the head.
    """
    from .highlighting import panel  # pygments, for pages only

    first = [s for s in stages if s.name == "source"]
    views = [s for s in stages if s.name != "source"]
    tabs = "".join(
        f'<button role="tab" id="tab-{s.name}" aria-controls="{s.name}" aria-selected="false">'
        f"{escape(s.title)}</button>"
        for s in views
    )
    roles = lambda s: f' id="{s.name}" role="tabpanel" aria-labelledby="tab-{s.name}" tabindex="-1"'
    panels = "\n".join(panel(s, COLOURS, roles(s)) for s in views)
    left = "\n".join(panel(s, COLOURS, ' id="source"') for s in first)
    right = f'<div class="views">\n<div role="tablist" aria-label="Views">{tabs}</div>\n{panels}\n</div>'
    told = "".join(f"<div><dt>{escape(what)}</dt><dd>{words}</dd></div>" for what, words in facts)
    head = f"<h1>{escape(title)}<small>{escape(place)}</small></h1><p>{escape(about)}</p>"
    styles = palette() + STYLE + PAGE_STYLE + links(stages, ".recto")
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(title)}</title>\n"
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="color-scheme" content="light dark">\n<style>{styles}</style>\n</head>\n'
        f'<body class="recto">\n<header>{head}{f"<dl>{told}</dl>" if told else ""}</header>\n'
        f"<main>\n{left}\n{right if views else ''}\n</main>\n<footer>{KEYS}</footer>\n"
        f"<script>{SCRIPT}</script>\n</body>\n</html>\n"
    )


def fragment(stages: Sequence[Stage], number: str) -> str:
    """A piece of a notebook; `number` tells it from others."""
    from .highlighting import panel  # as above

    own = f'.recto[data-id="{number}"]'
    columns = f"repeat({min(2, len(stages))}, minmax(0, 1fr))"
    grid = f"{own} {{ display: grid; gap: 8px; grid-template-columns: {columns}; }}"
    styles = palette() + STYLE + grid + links(stages, own)
    panels = "\n".join(panel(stage, COLOURS, copy=False) for stage in stages)
    return f'<style>{styles}</style>\n<div class="recto" data-id="{number}">\n{panels}\n</div>'


def links(stages: Sequence[Stage], scope: str) -> str:
    """A rule for each line of the user: while the pointer is on one of its lines, all are lit."""
    lines = sorted({line for stage in stages for _, line in stage.lines if line is not None})
    return "\n" + "\n".join(
        f'{scope}:has([data-l="{n}"]:hover) code[data-l="{n}"] {{ background: var(--lit); }}\n'
        f'{scope}:has([data-l="{n}"]:hover) .node[data-l="{n}"] rect {{ fill: var(--lit); }}'
        for n in lines
    )
