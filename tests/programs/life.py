"""Cellular automata."""
import numpy as np


def life_step(board):
    around = sum(
        np.roll(np.roll(board, di, 0), dj, 1) for di in (-1, 0, 1) for dj in (-1, 0, 1) if (di, dj) != (0, 0)
    )
    return ((around == 3) | ((board == 1) & (around == 2))).astype(board.dtype)


def life_loops(board, generations):
    """Dead border, neighbours counted one by one, two buffers."""
    rows, columns = board.shape
    board = board.copy()
    following = np.zeros_like(board)
    for _ in range(generations):
        for i in range(rows):
            for j in range(columns):
                alive = 0
                for a in range(max(i - 1, 0), min(i + 2, rows)):
                    for b in range(max(j - 1, 0), min(j + 2, columns)):
                        if (a != i or b != j) and board[a, b]:
                            alive += 1
                if board[i, j] and alive in (2, 3):
                    following[i, j] = 1
                elif not board[i, j] and alive == 3:
                    following[i, j] = 1
                else:
                    following[i, j] = 0
        board, following = following, board
    return board


def life_until_still(board, limit):
    """Generations until nothing changes any more, or the limit."""
    for generation in range(limit):
        following = life_step(board)
        if (following == board).all():
            return generation, board
        board = following
    return limit, board


def elementary(row, rule, steps):
    """Wolfram's rules; one row for each step."""
    history = np.zeros((steps + 1, row.size), dtype=row.dtype)
    history[0] = row
    for t in range(steps):
        left, right = np.roll(history[t], 1), np.roll(history[t], -1)
        code = 4 * left + 2 * history[t] + right
        history[t + 1] = (rule >> code) & 1
    return history


def langton_ant(size, steps):
    board = np.zeros((size, size), dtype=np.int8)
    i = j = size // 2
    di, dj = -1, 0
    for _ in range(steps):
        if board[i, j] == 0:
            di, dj = dj, -di
        else:
            di, dj = -dj, di
        board[i, j] = 1 - board[i, j]
        i, j = (i + di) % size, (j + dj) % size
    return board


def sandpile(grains):
    """Topple until no cell has four grains; what leaves the table is lost."""
    grains = grains.copy()
    rows, columns = grains.shape
    while grains.max() >= 4:
        for i in range(rows):
            for j in range(columns):
                if grains[i, j] < 4:
                    continue
                fall = grains[i, j] // 4
                grains[i, j] -= 4 * fall
                if i > 0:
                    grains[i - 1, j] += fall
                if i + 1 < rows:
                    grains[i + 1, j] += fall
                if j > 0:
                    grains[i, j - 1] += fall
                if j + 1 < columns:
                    grains[i, j + 1] += fall
    return grains


def wireworld(board):
    """0 empty, 1 head, 2 tail, 3 wire."""
    heads = np.pad((board == 1).astype(np.int64), 1)
    around = np.zeros_like(board)
    for di in range(3):
        for dj in range(3):
            around += heads[di : di + board.shape[0], dj : dj + board.shape[1]]
    excited = (around == 1) | (around == 2)
    return np.where(board == 1, 2, np.where(board == 2, 3, np.where((board == 3) & excited, 1, board)))


def flood_fill(image, i, j, colour):
    """An explicit stack of cells, in arrays."""
    rows, columns = image.shape
    old = image[i, j]
    if old == colour:
        return 0
    stack = np.zeros((4 * rows * columns + 1, 2), dtype=np.int64)
    stack[0] = i, j
    top, filled = 1, 0
    while top:
        top -= 1
        i, j = stack[top]
        if image[i, j] != old:
            continue
        image[i, j] = colour
        filled += 1
        for di, dj in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            a, b = i + di, j + dj
            if 0 <= a < rows and 0 <= b < columns and image[a, b] == old:
                stack[top] = a, b
                top += 1
    return filled


def percolates(opened):
    """Spread water downwards and sideways from the top row until it stops."""
    wet = np.zeros_like(opened)
    wet[0] = opened[0]
    moved = True
    while moved:
        spread = wet.copy()
        spread[1:] |= wet[:-1]
        spread[:-1] |= wet[1:]
        spread[:, 1:] |= wet[:, :-1]
        spread[:, :-1] |= wet[:, 1:]
        spread &= opened
        moved = bool(np.any(spread != wet))
        wet = spread
    return bool(wet[-1].any())


def cyclic_automaton(board, states, steps):
    for _ in range(steps):
        target = (board + 1) % states
        eaten = np.zeros(board.shape, dtype=bool)
        for axis in (0, 1):
            for shift in (-1, 1):
                eaten |= np.roll(board, shift, axis=axis) == target
        board = np.where(eaten, target, board)
    return board


def examples():
    rng = np.random.default_rng(12)
    soup = rng.integers(0, 2, (6, 7))
    block = np.zeros((4, 4), dtype=np.int64)
    block[1:3, 1:3] = 1
    yield life_step, (soup,)
    yield life_step, (block.astype(np.uint8),)
    yield life_loops, (soup, 2)
    yield life_loops, (block.astype(np.int8), 1)
    yield life_loops, (soup, 0)
    yield life_until_still, (block, 5)
    yield life_until_still, (soup, 3)
    yield elementary, (np.eye(1, 11, 5, dtype=np.int64)[0], 110, 6)
    yield elementary, (soup[0], 30, 0)
    yield langton_ant, (7, 40)
    yield langton_ant, (1, 3)
    yield sandpile, (np.array([[0, 0, 0], [0, 17, 0], [0, 0, 0]]),)
    yield sandpile, (rng.integers(0, 4, (3, 4)),)
    wire = np.array([[0, 3, 3, 0], [2, 0, 0, 3], [0, 1, 3, 0]])
    yield wireworld, (wire,)
    yield wireworld, (np.full((2, 2), 3),)
    yield flood_fill, (np.array([[1, 1, 0, 1], [0, 1, 0, 1], [1, 1, 1, 0]]), 0, 0, 7)
    yield flood_fill, (np.array([[1, 1], [1, 1]]), 1, 0, 1)
    yield flood_fill, (np.zeros((3, 3)), 1, 1, 2.5)
    yield percolates, (rng.uniform(size=(5, 5)) < 0.7,)
    yield percolates, (np.array([[True, False], [False, True]]),)
    yield cyclic_automaton, (rng.integers(0, 4, (5, 5)), 4, 3)
    yield cyclic_automaton, (soup, 2, 1)
