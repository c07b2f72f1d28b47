"""QuantEcon.py: its functions, Numba's among them, and methods of its classes."""
import sys

import numpy as np

RNG = np.random.default_rng(4)
A2, B2 = np.array([[0.8, 0.1], [0.0, 0.7]]), np.array([[1.0], [0.5]])


class Stopped:
    """A clock."""

    def time(self):
        return 0.0


def fill(table):
    numerics(table)
    roots(table)
    grids(table)
    control(table)
    state_space(table)
    markov(table)
    games(table)


def numerics(table):
    import quantecon as qe
    from quantecon import distributions, quad
    add = table.add
    for name, arguments in (("qnwcheb", (5, 0.0, 2.0)), ("qnwlege", (5, 0.0, 2.0)), ("qnwnorm", (5, 0.5, 2.0)),
                            ("qnwlogn", (5, 0.5, 0.2)), ("qnwsimp", (5, 0.0, 2.0)), ("qnwtrap", (5, 0.0, 2.0)),
                            ("qnwunif", (5, 0.0, 2.0)), ("qnwbeta", (5, 2.0, 3.0)), ("qnwgamma", (5, 2.0, 3.0)),
                            ("qnwequi", (5, 0.0, 2.0, "N"))):
        grad = (1, 2) if name in ("qnwcheb", "qnwlege", "qnwsimp", "qnwtrap", "qnwunif") else ()
        add(f"quad.{name}", getattr(quad, name), *arguments, grad=grad)
    add("quad.quadrect", lambda a, b: quad.quadrect(lambda x: np.exp(-x**2), 9, a, b, "lege"), 0.0, 1.5, grad=(0, 1))
    add("solve_discrete_lyapunov", qe.solve_discrete_lyapunov, A2, np.eye(2), grad=(0, 1))
    add("solve_discrete_lyapunov, bartels-stewart", qe.solve_discrete_lyapunov, A2, np.eye(2), 50, "bartels-stewart")
    add("solve_discrete_riccati", qe.solve_discrete_riccati, A2, B2, np.eye(2), np.eye(1), grad=(0, 2))
    add("solve_discrete_riccati, qz", lambda A: qe.solve_discrete_riccati(A, B2, np.eye(2), np.eye(1), method="qz"), A2)
    add("m_quadratic_sum", qe.m_quadratic_sum, 0.9 * A2, np.eye(2), grad=(0, 1))
    add("var_quadratic_sum", qe.var_quadratic_sum, A2, B2, np.eye(2), 0.95, np.array([1.0, 2.0]), grad=(0, 3))
    add("lorenz_curve", qe.lorenz_curve, np.array([3.0, 1.0, 2.0, 5.0]), grad=(0,))
    add("gini_coefficient", qe.gini_coefficient, np.array([3.0, 1.0, 2.0, 5.0]), grad=(0,))
    add("shorrocks_index", qe.shorrocks_index, np.array([[0.6, 0.4], [0.3, 0.7]]), grad=(0,))
    add("rank_size", qe.rank_size, np.array([3.0, 1.0, 2.0, 5.0]), 0.5)
    add("hamilton_filter", qe.hamilton_filter, np.cumsum(RNG.normal(size=30)), 4, 3, grad=(0,))
    add("hamilton_filter, random walk", qe.hamilton_filter, np.cumsum(RNG.normal(size=30)), 4, grad=(0,))
    add("smooth", qe.smooth, RNG.normal(size=30), grad=(0,))
    add("periodogram", qe.periodogram, RNG.normal(size=32), grad=(0,))
    add("ar_periodogram", qe.ar_periodogram, RNG.normal(size=32))
    add("rank_est", qe.rank_est, np.array([[1.0, 2.0], [2.0, 4.0]]))
    add("nullspace", qe.nullspace, np.array([[1.0, 2.0], [2.0, 4.0]]))
    add("compute_fixed_point", lambda v: qe.compute_fixed_point(lambda x: 0.5 * np.cos(x), v, verbose=0), 0.3)
    sys.modules[qe.compute_fixed_point.__module__].time = Stopped()     # it prints how long it took
    add("compute_fixed_point, verbose", lambda v: qe.compute_fixed_point(lambda x: 0.5 * np.cos(x), v), 0.3)
    add("ECDF", lambda data, x: qe.ECDF(data)(x), RNG.normal(size=9), 0.1)
    rv = qe.DiscreteRV(np.array([0.2, 0.5, 0.3]))
    add("DiscreteRV.draw", rv.draw, 4)
    beta = distributions.BetaBinomial(6, 2.0, 3.0)
    add("BetaBinomial.pdf", beta.pdf)
    add("BetaBinomial.skew", lambda n, a, b: distributions.BetaBinomial(n, a, b).skew, 6, 2.0, 3.0, grad=(1, 2))
    arma = qe.ARMA(0.5, 0.3, 0.2)
    for method in ("impulse_response", "spectral_density", "autocovariance", "simulation"):
        add(f"ARMA.{method}", getattr(arma, method))
    lae = qe.LAE(lambda x, y: np.exp(-(y - 0.5 * x) ** 2), RNG.normal(size=8))
    add("LAE", lambda y: lae(y), np.linspace(-1, 1, 5), grad=(0,))


