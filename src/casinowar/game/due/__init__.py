"""The questions that the procedure asks, so that acts may ask them too: whose turn it is, what is covered."""
