"""Data decide which of two tuples or lists of a module is read."""

COMMON = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
LEAP = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
SLOW, FAST = [0.5, 0.25, 0.125], [2.0, 4.0, 8.0]
LEFT, RIGHT = [[1.0, 2.0], [3.0]], [[5.0, 6.0], [7.0]]


def month_of(days, x):
    year = 1900
    while True:
        leap = (year % 4 == 0 and year % 100 != 0) or year % 400 == 0
        length = 366 if leap else 365
        if days > length:
            days -= length
            year += 1
        else:
            break
    table, month = LEAP if leap else COMMON, 1
    while days > table[month - 1]:
        days -= table[month - 1]
        month += 1
    return days, month, year, x * sum(table)


def rates_chosen(k, x):
    rates = FAST if x > 0.5 else SLOW
    total = 0.0
    for rate in rates:
        total += rate * x
    return total + rates[k % 3] * x


def nested_lists_chosen(k, x):
    rows = LEFT if x > 0.5 else RIGHT
    return rows[0][1] * x + rows[1][0], len(rows)


def chosen_in_a_loop(k, x):
    table, seen = LEAP, []
    for i in range(4):
        if x * i > 1.0:
            table = COMMON
        seen.append(table[1] * x)
    return seen


def examples():
    for f in (month_of, rates_chosen, nested_lists_chosen, chosen_in_a_loop):
        for k, x in ((45000, 0.75), (790, 0.25), (61, 1.5)):
            yield f, (k, x)
