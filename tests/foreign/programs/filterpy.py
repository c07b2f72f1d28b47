"""filterpy: filters as objects, that methods change, and the functions beside them."""
import numpy as np

RNG = np.random.default_rng(2)
X, Z, P2 = np.array([1.0, 2.0]), np.array([1.2]), np.array([[2.0, 0.3], [0.3, 1.0]])
H1, R1 = np.array([[1.0, 0.0]]), np.array([[0.5]])


def fill(table):
    functions(table)
    modules(table)
    statistics(table)
    kalman(table)
    unscented(table)
    others(table)
    programs(table)


def functions(table):
    from filterpy import kalman
    x, z, P, H, R = X, Z, P2, H1, R1
    F, Q, zs = np.array([[1.0, 0.1], [0.0, 1.0]]), 0.01 * np.eye(2), RNG.normal(size=(8, 1))
    n = len(zs)
    add = table.add
    add("kalman.predict", kalman.predict, x, P, F, Q, grad=(0, 1, 2))
    add("kalman.update", kalman.update, x, P, z, R, H, grad=(0, 1, 2))
    add("kalman.update, return_all", kalman.update, x, P, z, R, H, True)
    add("kalman.update, of one number", kalman.update, np.array([1.0]), np.array([[2.0]]), 1.5, np.array([[0.5]]),
        np.array([[1.0]]), grad=(0, 1, 2, 3))
    add("kalman.predict_steadystate", kalman.predict_steadystate, x, F, grad=(0, 1))
    add("kalman.update_steadystate", kalman.update_steadystate, x, z, np.array([[0.5], [0.1]]), H, grad=(0, 1, 2))
    many = [[F] * n, [Q] * n, [H] * n, [R] * n]
    add("kalman.batch_filter", kalman.batch_filter, x, P, zs, *many, grad=(0, 1, 2))
    Xs, Ps = RNG.normal(size=(n, 2)), np.array([P] * n)
    add("kalman.rts_smoother", kalman.rts_smoother, Xs, Ps, [F] * n, [Q] * n, grad=(0,))
    points = kalman.MerweScaledSigmaPoints(2, 0.1, 2.0, 1.0)
    sigmas = points.sigma_points(x, P)
    add("unscented_transform", kalman.unscented_transform, sigmas, points.Wm, points.Wc, Q, grad=(0, 3))
    add("MerweScaledSigmaPoints", lambda x, P: kalman.MerweScaledSigmaPoints(2, 0.1, 2.0, 1.0).sigma_points(x, P), x, P,
        grad=(0, 1))
    add("JulierSigmaPoints", lambda x, P: kalman.JulierSigmaPoints(2, 1.0).sigma_points(x, P), x, P, grad=(0, 1))
    add("SimplexSigmaPoints", lambda x, P: kalman.SimplexSigmaPoints(2).sigma_points(x, P), x, P, grad=(0, 1))
    add("sigma_points of an object", points.sigma_points, x, P, grad=(0, 1))
    add("spherical_radial_sigmas", kalman.spherical_radial_sigmas, x, P, grad=(0, 1))
    add("ckf_transform", kalman.ckf_transform, RNG.normal(size=(4, 2)), Q, grad=(0, 1))


