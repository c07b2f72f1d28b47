"""Policies of checkpoint: no value changes, and what is kept is not computed again."""
import numpy as np
import pytest

import recto
from recto import checkpoint_policies as policies

X, W = np.linspace(-1, 1, 4), np.linspace(-1, 1, 16).reshape(4, 4)


def layer(x):
    y = policies.checkpoint_name(np.sin(x @ W), "sines")
    z = policies.checkpoint_name(np.cosh(y), "hyperbolic")
    return np.tanh(z * y)


def text(policy):
    f = recto.checkpoint(layer, policy=policy)
    return recto.grad(lambda x: np.sum(f(f(x)))).source("f64[4]", style="primitive")


def sines(policy):
    return text(policy).count("prim.sin(")


POLICIES = {
    "nothing": None, "by name": "dots_with_no_batch_dims_saveable", "everything": policies.everything_saveable,
    "dots": policies.checkpoint_dots, "names": policies.save_only_these_names("sines"),
    "other names": policies.save_any_names_but_these("hyperbolic"),
    "but names": policies.save_anything_except_these_names("sines"),
    "both": policies.save_from_both_policies(policies.dots_saveable, policies.save_only_these_names("sines")),
    "function": lambda primitive, *types, **params: primitive.name == "sin",
    "offloaded": policies.save_and_offload_only_these_names(
        names_which_can_be_saved=["sines"], names_which_can_be_offloaded=["hyperbolic"], offload_src="device",
        offload_dst="pinned_host"),
    "offloaded dots": policies.offload_dot_with_no_batch_dims("device", "pinned_host"),
}


@pytest.mark.xla
@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
def test_a_policy_changes_no_value(policy):
    safe = recto.checkpoint(layer, policy=policy)
    for make in (lambda f: recto.grad(lambda x: np.sum(f(f(x)))), lambda f: recto.hessian(lambda x: np.sum(f(x)))):
        np.testing.assert_allclose(make(safe)(X), make(layer)(X), rtol=1e-12)
    np.testing.assert_array_equal(safe(X), layer(X))


def test_what_is_kept_is_not_computed_again():
    most = sines("nothing")
    assert most > sines("everything")
    for name in ("names", "other names", "both", "function", "offloaded"):
        assert sines(POLICIES[name]) < most, name
    for name in ("dots", "by name", "offloaded dots"):
        assert text(POLICIES[name]).count("prim.dot(") < text("nothing").count("prim.dot("), name


def test_products_of_batches_are_told_from_others():
    def batched(x):
        return np.sin(np.einsum("bij,bj->bi", x, x[:, 0]))
    count = lambda policy: recto.grad(lambda x: np.sum(recto.checkpoint(batched, policy=policy)(x) ** 2)).source(
        "f64[2,3,3]", style="primitive").count("prim.dot(")
    assert count("dots_with_no_batch_dims_saveable") == count("nothing") > count("dots")


def test_names_are_erased():
    assert "labelled" not in recto.jit(layer).source("f64[4]", style="primitive")
    assert "labelled" not in text("nothing")


def test_wrong_policies():
    with pytest.raises(ValueError, match="no policy 'sums'"):
        recto.checkpoint(layer, policy="sums")
    with pytest.raises(ValueError, match="no commas"):
        policies.save_only_these_names("a b")
    with pytest.raises(ValueError, match="saved or offloaded"):
        policies.save_and_offload_only_these_names(names_which_can_be_saved=["a"], names_which_can_be_offloaded=["a"],
                                                   offload_src="device", offload_dst="host")
