"""Games in a database. SQLAlchemy lives only here."""

from ringmaster.storage.store import SqlStore as SqlStore
from ringmaster.storage.store import open_store as open_store
