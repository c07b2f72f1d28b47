"""Calls of nn, stax, optim, special and stats, as they are written for JAX and for Recto.

A case takes a namespace (grad, nn, stax, optim, scipy, random, tree) and its arguments.
`python -m tests.libraries.reference` computes what JAX gives for them.
"""
import numpy as np

RNG = np.random.RandomState(11)     # its streams never change: the reference values are for these arguments
CASES: dict = {}                    # name -> (function of the namespace and the arguments, arguments)
KEY = np.array([0, 5], np.uint32)


def case(name, *args):
    def enter(function):
        assert name not in CASES, name
        CASES[name] = function, args
        return function
    return enter


def normal(*shape, dtype=np.float64):
    return RNG.normal(size=shape).astype(dtype)


def with_gradients(name, find, *args, rtol=None):
    """A case of values, and of the gradients of the sum of their sines with respect to all floating arguments."""
    floating = tuple([k for k, a in enumerate(args) if np.asarray(a).dtype.kind == "f"])

    def run(lib, *xs):
        def total(*ys):
            return sum([np.sum(lib.numpy.sin(leaf)) for leaf in lib.tree.leaves(find(lib)(*ys))])
        return find(lib)(*xs), lib.grad(total, argnums=floating)(*xs)
    case(name, *args)(run)


# -- nn ------------------------------------------------------------------------------------------------------

KINKS = np.array([-1000.0, -7.0, -3.0, -1.0, -0.3, 0.0, 0.4, 1.0, 2.0, 3.0, 6.0, 7.5, 900.0])
ACTIVATIONS = """relu relu6 leaky_relu elu celu selu gelu sigmoid log_sigmoid silu softplus squareplus sparse_plus
                 soft_sign mish tanh hard_tanh hard_sigmoid hard_silu identity sparse_sigmoid""".split()
for _name in ACTIVATIONS:
    for _dtype in (np.float64, np.float32):
        with_gradients(f"nn.{_name} {np.dtype(_dtype)}", lambda lib, _name=_name: getattr(lib.nn, _name),
                       KINKS.astype(_dtype))
with_gradients("nn.log1mexp", lambda lib: lib.nn.log1mexp, np.array([0.5, 0.7, 3.0, 40.0, 700.0]))
with_gradients("nn.gelu exact", lambda lib: lambda x: lib.nn.gelu(x, approximate=False), normal(9) * 3)
with_gradients("nn.glu", lambda lib: lib.nn.glu, normal(3, 8))
with_gradients("nn.glu axis", lambda lib: lambda x: lib.nn.glu(x, axis=0), normal(4, 3))
with_gradients("nn.elu alpha", lambda lib: lambda x: lib.nn.elu(x, 0.3), normal(7))
with_gradients("nn.celu alpha", lambda lib: lambda x: lib.nn.celu(x, 0.3), normal(7))
with_gradients("nn.leaky_relu slope", lambda lib: lambda x: lib.nn.leaky_relu(x, 0.3), normal(7))

MASK = np.array([[True, False, True, True, False]] * 3)
for _name in "softmax log_softmax logsumexp logmeanexp standardize".split():
    with_gradients(f"nn.{_name}", lambda lib, _name=_name: getattr(lib.nn, _name), normal(3, 5) * 4)
    with_gradients(f"nn.{_name} axis", lambda lib, _name=_name: lambda x: getattr(lib.nn, _name)(x, axis=0),
                   normal(3, 5))
for _name in "softmax logsumexp standardize logmeanexp".split():
    with_gradients(f"nn.{_name} where",
                   lambda lib, _name=_name: lambda x, mask: getattr(lib.nn, _name)(x, axis=1, where=mask),
                   normal(3, 5), MASK)
with_gradients("nn.logsumexp b", lambda lib: lambda x, b: lib.nn.logsumexp(x, axis=1, b=b, return_sign=True),
               normal(3, 5), normal(3, 5))
with_gradients("nn.logsumexp keepdims", lambda lib: lambda x: lib.nn.logsumexp(x, axis=(0, 1), keepdims=True),
               normal(2, 3, 4))
case("nn.logsumexp empty", np.full(4, -np.inf))(lambda lib, x: lib.nn.logsumexp(x))
case("nn.softmax of infinities", np.array([[0.0, -np.inf, 1.0], [-np.inf, 2.0, -np.inf]]))(
    lambda lib, x: lib.nn.softmax(x))
case("nn.one_hot", np.array([[2, 0], [-1, 5]]))(lambda lib, x: lib.nn.one_hot(x, 4))
case("nn.one_hot axis", np.array([[2, 0], [-1, 5]]))(lambda lib, x: lib.nn.one_hot(x, 4, axis=0, dtype="int32"))
with_gradients("nn.attention", lambda lib: lib.nn.dot_product_attention, normal(2, 4, 3, 5), normal(2, 6, 3, 5),
               normal(2, 6, 3, 5))
