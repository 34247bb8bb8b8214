"""What the pit and surveillance read: books, ratings, slips, alerts, and rounds found again."""
