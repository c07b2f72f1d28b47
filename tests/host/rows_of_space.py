"""scipy.spatial: neighbours, distances of truth values, shapes."""
import numpy as np
from scipy import linalg, spatial
from scipy.spatial import distance

from .call import row

rng = np.random.default_rng(15)
CLOUD, PLACES = rng.normal(size=(40, 3)), rng.normal(size=(5, 3))
WEIGHTS = np.array([0.5, 1.0, 2.0, 1.0, 0.3, 1.0])
TRUTHS, OTHERS = rng.uniform(size=(6, 6)) > 0.5, rng.uniform(size=(4, 6)) > 0.4
SHARES, OF_OTHERS = rng.dirichlet(np.ones(4), size=3), rng.dirichlet(np.ones(4), size=2)
TREE, OLD_TREE = spatial.KDTree(CLOUD), spatial.cKDTree(CLOUD)
MANY = rng.normal(size=(700, 2))


@row(CLOUD, PLACES)
def neighbours_of_points(points, places):
    tree = spatial.KDTree(points)
    return (tree.query(places), tree.query(places, k=3), tree.query(places[0]), tree.query(places, [2, 4], p=1),
            tree.query(places, 4, distance_upper_bound=1.0), tree.query(places[:2], 42)[1], tree.n, tree.m,
            tree.query_ball_point(places, 1.2, return_length=True), tree.query_ball_point(places[0], 1.0, p=np.inf,
                                                                                          return_sorted=True),
            tree.count_neighbors(spatial.KDTree(places), [0.5, 1.5]), tree.query(places.reshape(5, 1, 3), 2)[0])


@row(PLACES)
def neighbours_in_trees_made_outside(places):
    return (TREE.query(places, 2), OLD_TREE.query(places), TREE.query_ball_point(places, [0.5, 1.0, 1.5, 1.0, 1.0],
            return_length=True), OLD_TREE.query_ball_point(places[1], 1.5, return_length=True))


@row(MANY)
def neighbours_found_on_the_host(points):
    tree = spatial.cKDTree(points)
    return tree.query(points, 2), tree.query(points[:100] + 0.01, 3, p=1)[1]


@row(CLOUD[:9], gradient=False)
def pairs_within_a_distance(points):
    found = spatial.KDTree(points).query_pairs(1.5, output_type="ndarray")
    return len(found), np.sum(found * [1, 10])


@row(TRUTHS, OTHERS, gradient=False)
def distances_of_truth_values(x, y):
    names = ("dice", "jaccard", "rogerstanimoto", "russellrao", "sokalsneath", "yule", "hamming", "matching")
    return [distance.cdist(x, y, name) for name in names] + [distance.pdist(x, name, w=WEIGHTS) for name in names] + [
        f(x[0], y[0]) for f in (distance.dice, distance.jaccard, distance.rogerstanimoto, distance.russellrao)] + [
        f(x[1], y[1], WEIGHTS) for f in (distance.sokalsneath, distance.yule, distance.jaccard, distance.russellrao)]


@row(SHARES, OF_OTHERS)
def distances_of_distributions(p, q):
    return (distance.jensenshannon(p[0], q[0]), distance.jensenshannon(p[:2], q, 2.0, axis=1), distance.cdist(p, q,
            "js"),
            distance.pdist(p, "cheb"), distance.cdist(p, q, "jaccard"), distance.jensenshannon([1.0, 0.0], [0.5, 0.5]))


@row(CLOUD[:4], PLACES[:4])
def shapes_laid_on_one_another(x, y):
    first, second, disparity = spatial.procrustes(x, y)
    turn, scale = linalg.orthogonal_procrustes(x, y)
    unit = np.linalg.norm(x[0]), np.linalg.norm(x[1])
    return (first, second, disparity, turn, scale, distance.directed_hausdorff(x, y)[0],
            spatial.geometric_slerp(x[0] / unit[0], x[1] / unit[1], [0.0, 0.3, 1.0]),
            spatial.minkowski_distance(x, y, 3), spatial.minkowski_distance_p(x, y, 1))
