"""Small physical models."""
import numpy as np


def ising_energy(spins, coupling, field):
    bonds = np.sum(spins * np.roll(spins, 1, axis=0)) + np.sum(spins * np.roll(spins, 1, axis=1))
    return -coupling * bonds - field * spins.sum()


def metropolis(spins, sites, uniforms, beta):
    """One proposal a row; the chances are arguments, the lattice is changed in place."""
    n, m = spins.shape
    accepted = 0
    for k in range(len(sites)):
        i, j = sites[k]
        around = spins[(i + 1) % n, j] + spins[i - 1, j] + spins[i, (j + 1) % m] + spins[i, j - 1]
        cost = 2 * spins[i, j] * around
        if cost <= 0 or uniforms[k] < np.exp(-beta * cost):
            spins[i, j] = -spins[i, j]
            accepted += 1
    return accepted


def wolff_cluster(spins, start_i, start_j, uniforms, chance):
    """Grows one cluster with a stack; random numbers are used in turn."""
    n, m = spins.shape
    old = spins[start_i, start_j]
    stack = np.zeros((n * m, 2), dtype=np.int64)
    stack[0] = start_i, start_j
    spins[start_i, start_j] = -old
    top, size, used = 1, 1, 0
    while top > 0:
        top -= 1
        i, j = stack[top]
        for di, dj in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            a, b = (i + di) % n, (j + dj) % m
            if spins[a, b] != old:
                continue
            used += 1
            if uniforms[used % uniforms.size] < chance:
                spins[a, b] = -old
                stack[top] = a, b
                top += 1
                size += 1
    return size


def projectile_with_drag(speed, angle, drag, dt):
    x = y = 0.0
    vx, vy = speed * np.cos(angle), speed * np.sin(angle)
    highest = 0.0
    while y >= 0:
        v = np.hypot(vx, vy)
        vx -= dt * drag * v * vx
        vy -= dt * (9.81 + drag * v * vy)
        x += dt * vx
        y += dt * vy
        highest = max(highest, y)
    return x, highest


def boris_push(position, velocity, electric, magnetic, dt, steps):
    """A charge in crossed fields."""
    t = 0.5 * dt * magnetic
    s = 2 * t / (1 + t @ t)
    for _ in range(steps):
        minus = velocity + 0.5 * dt * electric
        prime = minus + np.cross(minus, t)
        velocity = minus + np.cross(prime, s) + 0.5 * dt * electric
        position = position + dt * velocity
    return position, velocity


def ray_through_layers(angle, indices):
    """Snell's law layer by layer, until total reflection."""
    sine = np.sin(angle)
    for k in range(len(indices) - 1):
        sine = sine * indices[k] / indices[k + 1]
        if abs(sine) > 1:
            return np.nan, k
    return np.arcsin(sine), len(indices) - 1


def lattice_boltzmann_step(f, omega):
    """D1Q3: collide, stream."""
    velocities, weights = np.array([0.0, 1.0, -1.0]), np.array([4.0, 1.0, 1.0]) / 6
    density = f.sum(axis=0)
    speed = velocities @ f / density
    vu = velocities[:, None] * speed
    equilibrium = weights[:, None] * density * (1 + 3 * vu + 4.5 * vu**2 - 1.5 * speed**2)
    f = f + omega * (equilibrium - f)
    return np.stack([f[0], np.roll(f[1], 1), np.roll(f[2], -1)])


def heat_rod_to_steady(left, right, n, tolerance):
    t = np.zeros(n)
    t[0], t[-1] = left, right
    sweeps = 0
    change = tolerance + 1
    while change > tolerance:
        new = t.copy()
        new[1:-1] = 0.5 * (t[:-2] + t[2:])
        change = np.abs(new - t).max()
        t = new
        sweeps += 1
    return t, sweeps


def transfer_matrix(energy, heights, width):
    """Transmission through square barriers."""
    matrix = np.eye(2, dtype=complex)
    k0 = np.sqrt(2 * energy)
    for v in heights:
        k = np.sqrt(2 * (energy - v) + 0j)
        c, s = np.cos(k * width), np.sin(k * width)
        matrix = matrix @ np.array([[c, -s / k], [k * s, c]])
    m11, m12, m21, m22 = matrix.ravel()
    return np.abs(2 / (m11 + m22 - 1j * (m21 / k0 - k0 * m12))) ** 2


def schroedinger_step(psi, potential, dt):
    """Split operator: half a kick, drift in Fourier space, half a kick."""
    n = psi.size
    k = 2 * np.pi * np.fft.fftfreq(n)
    kick = np.exp(-0.5j * dt * potential)
    psi = kick * psi
    psi = np.fft.ifft(np.exp(-0.5j * dt * k**2) * np.fft.fft(psi))
    return kick * psi


def numerov_nodes(energy, x):
    """Counts the nodes of a harmonic oscillator solution."""
    h = x[1] - x[0]
    g = 2 * energy - x**2
    f = 1 + h * h / 12 * g
    psi = np.zeros(x.size)
    psi[1] = 1e-3
    nodes = 0
    for i in range(1, x.size - 1):
        psi[i + 1] = ((12 - 10 * f[i]) * psi[i] - f[i - 1] * psi[i - 1]) / f[i + 1]
        if psi[i + 1] * psi[i] < 0:
            nodes += 1
    return nodes, psi


