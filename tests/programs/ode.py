"""Initial value problems."""
import numpy as np


def decay(t, y):
    return -1.5 * y + np.cos(t)


def oscillator(t, y):
    return np.array([y[1], -4 * y[0] - 0.2 * y[1]])


def lotka_volterra(t, y):
    prey, hunter = y
    return np.array([prey * (1.1 - 0.4 * hunter), hunter * (0.1 * prey - 0.4)])


def euler(f, y, t, dt, steps):
    for _ in range(steps):
        y = y + dt * f(t, y)
        t += dt
    return t, y


def runge_kutta_4(f, y, dt, steps):
    trajectory = np.zeros((steps + 1, y.size))
    trajectory[0] = y
    for n in range(steps):
        t = n * dt
        k1 = f(t, y)
        k2 = f(t + dt / 2, y + dt / 2 * k1)
        k3 = f(t + dt / 2, y + dt / 2 * k2)
        k4 = f(t + dt, y + dt * k3)
        y = y + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        trajectory[n + 1] = y
    return trajectory


def butcher(f, y, dt, steps, a, b, c):
    """Any explicit method from its table; the stages are kept in an array."""
    stages = len(b)
    k = np.zeros((stages,) + y.shape)
    for n in range(steps):
        for i in range(stages):
            inner = y.copy()
            for j in range(i):
                inner += dt * a[i, j] * k[j]
            k[i] = f((n + c[i]) * dt, inner)
        y = y + dt * np.tensordot(b, k, axes=1)
    return y


def adams_bashforth_2(f, y, dt, steps):
    previous = f(0.0, y)
    for n in range(steps):
        current = f(n * dt, y)
        y = y + dt * (1.5 * current - 0.5 * previous)
        previous = current
    return y


def backward_euler(y, dt, steps, stiffness):
    """y' = -k (y^3 - 1), each step solved by Newton's method."""
    total_iterations = 0
    for _ in range(steps):
        new = y
        while True:
            residual = new - y + dt * stiffness * (new**3 - 1)
            update = residual / (1 + 3 * dt * stiffness * new**2)
            new = new - update
            total_iterations += 1
            if abs(update) < 1e-7:
                break
        y = new
    return y, total_iterations


def heun_euler_adaptive(f, y, end, tolerance):
    """Accept or reject; the step follows the error estimate."""
    t, dt = 0.0, 0.1
    accepted = rejected = 0
    while t < end - 1e-9:
        dt = min(dt, end - t)
        k1 = f(t, y)
        k2 = f(t + dt, y + dt * k1)
        error = np.max(np.abs(dt / 2 * (k2 - k1)))
        if error <= tolerance:
            t += dt
            y = y + dt / 2 * (k1 + k2)
            accepted += 1
        else:
            rejected += 1
        dt *= min(2.0, max(0.3, 0.9 * np.sqrt(tolerance / max(error, 1e-10))))
    return y, accepted, rejected


def symplectic_pendulum(angle, momentum, dt, steps):
    energy = np.zeros(steps)
    for n in range(steps):
        momentum -= dt * np.sin(angle)
        angle += dt * momentum
        energy[n] = 0.5 * momentum**2 - np.cos(angle)
    return angle, momentum, energy.max() - energy.min() if steps else 0.0


def lorenz(state, dt, steps, sigma=10.0, rho=28.0, beta=8 / 3):
    x, y, z = state
    out = np.empty((steps, 3))
    for n in range(steps):
        dx, dy, dz = sigma * (y - x), x * (rho - z) - y, x * y - beta * z
        x, y, z = x + dt * dx, y + dt * dy, z + dt * dz
        out[n] = x, y, z
    return out


def sir_epidemic(s, i, r, beta, gamma, dt, threshold):
    """Days until fewer than a threshold are infected."""
    days = 0
    peak = i
    while i > threshold and days < 500:
        infections, recoveries = dt * beta * s * i, dt * gamma * i
        s, i, r = s - infections, i + infections - recoveries, r + recoveries
        peak = max(peak, i)
        days += 1
    return days, peak, s, r


