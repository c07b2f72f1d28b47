"""What a compiled program needs of its process: callbacks into Python, interrupts, time limits."""
