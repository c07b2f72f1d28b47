"""No module imports itself, however far around; imports stand at the top, but for those that save time at the start."""
import pytest

from imports import PARTS, cycles, imports, modules

# What a process may never need, and what is loaded where it is first asked for: (module, what it imports) -> reason.
LATE = {
    ("recto.transform.pipeline", "recto.transform.lower"): "a process that prints does not compile",
    ("recto.transform.pipeline", "recto.transform.printing"): "a process that compiles does not print",
    ("recto", "recto.transform.spelling"): "for errors only",
    ("recto._boundary", "recto._unhashable"): "for errors only",
    ("recto._disk", "recto.transform.source"): "for entries that were not found",
    ("recto._emit", "recto"): "the version, for the head of a file",
    ("recto._emit", "recto.transform.program"): "for files of several functions",
    ("recto._jit", "recto._source"): "a process that compiles does not print",
    ("recto._jit", "recto._explain"): "a process that compiles does not print",
    ("recto._source", "recto._page"): "in notebooks only",
    ("recto._source", "recto._stages"): "in notebooks only",
    ("recto._stages", "recto.runtime"): "programs are shown without XLA",
    ("recto._transformation", "recto._derivatives"): "a transformation may be read in compiled code, and never called",
    ("recto._trees", "recto.runtime"): "trees are known without XLA",
    ("recto.cli", "recto"): "a command loads what it needs",
}


def covers(row: tuple[str, str], source: str, target: str) -> bool:
    """A row is of one module, or of all of a folder, and of what a package holds."""
    (module, package), folder = row, "recto.cli"
    return (source == module or module == folder and source.startswith(folder + ".")) and \
        (target == package or target.startswith(package + "."))


def test_imports_are_at_the_top():
    late = [f"{x.source}:{x.line} imports {x.target}" for x in imports() if x.deferred
            and not any(covers(row, x.source, x.target) for row in LATE)]
    assert late == []


def test_late_imports_are_as_said():
    assert [row for row in LATE if not any(x.deferred and covers(row, x.source, x.target) for x in imports())] == []


@pytest.mark.parametrize("part", PARTS)
def test_no_module_imports_itself(part):
    """Late imports count in the compiler and the runtime; the facade's close three circles, none of which is closed
    when its modules are loaded."""
    own = {name for name, path in modules().items() if part in path.parts}
    edges = [(x.source, x.target) for x in imports() if {x.source, x.target} <= own
             and not (x.deferred and part == "recto")]
    assert cycles(edges) == []


def test_a_cycle_is_found():
    edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("e", "e2"), ("e2", "d")]
    assert cycles(edges) == [["a", "b", "c"]]
