"""Commands that find, color, grade, prove and verify."""
