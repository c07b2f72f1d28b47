"""Minimisers."""
import math

import numpy as np


def rosenbrock(x):
    return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def rosenbrock_gradient(x):
    g = np.zeros_like(x)
    inner = x[1:] - x[:-1] ** 2
    g[:-1] = -400 * x[:-1] * inner - 2 * (1 - x[:-1])
    g[1:] += 200 * inner
    return g


def bowl(x):
    return (x[0] - 1) ** 2 + 3 * (x[1] + 0.5) ** 2 + 0.5 * x[0] * x[1]


def bowl_gradient(x):
    return np.array([2 * (x[0] - 1) + 0.5 * x[1], 6 * (x[1] + 0.5) + 0.5 * x[0]])


def golden_section(f, a, b, tolerance):
    ratio = (math.sqrt(5) - 1) / 2
    c, d = b - ratio * (b - a), a + ratio * (b - a)
    fc, fd = f(c), f(d)
    while b - a > tolerance:
        if fc < fd:
            b, d, fd = d, c, fc
            c = b - ratio * (b - a)
            fc = f(c)
        else:
            a, c, fc = c, d, fd
            d = a + ratio * (b - a)
            fd = f(d)
    return (a + b) / 2


def ternary_search_int(values):
    """Minimum of a convex sequence."""
    low, high = 0, len(values) - 1
    while high - low > 2:
        third = (high - low) // 3
        if values[low + third] > values[high - third]:
            low = low + third
        else:
            high = high - third
    best = low
    for k in range(low, high + 1):
        if values[k] < values[best]:
            best = k
    return best


def gradient_descent(gradient, x, rate, tolerance, limit):
    for step in range(limit):
        g = gradient(x)
        if np.linalg.norm(g) < tolerance:
            return x, step
        x = x - rate * g
    return x, limit


def momentum(gradient, x, rate, decay, steps):
    velocity = np.zeros_like(x)
    for _ in range(steps):
        velocity = decay * velocity - rate * gradient(x)
        x = x + velocity
    return x


def adam(gradient, x, steps, rate=0.1, b1=0.9, b2=0.999):
    m, v = np.zeros_like(x), np.zeros_like(x)
    for t in range(1, steps + 1):
        g = gradient(x)
        m = b1 * m + (1 - b1) * g
        v = b2 * v + (1 - b2) * g**2
        x = x - rate * (m / (1 - b1**t)) / (np.sqrt(v / (1 - b2**t)) + 1e-8)
    return x


def backtracking(f, gradient, x, steps):
    """Armijo: halve until the decrease is enough."""
    trials = 0
    for _ in range(steps):
        g = gradient(x)
        slope = g @ g
        value = f(x)
        alpha = 1.0
        while f(x - alpha * g) > value - 0.3 * alpha * slope:
            alpha /= 2
            trials += 1
        x = x - alpha * g
    return x, trials


def bfgs(gradient, x, steps):
    inverse = np.eye(x.size)
    g = gradient(x)
    for _ in range(steps):
        s = -0.5 * inverse @ g
        new = gradient(x + s)
        y = new - g
        x, g = x + s, new
        curvature = s @ y
        if curvature <= 1e-12:
            continue
        left = np.eye(x.size) - np.outer(s, y) / curvature
        inverse = left @ inverse @ left.T + np.outer(s, s) / curvature
    return x


def nelder_mead(f, simplex, iterations):
    simplex = simplex.copy()
    values = np.array([f(p) for p in simplex])
    for _ in range(iterations):
        order = np.argsort(values)
        simplex, values = simplex[order], values[order]
        centre = simplex[:-1].mean(axis=0)
        reflected = 2 * centre - simplex[-1]
        f_reflected = f(reflected)
        if f_reflected < values[0]:
            expanded = 3 * centre - 2 * simplex[-1]
            f_expanded = f(expanded)
            if f_expanded < f_reflected:
                simplex[-1], values[-1] = expanded, f_expanded
            else:
                simplex[-1], values[-1] = reflected, f_reflected
        elif f_reflected < values[-2]:
            simplex[-1], values[-1] = reflected, f_reflected
        else:
            contracted = 0.5 * (centre + simplex[-1])
            f_contracted = f(contracted)
            if f_contracted < values[-1]:
                simplex[-1], values[-1] = contracted, f_contracted
            else:
                for i in range(1, len(simplex)):
                    simplex[i] = 0.5 * (simplex[0] + simplex[i])
                    values[i] = f(simplex[i])
    return simplex[np.argmin(values)], values.min()


