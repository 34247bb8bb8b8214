"""Commits, shoes and their commitments, requests and answers, and what players have at risk."""