def roots(table):
    from quantecon import optimize
    add = table.add
    from numba import njit

    @njit
    def f(x):
        return x ** 3 - 2.0

    @njit
    def df(x):
        return 3 * x ** 2

    @njit
    def ddf(x):
        return 6 * x

    @njit
    def bump(x):
        return -(x + 2.0) ** 2 + 1.0

    @njit
    def rosenbrock(x):
        return -(100 * (x[1] - x[0] ** 2) ** 2 + (1 - x[0]) ** 2)
    add("newton", lambda x: optimize.newton(f, x, df).root, 1.5)
    add("newton_halley", lambda x: optimize.newton_halley(f, x, df, ddf).root, 1.5)
    add("newton_secant", lambda x: optimize.newton_secant(f, x).root, 1.5)
    add("bisect", lambda a, b: optimize.bisect(f, a, b).root, 0.5, 2.0)
    add("brentq", lambda a, b: optimize.brentq(f, a, b).root, 0.5, 2.0)
    add("brent_max", lambda a, b: optimize.brent_max(bump, a, b), -3.0, 2.0)
    add("nelder_mead", lambda x: optimize.nelder_mead(rosenbrock, x).x, np.array([-2.0, 1.0]))
    c, A, b = np.array([3.0, 2.0]), np.array([[1.0, 1.0], [2.0, 0.5]]), np.array([4.0, 5.0])
    add("linprog_simplex", lambda c, A, b: optimize.linprog_simplex(c, A_ub=A, b_ub=b).x, c, A, b)
    add("minmax", lambda A: optimize.minmax(A), np.array([[0.0, 1.0], [1.0, 0.0]]))
    M, q = np.array([[2.0, 1.0], [1.0, 3.0]]), np.array([-1.0, -2.0])
    add("lcp_lemke", lambda M, q: optimize.lcp_lemke(M, q).z, M, q)


def grids(table):
    import quantecon as qe
    from quantecon import gridtools, util
    from quantecon.util.combinatorics import k_array_rank, k_array_rank_jit, next_k_array
    add = table.add
    x, y = np.array([1.0, 2.0]), np.array([3.0, 4.0, 5.0])
    add("cartesian", gridtools.cartesian, [x, y])
    add("mlinspace", gridtools.mlinspace, [0.0, 1.0], [1.0, 2.0], [3, 4])
    add("cartesian_nearest_index", gridtools.cartesian_nearest_index, np.array([1.2, 4.4]), [x, y])
    add("simplex_grid", gridtools.simplex_grid, 3, 4)
    add("simplex_index", gridtools.simplex_index, np.array([2, 1, 1]), 3, 4)
    add("num_compositions", gridtools.num_compositions, 3, 4)
    add("ckron", lambda a, b: qe._ce_util.ckron(a, b), np.ones((2, 2)), A2, grad=(0, 1))
    add("gridmake", lambda a, b: qe._ce_util.gridmake(a, b), x, y)
    add("searchsorted", util.searchsorted, np.array([0.0, 0.5, 1.0]), 0.7)
    add("next_k_array", next_k_array, np.array([0, 2, 3]))
    add("k_array_rank", k_array_rank, np.array([0, 2, 3]))
    add("k_array_rank_jit", k_array_rank_jit, np.array([0, 2, 3]))
    add("comb_jit", util.numba.comb_jit, 6, 3)
    add("probvec", lambda r: qe.random.probvec(2, 3, random_state=0), 0)
    add("sample_without_replacement", lambda: qe.random.sample_without_replacement(10, 3, random_state=0))
    add("draw", lambda: qe.random.draw(np.array([0.2, 0.7, 1.0]), 4))


def lq():
    import quantecon as qe
    return qe.LQ(np.eye(1), np.eye(2), A2, B2, C=np.array([[0.1], [0.2]]), beta=0.95)


