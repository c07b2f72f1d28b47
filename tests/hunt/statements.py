"""Statements: assignments, writes into arrays, control flow."""
from __future__ import annotations

from collections.abc import Callable
from . import kinds
from .draft import Draft, Refused
from .expressions import expression, fill, literal

OPERATORS = "+= -= *= += *= /= //= %= **= &= |= ^= @= <<= >>=".split()
NAMES = {"number": "p q r s total best count", "bool": "ok found", "mask": "mask where_", "array": "a b c y z out"}

# Writes into arrays and containers, with holes as in expressions.
WRITES = """
{V}[{k}] = {n} | {V}[{k}] += {n} | {V}[{k}] -= {c} | {V}[{k}] *= {n} | {M}[{k}, {k}] = {n} | {M}[{k}] = {n}
{M}[:, {k}] = {v} | {M}[{k}] += {v}
{V}[:] = {n} | {V}[:] = {V}[::-1] | {V}[1:] = {V}[:-1] | {V}[:-1] = {V}[1:] | {V}[1:] += {V}[:-1]
{V}[::2] = {n} | {V}[1::2] *= {n} | {V}[-2:] = {n} | {V}[...] = {a} | {M}[1:] = {M}[:-1] | {M}[...] += {n}
{M}[:] = {M}.T
{V}[{V} > {n}] = {n} | {V}[{m}] = {c} | {A}[{A} < {c}] += {n} | {A}[~({A} > {n})] = {c} | {V}[{m}] *= {n}
{M}[{M} > {c}] = {n} | {V}[[0, -1]] = {n} | {V}[[0, {k}]] += {n} | {V}[np.array([{k}, {k}])] = {n}
{M}[[0, 1]] = {M}[[1, 0]] | {V}[np.argsort({V}, kind='stable')] = {v} | {V}[[{k}, {k}]] = {V}[[{k}, {k}]]
{V}[{k}], {V}[{k}] = {V}[{k}], {V}[{k}] | {V}[0], {V}[-1] = {V}[-1], {V}[0]
{M}[0], {M}[1] = {M}[1].copy(), {M}[0].copy() | {V}[{k}:{k} + 2] = {n} | {V}[{k}:] = {n} | {V}[:{k}] += {n}
{V}[{k}:] *= {n} | {V}[{lo}:{hi}] = {n} | {M}[{k}:, :{k}] = {n}
{V}[{k}] = {V}[{k}] = {n} | {V}[::-1][{k}] = {n} | {V}[1:][0] = {n} | {M}.T[{k}] = {n} | {M}[{k}][{k}] = {n}
{A}.reshape(-1)[0] = {n} | {A}.flat[{k}] = {n} | {A}.fill({n}) | {V}.sort() | np.copyto({A}, {a})
np.add({A}, {n}, out={A}) | np.add.at({V}, [0, {k}], {n}) | {A}.T[...] = {n} | np.fill_diagonal({M}, {n})
np.maximum({A}, {n}, out={A}) | np.put({V}, [0], {n}) | np.multiply({A}, {A}, out={A})
{V}[:2], {V}[-2:] = {V}[-2:], {V}[:2]
{L}[{k}] = {n} | {L}[{k}] += {n} | {L}[-1] *= {n} | {L}[0], {L}[-1] = {L}[-1], {L}[0] | {D}[{d}] = {n}
{D}[{d}] += {n} | {O}.a = {n} | {O}.k += {n} | {O}.total += {n} | {O}.half = {n}
{L}[::2] = [{c}] * len({L}[::2]) | {L}.reverse() | {L}.sort()
{O}.bump({n}) | {O}.push({n}) | {O}.items.append({n}) | {O}.items[{k}] = {n} | {O}.size
"""
RESIZING = """
{L}.append({n}) | {L}.extend([{n}, {n}]) | {L} += [{n}] | {L}.pop() | {L}.insert(0, {n}) | del {L}[0]
{L}.pop(0) | {L}[1:] = [{n}] | {D}[{d}] = {n} | {D}.update(a={n}) | {D}.pop({d}, {c})
{D}.setdefault({d}, {n}) | {L}.remove({L}[0]) | {L}.clear() | {D} |= {{{d}: {n}}} | {L} *= 2 | del {D}[{d}]
"""
MADE = """
[{n}, {n}, {n}] | [{n}, {c}] | [0] * 3 | [{x} * {n} for {x} in {V}] | [{n} for {x} in range({s} + 1)]
list({V}) | {V}.tolist() | sorted([{n}, {n}, {n}]) | [{x} for {x} in {L}]
[{x} + 1 for {x} in {L} if {x} is not None] | {L}[::-1] | {L} + [{n}] | list(range({s} + 1))
[{i} * {x} for {x} in range(3) if {x} != 1] | [{a}, {a}] | [{x} * {y} for {x} in {L} for {y} in range(2)]
list(reversed({L})) | list(map(lambda q: q * {n}, {L})) | [*{L}, {n}] | list(filter(None, [1, 0, 2]))
{L}[1:] | {L}.copy() | []
({n}, {n}) | ({a}, {n}) | ({n}, ({n}, {a})) | divmod({n}, {p}) | tuple({L}) | tuple({V}) | (*{L}, {n})
{A}.shape | ({n},) * 2 | (lambda *q: q)({n}, {a}) | tuple({x} + 1 for {x} in range(3)) | np.divmod({a}, {p})
np.unique({v}, return_counts=True) | {T} + ({n},) | {T}[::-1]
{{"a": {n}, "b": {n}}} | {{"n": {a}, "a": {n}}} | dict(a={n}, b={c})
{{{x}: {x} * {n} for {x} in range(3)}} | dict(zip(("a", "b"), ({n}, {n}))) | {{**{D}, "a": {n}}}
{{1: {n}, 2: {n}}} | {{k: v for k, v in {D}.items() if k != "a"}} | {D}.copy()
{{"a": [{n}, {n}], "n": {n}}} | {D} | {{"b": {n}}} | {{k: v * 2 for k, v in {D}.items()}}
{A}[1:] | {V}[::-1] | {V}[::2] | {A} | {M}[0] | {M}.T | {M}[:, 1] | {A}.reshape(-1) | {A}.ravel() | {A}[...]
{V}[:-1] | {M}[::-1, 1:] | {M}.T[1:] | {A}.view() | np.asarray({A}) | {M}.diagonal() | {A}.copy()
{V}[1:][::-1] | {V}[{k}:{k} + 2] | np.split({V}, [1])[1] | np.swapaxes({M}, 0, 1) | {A}.squeeze()
{V}[None, :] | np.atleast_1d({A}) | {Z}.real | {A}.astype({A}.dtype, copy=False)
np.broadcast_arrays({A}, {n})[0]
zip({V}, {V}) | zip({L}, {V}) | iter({L}) | iter({V}) | enumerate({L}, 1) | map(lambda q: q * {n}, {L}) | reversed({L})
({x} * {n} for {x} in {L}) | ({x} for {x} in {V}) | filter(None, {L}) | itertools.chain({L}, {V}) | iter(range({s} + 2))
itertools.islice({V}, 1, None) | itertools.accumulate({L}) | itertools.islice(itertools.count({s}), 4)
zip({I}, {I}) | enumerate({I})
itertools.takewhile(lambda q: q != 1, {L}) | itertools.chain.from_iterable([{L}, {L}]) | itertools.pairwise({L})
range({s} + 2) | range({s}, 7, 2) | range({k} + 1) | {R}[::-1] | {R}[1:] | {D}.keys() | {D}.values() | {D}.items()
list({I}) | list({I})[:3] | [{x} for {x} in {I}] | list({W}) | list({R}) | list(zip({I}, {V})) | tuple({I})
"""
UNPACKED = """
{N1}, {N2} = {n}, {n} | {N1}, {N2} = {N2}, {N1} | {N1}, *{N2} = {L} | *{N1}, {N2} = {V}
({N1}, {N2}), {N3} = ({n}, {n}), {a} | {N1} = {N2} = {n} | {N1}: float = {n} | {N1}, {N2} = {V}[:2]
[{N1}, {N2}] = {V}[0], {n} | {N1}, {N2} = divmod({n}, {p}) | {N1}, _ = {T}[0], {n} | {N1}, {N2} = {a}, {n}
{N1} = ({N2} := {n}) + {n} | {N1}, {N2}, {N3} = np.arange(3) * {n}
"""


