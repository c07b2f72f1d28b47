"""The examples from science, each against something that is known otherwise."""
import importlib

import numpy as np
import pytest
import scipy.integrate

import recto
from recto.testing import check_grads
from test_architecture import ROOT

pytestmark = pytest.mark.xla
EXAMPLES = ROOT / "examples"
PLAIN = ("wave", "molecules", "kalman", "ode", "kmeans")


@pytest.fixture
def example(monkeypatch):
    """Import a module from the folder of examples."""
    monkeypatch.syspath_prepend(EXAMPLES)
    return importlib.import_module


def runs(module, arguments, capsys, tmp_path, *files):
    """Run a script small, with a plot; what it prints."""
    plots = [tmp_path / name for name in files]
    module.main([*arguments, *(part for plot in plots for part in ("--plot", str(plot)))])
    assert all(plot.read_bytes()[:4] == b"\x89PNG" and plot.stat().st_size > 5000 for plot in plots)
    return capsys.readouterr().out


@pytest.mark.parametrize("name", PLAIN)
def test_files_with_the_functions_do_not_know_recto(name):
    text = (EXAMPLES / f"{name}.py").read_text()
    imports = [line for line in text.splitlines() if line.startswith(("import", "from"))]
    assert imports == ["import numpy as np"]


def test_every_script_says_how_it_is_run():
    for path in sorted(EXAMPLES.glob("*.py")):
        if "def main(" in path.read_text():
            assert f"python examples/{path.name}" in path.read_text().split('"""')[1], path.name


# -- 2 swish -------------------------------------------------------------------------------------------------

def test_swish(example, capsys, tmp_path):
    module = example("swish")
    x = np.arange(-3, 3, 0.005)
    found = module.curves(x)
    s = 1 / (1 + np.exp(-x))
    first = s + x * s * (1 - s)
    second = s * (1 - s) * (2 + x * (1 - 2 * s))
    third = s * (1 - s) * (3 * (1 - 2 * s) + x * (1 - 6 * s + 6 * s * s))
    np.testing.assert_allclose(found, [x * s, first, second, third], atol=1e-12)
    assert len(x) == 1200 and "def vmap_grad_swish(x):" in runs(module, [], capsys, tmp_path, "swish.png")


# -- 6 Newton's method ---------------------------------------------------------------------------------------

def test_newton_converges_quadratically(example, capsys):
    module, datasets, logistic = example("newton"), example("datasets"), example("logistic_regression")
    parts = datasets.breast_cancer()
    inputs = logistic.with_ones(parts.train_inputs)
    weights, history, steps = module.newton(np.zeros(31), inputs, parts.train_labels)
    losses = np.asarray(history)[:int(steps) + 1]
    assert int(steps) <= 12 and losses[1] < 0.25 and np.all(np.diff(losses) <= 1e-15)
    chances = 1 / (1 + np.exp(-inputs @ np.asarray(weights)))
    gradient = inputs.T @ (chances - parts.train_labels) / len(inputs) + 1e-3 * np.asarray(weights)
    assert np.abs(gradient).max() < 1e-10
    wanted = (inputs.T * (chances * (1 - chances))) @ inputs / len(inputs) + 1e-3 * np.eye(31)
    np.testing.assert_allclose(module.hessian(module.loss)(weights, inputs, parts.train_labels), wanted, atol=1e-12)
    with recto.disable_jit():
        _, plain, count = module.newton(np.zeros(31), inputs, parts.train_labels)
    np.testing.assert_allclose(plain[:count + 1], losses[:count + 1], rtol=1e-9)
    module.main(["--tolerance", "1e-8"])
    assert "accuracy in training 99" in capsys.readouterr().out


# -- 7 the wave equation -------------------------------------------------------------------------------------

def test_a_standing_wave_comes_back(example):
    """The lowest mode of the membrane; its frequency on the grid is known."""
    wave = example("wave")
    n, steps, speed = 33, 60, 0.5
    x = np.sin(np.pi * np.linspace(0, 1, n))
    start = np.outer(x, x)
    turn = 2 * np.arcsin(speed * np.sqrt(2) * np.sin(np.pi / 2 / (n - 1)))
    wanted = np.cos(turn * (steps + 0.5)) / np.cos(turn / 2) * start
    np.testing.assert_allclose(wave.simulate(start, speed, steps), wanted, atol=1e-12)
    np.testing.assert_allclose(recto.jit(wave.simulate)(start, speed, steps), wanted, atol=1e-12)


