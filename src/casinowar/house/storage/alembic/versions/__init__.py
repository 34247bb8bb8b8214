"""One module a version, named after its number and after what it brought."""
