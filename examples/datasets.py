"""The data sets of the examples: scikit-learn's small sets, and MNIST if its files are available."""
from __future__ import annotations

import gzip
import pathlib
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

IDX_TYPES = {8: ">u1", 9: ">i1", 11: ">i2", 12: ">i4", 13: ">f4", 14: ">f8"}


class Split(NamedTuple):
    """Rows to train with and rows to test with: inputs f32[n, d], labels i64[n]."""
    train_inputs: np.ndarray
    train_labels: np.ndarray
    test_inputs: np.ndarray
    test_labels: np.ndarray


def split(inputs: np.ndarray, labels: np.ndarray, share: float = 0.8, seed: int = 0) -> Split:
    """The rows in random order, of which the first are for training."""
    order = np.random.default_rng(seed).permutation(len(labels))
    train, test = np.split(order, [int(share * len(labels))])
    return Split(inputs[train], labels[train], inputs[test], labels[test])


def digits() -> Split:
    """1,797 handwritten digits of 8 by 8 pixels between 0 and 1 (UCI; comes with scikit-learn)."""
    from sklearn.datasets import load_digits
    images, labels = load_digits(return_X_y=True)
    return split((images / 16).astype(np.float32), labels)


def breast_cancer() -> Split:
    """569 tumours by 30 measurements, each with mean 0 and variance 1 over the training rows; 1 is benign."""
    from sklearn.datasets import load_breast_cancer
    parts = split(*load_breast_cancer(return_X_y=True))
    mean, deviation = parts.train_inputs.mean(0), parts.train_inputs.std(0)
    train, test = ((x - mean) / deviation for x in (parts.train_inputs, parts.test_inputs))
    return Split(train, parts.train_labels, test, parts.test_labels)


# -- MNIST ---------------------------------------------------------------------------------------------------

def read_idx(path: pathlib.Path) -> np.ndarray:
    """The array in an IDX file, also one compressed by gzip.

    Two zero bytes, a code for the type, the number of axes; their sizes as big-endian 32-bit numbers; the elements.
    (LeCun, Cortes, Burges: The MNIST database of handwritten digits.)

    Raises:
        ValueError: it is no such file, or is cut off.
    """
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
        data = file.read()
    if len(data) < 4 or data[:2] != b"\0\0" or data[2] not in IDX_TYPES:
        raise ValueError(f"{path} is no IDX file")
    start = 4 + 4 * data[3]
    shape = np.frombuffer(data, ">u4", data[3], 4)
    dtype = np.dtype(IDX_TYPES[data[2]])
    if len(data) != start + dtype.itemsize * int(np.prod(shape, dtype=np.int64)):
        raise ValueError(f"{path} has {len(data)} bytes: no array of shape {tuple(map(int, shape))}")
    return np.frombuffer(data, dtype, offset=start).reshape(shape).astype(dtype.newbyteorder("="))


def mnist(folder: str | pathlib.Path) -> Split:
    """MNIST from its four files `train-images-idx3-ubyte` …, as they are or with `.gz`; pixels between 0 and 1."""
    parts = []
    for part in ("train", "t10k"):
        images, labels = (read_idx(idx_file(folder, f"{part}-{kind}")) for kind in ("images", "labels"))
        parts += [(images.reshape(len(images), -1) / 255).astype(np.float32), labels.astype(np.int64)]
    return Split(*parts)


def idx_file(folder: str | pathlib.Path, start: str) -> pathlib.Path:
    """The file whose name begins so."""
    found = sorted(pathlib.Path(folder).glob(f"{start}*"))
    if not found:
        raise FileNotFoundError(f"there is no file {start}-idx…-ubyte in {folder}")
    return found[0]


def batches(count: int, size: int, seed: int) -> Iterator[np.ndarray]:
    """The numbers below `count` in random order, `size` at a time; what does not make a whole batch is left out."""
    order = np.random.default_rng(seed).permutation(count)
    for start in range(0, count - size + 1, size):
        yield order[start:start + size]
