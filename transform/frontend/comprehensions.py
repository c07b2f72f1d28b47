"""Comprehensions. Their items are known one by one; over a counted iterable a fold (sum, any …) becomes a loop."""
from __future__ import annotations

from typing import Any

import gast

from ..build import Sym
from .assign import assign
from .interpreter import EXPRESSIONS, Frame, Interpreter
from .iterables import iterate, static_readers
from .refused import FILTERED
from .values import Counted, Items


FIRST = ".0"            # the variable for what the first generator goes through, as Python calls it


def scope(interp: Interpreter, frame: Frame, node: Any) -> Frame:
    """A comprehension has its own variables; walrus targets belong to the function around it."""
    bound = frozenset(n.id for g in node.generators for n in gast.walk(g.target) if isinstance(n, gast.Name))
    inner = Frame(frame.name, frame.file, bound, frame, frame.host, frame.node)
    return interp.trail.birth(inner)


def run_comprehension(interp: Interpreter, frame: Frame, node: Any) -> Any:
    inner = scope(interp, frame, node)
    results: list = []
    first = interp.evaluate(frame, node.generators[0].iter)         # in the scope around, as in Python
    collect(interp, inner, node, list(node.generators), results, first)
    match node:
        case gast.DictComp():
            return interp.trail.birth({interp.key(k, "a dict key"): v for k, v in results})
        case gast.SetComp():
            return frozenset(interp.key(v, "an item of a set") for v in results)
        case gast.GeneratorExp():
            return interp.trail.birth(Items(results))
    return interp.trail.birth(results)


def collect(
    interp: Interpreter, inner: Frame, node: Any, generators: list, results: list, iterable: Any = None
) -> None:
    """The items that the generators lead to; `iterable` is what the first of them goes through, if that is known."""
    if not generators:
        if isinstance(node, gast.DictComp):
            results.append((interp.evaluate(inner, node.key), interp.settled(interp.evaluate(inner, node.value))))
        else:
            results.append(interp.settled(interp.evaluate(inner, node.elt)))
        return
    first, *rest = generators
    iterable = interp.evaluate(inner, first.iter) if iterable is None else iterable
    for item in static_readers(interp, iterable, "this comprehension"):
        assign(interp, inner, first.target, item())
        if all(_holds(interp, inner, test) for test in first.ifs):
            collect(interp, inner, node, rest, results)


def _holds(interp: Interpreter, frame: Frame, test: Any) -> bool:
    from .branches import truth
    value = truth(interp, frame, test)
    if not isinstance(value, Sym):
        return value
    with interp.at(frame, test):
        raise FILTERED.error()


def fold_comprehension(interp: Interpreter, frame: Frame, name: str, node: gast.GeneratorExp) -> tuple[bool, Any]:
    """sum(elt for target in counted if test …) as nested for loops over an accumulator."""
    from .folds import fold
    if name not in ("sum", "any", "all"):
        return False, None
    inner = scope(interp, frame, node)
    first = iterate(interp, interp.evaluate(frame, node.generators[0].iter))
    if not isinstance(first, Counted):
        results: list = []
        collect(interp, inner, node, list(node.generators), results, first)
        return True, fold(name)(interp, results)
    loop = folding_loop(name, node)
    inner.local = inner.local | {"total", FIRST}
    interp.trail.write(inner, FIRST, first)
    inner.node = loop
    interp.trail.write(inner, "total", {"sum": 0, "any": False, "all": True}[name])
    interp.block(inner, [loop])
    return True, interp.settled(inner.variables["total"])


def folding_loop(name: str, node: gast.GeneratorExp) -> Any:
    """The loop that a fold over a generator expression stands for."""
    place = node.elt
    body = [_placed(_update(name, node.elt), place)]
    for generator in reversed(node.generators):
        for test in reversed(generator.ifs):
            body = [_placed(gast.If(test, body, []), test)]
        items = generator.iter
        if generator is node.generators[0]:
            items = _placed(gast.Name(FIRST, gast.Load(), None, None), items)
        body = [_placed(gast.For(generator.target, items, body, [], None), generator.iter)]
    return body[0]


def _update(name: str, elt: Any) -> Any:
    total = lambda ctx: _placed(gast.Name("total", ctx, None, None), elt)
    value = elt if name == "sum" else _placed(gast.IfExp(elt, _constant(True, elt), _constant(False, elt)), elt)
    op = gast.Add() if name == "sum" else gast.Or() if name == "any" else gast.And()
    combined = (
        gast.BinOp(total(gast.Load()), op, value) if name == "sum" else gast.BoolOp(op, [total(gast.Load()), value])
    )
    return gast.Assign([total(gast.Store())], _placed(combined, elt), None)


def _constant(value: Any, place: Any) -> Any:
    return _placed(gast.Constant(value, None), place)


def _placed(node: Any, place: Any) -> Any:
    for field in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
        setattr(node, field, getattr(place, field))
    return node


EXPRESSIONS |= dict.fromkeys((gast.ListComp, gast.GeneratorExp, gast.SetComp, gast.DictComp), run_comprehension)
