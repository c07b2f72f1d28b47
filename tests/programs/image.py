"""Images as arrays."""
import numpy as np


def sobel(image):
    padded = np.pad(image, 1, mode="edge")
    dx = (
        padded[:-2, 2:] + 2 * padded[1:-1, 2:] + padded[2:, 2:]
        - padded[:-2, :-2] - 2 * padded[1:-1, :-2] - padded[2:, :-2]
    )
    dy = (
        padded[2:, :-2] + 2 * padded[2:, 1:-1] + padded[2:, 2:]
        - padded[:-2, :-2] - 2 * padded[:-2, 1:-1] - padded[:-2, 2:]
    )
    return np.hypot(dx, dy), np.arctan2(dy, dx)


def box_blur(image, radius):
    """Separable, with a running sum along each row and then each column."""
    def along_rows(a):
        out = np.zeros_like(a)
        for i in range(a.shape[0]):
            total = a[i, 0] * (radius + 1)
            for j in range(radius):
                total += a[i, min(j, a.shape[1] - 1)]
            for j in range(a.shape[1]):
                total += a[i, min(j + radius, a.shape[1] - 1)]
                out[i, j] = total / (2 * radius + 1)
                total -= a[i, max(j - radius, 0)]
        return out

    return along_rows(along_rows(image.T).T)


def otsu_threshold(histogram):
    total = histogram.sum()
    everything = np.dot(np.arange(histogram.size), histogram)
    below = sum_below = 0.0
    best, threshold = -1.0, 0
    for t in range(histogram.size):
        below += histogram[t]
        if below == 0:
            continue
        above = total - below
        if above == 0:
            break
        sum_below += t * histogram[t]
        gap = sum_below / below - (everything - sum_below) / above
        between = below * above * gap * gap
        if between > best:
            best, threshold = between, t
    return threshold


def floyd_steinberg(image):
    """Errors go to the neighbours that are still to come."""
    work = image.astype(np.float64)
    rows, columns = work.shape
    for i in range(rows):
        for j in range(columns):
            old = work[i, j]
            new = 1.0 if old >= 0.5 else 0.0
            work[i, j] = new
            error = old - new
            if j + 1 < columns:
                work[i, j + 1] += error * 7 / 16
            if i + 1 < rows:
                if j > 0:
                    work[i + 1, j - 1] += error * 3 / 16
                work[i + 1, j] += error * 5 / 16
                if j + 1 < columns:
                    work[i + 1, j + 1] += error / 16
    return work.astype(np.uint8)


def equalise(image, levels):
    counts = np.zeros(levels, dtype=np.int64)
    for row in image:
        for pixel in row:
            counts[pixel] += 1
    cumulative = np.cumsum(counts)
    lowest = cumulative[image.min()]
    table = (cumulative - lowest) * (levels - 1) // np.maximum(image.size - lowest, 1)
    return table[image]


def erode_dilate(mask):
    padded = np.pad(mask, 1, constant_values=False)
    rows, columns = mask.shape
    eroded, dilated = np.ones_like(mask), np.zeros_like(mask)
    for di in range(3):
        for dj in range(3):
            window = padded[di : di + rows, dj : dj + columns]
            eroded &= window
            dilated |= window
    return eroded, dilated, dilated ^ eroded


def label_regions(mask):
    """Two passes with equivalences in a table."""
    rows, columns = mask.shape
    labels = np.zeros(mask.shape, dtype=np.int64)
    parent = np.arange(rows * columns + 1)
    following = 1
    for i in range(rows):
        for j in range(columns):
            if not mask[i, j]:
                continue
            up = labels[i - 1, j] if i > 0 else 0
            left = labels[i, j - 1] if j > 0 else 0
            if up == 0 and left == 0:
                labels[i, j] = following
                following += 1
            elif up > 0 and left > 0:
                while parent[up] != up:
                    up = parent[up]
                while parent[left] != left:
                    left = parent[left]
                labels[i, j] = min(up, left)
                parent[max(up, left)] = min(up, left)
            else:
                labels[i, j] = max(up, left)
    for k in range(1, following):
        parent[k] = parent[parent[k]]
    return parent[labels]


def rotate_nearest(image, angle):
    rows, columns = image.shape
    c, s = np.cos(angle), np.sin(angle)
    out = np.zeros_like(image)
    for i in range(rows):
        for j in range(columns):
            y, x = i - (rows - 1) / 2, j - (columns - 1) / 2
            u = int(np.rint(c * y - s * x + (rows - 1) / 2))
            v = int(np.rint(s * y + c * x + (columns - 1) / 2))
            if 0 <= u < rows and 0 <= v < columns:
                out[i, j] = image[u, v]
    return out


def distance_transform(mask):
    """Chamfer distances to the nearest true pixel, forwards and backwards."""
    rows, columns = mask.shape
    d = np.where(mask, 0, rows + columns)
    for i in range(rows):
        for j in range(columns):
            if i > 0:
                d[i, j] = min(d[i, j], d[i - 1, j] + 1)
            if j > 0:
                d[i, j] = min(d[i, j], d[i, j - 1] + 1)
    for i in reversed(range(rows)):
        for j in reversed(range(columns)):
            if i < rows - 1:
                d[i, j] = min(d[i, j], d[i + 1, j] + 1)
            if j < columns - 1:
                d[i, j] = min(d[i, j], d[i, j + 1] + 1)
    return d


