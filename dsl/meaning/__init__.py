"""What names stand for: the vocabulary of a game, and types."""
