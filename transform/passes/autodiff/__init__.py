"""Derivatives: forward and reverse mode, through branches and loops."""
