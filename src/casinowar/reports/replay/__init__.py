"""The story of a recorded round or session: retold, checked against its rulebook, and reported."""
