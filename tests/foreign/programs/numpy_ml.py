"""numpy-ml: layers, losses, optimizers, models and signal processing."""
import collections
import collections.abc

import numpy as np

RNG = np.random.default_rng(6)


def noise(*shape):
    return RNG.normal(size=shape)


def one_hot(rows, columns):
    return np.eye(columns)[np.arange(rows) % columns]


def fill(table):
    collections.Hashable = collections.abc.Hashable     # Python 3.9 had it, and the library was written for that
    functions(table)
    activations(table)
    layers(table)
    training(table)
    models(table)


def functions(table):
    from numpy_ml.neural_nets.utils import utils as nn
    from numpy_ml.preprocessing import dsp
    from numpy_ml.utils import distance_metrics, kernels, misc, windows
    add = table.add
    X, W = noise(1, 5, 5, 2), noise(3, 3, 2, 2)
    add("pad2D", nn.pad2D, X, (1, 1, 1, 1))
    add("pad2D, same", lambda X: nn.pad2D(X, "same", (3, 3), 1), X)
    add("pad1D", nn.pad1D, noise(1, 5, 2), (1, 2))
    add("dilate", nn.dilate, X, 1, grad=(0,))
    add("calc_fan", nn.calc_fan, (3, 3, 2, 2))
    add("calc_conv_out_dims", nn.calc_conv_out_dims, (1, 5, 5, 2), (3, 3, 2, 2))
    add("im2col", nn.im2col, X, (3, 3, 2, 2), 1, 1)
    add("col2im", nn.col2im, noise(18, 25), (1, 5, 5, 2), (3, 3, 2, 2), (1, 1, 1, 1), 1, grad=(0,))
    add("conv2D", nn.conv2D, X, W, 1, 1, grad=(0, 1))
    add("conv2D, dilated", nn.conv2D, X, W, 1, 2, 1, grad=(0, 1))
    add("conv1D", nn.conv1D, noise(1, 6, 2), noise(3, 2, 2), 1, 1, grad=(0, 1))
    add("conv2D_naive", nn.conv2D_naive, X, W, 1, 1, grad=(0, 1))
    add("deconv2D_naive", nn.deconv2D_naive, X, W, 1, 0, grad=(0, 1))
    for name in ("he_uniform", "he_normal", "glorot_uniform", "glorot_normal"):
        add(name, getattr(nn, name), (3, 4))
    add("truncated_normal", nn.truncated_normal, 0.0, 1.0, (3, 4))
    add("minibatch", lambda X: [X[i] for i in nn.minibatch(X, 2, shuffle=False)[0]], noise(5, 2))
    add("batch_resample", dsp.batch_resample, noise(2, 4, 4, 3), (6, 5), grad=(0,))
    add("batch_resample, neighbor", dsp.batch_resample, noise(2, 4, 4, 3), (6, 5), "neighbor")
    add("nn_interpolate_1D", dsp.nn_interpolate_1D, noise(6, 2), np.array([0.2, 1.7, 3.1]))
    frame = noise(8)
    add("DCT", dsp.DCT, frame, grad=(0,))
    add("DFT", dsp.DFT, frame)
    add("dft_bins", dsp.dft_bins, 8)
    add("magnitude_spectrum", dsp.magnitude_spectrum, noise(2, 8))
    add("power_spectrum", dsp.power_spectrum, noise(2, 8))
    add("to_frames", dsp.to_frames, noise(20), 6, 3, grad=(0,))
    add("autocorrelate1D", dsp.autocorrelate1D, frame, grad=(0,))
    add("preemphasis", dsp.preemphasis, frame, 0.9, grad=(0, 1))
    add("cepstral_lifter", dsp.cepstral_lifter, noise(3, 5), 4, grad=(0,))
    add("mel2hz", dsp.mel2hz, 300.0, grad=(0,))
    add("hz2mel", dsp.hz2mel, 300.0, grad=(0,))
    add("mel_filterbank", dsp.mel_filterbank, 16, 5, 0, 8000)
    add("mfcc", lambda x: dsp.mfcc(x, fs=800, n_mfccs=4, n_filters=6, window_duration=0.04, stride_duration=0.02),
        noise(80))
    x, y = noise(4), noise(4)
    for name in ("euclidean", "manhattan", "chebyshev"):
        add(name, getattr(distance_metrics, name), x, y, grad=(0, 1))
    add("minkowski", distance_metrics.minkowski, x, y, 3, grad=(0, 1))
    add("hamming", distance_metrics.hamming, np.array([1, 2, 3]), np.array([1, 2, 4]))
    for kernel in (kernels.LinearKernel(), kernels.PolynomialKernel(), kernels.RBFKernel(1.5)):
        add(type(kernel).__name__, lambda X, Y, k=kernel: k(X, Y), noise(3, 2), noise(4, 2), grad=(0, 1))
    add("pairwise_l2_distances", kernels.pairwise_l2_distances, noise(3, 2), noise(4, 2), grad=(0, 1))
    add("logsumexp", misc.logsumexp, noise(5), grad=(0,))
    add("log_gaussian_pdf", misc.log_gaussian_pdf, noise(2), noise(2), np.array([[2.0, 0.3], [0.3, 1.0]]),
        grad=(0, 1, 2))
    for name in ("blackman_harris", "hamming", "hann"):
        add(f"windows.{name}", getattr(windows, name), 6)
    add("windows.generalized_cosine", windows.generalized_cosine, 6, [0.5, 0.3, 0.2])


