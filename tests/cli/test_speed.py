"""Emitting is quick because little is imported: neither XLA nor SciPy, nor what shows pages."""
from __future__ import annotations

import resource
import subprocess
import sys

from .running import LOSS, recto

PROBE = """
import sys
from recto.cli import cli
cli.main(sys.argv[1:], standalone_mode=False)
print(*sorted({m.split(".")[0] for m in sys.modules} & set(%r)), file=sys.stderr)
"""
HEAVY = ("jaxlib", "jax", "scipy", "rich", "pygments", "beartype", "IPython")


def loaded(folder, *arguments: str) -> list[str]:
    done = subprocess.run([sys.executable, "-c", PROBE % (HEAVY,), *arguments], cwd=folder, text=True,
                          capture_output=True)
    assert done.returncode == 0, done.stderr
    return done.stderr.split("\n")[-2].split()


def test_what_numpy_is_enough_for_loads_no_xla(folder):
    assert loaded(folder, "grad", "model.py:loss", "--args", LOSS) == []
    assert loaded(folder, "emit", "model.py:smooth", "--transform", "vjp", "--args", "u: f64[n], c: f64, steps: int",
                  "--target", "recto") == []
    assert loaded(folder, "check", "model.py:annotated") == []


def test_importing_recto_loads_no_xla():
    code = "import sys, recto; recto.emit; print('jaxlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], text=True, capture_output=True).stdout == "False\n"


def test_a_file_takes_little_time(folder):
    """Of the processor, which does not depend on what else runs here; some 0.4 s."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    recto("grad", "model.py:loss", "--wrt", "w,b", "--args", LOSS, "-o", "made.py", cwd=folder)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert (folder / "made.py").is_file()
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 1.0
