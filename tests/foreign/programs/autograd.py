"""autograd's examples: they import autograd's NumPy and SciPy, and get NumPy's, SciPy's and Recto's gradients."""
import os
import sys
import tempfile
import types

import numpy as np
import scipy.integrate
import scipy.signal
import scipy.special
import scipy.stats

import recto

from ..scripts import module

RNG = np.random.default_rng(9)


def noise(*shape, scale=1.0):
    return RNG.normal(0, scale, shape)


def fill(table):
    os.chdir(tempfile.mkdtemp())            # examples write their plots into the current folder
    substituted()
    examples = table.folder / "examples"

    def load(name):
        return loaded(examples / f"{name}.py", name.split("/")[-1])
    models(table, load)
    networks(table, load)
    sequences(table, load)
    fluids(table, load)
    optimizers(table, module(table.folder / "autograd" / "misc" / "optimizers.py", "autograd.misc.optimizers"))


def substituted():
    """Modules under autograd's names."""
    def made(name, **contents):
        found = sys.modules[name] = types.ModuleType(name)
        vars(found).update(contents)
        return found

    def named(name, found):
        sys.modules[name] = found
    named("autograd.numpy", np)
    named("autograd.numpy.random", np.random)
    named("autograd.numpy.linalg", np.linalg)
    named("autograd.scipy", scipy)
    named("autograd.scipy.special", scipy.special)
    named("autograd.scipy.signal", scipy.signal)
    named("autograd.scipy.integrate", scipy.integrate)
    stats = made("autograd.scipy.stats", **{name: getattr(scipy.stats, name) for name in ("norm", "t", "dirichlet")})
    stats.multivariate_normal = scipy.stats.multivariate_normal
    named("autograd.scipy.stats.multivariate_normal", stats.multivariate_normal)
    made("autograd.builtins", tuple=tuple, type=type)
    made("autograd.test_util", check_grads=lambda *_, **__: lambda *_: None)
    made("autograd.wrap_util", wraps=lambda f: lambda g: g)
    flatten = made("autograd.misc.flatten", flatten=ravelled, flatten_func=None)
    made("autograd.misc.optimizers", adam=None, sgd=None)
    made("autograd.misc.fixed_points", fixed_point=None)
    made("autograd.misc", flatten=flatten.flatten)
    made("autograd", grad=numeric, value_and_grad=numeric_with_value, elementwise_grad=elementwise,
         hessian_vector_product=None, make_vjp=recto.vjp, numpy=np, scipy=scipy)
    made("data", load_mnist=None, save_images=None, make_pinwheel=None)
    made("data_mnist")
    made("matplotlib.pyplot_of_examples")


TRANSFORMATIONS = {"grad": recto.grad, "value_and_grad": recto.value_and_grad, "vgrad": recto.value_and_grad}


def loaded(path, name):
    """An example, which may compute gradients when it is imported: before children are forked, XLA may not run."""
    found = module(path, name)
    for attribute, transformation in TRANSFORMATIONS.items():
        if hasattr(found, attribute):
            setattr(found, attribute, transformation)
    return found


def numeric(f):
    def gradient(x, *more):
        x = np.asarray(x, float)
        units = np.eye(x.size).reshape(-1, *x.shape) * 1e-6
        return np.array([(f(x + d, *more) - f(x - d, *more)) / 2e-6 for d in units]).reshape(x.shape)
    return gradient


def numeric_with_value(f):
    return lambda x, *more: (f(x, *more), numeric(f)(x, *more))


def elementwise(f):
    return lambda x: (f(x + 1e-3) - f(x - 1e-3)) / 2e-3


def ravelled(tree):
    return recto.tree.ravel(tree)