def modules(table):
    from filterpy import common, discrete_bayes, gh, monte_carlo
    add = table.add
    add("order_by_derivative", common.discretization.order_by_derivative, np.arange(9.0).reshape(3, 3), 3, 2, grad=(0,))
    for dim in (2, 3, 4):
        add(f"Q_discrete_white_noise, {dim}", common.Q_discrete_white_noise, dim, 0.1, 2.0, grad=(1, 2))
        add(f"Q_continuous_white_noise, {dim}", common.Q_continuous_white_noise, dim, 0.1, 2.0, grad=(1, 2))
    add("van_loan_discretization", common.van_loan_discretization, np.array([[0.0, 1.0], [-1.0, 0.0]]),
        np.array([[0.0], [2.0]]), 0.1, grad=(0, 1))
    add("linear_ode_discretation", common.linear_ode_discretation, np.array([[0.0, 1.0], [-1.0, 0.0]]),
        np.array([[0.0], [2.0]]), np.array([[1.0]]), 0.1)
    add("runge_kutta4", common.runge_kutta4, 1.0, 0.0, 0.1, lambda y, x: -2.0 * y + x, grad=(0,))
    add("reshape_z", common.reshape_z, np.array([1.0, 2.0]), 2, 1)
    add("inv_diagonal", common.inv_diagonal, np.diag([1.0, 2.0, 4.0]))
    add("outer_product_sum", common.outer_product_sum, RNG.normal(size=(4, 3)), RNG.normal(size=(4, 3)), grad=(0, 1))
    add("kinematic_state_transition", common.kinematic_state_transition, 2, 0.1, grad=(1,))
    pdf = np.array([0.1, 0.4, 0.2, 0.2, 0.1])
    add("discrete_bayes.normalize", discrete_bayes.normalize, 2 * pdf)
    add("discrete_bayes.update", discrete_bayes.update, pdf[::-1].copy(), pdf, grad=(0, 1))
    add("discrete_bayes.predict", discrete_bayes.predict, pdf, 1, np.array([0.1, 0.8, 0.1]))
    add("gh.optimal_noise_smoothing", gh.optimal_noise_smoothing, 0.3, grad=(0,))
    add("gh.least_squares_parameters", gh.least_squares_parameters, 5)
    add("gh.critical_damping_parameters", gh.critical_damping_parameters, 0.4, grad=(0,))
    add("gh.benedict_bornder_constants", gh.benedict_bornder_constants, 0.4, grad=(0,))
    weights = np.array([0.1, 0.4, 0.3, 0.2])
    for name in ("residual_resample", "stratified_resample", "systematic_resample", "multinomial_resample"):
        add(name, getattr(monte_carlo, name), weights)


def statistics(table):
    from filterpy import stats
    add = table.add
    x, z, P, H, R = X, Z, P2, H1, R1
    y, mean, cov = np.array([1.0, 2.0]), np.array([0.5, 1.5]), P
    Xs, Ps = np.array(np.random.default_rng(2).normal(size=(8, 2))), np.array([P] * 8)
    add("stats.mahalanobis", stats.mahalanobis, y, mean, cov, grad=(0, 1))
    add("stats.log_likelihood", stats.log_likelihood, z, x, P, H, R, grad=(0, 1, 2))
    add("stats.likelihood", stats.likelihood, z, x, P, H, R, grad=(0, 1, 2))
    add("stats.logpdf", stats.logpdf, y, mean, cov, grad=(0, 1))
    add("stats.gaussian", stats.gaussian, 1.0, 0.5, 2.0, grad=(0, 1, 2))
    add("stats.mul", stats.mul, 1.0, 2.0, 3.0, 4.0, grad=(0, 1, 2, 3))
    add("stats.mul_pdf", stats.mul_pdf, 1.0, 2.0, 3.0, 4.0, grad=(0, 1, 2, 3))
    add("stats.add", stats.add, 1.0, 2.0, 3.0, 4.0, grad=(0, 1, 2, 3))
    add("stats.multivariate_gaussian", stats.multivariate_gaussian, y, mean, cov, grad=(0, 1))
    add("stats.multivariate_multiply", stats.multivariate_multiply, y, P, mean, P + np.eye(2), grad=(0, 1, 2))
    add("stats.covariance_ellipse", stats.covariance_ellipse, P)
    add("stats.norm_cdf", stats.norm_cdf, (0.0, 1.0), 0.3, 1.5)
    add("stats.rand_student_t", stats.rand_student_t, 4.0)
    add("stats.NEES", stats.NEES, Xs, Xs + 0.1, Ps, grad=(0,))


