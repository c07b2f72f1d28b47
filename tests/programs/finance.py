"""Money over time."""
import math

import numpy as np


def present_value(flows, rate):
    total = 0.0
    for period, flow in enumerate(flows):
        total += flow / (1 + rate) ** period
    return total


def internal_rate(flows, low, high):
    for _ in range(40):
        middle = 0.5 * (low + high)
        if present_value(flows, middle) > 0:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


def amortisation(principal, rate, payment, periods):
    """Interest paid, and when the loan is gone."""
    interest_paid = 0.0
    for month in range(periods):
        interest = principal * rate / 12
        interest_paid += interest
        principal += interest - payment
        if principal <= 0:
            return interest_paid, month + 1, 0.0
    return interest_paid, periods, principal


def normal_cdf(x):
    """Abramowitz and Stegun 26.2.17."""
    t = 1 / (1 + 0.2316419 * abs(x))
    poly = t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
    tail = math.exp(-0.5 * x * x) / math.sqrt(2 * math.pi) * poly
    return 1 - tail if x >= 0 else tail


def black_scholes(spot, strike, rate, volatility, years, kind="call"):
    spread = volatility * math.sqrt(years)
    d1 = (math.log(spot / strike) + (rate + 0.5 * volatility**2) * years) / spread
    d2 = d1 - spread
    if kind == "call":
        return spot * normal_cdf(d1) - strike * math.exp(-rate * years) * normal_cdf(d2)
    elif kind == "put":
        return strike * math.exp(-rate * years) * normal_cdf(-d2) - spot * normal_cdf(-d1)
    raise ValueError(f"unknown kind {kind!r}")


def binomial_american_put(spot, strike, rate, volatility, years, steps):
    dt = years / steps
    up = np.exp(volatility * np.sqrt(dt))
    p = (np.exp(rate * dt) - 1 / up) / (up - 1 / up)
    values = np.zeros(steps + 1)
    for j in range(steps + 1):
        values[j] = max(strike - spot * up ** (2 * j - steps), 0.0)
    for i in range(steps - 1, -1, -1):
        for j in range(i + 1):
            hold = np.exp(-rate * dt) * (p * values[j + 1] + (1 - p) * values[j])
            values[j] = max(hold, strike - spot * up ** (2 * j - i))
    return values[0]


def asian_paths(spot, drift, volatility, dt, shocks, strike):
    """Mean payoff over given normal shocks, a path a row."""
    growth = (drift - 0.5 * volatility**2) * dt + volatility * np.sqrt(dt) * shocks
    paths = spot * np.exp(np.cumsum(growth, axis=1))
    return np.mean(np.maximum(paths.mean(axis=1) - strike, 0))


def barrier_knock_out(spot, barrier, strike, returns):
    survivors = 0
    payoff = 0.0
    for path in returns:
        price = spot
        for r in path:
            price *= 1 + r
            if price >= barrier:
                break
        else:
            survivors += 1
            payoff += max(price - strike, 0.0)
    return survivors, payoff / len(returns)


def max_drawdown(prices):
    peak = prices[0]
    worst = 0.0
    for p in prices:
        peak = max(peak, p)
        worst = max(worst, (peak - p) / peak)
    return worst


def best_single_trade(prices):
    profit = 0
    buy = sell = 0
    cheapest = 0
    for day in range(1, len(prices)):
        if prices[day] - prices[cheapest] > profit:
            profit = prices[day] - prices[cheapest]
            buy, sell = cheapest, day
        if prices[day] < prices[cheapest]:
            cheapest = day
    return profit, buy, sell


def best_with_cooldown(prices):
    """Hold, sold and resting: three values that read one another."""
    hold, sold, rest = -prices[0], 0, 0
    for price in prices[1:]:
        hold, sold, rest = max(hold, rest - price), hold + price, max(rest, sold)
    return max(sold, rest)


def relative_strength(prices, period):
    gains = losses = 0.0
    out = np.zeros(prices.size)
    for i in range(1, prices.size):
        move = prices[i] - prices[i - 1]
        gain, loss = (move, 0.0) if move > 0 else (0.0, -move)
        gains += (gain - gains) / period
        losses += (loss - losses) / period
        out[i] = 100.0 if losses == 0 else 100 - 100 / (1 + gains / losses)
    return out


def crossover_backtest(prices, fast, slow, fee):
    """Two exponential averages; in the market while the fast one is above."""
    a = b = prices[0]
    cash, shares = 100.0, 0.0
    trades = 0
    for p in prices:
        a += fast * (p - a)
        b += slow * (p - b)
        if a > b and shares == 0:
            shares, cash = cash * (1 - fee) / p, 0.0
            trades += 1
        elif a < b and shares > 0:
            cash, shares = shares * p * (1 - fee), 0.0
            trades += 1
    return cash + shares * prices[-1], trades


def minimum_variance(returns):
    covariance = np.cov(returns.T)
    weights = np.linalg.solve(covariance, np.ones(len(covariance)))
    weights /= weights.sum()
    return weights, weights @ covariance @ weights, np.corrcoef(returns, rowvar=False)


def garch_likelihood(returns, omega, alpha, beta):
    variance = np.var(returns)
    total = 0.0
    for r in returns:
        total -= 0.5 * (np.log(2 * np.pi * variance) + r * r / variance)
        variance = omega + alpha * r * r + beta * variance
    return total


