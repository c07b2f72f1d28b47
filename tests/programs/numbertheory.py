"""Whole numbers."""
import numpy as np


def gcd(a, b):
    while b:
        a, b = b, a % b
    return abs(a)


def extended_gcd(a, b):
    x0, x1, y0, y1 = 1, 0, 0, 1
    while b != 0:
        q, r = divmod(a, b)
        a, b = b, r
        x0, x1 = x1, x0 - q * x1
        y0, y1 = y1, y0 - q * y1
    return a, x0, y0


def power_modulo(base, exponent, modulus):
    result = 1 % modulus
    base %= modulus
    while exponent > 0:
        if exponent & 1:
            result = result * base % modulus
        base = base * base % modulus
        exponent >>= 1
    return result


def chinese_remainder(residues, moduli):
    x, step = 0, 1
    for r, m in zip(residues, moduli):
        while x % m != r:
            x += step
        step *= m
    return x


def miller_rabin(n):
    """Deterministic below 2**31 for these bases."""
    if n < 2:
        return False
    for p in (2, 3, 5, 7):
        if n % p == 0:
            return n == p
    d, s = n - 1, 0
    while d % 2 == 0:
        d //= 2
        s += 1
    for a in (2, 3, 5, 7):
        x = power_modulo(a, d, n)
        if x == 1 or x == n - 1:
            continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def factorise(n):
    """Primes with multiplicity, in a buffer of zeros."""
    factors = np.zeros(64, dtype=np.int64)
    count = 0
    d = 2
    while d * d <= n:
        while n % d == 0:
            factors[count] = d
            count += 1
            n //= d
        d += 1 if d == 2 else 2
    if n > 1:
        factors[count] = n
        count += 1
    return factors, count


def totients(n):
    phi = np.arange(n + 1)
    for p in range(2, n + 1):
        if phi[p] == p:
            for k in range(p, n + 1, p):
                phi[k] -= phi[k] // p
    return phi


def divisor_sums(n):
    total = np.zeros(n + 1, dtype=np.int64)
    for d in range(1, n + 1):
        for k in range(d, n + 1, d):
            total[k] += d
    return total


