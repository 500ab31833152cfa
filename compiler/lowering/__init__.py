"""The checked surface tree to the core tree."""