with_gradients("nn.attention causal", lambda lib: lambda q, k, v, b: lib.nn.dot_product_attention(
    q, k, v, b, is_causal=True, scale=0.4), normal(2, 5, 4, 3), normal(2, 5, 2, 3), normal(2, 5, 2, 3),
    normal(2, 4, 5, 5))
with_gradients("nn.attention mask", lambda lib: lambda q, k, v, m: lib.nn.dot_product_attention(q, k, v, None, m),
               normal(1, 3, 2, 4), normal(1, 5, 2, 4), normal(1, 5, 2, 4), RNG.uniform(size=(1, 2, 3, 5)) > 0.4)

INITIALIZERS = """glorot_uniform glorot_normal xavier_uniform xavier_normal lecun_uniform lecun_normal he_uniform
                  he_normal kaiming_uniform kaiming_normal uniform normal truncated_normal orthogonal""".split()
for _name in INITIALIZERS:
    case(f"nn.initializers.{_name}", KEY)(
        lambda lib, key, _name=_name: getattr(lib.nn.initializers, _name)()(key, (5, 7), "float64"))
case("nn.initializers.orthogonal tall", KEY)(
    lambda lib, key: lib.nn.initializers.orthogonal(2.0, column_axis=0)(key, (3, 2, 4), "float64"))
case("nn.initializers.delta_orthogonal", KEY)(
    lambda lib, key: lib.nn.initializers.delta_orthogonal()(key, (3, 3, 2, 4), "float64"))
case("nn.initializers.constant", KEY)(lambda lib, key: lib.nn.initializers.constant(2.5)(key, (2, 3), "float32"))
case("nn.initializers.variance_scaling", KEY)(lambda lib, key: lib.nn.initializers.variance_scaling(
    3.0, "fan_out", "normal", in_axis=(0, 1), out_axis=2, batch_axis=3)(key, (2, 3, 4, 5), "float64"))
case("nn.initializers.zeros and ones", KEY)(lambda lib, key: (lib.nn.initializers.zeros(key, (2,), "float64"),
                                                              lib.nn.initializers.ones(key, (2,), "float64")))

# -- stax ----------------------------------------------------------------------------------------------------

IMAGES, ROWS = normal(2, 8, 8, 3), normal(5, 6)
NETWORKS = {
    "Dense": (lambda s: s.Dense(4), ROWS),
    "activations": (lambda s: s.serial(s.Dense(4), s.Tanh, s.Dense(4), s.Relu, s.Dense(4), s.Elu, s.Dense(4),
                                       s.LeakyRelu, s.Dense(4), s.Selu, s.Dense(4), s.Gelu, s.Dense(4), s.Softplus,
                                       s.Dense(4), s.Sigmoid, s.Dense(4), s.Exp, s.LogSoftmax), ROWS),
    "Softmax": (lambda s: s.serial(s.Dense(4), s.Softmax), ROWS),
    "Conv": (lambda s: s.Conv(4, (3, 3)), IMAGES),
    "Conv strided": (lambda s: s.Conv(4, (3, 2), strides=(2, 3), padding="SAME"), IMAGES),
    "Conv padded": (lambda s: s.Conv(4, (3, 3), padding=((1, 2), (0, 1))), IMAGES),
    "GeneralConv": (lambda s: s.GeneralConv(("NCHW", "OIHW", "NHWC"), 5, (3, 3), (2, 1), "SAME"), normal(2, 3, 8, 8)),
    "GeneralConv 1d": (lambda s: s.GeneralConv(("NHC", "HIO", "NHC"), 5, (3,)), normal(2, 8, 3)),
    "ConvTranspose": (lambda s: s.ConvTranspose(4, (3, 3), strides=(2, 2), padding="SAME"), IMAGES),
    "ConvTranspose valid": (lambda s: s.ConvTranspose(4, (3, 2), strides=(2, 3)), IMAGES),
    "Conv1DTranspose": (lambda s: s.Conv1DTranspose(4, (3,), strides=(2,)), normal(2, 8, 3)),
    "BatchNorm": (lambda s: s.serial(s.Conv(4, (3, 3)), s.BatchNorm()), IMAGES),
    "BatchNorm rows": (lambda s: s.BatchNorm(axis=0, center=False), ROWS),
    "MaxPool": (lambda s: s.MaxPool((2, 3), strides=(2, 1)), IMAGES),
    "SumPool": (lambda s: s.SumPool((2, 2), padding="SAME"), IMAGES),
    "AvgPool": (lambda s: s.AvgPool((3, 3), (2, 2), "SAME"), IMAGES),
    "AvgPool spec": (lambda s: s.AvgPool((2, 2), spec="NCHW"), normal(2, 3, 4, 5)),
    "fans": (lambda s: s.serial(s.FanOut(3), s.parallel(s.Identity, s.Dense(6), s.serial(s.Dense(6), s.Tanh)),
                                s.FanInSum, s.FanOut(2), s.parallel(s.Dense(2), s.Dense(3)), s.FanInConcat(),
                                s.Dense(2)),
             ROWS),
    "Dropout": (lambda s: s.serial(s.Dense(40), s.Dropout(0.7), s.Dense(2)), ROWS),
    "Dropout in tests": (lambda s: s.serial(s.Dense(4), s.Dropout(0.7, mode="test")), ROWS),
    "shape_dependent": (lambda s: s.shape_dependent(lambda shape: s.Dense(shape[-1] * 2)), ROWS),
    "convolutional": (lambda s: s.serial(s.Conv(4, (3, 3), padding="SAME"), s.BatchNorm(), s.Relu,
                                         s.MaxPool((2, 2), strides=(2, 2)), s.Flatten, s.Dense(3), s.LogSoftmax),
                      IMAGES),
}
WEIGHTS = {"Conv": (0, 1), "Dense": ()}


