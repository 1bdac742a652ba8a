"""Games in a database. SQLAlchemy lives only here, and is imported when the store is first asked for."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ringmaster.storage.store import SqlStore as SqlStore
    from ringmaster.storage.store import open_store as open_store


def __getattr__(name: str) -> Any:
    if name not in ("SqlStore", "open_store"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from ringmaster.storage import store

    return getattr(store, name)
