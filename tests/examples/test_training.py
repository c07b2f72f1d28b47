"""The examples that learn: they reach the accuracies they promise, small, and agree with PyTorch."""
import gzip
import importlib
import importlib.util
import json
import struct
import subprocess
import sys

import numpy as np
import pytest

import recto
from test_architecture import ROOT

import record_torch

pytestmark = pytest.mark.xla
EXAMPLES = ROOT / "examples"
SOURCES = ["recorded", *(["torch"] if importlib.util.find_spec("torch") else [])]


@pytest.fixture
def example(monkeypatch):
    """Import a module from the folder of examples."""
    monkeypatch.syspath_prepend(EXAMPLES)
    return importlib.import_module


# -- 1 logistic regression -----------------------------------------------------------------------------------

def test_logistic_regression(example, capsys):
    example("logistic_regression").main(["--steps", "200"])
    text = capsys.readouterr().out
    before, after = (float(line.split()[-1]) for line in text.splitlines()[1:3])
    assert before == 0.6931 and after < 0.05
    assert "def grad_loss(weights, inputs, labels):" in text


def test_breast_cancer_accuracy(example):
    datasets, logistic = example("datasets"), example("logistic_regression")
    weights, on_train, on_test = logistic.train(datasets.breast_cancer(), 0.5, 300)
    assert on_train >= 0.97 and on_test >= 0.95


# -- 3 the network with two hidden layers --------------------------------------------------------------------

def test_digits_mlp_accuracy_and_its_gradient(example, capsys):
    example("digits_mlp").main([])
    text = capsys.readouterr().out
    scores = [float(line.split()[-1].rstrip("%")) for line in text.splitlines() if line.startswith("epoch")]
    assert len(scores) == 15 and scores[-1] >= 97.0
    source = text.split("the gradient of the loss\n\n")[1]
    names: dict = {}
    exec(compile(source, "generated", "exec"), names)
    mlp, datasets = example("digits_mlp"), example("datasets")
    params = mlp.initial([64, 128, 64, 10], 1)
    images, targets = next(mlp.batches(datasets.digits(), 32, 0))
    for a, b in zip(recto.tree.leaves(names["grad_loss"](params, images, targets)),
                    recto.tree.leaves(recto.grad(mlp.loss)(params, images, targets))):
        np.testing.assert_allclose(a, b, atol=2e-6)


@pytest.mark.parametrize("source", SOURCES)
def test_the_same_network_in_pytorch_has_the_same_losses(example, source):
    """Same weights and batches; once as recorded, and where torch is installed once more."""
    mlp, datasets = example("digits_mlp"), example("datasets")
    params = mlp.initial(record_torch.SIZES, 0)
    batches = mlp.first_batches(datasets.digits(), record_torch.BATCH, record_torch.STEPS)
    ours = mlp.losses(params, batches, record_torch.RATE)
    theirs = json.loads(record_torch.FILE.read_text()) if source == "recorded" else \
        example("digits_mlp_torch").losses(params, batches, record_torch.RATE)
    assert len(theirs) == 50 and ours[-1] < 0.5 * ours[0]
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-4)


def test_no_step_is_compiled_twice(example):
    mlp, datasets = example("digits_mlp"), example("datasets")
    step = recto.jit(mlp.step.__wrapped__)
    params = mlp.initial([64, 8, 10], 0)
    for images, targets in list(mlp.batches(datasets.digits(), 32, 0))[:5]:
        params, _ = step(params, images, targets, 0.1)
    assert len(step.versions) == len(step.versions[0].variants) == 1


# -- MNIST's files -------------------------------------------------------------------------------------------

def idx(array: np.ndarray, code: int) -> bytes:
    return struct.pack(f">HBB{array.ndim}I", 0, code, array.ndim, *array.shape) + array.tobytes()