def test_the_membrane_is_found_again(example, capsys, tmp_path):
    wave, backwards = example("wave"), example("wave_backwards")
    observed = wave.simulate(wave.two_drops(16), 0.5, 20)
    check_grads(lambda start: wave.misfit(start, observed, 0.5, 20), (np.ones((16, 16)),), order=1)
    text = runs(backwards, ["--size", "32", "--steps", "20", "--rounds", "40"], capsys, tmp_path, "wave.png")
    error = float(text.split("distance from the truth: ")[1].split("%")[0])
    assert error < 5.0 and "def grad_misfit(start, observed, speed, steps):" in text


# -- 8 molecules ---------------------------------------------------------------------------------------------

def test_forces_between_two_atoms(example):
    molecules = example("molecules")
    pair = lambda r: np.array([[0.2, 1.0], [0.2 + r, 1.0]])
    known = 4 * (1.2 ** -12 - 1.2 ** -6 - 2.5 ** -12 + 2.5 ** -6)
    np.testing.assert_allclose(molecules.potential(pair(1.2), 9.0), known)
    for r in (1.1, 2 ** (1 / 6), 2.4, 2.6):
        force = 4 * (12 * r ** -13 - 6 * r ** -7) if r < 2.5 else 0.0
        found = -np.asarray(recto.grad(molecules.potential)(pair(r), 9.0))
        np.testing.assert_allclose(found, [[-force, 0.0], [force, 0.0]], atol=1e-12)
    across = np.array([[0.1, 1.0], [8.0, 1.0]])
    np.testing.assert_allclose(molecules.potential(across, 9.0), molecules.potential(pair(1.1), 9.0))


def test_energy_and_momentum_are_conserved(example, capsys, tmp_path):
    dynamics = example("molecular_dynamics")
    text = runs(dynamics, ["--side", "3", "--steps", "300"], capsys, tmp_path, "atoms.png")
    assert float(text.split("stays within ")[1].split("%")[0]) < 1.0
    start, velocities = dynamics.lattice(3, 3.9), dynamics.random_velocities(9, 0.5, 1)
    _, after, potentials, kinetics = dynamics.simulate(start, velocities, 3.9, 0.002, 200, 10)
    np.testing.assert_allclose(np.asarray(after).sum(0), 0.0, atol=1e-12)
    assert np.ptp(np.asarray(potentials) + np.asarray(kinetics)) < 5e-3 and np.ptp(kinetics) > 0.1


# -- 9 the neural tangent kernel -----------------------------------------------------------------------------

def test_the_kernel_foretells_training(example, capsys, tmp_path):
    module = example("neural_tangent_kernel")
    text = runs(module, ["--width", "512", "--steps", "300"], capsys, tmp_path, "kernel.png")
    rows = [list(map(float, line.replace("%", "").split())) for line in text.splitlines()[1:4]]
    assert rows[2][0] == 512 and rows[2][1] < 0.03 and rows[2][1] < rows[0][1] / 3 and rows[2][2] < rows[0][2]
    params, x, y = module.initial(16, 0), np.linspace(-1, 1, 4), np.linspace(0, 1, 3)
    rows_x, rows_y = ([np.concatenate([np.ravel(g) for g in recto.tree.leaves(recto.grad(module.network)(params, v))])
                       for v in points] for points in (x, y))
    np.testing.assert_allclose(module.kernel(params, x, y), np.array(rows_x) @ np.array(rows_y).T)


# -- 11 Hamiltonian Monte Carlo ------------------------------------------------------------------------------

def test_the_sample_has_the_known_posterior(example, capsys, tmp_path):
    arguments = ["--samples", "6000", "--warmup", "300", "--rows", "80"]
    text = runs(example("hmc"), arguments, capsys, tmp_path, "posterior.png")
    rows = [line.replace("±", "").split() for line in text.splitlines() if line.strip()[:1].isdigit() and "±" in line]
    assert len(rows) == 4
    for _, _, mean, deviation, known, spread, draws in (map(float, row) for row in rows):
        assert draws > 600
        assert abs(mean - known) < 5 * spread / draws ** 0.5
        assert abs(deviation / spread - 1) < 5 / draws ** 0.5 + 0.02


