"""The table JAX → Recto, from the names in jax_names.txt: the page jax-names.md, and the summary in coming-from-jax.md.

A name is present if the module of the same name in Recto has it, and compiled code knows what it means, or if
`OTHER` says how it is called here. JAX is not imported.
"""

from __future__ import annotations

import importlib
import pathlib
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from recto.transform.library import REFUSED, find_host, find_read

NAMES = pathlib.Path(__file__).with_name("jax_names.txt")
GROUPS = {  # rows of the summary -> the modules that they count
    "`jax`": ("jax",),
    "`jax.numpy`": ("jax.numpy", "jax.numpy.linalg", "jax.numpy.fft"),
    "`jax.lax`": ("jax.lax", "jax.lax.linalg"),
    "`jax.nn`": ("jax.nn", "jax.nn.initializers"),
    "`jax.random`": ("jax.random",),
    "`jax.scipy`": ("jax.scipy",),
    "`jax.tree`, `jax.tree_util`": ("jax.tree", "jax.tree_util"),
    "other modules": (),
}
SETTINGS = "a setting of JAX's tracing, compiler or transfers"
OTHER = {  # name of JAX -> what stands for it
    "jax.Array": "recto.Array",
    "jax.make_jaxpr": "recto.jit(f).source",
    "jax.custom_derivatives.closure_convert": "recto.closure_convert",
    "jax.custom_derivatives.custom_gradient": "recto.custom_gradient",
    "jax.lax.dtype": "np.dtype",
    "jax.numpy.can_cast": "np.can_cast",
    "jax.numpy.vectorize": "np.vectorize",
    "jax.numpy.frompyfunc": "np.frompyfunc",
    "jax.numpy.ufunc": "np.ufunc",
    "jax.numpy.ComplexWarning": "np.exceptions.ComplexWarning",
    "jax.numpy.complex_": "np.complex128",
    "jax.numpy.float_": "np.float64",
    "jax.flatten_util.ravel_pytree": "recto.tree.ravel",
    "jax.scipy.interpolate.RegularGridInterpolator": "scipy.interpolate.RegularGridInterpolator",
    "jax.make_mesh": "recto.sharding.make_mesh",
    "jax.NamedSharding": "recto.sharding.NamedSharding",
    "jax.P": "recto.sharding.P",
    "jax.custom_derivatives.custom_jvp": "recto.custom_jvp",
    "jax.custom_derivatives.custom_vjp": "recto.custom_vjp",
}
# fmt: off
REASONS = {                 # why names are absent -> the names
    "sent to other processes: recto.distributed":
        "jax.lax.psend jax.lax.precv jax.lax.ragged_all_to_all",
    "there are no tokens: effects are in the order of the program":
        "jax.lax.after_all jax.lax.create_token",
    "matrices with scales of their own (8-bit floats) are not supported":
        "jax.lax.scaled_dot jax.nn.scaled_dot_general jax.nn.get_scaled_dot_general_config",
    "programs are printed, not staged": "jax.lax.stage jax.lax.dce_sink",
    "random numbers are those of recto.random, the same on all devices":
        "jax.lax.rng_bit_generator jax.lax.rng_uniform jax.lax.RandomAlgorithm",
    "keys are arrays of two words, uint32": "jax.random.key_dtype",
    "the size of the result depends on data; `jax.numpy`'s forms with `size=` are read":
        """jax.numpy.argwhere jax.numpy.extract jax.numpy.flatnonzero jax.numpy.intersect1d jax.numpy.setdiff1d
        jax.numpy.union1d jax.numpy.unique""",
}
# fmt: on
TUNING = "a choice among XLA's algorithms: products are computed in the dtype of their operands"
UNCOUNTED = {  # what has no meaning here -> the names, which the shares leave out
    SETTINGS: """jax.ad jax.allow_f16_reductions jax.array_garbage_collection_guard jax.auto_pcast
        jax.check_tracer_leaks jax.debug_key_reuse jax.default_prng_impl jax.enable_checks
        jax.enable_custom_prng jax.explain_cache_misses jax.jax2tf_associative_scan_reductions jax.legacy_prng_key
        jax.log_compiles jax.memory jax.no_execution jax.no_tracing jax.numpy_dtype_promotion jax.numpy_rank_promotion
        jax.remove_size_one_mesh_axis_from_type jax.softmax_custom_jvp jax.thread_guard jax.threefry_partitionable
        jax.transfer_guard jax.transfer_guard_device_to_device jax.transfer_guard_device_to_host
        jax.transfer_guard_host_to_device jax.debug_infs jax.checking_leaks jax.make_user_context""",
    TUNING: """jax.lax.AccuracyMode jax.lax.DotAlgorithm jax.lax.DotAlgorithmPreset jax.lax.Tolerance
        jax.lax.linalg.EigImplementation jax.lax.linalg.EighImplementation jax.lax.linalg.SvdAlgorithm""",
    "a dtype of ml_dtypes": """jax.numpy.bfloat16 jax.numpy.float4_e2m1fn jax.numpy.float6_e2m3fn
        jax.numpy.float6_e3m2fn jax.numpy.float8_e3m4 jax.numpy.float8_e4m3 jax.numpy.float8_e4m3b11fnuz
        jax.numpy.float8_e4m3fn jax.numpy.float8_e4m3fnuz jax.numpy.float8_e5m2 jax.numpy.float8_e5m2fnuz
        jax.numpy.float8_e8m0fnu jax.numpy.int1 jax.numpy.int2 jax.numpy.int4 jax.numpy.uint1 jax.numpy.uint2
        jax.numpy.uint4""",
}
ABSENT = {name: reason for reason, names in REASONS.items() for name in names.split()}
LEFT_OUT = {name: reason for reason, names in UNCOUNTED.items() for name in names.split()}


