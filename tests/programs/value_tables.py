"""Tables of values in dicts whose keys data decide: Q-learning, memos of recursions."""
from collections import defaultdict

import numpy as np


def learnt_in_lists(rewards, k):
    table, state = defaultdict(lambda: [0.0, 0.0]), int(k[0])
    for t in range(20):
        action = 0 if table[state][0] == table[state][1] else int(np.argmax(table[state]))
        behind = (state + action + t) % len(rewards)
        best = max(table[behind])
        table[state][action] += 0.1 * (rewards[behind] + 0.9 * best - table[state][action])
        state = behind
    return sorted(table), [max(table[s]) for s in sorted(table)]


def learnt_in_arrays(rewards, k):
    table, state = {}, int(k[0])
    for t in range(20):
        if state not in table:
            table[state] = np.zeros(2)
        action = int(np.argmax(table[state]))
        behind = int(state + action + k[t % 3]) % len(rewards)
        if behind not in table:
            table[behind] = np.zeros(2)
        table[state][action] += 0.1 * (rewards[behind] + 0.9 * table[behind].max() - table[state][action])
        state = behind
    return sum(v.max() for v in table.values())


def learnt_by_pairs(rewards, k):
    table, state = {}, int(k[0])
    for t in range(12):
        action = 0 if table.get((state, 0), 0.0) >= table.get((state, 1), 0.0) else 1
        behind = int(state + action + k[t % 3]) % len(rewards)
        best = max(table.get((behind, b), 0.0) for b in range(2))
        old = table.get((state, action), 0.0)
        table[state, action] = old + 0.1 * (rewards[behind] + 0.9 * best - old)
        state = behind
    return len(table), sum(table.values())


def fibonacci(k):
    memo = {}

    def number(n):
        if n < 2:
            return n
        if n not in memo:
            memo[n] = number(n - 1) + number(n - 2)
        return memo[n]

    return number(k[0])


def factorial(k):
    memo = {}

    def product(n):
        if n in memo:
            return memo[n]
        result = 1 if n <= 1 else n * product(n - 1)
        memo[n] = result
        return result

    return product(int(k[0])), len(memo)


def last_of_each(x):
    last, found = {}, []
    for v in x:
        k = int(v) % 3
        if k in last:
            found.append(last[k] + 1)
            last[k] = found[-1]
        else:
            last[k] = k
    return found, last


def examples():
    rewards = np.array([0.1, 0.5, 0.2, 0.9, 0.3])
    for k in ([1, 2, 3], [0, 0, 1]):
        yield learnt_in_lists, (rewards, np.array(k))
        yield learnt_in_arrays, (rewards, np.array(k))
        yield learnt_by_pairs, (rewards, np.array(k))
    yield fibonacci, (np.array([10]),)
    yield fibonacci, (np.array([30]),)
    yield fibonacci, (np.array([10], np.int8),)
    yield fibonacci, (np.array([1]),)
    yield factorial, (np.array([6]),)
    yield factorial, (np.array([1]),)
    yield last_of_each, (np.array([1, 2, 4, 5, 7, 8, 9]),)
