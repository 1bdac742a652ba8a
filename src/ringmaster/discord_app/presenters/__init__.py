"""Everything that people read. Knows no Discord: it makes the table's messages out of what has happened."""

from ringmaster.discord_app.presenters.presenters import Presenters

__all__ = ["Presenters"]
