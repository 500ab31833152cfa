"""Odds: how likely what a rule leads to is, by walking through all that chance may bring, or by simulation."""