def radioactive_chain(counts, rates, dt, steps):
    """Each isotope feeds the next."""
    counts = counts.copy()
    for _ in range(steps):
        decays = dt * rates * counts
        counts -= decays
        counts[1:] += decays[:-1]
    return counts


def rigid_body(omega, inertia, dt, steps):
    for _ in range(steps):
        i1, i2, i3 = inertia
        w1, w2, w3 = omega
        rate = np.array([(i2 - i3) / i1 * w2 * w3, (i3 - i1) / i2 * w3 * w1, (i1 - i2) / i3 * w1 * w2])
        omega = omega + dt * rate
    return omega, 0.5 * np.sum(inertia * omega**2)


def traffic(road, steps, top_speed):
    """Nagel and Schreckenberg without noise: -1 is an empty cell, else a speed."""
    n = road.size
    for _ in range(steps):
        new = np.full(n, -1)
        for i in range(n):
            if road[i] < 0:
                continue
            gap = 1
            while gap <= top_speed and road[(i + gap) % n] < 0:
                gap += 1
            speed = min(road[i] + 1, top_speed, gap - 1)
            new[(i + speed) % n] = speed
        road = new
    return road


def blackbody_peak(temperature, wavelengths):
    x = 14387.77 / (wavelengths * temperature)
    radiance = wavelengths**-5.0 / np.expm1(x)
    return wavelengths[np.argmax(radiance)], radiance / radiance.max()


def examples():
    rng = np.random.default_rng(32)
    spins = rng.choice([-1, 1], (4, 5))
    yield ising_energy, (spins, 1.0, 0.2)
    yield ising_energy, (np.ones((2, 2)), 0.5, 0.0)
    sites = np.stack([rng.integers(0, 4, 12), rng.integers(0, 5, 12)], axis=1)
    yield metropolis, (spins, sites, rng.uniform(size=12), 0.4)
    yield metropolis, (np.ones((2, 2), np.int8), sites[:1] % 2, np.zeros(1), 1.0)
    yield wolff_cluster, (spins, 1, 2, rng.uniform(size=9), 0.6)
    yield wolff_cluster, (np.ones((3, 3), np.int64), 0, 0, np.zeros(1), 0.5)
    yield projectile_with_drag, (20.0, 0.7, 0.02, 0.05)
    yield projectile_with_drag, (5.0, 1.2, 0.0, 0.03)
    electric, magnetic = np.array([0.0, 0.1, 0.0]), np.array([0.0, 0.0, 2.0])
    yield boris_push, (np.zeros(3), np.array([1.0, 0.0, 0.0]), electric, magnetic, 0.1, 6)
    yield boris_push, (np.zeros(3), rng.normal(size=3), rng.normal(size=3), np.zeros(3), 0.1, 1)
    yield ray_through_layers, (0.4, np.array([1.0, 1.3, 1.5]))
    yield ray_through_layers, (1.0, np.array([1.0, 1.5, 0.5]))
    yield lattice_boltzmann_step, (rng.uniform(0.5, 1, (3, 6)), 1.2)
    yield lattice_boltzmann_step, (np.ones((3, 1)), 0.5)
    yield heat_rod_to_steady, (1.0, 3.0, 6, 1e-3)
    yield heat_rod_to_steady, (0.0, 0.0, 3, 1e-3)
    yield transfer_matrix, (0.8, np.array([0.0, 1.5, 0.3]), 0.5)
    yield transfer_matrix, (2.0, np.array([1.0]), 1.0)
    wave = np.exp(-np.linspace(-2, 2, 8) ** 2 + 1j * np.arange(8))
    yield schroedinger_step, (wave, rng.uniform(size=8), 0.1)
    yield schroedinger_step, (np.ones(4), np.zeros(4), 0.1)
    yield numerov_nodes, (2.7, np.linspace(-3, 3, 25))
    yield numerov_nodes, (0.3, np.linspace(-2, 2, 9))
    yield radioactive_chain, (np.array([100.0, 0.0, 0.0]), np.array([0.5, 0.1, 0.0]), 0.1, 8)
    yield radioactive_chain, (np.array([8.0]), np.array([1.0]), 0.5, 2)
    yield rigid_body, (np.array([0.1, 1.0, 0.2]), np.array([1.0, 2.0, 3.0]), 0.05, 6)
    yield rigid_body, (np.ones(3, np.float32), np.array([1, 1, 2], np.float32), 0.5, 1)
    yield traffic, (np.array([0, -1, 2, -1, -1, 1, 0, -1, -1, -1]), 4, 3)
    yield traffic, (np.array([-1, -1]), 1, 2)
    yield blackbody_peak, (5800.0, np.linspace(0.2, 2.0, 9))
    yield blackbody_peak, (300.0, np.array([5.0, 10.0, 20.0], np.float32))
