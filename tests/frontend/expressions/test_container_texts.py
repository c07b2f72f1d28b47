"""Texts of containers of computed length, and of containers that may be None, are Python's: printed, returned, and in
printed source."""

from __future__ import annotations

import collections
import copy

import numpy as np
import pytest

import recto

X = np.array([2, 2, 1, 2, 5, 1])
NONE_LEFT = np.array([0, 0, -1, 0, -2, 0])
WIDE = np.array([40, 2, 33, 8, 5, 16, 64, 128, 7, 2, 40, 96])
COMPLEMENT = str.maketrans("AC", "TG")


def runs(x):
    found = []
    current, n = x[0], 0
    for v in x:
        if v == current:
            n += 1
        else:
            found.append((current, n))
            current, n = v, 1
    print(found)
    return f"{found} and {found!r}"


def unlike_parts(x):
    found = []
    for i, v in enumerate(x):
        if v > 1:
            found.append((i, float(v), v > 2, np.float32(v), v * 1j, "big" if v > 3 else f"it's {v}"))
        print(found)
    return str(found)


def like_parts(x):
    pairs = [(int(a), int(b)) for a, b in zip(x, x[1:]) if a < b]
    print(pairs, tuple(pairs), sorted(pairs, reverse=True))
    nested = []
    for v in x:
        if v > 1:
            nested.append(((int(v), 2), (3, int(v))))
    return f"{nested!r:>90}|{pairs}"


def arrays_and_lists_in_tuples(x):
    found, lists = [], []
    for i, v in enumerate(x):
        if v > 1:
            found.append((i, x[:2] * v))
            lists.append([int(v)] * 2)
    print(found, lists)


def counted(x):
    counts = {}
    for v in x:
        counts[v] = counts.get(v, 0) + 1
    print(counts, sorted(counts.items()), list(counts.values()))
    return f"{counts}: {list(counts.items())}"


def texts_as_keys(x):
    counts = {}
    for v in x:
        key = "high" if v > 1 else "low"
        counts[key] = counts.get(key, 0) + 1
    print(counts, sorted(counts.items()))


def one_item(x):
    print({int(x[0]): float(x[1])}, {int(x[0])})
    return str({int(x[0]): float(x[1])})


def keys_of_both_kinds(x):
    counts, seen = {}, set()
    for i in range(len(x)):
        key = i % 3, x[i]
        counts[key] = counts.get(key, 0) + 1
        seen.add(key)
    print(counts, sorted(counts), seen)
    for key in counts:
        print(key)


def of_collections(x):
    counter = collections.Counter(x.tolist())
    print(counter, counter.most_common(), counter.most_common(2), dict(counter))
    letters = collections.Counter("hello")
    letters["h"] += int(x[0])
    print(letters, letters.most_common(2))
    lists, ordered, last = collections.defaultdict(list), collections.OrderedDict(), collections.deque(maxlen=3)
    for i, v in enumerate(x):
        lists[int(v)].append((i, 0.5))
        ordered[int(v)] = i
        if v > 1:
            last.append((int(v), i))
    print(lists, dict(lists), ordered, last)
    return f"{counter!r:>40}|"


def some_are_none(x):
    found, values = [], {}
    for i, v in enumerate(x):
        found.append((i, None if v < 2 else int(v)))
        values[int(v)] = None if v > 2 else i
    print(found, values)


def none_there(x):
    found, counts = [], {}
    for v in x:
        if v > 100:
            found.append((int(v), 1.5))
            counts[int(v)] = 1
    big = [v for v in x.tolist() if v > 100]
    print(found, counts, collections.Counter(big), set(big), collections.deque(found), tuple(found))


def sets(x):
    one, two = set(), {1, *x.tolist(), int(x[0]) + 9}
    for v in x:
        one.add(int(v))
        if v > 3:
            print(one)
    print(one, two, set(x), {(int(a), int(b)) for a, b in zip(x, x[1:])})
    one.update([int(x[0]) + 64, 3])
    return str(one)


def or_none(x):
    pair, numbers, table, late = None, None, None, None
    for i, v in enumerate(x):
        if v > 3:
            pair, numbers, table = (i, v), [int(v), 0.5], {"best": v}
        if v > 300:
            late = (i, float(v))
    print(pair, numbers, late, table)
    print([pair, 1], (late,), {"pair": pair}, f"{pair!r:>30}|{late!s:>9}|{pair}")
    return f"best: {pair}, {late}"


def through_exceptions(x):
    counts = {}
    for v in x:
        counts[int(v)] = 1
    raise ValueError(f"only {counts}", counts)