def shooting(target, steps):
    """Bisection on the initial slope of y'' = -y (1 + y^2 / 10), y(0) = 0, y(1) = target."""
    def landing(slope):
        y, v = 0.0, slope
        for _ in range(steps):
            v -= y * (1 + 0.1 * y * y) / steps
            y += v / steps
        return y

    low, high = 0.0, 4.0
    for _ in range(20):
        middle = (low + high) / 2
        if landing(middle) < target:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def delay_equation(history, dt, steps, lag):
    """y'(t) = -y(t - lag), with the past in a ring of fixed length."""
    ring = np.full(lag, history)
    y = history
    for n in range(steps):
        old = ring[n % lag]
        ring[n % lag] = y
        y = y - dt * old
    return y, ring


def event_location(height, speed, dt):
    """Integrate until below the floor, then interpolate the moment of impact."""
    t = 0.0
    while True:
        new_speed = speed - 9.81 * dt
        new_height = height + dt * new_speed
        if new_height < 0:
            share = height / (height - new_height)
            return t + share * dt, speed + share * (new_speed - speed)
        height, speed, t = new_height, new_speed, t + dt


def kuramoto(phases, natural, coupling, dt, steps):
    for _ in range(steps):
        gaps = phases[None, :] - phases[:, None]
        phases = phases + dt * (natural + coupling * np.mean(np.sin(gaps), axis=1))
    order = np.abs(np.mean(np.exp(1j * phases)))
    return phases, order


def examples():
    rng = np.random.default_rng(29)
    yield euler, (decay, 1.0, 0.0, 0.1, 8)
    yield euler, (decay, np.array([1.0, -2.0]), 0.5, 0.05, 3)
    yield euler, (oscillator, np.array([1.0, 0.0]), 0.0, 0.05, 0)
    yield runge_kutta_4, (oscillator, np.array([1.0, 0.0]), 0.1, 6)
    yield runge_kutta_4, (lotka_volterra, np.array([10.0, 5.0]), 0.05, 4)
    yield runge_kutta_4, (oscillator, np.array([1.0, 0.0]), 0.1, 0)
    a = np.array([[0.0, 0, 0], [0.5, 0, 0], [-1, 2, 0]])
    b, c = np.array([1, 4, 1]) / 6, np.array([0, 0.5, 1])
    yield butcher, (oscillator, np.array([0.3, 1.0]), 0.1, 4, a, b, c)
    yield butcher, (decay, np.array([0.3]), 0.1, 2, np.zeros((1, 1)), np.ones(1), np.zeros(1))
    yield adams_bashforth_2, (oscillator, np.array([1.0, 0.5]), 0.05, 7)
    yield adams_bashforth_2, (decay, 2.0, 0.1, 1)
    yield backward_euler, (2.0, 0.1, 4, 50.0)
    yield backward_euler, (1.0, 0.1, 1, 5.0)
    yield heun_euler_adaptive, (decay, 1.0, 1.0, 1e-3)
    yield heun_euler_adaptive, (oscillator, np.array([1.0, 0.0]), 0.7, 1e-2)
    yield heun_euler_adaptive, (decay, 1.0, 0.0, 1e-3)
    yield symplectic_pendulum, (1.0, 0.0, 0.1, 10)
    yield symplectic_pendulum, (np.float32(0.2), np.float32(1.0), np.float32(0.05), 4)
    yield lorenz, (np.array([1.0, 1.0, 20.0]), 0.01, 8)
    yield lorenz, ((1.0, 2.0, 3.0), 0.01, 2), {"rho": 14.0}
    yield sir_epidemic, (0.99, 0.01, 0.0, 0.9, 0.3, 0.5, 0.005)
    yield sir_epidemic, (0.5, 0.001, 0.499, 0.9, 0.3, 0.5, 0.005)
    yield shooting, (1.0, 12)
    yield shooting, (0.2, 1)
    yield delay_equation, (1.0, 0.1, 12, 5)
    yield delay_equation, (2.0, 0.2, 3, 1)
    yield event_location, (1.0, 2.0, 0.03)
    yield event_location, (0.01, 0.0, 0.25)
    yield kuramoto, (rng.uniform(0, 6, 5), rng.normal(size=5), 2.0, 0.1, 6)
    yield kuramoto, (np.zeros(1), np.ones(1), 2.0, 0.1, 3)