def models(table, load):
    add = table.add
    x, y = noise(6, 2), noise(6)
    gp = load("gaussian_process")
    count, predict, likelihood = gp.make_gp_funs(gp.rbf_covariance, 3)
    params = noise(count, scale=0.3)
    add("gaussian_process: rbf_covariance", gp.rbf_covariance, noise(3), x, x + 0.1, grad=(0,))
    add("gaussian_process: predict", predict, params, x, y, x[:2] + 0.1, grad=(0,))
    add("gaussian_process: log_marginal_likelihood", likelihood, params, x, y, grad=(0,))
    add("gaussian_process: build_toy_dataset", gp.build_toy_dataset)
    deep = load("deep_gaussian_process")
    deep.n_data, deep.y = 6, y
    deep.X = x
    total, deep_likelihood, combined, unpack, _ = deep.build_deep_gp(2, 1, gp.rbf_covariance)
    add("deep_gaussian_process: log_marginal_likelihood", deep_likelihood, noise(total, scale=0.3), grad=(0,))
    add("deep_gaussian_process: combined_predict_fun", combined, noise(total, scale=0.3), x, y, x + 0.1, grad=(0,))
    add("deep_gaussian_process: build_step_function_dataset", deep.build_step_function_dataset)
    gmm = load("gmm")
    mixture = {"log proportions": noise(2), "means": noise(2, 2), "lower triangles": np.zeros((2, 2, 2)) + np.eye(2)}
    add("gmm: gmm_log_likelihood", gmm.gmm_log_likelihood, mixture, x)
    add("gmm: gradient", lambda p, x: recto.grad(gmm.gmm_log_likelihood)(p, x), mixture, x)
    add("gmm: init_gmm_params", gmm.init_gmm_params, 2, 2, 0.1)
    add("gmm: log_normalize", gmm.log_normalize, noise(3), grad=(0,))
    ica = load("ica")
    _, sample, logprob, unpack_weights = ica.make_ica_funs(3, 2)
    add("ica: logprob", logprob, noise(3, 2), noise(2, 5), 0.5, noise(5, 3), grad=(0, 1))
    add("ica: sample", lambda w: sample(w, 5, 0.1, np.random.RandomState(0)), noise(3, 2))
    negative = load("negative_binomial_maxlike")
    add("negative_binomial: negbin_loglike", negative.negbin_loglike, 3.0, 0.4, np.arange(4.0), grad=(0, 1))
    add("negative_binomial: negbin_sample", negative.negbin_sample, 3.0, 0.4, 5)
    add("rosenbrock", load("rosenbrock").rosenbrock, noise(2), grad=(0,))
    mog = load("mixture_variational_inference")
    add("mixture: diag_gaussian_log_density", mog.diag_gaussian_log_density, noise(4, 2), noise(2), noise(2),
        grad=(0, 1, 2))
    add("mixture: variational_log_density_gaussian", mog.variational_log_density_gaussian, noise(4), noise(3, 2),
        grad=(0, 1))

    def target(x, t):
        return -np.sum(x ** 2, axis=1)
    init, elbo, density, _ = mog.build_mog_bbsvi(target, 4, 3, np.random.RandomState(1))
    add("mixture: mixture_log_density", density, noise(3 + 12), noise(5, 2), grad=(0,))
    add("mixture: mixture_elbo", lambda p: mog.build_mog_bbsvi(target, 4, 3, np.random.RandomState(1))[1](p, 0),
        noise(3 + 12), grad=(0,))
    svi = load("black_box_svi")
    add("black_box_svi: objective",
        lambda p: svi.black_box_variational_inference(lambda x, t: target(x, t), 2, 6)[0](p, 0), noise(4), grad=(0,))
    logistic = load("logistic_regression")
    add("logistic_regression: logistic_predictions", logistic.logistic_predictions, noise(3), noise(4, 3), grad=(0, 1))
    add("logistic_regression: training_loss", logistic.training_loss, noise(3, scale=0.1), grad=(0,))
    add("tanh", load("tanh").tanh, noise(5), grad=(0,))


