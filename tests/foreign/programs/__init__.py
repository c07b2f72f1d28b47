"""One table of checks for each repository. A module is imported where its repository is found."""
