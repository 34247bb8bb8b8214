"""Schema versions, one module each, named by number and content."""