def parts(table: str) -> list[str]:
    return [part.strip() for line in table.strip().splitlines() for part in line.split(" | ")]


WRITES_T, RESIZING_T, MADE_T, UNPACKED_T = map(parts, (WRITES, RESIZING, MADE, UNPACKED))


def assign(d: Draft) -> None:
    """A new variable, or another value of the same kind for one that exists."""
    want = d.rng.choice(["number"] * 4 + ["array"] * 4 + ["bool", "mask"])
    text = expression(d, want, d.rng.choice([1, 2, 2, 3]))
    value = d.try_out(text)
    old = [n for n in d.variables(lambda v: kinds.exchangeable(v, value, d.mixing)) if n not in d.fixed]
    if old and d.chance(0.55):
        d.add(f"{d.rng.choice(old)} = {text}")
    else:
        define(d, d.fresh(NAMES[want]), text)


def define(d: Draft, name: str, text: str) -> None:
    d.add(f"{name} = {text}")
    d.names.append(name)


def augment(d: Draft) -> None:
    """x += …, on numbers and arrays, keeping the kind."""
    names = [n for n in d.variables(lambda v: kinds.is_number(v) or kinds.is_array(v)) if n not in d.fixed]
    if not names:
        raise Refused("nothing to add to")
    name = d.rng.choice(names)
    before = d.values[name]
    operator = d.rng.choice(OPERATORS)
    if operator == "**=":
        right = d.rng.choice("0123")
    else:
        right = literal(d, 0) if operator in ("%=", "//=") else expression(d, d.rng.choice(["number", "array"]), 1)
    with d.attempt():
        d.use(operator)
        d.add(f"{name} {operator} {right}")
        if not kinds.exchangeable(before, d.values[name], d.mixing) or not kinds.is_modest(d.values[name]):
            raise Refused("another kind")


