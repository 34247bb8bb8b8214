"""What a run of the simulator says."""
