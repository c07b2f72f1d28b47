"""What public functions do at their entry: they check their arguments, and raise errors as users are to see them."""
