"""The examples in Markdown pages: they are run, and on request their outputs are written anew.

    python tests/doctests.py README.md docs/*.md        # rewrites outputs that have changed: read the diff

An example is what stands behind >>> in a block that begins with ```python. All blocks of a page share their
names. An output may hold blank lines; it ends with the next prompt or the block.
"""
from __future__ import annotations

import doctest
import pathlib
import re
import sys
import traceback

import recto

FLAGS = doctest.ELLIPSIS
FENCE = re.compile(r"^ *```")
PLACE = re.compile(r"<doctest [^\]]*\[\d+\]>")
END = "\0"                      # stands for the lines between blocks
FILE = "demo.py"                # what a page calls the file that its examples stand in


def readable(output: str) -> str:
    """An output as a page shows it: without doctest's own names of places, ending with one line break."""
    return PLACE.sub(FILE, output).rstrip("\n") + "\n" * bool(output)


class Checker(doctest.OutputChecker):
    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return super().check_output(want, readable(got), optionflags)

    def output_difference(self, example: doctest.Example, got: str, optionflags: int) -> str:
        return super().output_difference(example, readable(got), optionflags)


class Runner(doctest.DocTestRunner):
    """Notes what failing examples gave, and reports as text."""

    def __init__(self) -> None:
        super().__init__(Checker(), verbose=False, optionflags=FLAGS)
        self.given: dict[int, str] = {}         # line of the example -> its output

    def report_failure(self, out, test, example, got):
        self.given[example.lineno] = got
        super().report_failure(out, test, example, got)

    def report_unexpected_exception(self, out, test, example, exc_info):
        last = "".join(traceback.format_exception_only(*exc_info[:2]))
        self.given[example.lineno] = f"Traceback (most recent call last):\n    ...\n{last}"
        super().report_unexpected_exception(out, test, example, exc_info)


def code_only(page: str) -> str:
    """The page with blank lines for all that is not inside a Python block, so that line numbers stay."""
    lines, inside = [], False
    for line in page.split("\n"):
        fence = bool(FENCE.match(line))
        inside = not inside and line.strip() == "```python" if fence else inside
        lines.append(line if inside and not fence else END)
    return "\n".join("" if line == END else line for line in marked_blanks(lines))


def marked_blanks(lines: list[str]) -> list[str]:
    """Blank lines inside outputs, where text follows before the next prompt or the end, as doctest wants them."""
    marked, ends = [], True
    for line in reversed(lines):
        blank = not line.strip()
        marked.append("<BLANKLINE>" if blank and not ends else line)
        ends = ends if blank else line == END or line.lstrip().startswith((">>>", "..."))
    return marked[::-1]


def run(page: str, name: str) -> tuple[list[str], dict[int, str], doctest.DocTest]:
    """Run a page's examples: reports of failures, outputs of those that failed, and the parsed examples."""
    test = doctest.DocTestParser().get_doctest(code_only(page), {"__name__": "__main__"}, name, name, 0)
    runner, reports = Runner(), []
    runner.run(test, out=reports.append, clear_globs=False)
    return reports, runner.given, test


def updated(page: str, name: str) -> str:
    """The page with the outputs that its examples give now; exceptions that are new or gone are left to a person."""
    _, given, test = run(page, name)
    lines = page.split("\n")
    for example in reversed([e for e in test.examples if e.lineno in given]):
        output = readable(given[example.lineno])
        if output.startswith("Traceback") != (example.exc_msg is not None):
            print(f"{name}:{example.lineno + 1}: not rewritten: {output.strip().splitlines()[-1:]}", file=sys.stderr)
            continue
        start = example.lineno + example.source.count("\n")
        shown = [" " * example.indent * bool(line) + line for line in output.splitlines()]
        lines[start:start + example.want.count("\n")] = shown
    return "\n".join(lines)


def main() -> None:
    recto.config.update("num_cpu_devices", 8)       # as the tests have it
    for name in sys.argv[1:]:
        path = pathlib.Path(name)
        before = path.read_text()
        after = updated(before, path.stem)
        if after != before:
            path.write_text(after)
            print(f"{name}: outputs rewritten")


if __name__ == "__main__":
    main()