def tracker(kind=None, **given):
    from filterpy.kalman import KalmanFilter
    kf = (kind or KalmanFilter)(dim_x=2, dim_z=1, **given)
    kf.x = np.array([[2.0], [0.0]])
    kf.F = np.array([[1.0, 1.0], [0.0, 1.0]])
    kf.H = np.array([[1.0, 0.0]])
    kf.R = 5.0 * np.eye(1)
    kf.Q = 0.01 * np.eye(2)
    kf.P = kf.P * 10.0
    return kf


def flat():
    kf = tracker()
    kf.x = np.array([2.0, 0.0])
    return kf


def cycle(kf, zs):
    xs = []
    for z in zs:
        kf.predict()
        kf.update(z)
        xs.append(kf.x.copy())
    return np.array(xs)


ZS = [1.0, 2.1, 2.9, 4.2, 5.1]


def kalman(table):
    from filterpy.kalman import KalmanFilter
    add = table.add
    add("KalmanFilter(…)", lambda: KalmanFilter(dim_x=2, dim_z=1).P)
    add("KalmanFilter.predict", KalmanFilter.predict, make=lambda: (tracker(),))
    add("KalmanFilter.update", KalmanFilter.update, make=lambda: (tracker(), np.array([[1.5]])))
    add("KalmanFilter.update, a number", KalmanFilter.update, make=lambda: (tracker(), 1.5))
    add("KalmanFilter: predict and update", cycle, make=lambda: (tracker(), ZS))
    add("KalmanFilter: predict and update an array", cycle, make=lambda: (tracker(), np.array(ZS)))
    add("KalmanFilter.update_correlated", KalmanFilter.update_correlated, make=lambda: (tracker(), np.array([[1.5]])))
    add("KalmanFilter.update_sequential", KalmanFilter.update_sequential,
        make=lambda: (tracker(), 0, np.array([[1.5]])))
    add("KalmanFilter.batch_filter", KalmanFilter.batch_filter, make=lambda: (tracker(), ZS))
    add("KalmanFilter.rts_smoother", KalmanFilter.rts_smoother,
        make=lambda: (tracker(), *tracker().batch_filter(ZS)[:2]))
    add("KalmanFilter.get_prediction", KalmanFilter.get_prediction, make=lambda: (tracker(),))
    add("KalmanFilter.get_update", KalmanFilter.get_update, make=lambda: (tracker(), np.array([[1.5]])))
    add("KalmanFilter.residual_of", KalmanFilter.residual_of, make=lambda: (tracker(), np.array([[1.5]])))
    add("KalmanFilter.measurement_of_state", KalmanFilter.measurement_of_state,
        make=lambda: (tracker(), np.array([[1.5], [0.5]])))

    def likelihoods(kf, z):
        kf.predict()
        kf.update(z)
        return kf.log_likelihood, kf.likelihood, kf.mahalanobis
    add("KalmanFilter: likelihoods", likelihoods, make=lambda: (flat(), np.array([1.5])))

    def made(zs, q):
        kf = tracker()
        kf.Q = kf.Q * q
        return cycle(kf, zs)
    add("KalmanFilter made inside", made, np.array(ZS), 0.5, grad=(0, 1))


def fx(x, dt):
    return np.array([x[0] + dt * x[1], x[1] - dt * np.sin(x[0])])


def hx(x):
    return np.array([np.sqrt(x[0] ** 2 + 1.0)])


