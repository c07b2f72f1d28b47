"""numpy.polynomial: series in six bases of polynomials, by the three-term recurrence of each."""
