"""Drawings: boards, tables, graphs and plots as SVG."""
