"""``ringmaster`` and ``python -m ringmaster``."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    from ringmaster.cli import app

    app()


if __name__ == "__main__":
    main()
