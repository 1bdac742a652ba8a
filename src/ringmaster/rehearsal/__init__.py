"""The rehearsal: the real bot in a simulated Discord, with a page on which one is anybody. Only here is simcord."""
