"""What changed in play between two states of a game."""
