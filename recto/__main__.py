"""`python -m recto` is the command line."""
from .cli import main

main()
