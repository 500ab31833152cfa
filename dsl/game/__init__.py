"""A folder to the files of a game."""
