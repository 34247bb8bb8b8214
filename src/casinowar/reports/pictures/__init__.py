"""How pictures are drawn, whatever they show."""
