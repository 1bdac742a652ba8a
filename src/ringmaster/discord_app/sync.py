"""Telling Discord about the commands, only when they have changed.

Discord limits how often commands may be registered, so a bot that does it at every start is refused one day:
https://discord.com/developers/docs/interactions/application-commands#registering-a-command
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from discord import app_commands


def fingerprint(tree: app_commands.CommandTree[Any]) -> str:
    """A hash of all commands as they are registered."""
    commands = sorted((command.to_dict(tree) for command in tree.get_commands()), key=lambda c: (c["type"], c["name"]))
    return hashlib.sha256(json.dumps(commands, sort_keys=True).encode()).hexdigest()


def remembered(data_dir: Path, application_id: int) -> str | None:
    """The hash of the commands that were registered last."""
    file = _file(data_dir, application_id)
    return file.read_text(encoding="ascii").strip() if file.exists() else None


async def sync(tree: app_commands.CommandTree[Any], data_dir: Path, application_id: int) -> bool:
    """Register all commands in one request if they have changed since the last time; whether it was needed."""
    wanted = fingerprint(tree)
    if remembered(data_dir, application_id) == wanted:
        return False
    await tree.sync()
    _remember(data_dir, application_id, wanted)
    return True


def _remember(data_dir: Path, application_id: int, wanted: str) -> None:
    data_dir.mkdir(parents=True, exist_ok=True)
    _file(data_dir, application_id).write_text(wanted, encoding="ascii")


def _file(data_dir: Path, application_id: int) -> Path:
    return data_dir / f"commands-{application_id}.sha256"
