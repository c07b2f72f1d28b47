"""Texts with dynamic values in lists of computed length: logs, reports, labels; printed, joined, stored, returned."""

import numpy as np


class Account:
    def __init__(self, balance):
        self.balance, self.log = balance, []

    def pay(self, amount):
        if amount > self.balance:
            self.log.append(f"denied {amount:.2f} of {self.balance:.1f}")
            return False
        self.balance -= amount
        self.log.append("paid")
        return True


def validated(x):
    problems, total = [], 0.0
    for v in x:
        if v > 1:
            problems.append(f"too large: {v:.2f}")
        else:
            total += v
    return total, problems


def of_several_forms(x):
    log = []
    for k, v in enumerate(x):
        if v > 1:
            log.append(f"{k}: large {v:.3f}")
        elif v < 0:
            log.append("negative")
        elif v == 0:
            log.append(f"step {k!r}")
    return log, len(log), log.count("negative")


def printed(x):
    log = []
    for v in x:
        if v > 0:
            log.append(f"{v:.2f}")
    print(log)
    print("so", log, [log, 1], sep="-")
    for k, line in enumerate(log):
        print(k, line)
    print("\n".join(log))
    return f"<{log}> of {len(log)}", ", ".join(log), "'" + "; ".join(f"{v:+.1f}\t" for v in x if v > 1)


def accounts(x):
    account = Account(1.0)
    failed = 0
    for v in x:
        if not account.pay(abs(v)):
            failed += 1
    return account.balance, failed, account.log, account


def beside_numbers(x):
    found = []
    for v in x:
        if v > 0:
            found.append((f"{v:.3f}", v))
    by_number = {}
    for k, v in enumerate(x):
        if v > 0:
            by_number[k] = f"<{v:.1f}>"
    return found, [text for text, v in found if v > 1], by_number


def or_none(x):
    found = []
    for v in x:
        found.append(str(v) if v > 0 else None)
    return found, [text is None for text in found]


def changed(x):
    lines = []
    for k, v in enumerate(x):
        lines.append(f"{k}" if v > 0 else "none")
        if v > 2:
            lines.insert(0, f"{k} first {v:.1f}")
    lines[0] = f"changed {len(lines)}"
    return lines, lines[::-1], lines[1:]


def compared(x):
    log, state = [], "none"
    for k, v in enumerate(x):
        log.append(f"{v:.1f}: large" if v > 1 else "small")
        if v > 2:
            state = f"at {v:.1f}"
        elif v < -2:
            state = "low"
    return log.count("small"), "small" in log, "medium" in log, state == "none", state != "low", state == "some"


def words(x):
    return [f"{v:.1f} and {k}" for k, v in enumerate(x) if v > 0], np.sum(x)


def examples():
    x = np.array([1.5, -2.0, 3.0, 4.0, 0.5, -1.0, 2.0, 0.0])
    for f in (validated, of_several_forms, printed, accounts, beside_numbers, or_none, changed, compared, words):
        yield f, (x,)
        yield f, (-x[:3],)
