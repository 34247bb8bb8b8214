"""Who works and plays here: names, posts, sign-in, sessions and the login throttle."""
