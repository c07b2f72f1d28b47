"""Errors for libraries that can't be compiled, at the user's line, with an alternative."""

from __future__ import annotations

from ...core.documentation import documentation
from ...core.errors import CompileError, Span, characters
from ...core.frames import inside, is_standard, module_of
from ...core.sources import line_of
from ...library import HOST_BY_NAME, READ, REFUSED

OUTSIDE = "call it outside of the compiled function and pass the result in"
ON_HOST = "or call it in a function with @recto.host(result=…, pure=True)"
MANY = 20  # functions: too many for a hint
AS_ARGUMENT = "read it outside of the compiled function and pass it as an argument"
INSTEAD: dict[str, str] = {
    "logging": "print(…) can be compiled; or log what the function returns, outside of it",
    "warnings": "print(…) can be compiled; or return the condition, and warn outside",
    "json": "return the values, and format them outside of the compiled function",
    "pickle": "return the values, and write them outside of the compiled function",
    "statistics": "NumPy has np.mean, np.median, np.std, np.var and np.quantile",
    "decimal": "use floats: compiled code has no decimal numbers",
    "fractions": "use floats: compiled code has no fractions",
    "time": "measure the time outside of the compiled function",
    "datetime": "pass times as numbers: seconds, or days",
    "os": AS_ARGUMENT,
    "pathlib": AS_ARGUMENT,
    "io": AS_ARGUMENT,
    "csv": AS_ARGUMENT,
    "urllib": AS_ARGUMENT,
    "sys": AS_ARGUMENT,
    "matplotlib": "return the values, and plot them outside of the compiled function",
    "pandas": "pass the columns that are needed as arrays: frame['x'].to_numpy()",
    "xarray": "pass the data as an array: data.to_numpy()",
    "torch": "pass the tensor as an array, tensor.detach().numpy(), and use NumPy's functions on it",
    "tensorflow": "pass the tensor as an array, tensor.numpy(), and use NumPy's functions on it",
    "jax": "Recto compiles NumPy: np.… in place of jnp.…, and recto.lax, recto.random, recto.nn",
    "sklearn": "fit and predict outside of the compiled function, and pass arrays",
    "numba": "remove numba's decorator: recto.jit compiles the plain function",
    "tqdm": "loop over the range itself; print(…) can be compiled",
    "scipy.sparse": "{libraries.md} lists the supported functions; " + ON_HOST,
    "scipy.spatial": OUTSIDE + ", " + ON_HOST,
    "scipy.integrate.ode": "scipy.integrate.solve_ivp with t_eval and odeint can be compiled",
    "scipy.integrate._ode.ode": "scipy.integrate.solve_ivp with t_eval and odeint can be compiled",
    "scipy.signal.find_peaks": "the number of peaks depends on data: mark them, (x[1:-1] > x[:-2]) & "
    "(x[1:-1] > x[2:])",
    "scipy.linalg.null_space": "the number of vectors depends on data: take the rows of np.linalg.svd(a)[2] "
    "from the known rank on",
    "scipy.linalg.orth": "the number of vectors depends on data: take the columns of np.linalg.svd(a)[0] up to "
    "the known rank",
    "numpy.ma": "an array and a mask of truth values: np.where(mask, 0.0, x), np.mean(x, where=~mask), x[~mask]",
}


def instead_of(name: str) -> str:
    """The way out where a library's function or module can't be compiled: scipy.stats.norm.entropy, logging."""
    parts = name.split(".")
    prefixes = [".".join(parts[:k]) for k in range(len(parts), 0, -1)]
    beside = known_in(prefixes[1]) if len(parts) > 2 else []
    known = [INSTEAD[p] for p in prefixes[:2] if p in INSTEAD]
    if known:
        return known[0].replace("{libraries.md}", documentation("libraries.md"))
    if len(beside) > MANY:
        page = documentation("numpy.md")
        return f"{OUTSIDE}; {page} lists the {len(beside)} functions of {prefixes[1]} that can be compiled"
    if beside:
        return f"of {prefixes[1]}, {', '.join(beside)} can be compiled; or {OUTSIDE}"
    return next((INSTEAD[p] for p in prefixes if p in INSTEAD), OUTSIDE)


def known_in(module: str) -> list[str]:
    """The functions of a module (or object) of another library that can be compiled, by their last names."""
    found = {
        name for name in (*READ, *HOST_BY_NAME) if name.rpartition(".")[0] == module and name not in REFUSED
    }
    return sorted(name.rpartition(".")[2] for name in found)


def place_at_users_line(error: CompileError) -> None:
    """An error inside of the standard library, or of a package that is not for compiled code, is told at the line of
    the user's that led there."""
    if not error.spans or not is_foreign(error.spans[0].file):
        return
    inner, users = error.spans[0], [k for k, span in enumerate(error.spans) if not is_foreign(span.file)]
    if not users:
        return
    place, module = error.spans[users[0]], module_of(inner.file)
    why = f"{error.message} ({inside(inner.file)}, line {inner.line})"
    error.message = f"{callee(place) or module} can't be compiled: {why}"
    error.hint, error.spans = instead_of(module), error.spans[users[0] :]


def is_foreign(file: str) -> bool:
    return is_standard(file) or module_of(file) in INSTEAD


def callee(span: Span) -> str:
    """The function that is called at a place, as it is written there."""
    text = line_of(span.file, span.line, span.function)
    written = text[characters(text, span.column) :].partition("(")[0].strip()
    return written if all(part.isidentifier() for part in written.split(".")) else ""
