"""What people can do, by who does it."""
