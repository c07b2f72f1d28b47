"""RLax: losses, returns, policies, transforms, and their gradients."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import rlax
from rlax._src.multistep import importance_corrected_td_errors

from .rows import Row, draw

F = np.float32


class Bounds(NamedTuple):
    minimum: np.ndarray
    maximum: np.ndarray


KEY = jax.random.PRNGKey(0)
Q1, Q2, Q3 = draw(4), draw(4, seed=1), draw(4, seed=2)
A1, A2, R, D = np.int32(1), np.int32(2), F(0.5), F(0.9)
S = 5
RT, DT, VT, LT = draw(S), np.full(S, 0.9, F), draw(S, seed=1), np.full(S, 0.8, F)
QT, QN, AT = draw(S, 4), draw(S, 4, seed=1), np.array([0, 1, 3, 2, 1], np.int32)
RHO = np.exp(draw(S, seed=3) * 0.3)
PI = np.asarray(jax.nn.softmax(draw(S, 4, seed=4)))
W = np.ones(S, F)
ATOMS = np.linspace(-1, 1, 6).astype(F)
LOGITS, LOGITS2 = draw(4, 6), draw(4, 6, seed=1)
TAU = np.linspace(0.1, 0.9, 6).astype(F)
MU, SIGMA = draw(3), np.exp(draw(3, seed=1))
SPEC = Bounds(np.full(3, -1, F), np.full(3, 1, F))
PAIR = rlax.SIGNED_HYPERBOLIC_PAIR

GRADED: dict[str, tuple[Callable, tuple]] = {
    "td_learning": (rlax.td_learning, (F(1), R, D, F(2))),
    "td_lambda": (rlax.td_lambda, (VT, RT, DT, draw(S, seed=2), LT)),
    "sarsa": (rlax.sarsa, (Q1, A1, R, D, Q2, A2)),
    "expected_sarsa": (rlax.expected_sarsa, (Q1, A1, R, D, Q2, PI[0])),
    "sarsa_lambda": (rlax.sarsa_lambda, (QT, AT, RT, DT, QN, AT, LT)),
    "q_learning": (rlax.q_learning, (Q1, A1, R, D, Q2)),
    "double_q_learning": (rlax.double_q_learning, (Q1, A1, R, D, Q2, Q3)),
    "persistent_q_learning": (rlax.persistent_q_learning, (Q1, A1, R, D, Q2, F(0.1))),
    "qv_learning": (rlax.qv_learning, (Q1, A1, R, D, F(0.3))),
    "qv_max": (rlax.qv_max, (F(0.1), R, D, Q2)),
    "q_lambda": (rlax.q_lambda, (QT, AT, RT, DT, QN, LT)),
    "retrace": (rlax.retrace, (QT, QN, AT, AT, RT, DT, PI, PI[:, 0], F(0.9))),
    "retrace_continuous": (
        rlax.retrace_continuous,
        (VT, draw(S - 1, seed=3), draw(S, seed=4), RT, DT, draw(S - 1, seed=5), F(0.9)),
    ),
    "categorical_l2_project": (lambda p: rlax.categorical_l2_project(ATOMS * 0.5, p, ATOMS), (np.ones(6, F) / 6,)),
    "categorical_td_learning": (
        lambda p, q: rlax.categorical_td_learning(ATOMS, p, R, D, ATOMS, q),
        (LOGITS[0], LOGITS[1]),
    ),
    "categorical_q_learning": (
        lambda p, q: rlax.categorical_q_learning(ATOMS, p, A1, R, D, ATOMS, q),
        (LOGITS, LOGITS2),
    ),
    "categorical_double_q_learning": (
        lambda p, q: rlax.categorical_double_q_learning(ATOMS, p, A1, R, D, ATOMS, q, Q1),
        (LOGITS, LOGITS2),
    ),
    "quantile_regression_loss": (lambda p: rlax.quantile_regression_loss(p, TAU, draw(6, seed=5)), (LOGITS[0],)),
    "quantile_q_learning": (
        lambda p, q: rlax.quantile_q_learning(p, TAU, A1, R, D, q, q, 1.0),
        (LOGITS.T, LOGITS2.T),
    ),
    "quantile_expected_sarsa": (
        lambda p, q: rlax.quantile_expected_sarsa(p, TAU, A1, R, D, q, PI[0], 1.0),
        (LOGITS.T, LOGITS2.T),
    ),
    "discounted_returns": (rlax.discounted_returns, (RT, DT, F(1))),
    "lambda_returns": (rlax.lambda_returns, (RT, DT, VT, LT)),
    "n_step_bootstrapped_returns": (lambda r, d, v: rlax.n_step_bootstrapped_returns(r, d, v, 2), (RT, DT, VT)),
    "general_off_policy_returns_from_action_values": (
        rlax.general_off_policy_returns_from_action_values,
        (QT, AT, RT, DT, RHO, PI),
    ),
    "general_off_policy_returns_from_q_and_v": (
        rlax.general_off_policy_returns_from_q_and_v,
        (VT[:-1], draw(S, seed=3), RT, DT, RHO[:-1]),
    ),
    "truncated_generalized_advantage_estimation": (
        rlax.truncated_generalized_advantage_estimation,
        (RT, DT, LT, draw(S + 1, seed=3)),
    ),
    "vtrace": (rlax.vtrace, (VT, draw(S, seed=3), RT, DT, RHO)),
    "leaky_vtrace": (rlax.leaky_vtrace, (VT, draw(S, seed=3), RT, DT, RHO)),
    "vtrace_td_error_and_advantage": (
        lambda *a: rlax.vtrace_td_error_and_advantage(*a)._asdict(),
        (VT, draw(S, seed=3), RT, DT, RHO),
    ),
    "leaky_vtrace_td_error_and_advantage": (
        lambda *a: rlax.leaky_vtrace_td_error_and_advantage(*a)._asdict(),
        (VT, draw(S, seed=3), RT, DT, RHO),
    ),
    "importance_corrected_td_errors": (importance_corrected_td_errors, (RT, DT, RHO, LT, draw(S + 1))),
    "policy_gradient_loss": (rlax.policy_gradient_loss, (QT, AT, RT, W)),
    "entropy_loss": (rlax.entropy_loss, (QT, W)),
    "dpg_loss": (lambda a: rlax.dpg_loss(a, -a * 2, 0.5), (draw(3),)),
    "rm_loss": (lambda p, q: rlax.rm_loss(p, q), (QT, QN)),
    "rpg_loss": (lambda p, q: rlax.rpg_loss(p, q), (QT, QN)),
    "qpg_loss": (rlax.qpg_loss, (QT, QN)),
    "clipped_surrogate_pg_loss": (lambda r: rlax.clipped_surrogate_pg_loss(r, RT, 0.2), (RHO,)),
    "log_loss": (rlax.log_loss, (PI, np.eye(4, dtype=F)[AT])),
    "l2_loss": (rlax.l2_loss, (Q1, Q2)),
    "huber_loss": (rlax.huber_loss, (Q1,)),
    "likelihood": (rlax.likelihood, (PI, PI)),
    "expectile_loss": (lambda x: rlax.expectile_loss(x, x * 0 + 1, 0.3), (Q1,)),
    "pixel_control_loss": (
        lambda q, o: rlax.pixel_control_loss(o, AT, q, 0.9, 2),
        (draw(S + 1, 2, 2, 4), draw(S + 1, 4, 4, 1)),
    ),
    "pixel_control_rewards": (lambda o: rlax.pixel_control_rewards(o, 2), (draw(S, 4, 4, 1),)),
    "feature_control_rewards": (rlax.feature_control_rewards, (draw(S, 3),)),
    "categorical_cross_entropy": (rlax.categorical_cross_entropy, (PI[0], Q1)),
    "categorical_kl_divergence": (rlax.categorical_kl_divergence, (Q1, Q2)),
    "categorical_importance_sampling_ratios": (rlax.categorical_importance_sampling_ratios, (QT, QN, AT)),
    "multivariate_normal_kl_divergence": (rlax.multivariate_normal_kl_divergence, (MU, SIGMA, MU + 1, SIGMA)),
    "softmax_entropy": (lambda q: rlax.softmax().entropy(q), (Q1,)),
    "softmax_logprob": (lambda q: rlax.softmax().logprob(A1, q), (Q1,)),
    "softmax_kl": (lambda q: rlax.softmax().kl(q, Q2), (Q1,)),
    "softmax_probs": (lambda q: rlax.softmax(0.5).probs(q), (Q1,)),
    "clipped_entropy_softmax": (lambda q: rlax.clipped_entropy_softmax(entropy_clip=0.5).entropy(q), (Q1,)),
    "epsilon_greedy_logprob": (lambda q: rlax.epsilon_greedy(0.1).logprob(A1, q), (Q1,)),
    "gaussian_diagonal_logprob": (lambda m: rlax.gaussian_diagonal().logprob(Q2[:3], m, SIGMA), (MU,)),
    "gaussian_diagonal_entropy": (lambda m: rlax.gaussian_diagonal().entropy(m, SIGMA), (MU,)),
    "gaussian_diagonal_kl": (lambda m: rlax.gaussian_diagonal().kl_to_standard_normal(m, SIGMA), (MU,)),
    "squashed_gaussian_logprob": (
        lambda m: rlax.squashed_gaussian().logprob(np.full(3, 0.1, F), m, SIGMA, SPEC),
        (MU,),
    ),
    "transformed_n_step_returns": (lambda v: rlax.transformed_n_step_returns(PAIR, RT, DT, v, 2), (VT,)),
    "transformed_n_step_q_learning": (lambda q: rlax.transformed_n_step_q_learning(q, AT, QN, AT, RT, DT, 2), (QT,)),
    "transformed_lambda_returns": (lambda v: rlax.transformed_lambda_returns(PAIR, RT, DT, v, LT), (VT,)),
    "transformed_q_lambda": (lambda q: rlax.transformed_q_lambda(q, AT, RT, DT, QN, LT), (QT,)),
    "transformed_retrace": (
        lambda q: rlax.transformed_retrace(q, QN, AT, AT, RT, DT, PI, PI[:, 0], 0.9, 1e-3),
        (QT,),
    ),
    "transformed_general_off_policy_returns_from_action_values": (
        lambda q: rlax.transformed_general_off_policy_returns_from_action_values(PAIR, q, AT, RT, DT, RHO, PI),
        (QT,),
    ),
    **{
        name: (getattr(rlax, name), (Q1,))
        for name in "identity sigmoid signed_hyperbolic signed_parabolic signed_logp1 signed_expm1".split()
    },
    "logit": (rlax.logit, (PI[0],)),
    "power": (lambda x: rlax.power(x, 2.0), (PI[0],)),
    "hyperbolic_sin_pair": (lambda x: rlax.HYPERBOLIC_SIN_PAIR.apply_inv(rlax.HYPERBOLIC_SIN_PAIR.apply(x)), (Q1,)),
    "discount_transform_pair": (lambda x: rlax.DISCOUNT_TRANSFORM_PAIR.apply(x), (PI[0],)),
    "compose_tx": (lambda x: rlax.compose_tx(rlax.SIGNED_LOGP1_PAIR, PAIR).apply(x), (Q1,)),
    "muzero_pair": (lambda x: rlax.muzero_pair(-3, 3, 7, PAIR).apply(x), (Q1,)),
    "twohot_pair": (lambda x: rlax.twohot_pair(-3, 3, 7).apply(x), (Q1,)),
    "unbiased_transform_pair": (lambda x: rlax.unbiased_transform_pair(-3, 3, 7, PAIR).apply(x), (Q1,)),
    "transform_to_2hot": (lambda x: rlax.transform_to_2hot(x, -3, 3, 7), (Q1,)),
    "transform_from_2hot": (lambda x: rlax.transform_from_2hot(x, -3, 3, 6), (LOGITS,)),
    "clip_gradient": (lambda x: jnp.sum(rlax.clip_gradient(x, -0.1, 0.1) ** 2), (Q1,)),
    "batched_index": (lambda q: rlax.batched_index(q, AT), (QT,)),
    "one_hot": (lambda q: rlax.one_hot(AT, 4) * q, (QT,)),
    "lhs_broadcast": (lambda q: rlax.lhs_broadcast(VT, q) * q, (QT,)),
    "replace_masked": (lambda q: rlax.replace_masked(q, QN, AT > 1), (QT,)),
    "transpose_first_axis_to_last": (rlax.transpose_first_axis_to_last, (LOGITS,)),
    "transpose_last_axis_to_first": (rlax.transpose_last_axis_to_first, (LOGITS,)),
    "tree_select": (lambda x, y, p: rlax.tree_select(p, {"a": x}, {"a": y}), (Q1, Q2, np.bool_(True))),
    "conditional_update": (lambda x, y, p: rlax.conditional_update({"a": x}, {"a": y}, p), (Q1, Q2, np.bool_(True))),
    "periodic_update": (lambda x, y, k: rlax.periodic_update({"a": x}, {"a": y}, k, 3), (Q1, Q2, np.int32(3))),
    "mpo_loss": (
        lambda s, q: rlax.mpo_loss(
            s,
            q,
            rlax.LagrangePenalty(jnp.float32(1.0), 0.1),
            [(draw(5), rlax.LagrangePenalty(jnp.float32(1.0), 0.1))],
        )[0],
        (draw(3, 5, seed=6), draw(3, 5, seed=7)),
    ),
    "mpo_compute_weights_and_temperature_loss": (
        lambda q: rlax.mpo_compute_weights_and_temperature_loss(
            q, rlax.LagrangePenalty(jnp.float32(1.0), 0.1), lambda x: x
        )[0],
        (draw(3, 5),),
    ),
    "compute_parametric_kl_penalty_and_dual_loss": (
        lambda kl: rlax.compute_parametric_kl_penalty_and_dual_loss(
            [(kl, rlax.LagrangePenalty(jnp.float32(1.0), 0.1))], lambda x: x
        ),
        (PI,),
    ),
    "vmpo_loss": (
        lambda s, a: rlax.vmpo_loss(
            s,
            a,
            rlax.LagrangePenalty(jnp.float32(1.0), 0.1),
            [(draw(5), rlax.LagrangePenalty(jnp.float32(1.0), 0.1))],
        )[0],
        (draw(5, seed=6), draw(5, seed=7)),
    ),
    "popart_normalize": (
        lambda q: rlax.normalize(
            rlax.PopArtState(jnp.zeros(2), jnp.full(2, 1.5), jnp.ones(2)), q, np.array([0, 1, 1, 0])
        ),
        (Q1,),
    ),
    "popart_unnormalize": (
        lambda q: rlax.unnormalize(
            rlax.PopArtState(jnp.zeros(2), jnp.full(2, 1.5), jnp.ones(2)), q, np.array([0, 1, 1, 0])
        ),
        (Q1,),
    ),
    "unnormalize_linear": (
        lambda q: (
            rlax.unnormalize_linear(
                rlax.PopArtState(jnp.zeros(4), jnp.full(4, 1.5), jnp.ones(4)), q, np.array([0, 1, 1, 0, 2])
            ).unnormalized
        ),
        (QT,),
    ),
}
PLAIN: dict[str, tuple[Callable, tuple]] = {
    "softmax_sample": (lambda k, q: rlax.softmax().sample(k, q), (KEY, Q1)),
    "greedy_sample": (lambda k, q: rlax.greedy().sample(k, q), (KEY, Q1)),
    "greedy_probs": (lambda q: rlax.greedy().probs(q), (Q1,)),
    "epsilon_greedy_sample": (lambda k, q: rlax.epsilon_greedy(0.1).sample(k, q), (KEY, Q1)),
    "epsilon_greedy_probs": (lambda q: rlax.epsilon_greedy(0.1).probs(q), (Q1,)),
    "gaussian_diagonal_sample": (lambda k, m: rlax.gaussian_diagonal(0.5).sample(k, m), (KEY, MU)),
    "squashed_gaussian_sample": (lambda k, m: rlax.squashed_gaussian().sample(k, m, SIGMA, SPEC), (KEY, MU)),
    "categorical_sample": (rlax.categorical_sample, (KEY, PI[0])),
    "add_gaussian_noise": (lambda k, a: rlax.add_gaussian_noise(k, a, 0.1), (KEY, Q1)),
    "add_ornstein_uhlenbeck_noise": (lambda k, a: rlax.add_ornstein_uhlenbeck_noise(k, a, Q2, 0.5, 0.1), (KEY, Q1)),
    "add_dirichlet_noise": (lambda k, p: rlax.add_dirichlet_noise(k, p, 0.3, 0.25), (KEY, PI)),
    "create_ema": (lambda x: (lambda e: e[1](x, e[0](x)))(rlax.create_ema()), (Q1,)),
    "knn_query": (lambda d, q: rlax.knn_query(d, q, 2), (draw(6, 3), draw(2, 3, seed=1))),
    "fix_step_type_on_interruptions": (
        rlax.fix_step_type_on_interruptions,
        (np.array([[0, 1, 1, 2, 0]], np.int32).T,),
    ),
    "tree_split_key": (lambda k: rlax.tree_split_key(k, {"a": 1, "b": (2, 3)})[1], (KEY,)),
    "tree_split_leaves": (lambda x: rlax.tree_split_leaves({"a": x}, 0), (Q1,)),
    "tree_replace_masked": (lambda x, y: rlax.tree_replace_masked({"a": x}, {"a": y}, AT[:4] > 1), (Q1, Q2)),
    "tree_map_zipped": (lambda x, y: rlax.tree_map_zipped(lambda a, b: a + b, [{"a": x}, {"a": y}]), (Q1, Q2)),
    "tree_fn": (lambda x: rlax.tree_fn(jnp.sin)({"a": x}), (Q1,)),
    "all_sum": (lambda x: rlax.AllSum()(x), (Q1,)),
    "popart": (
        lambda t: rlax.popart(2, 0.1, 1e-4, 1e4)[1](
            {"w": jnp.ones((3, 2)), "b": jnp.zeros(2)}, rlax.popart(2, 0.1, 1e-4, 1e4)[0](), t, np.array([0, 1, 1, 0])
        ),
        (Q1,),
    ),
    "art": (
        lambda t: rlax.art(
            rlax.PopArtState(jnp.zeros(2), jnp.ones(2), jnp.ones(2)), t, np.array([0, 1, 1, 0]), 0.1, 1e-4, 1e4
        ),
        (Q1,),
    ),
}
ROWS = [Row(name, f, args, True) for name, (f, args) in GRADED.items()] + [
    Row(name, f, args) for name, (f, args) in PLAIN.items()
]
