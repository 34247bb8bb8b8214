"""The audit: check that everything in the database follows from the journals and the law."""
