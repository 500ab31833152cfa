"""The debugger of rules: a match or test that stops at statements, and goes back in time."""
