"""The match statement: patterns become conditions and bindings; static conditions are decided, dynamic ones
become `cond`.
"""

from __future__ import annotations

import collections
from typing import Any

import gast

from ...core.errors import CompileError
from ...ir.builder import Sym
from ..expressions.containers import plain
from ..expressions.rules import and_then
from ..frame import Frame
from ..interpreter import Interpreter
from ..lists.growing import is_growing
from ..lists.items import stands_for_list
from ..models.model import content, is_model
from ..outside.snapshot import SEQUENCES
from ..state.values import (
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
    bindings: dict[str, Any] = {}
    whole = sequence_in(cases[0].pattern)
    if whole is not None and is_of_computed_length(interp, subject):
        return run_by_length(interp, frame, subject, cases, whole)
    condition = pattern(interp, frame, cases[0].pattern, subject, bindings)
    run_if(interp, frame, subject, cases, condition, bindings)


def sequence_in(node: Any) -> Any:
    """The pattern of a sequence that a pattern is, apart from a name for the whole."""
    if isinstance(node, gast.MatchAs) and node.pattern is not None:
        return sequence_in(node.pattern)
    return node if isinstance(node, gast.MatchSequence) else None


def run_by_length(interp: Interpreter, frame: Frame, subject: Any, cases: list, whole: Any) -> None:
    """A case that is the pattern of a sequence: where the list has as many items, they are read one by one."""
    star, count = place_of_star(whole), len(whole.patterns)
    fits = interp.compare(
        "Eq" if star is None else "GtE", interp.length_of(subject), count - (star is not None)
    )

    def read_items() -> None:
        behind = 0 if star is None else count - star - 1
        items = [interp.get_item(subject, k) for k in range(count if star is None else star)]
        if star is not None:
            items.append(interp.get_item(interp.call(list, [subject], {}), slice(star, -behind or None)))
        items += [interp.get_item(subject, k) for k in range(-behind, 0)]
        bindings: dict[str, Any] = {}
        condition = all_match(interp, frame, zip(whole.patterns, items), bindings)
        node = cases[0].pattern
        while node is not whole:
            bindings[node.name] = subject
            node = node.pattern
        run_if(interp, frame, subject, cases, condition, bindings)

    if not isinstance(fits, Sym):
        return read_items() if fits else run_from(interp, frame, subject, cases[1:])
    interp.fork(fits, read_items, lambda: run_from(interp, frame, subject, cases[1:]))


def run_if(
    interp: Interpreter, frame: Frame, subject: Any, cases: list, condition: Any, bindings: dict[str, Any]
) -> None:
    """The first case, where its pattern matches, with these names bound; else the later ones."""
    case, rest = cases[0], cases[1:]
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
        raise CompileError(f"the pattern {type(node).__name__} is not supported")
    with interp.at(frame, node):
        return rule(interp, frame, node, subject, bindings)


def match_value(interp: Interpreter, frame: Any, node: Any, subject: Any, bindings: dict) -> Any:
    value = interp.evaluate(frame, node.value)
    if isinstance(subject, DynamicText):
        return interp.truth_of(interp.compare("Eq", subject, value))
    if not contains_dynamic(subject) and (
        subject is None or isinstance(subject, str) or isinstance(value, str)
    ):
        return type(subject) is type(value) and subject == value
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


def is_sequence(value: Any) -> bool:
    """Whether it is of a class that patterns of sequences match."""
    if isinstance(value, External):
        return isinstance(value.unread, (*SEQUENCES, collections.deque))
    if isinstance(value, (list, tuple)) or stands_for_list(value):
        return True
    return is_model(value, list, tuple, collections.deque)


def is_of_computed_length(interp: Interpreter, value: Any) -> bool:
    return is_sequence(value) and not isinstance(interp.length_of(value), int)


def place_of_star(node: Any) -> int | None:
    return next((k for k, p in enumerate(node.patterns) if isinstance(p, gast.MatchStar)), None)


def match_sequence(interp: Interpreter, frame: Any, node: Any, subject: Any, bindings: dict) -> Any:
    if not is_sequence(subject):
        return False
    if is_of_computed_length(interp, subject):
        raise CompileError(
            f"{describe(subject)} of computed length inside another pattern",
            "match it in a separate statement",
        )
    items = interp.known_items(subject, "the subject")
    star = place_of_star(node)
    count = len(node.patterns)
    if len(items) != count if star is None else len(items) < count - 1:
        return False
    if star is not None:
        behind = count - star - 1
        items = [
            *items[:star],
            interp.trail.allocate(list(items[star : len(items) - behind])),
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
    subject = plain(interp, content(subject) if is_model(subject, dict) else subject)
    if isinstance(subject, Instance) and (is_model(subject, dict) or is_growing(subject)):
        raise CompileError("the pattern of a mapping for a dict of computed keys", "ask for the keys: k in d")
    if not isinstance(subject, dict):
        return False
    keys = [interp.static(interp.evaluate(frame, k), "a key") for k in node.keys]
    if any(k not in subject for k in keys):
        return False
    if node.rest:
        bindings[node.rest] = interp.trail.allocate({k: v for k, v in subject.items() if k not in keys})
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