def control(table):
    import quantecon as qe
    add = table.add
    add("LQ(…).d", lambda q: qe.LQ(q, np.eye(2), A2, B2, beta=0.95).Q, np.eye(1))
    add("LQ.update_values", qe.LQ.update_values, make=lambda: (finite(),))
    add("LQ.stationary_values", qe.LQ.stationary_values, make=lambda: (lq(),))
    add("LQ.stationary_values made inside",
        lambda A: qe.LQ(np.eye(1), np.eye(2), A, B2, beta=0.95).stationary_values(), A2, grad=(0,))
    add("LQ.compute_sequence", lambda q, x: q.compute_sequence(x, 5, random_state=3),
        make=lambda: (lq(), np.array([1.0, 2.0])))

    def rblq():
        return qe.RBLQ(np.eye(1), np.eye(2), A2, B2, np.array([[0.1], [0.2]]), 0.95, 5.0)
    P = np.array([[2.0, 0.1], [0.1, 1.5]])
    add("RBLQ.d_operator", qe.RBLQ.d_operator, make=lambda: (rblq(), P.copy()))
    add("RBLQ.b_operator", qe.RBLQ.b_operator, make=lambda: (rblq(), P.copy()))
    add("RBLQ.robust_rule", qe.RBLQ.robust_rule, make=lambda: (rblq(),))
    add("RBLQ.robust_rule_simple", qe.RBLQ.robust_rule_simple, make=lambda: (rblq(),))
    add("RBLQ.F_to_K", qe.RBLQ.F_to_K, make=lambda: (rblq(), np.array([[0.2, 0.1]])))
    add("RBLQ.K_to_F", qe.RBLQ.K_to_F, make=lambda: (rblq(), np.array([[0.2, 0.1]])))
    add("RBLQ.compute_deterministic_entropy", qe.RBLQ.compute_deterministic_entropy,
        make=lambda: (rblq(), np.array([[0.2, 0.1]]), np.array([[0.1, 0.1]]), np.array([1.0, 2.0])))
    add("RBLQ.evaluate_F", qe.RBLQ.evaluate_F, make=lambda: (rblq(), np.array([[0.2, 0.1]])))
    R1, R2, Q1 = np.eye(2), 2 * np.eye(2), np.eye(1)
    S, W, M = np.zeros((1, 1)), np.zeros((2, 1)), np.zeros((1, 1))
    add("nnash", lambda A: qe.nnash(A, B2, 0.5 * B2, R1, R2, Q1, Q1, S, S, W, W, M, M), A2)


def finite():
    import quantecon as qe
    return qe.LQ(np.eye(1), np.eye(2), A2, B2, beta=0.95, T=4, Rf=np.eye(2))


def state_space(table):
    import quantecon as qe
    add = table.add
    C, G, H = np.array([[0.1], [0.2]]), np.array([[1.0, 0.5]]), np.array([[0.3]])

    def lss():
        return qe.LinearStateSpace(A2, C, G, H, mu_0=np.array([1.0, 2.0]), Sigma_0=0.1 * np.eye(2))

    def kalman():
        return qe.Kalman(lss(), np.array([[1.0], [2.0]]), 0.1 * np.eye(2))
    add("LinearStateSpace(…)", lambda A: qe.LinearStateSpace(A, C, G, H).A, A2)
    add("LinearStateSpace.simulate", lambda s: s.simulate(6, random_state=2), make=lambda: (lss(),))
    add("LinearStateSpace.replicate", lambda s: s.replicate(3, 4, random_state=2), make=lambda: (lss(),))
    add("LinearStateSpace.moment_sequence", lambda s: [next(m) for m in [s.moment_sequence()] for _ in range(3)],
        make=lambda: (lss(),))
    add("LinearStateSpace.stationary_distributions", qe.LinearStateSpace.stationary_distributions,
        make=lambda: (lss(),))
    add("LinearStateSpace.geometric_sums", qe.LinearStateSpace.geometric_sums,
        make=lambda: (lss(), 0.9, np.array([1.0, 2.0])))
    add("LinearStateSpace.impulse_response", qe.LinearStateSpace.impulse_response, make=lambda: (lss(),))
    add("simulate_linear_model", qe._lss.simulate_linear_model, A2, np.array([1.0, 2.0]), RNG.normal(size=(2, 5)), 6)
    for method, more in (("whitener_lss", ()), ("prior_to_filtered", (np.array([[1.5]]),)),
                         ("filtered_to_forecast", ()), ("update", (np.array([[1.5]]),)), ("stationary_values", ()),
                         ("stationary_coefficients", (4,)), ("stationary_innovation_covar", ())):
        add(f"Kalman.{method}", getattr(qe.Kalman, method), make=lambda more=more: (kalman(), *more))

    def solow(t, k, s):
        return s * k ** 0.3 - 0.1 * k

    def solved(ivp, k):
        ivp.set_f_params(0.4)
        return ivp.solve(0.0, k, h=0.5, T=3.0)
    ivp = qe.IVP(solow)
    add("IVP.solve", lambda k: solved(ivp, k), 1.0)


