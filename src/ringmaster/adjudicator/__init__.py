"""Rulings as JSON in, JSON out, by the code that runs live games."""
