"""What keeps a server answering: limits, slow readers cut off, and an orderly end."""
