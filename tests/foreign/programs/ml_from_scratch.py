"""ML-From-Scratch: utilities, layers, optimizers, and models that are fitted."""
import numpy as np

RNG = np.random.default_rng(8)


def noise(*shape):
    return RNG.normal(size=shape)


def fill(table):
    utilities(table)
    networks(table)
    layers(table)
    supervised(table)
    unsupervised(table)


def utilities(table):
    from mlfromscratch import utils
    from mlfromscratch.utils import data_manipulation as data, data_operation as operation, kernels
    add = table.add
    X, y = noise(6, 3), np.array([0, 1, 1, 0, 2, 1])
    add("shuffle_data", data.shuffle_data, X, y, 3)
    add("batch_iterator", lambda X: list(data.batch_iterator(X, batch_size=4)), X)
    add("divide_on_feature", data.divide_on_feature, noise(6, 3) * [[1], [1], [1], [-1], [-1], [-1]], 0, 0.0)
    add("polynomial_features", data.polynomial_features, X, 2, grad=(0,))
    add("get_random_subsets", data.get_random_subsets, X, y, 2)
    add("normalize", utils.normalize, X, grad=(0,))
    add("standardize", utils.standardize, X, grad=(0,))
    add("train_test_split", utils.train_test_split, X, y, 0.5, False)
    add("k_fold_cross_validation_sets", data.k_fold_cross_validation_sets, X, y, 3, False)
    add("to_categorical", utils.to_categorical, y)
    add("to_nominal", data.to_nominal, np.eye(3))
    add("make_diagonal", utils.make_diagonal, noise(4), grad=(0,))
    add("calculate_entropy", operation.calculate_entropy, y)
    add("mean_squared_error", utils.mean_squared_error, noise(5), noise(5), grad=(0, 1))
    add("calculate_variance", utils.calculate_variance, X, grad=(0,))
    add("calculate_std_dev", utils.calculate_std_dev, X, grad=(0,))
    add("euclidean_distance", utils.euclidean_distance, noise(4), noise(4), grad=(0, 1))
    add("accuracy_score", utils.accuracy_score, y, y[::-1].copy())
    add("calculate_covariance_matrix", utils.calculate_covariance_matrix, X, grad=(0,))
    add("calculate_correlation_matrix", utils.calculate_correlation_matrix, X, grad=(0,))
    for name, kernel in (("linear", kernels.linear_kernel()), ("polynomial", kernels.polynomial_kernel(2, 1.0)),
                         ("rbf", kernels.rbf_kernel(0.5))):
        add(f"{name}_kernel", kernel, noise(3), noise(3), grad=(0, 1))


def networks(table):
    from mlfromscratch.deep_learning import activation_functions as act, loss_functions as losses, optimizers
    from mlfromscratch.supervised_learning.regression import l1_l2_regularization, l1_regularization, l2_regularization
    add = table.add
    z = noise(3, 4)
    for name in ("Sigmoid", "Softmax", "TanH", "ReLU", "LeakyReLU", "ELU", "SELU", "SoftPlus"):
        f = getattr(act, name)()
        add(name, lambda x, f=f: f(x), z, grad=(0,))
        add(f"{name}.gradient", f.gradient, z)
    for name in ("SquareLoss", "CrossEntropy"):
        loss = getattr(losses, name)()
        add(f"{name}.loss", loss.loss, np.eye(3), np.full((3, 3), 0.3), grad=(1,))
        add(f"{name}.gradient", loss.gradient, np.eye(3), np.full((3, 3), 0.3), grad=(1,))
    for name in ("StochasticGradientDescent", "Adagrad", "Adadelta", "RMSprop", "Adam"):
        kind = getattr(optimizers, name)
        add(f"{name}.update", kind.update, make=lambda kind=kind: (kind(), z.copy(), 0.1 * z))
        add(f"{name}.update, twice", lambda o, w, g: o.update(o.update(w, g), g),
            make=lambda kind=kind: (kind(), z.copy(), 0.1 * z))
    add("NesterovAcceleratedGradient.update", lambda o, w: o.update(w, lambda v: 2 * v),
        make=lambda: (optimizers.NesterovAcceleratedGradient(), z.copy()))
    for kind in (l1_regularization(0.1), l2_regularization(0.1), l1_l2_regularization(0.1)):
        add(type(kind).__name__, lambda w, k=kind: k(w), noise(4), grad=(0,))
        add(f"{type(kind).__name__}.grad", kind.grad, noise(4))


