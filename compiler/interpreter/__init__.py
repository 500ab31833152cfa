"""The small interpreter: state, events, modifiers, choices, drivers and replay."""