def written_afterwards(x):
    counts, log = {}, ""
    for v in x:
        counts[int(v)] = 1
    log = str(counts)
    counts[77] = 2
    return log


def replaced_characters(x):
    table = str.maketrans("ab", "xy", "c")
    name = "aabbcc" if x[0] > 1 else "cab"
    print("aabbcc".translate(table), "ACAC".translate(COMPLEMENT), table, name.translate(table))
    print("ab".translate(str.maketrans({"a": "1", "b": None})), b"ab".translate(bytes.maketrans(b"a", b"b")))


FUNCTIONS = (
    runs,
    unlike_parts,
    like_parts,
    arrays_and_lists_in_tuples,
    counted,
    texts_as_keys,
    one_item,
    keys_of_both_kinds,
    of_collections,
    some_are_none,
    none_there,
    sets,
    or_none,
    through_exceptions,
    written_afterwards,
    replaced_characters,
)
GIVEN = {"numbers": X, "few": NONE_LEFT, "many": WIDE}


def said(function, x, capsys):
    """What a function prints, and returns or raises."""
    try:
        result = function(x.copy())
    except ValueError as error:
        result = error.args
    return capsys.readouterr().out, result


@pytest.mark.xla
@pytest.mark.parametrize("given", GIVEN)
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_texts_are_pythons(function, given, capsys):
    expected = said(function, GIVEN[given], capsys)
    assert said(recto.jit(function), GIVEN[given], capsys) == expected


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_printed_source_prints_them(function, capsys):
    expected = said(function, X, capsys)
    space: dict = {}
    exec(recto.jit(function).source(X), space)
    assert said(space[function.__name__], X, capsys) == expected


# -- what is refused -----------------------------------------------------------------------------------------------


def after_discard(s, x):
    s.discard(int(x[0]))


def after_discards_in_a_loop(s, x):
    for v in x:
        print(s)
        if v > 2:
            s.discard(int(v))


def after_discard_on_one_path(s, x):
    if x[0] > 1:
        s.discard(int(x[0]))


def joined_with_a_set(s, x):
    s |= {int(x[0]) + 70}


def less_a_set(s, x):
    s -= {int(x[0])}


def updated_by_a_dict(s, x):
    s.update({int(x[0]) + 70: 1})


@pytest.mark.parametrize(
    "change",
    (
        after_discard,
        after_discards_in_a_loop,
        after_discard_on_one_path,
        joined_with_a_set,
        less_a_set,
        updated_by_a_dict,
    ),
)
def test_the_order_of_changed_sets_is_not_known(change):
    def function(x):
        s = set(x.tolist())
        change(s, x)
        print(s)

    with pytest.raises(recto.CompileError, match="text of a set"):
        recto.jit(function)(X)


@pytest.mark.parametrize(
    "made",
    (
        lambda s, x: s | {int(x[0])},
        lambda s, x: s & {int(x[0])},
        lambda s, x: s - {int(x[0])},
        lambda s, x: s ^ {int(x[0])},
        lambda s, x: set(s),
        lambda s, x: s.copy(),
        lambda s, x: copy.deepcopy(s),
        lambda s, x: {*s},
        lambda s, x: set({int(v): 1 for v in x}),
    ),
)
def test_nor_that_of_sets_made_of_sets_and_dicts(made):
    with pytest.raises(recto.CompileError, match=r"text of a set|order of a set"):
        recto.jit(lambda x: print(made(set(x.tolist()), x)))(X)


def test_sets_of_constants_are_made_at_once():
    def function(x):
        s = {1, 2, 3, 4, 5, 6, 7}
        for v in x:
            s.add(int(v))
        print(s)

    with pytest.raises(recto.CompileError, match="text of a set"):
        recto.jit(function)(WIDE)


def test_views_of_dicts_are_no_lists():
    def counted_here(x):
        counts = {}
        for v in x:
            counts[int(v)] = 1
        return counts

    for name in ("keys", "values"):
        with pytest.raises(recto.CompileError, match="formatting a view"):
            recto.jit(lambda x: print(getattr(counted_here(x), name)()))(X)


@pytest.mark.parametrize("made", (list, tuple, collections.Counter, set, collections.deque))
def test_they_have_no_format(made):
    def function(x):
        items = [int(v) for v in x if v > 1]
        return f"{made(items):>10}"

    for run in (function, recto.jit(function)):
        with pytest.raises(TypeError, match="unsupported format string passed to"):
            run(X)