def networks(table, load):
    add = table.add
    X, Y = noise(5, 3), noise(5, 2)
    layers = [(noise(3, 4), noise(4)), (noise(4, 2), noise(2))]
    net, regression = load("neural_net"), load("neural_net_regression")
    onehot = np.eye(2)[[0, 1, 1, 0, 1]]
    add("neural_net: neural_net_predict", net.neural_net_predict, layers, X, grad=(1,))
    add("neural_net: l2_norm", net.l2_norm, layers)
    add("neural_net: log_posterior", net.log_posterior, layers, X, onehot, 0.1)
    add("neural_net: gradient", lambda p: recto.grad(net.log_posterior)(p, X, onehot, 0.1), layers)
    add("neural_net: accuracy", net.accuracy, layers, X, onehot)
    add("neural_net: init_random_params", net.init_random_params, 0.1, [3, 4, 2])
    add("neural_net_regression: nn_predict", regression.nn_predict, layers, X, grad=(1,))
    add("neural_net_regression: log_gaussian", regression.log_gaussian, layers, 2.0, grad=(1,))
    add("neural_net_regression: logprob", regression.logprob, layers, X, Y, grad=(1, 2))
    add("neural_net_regression: build_toy_dataset", regression.build_toy_dataset)
    bayes = load("bayesian_neural_net")
    count, predictions, logprob = bayes.make_nn_funs([1, 4, 1], 0.1, 0.01)
    weights = noise(3, count, scale=0.3)
    add("bayesian_neural_net: predictions", predictions, weights, noise(6, 1), grad=(0, 1))
    add("bayesian_neural_net: logprob", logprob, weights, noise(6, 1), noise(6, 1), grad=(0,))
    vae = load("variational_autoencoder")
    decoder = [(noise(2, 4), noise(4)), (noise(4, 3), noise(3))]
    encoder = [(noise(3, 4), noise(4)), (noise(4, 4), noise(4))]
    images = (noise(5, 3) > 0).astype(float)
    add("vae: neural_net_predict", vae.neural_net_predict, encoder, images, grad=(1,))
    add("vae: nn_predict_gaussian", vae.nn_predict_gaussian, encoder, images)
    add("vae: p_images_given_latents", vae.p_images_given_latents, decoder, images, noise(5, 2), grad=(2,))
    add("vae: vae_lower_bound", lambda g, r, x: vae.vae_lower_bound(g, r, x, np.random.RandomState(0)), decoder,
        encoder, images)
    gan = load("generative_adversarial_net")
    discriminator = [(noise(3, 4), noise(4)), (noise(4, 4), noise(4)), (noise(4, 1), noise(1))]
    generator = [(noise(2, 4), noise(4)), (noise(4, 4), noise(4)), (noise(4, 3), noise(3))]
    add("gan: neural_net_predict", gan.neural_net_predict, discriminator, images, grad=(1,))
    add("gan: gan_objective", lambda g, d, x: gan.gan_objective(g, d, x, 4, 2, np.random.RandomState(0)), generator,
        discriminator, images)
    add("gan: batch_normalize", gan.batch_normalize, noise(4, 3), grad=(0,))
    conv = load("convnet")
    specs = [conv.conv_layer((3, 3), 2), conv.maxpool_layer((2, 2)), conv.tanh_layer(3), conv.softmax_layer(2)]
    count, predict, loss, errors = conv.make_nn_funs((1, 8, 8), specs, 0.1)
    pixels = noise(3, 1, 8, 8)
    add("convnet: predictions", predict, noise(int(count), scale=0.2), pixels, grad=(0,))
    add("convnet: loss", loss, noise(int(count), scale=0.2), pixels, np.eye(2)[[0, 1, 1]], grad=(0,))
    add("convnet: logsumexp", conv.logsumexp, noise(3, 4), 1, grad=(0,))
    add("convnet: make_batches", conv.make_batches, 10, 4)
    ode = load("ode_net")
    add("ode_net: func", ode.func, noise(2), 0.0, noise(2, 2), grad=(0, 2))
    add("ode_net: nn_predict", ode.nn_predict, noise(2), 0.1, [(noise(2, 4), noise(4)), (noise(4, 2), noise(2))])
    add("ode_net: L1_loss", ode.L1_loss, noise(4), noise(4), grad=(0, 1))
    add("ode_net: ode_pred", ode.ode_pred, [(noise(2, 4), noise(4)), (noise(4, 2), noise(2))], noise(2),
        np.linspace(0.0, 0.5, 4), documented="odeint is another method than SciPy's; both keep to rtol=0.01",
        alike=lambda a, b: np.allclose(a, b, rtol=0.01))


