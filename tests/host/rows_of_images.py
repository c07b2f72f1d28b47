"""scipy.ndimage: splines between pixels, images moved, turned and enlarged, morphology."""
import numpy as np
from scipy import ndimage

from .call import row

rng = np.random.default_rng(4)
LINE, IMAGE, BODY = rng.normal(size=7), rng.normal(size=(6, 7)), rng.normal(size=(3, 4, 5))
PLACES = rng.uniform(-9, 15, size=(2, 9))
BYTES, COUNTS = rng.integers(0, 256, size=(6, 7)).astype(np.uint8), rng.integers(-9, 9, size=(5, 6))
MODES = ("reflect", "grid-mirror", "constant", "grid-constant", "nearest", "mirror", "wrap", "grid-wrap")


@row(LINE, IMAGE)
def coefficients_of_splines(x, image):
    return [ndimage.spline_filter1d(x[:n], order, mode=mode) for order in (2, 3, 4, 5) for n in (1, 2, 3, 7)
            for mode in MODES] + [ndimage.spline_filter(image)]


def between_pixels_by_order(order):
    def between_pixels(x, places):
        return [ndimage.map_coordinates(x, places, order=order, mode=mode, cval=1.5) for mode in MODES]
    between_pixels.__name__ = f"between_pixels_by_order_{order}"
    return between_pixels


for _order in range(6):
    row(IMAGE, PLACES, gradient=False)(between_pixels_by_order(_order))


@row(IMAGE, PLACES / 9 + 2, BODY)
def slopes_between_pixels(x, places, body):
    inner = np.array([[0.2, 1.5], [1.1, 2.2], [0.3, 3.4]])
    return [ndimage.map_coordinates(x, places, order=order, mode="mirror") for order in (2, 3, 5)] + [
        ndimage.map_coordinates(body + 1j * body ** 2, inner, mode="nearest")]


@row(IMAGE)
def moved_images(x):
    made = [(ndimage.shift(x, (0.7, -2.3), order=order, mode=mode, cval=0.5), ndimage.zoom(x, 1.7, None, order, mode),
             ndimage.zoom(x, (0.5, 2), order=order, mode=mode, grid_mode=True)) for order, mode in
            ((0, "wrap"), (1, "grid-constant"), (3, "constant"), (3, "nearest"), (3, "grid-wrap"), (4, "reflect"))]
    return made, ndimage.shift(x, 0.5, prefilter=False), ndimage.zoom(x, 1), ndimage.zoom(x[:1], 2)


@row(IMAGE, BODY)
def turned_images(x, body):
    return [ndimage.rotate(x, 33.0, order=order, mode=mode, cval=0.5) for order, mode in
            ((0, "nearest"), (1, "wrap"), (2, "constant"), (3, "grid-constant"))] + [
        ndimage.rotate(x, 90), ndimage.rotate(x, -180.0), ndimage.rotate(body, 20, axes=(2, 0), reshape=False)]


@row(IMAGE, np.array([[1.1, 0.2], [-0.1, 0.9]]), 33.0)
def images_of_maps(x, m, angle):
    return (ndimage.affine_transform(x, m, 0.3, mode="mirror"),
            ndimage.affine_transform(x, np.concatenate([m, m[:1].T], axis=1), mode="nearest"),
            ndimage.affine_transform(x, m[:, 0] + 1.1, (0.3, 0.1), (4, 4), order=2, mode="mirror"),
            ndimage.rotate(x, angle, reshape=False, mode="nearest"), ndimage.shift(x, m[0], mode="mirror"))


@row(BYTES, COUNTS, IMAGE.astype(np.float32), gradient=False, near=1e-5)
def dtypes_of_moved_images(u, k, x):
    made = [(ndimage.zoom(v, 1.3), ndimage.shift(v, 0.4, order=order), ndimage.rotate(v, 20, order=order))
            for v in (u, k, x) for order in (1, 3)]
    return made, [part.dtype == u.dtype for parts in made for part in parts], (
        ndimage.zoom(u > 99, 2, order=1), ndimage.spline_filter(x, 2, np.float32), ndimage.spline_filter(k))


CORNER, FOOT = np.array([[1, 1, 0], [0, 1, 1]]), np.array([[1, 0, 1], [0, 1, 1]])


def every_option_of(name):
    def every_option(x):
        function = getattr(ndimage, name)
        return (function(x > -0.4), function(x > 0.9, CORNER), function(x > -0.4, iterations=2),
                function(x > 0.9, iterations=0), function(x > -0.4, border_value=1),
                function(x > 0.9, np.ones((2, 3)), origin=(0, -1)),
                function(x > 0.9, CORNER, iterations=-1, mask=x < 0.8),
                function(x > -0.4, np.ones((4, 4)), border_value=1, iterations=2))
    every_option.__name__ = f"every_option_of_{name}"
    return every_option


for _name in ("binary_erosion", "binary_dilation", "binary_opening", "binary_closing"):
    row(IMAGE, gradient=False)(every_option_of(_name))


@row(IMAGE, gradient=False)
def holes(x):
    return (ndimage.binary_fill_holes(x > -0.2), ndimage.binary_fill_holes(x > -0.2, np.ones((3, 3))),
            ndimage.binary_propagation(x > 1, mask=x > -0.2), ndimage.generate_binary_structure(2, 2))


@row(IMAGE, BYTES, gradient=False)
def connected_parts(x, u):
    return ndimage.label(x > 0.2), ndimage.label(x > 0.2, np.ones((3, 3))), ndimage.label(u // 60)


@row(IMAGE)
def footprints(x):
    filters = (ndimage.median_filter, ndimage.maximum_filter, ndimage.minimum_filter)
    return [(f(x, footprint=FOOT), f(x, footprint=np.ones((2, 2)), mode="constant", origin=(0, -1)),
             f(x, footprint=np.eye(3), mode="wrap"), f(BYTES, footprint=FOOT), f(BYTES > 99, footprint=FOOT))
            for f in filters]