class Row(NamedTuple):
    """A name of JAX. status: same, other, absent or uncounted; meaning: what stands for it, or why nothing does."""

    module: str
    name: str
    status: str
    meaning: str


def listed() -> Iterator[tuple[str, str]]:
    """(module, name) of jax_names.txt."""
    module = ""
    for line in NAMES.read_text().splitlines():
        if line.startswith("["):
            module = line.strip("[]")
        elif not line.startswith("#"):
            yield from ((module, name) for name in line.split())


def rows() -> list[Row]:
    return [row_of(module, name) for module, name in listed()]


def row_of(module: str, name: str) -> Row:
    full, own = f"{module}.{name}", f"{module}.{name}".replace("jax", "recto", 1)
    if full in LEFT_OUT:
        return Row(module, name, "uncounted", LEFT_OUT[full])
    if full in OTHER:
        return Row(module, name, "other", OTHER[full])
    value = resolved(own)
    reason = "" if value is None else refusal(value)
    if value is not None and reason is None:
        return Row(module, name, "same", own)
    return Row(module, name, "absent", ABSENT.get(full) or reason or "not yet")


def resolved(path: str) -> Any:
    """What stands under a dotted path; None if nothing does."""
    path = re.sub(r"^np\.", "numpy.", path)
    parts = path.split(".")
    for count in range(len(parts), 0, -1):
        try:
            value: Any = importlib.import_module(".".join(parts[:count]))
        except ImportError:
            continue
        for part in parts[count:]:
            value = getattr(value, part, None)
        if parts[-1] == "newaxis":
            return "None"
        return value
    return None


def refusal(value: Any) -> str | None:
    """Why compiled code can't call a function of NumPy or SciPy; None if it can, or if it is Recto's own."""
    host = getattr(value, "__wrapped__", value)
    home = getattr(host, "__module__", None) or ("numpy" if isinstance(host, np.ufunc) else "")
    if not callable(host) or isinstance(host, type) or home.partition(".")[0] not in ("numpy", "scipy"):
        return None
    if host in REFUSED:
        return REFUSED[host]
    known = find_host(host) is not None or find_read(host) is not None or host in COMPUTED
    return None if known else "not yet"


