"""Arrays of texts and dates, which are known while compiling."""

import numpy as np

NAMES = ["north", "south", "north", "east", "south", "north"]


def days_of_july(x):
    days = np.arange("2016-07", "2016-08", dtype="datetime64[D]")
    return days, len(days) * x, days[0], days.shape


def months(x):
    dates = np.array(["2020-01-31", "2020-02-29", "2020-03-01"], dtype="datetime64[D]")
    gaps = np.diff(dates).astype(int)
    later = dates + np.timedelta64(1, "D")
    return dates.astype("datetime64[M]"), later, np.sum(x[:2] * gaps), dates[1] - dates[0]


def sums_of_groups(x):
    labels = np.array(NAMES)
    sums = {}
    for name in np.unique(labels):
        sums[name] = np.sum(x[labels == name])
    return sums, x[np.isin(labels, ["east", "south"])], np.where(labels == "north", x, 0.0)


def table_of_texts(x):
    table = np.array([("Hello", 2.5, 3), ("World", 3.6, 2)])
    print(table)
    records = np.rec.fromarrays(table.T, names="word, weight, count", formats="S8, f8, i8")
    print(records, f"{table[0]!r}")
    return table, records.word, records.weight * x[:2], table[1, 0], [row[0] for row in table]


def numbers_in_texts(x):
    return np.array(["1.5", "2", "3"], dtype=float) * x[:3], np.asarray(["4", "5"]).astype(float) + x[:2]


def weighted(labels, x):
    return np.sum(x * (labels == "a"))


def passed_on(x):
    return weighted(np.array(["a", "b", "a"]), x[:3]), weighted(np.array(["b", "a", "b"]), x[:3])


def examples():
    x = np.array([1.5, -2.0, 3.0, 4.0, 0.5, -1.0])
    for f in (days_of_july, months, sums_of_groups, table_of_texts, numbers_in_texts, passed_on):
        yield f, (x,)
