"""Printed cards: pages to print and cut out, pictures, a gallery. Only `typesetting.py` imports Typst."""
