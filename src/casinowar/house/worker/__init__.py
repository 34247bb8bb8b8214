"""The worker: validates, decides, authorizes and appends requests, with tables and offices in memory."""
