"""Recursive estimation: Kalman and its relatives."""
import numpy as np


def kalman_scalar(measured, process, noise):
    estimates = np.zeros_like(measured)
    x, p = 0.0, 1.0
    for k, z in enumerate(measured):
        p += process
        gain = p / (p + noise)
        x += gain * (z - x)
        p *= 1 - gain
        estimates[k] = x
    return estimates, p


def kalman_with_gaps(measured, process, noise):
    """NaN stands for a missing measurement: predict only."""
    out = np.zeros(measured.shape[0])
    x, p = 0.0, 10.0
    missing = 0
    for k in range(measured.shape[0]):
        p = p + process
        if np.isnan(measured[k]):
            missing += 1
            out[k] = x
            continue
        gain = p / (p + noise)
        x = x + gain * (measured[k] - x)
        p = (1 - gain) * p
        out[k] = x
    return out, missing


def kalman_filter(f, h, q, r, x, p, measured):
    means = np.zeros((len(measured), x.size))
    covariances = np.zeros((len(measured), x.size, x.size))
    for k, z in enumerate(measured):
        x = f @ x
        p = f @ p @ f.T + q
        innovation = h @ p @ h.T + r
        gain = p @ h.T @ np.linalg.inv(innovation)
        x = x + gain @ (z - h @ x)
        p = p - gain @ h @ p
        means[k] = x
        covariances[k] = p
    return means, covariances


def rts_smoother(f, q, means, covariances):
    """Rauch-Tung-Striebel: back through the filtered states."""
    means, covariances = means.copy(), covariances.copy()
    for k in range(len(means) - 2, -1, -1):
        predicted = f @ covariances[k] @ f.T + q
        gain = covariances[k] @ f.T @ np.linalg.inv(predicted)
        means[k] += gain @ (means[k + 1] - f @ means[k])
        covariances[k] += gain @ (covariances[k + 1] - predicted) @ gain.T
    return means, covariances


def alpha_beta(measured, dt, alpha, beta):
    position, speed = measured[0], 0.0
    track = []
    for z in measured:
        position += dt * speed
        error = z - position
        position += alpha * error
        speed += beta / dt * error
    track.append(position)
    track.append(speed)
    return np.array(track)


def extended_kalman_pendulum(measured, dt, q, r):
    """State (angle, rate); only the sine of the angle is seen."""
    x = np.array([0.1, 0.0])
    p = np.eye(2)
    angles = np.zeros(measured.size)
    for k in range(measured.size):
        jacobian = np.array([[1.0, dt], [-dt * 9.81 * np.cos(x[0]), 1.0]])
        x = np.array([x[0] + dt * x[1], x[1] - dt * 9.81 * np.sin(x[0])])
        p = jacobian @ p @ jacobian.T + q * np.eye(2)
        h = np.array([np.cos(x[0]), 0.0])
        gain = p @ h / (h @ p @ h + r)
        x = x + gain * (measured[k] - np.sin(x[0]))
        p = p - np.outer(gain, h @ p)
        angles[k] = x[0]
    return angles


def holt_linear(y, alpha, beta, ahead):
    level, trend = y[0], y[1] - y[0]
    for value in y[2:]:
        last = level
        level = alpha * value + (1 - alpha) * (level + trend)
        trend = beta * (level - last) + (1 - beta) * trend
    return level + np.arange(1, ahead + 1) * trend


def hmm_forward(start, move, emit, observed):
    """Log likelihood by the normalised forward pass."""
    alpha = start * emit[:, observed[0]]
    likelihood = 0.0
    for symbol in observed[1:]:
        scale = alpha.sum()
        likelihood += np.log(scale)
        alpha = (alpha / scale) @ move * emit[:, symbol]
    return likelihood + np.log(alpha.sum())


def complementary(gyro, accelerometer, dt, trust):
    angle = accelerometer[0]
    out = np.empty(gyro.shape)
    for i, (rate, tilt) in enumerate(zip(gyro, accelerometer)):
        angle = trust * (angle + rate * dt) + (1 - trust) * tilt
        out[i] = angle
    return out


def median_of_three(x):
    out = x.copy()
    for i in range(1, x.shape[0] - 1):
        a, b, c = x[i - 1], x[i], x[i + 1]
        if a > b:
            a, b = b, a
        if b > c:
            b = c
        out[i] = a if a > b else b
    return out


