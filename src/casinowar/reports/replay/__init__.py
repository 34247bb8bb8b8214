"""The story of a recorded round."""