def income_tax(income, limits, rates):
    """Brackets until the income is used up."""
    tax = 0.0
    floor = 0.0
    for limit, rate in zip(limits, rates):
        if income <= limit:
            tax += (income - floor) * rate
            break
        tax += (limit - floor) * rate
        floor = limit
    return tax


def implied_volatility(price, spot, strike, rate, years):
    sigma = 0.3
    for _ in range(12):
        spread = sigma * math.sqrt(years)
        d1 = (math.log(spot / strike) + (rate + 0.5 * sigma**2) * years) / spread
        vega = spot * math.sqrt(years) * math.exp(-0.5 * d1 * d1) / math.sqrt(2 * math.pi)
        gap = black_scholes(spot, strike, rate, sigma, years) - price
        if abs(gap) < 1e-4:
            break
        sigma -= gap / vega
    return sigma


def order_matching(bids, asks):
    """Sorted books: trade while the best bid meets the best ask."""
    i = j = 0
    volume = 0
    bid_left, ask_left = bids[0, 1], asks[0, 1]
    last = 0.0
    while i < len(bids) and j < len(asks) and bids[i, 0] >= asks[j, 0]:
        size = min(bid_left, ask_left)
        volume += size
        last = 0.5 * (bids[i, 0] + asks[j, 0])
        bid_left -= size
        ask_left -= size
        if bid_left == 0:
            i += 1
            bid_left = bids[min(i, len(bids) - 1), 1]
        if ask_left == 0:
            j += 1
            ask_left = asks[min(j, len(asks) - 1), 1]
    return volume, last


def examples():
    rng = np.random.default_rng(31)
    flows = np.array([-100.0, 30.0, 40.0, 50.0])
    yield present_value, (flows, 0.05)
    yield present_value, (np.zeros(0), 0.05)
    yield internal_rate, (flows, 0.0, 1.0)
    yield internal_rate, (np.array([-1.0, 1.5]), 0.0, 1.0)
    yield amortisation, (1000.0, 0.06, 90.0, 24)
    yield amortisation, (1000.0, 0.06, 20.0, 12)
    yield normal_cdf, (1.0,)
    yield normal_cdf, (-0.3,)
    yield black_scholes, (100.0, 95.0, 0.02, 0.25, 0.5)
    yield black_scholes, (100.0, 95.0, 0.02, 0.25, 0.5, "put")
    yield black_scholes, (100.0, 95.0, 0.02, 0.25, 0.5), {"kind": "swap"}
    yield binomial_american_put, (100.0, 105.0, 0.05, 0.3, 1.0, 6)
    yield binomial_american_put, (100.0, 90.0, 0.05, 0.3, 1.0, 1)
    yield asian_paths, (100.0, 0.05, 0.2, 0.1, rng.normal(size=(4, 5)), 99.0)
    yield asian_paths, (100.0, 0.05, 0.2, 0.1, rng.normal(size=(1, 1)), 500.0)
    yield barrier_knock_out, (100.0, 110.0, 95.0, 0.05 * rng.normal(size=(6, 5)))
    yield barrier_knock_out, (100.0, 101.0, 95.0, np.full((2, 1), 0.02))
    prices = 100 * np.exp(np.cumsum(0.05 * rng.normal(size=12)))
    yield max_drawdown, (prices,)
    yield max_drawdown, (np.array([1, 2, 3]),)
    whole = rng.integers(1, 50, 8)
    for f in (best_single_trade, best_with_cooldown):
        yield f, (whole,)
        yield f, (np.array([9, 5, 1]),)
        yield f, (np.array([2.5]),)
    yield relative_strength, (prices, 3)
    yield relative_strength, (np.array([1.0, 2.0, 3.0]), 2)
    yield crossover_backtest, (prices, 0.5, 0.2, 0.01)
    yield crossover_backtest, (prices[::-1], 0.9, 0.1, 0.0)
    yield crossover_backtest, (np.array([1.0, 2.0, 3.0, 2.0, 1.0, 0.5]), 0.9, 0.2, 0.01)
    yield minimum_variance, (rng.normal(size=(10, 3)),)
    yield minimum_variance, (rng.normal(size=(4, 2)),)
    yield garch_likelihood, (0.02 * rng.normal(size=9), 1e-5, 0.1, 0.85)
    yield garch_likelihood, (np.array([0.01, -0.01]), 1e-5, 0.0, 0.9)
    limits, rates = np.array([10.0, 40.0, 1e9]), np.array([0.0, 0.2, 0.4])
    for income in (5.0, 30.0, 100.0, 40.0):
        yield income_tax, (income, limits, rates)
    yield income_tax, (100.0, limits[:2], rates[:2])
    yield implied_volatility, (9.0, 100.0, 100.0, 0.01, 0.75)
    yield implied_volatility, (20.0, 100.0, 95.0, 0.01, 1.0)
    bids, asks = np.array([[10.5, 3], [10.2, 5], [9.0, 1]]), np.array([[10.0, 4], [10.1, 1], [11.0, 9]])
    yield order_matching, (bids, asks)
    yield order_matching, (bids[2:], asks)
    yield order_matching, (bids[:1], asks[:1])
