"""Statements and functions of printed source."""
