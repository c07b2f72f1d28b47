"""The match statement: patterns become conditions and bindings; static conditions are decided, dynamic ones
become `cond`.
"""

from __future__ import annotations

from typing import Any

import gast

from ...core.errors import CompileError
from ...ir.builder import Sym
from ..expressions.containers import plain
from ..expressions.rules import and_then
from ..frame import Frame
from ..interpreter import Interpreter
from ..outside.snapshot import SEQUENCES
from ..state.values import (
    Array,
    DynamicText,
    External,
    Instance,
    Option,
    contains_dynamic,
    describe,
    is_of_several,
)


def run_cases(interp: Interpreter, frame: Frame, node: Any) -> None:
    subject = interp.read(interp.evaluate(frame, node.subject))
    if isinstance(subject, Option):
        raise CompileError(f"match of {describe(subject)}", "compare it with None first")
    interp.unless_failed(frame, lambda: run_from(interp, frame, subject, list(node.cases)))


def run_from(interp: Interpreter, frame: Frame, subject: Any, cases: list) -> None:
    """The first case that matches; the later ones in the other branch where that is only known at run time."""
    if not cases:
        return
    case, rest = cases[0], cases[1:]
    bindings: dict[str, Any] = {}
    condition = pattern(interp, frame, case.pattern, subject, bindings)
    if condition is False:
        return run_from(interp, frame, subject, rest)

    def bind() -> None:
        for name, value in bindings.items():
            interp.assign_name(frame, name, value)

    def guarded() -> Any:
        bind()
        return interp.truth(frame, case.guard)

    def taken() -> None:
        bind()
        interp.block(frame, case.body)

    def proceed() -> None:
        if not isinstance(condition, Sym):
            return taken() if condition else run_from(interp, frame, subject, rest)
        return interp.fork(condition, taken, lambda: run_from(interp, frame, subject, rest))

    if case.guard is not None:  # reached, with the names bound, where the pattern matches
        condition = and_then(interp, condition, guarded, as_value=False)
    interp.unless_failed(frame, proceed)


def pattern(interp: Interpreter, frame: Frame, node: Any, subject: Any, bindings: dict) -> Any:
    """The condition under which the pattern matches: a Python bool or a dynamic one."""
    rule = PATTERNS.get(type(node))
    if rule is None:
        raise CompileError(f"the pattern {type(node).__name__} is not in the language")
    with interp.at(frame, node):
        return rule(interp, frame, node, subject, bindings)


def match_value(interp: Interpreter, frame: Any, node: Any, subject: Any, bindings: dict) -> Any:
    value = interp.evaluate(frame, node.value)
    if isinstance(subject, DynamicText):
        return interp.truth_of(interp.compare("Eq", subject, value))
    if isinstance(subject, (str, type(None), list, tuple, dict, Instance)) or isinstance(value, str):
        return not contains_dynamic(subject) and type(subject) is type(value) and subject == value
    return interp.truth_of(interp.compare("Eq", subject, value))


def match_singleton(interp: Interpreter, frame: Any, node: Any, subject: Any, bindings: dict) -> Any:
    return interp.truth_of(interp.compare("Is", subject, node.value))


def match_as(interp: Interpreter, frame: Any, node: Any, subject: Any, bindings: dict) -> Any:
    condition = True if node.pattern is None else pattern(interp, frame, node.pattern, subject, bindings)
    if node.name is not None:
        bindings[node.name] = subject
    return condition


def match_or(interp: Interpreter, frame: Any, node: Any, subject: Any, bindings: dict) -> Any:
    result: Any = False
    for option in node.patterns:
        result = interp.either(result, pattern(interp, frame, option, subject, bindings))
    return result


def match_sequence(interp: Interpreter, frame: Any, node: Any, subject: Any, bindings: dict) -> Any:
    if isinstance(subject, (str, dict, Sym, Array, Instance)) or not isinstance(
        subject, (list, tuple, External)
    ):
        return False
    if isinstance(subject, External) and not isinstance(subject.unread, SEQUENCES):
        return False
    items = interp.known_items(subject, "the subject")
    star = next((k for k, p in enumerate(node.patterns) if isinstance(p, gast.MatchStar)), None)
    count = len(node.patterns)
    if len(items) != count if star is None else len(items) < count - 1:
        return False
    if star is not None:
        behind = count - star - 1
        items = [
            *items[:star],
            interp.trail.birth(list(items[star : len(items) - behind])),
            *items[len(items) - behind :],
        ]
    return all_match(interp, frame, zip(node.patterns, items), bindings)


def all_match(interp: Interpreter, frame: Any, pairs: Any, bindings: dict) -> Any:
    result: Any = True
    for p, item in pairs:
        if isinstance(p, gast.MatchStar):
            if p.name:
                bindings[p.name] = item
            continue
        result = interp.both(result, pattern(interp, frame, p, item, bindings))
        if result is False:
            return False
    return result


def match_mapping(interp: Interpreter, frame: Any, node: Any, subject: Any, bindings: dict) -> Any:
    subject = plain(interp, subject) if isinstance(subject, External) else subject
    if not isinstance(subject, dict):
        return False
    keys = [interp.static(interp.evaluate(frame, k), "a key") for k in node.keys]
    if any(k not in subject for k in keys):
        return False
    if node.rest:
        bindings[node.rest] = interp.trail.birth({k: v for k, v in subject.items() if k not in keys})
    return all_match(interp, frame, zip(node.patterns, (subject[k] for k in keys)), bindings)


def match_class(interp: Interpreter, frame: Any, node: Any, subject: Any, bindings: dict) -> Any:
    cls = interp.evaluate(frame, node.cls)
    found = interp.isinstance_(subject, cls)
    if isinstance(found, Sym) and is_of_several(subject):
        subject = interp.of_matching_class(subject, cls)
    elif not found:
        return False
    if cls in (int, float, bool, str, complex, list, tuple, dict) and node.patterns:
        return pattern(interp, frame, node.patterns[0], subject, bindings)
    names = [*getattr(cls, "__match_args__", ())[: len(node.patterns)], *node.kwd_attrs]
    values = [interp.get_attribute(subject, name) for name in names]
    matched = all_match(interp, frame, zip([*node.patterns, *node.kwd_patterns], values), bindings)
    return interp.both(found, matched)


PATTERNS = {
    gast.MatchValue: match_value,
    gast.MatchSingleton: match_singleton,
    gast.MatchAs: match_as,
    gast.MatchOr: match_or,
    gast.MatchSequence: match_sequence,
    gast.MatchMapping: match_mapping,
    gast.MatchClass: match_class,
}
