"""Bytes to nodes: files, YAML with places, and their structure."""