def unscented(table):
    from filterpy import kalman

    def ukf(hx=hx):
        points = kalman.MerweScaledSigmaPoints(2, 0.1, 2.0, 1.0)
        found = kalman.UnscentedKalmanFilter(2, 1, dt=0.1, hx=hx, fx=fx, points=points)
        found.x, found.P, found.R, found.Q = np.array([0.5, 0.1]), 0.2 * np.eye(2), 0.1 * np.eye(1), 0.01 * np.eye(2)
        return found

    def ckf():
        found = kalman.CubatureKalmanFilter(2, 1, 0.1, hx, fx)
        found.x, found.P = np.array([[0.5], [0.1]]), 0.2 * np.eye(2)
        found.R, found.Q = 0.1 * np.eye(1), 0.01 * np.eye(2)
        return found
    add = table.add
    UKF = kalman.UnscentedKalmanFilter
    add("UKF.predict", UKF.predict, make=lambda: (ukf(),))
    add("UKF: predict and update", cycle, make=lambda: (ukf(), [np.array([1.2]), np.array([1.1])]))
    add("UKF.batch_filter", UKF.batch_filter, make=lambda: (ukf(), [1.2, 1.1, 1.0]))
    add("UKF.rts_smoother", UKF.rts_smoother, make=lambda: (ukf(), *ukf().batch_filter([1.2, 1.1, 1.0])))

    def ukf_inside(zs):
        return cycle(ukf(), zs)
    add("UKF made inside", ukf_inside, np.array([[1.2], [1.1]]), grad=(0,))
    add("CKF.predict", kalman.CubatureKalmanFilter.predict, make=lambda: (ckf(),))
    add("CKF: predict and update", cycle, make=lambda: (ckf(), [np.array([[1.2]]), np.array([[1.1]])]))

    def ekf():
        found = kalman.ExtendedKalmanFilter(dim_x=2, dim_z=1)
        found.x, found.F = np.array([[1.0], [0.5]]), np.array([[1.0, 0.1], [0.0, 1.0]])
        return found

    def jacobian(x):
        return np.array([[x[0, 0] / np.sqrt(x[0, 0] ** 2 + 1), 0.0]])

    def measured(x):
        return np.array([[np.sqrt(x[0, 0] ** 2 + 1.0)]])
    add("EKF.predict", kalman.ExtendedKalmanFilter.predict, make=lambda: (ekf(),))
    add("EKF.update", lambda f, z: f.update(z, jacobian, measured), make=lambda: (ekf(), np.array([[1.2]])))
    add("EKF.predict_update", lambda f, z: f.predict_update(z, jacobian, measured),
        make=lambda: (ekf(), np.array([[1.2]])))

    def enkf():
        np.random.seed(1)
        return kalman.EnsembleKalmanFilter(np.array([0.5, 0.1]), 0.2 * np.eye(2), 1, 0.1, 10, hx, fx)
    add("EnKF.predict", kalman.EnsembleKalmanFilter.predict, make=lambda: (enkf(),))
    add("EnKF.update", kalman.EnsembleKalmanFilter.update, make=lambda: (enkf(), np.array([1.2])))


