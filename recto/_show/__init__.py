"""What a function became, for people: source, files, pages, decisions."""
