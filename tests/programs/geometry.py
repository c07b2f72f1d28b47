"""Points, polygons and rays."""
import numpy as np


def shoelace(polygon):
    area = 0.0
    j = len(polygon) - 1
    for i in range(len(polygon)):
        area += polygon[j, 0] * polygon[i, 1] - polygon[i, 0] * polygon[j, 1]
        j = i
    return area / 2


def polygon_centroid(polygon):
    following = np.roll(polygon, -1, axis=0)
    cross = polygon[:, 0] * following[:, 1] - following[:, 0] * polygon[:, 1]
    return ((polygon + following) * cross[:, None]).sum(axis=0) / (3 * cross.sum())


def point_in_polygon(polygon, x, y):
    inside = False
    n = len(polygon)
    for i in range(n):
        x1, y1 = polygon[i]
        x2, y2 = polygon[(i + 1) % n]
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def monotone_chain(points):
    """Convex hull; indices in a buffer, with how many are in use."""
    order = np.lexsort((points[:, 1], points[:, 0]))
    hull = np.zeros(2 * len(points), dtype=np.int64)

    def turns_left(a, b, c):
        u, v = points[b] - points[a], points[c] - points[a]
        return u[0] * v[1] - u[1] * v[0] > 0

    top = 0
    for k in order:
        while top >= 2 and not turns_left(hull[top - 2], hull[top - 1], k):
            top -= 1
        hull[top] = k
        top += 1
    lower = top + 1
    for k in order[-2::-1]:
        while top >= lower and not turns_left(hull[top - 2], hull[top - 1], k):
            top -= 1
        hull[top] = k
        top += 1
    for i in range(top - 1, len(hull)):
        hull[i] = -1
    return hull, top - 1


def segments_cross(p, q, r, s):
    def orient(a, b, c):
        return np.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))

    return orient(p, q, r) != orient(p, q, s) and orient(r, s, p) != orient(r, s, q)


def count_crossings(segments):
    crossings = 0
    for i in range(len(segments)):
        for j in range(i):
            if segments_cross(segments[i, 0], segments[i, 1], segments[j, 0], segments[j, 1]):
                crossings += 1
    return crossings


def ray_sphere(origin, direction, centre, radius):
    """Distance to the nearest hit in front, or infinity."""
    gap = origin - centre
    b = gap @ direction
    discriminant = b * b - gap @ gap + radius * radius
    if discriminant < 0:
        return np.inf
    root = np.sqrt(discriminant)
    if -b - root > 0:
        return -b - root
    if -b + root > 0:
        return -b + root
    return np.inf


def trace_spheres(origins, directions, centres, radii):
    depth = np.full(len(origins), np.inf)
    hit = np.full(len(origins), -1)
    for r in range(len(origins)):
        for s in range(len(centres)):
            t = ray_sphere(origins[r], directions[r], centres[s], radii[s])
            if t < depth[r]:
                depth[r] = t
                hit[r] = s
    return depth, hit


def march_distance(origin, direction, limit):
    """Sphere tracing of two blended balls."""
    def distance(p):
        a = np.sqrt(np.sum((p - np.array([0.0, 0.0, 3.0])) ** 2)) - 1
        b = np.sqrt(np.sum((p - np.array([1.0, 0.5, 4.0])) ** 2)) - 1
        h = max(0.5 - abs(a - b), 0.0)
        return min(a, b) - h * h / 2

    travelled = 0.0
    for step in range(limit):
        gap = distance(origin + travelled * direction)
        if gap < 1e-4:
            return travelled, step
        travelled += gap
        if travelled > 20:
            break
    return np.inf, -1


def rotation_from_euler(roll, pitch, yaw):
    (cr, sr), (cp, sp), (cy, sy) = [(np.cos(a), np.sin(a)) for a in (roll, pitch, yaw)]
    about_x = np.array([[1, 0, 0], [0, cr, -sr], [0, sr, cr]])
    about_y = np.array([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]])
    about_z = np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]])
    return about_z @ about_y @ about_x


def rodrigues(v, axis, angle):
    axis = axis / np.linalg.norm(axis)
    c, s = np.cos(angle), np.sin(angle)
    return v * c + np.cross(axis, v) * s + axis * np.dot(axis, v) * (1 - c)


def kabsch(a, b):
    """The rotation that carries one cloud onto another."""
    a, b = a - a.mean(axis=0), b - b.mean(axis=0)
    u, _, vt = np.linalg.svd(a.T @ b)
    if np.linalg.det(u @ vt) < 0:
        u[:, -1] *= -1
    return u @ vt


def clip_line(x0, y0, x1, y1):
    """Liang and Barsky against the unit square; says whether anything is left."""
    enter, leave = 0.0, 1.0
    dx, dy = x1 - x0, y1 - y0
    for p, q in ((-dx, x0), (dx, 1 - x0), (-dy, y0), (dy, 1 - y0)):
        if p == 0:
            if q < 0:
                return False, 0.0, 0.0
            continue
        t = q / p
        if p < 0:
            if t > leave:
                return False, 0.0, 0.0
            enter = max(enter, t)
        else:
            if t < enter:
                return False, 0.0, 0.0
            leave = min(leave, t)
    return True, enter, leave


def distance_to_segment(p, a, b):
    along = b - a
    t = np.dot(p - a, along) / np.dot(along, along)
    if t < 0:
        nearest = a
    elif t > 1:
        nearest = b
    else:
        nearest = a + t * along
    return np.linalg.norm(p - nearest)


