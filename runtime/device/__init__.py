"""The client, its devices, buffers on them, and how an array lies on several."""
