"""The rules texts of cards, in the languages of people, from the checked tree and the words of the game."""
