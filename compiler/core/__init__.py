"""The core tree, and analyses that need only the core tree."""