# Functions on dtypes and texts, which compiled code calls while it is compiled, and on files, which it calls never.
COMPUTED = {
    np.array_repr,
    np.array_str,
    np.from_dlpack,
    np.frombuffer,
    np.fromfile,
    np.fromstring,
    np.get_printoptions,
    np.isdtype,
    np.issubdtype,
    np.load,
    np.printoptions,
    np.promote_types,
    np.save,
    np.savez,
    np.set_printoptions,
    np.mask_indices,
}


# -- pages ---------------------------------------------------------------------------------------------------


def counts(found: list[Row]) -> dict[str, int]:
    statuses = [row.status for row in found]
    return {status: statuses.count(status) for status in ("same", "other", "absent", "uncounted")}


def share(found: list[Row]) -> float:
    """The percentage of the counted names that are present."""
    count = counts(found)
    return 100 * (count["same"] + count["other"]) / max(1, len(found) - count["uncounted"])


def grouped() -> dict[str, list[Row]]:
    groups: dict[str, list[Row]] = {title: [] for title in GROUPS}
    for row in rows():
        groups[group_of(row.module)].append(row)
    return groups


def group_of(module: str) -> str:
    within = lambda wanted: module == wanted or wanted == "jax.scipy" and module.startswith("jax.scipy.")
    return next((title for title, modules in GROUPS.items() if any(map(within, modules))), "other modules")


def summary() -> list[list[str]]:
    """Module, names that count, same, other name, absent, share."""
    lines = []
    for title, found in grouped().items():
        count = counts(found)
        lines.append(
            [
                title,
                str(len(found) - count["uncounted"]),
                str(count["same"]),
                str(count["other"]),
                str(count["absent"]),
                f"{share(found):.1f} %",
            ]
        )
    return lines


def by_module() -> dict[str, list[Row]]:
    modules: dict[str, list[Row]] = {}
    for row in rows():
        modules.setdefault(row.module, []).append(row)
    return modules


HEAD = """# JAX's names in Recto

This page lists the public names of JAX {version} by module, and what Recto has for each: the same name in the module
of the same name (`recto.numpy` for `jax.numpy`), another name, or nothing, with the reason. It is generated by `make
docs`. A name of NumPy or SciPy counts as present only if compiled code knows the function. That a name is present does
not say that every keyword is. [coming-from-jax.md](coming-from-jax.md) describes the differences in meaning.

Names that have no meaning here are not counted: settings of JAX's tracer, compiler and transfers, choices among XLA's
algorithms, dtypes of `ml_dtypes`, and primitive objects (names that end in `_p`), which are not listed at all."""
SUMMARY_HEAD = ["module of JAX", "names", "same name", "other name", "absent", "present"]


def page(table: Any) -> str:
    """The page jax-names.md; `table` writes a table of a head and rows."""
    (version,) = re.findall(r"JAX (\d+\.\d+\.\d+)", NAMES.read_text())
    parts = [HEAD.format(version=version), table(SUMMARY_HEAD, summary())]
    for module, found in by_module().items():
        parts += [f"## {module}", *paragraphs(found, table)]
    return "\n\n".join(parts) + "\n"


def paragraphs(found: list[Row], table: Any) -> Iterator[str]:
    """What a module has, what has other names, and what is absent and why."""
    of = lambda status: [row for row in found if row.status == status]
    if same := of("same"):
        yield f"Same name ({len(same)}): " + ", ".join(f"`{row.name}`" for row in same) + "."
    if other := of("other"):
        yield table(["in JAX", "in Recto"], [[f"`{row.name}`", f"`{row.meaning}`"] for row in other])
    for status, title in (("absent", "absent"), ("uncounted", "not counted")):
        by_reason: dict[str, list[str]] = {}
        for row in of(status):
            by_reason.setdefault(row.meaning, []).append(f"`{row.name}`")
        if by_reason:
            yield table([title, "why"], [[", ".join(names), reason] for reason, names in by_reason.items()])
