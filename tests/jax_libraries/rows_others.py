"""Jaxopt, Optimistix, BlackJAX and Diffrax, as far as they are pure: losses, proximal operators, projections, solvers,
steps of samplers, and differential equations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import blackjax
import diffrax
import jax
import jax.numpy as jnp
import jaxopt
import numpy as np
import optimistix as optx
from jaxopt import loss, projection, prox

from .rows import Row, draw

F = np.float32
KEY = jax.random.PRNGKey(0)
X, Y = draw(5), draw(5, seed=1)
A, B = draw(6, 3), draw(6, seed=1)
M = draw(4, 4)


def squares(w, a=A, b=B):
    return jnp.mean((a @ w - b) ** 2)


JAXOPT: dict[str, tuple[Callable, tuple]] = {
    **{
        name: (getattr(loss, name), (np.int32(1), F(0.3)))
        for name in "binary_hinge_loss binary_logistic_loss binary_perceptron_loss binary_sparsemax_loss".split()
    },
    **{
        name: (getattr(loss, name), (np.int32(2), X))
        for name in "multiclass_hinge_loss multiclass_logistic_loss "
        "multiclass_perceptron_loss multiclass_sparsemax_loss".split()
    },
    "huber_loss": (loss.huber_loss, (F(0.5), F(2.0))),
    "sparse_plus": (loss.sparse_plus, (F(0.3),)),
    "sparse_sigmoid": (loss.sparse_sigmoid, (F(0.3),)),
    "make_fenchel_young_loss": (loss.make_fenchel_young_loss(jax.scipy.special.logsumexp), (Y, X)),
    "prox_elastic_net": (lambda x: prox.prox_elastic_net(x, (0.5, 0.3)), (X,)),
    "prox_group_lasso": (lambda x: prox.prox_group_lasso(x, 0.5), (X,)),
    "prox_lasso": (lambda x: prox.prox_lasso(x, 0.5), (X,)),
    "prox_non_negative_lasso": (lambda x: prox.prox_non_negative_lasso(x, 0.5), (X,)),
    "prox_non_negative_ridge": (lambda x: prox.prox_non_negative_ridge(x, 0.5), (X,)),
    "prox_none": (prox.prox_none, (X,)),
    "prox_ridge": (lambda x: prox.prox_ridge(x, 0.5), (X,)),
    "make_prox_from_projection": (
        lambda x: prox.make_prox_from_projection(projection.projection_non_negative)(x),
        (X,),
    ),
    "projection_box": (lambda x: projection.projection_box(x, (-0.5, 0.5)), (X,)),
    "projection_halfspace": (lambda x: projection.projection_halfspace(x, (Y, 0.1)), (X,)),
    "projection_hyperplane": (lambda x: projection.projection_hyperplane(x, (Y, 0.1)), (X,)),
    "projection_hypercube": (projection.projection_hypercube, (X,)),
    "projection_l1_ball": (projection.projection_l1_ball, (X,)),
    "projection_l1_sphere": (projection.projection_l1_sphere, (X,)),
    "projection_l2_ball": (projection.projection_l2_ball, (X,)),
    "projection_l2_sphere": (projection.projection_l2_sphere, (X,)),
    "projection_linf_ball": (projection.projection_linf_ball, (X,)),
    "projection_non_negative": (projection.projection_non_negative, (X,)),
    "projection_simplex": (projection.projection_simplex, (X,)),
    "projection_box_section": (
        lambda x: projection.projection_box_section(x, (jnp.zeros(5), jnp.ones(5), jnp.ones(5), 2.0)),
        (X,),
    ),
    "projection_affine_set": (lambda x: projection.projection_affine_set(x, (draw(2, 5), jnp.ones(2))), (X,)),
    "projection_transport": (lambda m: projection.projection_transport(m, (jnp.ones(4) / 4, jnp.ones(4) / 4)), (M,)),
    "kl_projection_birkhoff": (projection.kl_projection_birkhoff, (M,)),
    "GradientDescent": (lambda w: jaxopt.GradientDescent(squares, maxiter=50).run(w).params, (draw(3),)),
    "ProximalGradient": (
        lambda w: jaxopt.ProximalGradient(squares, prox.prox_lasso, maxiter=50).run(w, 0.1).params,
        (draw(3),),
    ),
    "ProjectedGradient": (
        lambda w: jaxopt.ProjectedGradient(squares, projection.projection_non_negative, maxiter=50).run(w).params,
        (draw(3),),
    ),
    "BFGS": (lambda w: jaxopt.BFGS(squares, maxiter=50).run(w).params, (draw(3),)),
    "LBFGS": (lambda w: jaxopt.LBFGS(squares, maxiter=50).run(w).params, (draw(3),)),
    "NonlinearCG": (lambda w: jaxopt.NonlinearCG(squares, maxiter=50).run(w).params, (draw(3),)),
    "GaussNewton": (lambda w: jaxopt.GaussNewton(lambda w: A @ w - B, maxiter=50).run(w).params, (draw(3),)),
    "LevenbergMarquardt": (
        lambda w: jaxopt.LevenbergMarquardt(lambda w: A @ w - B, maxiter=50).run(w).params,
        (draw(3),),
    ),
    "Bisection": (
        lambda a: jaxopt.Bisection(lambda x: x**3 - 2.0, 0.0, 3.0, check_bracket=False).run(a).params,
        (F(1),),
    ),
    "FixedPointIteration": (lambda a: jaxopt.FixedPointIteration(jnp.cos, maxiter=50).run(a).params, (F(1),)),
    "AndersonAcceleration": (lambda a: jaxopt.AndersonAcceleration(jnp.cos, maxiter=50).run(a).params, (X,)),
    "GradientDescent_init_update": (lambda w: _once(jaxopt.GradientDescent(squares), w), (draw(3),)),
}


def _once(solver: Any, w: Any) -> Any:
    return solver.update(w, solver.init_state(w)).params


def square_root(y: Any, args: Any) -> Any:
    return y**2 - args


def residuals(w: Any, args: Any) -> Any:
    return A @ w - B


OPTIMISTIX: dict[str, tuple[Callable, tuple]] = {
    "Newton": (lambda a: optx.root_find(square_root, optx.Newton(1e-5, 1e-5), jnp.float32(1.0), a).value, (F(2),)),
    "Chord": (lambda a: optx.root_find(square_root, optx.Chord(1e-5, 1e-5), jnp.float32(1.4), a).value, (F(2),)),
    "Bisection": (
        lambda a: (
            optx.root_find(
                square_root, optx.Bisection(1e-5, 1e-5), jnp.float32(1.0), a, options={"lower": 0.0, "upper": 3.0}
            ).value
        ),
        (F(2),),
    ),
    "FixedPointIteration": (
        lambda a: (
            optx.fixed_point(
                lambda y, args: jnp.cos(y) * args, optx.FixedPointIteration(1e-5, 1e-5), jnp.float32(1.0), a
            ).value
        ),
        (F(1),),
    ),
    "BFGS": (lambda w: optx.minimise(lambda w, _: squares(w), optx.BFGS(1e-5, 1e-5), w).value, (draw(3),)),
    "GradientDescent": (
        lambda w: (
            optx.minimise(lambda w, _: squares(w), optx.GradientDescent(1e-1, 1e-4, 1e-4), w, max_steps=1000).value
        ),
        (draw(3),),
    ),
    "NonlinearCG": (
        lambda w: optx.minimise(lambda w, _: squares(w), optx.NonlinearCG(1e-4, 1e-4), w).value,
        (draw(3),),
    ),
    "NelderMead": (
        lambda w: optx.minimise(lambda w, _: squares(w), optx.NelderMead(1e-4, 1e-4), w, max_steps=500).value,
        (draw(3),),
    ),
    "LevenbergMarquardt": (
        lambda w: optx.least_squares(residuals, optx.LevenbergMarquardt(1e-5, 1e-5), w).value,
        (draw(3),),
    ),
    "GaussNewton": (lambda w: optx.least_squares(residuals, optx.GaussNewton(1e-5, 1e-5), w).value, (draw(3),)),
    "Dogleg": (lambda w: optx.least_squares(residuals, optx.Dogleg(1e-5, 1e-5), w).value, (draw(3),)),
    **{name: (getattr(optx, name), (X,)) for name in ("max_norm", "rms_norm", "two_norm")},
}


def density(x: Any) -> Any:
    return -0.5 * jnp.sum(x**2)


def one_step(algorithm: Any) -> tuple[Callable, tuple]:
    state = algorithm.init(draw(3)) if algorithm is not None else None
    return lambda k, s: algorithm.step(k, s)[0], (KEY, state)


MASS = np.ones(3, F)
BLACKJAX: dict[str, tuple[Callable, tuple]] = {
    "hmc": one_step(blackjax.hmc(density, 0.1, MASS, 5)),
    "mala": one_step(blackjax.mala(density, 0.1)),
    "nuts": one_step(blackjax.nuts(density, 0.1, MASS)),
    "additive_step_random_walk": one_step(
        blackjax.additive_step_random_walk(density, blackjax.mcmc.random_walk.normal(np.eye(3, dtype=F)))
    ),
    "normal_random_walk": one_step(
        blackjax.additive_step_random_walk.normal_random_walk(density, np.eye(3, dtype=F))
    ),
    "rmh": one_step(blackjax.rmh(density, lambda k, x: x + jax.random.normal(k, x.shape))),
    "barker": one_step(blackjax.barker_proposal(density, 0.1)),
    "dynamic_hmc": (
        lambda k, s: blackjax.dynamic_hmc(density, 0.1, MASS).step(k, s)[0].position,
        (KEY, blackjax.dynamic_hmc(density, 0.1, MASS).init(draw(3), KEY)),
    ),
    "elliptical_slice": one_step(blackjax.elliptical_slice(density, mean=jnp.zeros(3), cov=jnp.eye(3))),
    "mclmc": (
        lambda k, s: blackjax.mclmc(density, 1.0, 0.1).step(k, s)[0].position,
        (KEY, blackjax.mclmc(density, 1.0, 0.1).init(draw(3), KEY)),
    ),
    "sgld": (lambda k, x: blackjax.sgld(lambda x, batch: -x).step(k, x, None, 0.1), (KEY, draw(3))),
    "ess": (lambda x: blackjax.ess(x), (draw(2, 20, 3),)),
    "rhat": (lambda x: blackjax.rhat(x), (draw(2, 20, 3),)),
    "hmc_scan": (
        lambda k, s: jax.lax.scan(
            lambda c, key: (lambda r: (r[0], r[0].position))(blackjax.hmc(density, 0.1, MASS, 3).step(key, c)),
            s,
            jax.random.split(k, 4),
        )[1],
        (KEY, blackjax.hmc(density, 0.1, MASS, 3).init(draw(3))),
    ),
}


def decay(t: Any, y: Any, args: Any) -> Any:
    return -args * y


def solved(solver: Any, **named: Any) -> Callable:
    return lambda y, a: diffrax.diffeqsolve(diffrax.ODETerm(decay), solver, 0.0, 1.0, 0.1, y, a, **named).ys


DIFFRAX: dict[str, tuple[Callable, tuple]] = {
    **{
        name: (solved(getattr(diffrax, name)()), (draw(2), F(0.5)))
        for name in "Euler Heun Midpoint Ralston Bosh3 Tsit5 Dopri5 Dopri8".split()
    },
    "Kvaerno3": (
        solved(diffrax.Kvaerno3(), stepsize_controller=diffrax.PIDController(1e-3, 1e-3)),
        (draw(2), F(0.5)),
    ),
    "PIDController": (
        solved(diffrax.Tsit5(), stepsize_controller=diffrax.PIDController(1e-3, 1e-3)),
        (draw(2), F(0.5)),
    ),
    "SaveAt_ts": (
        solved(diffrax.Tsit5(), saveat=diffrax.SaveAt(ts=np.linspace(0, 1, 4, dtype=F))),
        (draw(2), F(0.5)),
    ),
    "linear_interpolation": (
        lambda t, y: diffrax.LinearInterpolation(t, y).evaluate(0.3),
        (np.linspace(0, 1, 4, dtype=F), draw(4)),
    ),
    "CubicInterpolation": (
        lambda t, y: diffrax.CubicInterpolation(t, diffrax.backward_hermite_coefficients(t, y)).evaluate(0.3),
        (np.linspace(0, 1, 4, dtype=F), draw(4)),
    ),
}
ROWS_OF = {
    "jaxopt": [
        Row(name, f, args, name[0].islower() and not name.startswith(("binary", "multiclass", "kl")))
        for name, (f, args) in JAXOPT.items()
    ],
    "optimistix": [Row(name, f, args, False, 1e-3) for name, (f, args) in OPTIMISTIX.items()],
    "blackjax": [Row(name, f, args) for name, (f, args) in BLACKJAX.items()],
    "diffrax": [Row(name, f, args, False, 1e-4) for name, (f, args) in DIFFRAX.items()],
}
ROWS = [row._replace(name=f"{library}.{row.name}") for library, rows in ROWS_OF.items() for row in rows]
