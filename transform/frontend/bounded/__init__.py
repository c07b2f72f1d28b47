"""Bounded dimensions: arrays whose lengths are computed, with known upper bounds."""
