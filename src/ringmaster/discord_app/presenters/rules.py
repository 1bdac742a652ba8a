"""The rulebook as `/rules` shows it."""

from __future__ import annotations

from ringmaster.discord_app.presenters.wording import plain
from ringmaster.games.catalog import GAMES
from ringmaster.rulebook import Clause, all_clauses, clauses
from ringmaster.sessions.messages import Message, TextFile


def rules(clause: str | None, kind: str) -> Message:
    """One clause, the clauses of a section (``L2``), or the whole rulebook as a file."""
    if clause is None or not clause.strip():
        return _whole(kind)
    wanted = clause.strip().upper()
    found = [one for one in all_clauses().values() if one.id == wanted or one.id.startswith(f"{wanted}.")]
    if not found:
        sections = ", ".join(_sections(kind))
        return Message(text=f"There is no clause “{plain(clause)}”. The sections here: {sections}.")
    return Message(text="\n".join(map(_shown, found)))


def _shown(clause: Clause) -> str:
    settings = f" (setting {', '.join(f'`{name}`' for name in clause.settings)})" if clause.settings else ""
    return f"**{clause.id}**{settings} {clause.text}"


def _sections(kind: str) -> list[str]:
    pages = (*clauses("general"), *clauses(kind))
    return list(dict.fromkeys(clause.id.partition(".")[0] for clause in pages))


def _whole(kind: str) -> Message:
    title = GAMES[kind].title
    text = "\n\n".join(f"{one.id}  {one.text}" for page in ("general", kind) for one in clauses(page))
    return Message(
        text=f"**The rules of {title}** are in the file. `/rules` with a clause shows one, such as `/rules A10`; "
        f"with a section all of it. Sections: {', '.join(_sections(kind))}.",
        files=(TextFile(name=f"rules-{kind}.txt", text=f"{title}\n\n{text}\n"),),
    )