def from_table(table: list[str]) -> Callable[[Draft], None]:
    """A statement from a table, whose effect keeps the kinds of variables in loops and branches."""
    def write(d: Draft) -> None:
        template = d.rng.choice(table)
        if template in d.off:
            raise Refused("off")
        d.writing = True
        try:
            text = fill(d, template, 1)
        finally:
            d.writing = False
        kinds_before = {n: kinds.kind(d.values[n]) for n in d.names if n in d.values}
        with d.attempt():
            d.add(text)
            for n, k in kinds_before.items():
                if n not in d.values or d.blocks[1:] and kinds.kind(d.values[n]) != k and not d.chance(0.1):
                    raise Refused("another kind")
            d.constructs.add(template)
    return write


def make(d: Draft) -> None:
    """A container or a view in a variable."""
    template = d.rng.choice(MADE_T)
    if template in d.off:
        raise Refused("off")
    text = fill(d, template, 2)
    if not kinds.is_modest(d.try_out(text)):
        raise Refused("too large")
    define(d, d.fresh("items pair table view w"), text)
    d.constructs.add(template)


def unpack(d: Draft) -> None:
    template = d.rng.choice(UNPACKED_T)
    names = [d.fresh("p q r") for _ in range(3)]
    if template.startswith("{N1}, {N2} = {N2}"):
        numbers = [n for n in d.variables(kinds.is_number) if n not in d.fixed]
        alike = [n for n in numbers if kinds.kind(d.values[n]) == kinds.kind(d.values[numbers[0]])]
        if len(alike) < 2:
            raise Refused("nothing to swap")
        names[:2] = d.rng.sample(alike, 2)
    bound = {f"{{N{k + 1}}}": name for k, name in enumerate(names)}
    for hole, name in bound.items():
        template = template.replace(hole, name)
    d.add(fill(d, template, 1))
    d.names += [n for n in names if n in template and n not in d.names and n in d.values]
    d.use("unpacking")


def show(d: Draft) -> None:
    """print, of numbers and arrays."""
    d.use("print")
    n = lambda: expression(d, "number", 1)
    if d.chance(0.03):
        return d.add(f'print("%d of %.2f" % (1, {n()}))')       # is refused
    d.add(d.rng.choice([
        lambda: f"print({n()})", lambda: f'print("at", {n()}, {n()})', lambda: f'print(f"{{{n()}}} and {{{n()}:.3f}}")',
        lambda: f'print({n()}, {n()}, sep=", ", end=";\\n")', lambda: f"print({expression(d, 'array', 1)})",
        lambda: f"print({expression(d, 'bool', 1)})"])())


def check(d: Draft) -> None:
    """assert and raise, which do not happen on the sample."""
    condition = expression(d, "bool", 2)
    value = bool(d.try_out(condition))
    error = d.rng.choice(["ValueError", "RuntimeError", "ArithmeticError", "KeyError"])
    n = lambda: expression(d, "number", 0)
    message = d.rng.choice(['"bad"', "", f'f"bad {{{n()}}}"', f'"bad", {n()}'])
    if d.chance(0.4):
        d.use("assert")
        d.add(f"assert {condition if value else f'not ({condition})'}" + (', "no"' if d.chance(0.5) else ""))
    else:
        d.use("raise")
        with d.attempt():
            with d.block(f"if {f'not ({condition})' if value else condition}:", forced="if True:"):
                d.lines.append(type(d.lines[-1])(d.depth, f"raise {error}({message})"))
            d.look()


def leave(d: Draft) -> None:
    """An early return, break or continue, under a condition that does not hold on the sample (or may, in a loop)."""
    word = d.rng.choice(["break", "continue"]) if d.in_loop and d.chance(0.7) else "return"
    d.use(word)
    condition = expression(d, "bool", 2)
    with d.attempt():
        if word == "return":
            if not d.returns:
                raise Refused("no result is known")
            value, text = bool(d.try_out(condition)), d.returns()
            condition = f"not ({condition})" if value else condition
            word = f"return {text}"
        with d.block(f"if {condition}:", forced="if True:"):
            if d.chance(0.3):
                some(d, 1)
            d.lines.append(type(d.lines[-1])(d.depth, word))
        d.look()


# -- control flow --------------------------------------------------------------------------------------------

def some(d: Draft, most: int) -> None:
    """Up to so many statements; at least one."""
    from .blocks import statement
    wanted = d.rng.randint(1, most)
    before = len(d.lines)
    for _ in range(wanted * 3):
        if wanted <= 0 or d.room <= 0:
            break
        try:
            with d.attempt():
                statement(d)
            wanted -= 1
            d.room -= 1
        except Refused:
            continue
    if len(d.lines) == before:
        d.add("pass")


def size(d: Draft) -> int:
    return 3 if d.depth < 3 else 2 if d.depth < 5 else 1
