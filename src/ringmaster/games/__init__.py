"""The rules, pure: no clock, no chance but the dice that are handed in, no input or output."""