def sequences(table, load):
    add = table.add
    hmm = load("hmm_em")
    natural = [np.log(np.array([0.6, 0.4])), np.log(np.array([[0.7, 0.3], [0.4, 0.6]])),
               np.log(np.array([[0.5, 0.4, 0.1], [0.1, 0.3, 0.6]]))]
    lines = [np.array([0, 1, 2, 1]), np.array([2, 2, 0])]
    add("hmm_em: log_partition_function", hmm.log_partition_function, natural, lines[0])
    add("hmm_em: log_partition_function, lines", hmm.log_partition_function, natural, lines)
    add("hmm_em: normalize", hmm.normalize, np.abs(noise(3, 4)), grad=(0,))
    add("hmm_em: EM", lambda p: hmm.EM(p, lines), [np.exp(a) for a in natural])
    add("hmm_em: initialize_hmm_parameters", hmm.initialize_hmm_parameters, 2, 3)
    rnn = load("rnn")
    lstm = load("lstm")
    inputs = np.eye(3)[np.array([[0, 1], [1, 2], [2, 0], [1, 1]])]
    recurrent = rnn.create_rnn_params(3, 4, 3, 0.3)
    memory = lstm.init_lstm_params(3, 4, 3, 0.3)
    add("rnn: rnn_predict", rnn.rnn_predict, recurrent, inputs, grad=(1,))
    add("rnn: rnn_log_likelihood", rnn.rnn_log_likelihood, recurrent, inputs, inputs, grad=(1,))
    add("rnn: gradient", lambda p: recto.grad(rnn.rnn_log_likelihood)(p, inputs, inputs), recurrent)
    add("rnn: create_rnn_params", rnn.create_rnn_params, 3, 4, 3)
    add("rnn: string_to_one_hot", rnn.string_to_one_hot, "abc", 128)
    add("lstm: lstm_predict", lstm.lstm_predict, memory, inputs, grad=(1,))
    add("lstm: lstm_log_likelihood", lstm.lstm_log_likelihood, memory, inputs, inputs, grad=(1,))
    add("lstm: gradient", lambda p: recto.grad(lstm.lstm_log_likelihood)(p, inputs, inputs), memory)


def fluids(table, load):
    smoke, wing = load("fluidsim/fluidsim"), load("fluidsim/wing")
    vx, vy, f = noise(6, 6), noise(6, 6), noise(6, 6)
    table.add("fluidsim: project", smoke.project, vx, vy, grad=(0, 1))
    table.add("fluidsim: advect", smoke.advect, f, vx, vy, grad=(0, 1))
    table.add("fluidsim: simulate", smoke.simulate, vx, vy, f, 3, grad=(0, 2))
    occlusion = np.abs(noise(6, 6))
    table.add("wing: project", wing.project, vx, vy, occlusion, grad=(0, 2))
    table.add("wing: advect", wing.advect, f, vx, vy, grad=(0, 1))
    table.add("wing: make_continuous", wing.make_continuous, f, occlusion, grad=(0, 1))
    table.add("wing: simulate", wing.simulate, np.ones((40, 60)), np.zeros((40, 60)), 2, noise(40, 60), grad=(0, 3))


def optimizers(table, found):
    for name in ("sgd", "rmsprop", "adam"):
        optimizer = getattr(found, name)
        table.add(f"optimizers: {name}", lambda x, f=optimizer: f(lambda x, i: 2 * x, x, num_iters=20), noise(4),
                  grad=(0,))