def great_circle(latitude, longitude):
    """Haversine distances between successive places, in km."""
    latitude, longitude = np.radians(latitude), np.radians(longitude)
    dlat, dlon = np.diff(latitude), np.diff(longitude)
    h = np.sin(dlat / 2) ** 2 + np.cos(latitude[:-1]) * np.cos(latitude[1:]) * np.sin(dlon / 2) ** 2
    return 2 * 6371.0 * np.arcsin(np.sqrt(h))


def smallest_enclosing_steps(points, steps):
    """Badoiu and Clarkson: walk towards the farthest point."""
    centre = points[0].copy()
    for k in range(1, steps + 1):
        far = np.argmax(np.sum((points - centre) ** 2, axis=1))
        centre += (points[far] - centre) / (k + 1)
    return centre


def winding_triangles(triangles):
    """Turns every triangle counter-clockwise, in place; tells how many were turned."""
    turned = 0
    for t in triangles:
        u, v = t[1] - t[0], t[2] - t[0]
        if u[0] * v[1] - u[1] * v[0] < 0:
            first = t[1].copy()
            t[1] = t[2]
            t[2] = first
            turned += 1
    return turned


def koch_points(depth):
    """A curve by recursion on a static depth."""
    def refine(points, level):
        if level == 0:
            return points
        start, gap = points[:-1], np.diff(points)
        turn = np.exp(1j * np.pi / 3)
        first, last = start + gap / 3, start + 2 * gap / 3
        pieces = np.stack([start, first, first + gap * turn / 3, last], axis=1)
        return refine(np.concatenate([pieces.ravel(), points[-1:]]), level - 1)

    return refine(np.array([0.0 + 0j, 1.0 + 0j]), depth)


def examples():
    rng = np.random.default_rng(34)
    square = np.array([[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0]])
    star = rng.normal(size=(6, 2))
    yield shoelace, (square,)
    yield shoelace, (star,)
    yield shoelace, (np.zeros((0, 2)),)
    yield polygon_centroid, (square,)
    yield polygon_centroid, (square[::-1].astype(np.float32),)
    for x, y in ((1.0, 0.5), (3.0, 0.5), (0.1, -0.2)):
        yield point_in_polygon, (square, x, y)
    yield monotone_chain, (rng.normal(size=(7, 2)),)
    yield monotone_chain, (np.array([[0, 0], [2, 0], [1, 1], [0, 2], [2, 2], [1, 0]]),)
    yield segments_cross, (square[0], square[2], square[1], square[3])
    yield segments_cross, (square[0], square[1], square[2], square[3])
    yield count_crossings, (rng.normal(size=(5, 2, 2)),)
    yield count_crossings, (np.zeros((1, 2, 2)),)
    ahead = np.array([0.0, 0.0, 1.0])
    for x, z, radius in ((0.0, 5.0, 1.0), (3.0, 5.0, 1.0), (0.0, 0.5, 2.0), (0.0, -5.0, 1.0)):
        yield ray_sphere, (np.zeros(3), ahead, np.array([x, 0.0, z]), radius)
    directions = rng.normal(size=(5, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    yield trace_spheres, (np.zeros((5, 3)), directions, 2 * directions[:2] + 0.1, np.array([0.5, 1.0]))
    yield trace_spheres, (np.zeros((1, 3)), directions[:1], np.zeros((0, 3)), np.zeros(0))
    yield march_distance, (np.zeros(3), ahead, 40)
    yield march_distance, (np.zeros(3), np.array([1.0, 0.0, 0.0]), 40)
    yield march_distance, (np.zeros(3), ahead, 1)
    yield rotation_from_euler, (0.1, -0.7, 2.0)
    yield rotation_from_euler, (0.0, 0.0, 0.0)
    yield rodrigues, (rng.normal(size=3), rng.normal(size=3), 1.1)
    yield rodrigues, (np.array([1, 0, 0]), np.array([0, 0, 2]), np.pi / 2)
    cloud = rng.normal(size=(6, 3))
    yield kabsch, (cloud, cloud @ rotation_from_euler(0.3, 0.2, 0.1) + 1)
    yield kabsch, (cloud, cloud * np.array([1.0, 1.0, -1.0]))
    for start, stop in (((-0.5, 0.2), (1.5, 0.8)), ((0.25, -1.0), (0.25, 0.5)), ((1.5, -1.0), (1.5, 2.0))):
        yield clip_line, (*start, *stop)
    yield clip_line, (-1.0, 0.5, -0.5, 2.0)
    yield clip_line, (-0.5, 0.75, 0.5, 1.75)
    for p in ((-1.0, 1.0), (5.0, 1.0), (1.0, 2.0)):
        yield distance_to_segment, (np.array(p), np.array([0.0, 0.0]), np.array([3.0, 1.0]))
    yield great_circle, (np.array([52.5, 48.9, 40.7]), np.array([13.4, 2.35, -74.0]))
    yield great_circle, (np.array([0.0, 0.0]), np.array([0.0, 90.0]))
    yield smallest_enclosing_steps, (rng.normal(size=(6, 2)), 10)
    yield smallest_enclosing_steps, (np.array([[1.0, 2.0]]), 2)
    yield winding_triangles, (rng.normal(size=(4, 3, 2)),)
    yield winding_triangles, (np.array([[[0, 0], [0, 1], [1, 0]]]),)
    yield koch_points, (2,)
    yield koch_points, (0,)