def others(table):
    from filterpy import gh, hinfinity, kalman, leastsq, memory
    add = table.add
    add("SquareRootKalmanFilter: predict and update", cycle,
        make=lambda: (tracker(kalman.SquareRootKalmanFilter), [np.array([[1.5]]), np.array([[2.5]])]))
    add("InformationFilter: predict and update", cycle, make=lambda: (information(), [1.5, 2.5]))
    add("FadingKalmanFilter: predict and update", cycle,
        make=lambda: (tracker(kalman.FadingKalmanFilter, alpha=1.02), [1.5, 2.5]))

    def lag():
        found = tracker(kalman.FixedLagSmoother, N=3)
        found.x = np.array([2.0, 0.0])
        return found
    add("FixedLagSmoother.smooth", kalman.FixedLagSmoother.smooth, make=lambda: (lag(), 1.5))
    add("FixedLagSmoother.smooth_batch", kalman.FixedLagSmoother.smooth_batch, make=lambda: (lag(), ZS, 3))

    def imm():
        return kalman.IMMEstimator([tracker(), tracker()], [0.6, 0.4], np.array([[0.9, 0.1], [0.2, 0.8]]))
    add("IMMEstimator.predict", kalman.IMMEstimator.predict, make=lambda: (imm(),))
    add("IMMEstimator: predict and update", cycle, make=lambda: (imm(), [np.array([[1.5]]), np.array([[2.5]])]))

    def mmae():
        return kalman.MMAEFilterBank([tracker(), tracker()], [0.5, 0.5], dim_x=2, H=np.array([[1.0, 0.0]]))
    add("MMAEFilterBank: predict and update", cycle, make=lambda: (mmae(), [np.array([[1.5]]), np.array([[2.5]])]))
    add("GHFilter.update", gh.GHFilter.update, make=lambda: (gh.GHFilter(0.0, 0.1, 1.0, 0.8, 0.2), 1.2))
    add("GHFilter.batch_filter", gh.GHFilter.batch_filter, make=lambda: (gh.GHFilter(0.0, 0.1, 1.0, 0.8, 0.2), ZS))
    add("GHKFilter.update", gh.GHKFilter.update, make=lambda: (gh.GHKFilter(0.0, 0.1, 0.0, 1.0, 0.8, 0.2, 0.1), 1.2))
    for order in (0, 1, 2):
        add(f"GHFilterOrder.update, {order}", gh.GHFilterOrder.update,
            make=lambda k=order: (gh.GHFilterOrder(np.array([1.0, 0.5, 0.1]), 0.1, k, 0.8, 0.2, 0.1), 1.2))
        if order:
            add(f"LeastSquaresFilter.update, {order}", repeated,
                make=lambda k=order: (leastsq.LeastSquaresFilter(0.1, k), ZS))
        add(f"FadingMemoryFilter.update, {order}", repeated,
            make=lambda k=order: (memory.FadingMemoryFilter(np.zeros(k + 1), 0.1, k, 0.6), ZS))

    def hinf():
        found = hinfinity.HInfinityFilter(2, 1, dim_u=1, gamma=0.01)
        found.x, found.F, found.H = np.array([[0.0], [0.5]]), np.array([[1.0, 0.1], [0.0, 1.0]]), np.array([[0.0, 1.0]])
        found.G, found.V, found.W = np.array([[0.01, 0.1]]).T, 0.1 * np.eye(1), 0.01 * np.eye(2)
        found.Q, found.P = 0.01 * np.eye(2), 0.01 * np.eye(2)
        return found
    add("HInfinityFilter.predict", hinfinity.HInfinityFilter.predict, make=lambda: (hinf(), 1.0))
    add("HInfinityFilter.update", hinfinity.HInfinityFilter.update, make=lambda: (hinf(), 1.2))


def repeated(found, zs):
    return [found.update(z) for z in zs]


def information():
    from filterpy.kalman import InformationFilter
    found = InformationFilter(dim_x=2, dim_z=1)
    found.x, found.F, found.H = np.array([[2.0], [0.0]]), np.array([[1.0, 1.0], [0.0, 1.0]]), np.array([[1.0, 0.0]])
    found.R_inv, found.Q = np.array([[0.2]]), 0.01 * np.eye(2)
    return found


def programs(table):
    """The library's own tests are programs."""
    from ..scripts import module
    tests = {"kalman/tests/test_kf.py": ("test_1d_vel", "test_batch_filter", "test_univariate", "test_procedure_form",
                                         "test_procedural_batch_filter"),
             "kalman/tests/test_fls.py": ("test_fls", "test_batch_equals_recursive"),
             "kalman/tests/test_ukf.py": ("test_julier_sigma_points_1D", "test_linear_1d", "test_scaled_weights"),
             "common/tests/test_discretization.py": ("test_kinematic", "test_Q_discrete_white_noise"),
             "gh/tests/test_gh.py": ("test_least_squares", "test_1d_array", "test_2d_array"),
             "leastsq/tests/test_lsq.py": ("test_first_order", "test_second_order")}
    for path, names in tests.items():
        found = module(table.folder / "filterpy" / path)
        for name in names:
            table.add(f"{found.__name__}: {name}", getattr(found, name))
