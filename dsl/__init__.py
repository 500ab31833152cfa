"""The Cardwright language: text in, checked program out. Knows no target and runs nothing."""
