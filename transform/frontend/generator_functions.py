"""list, sum, enumerate, zip … of a generator, written in Python: these functions are read as the user's are.

Each reads an item when it is needed, so that a generator and its consumer alternate as in Python.
"""

from __future__ import annotations

import sys

import numpy as np

# mypy: disallow-untyped-defs=False, check-untyped-defs=False

NO_LEAST, NO_GREATEST = (
    f"{name}() {'iterable argument is empty' if sys.version_info >= (3, 12) else 'arg is an empty sequence'}"
    for name in ("min", "max")
)


def listed(items, iterable):
    for item in iterable:
        items.append(item)
    return items


def items_in_order(sequence):
    """iter(…) of an object that has __getitem__ and no __iter__."""
    index = 0
    while True:
        try:
            item = sequence[index]
        except IndexError:
            return
        yield item
        index = index + 1


def items_while_there(items):
    """iter(…) of a list whose length changes meanwhile."""
    index = 0
    while index < len(items):
        yield items[index]
        index = index + 1


def merged(iterables, key, reverse, items, ranks):
    """heapq.merge: the least of the next items of all iterables, again and again. The lists are empty.

    An item that is less than one before it in its iterable leaves right behind that one: it takes the rank of the
    greatest item so far, and a stable sort by ranks does the rest.
    """
    for iterable in iterables:
        top = None
        for item in iterable:
            rank = item if key is None else key(item)
            if top is not None and (rank > top if reverse else rank < top):
                rank = top
            top = rank
            items.append(item)
            ranks.append(rank)
    pairs = sorted(zip(ranks, items), key=first_of_pair, reverse=reverse)
    return [pair[1] for pair in pairs]


def grouped(iterable, key, items, keys, starts):
    """itertools.groupby by keys that data decide: the items in one list, of which each group is a part. The lists are
    empty."""
    for item in iterable:
        value = item if key is None else key(item)
        if len(keys) == 0 or value != keys[-1]:
            keys.append(value)
            starts.append(len(items))
        items.append(item)
    for k in range(len(keys)):
        end = starts[k + 1] if k + 1 < len(keys) else len(items)
        yield keys[k], iter(items[starts[k] : end])


def first_of_pair(pair):
    return pair[0]


def items_of_sequence(sequence):
    """The items of an object that is a sequence by its methods."""
    return [sequence[k] for k in range(len(sequence))]


def items_backwards(sequence):
    for index in range(len(sequence) - 1, -1, -1):
        yield sequence[index]


def each(iterable):
    yield from iterable


def nth_or(items, k, count, *default):
    if k < count:
        return nth(items, k)
    if len(default) == 0:
        raise StopIteration
    return default[0]


def filled(items, pairs):
    for key, value in pairs:
        items[key] = value
    return items


def summed(iterable, total):
    for item in iterable:
        total = total + item
    return total


def has_true(iterable):
    for item in iterable:
        if item:
            return True
    return False


def all_true(iterable):
    for item in iterable:
        if not item:
            return False
    return True


def holds_item(iterable, wanted):
    for item in iterable:
        if item == wanted:
            return True
    return False


def extreme(iterable, name, *default):
    best = None
    for item in iterable:
        if best is None or (item < best if name == "min" else item > best):
            best = item
    if best is None:
        if len(default) == 0:
            raise ValueError(NO_LEAST if name == "min" else NO_GREATEST)
        return default[0]
    return best


def extreme_by_key(iterable, name, key, *default):
    best, least = None, None
    for item in iterable:
        value = key(item)
        if least is None or (value < least if name == "min" else value > least):
            best, least = item, value
    if least is None:
        if len(default) == 0:
            raise ValueError(NO_LEAST if name == "min" else NO_GREATEST)
        return default[0]
    return best


def zipped(iterable, after, count_after):
    k = 0
    for item in iterable:
        if k >= count_after:
            return
        yield (item, *nth(after, k))
        k += 1


