"""Particles that attract, repel and collide."""
import numpy as np


def accelerations_pairs(position, mass, softening):
    """Each pair once, both bodies updated."""
    n = mass.shape[0]
    acceleration = np.zeros_like(position)
    for i in range(n):
        for j in range(i + 1, n):
            gap = position[j] - position[i]
            inverse = (gap @ gap + softening**2) ** -1.5
            acceleration[i] += mass[j] * inverse * gap
            acceleration[j] -= mass[i] * inverse * gap
    return acceleration


def accelerations_broadcast(position, mass, softening):
    gap = position[None, :, :] - position[:, None, :]
    inverse = (np.sum(gap**2, axis=-1) + softening**2) ** -1.5
    return np.sum(gap * (inverse * mass)[:, :, None], axis=1)


def leapfrog(position, velocity, mass, dt, steps):
    position, velocity = position.copy(), velocity.copy()
    force = accelerations_broadcast(position, mass, 0.1)
    for _ in range(steps):
        velocity += 0.5 * dt * force
        position += dt * velocity
        force = accelerations_broadcast(position, mass, 0.1)
        velocity += 0.5 * dt * force
    return position, velocity


def total_energy(position, velocity, mass):
    kinetic = 0.5 * np.sum(mass * np.sum(velocity**2, axis=1))
    potential = 0.0
    for i in range(len(mass)):
        for j in range(i):
            potential -= mass[i] * mass[j] / np.linalg.norm(position[i] - position[j])
    return kinetic + potential


def lennard_jones(position, cutoff, box):
    """Forces under the minimum image convention, with pairs beyond the cutoff skipped."""
    n, dimension = position.shape
    force = np.zeros((n, dimension))
    energy = 0.0
    pairs = 0
    for i in range(n - 1):
        for j in range(i + 1, n):
            gap = position[i] - position[j]
            gap -= box * np.round(gap / box)
            r2 = np.sum(gap * gap)
            if r2 > cutoff * cutoff:
                continue
            s6 = 1.0 / r2**3
            energy += 4 * s6 * (s6 - 1)
            push = 48 * s6 * (s6 - 0.5) / r2 * gap
            force[i] += push
            force[j] -= push
            pairs += 1
    return force, energy, pairs


def spring_chain(x, v, stiffness, damping, dt, steps):
    """Velocity Verlet; the first mass is nailed down."""
    x, v = x.copy(), v.copy()

    def pull(x, v):
        stretch = x[1:] - x[:-1] - 1.0
        force = np.zeros_like(x)
        force[:-1] += stiffness * stretch
        force[1:] -= stiffness * stretch
        force -= damping * v
        force[0] = 0.0
        return force

    force = pull(x, v)
    for _ in range(steps):
        x += dt * v + 0.5 * dt**2 * force
        new = pull(x, v)
        v += 0.5 * dt * (force + new)
        force = new
    return x, v


def bouncing_ball(height, speed, restitution, dt, steps):
    trace = np.zeros(steps)
    bounces = 0
    for n in range(steps):
        speed -= 9.81 * dt
        height += speed * dt
        if height < 0:
            height = -height * restitution
            speed = -speed * restitution
            bounces += 1
        trace[n] = height
    return trace, bounces


def elastic_collisions(position, velocity, mass, dt, steps):
    """Beads on a wire swap momentum when they meet on the way to each other."""
    x, v = position.copy(), velocity.copy()
    for _ in range(steps):
        x += v * dt
        for i in range(len(x) - 1):
            if x[i] > x[i + 1] and v[i] > v[i + 1]:
                total = mass[i] + mass[i + 1]
                centre = (mass[i] * v[i] + mass[i + 1] * v[i + 1]) / total
                v[i], v[i + 1] = 2 * centre - v[i], 2 * centre - v[i + 1]
    return x, v


def closest_pair(points):
    best = np.inf
    pair = np.zeros(2, dtype=np.int64)
    for i in range(len(points)):
        for j in range(i + 1, len(points)):
            gap = np.hypot(points[i, 0] - points[j, 0], points[i, 1] - points[j, 1])
            if gap < best:
                best = gap
                pair[0], pair[1] = i, j
    return best, pair


def centre_of_mass_frame(position, velocity, mass):
    share = mass / mass.sum()
    return position - share @ position, velocity - share @ velocity


def cell_deposit(position, charge, cells):
    """Cloud-in-cell weights on a periodic grid."""
    grid = np.zeros(cells)
    for x, q in zip(position, charge):
        left = int(np.floor(x * cells))
        weight = x * cells - left
        grid[left % cells] += q * (1 - weight)
        grid[(left + 1) % cells] += q * weight
    return grid


def kepler_orbit_period(dt):
    """Steps until a body on a circular orbit comes back over the x axis."""
    x, y, vx, vy = 1.0, 0.0, 0.0, 1.0
    steps = 0
    while True:
        r3 = (x * x + y * y) ** 1.5
        vx -= dt * x / r3
        vy -= dt * y / r3
        before = y
        x += dt * vx
        y += dt * vy
        steps += 1
        if before < 0 <= y:
            return steps


def examples():
    rng = np.random.default_rng(8)
    position, velocity = rng.normal(size=(4, 3)), 0.3 * rng.normal(size=(4, 3))
    mass = rng.uniform(0.5, 2, 4)
    for f in (accelerations_pairs, accelerations_broadcast):
        yield f, (position, mass, 0.05)
        yield f, (position[:1, :2], mass[:1], 0.1)
        yield f, (position.astype(np.float32), mass.astype(np.float32), np.float32(0.1))
    yield leapfrog, (position, velocity, mass, 0.01, 6)
    yield leapfrog, (position[:2], velocity[:2], mass[:2], 0.01, 0)
    yield total_energy, (position, velocity, mass)
    yield total_energy, (position[:1], velocity[:1], mass[:1])
    lattice = np.array([[i, j] for i in range(3) for j in range(2)]) * 1.1 + rng.uniform(0, 0.1, (6, 2))
    yield lennard_jones, (lattice, 1.6, 4.0)
    yield lennard_jones, (lattice[:1], 1.6, 4.0)
    yield lennard_jones, (lattice, 0.5, 4.0)
    yield spring_chain, (np.arange(5) * 1.2, np.zeros(5), 3.0, 0.1, 0.05, 8)
    yield spring_chain, (np.array([0.0, 1.5]), np.array([0.0, 0.2]), 1.0, 0.0, 0.1, 3)
    yield bouncing_ball, (1.0, 0.0, 0.8, 0.05, 30)
    yield bouncing_ball, (5.0, 1.0, 0.8, 0.01, 4)
    beads, pushes = np.array([0.0, 1.0, 3.0]), np.array([2.0, 0.0, -1.0])
    yield elastic_collisions, (beads, pushes, np.array([1.0, 2.0, 3.0]), 0.07, 20)
    yield elastic_collisions, (np.array([0.0, 1.0]), np.array([0.0, 0.5]), np.ones(2), 0.1, 5)
    yield closest_pair, (rng.uniform(size=(6, 2)),)
    yield closest_pair, (np.zeros((1, 2)),)
    yield centre_of_mass_frame, (position, velocity, mass)
    yield centre_of_mass_frame, (np.arange(4).reshape(2, 2), np.ones((2, 2)), np.array([1, 3]))
    yield cell_deposit, (rng.uniform(size=9), rng.normal(size=9), 5)
    yield cell_deposit, (np.array([0.99, 0.01]), np.ones(2), 1)
    yield kepler_orbit_period, (0.05,)
    yield kepler_orbit_period, (0.11,)