def legendre_symbol(a, p):
    residue = power_modulo(a, (p - 1) // 2, p)
    return -1 if residue == p - 1 else residue


def jacobi_symbol(a, n):
    a %= n
    sign = 1
    while a != 0:
        while a % 2 == 0:
            a //= 2
            if n % 8 in (3, 5):
                sign = -sign
        a, n = n, a
        if a % 4 == 3 and n % 4 == 3:
            sign = -sign
        a %= n
    return sign if n == 1 else 0


def pollard_rho(n):
    x = y = 2
    d = 1
    steps = 0
    while d == 1:
        x = (x * x + 1) % n
        y = (y * y + 1) % n
        y = (y * y + 1) % n
        d = gcd(abs(x - y), n)
        steps += 1
    return d, steps


def continued_fraction_terms(p, q, n):
    terms = np.zeros(n, dtype=np.int64)
    used = 0
    for k in range(n):
        if q == 0:
            break
        terms[k] = p // q
        p, q = q, p % q
        used += 1
    return terms, used


def best_rational(x, largest):
    """The Stern-Brocot tree, walked until the denominator is too large."""
    a, b, c, d = 0, 1, 1, 0
    while b + d <= largest:
        if x * (b + d) > a + c:
            a, b = a + c, b + d
        else:
            c, d = a + c, b + d
    return a, b, c, d


def pascal_modulo(n, modulus):
    triangle = np.zeros((n, n), dtype=np.int64)
    for i in range(n):
        triangle[i, 0] = 1
        for j in range(1, i + 1):
            triangle[i, j] = (triangle[i - 1, j - 1] + triangle[i - 1, j]) % modulus
    return triangle


def partitions(n):
    """Euler's pentagonal recurrence."""
    p = np.zeros(n + 1, dtype=np.int64)
    p[0] = 1
    for m in range(1, n + 1):
        k = 1
        while k * (3 * k - 1) // 2 <= m:
            sign = 1 if k % 2 else -1
            p[m] += sign * p[m - k * (3 * k - 1) // 2]
            if k * (3 * k + 1) // 2 <= m:
                p[m] += sign * p[m - k * (3 * k + 1) // 2]
            k += 1
    return p[n]


def digit_reversal_steps(n, limit):
    """Reverse and add until a palindrome appears."""
    for steps in range(limit):
        mirrored, rest = 0, n
        while rest > 0:
            mirrored = mirrored * 10 + rest % 10
            rest //= 10
        if mirrored == n:
            return steps
        n += mirrored
    return -1


def happy(n):
    while n != 1 and n != 4:
        total = 0
        while n:
            n, digit = divmod(n, 10)
            total += digit * digit
        n = total
    return n == 1


def modular_inverse_table(p):
    inverse = np.zeros(p, dtype=np.int64)
    inverse[1] = 1
    for k in range(2, p):
        inverse[k] = (p - p // k) * inverse[p % k] % p
    return inverse


def egyptian_fraction(p, q):
    denominators = np.zeros(8, dtype=np.int64)
    used = 0
    while p > 0 and used < 8:
        d = -(-q // p)
        denominators[used] = d
        used += 1
        p, q = p * d - q, q * d
        shared = gcd(p, q)
        p, q = p // shared, q // shared
    return denominators, used


def josephus(n, k):
    place = 0
    for size in range(2, n + 1):
        place = (place + k) % size
    return place


def perfect_power_sum(limit):
    """Taxicab pairs: how many n below the limit are sums of two cubes in two ways."""
    ways = np.zeros(limit, dtype=np.int8)
    a = 1
    while a**3 < limit:
        b = a
        while (total := a**3 + b**3) < limit:
            ways[total] += 1
            b += 1
        a += 1
    return np.sum(ways >= 2), np.argmax(ways)


def examples():
    for a, b in ((12, 18), (7, 0), (0, 0), (-8, 12)):
        yield gcd, (a, b)
    yield extended_gcd, (240, 46)
    yield extended_gcd, (5, 0)
    yield power_modulo, (3, 200, 13)
    yield power_modulo, (2, 0, 7)
    yield power_modulo, (10, 5, 1)
    yield chinese_remainder, (np.array([2, 3, 2]), np.array([3, 5, 7]))
    yield chinese_remainder, (np.array([4]), np.array([9]))
    for n in (1, 2, 561, 7919, 8321, 121, 65537, 2147483647):
        yield miller_rabin, (n,)
    for n in (1, 360, 97, 8633):
        yield factorise, (n,)
    yield totients, (12,)
    yield totients, (1,)
    yield divisor_sums, (12,)
    yield divisor_sums, (0,)
    yield legendre_symbol, (2, 7)
    yield legendre_symbol, (3, 7)
    yield legendre_symbol, (14, 7)
    for a, n in ((1001, 9907), (19, 45), (8, 21), (5, 15)):
        yield jacobi_symbol, (a, n)
    yield pollard_rho, (8051,)
    yield pollard_rho, (10403,)
    yield continued_fraction_terms, (415, 93, 8)
    yield continued_fraction_terms, (649, 200, 2)
    yield best_rational, (3.14159265, 120)
    yield best_rational, (0.4, 3)
    yield pascal_modulo, (6, 3)
    yield pascal_modulo, (1, 2)
    for n in (0, 1, 20):
        yield partitions, (n,)
    for n, limit in ((121, 5), (87, 10), (196, 6)):
        yield digit_reversal_steps, (n, limit)
    yield happy, (19,)
    yield happy, (20,)
    yield modular_inverse_table, (11,)
    yield modular_inverse_table, (2,)
    yield egyptian_fraction, (5, 31)
    yield egyptian_fraction, (1, 2)
    for n in (1, 7, 41):
        yield josephus, (n, 3)
    yield perfect_power_sum, (1800,)
    yield perfect_power_sum, (3,)