def activations(table):
    from numpy_ml.neural_nets import activations as act
    z = noise(6)
    for name in ("Sigmoid", "ReLU", "LeakyReLU", "GELU", "Tanh", "Affine", "Identity", "ELU", "Exponential", "SELU",
                 "HardSigmoid", "SoftPlus"):
        made = getattr(act, name)()
        table.add(f"{name}", lambda z, f=made: f(z), z, grad=(0,))
        table.add(f"{name}.grad", made.grad, z, grad=() if name in ("ReLU", "HardSigmoid", "LeakyReLU") else (0,))


def layers(table):
    from numpy_ml.neural_nets import layers as L
    X, V = noise(4, 3), noise(1, 6, 6, 2)
    kinds = {
        "FullyConnected": (lambda: L.FullyConnected(2, "Tanh"), X), "Softmax": (lambda: L.Softmax(), X),
        "Conv1D": (lambda: L.Conv1D(2, 3), noise(1, 7, 2)), "Conv2D": (lambda: L.Conv2D(2, (3, 3)), V),
        "Deconv2D": (lambda: L.Deconv2D(2, (3, 3)), V), "Pool2D": (lambda: L.Pool2D((2, 2), 2), V),
        "Flatten": (lambda: L.Flatten(), V), "BatchNorm1D": (lambda: L.BatchNorm1D(), X),
        "BatchNorm2D": (lambda: L.BatchNorm2D(), V), "LayerNorm1D": (lambda: L.LayerNorm1D(), X),
        "LayerNorm2D": (lambda: L.LayerNorm2D(), V), "RNNCell": (lambda: L.RNNCell(2), X),
        "LSTMCell": (lambda: L.LSTMCell(2), X),
        "Embedding": (lambda: L.Embedding(3, vocab_size=5), np.array([[0, 1], [2, 4]])),
    }
    for name, (make, given) in kinds.items():
        layer(table, name, make, given)

    def attention():
        return L.DotProductAttention()
    q, k, v = noise(1, 3, 4), noise(1, 3, 4), noise(1, 3, 2)
    table.add("DotProductAttention.forward", lambda m, *qkv: m.forward(*qkv), make=lambda: (attention(), q, k, v))
    for name in ("Add", "Multiply"):
        kind = getattr(L, name)
        table.add(f"{name}.forward", kind.forward, make=lambda kind=kind: (kind(), [X.copy(), X + 1]))


def layer(table, name, make, given):
    """Forward, and backward after a forward in Python; made inside with the weights as they come."""
    def fresh():
        np.random.seed(0)
        found = make()
        return found, given.copy()

    def used():
        found, x = fresh()
        out = found.forward(x)
        first = out[0] if isinstance(out, tuple) else out
        return found, np.ones_like(first)
    table.add(f"{name}.forward", lambda m, x: m.forward(x), make=fresh)

    def initialized():
        found, x = used()[0], given.copy()
        found.flush_gradients()
        return found, x
    table.add(f"{name}.forward, with weights", lambda m, x: m.forward(x), make=initialized)
    table.add(f"{name}.backward", lambda m, d: m.backward(d), make=used)


def training(table):
    from numpy_ml.neural_nets import losses, optimizers, schedulers
    add = table.add
    y, p, z = one_hot(3, 4), np.full((3, 4), 0.25) + 0.01 * noise(3, 4), noise(3, 4)
    add("SquaredError.loss", losses.SquaredError.loss, y, p, grad=(1,))
    add("CrossEntropy.loss", losses.CrossEntropy.loss, y, np.abs(p) / np.abs(p).sum(1, keepdims=True))
    add("VAELoss.loss", losses.VAELoss.loss, y, np.abs(p), noise(3, 2), noise(3, 2), grad=(1, 2, 3))
    add("VAELoss.grad", losses.VAELoss.grad, y, np.abs(p), noise(3, 2), noise(3, 2))
    for name in ("SGD", "AdaGrad", "RMSProp", "Adam"):
        kind = getattr(optimizers, name)
        add(f"{name}.update", lambda o, w, g: o.update(w, g, "W"),
            make=lambda kind=kind: (kind(lr=0.1), z.copy(), 0.1 * z))
    step = optimizers.Adam
    add("Adam.update, twice", lambda o, w, g: o.update(o.update(w, g, "W"), g, "W"),
        make=lambda: (step(lr=0.1), z.copy(), 0.1 * z))
    for name in ("ConstantScheduler", "ExponentialScheduler", "NoamScheduler"):
        kind = getattr(schedulers, name)
        add(f"{name}.learning_rate", lambda s, n: s.learning_rate(step=n), make=lambda kind=kind: (kind(), 700))
    add("gaussian_cdf", schedulers.schedulers.gaussian_cdf, 0.3, 0.1, 2.0, grad=(0, 1, 2))


