"""The worker: validate, decide, authorize and append requests, with tables and offices held in memory."""
