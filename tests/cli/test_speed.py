"""Emitting is quick because little is imported: neither XLA nor SciPy, nor what shows pages."""
from __future__ import annotations

import subprocess
import sys

from .running import LOSS

PROBE = """
import sys
from recto.cli import cli
cli.main(sys.argv[1:], standalone_mode=False)
print(*sorted({m.split(".")[0] for m in sys.modules} & set(%r)), file=sys.stderr)
"""
HEAVY = ("jaxlib", "jax", "scipy", "rich", "pygments", "IPython")


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
