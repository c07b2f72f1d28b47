"""Jump threading of flags that tell how a loop was left: the code behind such a test moves to the exits of
the loop.

left = 0                              for i in range(n):           left = 0                  for i in range(n):
for i in range(n):                        if x[i] > 0:             for i in range(n):            if x[i] > 0:
    if x[i] > 0:                              return i                 if x[i] > 0:                  break
        left = 1          =>                                               left = 1    =>    else:
        break                                                              break                 y = 1.0
if left == 1:                                                      if left == 0:
    return i                                                           y = 1.0
"""

from __future__ import annotations

import ast
import copy
import dataclasses
from collections.abc import Iterator, Sequence

LOOPS = (ast.For, ast.While)
LEAVING = (ast.Return, ast.Raise)
ASKING = (ast.Compare, ast.cmpop, ast.UnaryOp, ast.Not, ast.Name, ast.Constant, ast.expr_context)


@dataclasses.dataclass(frozen=True)
class Question:
    """A statement `if` that asks for a flag."""

    flag: str
    node: ast.If

    def holds(self, value: int) -> bool:
        return bool(eval(ast.unparse(self.node.test), {"__builtins__": {}}, {self.flag: value}))


@dataclasses.dataclass(frozen=True)
class Exit:
    """A break, at the end of a block in which a flag is set."""

    block: list[ast.stmt]
    setting: ast.Assign

    @property
    def value(self) -> int:
        return self.setting.value.value


