"""From a folder to the files of a game."""