def zipped_behind(iterable, before, after, count_before, count_after):
    k = 0
    if count_before == 0:
        return
    first = nth(before, 0)  # read before the generator runs, which may write what this is an item of
    for item in iterable:
        if k >= count_after:
            return
        yield (*first, item, *nth(after, k))
        k += 1
        if k >= count_before:
            return
        first = nth(before, k)


def nth(items, k):
    """An item of what an index computes: see iterators.py."""


def next_or(iterator, default):
    try:
        return iterator.__next__()
    except StopIteration:
        return default


def first_of(iterable, *default):
    for item in iterable:
        return item
    if len(default) == 0:
        raise StopIteration
    return default[0]


def cycled(iterable):
    saved = []
    for item in iterable:
        yield item
        saved.append(item)
    while len(saved) > 0:
        for item in saved:
            yield item


def called_until(function, sentinel):
    while True:
        value = function()
        if value == sentinel:
            return
        yield value


def joined(items, first, second):
    for item in first:
        items.append(item)
    for item in second:
        items.append(item)
    return items


def repeat_in_place(items, times):
    """items *= times"""
    if times < 1:
        items.clear()
        return
    once = items[:]
    for _ in range(times - 1):
        items.extend(once)


def repeated(items, repeated_items, times):
    for _ in range(times):
        for item in repeated_items:
            items.append(item)
    return items


def as_power_above_zero(base, exponent, modulus):
    """The base and exponent of pow(base, exponent, modulus) with an exponent that is not negative.

    A negative power is one of the inverse, by the extended algorithm of Euclid (Knuth, The Art of Computer Programming
    2, 4.5.2).
    """
    if exponent >= 0:
        return base, exponent
    divisor, rest, inverse, other = base % abs(modulus), abs(modulus), 1, 0
    while rest != 0:
        quotient = divisor // rest
        divisor, rest = rest, divisor - quotient * rest
        inverse, other = other, inverse - quotient * other
    if divisor != 1:
        raise ValueError("base is not invertible for the given modulus")
    return inverse, -exponent


def bounds_within(n, first, last):
    """The bounds of a slice within n items."""
    first = max(first + n, 0) if first < 0 else min(first, n)
    last = max(last + n, 0) if last < 0 else min(last, n)
    return first, max(first, last)


def equal_items(a, b):
    if len(a) != len(b):
        return False
    for k in range(len(a)):
        if a[k] != b[k]:
            return False
    return True


def in_order(a, b, or_equal):
    """Whether a is before b, by the first item that differs."""
    for k in range(min(len(a), len(b))):
        if a[k] != b[k]:
            return a[k] < b[k]
    return len(a) <= len(b) if or_equal else len(a) < len(b)


def shuffled_by_python(items, stream):
    """As random.Random.shuffle does it, with the same numbers."""
    for i in range(len(items) - 1, 0, -1):
        j = stream.randrange(i + 1)
        items[i], items[j] = items[j], items[i]


def unpacked(items, count):
    if len(items) > count:
        raise ValueError(f"too many values to unpack (expected {count})")
    if len(items) < count:
        raise ValueError(f"not enough values to unpack (expected {count}, got {len(items)})")
    return [items[k] for k in range(count)]


def unpacked_around(items, before, behind):
    n = len(items)
    if n < before + behind:
        raise ValueError(f"not enough values to unpack (expected at least {before + behind}, got {n})")
    last = n - behind
    return [
        *[items[k] for k in range(before)],
        items[before:last],
        *[items[last + k] for k in range(behind)],
    ]


def extended(items, iterable):
    for item in iterable:
        items.append(item)


def enumerated(iterable, number):
    for item in iterable:
        yield number, item
        number += 1


def mapped(function, iterable):
    for item in iterable:
        yield function(item)


def star_mapped(function, iterable):
    for items in iterable:
        yield function(*items)


def filtered(function, iterable, keep):
    for item in iterable:
        if (
            (item if function is None else function(item))
            if keep
            else not (item if function is None else function(item))
        ):
            yield item


def chained(iterables):
    for iterable in iterables:
        yield from iterable


