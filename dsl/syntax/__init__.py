"""From text to the surface tree, and back."""
