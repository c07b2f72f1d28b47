"""Blocks of the user's that edit what a derivative pass has made."""
