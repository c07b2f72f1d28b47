"""Philip Mocz's simulations: their functions, and the main loop of each without its figures."""
import numpy as np

from ..scripts import main_loop, module, whole_main

RNG = np.random.default_rng(7)


def noise(*shape, mean=0.0, scale=1.0):
    return RNG.normal(mean, scale, shape)


def fill(table):
    for name, functions in FUNCTIONS.items():
        found = module(table.folder / f"{name}-python" / f"{name}.py")
        for function, (arguments, grad) in functions.items():
            table.add(f"{name}: {function}", getattr(found, function), *arguments, grad=grad)
        if name != "artificialneuralnetwork":       # it reads a file that is not in the repository
            table.add(f"{name}: main without figures", main_loop(found, **SHORTER.get(name, {})))
    table.add("nbody: main", whole_main(module(table.folder / "nbody-python" / "nbody.py"), tEnd=0.2))


# Chaotic motion: after more steps, a difference in the last digit is one of the size of the result.
SHORTER = {"nbody": {"tEnd": 2.0}, "pic": {"tEnd": 5}}


def field():
    return noise(6, 6, mean=2.0, scale=0.1)


def fields(count):
    return tuple(field() for _ in range(count))


K = 2 * np.pi * np.arange(-3.0, 3)
KX, KY = np.meshgrid(K, K)
RV = (1.0, 30.0, 0.5, 0.1, 20.0, 0.3, np.linspace(0, 30, 12))
THETA = np.array([1.0, 0.4, 30.0, 0.5, 0.1, 20.0, 0.3])
LOW, HIGH = THETA - 1.0, THETA + 1.0
NET = (noise(4 * 3 + 2 * 5, scale=0.3), 2, 4, 2, noise(5, 2), np.array([[0], [1], [1], [0], [1]]), 0.5)
FINITE_VOLUME = {
    "getConserved": ((*fields(4), 1.4, 0.01), (0, 3)),
    "getPrimitive": ((field(), *(noise(6, 6) for _ in range(2)), 9 * field(), 1.4, 1.0), (0, 3)),
    "getGradient": ((field(), 0.1), (0,)),
    "slopeLimit": ((field(), 0.1, noise(6, 6), noise(6, 6)), ()),
    "extrapolateInSpaceToFace": ((*fields(3), 0.1), (0, 1)),
    "applyFluxes": ((*fields(3), 0.1, 0.01), (0, 1)),
    "getFlux": ((*fields(8), 1.4), (0, 3)),
}
FUNCTIONS = {
    "nbody": {"getAcc": ((noise(5, 3), np.ones((5, 1)), 1.0, 0.1), (0, 1)),
              "getEnergy": ((noise(5, 3), noise(5, 3), np.ones((5, 1)), 1.0), (0, 1))},
    "pic": {},
    "activematter": {},
    "dsmc": {},
    "finitedifference": {},
    "latticeboltzmann": {},
    "quantumspectral": {},
    "mcmc": {"rv_model": (RV, (0, 1, 3)),
             "log_prior": ((THETA, LOW, HIGH), ()), "propose": ((THETA, 0.1 * THETA, LOW, HIGH), ()),
             "eval_model": ((THETA, RV[-1]), (0,)),
             "log_likelihood": ((noise(12), 0.3, noise(12), np.full(12, 0.2)), (0, 1))},
    "nestedsampling": {"rv_model": (RV, (0, 1, 3)), "log_prior": ((THETA, LOW, HIGH), ()),
                       "propose": ((THETA, 0.1 * THETA, LOW, HIGH), ()), "eval_model": ((THETA, RV[-1]), (0,)),
                       "log_likelihood_eval": ((noise(12), 0.3, noise(12), np.full(12, 0.2)), (0, 1))},
    "navier-stokes-spectral": {
        "poisson_solve": ((field(), 1 / (KX**2 + KY**2 + 1)), (0,)),
        "diffusion_solve": ((field(), 0.01, 0.1, KX**2 + KY**2), (0,)),
        "grad": ((field(), KX, KY), (0,)), "div": ((*fields(2), KX, KY), (0, 1)),
        "curl": ((*fields(2), KX, KY), (0, 1)), "apply_dealias": ((field(), (np.abs(KX) < 10).astype(float)), (0,))},
    "sph": {"W": ((noise(4, 4), noise(4, 4), noise(4, 4), 0.5), (0, 3)),
            "gradW": ((noise(4, 4), noise(4, 4), noise(4, 4), 0.5), (0,)),
            "getPairwiseSeparations": ((noise(4, 3), noise(5, 3)), (0, 1)),
            "getDensity": ((noise(4, 3), noise(5, 3), 0.1, 0.5), (0, 1)),
            "getPressure": ((np.abs(noise(5, 1)) + 0.1, 0.1, 1.5), (0,)),
            "getAcc": ((noise(5, 3), noise(5, 3), 0.1, 0.5, 0.1, 1.0, 2.0, 1.0), (0, 1))},
    "springnetwork": {
        "sub2ind": (([3, 3], 1, 2), ()),
        "getAcc": ((noise(4, 2), noise(4, 2), [0, 1, 2], [1, 2, 3], np.ones(3), 40.0, -0.1), (0, 4)),
        "applyBoundary": ((noise(6, 2, mean=0.4), noise(6, 2), 1.0), (0, 1))},
    "finitevolume": FINITE_VOLUME,
    "finitevolume2": FINITE_VOLUME | {
        "addGhostCells": (fields(4), (0,)), "setGhostCells": (fields(4), (0,)),
        "setGhostGradients": (fields(2), (0,)), "addSourceTerm": ((*fields(4), 0.1, 0.01), (0, 2))},
    "constrainedtransport": {
        "getCurl": ((field(), 0.1), (0,)), "getDiv": ((*fields(2), 0.1), (0,)), "getBavg": (fields(2), (0,)),
        "getConserved": ((*fields(6), 1.4, 0.01), (0, 3)),
        "getPrimitive": ((*fields(3), 20 * field(), *fields(2), 1.4, 1.0), (0, 4)),
        "getGradient": ((field(), 0.1), (0,)), "slopeLimit": ((field(), 0.1, noise(6, 6), noise(6, 6)), ()),
        "extrapolateInSpaceToFace": ((*fields(3), 0.1), (0, 1)),
        "applyFluxes": ((*fields(3), 0.1, 0.01), (0, 1)),
        "constrainedTransport": ((*fields(4), 0.1, 0.01), (0, 1)),
        "getFlux": ((*fields(6), *(20 * f for f in fields(2)), *fields(4), 1.4), (0, 3))},
    "artificialneuralnetwork": {
        "g": ((noise(4),), (0,)), "grad_g": ((noise(4),), (0,)),
        "predict": ((noise(4, 3), noise(2, 5), noise(5, 2)), ()),
        "reshape": ((NET[0], 2, 4, 2), (0,)), "cost_function": (NET, (0,)), "gradient": (NET, (0,))},
}
