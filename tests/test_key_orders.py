"""The order of the keys of dicts among the arguments, and of keywords, is the caller's."""

from __future__ import annotations

import collections
import concurrent.futures
import dataclasses
import functools
import itertools
import os
import subprocess
import sys
from typing import NamedTuple

import numpy as np
import pytest

import recto


@recto.tree.register_dataclass
@dataclasses.dataclass
class Model:
    parts: dict


def in_a_loop(d):
    total = 0.0
    for key in d:
        total = 10.0 * total + d[key]
    return total


def unpacked(d):
    first, *others = d.values()
    return first


def passed_on(d):
    return (lambda **named: list(named))(**d)


def last(d):
    return d.popitem()


def updated(d):
    made = {}
    made.update(d)
    return list(made.values())


def written(d):
    total = 0.0
    for key in list(d):
        total = 2.0 * total + d[key]
        d[key] = total
    return total


FUNCTIONS = {
    "for": in_a_loop,
    "unpacked": unpacked,
    "keywords": passed_on,
    "popitem": last,
    "update": updated,
    "written": written,
    "display": lambda d: {**d, "more": 0.0},
    "union": lambda d: list((d | {"more": 1.0}).values()),
    "comprehension": lambda d: {key: 2 * value for key, value in d.items()},
    "copy": lambda d: list(d.copy().items()),
    "dict": lambda d: list(dict(d)),
    "next": lambda d: next(iter(d)),
    "reversed": lambda d: list(reversed(d)),
    "array": lambda d: np.array(list(d.values())),
    "stack": lambda d: np.stack([*d.values()]),
    "largest": lambda d: max(d, key=lambda key: 0.0),
    "folded": lambda d: functools.reduce(lambda a, b: 2 * a + b, d.values()),
    "chained": lambda d: list(itertools.chain(d.values(), d)),
    "ordered": lambda d: list(collections.OrderedDict(d).values()),
    "sorted": lambda d: sorted(d, key=lambda key: 0),
    "itself": lambda d: d,
    "in a list": lambda d: [d],
    "text": lambda d: " ".join(d),
}


def plain(value):
    """Something that is compared in its order as well."""
    if isinstance(value, dict):
        return [(key, plain(item)) for key, item in value.items()]
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value if isinstance(value, str) else np.asarray(value).tolist()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_see_the_order_of_the_keys(name):
    f = FUNCTIONS[name]
    compiled = recto.jit(f)
    for keys in ("za", "az", "za", "az"):
        theirs, ours = (dict(zip(keys, (1.0, 2.0))) for _ in range(2))
        assert plain(compiled(ours)) == plain(f(theirs))
        assert plain(ours) == plain(theirs)


CLASSES = {
    "list": lambda d: [(type(key).__name__, key) for key in d],
    "itself": lambda d: d,
    "comprehension": lambda d: {key: 2 * value for key, value in d.items()},
    "popitem": lambda d: d.popitem(),
    "text": lambda d: str(list(d)),
    "written": lambda d: d.update({1: 5.0}) or d,
}


@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.parametrize("make", [dict, collections.OrderedDict, collections.Counter])
def test_functions_see_of_which_class_equal_keys_are(name, make):
    f = CLASSES[name]
    compiled = recto.jit(f)
    for key in (1, True, 1.0, 1, np.int64(1), True, ("a", 1), ("a", True)):
        theirs, ours = make({key: 2.0}), make({key: 2.0})
        assert repr(plain(compiled(ours))) == repr(plain(f(theirs)))
        assert repr(plain(ours)) == repr(plain(theirs))


def test_called_functions_see_of_which_class_equal_keys_are():
    def named(d, n):
        total = 0.0
        for k in range(40):
            for value in d.values():
                total = total + value * k
        return list(d), str(list(d)), total * n

    def f(x):
        return [named({key: x}, n) for key in (1, True, 1.0, (1, 2), (True, 2)) for n in (1, 1.0)]

    assert repr(plain(recto.jit(f)(2.0))) == repr(plain(f(2.0)))


def test_so_do_functions_of_any_keywords():
    def digits(x, /, **named):
        return functools.reduce(lambda a, b: 10 * a + b, named.values(), x), list(named)

    compiled = recto.jit(digits)
    for named in ({"p": 2.0, "a": 3.0}, {"a": 3.0, "p": 2.0}, {"p": 4.0, "a": 5.0}):
        assert plain(compiled(1.0, **named)) == plain(digits(1.0, **named))
    assert float(recto.grad(lambda x, **named: digits(x, **named)[0])(1.0, p=2.0, a=3.0)) == 100.0


def test_functions_that_are_called_see_the_order_of_their_keywords():
    def named(**given):
        return list(given.values()), list(given)

    def f(x):
        both = functools.partial(named, z=x)(b=x + 1, a=x + 2)
        return named(p=x, n=2 * x), named(n=2 * x, p=x), both

    assert plain(recto.jit(f)(1.0)) == plain(f(1.0))


