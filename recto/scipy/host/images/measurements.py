"""scipy.ndimage: sums, means and extremes of the parts of an image, and where they are."""

from __future__ import annotations

from typing import Any

import numpy as np

from recto.transform.library import read_as, unsupported


class Parts:
    """The numbers of an image by parts: those with each label of an index, all with a positive one, or all."""

    def __init__(self, values: Any, labels: Any, index: Any):
        values = np.asarray(values)
        self.shape = values.shape
        self.scalar = labels is None or index is None or np.ndim(index) == 0
        whole = np.ones(values.shape, bool) if labels is None else np.asarray(labels)
        whole = np.broadcast_to(whole, values.shape)
        if labels is None or index is None:
            whole, index = whole > 0, True
        self.values, labels = np.ravel(values), np.ravel(whole)
        wanted = np.ravel(np.asarray(index))
        order = np.argsort(wanted, kind="stable")
        ascending = wanted[order]
        place = np.clip(np.searchsorted(ascending, labels), 0, len(wanted) - 1)
        self.inside = ascending[place] == labels
        self.target = order[place]  # the part that each number belongs to
        self.own = order[np.clip(np.searchsorted(ascending, wanted), 0, len(wanted) - 1)]
        self.count, self.index_shape = len(wanted), np.shape(index)

    def told(self, found: Any) -> Any:
        """One number for each label of the index."""
        found = found[self.own]
        return found[0] if self.scalar else np.reshape(found, self.index_shape)

    def sums(self, values: Any) -> Any:
        found = np.zeros(self.count)
        np.add.at(found, self.target, np.where(self.inside, values, 0.0))
        return found

    def sizes(self) -> Any:
        return self.sums(np.ones(len(self.values)))

    def means(self) -> Any:
        return self.sums(self.values.astype(np.float64)) / self.sizes()

    def extreme(self, largest: bool) -> Any:
        """The largest or smallest number of each part; 0 of none."""
        values = self.values.astype(np.float64)
        found = np.full(self.count, -np.inf if largest else np.inf)
        if largest:
            np.maximum.at(found, self.target, np.where(self.inside, values, -np.inf))
        else:
            np.minimum.at(found, self.target, np.where(self.inside, values, np.inf))
        return np.where(self.sizes() > 0, found, 0.0)

    def place(self, largest: bool) -> Any:
        """The first place, in the order of rows, of each part's extreme."""
        there = self.inside & (self.values == self.extreme(largest)[self.target])
        n = len(self.values)
        found = np.full(self.count, n)
        np.minimum.at(found, self.target, np.where(there, np.arange(n), n))
        return found


def as_image(found: Any, values: Any) -> Any:
    """In the dtype of the image, as SciPy's extremes."""
    return found.astype(np.asarray(values).dtype)


@read_as("scipy.ndimage.sum_labels", "scipy.ndimage.sum")
def sum_labels(input: Any, labels: Any = None, index: Any = None) -> Any:
    """The sum over one part is NumPy's, with its dtype; those over several are float64."""
    parts = Parts(input, labels, index)
    if parts.scalar:
        return np.sum(np.where(parts.inside, parts.values, 0))
    return parts.told(parts.sums(parts.values.astype(np.float64)))


@read_as("scipy.ndimage.mean")
def mean(input: Any, labels: Any = None, index: Any = None) -> Any:
    parts = Parts(input, labels, index)
    return parts.told(parts.means())


@read_as("scipy.ndimage.variance")
def variance(input: Any, labels: Any = None, index: Any = None) -> Any:
    parts = Parts(input, labels, index)
    apart = parts.values - parts.means()[parts.target]
    return parts.told(parts.sums(apart * apart) / parts.sizes())


@read_as("scipy.ndimage.standard_deviation")
def standard_deviation(input: Any, labels: Any = None, index: Any = None) -> Any:
    return np.sqrt(variance(input, labels, index))


@read_as("scipy.ndimage.minimum")
def minimum(input: Any, labels: Any = None, index: Any = None) -> Any:
    parts = Parts(input, labels, index)
    return as_image(parts.told(parts.extreme(False)), input)


@read_as("scipy.ndimage.maximum")
def maximum(input: Any, labels: Any = None, index: Any = None) -> Any:
    parts = Parts(input, labels, index)
    return as_image(parts.told(parts.extreme(True)), input)


def places_of(parts: Parts, largest: bool) -> Any:
    if not parts.scalar:
        unsupported(
            "ndimage: compiled code tells the position of the extreme of one part: loop over the labels"
        )
    return np.unravel_index(parts.told(parts.place(largest)), parts.shape)


@read_as("scipy.ndimage.minimum_position")
def minimum_position(input: Any, labels: Any = None, index: Any = None) -> Any:
    return places_of(Parts(input, labels, index), False)


@read_as("scipy.ndimage.maximum_position")
def maximum_position(input: Any, labels: Any = None, index: Any = None) -> Any:
    return places_of(Parts(input, labels, index), True)


@read_as("scipy.ndimage.extrema")
def extrema(input: Any, labels: Any = None, index: Any = None) -> tuple:
    parts = Parts(input, labels, index)
    low, high = [as_image(parts.told(parts.extreme(largest)), input) for largest in (False, True)]
    return low, high, places_of(parts, False), places_of(parts, True)


@read_as("scipy.ndimage.center_of_mass")
def center_of_mass(input: Any, labels: Any = None, index: Any = None) -> Any:
    parts = Parts(input, labels, index)
    values = parts.values.astype(np.float64)
    mass = parts.sums(values)
    grids = np.unravel_index(np.arange(len(values)), parts.shape)
    centers = [parts.told(parts.sums(values * grid) / mass) for grid in grids]
    if parts.scalar:
        return tuple(centers)
    return [tuple([center[k] for center in centers]) for k in range(len(centers[0]))]


@read_as("scipy.ndimage.histogram")
def histogram(input: Any, min: Any, max: Any, bins: int, labels: Any = None, index: Any = None) -> Any:
    if labels is not None and np.ndim(index) > 0:
        unsupported("ndimage.histogram: compiled code counts one part: loop over the labels")
    parts = Parts(input, labels, index)
    edges = np.linspace(min, max, bins + 1)
    at = np.searchsorted(edges, parts.values, side="right") - 1
    at = np.where(parts.values == edges[-1], bins - 1, at)
    counted = parts.inside & (at >= 0) & (at < bins)
    found = np.zeros(bins, np.int64)
    np.add.at(found, np.clip(at, 0, bins - 1), counted.astype(np.int64))
    return found


@read_as("scipy.ndimage.find_objects")
def find_objects(input: Any, max_label: Any = 0) -> Any:
    unsupported(
        "ndimage.find_objects: compiled code has no list of slices; np.nonzero(labels == k) gives places"
    )