def bresenham(image, i0, j0, i1, j1):
    """Draws a line into the image."""
    di, dj = abs(i1 - i0), abs(j1 - j0)
    step_i = 1 if i1 > i0 else -1
    step_j = 1 if j1 > j0 else -1
    error = dj - di
    while True:
        image[i0, j0] = 1
        if i0 == i1 and j0 == j1:
            break
        twice = 2 * error
        if twice > -di:
            error -= di
            j0 += step_j
        if twice < dj:
            error += dj
            i0 += step_i


def hough_lines(points, angles, bins):
    votes = np.zeros((len(angles), bins), dtype=np.int64)
    for y, x in points:
        for a in range(len(angles)):
            r = x * np.cos(angles[a]) + y * np.sin(angles[a])
            b = int(np.floor(r)) + bins // 2
            if 0 <= b < bins:
                votes[a, b] += 1
    best = np.argmax(votes)
    return votes, best // bins, best % bins


def rgb_to_grey_and_hue(rgb):
    grey = rgb @ np.array([0.299, 0.587, 0.114])
    top, bottom = rgb.max(axis=-1), rgb.min(axis=-1)
    spread = np.where(top > bottom, top - bottom, 1.0)
    r, g, b = np.moveaxis(rgb, -1, 0)
    green_or_blue = np.where(top == g, (b - r) / spread + 2, (r - g) / spread + 4)
    hue = np.where(top == r, (g - b) / spread % 6, green_or_blue)
    return grey, 60 * hue


def bilateral(image, spatial, tonal):
    padded = np.pad(image, 1, mode="reflect")
    total, weight = np.zeros_like(image), np.zeros_like(image)
    for di in range(-1, 2):
        for dj in range(-1, 2):
            shifted = padded[1 + di : 1 + di + image.shape[0], 1 + dj : 1 + dj + image.shape[1]]
            w = np.exp(-(di**2 + dj**2) / (2 * spatial**2) - (shifted - image) ** 2 / (2 * tonal**2))
            total += w * shifted
            weight += w
    return total / weight


def examples():
    rng = np.random.default_rng(33)
    image = rng.uniform(size=(5, 6))
    mask = rng.uniform(size=(5, 6)) < 0.55
    yield sobel, (image,)
    yield sobel, (np.arange(6).reshape(2, 3),)
    yield box_blur, (image, 1)
    yield box_blur, (image[:2, :2], 3)
    yield box_blur, (image.astype(np.float32), 0)
    yield otsu_threshold, (np.array([5, 9, 2, 0, 1, 7, 8]),)
    yield otsu_threshold, (np.array([0, 4, 0]),)
    yield floyd_steinberg, (image,)
    yield floyd_steinberg, (np.array([[0.25], [0.9]], np.float32),)
    yield equalise, (rng.integers(0, 8, (4, 5)), 8)
    yield equalise, (np.array([[3, 3]]), 4)
    yield erode_dilate, (mask,)
    yield erode_dilate, (np.ones((1, 1), bool),)
    yield label_regions, (mask,)
    yield label_regions, (np.array([[True, False, True], [True, True, True]]),)
    yield label_regions, (np.zeros((2, 2), bool),)
    yield label_regions, (np.array([[1, 0, 1, 1, 1, 0, 1], [1, 1, 1, 0, 1, 1, 1]], bool),)
    yield label_regions, (np.array([[1, 0, 1, 1], [1, 1, 1, 1]]),)
    yield rotate_nearest, (image, 0.4)
    yield rotate_nearest, (np.arange(9).reshape(3, 3), 1.6)
    yield distance_transform, (rng.uniform(size=(5, 6)) < 0.15,)
    yield distance_transform, (np.ones((1, 2), bool),)
    yield bresenham, (np.zeros((5, 7), np.uint8), 0, 0, 3, 6)
    yield bresenham, (np.zeros((5, 5)), 4, 2, 0, 1)
    yield bresenham, (np.zeros((2, 2)), 1, 1, 1, 1)
    points = np.array([[0.2, 1.3], [1.1, 2.4], [2.3, 3.1]])
    yield hough_lines, (points, np.linspace(0.1, 3.0, 5), 8)
    yield hough_lines, (np.zeros((0, 2)), np.array([0.5]), 3)
    yield hough_lines, (5 * points, np.array([0.1, 0.8]), 4)
    yield rgb_to_grey_and_hue, (rng.uniform(size=(3, 2, 3)),)
    yield rgb_to_grey_and_hue, (np.array([[1.0, 0.0, 0.0], [0.5, 0.5, 0.5]]),)
    yield bilateral, (image, 1.0, 0.2)
    yield bilateral, (image[:2, :3].astype(np.float32), 2.0, 0.5)
