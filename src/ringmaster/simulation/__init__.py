"""Many random games at once, by the code that runs live games."""
