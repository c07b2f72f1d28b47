"""The client, its devices, buffers on them, and shardings over several devices."""
