"""Text to the surface tree and back."""
