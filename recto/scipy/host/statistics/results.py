"""Results of hypothesis tests: pairs with additional attributes, and SciPy's own objects for the caller."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scipy.stats import _stats_py as own

from recto.transform.core.registered import ORIGINALS


class Outcome:
    """A pair: statistic, p-value."""

    def __init__(self, statistic: Any, pvalue: Any):
        self.statistic, self.pvalue = statistic, pvalue

    def __iter__(self) -> Iterator:
        return iter((self.statistic, self.pvalue))

    def __len__(self) -> int:
        return 2

    def __getitem__(self, k: Any) -> Any:
        return (self.statistic, self.pvalue)[k]


class SignificanceResult(Outcome):
    @property
    def correlation(self) -> Any:
        return self.statistic


def significance(statistic: Any, pvalue: Any) -> Any:
    found = own.SignificanceResult(statistic, pvalue)
    found.correlation = statistic
    return found


ORIGINALS[SignificanceResult] = significance
