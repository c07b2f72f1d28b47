"""The rewriter: global value numbering and loop-invariant code motion, from front to back.

    y = sin(x)                              y = sin(x)
    for i in range(n):              =>      c = cos(a)
        s += sin(x) * cos(a)                for i in range(n): s += y * c

A `Rewriter` takes calls one by one (`add`). Each is simplified by the rules of its primitive; equal calls become
one (value numbering), also if the first of them is in the enclosing program; calls whose operands a loop does
not change are moved out in front of it. (Briggs, Cooper and Simpson, "Value numbering", 1997, the variant
that follows the dominator tree; Click, "Global code motion, global value numbering", 1995.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any

from ...analysis.def_use import maker
from ...ir.builder import TABLE
from ...ir.program import Atom, Call, Const, Program, Var
from .naming import Names, is_derived, rename_calls
from .rule_table import harmless, is_free, key_of, movable, rules_of, writes
from .speculation import lazily_evaluated, is_risky


class Rewriter:
    """A program being rewritten; if it is part of a loop, `turns` tells whether it runs "always" or "perhaps".

    env              variable of the old program -> what it has become, where that has another name
    made             variable -> the call that makes it
    seen             key of a call -> its outputs
    free             variables of calls that are not moved, nor taken from elsewhere (see `is_free`)
    equal_arrays     a free array -> the first equal one, as good wherever it is only read
    outside          variable -> the same value in the scope around
    inside           name of a variable of the scope around -> the same value here: a parameter, or what is known of it
    captured         name of a variable of the scope around -> that variable, and the parameter that was made for it
    preferred_names  variable -> the name that the user gave it elsewhere
    facts            comparisons whose values are known on this path (see rules/path_facts.py)
    """

    def __init__(
        self, source: Program, programs: Any, outer: "Rewriter | None" = None, turns: str | None = None
    ):
        self.source, self.programs, self.outer, self.turns = source, programs, outer, turns
        self.env: dict[str, Atom] = {}
        self.calls: list[Call] = []
        self.made: dict[str, Call] = {}
        self.seen: dict[Hashable, Sequence[Atom]] = {}
        self.free: set[str] = set()
        self.equal_arrays: dict[str, Atom] = {}
        self.outside: dict[str, Atom] = {}
        self.inside: dict[str, Atom] = {}
        self.captured: dict[str, tuple[Var, Var]] = {}
        self.names = Names(source)
        self.preferred_names: dict[str, str] = {}
        self.facts: list[tuple[Call, bool]] = []
        self.guarded: frozenset[str] | None = None  # both are found when they are first asked for
        self.uses: Counter[str] | None = None

    def read(self, atom: Atom) -> Atom:
        """The new atom for an atom of the old program."""
        return self.env.get(atom.name, atom) if type(atom) is Var else atom

    def maker(self, atom: Atom, name: str) -> Call | None:
        """The call that made a variable, if it is one of this primitive."""
        call = maker(atom, self.made)
        return call if call is not None and call.primitive.name == name else None

    # -- rewriting ---------------------------------------------------------------------------------------------------

    def run(self) -> list[Atom]:
        """Rewrite the whole program; its results."""
        env = self.env
        for call in self.source.body:
            if env:
                operands = tuple([env.get(o.name, o) if type(o) is Var else o for o in call.operands])
                call = Call(call.outputs, call.primitive, operands, call.params, call.span)
            self.replace(call, self.add(call))
        return [self.read(r) for r in self.source.results]

    def replace(self, call: Call, atoms: Sequence[Atom]) -> None:
        """From here on these atoms stand for the outputs of a call; the names that the user gave live on."""
        if atoms is call.outputs:
            return
        for var, atom in zip(call.outputs, atoms, strict=True):
            if atom is not var:
                self.env[var.name] = atom
                if type(atom) is Var and atom.name != var.name and not is_derived(var.name, call):
                    self._keep_name(var.name, atom.name)

    def _keep_name(self, name: str, new: str) -> None:
        """Let the variable `new` have this name in the end, if it has none that the user gave."""
        call = self.made.get(new)
        vacant = name not in self.made and self.names.original(name)
        if call and vacant and new not in self.preferred_names and is_derived(new, call):
            self.preferred_names[new] = name

    def add(self, call: Call) -> Sequence[Atom]:
        """Append a call, simplified, unless what it gives is known already; what its outputs have become."""
        if self.equal_arrays and not writes(call):
            call = self._with_twins(call)
        for rule in rules_of(call.primitive):
            found = rule(self, call)
            if found is None:
                continue
            if isinstance(found, Call):
                return self.add(found)
            return found if isinstance(found, list) else [found]
        return self.append(call)

    def _with_twins(self, call: Call) -> Call:
        equal_arrays = self.equal_arrays
        if not any([type(o) is Var and o.name in equal_arrays for o in call.operands]):
            return call
        operands = tuple([equal_arrays.get(o.name, o) if type(o) is Var else o for o in call.operands])
        return Call(call.outputs, call.primitive, operands, call.params, call.span)

    def append(self, call: Call) -> Sequence[Atom]:
        """Append a call to which no rule applies, unless its value is known."""
        key, outputs = key_of(call), call.outputs
        known = self._seen(key)
        if is_free(call, self.free):
            self.free.add(outputs[0].name)
            if (
                known is not None and outputs[0].type.shape
            ):  # each user keeps its own array: it may be overwritten
                self.equal_arrays[outputs[0].name] = known[0]
                key = known = None
        elif known is None and self.outer is not None:
            known = self._from_outside(self.outer, call, key, self._moves(call), [v.name for v in outputs])
        elif known is not None and is_risky(call) and self.is_guarded(known) and self.is_guarded(outputs):
            key = known = None
        if known is not None:
            return known
        if key is not None:
            self.seen[key] = outputs
        for var in outputs:
            self.made[var.name] = call
        self.calls.append(call)
        return outputs

    def _seen(self, key: Hashable | None) -> Sequence[Atom] | None:
        return self.seen.get(key) if key is not None else None

    def is_used_once(self, atom: Atom) -> bool:
        """Whether it is a variable that the old program uses in one place only."""
        return type(atom) is Var and self.times_used(atom) == 1

    def times_used(self, var: Var) -> int:
        """In how many places the old program uses a variable."""
        if self.uses is None:
            atoms = [o for call in self.source.body for o in call.operands]
            self.uses = Counter([a.name for a in (*atoms, *self.source.results) if type(a) is Var])
        return self.uses[var.name]

    def is_guarded(self, atoms: Sequence[Atom]) -> bool:
        """Whether a risky read must stay where it is. See `speculation`. (What it gives may be known: a
        constant.)"""
        if type(atoms[0]) is Const:
            return False
        if self.guarded is None:
            self.guarded = lazily_evaluated(self.source)
        return atoms[0].name in self.guarded or not self.names.original(atoms[0].name)

    def _moves(self, call: Call) -> bool:
        """Whether the call may run once in front of this loop."""
        if not call.outputs:
            return False
        if harmless(call):
            return self.turns is not None
        return self.turns == "always" and not self.is_guarded(call.outputs)

    def emit(self, name: str, *operands: Atom, like: Call, called: str | None = None, **params: Any) -> Atom:
        """The value of a new call with one output.

        Args:
            called: the name of the output; without it, that of the primitive.
        """
        primitive = TABLE[name]
        (kind,) = primitive.output_types(tuple([o.type for o in operands]), params)
        var = Var(self.names.fresh(called or name.rstrip("_")), kind)
        return self.add(Call((var,), primitive, operands, tuple(sorted(params.items())), like.span))[0]

    def inline(self, program: Program, values: Sequence[Atom], outputs: Sequence[Var]) -> list[Atom]:
        """The calls of a program here, with values for its parameters; its results, under the names of `outputs`."""
        env: dict[str, Atom] = dict(zip([p.name for p in program.parameters], values, strict=True))
        wanted: dict[str, str] = {}
        for result, output in zip(program.results, outputs, strict=True):
            if type(result) is Var and result.name not in env:
                wanted.setdefault(result.name, output.name)
        for call in program.body:
            operands = tuple([env.get(o.name, o) if type(o) is Var else o for o in call.operands])
            new = tuple([Var(wanted.get(v.name) or self.names.fresh(v.name), v.type) for v in call.outputs])
            here = Call(new, call.primitive, operands, call.params, call.span)
            atoms = self.add(here)
            self.replace(here, atoms)
            env.update(zip([v.name for v in call.outputs], atoms))
        return [env[r.name] if type(r) is Var else r for r in program.results]

    # -- values of the scope around ------------------------------------------------------------------------------------

    def enter(self, parameter: Var, value: Atom) -> None:
        """A parameter is a value of the scope around; a constant, or one that is here already, needs none."""
        if type(value) is Const:
            self.env[parameter.name] = value
        elif value.name in self.inside:
            self.env[parameter.name] = self.inside[value.name]
        else:
            self.outside[parameter.name] = value
            self.inside[value.name] = parameter

    def leave(self, parameter: Var, value: Atom) -> None:
        """The parameter is a value of the scope around no longer."""
        if type(value) is Var and self.outside.pop(parameter.name, None) is not None:
            del self.inside[value.name]

    def _from_outside(
        self, outer: "Rewriter", call: Call, key: Hashable | None, compute: bool, names: Sequence[str | None]
    ) -> list[Atom] | None:
        """The outputs of a call that the scope around knows or, if asked to, computes in front of this one."""
        for o in call.operands:  # mostly it ends here: quickly
            if type(o) is Var and o.name not in self.outside and o.name not in self.free:
                return None
        if not call.operands or not (compute or key) or not movable(call):
            return None
        operands = self._all_lifted(outer, call)
        if operands is None:
            return None
        call = Call(call.outputs, call.primitive, operands, call.params, call.span)
        found = outer.add_moved(call) if compute else outer.find(call)
        if found is None:
            return None
        known = [self.bring(a, name) for a, name in zip(found, names)]
        if key is not None:
            self.seen[key] = known
        return known

    def _all_lifted(self, outer: "Rewriter", call: Call) -> tuple[Atom, ...] | None:
        """The operands of a call in the scope around, if all are known there."""
        found = [self._lifted(outer, o) for o in call.operands]
        present = tuple([o for o in found if o is not None])
        return present if len(present) == len(found) else None

    def _lifted(self, outer: "Rewriter", atom: Atom) -> Atom | None:
        """The same value in the enclosing scope: of operands from there, and of free calls that may run there."""
        if type(atom) is Const:
            return atom
        if atom.name not in self.outside and atom.name in self.free:
            call = self.made[atom.name]
            operands = self._all_lifted(outer, call)
            if operands is None:
                return None
            call = Call(call.outputs, call.primitive, operands, call.params, call.span)
            if harmless(call) or self._moves(call):
                self.outside[atom.name] = outer.add_free(call)
            elif found := outer.find(call):
                self.outside[atom.name] = found[0]
        return self.outside.get(atom.name)

    def add_moved(self, call: Call) -> Sequence[Atom]:
        """Append a call of an inner scope, under a name of this one; or take an equal one."""
        known = self._seen(key_of(call))
        if known is not None and not is_free(call, self.free):
            return known
        outputs = tuple([Var(self.names.fresh(v.name), v.type) for v in call.outputs])
        return self.add(Call(outputs, call.primitive, call.operands, call.params, call.span))

    def add_free(self, call: Call) -> Atom:
        """Append a free call of an inner scope unless there is an equal one here."""
        known = self._seen(key_of(call))
        return known[0] if known else self.add_moved(call)[0]

    def find(self, call: Call) -> Sequence[Atom] | None:
        """The outputs of an equal call of this scope or of one around it."""
        key = key_of(call)
        if key is None or is_risky(call) and key in self.seen and self.is_guarded(self.seen[key]):
            return None
        known = self.seen.get(key)
        if known or self.outer is None:
            return known or None
        return self._from_outside(self.outer, call, key, False, [None] * len(call.outputs))

    def bring(self, atom: Atom, name: str | None = None) -> Atom:
        """A value of the scope around as a parameter of this one; `name` is free to be used for it."""
        if type(atom) is Const:
            return atom
        if atom.name not in self.inside:
            parameter = Var(name or self.names.fresh(atom.name), atom.type)
            self.captured[atom.name] = atom, parameter
            self.enter(parameter, atom)
        return self.inside[atom.name]

    def parameter(self, atom: Var) -> Var:
        """The parameter for a value of the scope around that a sibling scope needs."""
        if atom.name not in self.captured:
            self.captured[atom.name] = atom, Var(self.names.fresh(atom.name), atom.type)
        return self.captured[atom.name][1]

    # -- the end -------------------------------------------------------------------------------------------------------

    def close(self, parameters: Sequence[Var], results: Sequence[Atom]) -> Program:
        """The rewritten program."""
        program = Program(self.source.name, tuple(parameters), tuple(self.calls), tuple(results))
        return rename_calls(program, self.preferred_names) if self.preferred_names else program