def layers(table):
    from mlfromscratch.deep_learning import NeuralNetwork, layers as L, loss_functions, optimizers
    image = noise(2, 1, 4, 4)
    kinds = {"Dense": (lambda: L.Dense(2, input_shape=(3,)), noise(4, 3)),
             "RNN": (lambda: L.RNN(2, input_shape=(3, 4)), noise(2, 3, 4)),
             "Conv2D": (lambda: L.Conv2D(2, (3, 3), input_shape=(1, 4, 4)), image),
             "BatchNormalization": (lambda: shaped(L.BatchNormalization(), (3,)), noise(4, 3)),
             "MaxPooling2D": (lambda: shaped(L.MaxPooling2D((2, 2), 2, 0), (1, 4, 4)), image),
             "AveragePooling2D": (lambda: shaped(L.AveragePooling2D((2, 2), 2, 0), (1, 4, 4)), image),
             "ZeroPadding2D": (lambda: shaped(L.ZeroPadding2D((1, 1)), (1, 4, 4)), image),
             "Flatten": (lambda: shaped(L.Flatten(), (1, 4, 4)), image),
             "UpSampling2D": (lambda: shaped(L.UpSampling2D(), (1, 4, 4)), image),
             "Reshape": (lambda: L.Reshape((2, 8), input_shape=(1, 4, 4)), image),
             "Dropout": (lambda: shaped(L.Dropout(0.3), (3,)), noise(4, 3)),
             "Activation": (lambda: shaped(L.Activation("relu"), (3,)), noise(4, 3))}

    def start(make):
        np.random.seed(0)
        layer = make()
        if hasattr(layer, "initialize"):
            layer.initialize(optimizers.StochasticGradientDescent())
        return layer
    for name, (make, given) in kinds.items():
        def used(make=make, given=given):
            layer = start(make)
            return layer, np.ones_like(layer.forward_pass(given.copy(), True))
        table.add(f"{name}.forward_pass", lambda m, x: m.forward_pass(x, True),
                  make=lambda make=make, given=given: (start(make), given.copy()))
        table.add(f"{name}.backward_pass", lambda m, g: m.backward_pass(g), make=used)
    table.add("Dense.initialize", lambda m: m.initialize(optimizers.Adam()),
              make=lambda: (L.Dense(2, input_shape=(3,)),))

    def network():
        np.random.seed(0)
        net = NeuralNetwork(optimizers.Adam(), loss_functions.CrossEntropy)
        for layer in (L.Dense(4, input_shape=(3,)), L.Activation("relu"), L.Dense(2), L.Activation("softmax")):
            net.add(layer)
        return net, noise_like(6, 3), np.eye(2)[np.arange(6) % 2]
    table.add("NeuralNetwork.predict", lambda n, X, y: n.predict(X), make=network)
    table.add("NeuralNetwork.train_on_batch", lambda n, X, y: n.train_on_batch(X, y), make=network)
    table.add("NeuralNetwork.test_on_batch", lambda n, X, y: n.test_on_batch(X, y), make=network)


def noise_like(*shape):
    return np.random.default_rng(1).normal(size=shape)


def shaped(layer, shape):
    layer.set_input_shape(shape)
    return layer


def supervised(table):
    from mlfromscratch.supervised_learning import (BayesianRegression, ClassificationTree, KNN, LDA, LinearRegression,
                                                   LogisticRegression, NaiveBayes, Perceptron,
                                                   PolynomialRegression, RegressionTree, RidgeRegression)
    X, y, labels = noise(10, 2), noise(10), np.arange(10) % 2
    models = {"LinearRegression": (lambda: LinearRegression(20), y),
              "LinearRegression, least squares": (lambda: LinearRegression(gradient_descent=False), y),
              "RidgeRegression": (lambda: RidgeRegression(0.1, 20), y),
              "PolynomialRegression": (lambda: PolynomialRegression(2, 20), y),
              "BayesianRegression": (lambda: BayesianRegression(10, np.zeros(2), np.eye(2), 1, 1.0), y[:, None]),
              "LogisticRegression": (lambda: LogisticRegression(), labels),
              "NaiveBayes": (lambda: NaiveBayes(), labels),
              "LDA": (lambda: LDA(), labels),
              "RegressionTree": (lambda: RegressionTree(max_depth=2), y),
              "ClassificationTree": (lambda: ClassificationTree(max_depth=2), labels)}

    def prepared(make, target):
        np.random.seed(0)
        model = make()
        model.fit(X.copy(), target.copy())
        return model
    for name, (make, target) in models.items():
        table.add(f"{name}.fit", lambda m, X, y: m.fit(X, y),
                  make=lambda make=make, t=target: (make(), X.copy(), t.copy()))
        table.add(f"{name}.predict", lambda m, X: m.predict(X),
                  make=lambda make=make, t=target: (prepared(make, t), X.copy()))
    table.add("Perceptron.fit", lambda m, X, y: m.fit(X, y),
              make=lambda: (Perceptron(n_iterations=10), X.copy(), np.eye(2)[labels]))
    table.add("KNN.predict", KNN(3).predict, X[:3] + 0.1, X, labels)


def unsupervised(table):
    from mlfromscratch.unsupervised_learning import DBSCAN, GaussianMixtureModel, KMeans, PAM, PCA
    X = np.concatenate([noise(5, 2), noise(5, 2) + 4])
    table.add("KMeans.predict", lambda m, X: m.predict(X), make=lambda: (KMeans(2, 5), X.copy()))
    kmeans = KMeans(2)
    table.add("KMeans._closest_centroid", kmeans._closest_centroid, X[3], X[:2])
    table.add("KMeans._create_clusters", kmeans._create_clusters, X[:2], X)
    table.add("KMeans._calculate_centroids", kmeans._calculate_centroids, [[0, 1, 2], [3, 4]], X, grad=(1,))
    table.add("PCA.transform", PCA().transform, X, 1, documented="np.linalg.eig gives complex numbers",
              alike=lambda a, b: np.allclose(a, np.real(b), 1e-9) and not np.any(np.imag(b)))
    table.add("GaussianMixtureModel.multivariate_gaussian", GaussianMixtureModel().multivariate_gaussian, X,
              {"mean": np.zeros(2), "cov": np.eye(2)}, grad=(0,))
    table.add("GaussianMixtureModel.predict", lambda m, X: m.predict(X),
              make=lambda: (GaussianMixtureModel(2, max_iterations=3), X.copy()))
    table.add("DBSCAN.predict", lambda m, X: m.predict(X), make=lambda: (DBSCAN(2.0, 3), X.copy()))
    table.add("PAM.predict", lambda m, X: m.predict(X), make=lambda: (PAM(2), X.copy()))
