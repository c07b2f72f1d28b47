"""Writes reference.json: what JAX gives for the calls of cases.py. With JAX 0.10.2 installed, from this folder:

    JAX_ENABLE_X64=1 python make_reference.py
"""
import json
import pathlib

import jax
import numpy as np

from cases import CLOSE, EXACT, SEEDS, SINGLE


def called(name, seed, args, kwargs):
    given = [tuple(a) if isinstance(a, list) else a for a in args]
    return np.asarray(getattr(jax.random, name)(jax.random.PRNGKey(seed), *given, **kwargs))


def plain(values):
    return {"dtype": str(values.dtype), "values": values.tolist()}


if __name__ == "__main__":
    reference = {
        "jax": jax.__version__,
        "partitionable": jax.config.jax_threefry_partitionable,
        "keys": [plain(np.asarray(jax.random.PRNGKey(seed))) for seed in SEEDS],
        "exact": [plain(called(*case)) for case in EXACT],
        "close": [plain(called(*case)) for case in CLOSE],
    }
    with jax.enable_x64(False):
        reference["single"] = [plain(called(*case)) for case in SINGLE]
    text = json.dumps(reference).replace('{"dtype"', '\n{"dtype"')
    pathlib.Path(__file__).with_name("reference.json").write_text(text + "\n")
