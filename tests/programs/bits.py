"""Bits: checksums, hashes, codes and generators."""
import numpy as np


def crc32(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= int(byte)
        for _ in range(8):
            if crc & 1:
                crc = (crc >> 1) ^ 0xEDB88320
            else:
                crc >>= 1
    return crc ^ 0xFFFFFFFF


def crc16_table(data):
    """CCITT, by a table built first."""
    table = np.zeros(256, dtype=np.uint16)
    for i in range(256):
        register = i << 8
        for _ in range(8):
            register = ((register << 1) ^ 0x1021 if register & 0x8000 else register << 1) & 0xFFFF
        table[i] = register
    crc = 0xFFFF
    for byte in data:
        crc = ((crc << 8) & 0xFFFF) ^ int(table[(crc >> 8) ^ int(byte)])
    return crc


def adler32(data):
    a, b = 1, 0
    for byte in data:
        a = (a + int(byte)) % 65521
        b = (b + a) % 65521
    return (b << 16) | a


def fnv1a(data):
    value = 2166136261
    for byte in data:
        value = ((value ^ int(byte)) * 16777619) & 0xFFFFFFFF
    return value


def popcount(x):
    """Kernighan: each step clears the lowest set bit."""
    count = 0
    while x:
        x &= x - 1
        count += 1
    return count


def popcount_parallel(x):
    """All words at once, by masks."""
    x = x - ((x >> 1) & np.uint32(0x55555555))
    x = (x & np.uint32(0x33333333)) + ((x >> 2) & np.uint32(0x33333333))
    x = (x + (x >> 4)) & np.uint32(0x0F0F0F0F)
    return (x * np.uint32(0x01010101)) >> 24


def xorshift32(seed, n):
    out = np.zeros(n, dtype=np.uint32)
    x = seed
    for i in range(n):
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        out[i] = x
    return out


def splitmix64(state):
    """One output for every state of an array; uint64 arithmetic wraps."""
    z = state + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def congruential(seed, n):
    """Uniform numbers from Numerical Recipes' quick generator."""
    state = seed
    out = np.zeros(n)
    for i in range(n):
        state = (1664525 * state + 1013904223) % 2**32
        out[i] = state / 2**32
    return out


def galois_lfsr_period(seed, taps):
    state = seed
    period = 0
    while True:
        low = state & 1
        state >>= 1
        if low:
            state ^= taps
        period += 1
        if state == seed:
            break
    return period


def to_gray(n):
    return n ^ (n >> 1)


def from_gray(g):
    n = 0
    while g:
        n ^= g
        g >>= 1
    return n


def gray_sequence(bits):
    codes = np.arange(2**bits)
    codes = codes ^ (codes >> 1)
    return (codes[:, None] >> np.arange(bits)) & 1


def reverse_bits(x, width):
    out = 0
    for _ in range(width):
        out = (out << 1) | (x & 1)
        x >>= 1
    return out


def parity(words):
    odd = 0
    for w in words:
        for shift in range(8):
            odd ^= (w >> shift) & 1
    return odd


def next_power_of_two(n):
    power = 1
    while power < n:
        power <<= 1
    return power


def morton_code(x, y):
    code = 0
    for bit in range(16):
        code |= ((x >> bit) & 1) << (2 * bit)
        code |= ((y >> bit) & 1) << (2 * bit + 1)
    return code


def hamming_distances(words):
    """All pairs, by xor and a loop over the bits."""
    different = words[:, None] ^ words[None, :]
    distance = np.zeros(different.shape, dtype=np.int64)
    while np.any(different != 0):
        distance += different & 1
        different = different >> 1
    return distance


def hamming74_correct(received):
    """Decode words of seven bits, repairing one flipped bit in each."""
    checks = np.array([[1, 0, 1, 0, 1, 0, 1], [0, 1, 1, 0, 0, 1, 1], [0, 0, 0, 1, 1, 1, 1]])
    repaired = received.copy()
    for i in range(len(received)):
        syndrome = checks @ received[i] % 2
        place = syndrome[0] + 2 * syndrome[1] + 4 * syndrome[2]
        if place != 0:
            repaired[i, place - 1] ^= 1
    return repaired[:, [2, 4, 5, 6]]


def rotate_left(words, by):
    by %= 32
    if by == 0:
        return words.copy()
    return (words << np.uint32(by)) | (words >> np.uint32(32 - by))


def speck_encrypt(x, y, keys):
    """Rounds of a small ARX cipher on arrays of 16-bit halves."""
    for k in keys:
        x = (x >> 7) | (x << 9)
        x = (x + y) ^ k
        y = ((y << 2) | (y >> 14)) ^ x
    return x, y


def examples():
    rng = np.random.default_rng(9)
    data = rng.integers(0, 256, 9).astype(np.uint8)
    none = np.zeros(0, dtype=np.uint8)
    for f in (crc32, crc16_table, adler32, fnv1a):
        yield f, (data,)
        yield f, (none,)
    for n in (0, 1, 0b1011011, 2**40 + 5):
        yield popcount, (n,)
    yield popcount_parallel, (rng.integers(0, 2**32, 6).astype(np.uint32),)
    yield popcount_parallel, (np.array([[0, 2**32 - 1]], dtype=np.uint32),)
    yield xorshift32, (2463534242, 6)
    yield xorshift32, (1, 0)
    yield splitmix64, (np.arange(4, dtype=np.uint64),)
    yield splitmix64, (np.array([[2**63 + 11]], dtype=np.uint64),)
    yield congruential, (42, 5)
    yield congruential, (0, 1)
    yield galois_lfsr_period, (1, 0b1100)
    yield galois_lfsr_period, (0x1F, 0xB8)
    for n in (0, 1, 11, 1000):
        yield to_gray, (n,)
        yield from_gray, (n,)
    yield to_gray, (np.arange(9),)
    yield gray_sequence, (3,)
    yield gray_sequence, (1,)
    yield reverse_bits, (0b1101, 4)
    yield reverse_bits, (1, 31)
    yield reverse_bits, (5, 0)
    yield parity, (data,)
    yield parity, (np.array([1, 2, 4, 8]),)
    for n in (0, 1, 5, 64, 65):
        yield next_power_of_two, (n,)
    yield morton_code, (5, 9)
    yield morton_code, (65535, 0)
    yield hamming_distances, (data,)
    yield hamming_distances, (np.array([0, 7, 8]),)
    word = np.array([[0, 1, 1, 0, 0, 1, 1], [0, 1, 1, 0, 1, 1, 1], [1, 1, 1, 0, 0, 1, 1]])
    yield hamming74_correct, (word,)
    yield hamming74_correct, (np.zeros((1, 7), dtype=np.int32),)
    yield rotate_left, (rng.integers(0, 2**32, 4).astype(np.uint32), 7)
    yield rotate_left, (np.array([1, 2], dtype=np.uint32), 32)
    halves = rng.integers(0, 2**16, (3, 4)).astype(np.uint16)
    yield speck_encrypt, (halves[0], halves[1], halves[2])
    yield speck_encrypt, (halves[0, :1], halves[1, :1], halves[2, :0])
