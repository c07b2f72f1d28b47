"""What is known while a function is read: abstract values, writes, facts, aliases, what is outside."""