def without_break_flags(statements: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a function, whose loops are left where flags told how they had been."""
    while any(rule(statements) for rule in (thread_exits, put_in_else, continue_in_else)):
        pass
    return statements


# -- rules: each changes one place, if it can ------------------------------------------------------------------------


def thread_exits(statements: list[ast.stmt]) -> bool:
    """Move the statements guarded by a test behind a loop to the exits of the loop, if they leave the
    function too or the test is the only one."""
    for block in bodies(statements):
        for k, loop in enumerate(block):
            earlier: list[Question] = []
            for statement in block[k + 1 :] if isinstance(loop, LOOPS) else ():
                question = question_of(statement)
                if question is None or any(question.flag != q.flag for q in earlier):
                    break
                if can_thread(statements, loop, question, earlier):
                    block[block.index(statement) : block.index(statement) + 1] = question.node.orelse
                    return True
                earlier.append(question)
    return False


def can_thread(
    statements: list[ast.stmt], loop: ast.stmt, question: Question, earlier: Sequence[Question]
) -> bool:
    """Whether this has been done."""
    settings = settings_of(statements, question.flag)
    if settings is None or is_guarded(loop):
        return False
    taken = [e for e in exits(loop, question.flag) if question.holds(e.value)]
    elsewhere = [s for s in settings if all(s is not e.setting for e in taken)]
    if not taken or any(question.holds(s.value.value) for s in elsewhere):
        return False
    if any(q.holds(e.value) for q in earlier for e in taken):
        return False
    body = question.node.body
    leaves = isinstance(body[-1], LEAVING)
    alone = len(taken) == 1 and reads(statements, question.flag) == 1 and not question.node.orelse
    if any(jumps(body)) or not (alone or leaves and (len(taken) == 1 or len(body) == 1)):
        return False
    for k, found in enumerate(taken):
        kept = [s for s in found.block[:-1] if s is not found.setting]
        found.block[:] = [*kept, *(copy.deepcopy(body) if k else body), *([] if leaves else [ast.Break()])]
    return True


def put_in_else(statements: list[ast.stmt]) -> bool:
    """Move the statements for the case that no break has set a flag into the loop's else."""
    for block in bodies(statements):
        for k, loop in enumerate(block[:-1]):
            question = question_of(block[k + 1]) if isinstance(loop, LOOPS) and not loop.orelse else None
            if question and not question.node.orelse and tells_of_breaks(statements, loop, question, False):
                loop.orelse = question.node.body
                del block[k + 1]
                forget(statements, question.flag)
                return True
    return False


def continue_in_else(statements: list[ast.stmt]) -> bool:
    """Replace the test at the end of an iteration whether an inner loop was left by break with for … else:
    continue."""
    for block in bodies(statements):
        for outer in block:
            match outer:
                case ast.For(body=[*_, inner, last]) | ast.While(body=[*_, inner, last]):
                    question = question_of(last) if isinstance(inner, LOOPS) and not inner.orelse else None
                    asked = question and not question.node.orelse
                    if asked and tells_of_breaks(statements, inner, question, True):
                        inner.orelse = [ast.Continue()]
                        outer.body[-1:] = question.node.body
                        forget(statements, question.flag)
                        return True
    return False


def tells_of_breaks(statements: list[ast.stmt], loop: ast.stmt, question: Question, answer: bool) -> bool:
    """Whether the answer is this one behind every break of a loop, and only there. Nothing else asks for the
    flag."""
    settings = settings_of(statements, question.flag)
    if settings is None or is_guarded(loop) or reads(statements, question.flag) != 1:
        return False
    breaks, found = list(breaking(loop.body)), exits(loop, question.flag)
    inside = [s for b in bodies(loop.body) for s in b if any(s is t for t in settings)]
    outside = [s for s in settings if all(s is not t for t in inside)]
    return (
        0 < len(breaks) == len(found) == len(inside)
        and all(question.holds(e.value) is answer for e in found)
        and len(outside) == 1
        and question.holds(outside[0].value.value) is not answer
    )


def forget(statements: list[ast.stmt], flag: str) -> None:
    """Nobody asks for the flag any more."""
    for block in list(bodies(statements)):
        block[:] = [s for s in block if not (isinstance(s, ast.Assign) and set_by(s) == flag)]


# -- what they ask ---------------------------------------------------------------------------------------------------


def bodies(statements: list[ast.stmt]) -> Iterator[list[ast.stmt]]:
    """All lists of statements, outer before inner."""
    yield statements
    for s in statements:
        for field in ("body", "orelse"):
            inner = getattr(s, field, None)
            if isinstance(inner, list) and inner:
                yield from bodies(inner)


def question_of(statement: ast.stmt) -> Question | None:
    if not isinstance(statement, ast.If):
        return None
    nodes = list(ast.walk(statement.test))
    names = {n.id for n in nodes if isinstance(n, ast.Name)}
    if len(names) != 1 or not all(isinstance(n, ASKING) for n in nodes):
        return None
    return Question(names.pop(), statement)


def is_guarded(loop: ast.stmt) -> bool:
    """Whether there are statements in a loop whose breaks are not looked for."""
    return any(isinstance(n, (ast.With, ast.Try)) for n in ast.walk(loop))


def settings_of(statements: list[ast.stmt], flag: str) -> list[ast.Assign] | None:
    """The assignments to a name, if they are of numbers only."""
    found = [
        s for block in bodies(statements) for s in block if isinstance(s, ast.Assign) and set_by(s) == flag
    ]
    stores = sum(
        isinstance(n, ast.Name) and n.id == flag and isinstance(n.ctx, ast.Store) for n in nodes(statements)
    )
    return found if found and len(found) == stores else None


def set_by(s: ast.Assign) -> str:
    """The one name that a statement assigns an integer or truth value to."""
    match s:
        case ast.Assign([ast.Name(name)], ast.Constant(int())):
            return name
    return ""


def nodes(statements: Sequence[ast.stmt]) -> Iterator[ast.AST]:
    for s in statements:
        yield from ast.walk(s)


def reads(statements: Sequence[ast.stmt], flag: str) -> int:
    return sum(
        isinstance(n, ast.Name) and n.id == flag and isinstance(n.ctx, ast.Load) for n in nodes(statements)
    )


def exits(loop: ast.stmt, flag: str) -> list[Exit]:
    """The breaks of a loop before which a flag is set."""
    found = []
    for block in breaking(loop.body):
        settings = [s for s in block if isinstance(s, ast.Assign) and set_by(s) == flag]
        found += [Exit(block, settings[-1])] if settings else []
    return found


def breaking(block: list[ast.stmt]) -> Iterator[list[ast.stmt]]:
    """The lists of statements that end with a break of this loop."""
    for s in block:
        if isinstance(s, ast.Break):
            yield block
        elif isinstance(s, ast.If):
            yield from breaking(s.body)
            yield from breaking(s.orelse)
        elif isinstance(s, LOOPS):
            yield from breaking(s.orelse)


def jumps(block: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The breaks and continues that concern a loop around."""
    for s in block:
        if isinstance(s, (ast.Break, ast.Continue)):
            yield s
        elif isinstance(s, ast.If):
            yield from jumps(s.body)
            yield from jumps(s.orelse)
        elif isinstance(s, LOOPS):
            yield from jumps(s.orelse)
