"""Entry of the public functions: argument checks, and errors as users see them."""
