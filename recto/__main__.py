"""`python -m recto` is the command line."""
from recto.cli import main

main()
