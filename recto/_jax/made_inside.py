"""`jax.custom_jvp` and `jax.custom_vjp` of functions that are defined in compiled code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._convention.transformation import rules


class Apply:
    """A call of a function with a rule of its own: (function, rule, positions of fixed arguments, arguments)."""

    def __init__(self, rule: str):
        self.rule = rule

    def __recto_call__(self, interp: Any, args: list, kwargs: dict) -> Any:
        function, rule, fixed, given = args
        fixed = interp.static_argument(fixed, "nondiff_argnums")
        bind = lambda positional, named: list(positional)
        apply = getattr(rules(), self.rule)
        return apply(
            interp, function, interp.known_items(given, "the arguments"), {}, rule, tuple(fixed), bind
        )

    def __call__(self, *args: Any) -> Any:
        raise TypeError(f"{self.rule} is for compiled code")


apply_jvp, apply_vjp = Apply("custom_jvp"), Apply("custom_vjp")


class custom_jvp:
    def __init__(self, fun: Callable, nondiff_argnums: Any = (), nondiff_argnames: Any = ()):
        self.fun, self.nondiff_argnums, self.rule = fun, nondiff_argnums, None

    def defjvp(self, jvp: Callable, symbolic_zeros: bool = False) -> Callable:
        self.rule = jvp
        return jvp

    def defjvps(self, *jvps: Any) -> None:
        def jvp(primals: Any, tangents: Any) -> Any:
            value, total = self.fun(*primals), 0
            for k in range(len(jvps)):
                if jvps[k] is not None:
                    total = total + jvps[k](tangents[k], value, *primals)
            return value, total

        self.rule = jvp

    def __call__(self, *args: Any) -> Any:
        return apply_jvp(self.fun, self.rule, self.nondiff_argnums, args)


class custom_vjp:
    def __init__(self, fun: Callable, nondiff_argnums: Any = (), nondiff_argnames: Any = ()):
        self.fun, self.nondiff_argnums, self.pair = fun, nondiff_argnums, None

    def defvjp(
        self, fwd: Callable, bwd: Callable, symbolic_zeros: bool = False, optimize_remat: bool = False
    ) -> None:
        if symbolic_zeros:
            raise ValueError("symbolic_zeros=True is not known in compiled code")
        self.pair = fwd, bwd

    def __call__(self, *args: Any) -> Any:
        return apply_vjp(self.fun, self.pair, self.nondiff_argnums, args)
