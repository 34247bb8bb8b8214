"""What each command brings about, stage by stage."""
