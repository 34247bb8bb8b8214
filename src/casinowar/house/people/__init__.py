"""People: names, posts, sign-in, sessions and the login throttle."""
