"""Masked arrays, np.ma, in plain Python: loaded when numpy.ma is met."""
