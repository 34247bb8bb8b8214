"""The house behind an API: people sign in, sit down, and play over HTTP and WebSockets."""
