"""The server process: settings, start and shutdown, limits on connections, messages and requests."""
