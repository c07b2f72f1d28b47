"""Optax: every public optimiser, transformation, schedule, loss, projection and tree function."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
import optax.contrib

import recto

from .rows import Row, draw

X, Y = draw(8, 3), draw(8, 2, seed=1)
PARAMS = {"w": draw(3, 2, seed=2), "b": np.zeros(2, np.float32)}


def loss(p, x, y):
    return np.mean((np.tanh(x @ p["w"] + p["b"]) - y) ** 2)


def loss_jax(p, x, y):
    return jnp.mean((jnp.tanh(x @ p["w"] + p["b"]) - y) ** 2)


def step(optimiser: Any, gradient: Callable, extra: Callable | None = None) -> Callable:
    """One step of training: `gradient` gives value and gradient of the loss."""

    def trained(state, x, y):
        p, s = state
        value, g = gradient(p, x, y)
        updates, s = optimiser.update(g, s, p, **(extra(value, g, x, y) if extra else {}))
        return optax.apply_updates(p, updates), s

    return trained


def loop(optimiser: Any, gradient: Callable, fun: Callable) -> Callable:
    """The loss after 20 steps, as a function of the first parameters."""

    def final(p, x, y):
        s = optimiser.init(p)
        for _ in range(20):
            updates, s = optimiser.update(gradient(p, x, y), s, p)
            p = optax.apply_updates(p, updates)
        return fun(p, x, y)

    return final


def scanned(optimiser: Any) -> Callable:
    def final(p, x, y):
        def body(carry, _):
            p, s = carry
            updates, s = optimiser.update(jax.grad(loss_jax)(p, x, y), s, p)
            return (optax.apply_updates(p, updates), s), None

        return loss_jax(jax.lax.scan(body, (p, optimiser.init(p)), None, 20)[0][0], x, y)

    return final


def value_extra(value, g, x, y):
    return {"value": value}


def search_extra(value, g, x, y):
    return {"value": value, "grad": g, "value_fn": lambda p: jnp.mean((jnp.tanh(x @ p["w"] + p["b"]) - y) ** 2)}


def labels(p):
    return {"w": "one", "b": "two"}


OPTIMISERS: dict[str, Any] = {
    **{
        name: getattr(optax, name)(1e-2)
        for name in "adabelief adadelta adagrad adam adamax adamaxw adamw adan amsgrad fromage lamb lion "
        "nadam nadamw novograd "
        "optimistic_gradient_descent radam rmsprop rprop sgd sign_sgd sm3 yogi".split()
    },
    "adafactor": optax.adafactor(1e-2, min_dim_size_to_factor=2),
    "adafactor_unfactored": optax.adafactor(1e-2),
    "adam_schedule": optax.adam(optax.exponential_decay(1e-2, 5, 0.5)),
    "adam_nesterov": optax.adam(1e-2, nesterov=True),
    "adam_bfloat16": optax.adam(1e-2, mu_dtype=jnp.bfloat16),
    "adamw_mask": optax.adamw(1e-2, mask={"w": True, "b": False}),
    "lars": optax.lars(1e-2),
    "signum": optax.signum(1e-2, 0.9),
    "noisy_sgd": optax.noisy_sgd(1e-2, key=0),
    "optimistic_adam_v2": optax.optimistic_adam_v2(1e-2),
    "rmsprop_centered": optax.rmsprop(1e-2, centered=True, momentum=0.9, nesterov=True),
    "sgd_momentum": optax.sgd(1e-2, 0.9),
    "sgd_nesterov": optax.sgd(1e-2, 0.9, nesterov=True),
    "chain": optax.chain(optax.clip_by_global_norm(1.0), optax.adam(1e-2)),
    "named_chain": optax.named_chain(("clip", optax.clip(0.1)), ("adam", optax.adam(1e-2))),
    "masked": optax.masked(optax.adam(1e-2), {"w": True, "b": False}),
    "masked_callable": optax.masked(optax.sgd(1e-2), lambda p: jax.tree.map(lambda x: x.ndim > 1, p)),
    "multi_transform": optax.multi_transform({"one": optax.adam(1e-2), "two": optax.sgd(1e-1)}, labels),
    "partition": optax.partition({"one": optax.adam(1e-2), "two": optax.set_to_zero()}, {"w": "one", "b": "two"}),
    "selective_transform": optax.selective_transform(optax.sgd(1e-2), freeze_mask={"w": True, "b": False}),
    "freeze": optax.chain(optax.sgd(1e-2), optax.freeze({"w": True, "b": False})),
    "inject_hyperparams": optax.inject_hyperparams(optax.adam)(learning_rate=optax.linear_schedule(1e-2, 0.0, 20)),
    "inject_stateful_hyperparams": optax.inject_stateful_hyperparams(optax.adam)(learning_rate=1e-2),
    "multi_steps": optax.MultiSteps(optax.adam(1e-2), 3),
    "apply_if_finite": optax.apply_if_finite(optax.adam(1e-2), 3),
    "apply_every": optax.chain(optax.apply_every(3), optax.sgd(1e-2)),
    "conditionally_mask": optax.conditionally_mask(optax.sgd(1e-2), lambda step: step % 2 == 0),
    "conditionally_transform": optax.conditionally_transform(optax.sgd(1e-2), lambda step: step % 2 == 0),
    "flatten": optax.flatten(optax.adam(1e-2)),
    "ema": optax.chain(optax.ema(0.9), optax.sgd(1e-2)),
    "skip_not_finite": optax.MultiSteps(optax.sgd(1e-2), 1, should_skip_update_fn=optax.skip_not_finite),
    "snapshot": optax.chain(optax.snapshot("grads", lambda g: g), optax.sgd(1e-2)),
    "monitor": optax.chain(optax.monitor({"norm": lambda u: optax.global_norm(u)}), optax.sgd(1e-2)),
    "measure_with_ema": optax.chain(
        optax.monitor({"norm": optax.measure_with_ema(optax.global_norm, 0.9)}), optax.sgd(1e-2)
    ),
    "with_extra_args_support": optax.with_extra_args_support(optax.adam(1e-2)),
    **{
        f"contrib_{name}": getattr(optax.contrib, name)(1e-2)
        for name in "acprop ademamix adopt dadapt_adamw muon prodigy simplified_ademamix sophia".split()
        if name != "sophia"
    },
    "contrib_cocob": optax.contrib.cocob(),
    "contrib_dog": optax.contrib.dog(1.0),
    "contrib_dowg": optax.contrib.dowg(),
    "contrib_madgrad": optax.contrib.madgrad(1e-2),
    "contrib_schedule_free_adamw": optax.contrib.schedule_free_adamw(1e-2),
    "contrib_schedule_free_sgd": optax.contrib.schedule_free_sgd(1e-2),
    "contrib_schedule_free": optax.contrib.schedule_free(optax.sgd(1e-2), 1e-2),
    "contrib_mechanize": optax.contrib.mechanize(optax.sgd(1e-2)),
    "contrib_split_real_and_imaginary": optax.contrib.split_real_and_imaginary(optax.adam(1e-2)),
    "contrib_normalize": optax.chain(optax.contrib.normalize(), optax.sgd(1e-2)),
    "contrib_sam": optax.contrib.sam(optax.sgd(1e-2), optax.chain(optax.contrib.normalize(), optax.sgd(5e-2)), 2),
}
WITH_VALUE: dict[str, tuple[Any, Callable]] = {
    "polyak_sgd": (optax.polyak_sgd(1.0), value_extra),
    "lbfgs": (optax.lbfgs(memory_size=3), search_extra),
    "lbfgs_fixed": (optax.lbfgs(1e-1, memory_size=3, linesearch=None), search_extra),
    "scale_by_backtracking_linesearch": (
        optax.chain(optax.sgd(1.0), optax.scale_by_backtracking_linesearch(10)),
        search_extra,
    ),
    "scale_by_zoom_linesearch": (optax.chain(optax.sgd(1.0), optax.scale_by_zoom_linesearch(10)), search_extra),
    "scale_by_polyak": (optax.chain(optax.scale_by_polyak(), optax.scale(-1.0)), value_extra),
    "contrib_momo": (optax.contrib.momo(1e-2), value_extra),
    "contrib_momo_adam": (optax.contrib.momo_adam(1e-2), value_extra),
    "contrib_reduce_on_plateau": (
        optax.chain(optax.adam(1e-2), optax.contrib.reduce_on_plateau(patience=2)),
        value_extra,
    ),
}
SCALINGS: dict[str, Any] = {
    **{
        name: getattr(optax, name)()
        for name in "scale_by_adadelta scale_by_adam scale_by_adamax scale_by_adan scale_by_amsgrad scale_by_belief "
        "scale_by_distance_over_gradients scale_by_factored_rms scale_by_lion scale_by_novograd "
        "scale_by_optimistic_gradient scale_by_param_block_norm scale_by_param_block_rms scale_by_radam scale_by_rms "
        "scale_by_rss scale_by_sign scale_by_sm3 scale_by_stddev scale_by_trust_ratio scale_by_yogi centralize "
        "normalize_by_update_norm set_to_zero zero_nans identity keep_params_nonnegative add_decayed_weights".split()
    },
    "scale_by_lbfgs": optax.scale_by_lbfgs(3),
    "scale_by_rprop": optax.scale_by_rprop(1e-2),
    "scale_by_learning_rate": optax.scale_by_learning_rate(0.1),
    "scale": optax.scale(0.1),
    "scale_by_schedule": optax.scale_by_schedule(optax.cosine_decay_schedule(0.1, 20)),
    "clip": optax.clip(0.01),
    "clip_by_global_norm": optax.clip_by_global_norm(0.1),
    "clip_by_block_rms": optax.clip_by_block_rms(0.1),
    "adaptive_grad_clip": optax.adaptive_grad_clip(0.01),
    "add_noise": optax.add_noise(0.01, 0.55, key=0),
    "trace": optax.trace(0.9),
    "stateless": optax.stateless(lambda u, p: jax.tree.map(lambda a, b: a + 0.1 * b, u, p)),
    "stateless_with_tree_map": optax.stateless_with_tree_map(lambda u, p: u + 0.1 * p),
}


# They take differences of nearly equal numbers.
WIDE = ("contrib_dowg", "ctc_loss_with_forward_probs", "lbfgs", "lbfgs_fixed", "scale_by_lbfgs")


def rows_of_optimisers() -> Iterator[Row]:
    ours, theirs = recto.value_and_grad(loss), jax.value_and_grad(loss_jax)
    down = optax.scale(-0.05)
    extended = (
        {n: (o, None) for n, o in OPTIMISERS.items()}
        | WITH_VALUE
        | {n: (optax.chain(o, down), None) for n, o in SCALINGS.items()}
    )
    for name, (o, extra) in extended.items():
        state = (PARAMS, o.init(PARAMS))
        yield Row(
            name,
            step(o, ours, extra),
            (state, X, Y),
            False,
            1e-4,
            step(o, theirs, extra),
            5 if name == "scale_by_lbfgs" else 20,
            name in WIDE,
        )
    for name in (
        "adam",
        "sgd_momentum",
        "chain",
        "masked",
        "multi_transform",
        "rmsprop",
        "lion",
        "adafactor",
        "yogi",
        "lamb",
        "radam",
        "adam_schedule",
        "adamw",
        "nadam",
        "novograd",
    ):
        o = OPTIMISERS[name]
        yield Row(f"loop_{name}", loop(o, recto.grad(loss), loss), (PARAMS, X, Y), True, 1e-4, scanned(o))
        yield Row(f"init_{name}", o.init, (PARAMS,))
    o = optax.lookahead(optax.sgd(1e-2), 5, 0.5)
    p = optax.LookaheadParams(PARAMS, PARAMS)
    yield Row(
        "lookahead",
        lookahead_step(o, recto.grad(loss)),
        ((p, o.init(p)), X, Y),
        False,
        1e-4,
        lookahead_step(o, jax.grad(loss_jax)),
        20,
    )
    for clip in (optax.per_example_global_norm_clip, optax.per_example_layer_norm_clip):
        yield Row(clip.__name__, lambda g, clip=clip: clip(g, 1.0), ([draw(4, 3, 2), draw(4, 2)],))
    private = optax.contrib.differentially_private_aggregate(1.0, 0.5, 0)
    yield Row(
        "contrib_differentially_private_aggregate",
        lambda g, s: private.update(g, s),
        ({"w": draw(4, 3, 2)}, private.init(PARAMS)),
    )


def lookahead_step(o: Any, gradient: Callable) -> Callable:
    def trained(state, x, y):
        p, s = state
        updates, s = o.update(gradient(p.fast, x, y), s, p)
        return optax.apply_updates(p, updates), s

    return trained


SCHEDULES: dict[str, Any] = {
    "constant_schedule": optax.constant_schedule(0.1),
    "cosine_decay_schedule": optax.cosine_decay_schedule(0.1, 20),
    "cosine_onecycle_schedule": optax.cosine_onecycle_schedule(20, 0.1),
    "exponential_decay": optax.exponential_decay(0.1, 5, 0.9, 2, True, 0.01),
    "join_schedules": optax.join_schedules([optax.constant_schedule(0.1), optax.linear_schedule(0.1, 0.0, 9)], [10]),
    "linear_onecycle_schedule": optax.linear_onecycle_schedule(20, 0.1),
    "linear_schedule": optax.linear_schedule(0.1, 0.0, 20, 2),
    "piecewise_constant_schedule": optax.piecewise_constant_schedule(0.1, {5: 0.5, 10: 0.1}),
    "piecewise_interpolate_schedule": optax.piecewise_interpolate_schedule("cosine", 0.1, {5: 0.5, 10: 0.1}),
    "polynomial_schedule": optax.polynomial_schedule(0.1, 0.0, 2, 20, 2),
    "sgdr_schedule": optax.sgdr_schedule(
        [dict(init_value=0.0, peak_value=0.1, decay_steps=9, warmup_steps=3, end_value=0.0)] * 2
    ),
    "warmup_constant_schedule": optax.warmup_constant_schedule(0.0, 0.1, 5),
    "warmup_cosine_decay_schedule": optax.warmup_cosine_decay_schedule(0.0, 0.1, 5, 20),
    "warmup_exponential_decay_schedule": optax.warmup_exponential_decay_schedule(0.0, 0.1, 5, 5, 0.9),
}


def rows_of_schedules() -> Iterator[Row]:
    for name, schedule in SCHEDULES.items():
        yield Row(name, schedule, (np.int32(7),))
        yield Row(
            f"{name}_of_steps",
            lambda k, schedule=schedule: jnp.stack([schedule(k + j) for j in (0, 4, 9, 14, 30)]),
            (np.int32(0),),
        )


P, Q = draw(4, 5), draw(4, 5, seed=1)
PROBABLE = np.asarray(jax.nn.softmax(Q))
SIGNS = np.sign(Q)
CLASSES = np.array([0, 3, 2, 4], np.int32)
ONE_HOT = np.eye(5, dtype=np.float32)[CLASSES]
BINARY = (Q > 0).astype(np.float32)
TRUE = Q > 0
LOSSES: dict[str, tuple[Any, tuple]] = {
    "convex_kl_divergence": (optax.convex_kl_divergence, (P, PROBABLE)),
    "cosine_distance": (optax.cosine_distance, (P, Q)),
    "cosine_similarity": (optax.cosine_similarity, (P, Q)),
    "ctc_loss": (
        optax.ctc_loss,
        (
            draw(2, 6, 4),
            np.zeros((2, 6), np.float32),
            np.array([[1, 2], [3, 1]], np.int32),
            np.zeros((2, 2), np.float32),
        ),
    ),
    "ctc_loss_with_forward_probs": (
        optax.ctc_loss_with_forward_probs,
        (
            draw(2, 6, 4),
            np.zeros((2, 6), np.float32),
            np.array([[1, 2], [3, 1]], np.int32),
            np.array([[0, 0], [0, 1]], np.float32),
        ),
    ),
    "generalized_kl_divergence": (optax.generalized_kl_divergence, (P, PROBABLE)),
    "hinge_loss": (optax.hinge_loss, (P, SIGNS)),
    "huber_loss": (optax.huber_loss, (P, Q)),
    "kl_divergence": (optax.kl_divergence, (P, PROBABLE)),
    "kl_divergence_with_log_targets": (optax.losses.kl_divergence_with_log_targets, (P, Q)),
    "l2_loss": (optax.l2_loss, (P, Q)),
    "log_cosh": (optax.log_cosh, (P, Q)),
    "make_fenchel_young_loss": (optax.losses.make_fenchel_young_loss(jax.nn.logsumexp), (P, PROBABLE)),
    "multiclass_hinge_loss": (optax.losses.multiclass_hinge_loss, (P, CLASSES)),
    "multiclass_perceptron_loss": (optax.losses.multiclass_perceptron_loss, (P, CLASSES)),
    "multiclass_sparsemax_loss": (optax.losses.multiclass_sparsemax_loss, (P, CLASSES)),
    "multiclass_generalized_dice_loss": (optax.losses.multiclass_generalized_dice_loss, (P, ONE_HOT)),
    "dice_loss": (optax.losses.dice_loss, (P, BINARY)),
    "binary_dice_loss": (optax.losses.binary_dice_loss, (P, BINARY)),
    "ntxent": (optax.ntxent, (P, np.array([0, 1, 0, 1], np.int32))),
    "perceptron_loss": (optax.losses.perceptron_loss, (P, SIGNS)),
    "poly_loss_cross_entropy": (optax.losses.poly_loss_cross_entropy, (P, PROBABLE)),
    "ranking_softmax_loss": (optax.losses.ranking_softmax_loss, (P, BINARY)),
    "safe_softmax_cross_entropy": (optax.safe_softmax_cross_entropy, (P, PROBABLE)),
    "sigmoid_binary_cross_entropy": (optax.sigmoid_binary_cross_entropy, (P, BINARY)),
    "sigmoid_focal_loss": (optax.sigmoid_focal_loss, (P, BINARY)),
    "sigmoid_focal_loss_alpha": (lambda a, b: optax.sigmoid_focal_loss(a, b, alpha=0.3), (P, BINARY)),
    "smooth_labels": (lambda a: optax.smooth_labels(a, 0.1), (P,)),
    "softmax_cross_entropy": (optax.softmax_cross_entropy, (P, PROBABLE)),
    "softmax_cross_entropy_where": (lambda a, b, c: optax.softmax_cross_entropy(a, b, where=c), (P, PROBABLE, TRUE)),
    "softmax_cross_entropy_with_integer_labels": (optax.softmax_cross_entropy_with_integer_labels, (P, CLASSES)),
    "sparsemax_loss": (optax.losses.sparsemax_loss, (P, BINARY)),
    "squared_error": (optax.squared_error, (P, Q)),
    "triplet_margin_loss": (optax.losses.triplet_margin_loss, (P, Q, draw(4, 5, seed=2))),
    "projection_box": (lambda x: optax.projections.projection_box(x, -0.5, 0.5), (P,)),
    "projection_halfspace": (lambda x: optax.projections.projection_halfspace(x, Q, 0.1), (P,)),
    "projection_hypercube": (optax.projections.projection_hypercube, (P,)),
    "projection_hyperplane": (lambda x: optax.projections.projection_hyperplane(x, Q, 0.1), (P,)),
    "projection_l1_ball": (optax.projections.projection_l1_ball, (P,)),
    "projection_l1_sphere": (optax.projections.projection_l1_sphere, (P,)),
    "projection_l2_ball": (optax.projections.projection_l2_ball, (P,)),
    "projection_l2_sphere": (optax.projections.projection_l2_sphere, (P,)),
    "projection_linf_ball": (optax.projections.projection_linf_ball, (P,)),
    "projection_non_negative": (optax.projections.projection_non_negative, (P,)),
    "projection_simplex": (optax.projections.projection_simplex, (P[0],)),
    "projection_vector": (lambda x: optax.projections.projection_vector(x, Q), (P,)),
}


def rows_of_losses() -> Iterator[Row]:
    for name, (function, args) in LOSSES.items():
        yield Row(name, function, args, True, wide=name in WIDE)


T, U = {"a": P, "b": (Q, draw(3))}, {"b": (P, draw(3, seed=1)), "a": Q}
FUNCTIONS: dict[str, tuple[Any, tuple]] = {
    "global_norm": (optax.global_norm, (T,)),
    "apply_updates": (optax.apply_updates, (T, U)),
    "incremental_update": (lambda a, b: optax.incremental_update(a, b, 0.1), (T, U)),
    "periodic_update": (lambda a, b, k: optax.periodic_update(a, b, k, 3), (T, U, np.int32(6))),
    "bias_correction": (lambda a, k: optax.bias_correction(a, 0.9, k), (T, np.int32(3))),
    "update_moment": (lambda a, b: optax.update_moment(a, b, 0.9, 2), (T, U)),
    "update_infinity_moment": (lambda a, b: optax.update_infinity_moment(a, b, 0.9, 1e-8), (T, U)),
    "update_moment_per_elem_norm": (lambda a, b: optax.update_moment_per_elem_norm(a, b, 0.9, 2), (T, U)),
    "safe_norm": (lambda a: optax.safe_norm(a, 1e-3), (P,)),
    "safe_root_mean_squares": (lambda a: optax.safe_root_mean_squares(a, 1e-3), (P,)),
    "safe_increment": (optax.safe_increment, (np.int32(3),)),
    "safe_int32_increment": (optax.safe_int32_increment, (np.int32(3),)),
    "scale_gradient": (lambda a: jnp.sum(optax.scale_gradient(a, 0.5) ** 2), (P,)),
    "matrix_inverse_pth_root": (lambda a: optax.matrix_inverse_pth_root(a @ a.T + jnp.eye(4), 4), (P[:, :4],)),
    "power_iteration": (lambda a: optax.power_iteration(a @ a.T), (P,)),
    "nnls": (lambda a, b: optax.nnls(a, b, 50), (draw(6, 3), draw(6, seed=1))),
    "multi_normal": (lambda m, s: optax.multi_normal(m, s).log_prob(jnp.ones(3)), (draw(3), draw(3, seed=1))),
    "tree_map_params": (
        lambda p: optax.tree_map_params(OPTIMISERS["adam"], lambda v: v + 1, OPTIMISERS["adam"].init(p)),
        (PARAMS,),
    ),
    "hungarian_algorithm": (optax.assignment.hungarian_algorithm, (draw(4, 5),)),
    "base_hungarian_algorithm": (optax.assignment.base_hungarian_algorithm, (draw(4, 5),)),
    "make_perturbed_fun": (
        lambda k, x: optax.perturbations.make_perturbed_fun(lambda v: jax.nn.one_hot(jnp.argmax(v), 5), 10, 0.1)(
            k, x
        ),
        (jax.random.PRNGKey(0), P[0]),
    ),
    "tree_get": (lambda p: optax.tree_utils.tree_get(OPTIMISERS["adam"].init(p), "count"), (PARAMS,)),
    "tree_set": (lambda p: optax.tree_utils.tree_set(OPTIMISERS["adam"].init(p), count=jnp.int32(3)), (PARAMS,)),
    "tree_get_all_with_path": (
        lambda p: [v for _, v in optax.tree_utils.tree_get_all_with_path(OPTIMISERS["adam"].init(p), "count")],
        (PARAMS,),
    ),
    **{
        name: (getattr(optax.tree_utils, name), (T, U))
        for name in "tree_add tree_sub tree_mul tree_div tree_vdot".split()
    },
    **{
        name: (getattr(optax.tree_utils, name), (T,))
        for name in "tree_max tree_min tree_norm tree_sum tree_size tree_real tree_conj "
        "tree_ones_like tree_zeros_like".split()
    },
    "tree_add_scale": (lambda a, b: optax.tree_utils.tree_add_scale(a, 0.5, b), (T, U)),
    "tree_scale": (lambda a: optax.tree_utils.tree_scale(0.5, a), (T,)),
    "tree_clip": (lambda a: optax.tree_utils.tree_clip(a, -0.5, 0.5), (T,)),
    "tree_cast": (lambda a: optax.tree_utils.tree_cast(a, jnp.float16), (T,)),
    "tree_cast_like": (lambda a: optax.tree_utils.tree_cast_like(a, a), (T,)),
    "tree_full_like": (lambda a: optax.tree_utils.tree_full_like(a, 2.0), (T,)),
    "tree_where": (lambda a, b: optax.tree_utils.tree_where(True, a, b), (T, U)),
    "tree_where_dynamic": (lambda a, b, c: optax.tree_utils.tree_where(c, a, b), (T, U, np.bool_(True))),
    "tree_allclose": (lambda a, b: optax.tree_utils.tree_allclose(a, b), (T, T)),
    "tree_bias_correction": (lambda a, k: optax.tree_utils.tree_bias_correction(a, 0.9, k), (T, np.int32(3))),
    "tree_update_moment": (lambda a, b: optax.tree_utils.tree_update_moment(a, b, 0.9, 2), (T, U)),
    "tree_update_infinity_moment": (
        lambda a, b: optax.tree_utils.tree_update_infinity_moment(a, b, 0.9, 1e-8),
        (T, U),
    ),
    "tree_update_moment_per_elem_norm": (
        lambda a, b: optax.tree_utils.tree_update_moment_per_elem_norm(a, b, 0.9, 2),
        (T, U),
    ),
    "tree_random_like": (optax.tree_utils.tree_random_like, (jax.random.PRNGKey(0), T)),
    "tree_split_key_like": (optax.tree_utils.tree_split_key_like, (jax.random.PRNGKey(0), T)),
}


def rows_of_functions() -> Iterator[Row]:
    for name, (function, args) in FUNCTIONS.items():
        yield Row(name, function, args, name in ("global_norm", "safe_norm", "scale_gradient", "tree_vdot"))


ROWS = [*rows_of_optimisers(), *rows_of_schedules(), *rows_of_losses(), *rows_of_functions()]
