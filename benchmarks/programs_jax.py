"""JAX's side of `programs`: ports with its combinators of what draws no random numbers and has no lists."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from . import programs_numpy as programs
from .programs import WORK, Work, cases


def sigma_points(x, P, kappa):
    L = jnp.linalg.cholesky((len(x) + kappa) * P)
    return jnp.concatenate([x[None], x + L.T, x - L.T])


def ukf(zs, dt):
    n, kappa = 2, 1.0
    Q, R = jnp.array([[1e-5, 0.0], [0.0, 1e-4]]), 0.01
    weights = jnp.full(2 * n + 1, 0.5 / (n + kappa)).at[0].set(kappa / (n + kappa))

    def step(state, z):
        points = sigma_points(*state, kappa)
        a, b = points[:, 0], points[:, 1]
        points = jnp.stack([a + dt * b, b - 9.81 * dt * jnp.sin(a)], axis=1)
        x = weights @ points
        d = points - x
        P = Q + (weights[:, None] * d).T @ d
        points = sigma_points(x, P, kappa)
        seen = jnp.sin(points[:, 0])
        mean = weights @ seen
        S, cross = R + weights @ (seen - mean) ** 2, (weights * (seen - mean)) @ (points - x)
        K = cross / S
        x = x + K * (z - mean)
        return (x, P - S * jnp.outer(K, K)), x
    return lax.scan(step, (jnp.array([1.5, 0.0]), 0.1 * jnp.eye(2)), zs)[1]


def lattice_boltzmann(rho, obstacle, steps, tau):
    c, w = programs.VELOCITIES, jnp.array(programs.WEIGHTS)[:, None, None]
    cx, cy = jnp.array(c[:, 0])[:, None, None], jnp.array(c[:, 1])[:, None, None]

    def step(_, state):
        f = jnp.stack([jnp.roll(state[0][i], (c[i][1], c[i][0]), (0, 1)) for i in range(9)])
        r = jnp.sum(f, axis=0)
        ux, uy = jnp.sum(f * cx, axis=0) / r + 1e-4, jnp.sum(f * cy, axis=0) / r
        cu = 3 * (cx * ux + cy * uy)
        equilibrium = r * w * (1 + cu + 0.5 * cu ** 2 - 1.5 * (ux ** 2 + uy ** 2))
        return jnp.where(obstacle, f[jnp.array(programs.OPPOSITE)], f + (equilibrium - f) / tau), ux
    f, ux = lax.fori_loop(0, steps, step, (w * rho, jnp.zeros_like(rho)))
    return jnp.sum(f, axis=0), ux


def life(grid, generations):
    def step(_, grid):
        n = sum(jnp.roll(grid, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
        return ((n == 3) | (n == 2) & (grid == 1)).astype(grid.dtype)
    return lax.fori_loop(0, generations, step, grid)


def riccati(A, B, Q, R, tolerance):
    def improve(state):
        P, _, _, rounds = state
        K = jnp.linalg.solve(R + B.T @ P @ B, B.T @ P @ A)
        new = Q + A.T @ P @ (A - B @ K)
        return new, K, jnp.max(jnp.abs(new - P)), rounds + 1
    first = Q, jnp.zeros(B.shape[::-1]), jnp.inf, 0
    P, K, _, rounds = lax.while_loop(lambda s: (s[2] >= tolerance) & (s[3] <= 10_000), improve, first)
    return P, K, rounds


def char_rnn(Wx, Wh, Wy, text, length, rate):
    def loss(params, h, part):
        Wx, Wh, Wy, b, c = params

        def step(h, pair):
            h = jnp.tanh(Wx[:, pair[0]] + Wh @ h + b)
            return h, -jax.nn.log_softmax(Wy @ h + c)[pair[1]]
        h, losses = lax.scan(step, h, (part[:-1], part[1:]))
        return jnp.sum(losses), h

    def train(state, part):
        params, memory, h = state
        (value, h), gradients = jax.value_and_grad(loss, has_aux=True)(params, h, part)
        gradients = [jnp.clip(g, -5, 5) for g in gradients]
        memory = [m + g * g for m, g in zip(memory, gradients)]
        params = [p - rate * g / jnp.sqrt(m + 1e-8) for p, g, m in zip(params, gradients, memory)]
        return (params, memory, h), value
    params = [Wx, Wh, Wy, jnp.zeros(Wh.shape[0]), jnp.zeros(Wy.shape[0])]
    first = params, [jnp.zeros_like(p) for p in params], jnp.zeros(Wh.shape[0])
    return lax.scan(train, first, text.reshape(-1, length))[1]


def finite_volume(u, dx, end, gamma):
    def parts(u):
        velocity = u[1] / u[0]
        pressure = (gamma - 1) * (u[2] - 0.5 * u[1] * velocity)
        return velocity, pressure, jnp.abs(velocity) + jnp.sqrt(gamma * pressure / u[0])

    def flux(u):
        velocity, pressure, speed = parts(u)
        return jnp.stack([u[1], u[1] * velocity + pressure, (u[2] + pressure) * velocity]), speed

    def minmod(a, b):
        return jnp.where(a * b > 0, jnp.where(jnp.abs(a) < jnp.abs(b), a, b), 0.0)

    def advanced(u, ratio):
        v = jnp.pad(u, ((0, 0), (2, 2)), mode="edge")
        slope = minmod(v[:, 1:-1] - v[:, :-2], v[:, 2:] - v[:, 1:-1])
        left, right = v[:, 1:-2] + 0.5 * slope[:, :-1], v[:, 2:-1] - 0.5 * slope[:, 1:]
        (fl, sl), (fr, sr) = flux(left), flux(right)
        f = 0.5 * (fl + fr) - 0.5 * jnp.maximum(sl, sr) * (right - left)
        return u - ratio * (f[:, 1:] - f[:, :-1])

    def step(state):
        u, t = state
        dt = jnp.minimum(0.4 * dx / jnp.max(parts(u)[2]), end - t)
        return 0.5 * (u + advanced(advanced(u, dt / dx), dt / dx)), t + dt
    return lax.while_loop(lambda s: s[1] < end, step, (u, 0.0))[0]


PORTS = {f.__name__: f for f in (ukf, lattice_boltzmann, life, riccati, char_rnn, finite_volume)}


def prepare(name: str, work: Work) -> Callable[..., Any]:
    compiled = jax.jit(PORTS[work.function.__name__], static_argnums=work.static)
    return lambda *given: jax.block_until_ready(compiled(*given))


CASES = cases(prepare, [name for name, work in WORK.items() if work.function.__name__ in PORTS])