def coordinate_descent_lasso(a, b, penalty, sweeps):
    w = np.zeros(a.shape[1])
    residual = b.copy()
    for _ in range(sweeps):
        for j in range(a.shape[1]):
            column = a[:, j]
            old = w[j]
            rho = column @ residual + old * (column @ column)
            if rho > penalty:
                w[j] = (rho - penalty) / (column @ column)
            elif rho < -penalty:
                w[j] = (rho + penalty) / (column @ column)
            else:
                w[j] = 0.0
            residual += (old - w[j]) * column
    return w


def projected_gradient(q, c, low, high, rate, limit):
    x = np.clip(np.zeros_like(c), low, high)
    moves = 0
    while moves < limit:
        new = np.clip(x - rate * (q @ x + c), low, high)
        if np.max(np.abs(new - x)) < 1e-7:
            break
        x = new
        moves += 1
    return x, moves


def gauss_newton(t, y, parameters, steps):
    """Fit y = a exp(b t)."""
    p = parameters.copy()
    for _ in range(steps):
        model = p[0] * np.exp(p[1] * t)
        jacobian = np.stack([np.exp(p[1] * t), t * model], axis=1)
        p += np.linalg.solve(jacobian.T @ jacobian, jacobian.T @ (y - model))
    return p


def levenberg_marquardt(t, y, parameters, steps):
    """Damping goes down on success and up on failure."""
    a, b = parameters
    damping = 0.01
    cost = np.sum((y - a * np.exp(b * t)) ** 2)
    for _ in range(steps):
        model = a * np.exp(b * t)
        jacobian = np.column_stack([np.exp(b * t), t * model])
        normal = jacobian.T @ jacobian
        step = np.linalg.solve(normal + damping * np.diag(np.diag(normal)), jacobian.T @ (y - model))
        trial = np.sum((y - (a + step[0]) * np.exp((b + step[1]) * t)) ** 2)
        if trial < cost:
            a, b, cost = a + step[0], b + step[1], trial
            damping /= 10
        else:
            damping *= 10
    return a, b, cost


def simulated_annealing(energies, moves, uniforms, temperature):
    """A walk on a ring of states; the chances are an argument."""
    n = energies.size
    state = best = 0
    for move, u in zip(moves, uniforms):
        proposal = (state + move) % n
        rise = energies[proposal] - energies[state]
        if rise <= 0 or u < np.exp(-rise / temperature):
            state = proposal
            if energies[state] < energies[best]:
                best = state
        temperature *= 0.9
    return state, best


def differential_evolution(f, population, picks, generations, weight):
    """Best of trial and target, vectorised by hand over fixed partners."""
    population = population.copy()
    scores = np.array([f(p) for p in population])
    for g in range(generations):
        for i in range(len(population)):
            a, b, c = picks[(g + i) % len(picks)]
            trial = population[a] + weight * (population[b] - population[c])
            score = f(trial)
            if score < scores[i]:
                population[i] = trial
                scores[i] = score
    return population[np.argmin(scores)], scores


def simplex_method(tableau, limit):
    """Dantzig's rule on a tableau with slack variables already in it; in place."""
    for pivots in range(limit):
        column = np.argmin(tableau[-1, :-1])
        if tableau[-1, column] >= -1e-12:
            return pivots
        best, row = np.inf, -1
        for i in range(tableau.shape[0] - 1):
            if tableau[i, column] > 1e-12:
                ratio = tableau[i, -1] / tableau[i, column]
                if ratio < best:
                    best, row = ratio, i
        if row < 0:
            return -1
        tableau[row] /= tableau[row, column]
        for i in range(tableau.shape[0]):
            if i != row:
                tableau[i] -= tableau[i, column] * tableau[row]
    return limit