def apply_network(lib, make, key, inputs):
    """The shape, the parameters, the outputs and the gradients of a network."""
    init, apply = make(lib.stax)
    shape, params = init(key, inputs.shape)
    params = lib.tree.map(lambda p: lib.numpy.asarray(p, "float64"), params)

    def loss(params):
        return np.sum(apply(params, inputs, rng=key) ** 2)
    return params, apply(params, inputs, rng=key), lib.grad(loss)(params), np.array(shape)


for _name, (_make, _inputs) in NETWORKS.items():
    case(f"stax.{_name}", KEY, _inputs)(lambda lib, key, x, _make=_make: apply_network(lib, _make, key, x))

# -- optim ---------------------------------------------------------------------------------------------------

PARAMS = {"w": normal(3, 2), "b": (normal(2), normal())}
OPTIMIZERS = {
    "sgd": lambda o: o.sgd(0.1),
    "momentum": lambda o: o.momentum(0.1, 0.9),
    "nesterov": lambda o: o.nesterov(0.1, 0.9),
    "adagrad": lambda o: o.adagrad(0.1),
    "rmsprop": lambda o: o.rmsprop(0.1),
    "rmsprop_momentum": lambda o: o.rmsprop_momentum(0.05),
    "adam": lambda o: o.adam(0.1),
    "adamax": lambda o: o.adamax(0.1),
    "sm3": lambda o: o.sm3(0.1),
    "adam on a schedule": lambda o: o.adam(o.exponential_decay(0.1, 3, 0.5), b1=0.8),
}
SCHEDULES = {
    "constant": lambda o: o.constant(0.1),
    "exponential_decay": lambda o: o.exponential_decay(0.1, 5, 0.7),
    "inverse_time_decay": lambda o: o.inverse_time_decay(0.1, 5, 0.7),
    "inverse_time_decay in stairs": lambda o: o.inverse_time_decay(0.1, 5, 0.7, staircase=True),
    "polynomial_decay": lambda o: o.polynomial_decay(0.1, 20, 0.01, 2.0),
    "piecewise_constant": lambda o: o.piecewise_constant([3, 9], [0.1, 0.01, 0.001]),
}


def descend(lib, make, w, b, c, steps=6):
    """The parameters after each of some steps."""
    init, update, get_params = make(lib.optim)
    params = {"w": w, "b": (b, c)}
    loss = lambda p: np.sum((p["w"] @ p["b"][0] - p["b"][1]) ** 2) + np.sum(p["w"] ** 4) / 4
    state, rows = init(params), []
    for i in range(steps):
        state = update(i, lib.grad(loss)(get_params(state)), state)
        rows.append(get_params(state))
    return rows


for _name, _make in OPTIMIZERS.items():
    shapes = [PARAMS["w"], PARAMS["b"][0], np.ones(3) if _name == "sm3" else PARAMS["b"][1]]
    case(f"optim.{_name}", *shapes)(lambda lib, w, b, c, _make=_make: descend(lib, _make, w, b, c))
for _name, _make in SCHEDULES.items():
    for _step in (0, 4, 13, 40):
        case(f"optim.{_name} at {_step}", np.float64(_step))(
            lambda lib, i, _make=_make: _make(lib.optim)(i) * np.ones(()))
case("optim.l2_norm", normal(3), normal(2, 2))(lambda lib, x, y: lib.optim.l2_norm({"x": x, "y": [y]}))
for _limit in (0.5, 50.0):
    case(f"optim.clip_grads {_limit}", normal(3), normal(2, 2))(
        lambda lib, x, y, _limit=_limit: lib.optim.clip_grads({"x": x, "y": [y]}, _limit))

