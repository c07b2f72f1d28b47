"""scipy.ndimage: measurements of parts, morphology of grey images; scipy.sparse.csgraph and scipy.cluster.hierarchy."""
import numpy as np
from scipy import ndimage
from scipy.cluster import hierarchy, vq
from scipy.sparse import csgraph

from .call import row

rng = np.random.default_rng(19)
IMAGE = rng.normal(size=(6, 7))
LABELS = rng.integers(0, 4, size=(6, 7))
PIXELS = rng.integers(0, 200, size=(6, 7)).astype(np.uint8)
SPOTS = rng.uniform(size=(6, 7)) > 0.3
WINDOW = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 1]])


@row(IMAGE)
def measures_of_parts(x):
    index = [2, 1, 3, 2, 7]
    return (ndimage.sum_labels(x, LABELS, index[:4]), ndimage.sum(x), ndimage.mean(x, LABELS, 1), ndimage.mean(x,
            LABELS),
            ndimage.variance(x, LABELS, [1, 2]), ndimage.standard_deviation(x), ndimage.sum_labels(x, LABELS, index),
            ndimage.maximum(x, LABELS, index[:4]), ndimage.minimum(x, LABELS, 3), ndimage.maximum(x),
            ndimage.center_of_mass(np.exp(x)), ndimage.center_of_mass(np.exp(x), LABELS, [1, 3]))


@row(PIXELS, IMAGE.astype(np.float32), gradient=False)
def sums_in_their_own_dtype(pixels, narrow):
    return (ndimage.sum(pixels), ndimage.sum(pixels, LABELS), ndimage.sum_labels(narrow, LABELS, 2),
            ndimage.sum(pixels > 100, LABELS, 1), ndimage.sum(narrow), ndimage.sum(pixels, LABELS, [1, 3]))


@row(IMAGE, gradient=False)
def places_in_parts(x):
    return (ndimage.maximum_position(x), ndimage.minimum_position(x, LABELS, 2), ndimage.extrema(x),
            ndimage.histogram(x, -1, 1, 5), ndimage.histogram(x, -2.0, 2.0, 4, LABELS, 1), ndimage.maximum(PIXELS,
            LABELS, [1, 2]))


@row(IMAGE)
def morphology_of_grey_images(x):
    names = ("grey_opening", "grey_closing", "white_tophat", "black_tophat", "morphological_gradient",
             "morphological_laplace", "grey_erosion", "grey_dilation")
    return [getattr(ndimage, name)(x, size=3) for name in names] + [
        ndimage.grey_dilation(x, size=(2, 3)), ndimage.grey_opening(x, footprint=WINDOW, mode="nearest"),
        ndimage.grey_closing(x, size=4), ndimage.maximum_filter1d(x, 3, axis=0), ndimage.minimum_filter1d(x, 4,
        mode="wrap"),
        ndimage.rank_filter(x, 2, size=3), ndimage.rank_filter(x, -1, footprint=WINDOW), ndimage.percentile_filter(x,
        40, 3)]


@row(SPOTS, gradient=False)
def distances_from_the_background(x):
    return ndimage.distance_transform_edt(x), ndimage.distance_transform_edt(x, [2.0, 0.5], return_indices=True)


EDGES, LENGTHS = rng.uniform(size=(6, 6)) > 0.5, rng.uniform(0.5, 2.0, size=(6, 6))


@row(LENGTHS)
def paths_in_graphs(lengths):
    graph = np.where(EDGES, lengths, 0.0)
    return (csgraph.shortest_path(graph), csgraph.dijkstra(graph, directed=False), csgraph.floyd_warshall(graph),
            csgraph.dijkstra(graph, indices=2), csgraph.dijkstra(graph, indices=[0, 3], unweighted=True),
            csgraph.shortest_path(graph, "BF", indices=[1]), csgraph.laplacian(graph + graph.T),
            csgraph.laplacian(graph + graph.T, normed=True), csgraph.dijkstra(graph, limit=1.5))


POINTS = rng.normal(size=(8, 2))


@row(POINTS, gradient=False)
def clusters_of_points(points):
    tree = hierarchy.linkage(points, "ward")
    return (tree, hierarchy.fcluster(tree, 3, "maxclust"), hierarchy.fcluster(tree, 1.0, criterion="distance"),
            hierarchy.cophenet(tree), hierarchy.leaves_list(tree), hierarchy.average(points), vq.whiten(points),
            hierarchy.fclusterdata(points, 1.0))


@row(IMAGE[0], gradient=False)
def parts_of_selections(x):
    found, count = ndimage.label(x[x > -1.5] > 0)
    rows, several = ndimage.label(IMAGE[x[:6] > -0.5] > 0)
    return found, count, rows, several, ndimage.sum(found)


@row(IMAGE[0], gradient=False, batch=False)
def distances_in_selections(x):
    return ndimage.distance_transform_edt(x[x > -1.5] > 0), ndimage.distance_transform_edt(x[0])
