"""The core tree to Python functions."""