# -- scipy.special: SciPy's own, compiled --------------------------------------------------------------------

SPECIAL = {
    "expit logit erf erfc erfinv ndtr": (np.array([0.05, 0.2, 0.5, 0.83, 0.999]),),
    "ndtri": (np.array([0.001, 0.02, 0.2, 0.5, 0.83, 0.999]),),
    "log_ndtr": (np.array([-30.0, -5.0, -0.3, 0.0, 2.0, 7.0]),),
    "gammaln digamma": (np.array([0.3, 1.0, 2.5, 7.0, 30.0]),),
    "i0 i0e i1 i1e": (np.array([-9.0, -1.0, 0.4, 3.0, 12.0]),),
    "entr": (np.array([0.2, 1.0, 3.0]),),
    "xlogy xlog1py rel_entr kl_div": (np.array([0.3, 1.0, 2.0]), np.array([0.5, 2.0, 0.1])),
    "betaln": (np.array([0.3, 1.0, 12.0]), np.array([0.5, 2.0, 0.1])),
    "gammainc gammaincc": (np.array([0.3, 1.0, 12.0]), np.array([0.5, 2.0, 9.1])),
    "logsumexp": (normal(3, 4),),
}
for _names, _args in SPECIAL.items():
    for _name in _names.split():
        with_gradients(f"scipy.special.{_name}", lambda lib, _name=_name: getattr(lib.scipy.special, _name), *_args)
with_gradients("scipy.special.betainc", lambda lib: lambda x: lib.scipy.special.betainc(2.0, 0.7, x),
               np.array([0.1, 0.5, 0.9]))

# -- scipy.stats ---------------------------------------------------------------------------------------------

POINTS, SHARES, COUNTS = np.array([-1.5, -0.3, 0.2, 0.5, 0.9, 1.7, 4.0]), np.array([0.05, 0.3, 0.5, 0.77, 0.99]), \
    np.array([-1.0, 0.0, 1.0, 2.0, 3.0, 5.0])
CONTINUOUS = {
    "norm": ("logpdf pdf cdf logcdf sf logsf ppf isf", (0.3, 1.7)),
    "uniform": ("logpdf pdf cdf ppf", (0.1, 1.5)),
    "expon": ("logpdf pdf cdf sf logsf ppf", (0.1, 1.5)),
    "laplace": ("logpdf pdf cdf", (0.1, 1.5)),
    "logistic": ("logpdf pdf cdf sf ppf isf", (0.1, 1.5)),
    "cauchy": ("logpdf pdf cdf sf ppf", (0.1, 1.5)),
    "gamma": ("logpdf pdf cdf sf", (2.5, 0.1, 1.5)),
    "beta": ("logpdf pdf", (2.0, 3.5, 0.15, 2.0)),
    "chi2": ("logpdf pdf cdf sf", (3.0, 0.1, 1.5)),
    "t": ("logpdf pdf", (3.5, 0.1, 1.5)),
    "pareto": ("logpdf pdf", (2.5, -0.75, 1.0)),
    "gumbel_r": ("logpdf pdf cdf logcdf sf ppf", (0.1, 1.5)),
    "truncnorm": ("logpdf pdf cdf", (-0.5, 1.2, 0.1, 1.5)),
}
DISCRETE = {"bernoulli": ("logpmf pmf", (0.3,)), "binom": ("logpmf pmf", (5.0, 0.3)),
            "poisson": ("logpmf pmf cdf", (1.7,)), "geom": ("logpmf pmf", (0.3,))}
for _table, _default in ((CONTINUOUS, POINTS), (DISCRETE, COUNTS)):
    for _name, (_functions, _args) in _table.items():
        for _function in _functions.split():
            _at = SHARES if _function in ("ppf", "isf") else _default
            case(f"scipy.stats.{_name}.{_function}", _at, *map(np.float64, _args))(
                lambda lib, *xs, _name=_name, _function=_function:
                    getattr(getattr(lib.scipy.stats, _name), _function)(*xs))
case("scipy.stats.dirichlet.logpdf", np.array([0.2, 0.5, 0.3]), np.array([1.5, 2.0, 0.7]))(
    lambda lib, x, alpha: lib.scipy.stats.dirichlet.logpdf(x, alpha))
COVARIANCE = np.array([[2.0, 0.5, 0.1], [0.5, 1.0, -0.2], [0.1, -0.2, 0.7]])
with_gradients("scipy.stats.multivariate_normal.logpdf", lambda lib: lib.scipy.stats.multivariate_normal.logpdf,
               normal(4, 3), normal(3), COVARIANCE)
