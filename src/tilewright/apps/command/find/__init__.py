"""Commands that find, color, prove and verify."""