def hysteresis(x, low, high):
    """A Schmitt trigger."""
    state = False
    out = np.zeros(x.shape, dtype=bool)
    for i, value in enumerate(x):
        if state:
            if value < low:
                state = False
        elif value > high:
            state = True
        out[i] = state
    return out


def recursive_least_squares(features, targets, forgetting):
    n = features.shape[1]
    w = np.zeros(n)
    p = 100.0 * np.eye(n)
    for phi, y in zip(features, targets):
        k = p @ phi / (forgetting + phi @ p @ phi)
        w += k * (y - phi @ w)
        p = (p - np.outer(k, phi) @ p) / forgetting
    return w


def pid(setpoint, gains, dt, steps, limit):
    """A saturated PID loop around a first-order lag, with anti-windup."""
    kp, ki, kd = gains
    y = integral = last_error = 0.0
    history = np.zeros((steps, 2))
    for n in range(steps):
        error = setpoint - y
        drive = kp * error + ki * (integral + error * dt) + kd * (error - last_error) / dt
        if drive > limit:
            drive = limit
        elif drive < -limit:
            drive = -limit
        else:
            integral += error * dt
        last_error = error
        y += dt * (drive - y)
        history[n] = y, drive
    return history


def examples():
    rng = np.random.default_rng(7)
    z = rng.normal(size=8)
    gaps = np.where(np.arange(8) % 3 == 1, np.nan, z)
    yield kalman_scalar, (z, 0.1, 0.5)
    yield kalman_scalar, (z.astype(np.float32), 0.1, 0.5)
    yield kalman_scalar, (np.zeros(0), 0.1, 0.5)
    yield kalman_with_gaps, (gaps, 0.2, 1.0)
    yield kalman_with_gaps, (z, 0.2, 1.0)
    yield kalman_with_gaps, (np.full(2, np.nan), 0.2, 1.0)
    f = np.array([[1.0, 0.5], [0.0, 1.0]])
    h = np.array([[1.0, 0.0]])
    q, r = 0.1 * np.eye(2), np.array([[0.4]])
    yield kalman_filter, (f, h, q, r, np.zeros(2), np.eye(2), z[:, None])
    one = np.eye(3)
    yield kalman_filter, (one, one, one, one, np.ones(3), one, z[:6].reshape(2, 3))
    means, covariances = kalman_filter(f, h, q, r, np.zeros(2), np.eye(2), z[:, None])
    yield rts_smoother, (f, q, means, covariances)
    yield rts_smoother, (f, q, means[:1], covariances[:1])
    yield alpha_beta, (z, 0.5, 0.6, 0.2)
    yield alpha_beta, (np.array([1.0]), 1.0, 0.5, 0.1)
    yield extended_kalman_pendulum, (0.1 * z, 0.05, 0.01, 0.1)
    yield extended_kalman_pendulum, (np.zeros(1), 0.01, 0.01, 0.1)
    yield holt_linear, (z, 0.5, 0.3, 4)
    yield holt_linear, (np.array([1.0, 3.0]), 0.5, 0.3, 2)
    move = np.array([[0.9, 0.1], [0.2, 0.8]])
    emit = np.array([[0.5, 0.4, 0.1], [0.1, 0.3, 0.6]])
    yield hmm_forward, (np.array([0.5, 0.5]), move, emit, np.array([0, 2, 2, 1]))
    yield hmm_forward, (np.array([1.0, 0.0]), move, emit, np.array([1]))
    yield complementary, (z, 0.1 * z[::-1], 0.1, 0.95)
    yield complementary, (z[:1].astype(np.float32), z[:1].astype(np.float32), 0.1, 0.5)
    yield median_of_three, (z,)
    yield median_of_three, (np.array([5, 1, 4, 2, 2, 8]),)
    yield median_of_three, (np.array([2.0, 1.0]),)
    yield hysteresis, (np.array([0.0, 0.6, 0.9, 0.5, 0.3, 0.1, 0.5, 0.95]), 0.2, 0.8)
    yield hysteresis, (np.array([3, 0, 3]), 1, 2)
    yield recursive_least_squares, (rng.normal(size=(12, 3)), rng.normal(size=12), 0.98)
    yield recursive_least_squares, (np.zeros((0, 2)), np.zeros(0), 0.98)
    yield pid, (1.0, (2.0, 1.0, 0.05), 0.125, 10, 1.5)
    yield pid, (-4.0, (2.0, 1.0, 0.0), 0.25, 6, 1.0)
    yield pid, (1.0, (1.0, 0.0, 0.0), 0.25, 0, 1.0)