def models(table):
    from numpy_ml import factorization, gmm, hmm, linear_models, nonparametric, preprocessing, trees
    add = table.add
    X, y = noise(12, 3), noise(12)
    labels = np.arange(12) % 2
    for name, target in (("LinearRegression", y[:, None]), ("RidgeRegression", y), ("GaussianNBClassifier", labels),
                         ("BayesianLinearRegressionKnownVariance", y), ("BayesianLinearRegressionUnknownVariance", y)):
        kind = getattr(linear_models, name)
        add(f"{name}.fit", lambda m, X, y: m.fit(X, y), make=lambda k=kind, t=target: (k(), X.copy(), t.copy()))
        add(f"{name}.predict", lambda m, X: m.predict(X),
            make=lambda k=kind, t=target: (fitted(k(), X, t), X.copy()))
    logistic = linear_models.LogisticRegression
    add("LogisticRegression.fit", lambda m, X, y: m.fit(X, y, max_iter=20),
        make=lambda: (logistic(), X.copy(), labels.copy()))
    add("LogisticRegression._NLL_grad", lambda m, X, y: m._NLL_grad(X, y, 0.3 + 0 * y),
        make=lambda: (fitted(logistic(), X, labels), np.c_[np.ones(12), X], labels))
    add("GeneralizedLinearModel.fit", lambda m, X, y: m.fit(X, y),
        make=lambda: (linear_models.GeneralizedLinearModel("identity"), X.copy(), y.copy()))
    add("GMM.fit", lambda m, X: m.fit(X, max_iter=3), make=lambda: (gmm.GMM(2, seed=3), X.copy()))
    chain = dict(A=np.array([[0.7, 0.3], [0.4, 0.6]]), B=np.array([[0.5, 0.4, 0.1], [0.1, 0.3, 0.6]]),
                 pi=np.array([0.6, 0.4]))
    seen = np.array([[0, 1, 2, 1]])
    add("MultinomialHMM.log_likelihood", lambda m, O: m.log_likelihood(O),
        make=lambda: (hmm.MultinomialHMM(**chain), seen))
    add("MultinomialHMM.decode", lambda m, O: m.decode(O), make=lambda: (hmm.MultinomialHMM(**chain), seen))
    add("VanillaALS.fit", lambda m, X: m.fit(X, n_initializations=1),
        make=lambda: (factorization.VanillaALS(2), abs(X)))
    add("NMF.fit", lambda m, X: m.fit(X, n_initializations=1), make=lambda: (factorization.NMF(2), abs(X)))
    add("KernelRegression.predict", lambda m, Z: m.predict(Z),
        make=lambda: (fitted(nonparametric.KernelRegression(), X, y), X[:3] + 0.1))
    add("GPRegression.fit", lambda m, X, y: m.fit(X, y),
        make=lambda: (nonparametric.GPRegression(), X.copy(), y.copy()))
    add("GPRegression.predict", lambda m, Z: m.predict(Z),
        make=lambda: (fitted(nonparametric.GPRegression(), X, y), X[:3] + 0.1))
    add("GPRegression.marginal_log_likelihood", lambda m: m.marginal_log_likelihood(),
        make=lambda: (fitted(nonparametric.GPRegression(alpha=0.1), X, y),))
    add("KNN.predict", lambda m, Z: m.predict(Z),
        make=lambda: (fitted(nonparametric.KNN(3, classifier=False), X, y), X[:2]))
    add("DecisionTree.fit", lambda m, X, y: m.fit(X, y),
        make=lambda: (trees.DecisionTree(classifier=False, max_depth=2, criterion="mse"), X.copy(), y.copy()))
    add("DecisionTree.predict", lambda m, X: m.predict(X),
        make=lambda: (fitted(trees.DecisionTree(classifier=False, max_depth=2, criterion="mse"), X, y), X.copy()))
    add("trees.mse", trees.dt.mse, y, grad=(0,))
    add("trees.entropy", trees.dt.entropy, labels)
    add("trees.gini", trees.dt.gini, labels)
    add("to_one_hot", trees.gbdt.to_one_hot, labels)
    add("Standardizer", lambda m, X: (m.fit(X), m.transform(X))[1],
        make=lambda: (preprocessing.general.Standardizer(), X.copy()))


def fitted(model, X, y):
    np.random.seed(0)
    model.fit(X, y)
    return model