def write_mnist(folder, count=40, compress=False):
    """Four files: squares whose place says which digit they are."""
    rng = np.random.RandomState(0)
    for part in ("train", "t10k"):
        labels = rng.randint(0, 10, count).astype(np.uint8)
        images = np.zeros((count, 28, 28), np.uint8)
        for image, label in zip(images, labels):
            image[4 * (label // 4):4 * (label // 4) + 4, 6 * (label % 4):6 * (label % 4) + 6] = 255
        for name, array in ((f"{part}-images-idx3-ubyte", images), (f"{part}-labels-idx1-ubyte", labels)):
            path, data = folder / (name + ".gz" * compress), idx(array, 8)
            path.write_bytes(gzip.compress(data) if compress else data)


@pytest.mark.parametrize("compress", [False, True])
def test_mnist_is_read_from_its_files(example, tmp_path, compress):
    write_mnist(tmp_path, compress=compress)
    parts = example("datasets").mnist(tmp_path)
    assert parts.train_inputs.shape == (40, 784) and parts.train_inputs.dtype == np.float32
    assert parts.test_labels.shape == (40,) and parts.test_labels.dtype == np.int64
    assert set(np.unique(parts.train_inputs)) == {0.0, 1.0}
    image = parts.train_inputs[0].reshape(28, 28)
    label = parts.train_labels[0]
    assert image[4 * (label // 4), 6 * (label % 4)] == 1.0 and image.sum() == 24


def test_training_on_mnist_files(example, tmp_path, capsys):
    write_mnist(tmp_path, 200)
    example("digits_mlp").main(["--mnist", str(tmp_path), "--hidden", "16", "8", "--epochs", "12", "--batch", "20"])
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("epoch")]
    assert "layers 784, 16, 8, 10" not in lines[0] and float(lines[-1].split()[-1].rstrip("%")) == 100.0


def test_idx_files_of_other_types_and_broken_ones(example, tmp_path):
    read_idx = example("datasets").read_idx
    for code, dtype in ((9, ">i1"), (11, ">i2"), (12, ">i4"), (13, ">f4"), (14, ">f8")):
        array = np.arange(-3, 3).reshape(2, 3).astype(dtype)
        (tmp_path / "some").write_bytes(idx(array, code))
        found = read_idx(tmp_path / "some")
        assert found.dtype == np.dtype(dtype).newbyteorder("=")
        np.testing.assert_array_equal(found, array)
    for data, message in ((b"PK\3\4", "no IDX file"), (idx(np.zeros((2, 3)), 14)[:-1], "bytes")):
        (tmp_path / "broken").write_bytes(data)
        with pytest.raises(ValueError, match=message):
            read_idx(tmp_path / "broken")
    with pytest.raises(FileNotFoundError, match="train-images"):
        example("datasets").mnist(tmp_path)


# -- 4, 5, 10 ------------------------------------------------------------------------------------------------

def test_convolutional_network_accuracy(example):
    convnet, datasets = example("digits_convnet"), example("datasets")
    on_train, on_test = convnet.train(datasets.digits(), 16, 6, 32, 0.005)
    assert on_train >= 0.98 and on_test >= 0.98


def test_per_example_gradients(example, capsys, tmp_path):
    module, mlp, datasets = example("per_example_gradients"), example("digits_mlp"), example("datasets")
    module.main(["--epochs", "1", "--plot", str(tmp_path / "hardest.png")])
    assert (tmp_path / "hardest.png").stat().st_size > 5000
    parts = datasets.digits()
    params, images = mlp.initial([64, 12, 10], 0), parts.train_inputs[:20]
    targets = mlp.one_hot(parts.train_labels[:20])
    each = module.per_example_gradients(params, images, targets)
    for a, b in zip(recto.tree.leaves(each), recto.tree.leaves(recto.grad(mlp.loss)(params, images, targets))):
        np.testing.assert_allclose(np.mean(a, axis=0), b, atol=1e-6)
    lengths = np.asarray(module.gradient_norms(params, images, targets))
    single = [recto.optim.l2_norm(recto.tree.map(lambda g: np.asarray(g)[k], each)) for k in range(20)]
    np.testing.assert_allclose(lengths, single, rtol=1e-5)
    assert float(recto.optim.l2_norm(module.clipped_mean(params, images, targets, 0.01))) <= 0.01 * (1 + 1e-5)


def test_transformer_learns_and_writes(example, capsys):
    module = example("transformer")
    module.main(["--size", "32", "--blocks", "1", "--context", "24", "--steps", "120"])
    lines = capsys.readouterr().out.splitlines()
    losses = [float(line.split()[-1]) for line in lines if line.startswith("step")]
    assert losses[0] > 3.5 and losses[-1] < 2.7
    corpus = module.Corpus(module.TEXT.read_text())
    assert len(corpus.numbers) == 8001 and set(lines[-1]) <= set(corpus.characters)


def test_transformer_does_not_look_ahead(example):
    module = example("transformer")
    params = module.initial(20, 16, 12, 2, 0)
    text = np.random.RandomState(0).randint(0, 20, (2, 12))
    other = text.copy()
    other[:, 7:] = 3
    a, b = (np.asarray(recto.jit(module.network)(params, t, 4)) for t in (text, other))
    np.testing.assert_allclose(a[:, :7], b[:, :7], atol=1e-5)
    assert np.abs(a[:, 7:] - b[:, 7:]).max() > 1e-2


# -- 14 several devices --------------------------------------------------------------------------------------

def test_training_on_eight_devices_is_training_on_one():
    """In a process of its own: the number of devices is settled when they are first used."""
    command = [sys.executable, str(EXAMPLES / "data_parallel.py"), "--steps", "60"]
    lines = subprocess.run(command, check=True, text=True, capture_output=True).stdout.splitlines()
    assert lines[0].startswith("8 devices, 8 images")
    assert [line.split("  ")[0] for line in lines[1:]] == ["one device", "pmap", "sharding"]
    assert all(float(line.split()[-1]) < 1e-4 for line in lines[1:])
