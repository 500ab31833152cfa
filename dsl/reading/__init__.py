"""From bytes to nodes: files, YAML with places, and checks against schemas."""