def test_leapfrog_goes_back(example):
    module = example("hmc")
    inputs, targets, _ = module.example_data(30, 0)
    state, momentum = np.zeros(5), np.random.RandomState(0).normal(size=5)
    there = recto.jit(module.trajectory)(state, momentum, inputs, targets, 0.2, 0.01)
    back = recto.jit(module.trajectory)(np.asarray(there[0]), -np.asarray(there[1]), inputs, targets, 0.2, 0.01)
    np.testing.assert_allclose(back[0], state, atol=1e-11)
    energies = [float(recto.jit(module.energy)(*pair, inputs, targets)) for pair in ((state, momentum), there)]
    assert abs(energies[0] - energies[1]) < 0.05 * abs(energies[0])


# -- 12 the Kalman filter ------------------------------------------------------------------------------------

def test_the_filter_s_likelihood_is_that_of_the_normal_distribution(example):
    """All observations together are normal; with a gap in them, those that are left."""
    kalman = example("kalman")
    rng, wide = np.random.RandomState(0), 4.0
    observed = np.cumsum(rng.normal(size=12)) + rng.normal(size=12)
    observed[[3, 4, 9]] = np.nan
    noise, wandering = 0.8, 1.3
    steps = np.minimum.outer(np.arange(12), np.arange(12))
    covariance = wide + wandering * steps + noise * np.eye(12)
    seen = ~np.isnan(observed)
    wanted = recto.scipy.stats.multivariate_normal.logpdf(observed[seen], np.zeros(9), covariance[np.ix_(seen, seen)])
    parameters = 0.5 * np.log([noise, wandering])
    for function in (kalman.local_level, recto.jit(kalman.local_level)):
        np.testing.assert_allclose(function(parameters, observed, wide)[0], wanted)
    check_grads(lambda p: kalman.local_level(p, observed, wide)[0], (parameters,), order=2)


def test_the_nile_has_the_variances_of_the_book(example, capsys, tmp_path):
    module = example("kalman_nile")
    found, variances, errors = module.fit(module.FLOW)
    assert found.success
    np.testing.assert_allclose(variances, [15099, 1469.1], rtol=1e-3)
    text = runs(module, ["--missing", "10"], capsys, tmp_path, "nile.png")
    assert "converged; log-likelihood -" in text


# -- 13 an equation fitted through its integrator ------------------------------------------------------------

def test_the_integrator_is_right(example):
    ode = example("ode")
    times = np.linspace(0, 12, 7)
    slope = ode.lotka_volterra(np.array([0.55, 0.028, 0.024, 0.8]))
    wanted = scipy.integrate.odeint(lambda y, t: slope(y), [33.0, 6.0], times, rtol=1e-11, atol=1e-11)
    for tolerance, limit in ((1e-4, 3e-2), (1e-8, 1e-5)):
        rows, count = ode.integrate(slope, np.array([33.0, 6.0]), times, tolerance)
        assert np.abs(rows - wanted).max() < limit * np.abs(wanted).max() and count < 4000
    compiled, rounds = recto.jit(lambda y: ode.integrate(slope, y, times))(np.array([33.0, 6.0]))
    plain, count = ode.integrate(slope, np.array([33.0, 6.0]), times)
    np.testing.assert_allclose(compiled, plain, rtol=1e-8)
    assert int(rounds) == count


def test_reverse_mode_through_the_adaptive_integrator(example):
    ode, lynx = example("ode"), example("ode_lynx")
    times = np.arange(6.0)
    gradient = np.asarray(recto.grad(ode.misfit)(lynx.START, times, lynx.PELTS[:6]))
    forward = np.asarray(recto.jacfwd(ode.misfit)(lynx.START, times, lynx.PELTS[:6]))
    np.testing.assert_allclose(gradient, forward, rtol=1e-9)
    for k in range(6):
        step = 1e-4 * np.eye(6)[k]
        rise = np.subtract(*(ode.misfit(lynx.START + s, times, lynx.PELTS[:6]) for s in (step, -step)))
        np.testing.assert_allclose(gradient[k], rise / 2e-4, rtol=2e-3, atol=1e-3)


def test_hares_and_lynxes(example, capsys, tmp_path):
    """Near what others find: 0.55, 0.028, 0.024, 0.80 (posterior means in Stan's case study)."""
    text = runs(example("ode_lynx"), [], capsys, tmp_path, "lynx.png")
    values = [float(line.split("±")[0].split()[-1]) for line in text.splitlines() if "±" in line]
    np.testing.assert_allclose(values[:4], [0.55, 0.028, 0.024, 0.80], rtol=0.05)
