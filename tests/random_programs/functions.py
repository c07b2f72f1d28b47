"""Random nested functions, calls for their effect, assertions."""
from __future__ import annotations

from .blocks import simple
from .expressions import call, index, infix, integer, number, test, truth, vector
from .writer import INDICES, NAMES, Scope, Writer


@simple(2)
def call_statement(w: Writer) -> None:
    """A call for its effect, or of a helper that gives several values."""
    known = {**w.helpers, **w.scope.functions}
    names = [n for n, (_, result) in known.items() if result not in ("F", "I") or w.chance(20)]
    if not names or w.inner:
        return w.put("pass")
    name = w.pick(names)
    parameters, result = known[name]
    text = call(w, name, parameters)
    if result is None or not w.chance(80):
        return w.put(text)
    kinds = result.split()
    targets = _distinct(w, kinds)
    w.put(f"{', '.join(targets)} = {text}")
    for target, kind in zip(targets, kinds):
        w.set(target, kind, True)


def _distinct(w: Writer, kinds: list[str]) -> list[str]:
    chosen: list[str] = []
    for kind in kinds:
        chosen.append(w.pick([n for n in NAMES[kind] if n not in chosen]))
    return chosen


@simple(1)
def check(w: Writer) -> None:
    """assert, or a raise under a condition."""
    text = w.pick(('"wrong"', f'f"wrong: {{{integer(w, 0)}}}"', '"other"'))
    if w.chance(50):
        w.put(f"assert {truth(w, 1)} or {integer(w, 0)} > 0" + (f", {text}" if w.chance(60) else ""))
        return
    w.put(f"if {infix(truth(w, 0), 'and', integer(w, 0) + ' > 3')}:")
    w.put(f"    raise {w.pick(('ValueError', 'RuntimeError', 'ZeroDivisionError'))}({text})")


@simple(4)
def define(w: Writer) -> None:
    """A nested function or lambda; it sees its variables as they are when it is called."""
    if w.inner:
        return w.put("pass")
    w.counters += 1
    name = f"g{w.counters}"
    outer, depth = w.scope, w.depth
    w.scope = Scope({**outer.sure, **{n: "I" for n in outer.bounds if n in INDICES}})
    w.inner, loops, w.loops = True, w.loops, []
    result = w.pick(FORMS)(w, name)
    w.inner, w.loops, w.scope, w.depth = False, loops, outer, depth
    w.scope.functions[name] = result


def define_lambda(w: Writer, name: str) -> tuple:
    w.scope.sure["z"] = "F"
    w.put(f"{name} = lambda z: {number(w, 2)}")
    return ("F",), "F"


def define_on_vectors(w: Writer, name: str) -> tuple:
    w.scope.sure["b"] = "V4"
    w.put(f"{name} = lambda b: {vector(w, 'V4', 1)} * 1.0")
    return ("V4",), "V4"


def define_with_return(w: Writer, name: str) -> tuple:
    w.scope.sure["z"] = "F"
    with w.indented(f"def {name}(z):"):
        with w.indented(f"if {test(w)}:"):
            w.put(f"return {number(w, 1)}")
        w.put(f"return {number(w, 1)}")
    return ("F",), "F"


def define_writer(w: Writer, name: str) -> tuple:
    """Writes into an array of the function around it."""
    w.scope.sure["z"] = "F"
    with w.indented(f"def {name}(z):"):
        found = [n for n, k in w.scope.sure.items() if k == "V4"]
        w.put(f"{w.pick(found)}[{index(w, 4)}] += z % 5" if found else "pass")
    return ("F",), None


def define_rebinder(w: Writer, name: str) -> tuple:
    found = [n for n, k in w.scope.sure.items() if k == "F" and n != "z"]
    if not found:
        return define_lambda(w, name)
    w.scope.sure["z"] = "F"
    own = w.pick(found)
    with w.indented(f"def {name}(z):"):
        w.put(f"nonlocal {own}")
        w.put(f"{own} = ({number(w, 1)}) % 9" if not w.profile.smooth else f"{own} = np.sin({number(w, 1)})")
        w.put(f"return {number(w, 0)}")
    return ("F",), "F"


FORMS = (define_lambda, define_with_return, define_writer, define_on_vectors, define_rebinder)
