"""Text in sections that shows as it reads: at the prompt without quotation marks, in a notebook as tables."""

from __future__ import annotations

import dataclasses
from html import escape
from typing import Any

STYLE = (
    ".recto-report{font:13px/1.5 system-ui,sans-serif}.recto-report h4{margin:.8em 0 .2em}"
    ".recto-report table{border-collapse:collapse}.recto-report td{padding:1px 14px 1px 0;text-align:left;"
    "vertical-align:top}.recto-report code{font:12px ui-monospace,Menlo,Consolas,monospace}"
    ".recto-report td:first-child{white-space:nowrap}"
)


@dataclasses.dataclass(frozen=True)
class Section:
    """A heading, and rows of words."""

    title: str
    rows: tuple[tuple[str, ...], ...] = ()

    def text(self) -> str:
        table = [pad(row, self.width) for row in self.rows if len(row) > 1]  # a single cell is a sentence
        widths = [max(map(len, column)) for column in zip(*table)]
        laid = lambda row: (
            "  ".join(cell.ljust(w) for cell, w in zip(row, widths)) if len(row) > 1 else row[0]
        )
        return "\n".join([self.title, *(f"  {laid(row)}".rstrip() for row in self.rows)])

    @property
    def width(self) -> int:
        return max(map(len, self.rows), default=0)

    def html(self) -> str:
        cell = lambda words: f"<td><code>{escape(words)}</code></td>"
        wide = lambda words: f'<td colspan="{self.width}">{escape(words)}</td>'
        row_of = lambda row: "".join(map(cell, pad(row, self.width))) if len(row) > 1 else wide(row[0])
        rows = "".join(f"<tr>{row_of(row)}</tr>" for row in self.rows)
        return f"<h4>{escape(self.title)}</h4>" + (f"<table>{rows}</table>" if rows else "")


def pad(row: tuple[str, ...], width: int) -> tuple[str, ...]:
    return (*row, *[""] * (width - len(row)))


class Report(str):
    """A text; `sections` are what it is made of."""

    sections: tuple[Section, ...] = ()

    @staticmethod
    def of(*sections: Section) -> "Report":
        found = Report("\n".join(section.text() for section in sections))
        found.sections = sections
        return found

    def __repr__(self) -> str:
        return str(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def _repr_html_(self) -> str:
        inside = "".join(section.html() for section in self.sections)
        return f'<style>{STYLE}</style><div class="recto-report">{inside}</div>'
