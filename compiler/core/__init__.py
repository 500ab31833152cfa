"""The core tree, and what is known of it alone."""