def taken_while(function, iterable):
    for item in iterable:
        if not function(item):
            return
        yield item


def dropped_while(function, iterable):
    dropping = True
    for item in iterable:
        if dropping and function(item):
            continue
        dropping = False
        yield item


def sliced(iterable, start, stop, stride):
    count, wanted, most = 0, start, None if stop is None else max(start, stop)
    if most == 0:
        return
    for item in iterable:
        if count == wanted and (stop is None or count < stop):
            yield item
            wanted += stride
        count += 1
        if most is not None and count >= most:
            return


def paired(iterable):
    begun = False
    for item in iterable:
        if begun:
            yield previous, item  # noqa: F821 (the round before has set it)
        previous = item  # noqa: F841 (for the next round)
        begun = True


def product_of_two(a, b):
    for v in a:
        for w in b:
            yield v, w


def product_of_three(a, b, c):
    for v in a:
        for w in b:
            for u in c:
                yield v, w, u


def pairs_of(items, step):
    """itertools.combinations(items, 2); with step 0, combinations_with_replacement."""
    for i in range(len(items)):
        for j in range(i + step, len(items)):
            yield items[i], items[j]


def triples_of(items, step):
    for i in range(len(items)):
        for j in range(i + step, len(items)):
            for k in range(j + step, len(items)):
                yield items[i], items[j], items[k]


def ordered_pairs_of(items):
    """itertools.permutations(items, 2)"""
    for i in range(len(items)):
        for j in range(len(items)):
            if i != j:
                yield items[i], items[j]


def reduced(function, iterable, *initial):
    if len(initial) > 0:
        total = initial[0]
    else:
        try:
            total = next(iterable)
        except StopIteration:
            raise TypeError("reduce() of empty iterable with no initial value") from None
    for item in iterable:
        total = function(total, item)
    return total


def accumulated(function, iterable, initial):
    begun = initial is not None
    if begun:
        total = initial
        yield total
    for item in iterable:
        total = function(total, item) if begun else item
        begun = True
        yield total


def managed(manager):
    """The effect of a with statement on an object that has the methods __enter__ and __exit__."""
    value = manager.__enter__()
    try:
        yield value
    except BaseException:
        if not leave_manager(manager):
            raise
    else:
        manager.__exit__(None, None, None)


def leave_manager(manager):
    """manager.__exit__ with the exception that is handled: see control/context_managers.py."""


def managed_by(function, *args, **kwargs):
    """The result of a function with @contextmanager: see control/context_managers.py."""


def suppressed(*exceptions):
    try:
        yield
    except exceptions:
        pass


def hold_value(value=None):
    yield value


def printing_with(options):
    """np.printoptions"""
    before = np.get_printoptions()
    try:
        np.set_printoptions(**options)
        yield np.get_printoptions()
    finally:
        np.set_printoptions(**before)


def closing(thing):
    try:
        yield thing
    finally:
        thing.close()


def iterated(iterator):
    """The items that the method __next__ of an object gives."""
    while True:
        try:
            item = iterator.__next__()
        except StopIteration:
            break
        yield item


class ProgressBar:
    """tqdm(items): a bar of the host, and a loop through the items that moves it."""

    def __init__(self, items, bar):
        self.items = items
        self.bar = bar

    def __iter__(self):
        for item in self.items:
            yield item
            self.bar.update(1)
        self.bar.close()

    def __len__(self):
        return len(self.items)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.bar.close()

    def __getattr__(self, name):
        return getattr(self.bar, name)


def tracked(items, progress, description, total):
    """rich.progress.track(items), with a new rich.progress.Progress."""
    progress.start()
    task = progress.add_task(description, total=total)
    for item in items:
        yield item
        progress.advance(task, 1)
    progress.stop()


def write_text(file, text):
    """file.write(text), of a text file"""
    if not isinstance(text, str):
        raise TypeError(f"write() argument must be str, not {type(text).__name__}")
    print(text, end="", file=file)


def flush_file(file):
    print(end="", file=file, flush=True)


OF_FILES = {"write": write_text, "flush": flush_file}
