"""From the checked surface tree to the core tree."""