def test_dicts_in_dicts_and_objects():
    def f(model, options):
        return list(model.parts.values()), [list(part["z"].values()) for part in options], list(options[0]["z"])

    compiled = recto.jit(f)
    for keys in ("za", "az"):
        model = Model(dict(zip(keys, (1.0, 2.0))))
        options = [{"z": dict(zip(keys, (3.0, 4.0)))}]
        assert plain(compiled(model, options)) == plain(f(model, options))


def test_a_function_is_read_once_for_an_order(monkeypatch):
    import recto._dispatch.variant as variant

    count, read = [0], variant.read

    def counted(*args):
        count[0] += 1
        return read(*args)

    monkeypatch.setattr(variant, "read", counted)
    compiled = recto.jit(lambda d: list(d.values()))
    for _ in range(3):
        compiled({"z": 1.0, "a": 2.0})
    assert count[0] == 1
    compiled({"a": 1.0, "z": 2.0})
    assert count[0] == 2
    known = recto.jit(lambda d: d["z"] - d["a"])
    known({"z": 1.0, "a": 2.0}), known({"a": 1.0, "z": 2.0})
    assert count[0] == 3


SCRIPT = """
import recto, sys
def values(d, **named):
    return list(d.values()), list(named)
d = dict(zip(sys.argv[1], (1.0, 2.0)))
found = recto.jit(values)(d, **d)
print([float(v) for v in found[0]], found[1])
"""


def test_the_disk_cache_tells_orders_apart(tmp_path):
    file = tmp_path / "values_of.py"
    file.write_text(SCRIPT)
    environment = {**os.environ, "RECTO_CACHE_DIR": str(tmp_path / "cache")}
    for keys in ("za", "az", "za"):
        run = subprocess.run(
            [sys.executable, str(file), keys], env=environment, capture_output=True, text=True, check=True
        )
        assert run.stdout.strip() == f"[1.0, 2.0] {list(keys)}"


class Named(NamedTuple):
    parts: dict


@dataclasses.dataclass(slots=True)
class Slotted:
    parts: dict


@pytest.mark.parametrize("cls", [Named, Slotted])
def test_dicts_in_named_tuples_and_slots(cls):
    compiled = recto.jit(lambda held: list(held.parts.items()))
    for keys in ("za", "az", "za"):
        held = cls(dict(zip(keys, (1.0, 2.0))))
        assert plain(compiled(held)) == plain(list(held.parts.items()))


def test_programs_compiled_ahead_of_time_are_for_one_order():
    compiled = recto.jit(lambda d: list(d.items())).lower({"z": 3.0, "a": 1.0}).compile()
    assert plain(compiled({"z": 3.0, "a": 1.0})) == [["z", 3.0], ["a", 1.0]]
    with pytest.raises(TypeError, match="another order"):
        compiled({"a": 1.0, "z": 3.0})
    other = recto.jit(lambda d: d["z"] - d["a"]).lower({"z": 3.0, "a": 1.0}).compile()
    assert float(other({"a": 1.0, "z": 3.0})) == 2.0


def test_keywords_of_programs_compiled_ahead_of_time_come_in_any_order_if_the_function_names_them():
    compiled = recto.jit(lambda d, p, n: [*d, p - n]).lower({"z": 3.0, "a": 1.0}, p=3.0, n=1.0).compile()
    assert plain(compiled({"z": 3.0, "a": 1.0}, n=1.0, p=3.0)) == ["z", "a", 2.0]
    compiled = recto.jit(lambda **named: [*named]).lower(p=3.0, n=1.0).compile()
    with pytest.raises(TypeError, match="another order"):
        compiled(n=1.0, p=3.0)


def test_threads_that_call_with_several_orders_at_once():
    for _ in range(5):
        compiled = recto.jit(lambda d: list(d.items()))
        given = [dict(zip(keys, (1.0, 2.0, 3.0))) for keys in ("abc", "cab", "bca")]
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            found = list(pool.map(compiled, given))
        assert [plain(f) for f in found] == [plain(list(d.items())) for d in given]


def test_a_default_dict_does_not_get_the_keys_that_are_asked_for():
    compiled = recto.jit(lambda d: (list(d.items()), type(d).__name__))
    assert compiled(collections.defaultdict(float, a=1.0, b=2.0))[0][1][0] == "b"
    fewer = collections.defaultdict(float, a=1.0)
    assert plain(compiled(fewer)) == plain([[("a", 1.0)], "defaultdict"]) and list(fewer) == ["a"]


def test_classes_of_dicts_in_turn():
    compiled = recto.jit(lambda d: (d["a"], type(d).__name__))
    for cls in (collections.OrderedDict, dict, functools.partial(collections.defaultdict, float)):
        assert compiled(cls(a=1.0))[1] == type(cls(a=1.0)).__name__
