"""The meaning of names: the vocabulary of a game, and types."""