def markov(table):
    import quantecon as qe
    from quantecon import markov as mk
    add = table.add
    P = np.array([[0.9, 0.1, 0.0], [0.2, 0.7, 0.1], [0.0, 0.3, 0.7]])
    add("gth_solve", mk.gth_solve, P, grad=(0,))
    add("gth_solve, no jit", lambda P: mk.gth_solve(P, use_jit=False), P)
    add("tauchen", lambda rho, sigma: mk.tauchen(5, rho, sigma).P, 0.9, 0.2)
    add("rouwenhorst", lambda rho, sigma: mk.rouwenhorst(5, rho, sigma).P, 0.9, 0.2)
    add("std_norm_cdf", mk.approximation.std_norm_cdf, 0.3)
    chain = qe.MarkovChain(P)
    add("MarkovChain(…)", lambda P: qe.MarkovChain(P).n, P)
    add("MarkovChain.stationary_distributions", lambda P: qe.MarkovChain(P).stationary_distributions, P)
    add("MarkovChain.simulate", lambda n: chain.simulate(n, init=0, random_state=3), 8)
    add("MarkovChain.is_irreducible", lambda P: qe.MarkovChain(P).is_irreducible, P)
    add("mc_compute_stationary", mk.mc_compute_stationary, P)
    add("estimate_mc", lambda X: mk.estimate_mc(X).P, np.array([0, 1, 1, 0, 2, 1, 0, 0]))
    R = np.array([[5.0, 10.0], [-1.0, 2.0]])
    Q = np.array([[[0.5, 0.5], [0.0, 1.0]], [[0.2, 0.8], [0.6, 0.4]]])

    def ddp():
        return qe.markov.DiscreteDP(R, Q, 0.95)
    DDP = qe.markov.DiscreteDP
    v, sigma = np.array([1.0, 2.0]), np.array([0, 1])
    add("DiscreteDP.bellman_operator", DDP.bellman_operator, make=lambda: (ddp(), v))
    add("DiscreteDP.compute_greedy", DDP.compute_greedy, make=lambda: (ddp(), v))
    add("DiscreteDP.T_sigma", lambda d, s, v: d.T_sigma(s)(v), make=lambda: (ddp(), sigma, v))
    add("DiscreteDP.evaluate_policy", DDP.evaluate_policy, make=lambda: (ddp(), sigma))
    add("DiscreteDP.RQ_sigma", DDP.RQ_sigma, make=lambda: (ddp(), sigma))
    for method in ("value_iteration", "policy_iteration", "modified_policy_iteration", "linear_programming"):
        add(f"DiscreteDP.solve, {method}", lambda d, m: d.solve(method=m).v, make=lambda m=method: (ddp(), m))
    add("backward_induction", lambda d: mk.backward_induction(d, 4), make=lambda: (ddp(),))
    add("sa_indices", mk.sa_indices, 2, 3)


def games(table):
    from quantecon import game_theory as gt
    add = table.add
    A = np.array([[4.0, 0.0], [3.0, 2.0]])
    player = gt.Player(A)
    add("Player.payoff_vector", player.payoff_vector, np.array([0.3, 0.7]), grad=(0,))
    add("Player.best_response", player.best_response, np.array([0.3, 0.7]))
    add("Player.is_best_response", player.is_best_response, np.array([0.3, 0.7]), np.array([0.5, 0.5]))
    add("Player.is_dominated", player.is_dominated, 0)
    add("pure2mixed", gt.normal_form_game.pure2mixed, 3, 1)
    add("best_response_2p", gt.normal_form_game.best_response_2p, A, np.array([0.3, 0.7]))
    game = gt.NormalFormGame((gt.Player(A), gt.Player(A)))
    add("NormalFormGame.is_nash", game.is_nash, (np.array([0.5, 0.5]), np.array([0.5, 0.5])))
    add("pure_nash_brute", lambda: gt.pure_nash_brute(game))
    add("support_enumeration", lambda: gt.support_enumeration(game))
    add("lemke_howson", lambda: gt.lemke_howson(game))
    add("vertex_enumeration", lambda: gt.vertex_enumeration(game))
    add("FictitiousPlay.play", lambda: gt.FictitiousPlay(game).play(num_reps=5, init_actions=(0, 1)))
    add("BRD.play", lambda: gt.BRD(A, N=4).time_series(5, random_state=2))