def examples():
    rng = np.random.default_rng(30)
    x = np.array([-1.2, 1.0])
    yield golden_section, (lambda v: (v - 1.3) ** 2 + 2.0, 0.0, 4.0, 1e-4)
    yield golden_section, (math.cosh, -1.0, 2.0, 0.01)
    yield golden_section, (math.cosh, 1.0, 1.0, 0.01)
    yield ternary_search_int, ((np.arange(20) - 13) ** 2,)
    yield ternary_search_int, (np.array([3.0, 1.0]),)
    yield ternary_search_int, (np.array([3]),)
    yield gradient_descent, (bowl_gradient, x, 0.1, 1e-3, 50)
    yield gradient_descent, (rosenbrock_gradient, x, 1e-3, 1e-3, 5)
    yield gradient_descent, (bowl_gradient, x, 0.1, 1e3, 50)
    yield momentum, (bowl_gradient, x, 0.05, 0.8, 10)
    yield momentum, (rosenbrock_gradient, rng.normal(size=4), 1e-4, 0.9, 5)
    yield adam, (bowl_gradient, x, 10)
    yield adam, (rosenbrock_gradient, np.ones(3, np.float32) * 0.5, 4), {"rate": 0.01}
    yield backtracking, (bowl, bowl_gradient, x, 5)
    yield backtracking, (rosenbrock, rosenbrock_gradient, x, 3)
    yield bfgs, (bowl_gradient, x, 8)
    yield bfgs, (bowl_gradient, x, 0)
    yield bfgs, (np.zeros_like, x, 2)
    yield nelder_mead, (bowl, np.array([[0.0, 0.0], [1.0, 0.2], [0.3, 1.0]]), 15)
    yield nelder_mead, (rosenbrock, np.array([[-1.2, 1.0], [-1.0, 1.3], [-0.7, 0.9]]), 8)
    yield nelder_mead, (rosenbrock, np.array([[1.3, 0.9], [-0.7, -1.3], [-0.6, 0.0]]), 6)
    a, w = rng.normal(size=(8, 3)), np.array([2.0, 0.0, -1.0])
    yield coordinate_descent_lasso, (a, a @ w, 0.5, 5)
    yield coordinate_descent_lasso, (a, a @ w, 1e3, 1)
    q = np.array([[2.0, 0.5], [0.5, 1.0]])
    yield projected_gradient, (q, np.array([-3.0, 1.0]), 0.0, 1.0, 0.3, 60)
    yield projected_gradient, (q, np.array([-1.0, -1.0]), -9.0, 9.0, 0.3, 3)
    t = np.linspace(0, 1, 6)
    yield gauss_newton, (t, 2 * np.exp(-t) + 0.01 * rng.normal(size=6), np.array([1.5, -0.8]), 4)
    yield gauss_newton, (t, np.exp(t), np.array([1.0, 1.0]), 0)
    yield levenberg_marquardt, (t, 2 * np.exp(-t) + 0.01 * rng.normal(size=6), (1.0, 0.5), 5)
    yield levenberg_marquardt, (t, np.exp(2 * t) + 0.1, np.array([5.0, -3.0]), 3)
    energies = rng.normal(size=7)
    yield simulated_annealing, (energies, rng.choice([-1, 1], 15), rng.uniform(size=15), 1.0)
    yield simulated_annealing, (-energies, rng.choice([-1, 1], 15), rng.uniform(size=15), 1.0)
    yield simulated_annealing, (energies, np.zeros(0, np.int64), np.zeros(0), 1.0)
    picks = np.array([rng.permutation(5)[:3] for _ in range(4)])
    yield differential_evolution, (bowl, rng.normal(size=(5, 2)), picks, 3, 0.7)
    yield differential_evolution, (rosenbrock, rng.normal(size=(5, 3)), picks, 1, 0.5)
    tableau = np.array([[2.0, 1, 1, 0, 8], [1, 3, 0, 1, 9], [-3, -4, 0, 0, 0]])
    yield simplex_method, (tableau, 10)
    yield simplex_method, (tableau, 1)
    yield simplex_method, (np.array([[-1.0, 1, 1], [-1, 0, 0]]), 10)
