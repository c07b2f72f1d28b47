"""Statistics of samples: moments, quantiles, histograms."""
