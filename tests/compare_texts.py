"""Compares what two checkouts make of the corpus and of the benchmarks' sources: optimised programs, StableHLO, printed
source and printed gradients. A change that only moves or renames things leaves all of them byte for byte.

    python tests/compare_texts.py ../other-checkout             # prints the differences, exits with 1 if there are any
    python tests/compare_texts.py ../other-checkout sorting     # of these modules of tests/programs alone
"""
from __future__ import annotations

import difflib
import json
import os
import pathlib
import subprocess
import sys
from collections.abc import Iterator

HERE = pathlib.Path(__file__).resolve().parent
SHOWN = 40          # lines of one difference


def printed(modules: list[str]) -> Iterator[tuple[str, str]]:
    """(name, text) of every function's first example in all forms; of a function that is refused, the refusal."""
    import corpus
    import recto
    from recto import transform
    for module in modules or corpus.module_names():
        for name, (case, *_) in corpus.functions(module).items():
            function, (_, args, kwargs) = recto.jit(case.function), case.copy()
            forms = {
                "program": lambda: transform.primitive_source(function.program(*args, **kwargs)),
                "stablehlo": lambda: function.stablehlo(*args, **kwargs),
                "source": lambda: function.source(*args, **kwargs),
                "gradient": lambda: recto.grad(case.function).source(*args, **kwargs),
            }
            for form, make in forms.items():
                try:
                    yield f"{module}-{name}.{form}", make()
                except Exception as error:
                    yield f"{module}-{name}.{form}", f"{type(error).__name__}: {error}"


def made_by(checkout: pathlib.Path, modules: list[str]) -> dict[str, str]:
    """What a checkout makes of the programs of this one, in a process of its own."""
    paths = os.pathsep.join([str(checkout), str(HERE)])
    environment = {**os.environ, "PYTHONPATH": paths, "RECTO_CACHE": "0", "PYTHONHASHSEED": "0"}
    done = subprocess.run([sys.executable, __file__, "--print", *modules], env=environment, stdout=subprocess.PIPE)
    assert not done.returncode, f"{checkout}: {done.returncode}"
    texts = json.loads(done.stdout)
    return {name: text.replace(str(checkout), "").replace(str(HERE.parent), "") for name, text in texts.items()}


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--print"]:
        json.dump(dict(printed(arguments[1:])), sys.stdout)
        return 0
    other, *modules = arguments
    before, now = made_by(pathlib.Path(other).resolve(), modules), made_by(HERE.parent, modules)
    differ = [name for name in sorted({*before, *now}) if before.get(name) != now.get(name)]
    for name in differ:
        lines = (side.get(name, "").splitlines() for side in (before, now))
        shown = list(difflib.unified_diff(*lines, "before", "now", n=1, lineterm=""))[:SHOWN]
        print(name, *shown, sep="\n", end="\n\n")
    print(f"{len(now)} texts, {len(differ)} differ")
    return int(bool(differ))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
