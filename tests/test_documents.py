"""The documents say what is there: links, commands, settings, options and examples."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import Field, fields
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import typer
from discord import app_commands

from ringmaster.adjudicator.questions import QUESTIONS
from ringmaster.bootstrap import build
from ringmaster.cli import app
from ringmaster.config import Config, options
from ringmaster.discord_app.bot import COMMANDS
from ringmaster.discord_app.cogs.play import VOTE_MENU
from ringmaster.discord_app.consequences import CONSEQUENCES, NOT_OWN_MESSAGE
from ringmaster.discord_app.permissions import PERMISSIONS, SCOPES, invite_url
from ringmaster.discord_app.webhooks import NOT_GIVEN
from ringmaster.games.catalog import GAMES
from ringmaster.games.kernel import Settings
from ringmaster.sessions.themes import read_theme

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])
HOSTING, PLAYING, OPERATING = (ROOT / "docs" / name for name in ("hosting.md", "playing.md", "operating.md"))
FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")

Commands = Mapping[str, app_commands.Command[Any, ..., Any]]


def text_of(page: Path) -> str:
    """A page as it stands there."""
    return page.read_text(encoding="utf-8")


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return FENCE.sub("", text_of(page))


def name_of(page: Path) -> str:
    """A page for the name of a test."""
    return page.relative_to(ROOT).as_posix()


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    titles = re.findall(r"^#{1,6} (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def typed(page: Path) -> Iterator[str]:
    """Slash commands that a page names: spans of code that begin with a slash and are no paths."""
    for span in SPAN.findall(prose(page)):
        if re.match(r"/[a-z]", span) and "/" not in span[1:]:
            yield span[1:]


# -- links


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_leads_somewhere(page: Path) -> None:
    """Files are there, and so are the headings that anchors name."""
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), target
        assert not anchor or anchor in anchors(file), target


def test_every_document_can_be_found() -> None:
    """The index has a link to each page of the folder."""
    index = ROOT / "docs" / "README.md"
    linked = {(index.parent / target).resolve() for target in re.findall(r"\]\(([^)#\s]+)", text_of(index))}
    assert {page for page in PAGES if index.parent in page.parents} - {index} <= linked


# -- commands


@pytest_asyncio.fixture
async def commands(tmp_path: Path) -> Commands:
    """Every slash command of the bot by its full name, without connecting."""
    bot = build(Config(data_dir=tmp_path))
    try:
        for group in COMMANDS:
            await bot.add_cog(group(bot.desk))
        return {
            command.qualified_name: command
            for command in bot.tree.walk_commands()
            if isinstance(command, app_commands.Command)
        }
    finally:
        await bot.close()


def command_in(span: str, commands: Commands) -> str | None:
    """The command that a span of code begins with; a group's name alone is one too."""
    words = span.split()
    groups = {name.split()[0] for name in commands if " " in name}
    if words[0] in groups:
        return words[0] if len(words) == 1 else next((n for n in commands if n == " ".join(words[:2])), None)
    return words[0] if words[0] in commands else None


async def test_every_command_that_is_named_exists(commands: Commands) -> None:
    """A page that names another would send people nowhere."""
    named = {(name_of(page), span) for page in PAGES for span in typed(page)}
    assert len(named) > 50
    assert [one for one in sorted(named) if command_in(one[1], commands) is None] == []


async def test_every_command_is_described(commands: Commands) -> None:
    """In the tables for hosts and for players, each once, with every option that has to be filled in."""
    rows = [
        (found[1], line)
        for page in (HOSTING, PLAYING)
        for line in prose(page).splitlines()
        if (found := re.match(r"\| `/([a-z -]+)` \| \w", line)) and line.count("|") == 3
    ]
    assert sorted(name for name, _ in rows) == sorted(commands)
    for name, line in rows:
        required = {option.name for option in commands[name].parameters if option.required}
        assert required <= set(SPAN.findall(line)), name
    assert f"**{VOTE_MENU}**" in text_of(PLAYING)


# -- settings


def settings_table(cls: type[Settings], base: frozenset[str] = frozenset()) -> str:
    """A game's settings as the host's page lists them."""
    rows = ["| setting | default | choices | what it is | clause |", "|---|---|---|---|---|"]
    rows += (_row(item) for item in fields(cls) if item.name not in base)
    return "\n".join(rows) + "\n"


def _row(item: Field[Any]) -> str:
    meta = item.metadata
    choices = ("on", "off") if isinstance(item.default, bool) else meta["choices"]
    default = {True: "on", False: "off"}[item.default] if isinstance(item.default, bool) else item.default
    allowed = ", ".join(f"`{choice}`" for choice in choices) or f"{meta['least']} to {meta['most']}"
    return f"| `{item.name}` | `{default}` | {allowed} | {meta['help']} | {meta['clause']} |"


@pytest.mark.parametrize("kind", [None, *GAMES])
def test_the_settings_are_those_of_the_games(kind: str | None) -> None:
    """Name, default, choices, meaning and clause, row by row; `/game settings` shows the same."""
    base = frozenset(item.name for item in fields(Settings))
    title = "Every game" if kind is None else GAMES[kind].title
    table = settings_table(Settings) if kind is None else settings_table(GAMES[kind].settings_type, base)
    section = text_of(HOSTING).split(f"### {title}\n\n")[1].split("\n\n")[0]
    assert section + "\n" == table


# -- operating


def cells(page: Path, columns: int) -> Iterator[list[str]]:
    """The rows of a page's tables with so many columns."""
    for line in prose(page).splitlines():
        row = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("| ") and len(row) == columns:
            yield row


def test_the_options_are_those_of_the_configuration() -> None:
    """All of them, with their plain defaults."""
    rows = {row[0].strip("`"): row[1] for row in cells(OPERATING, 3) if re.fullmatch(r"`\w+(\.\w+)?`", row[0])}
    assert sorted(rows) == sorted(name for name, _ in options())
    for name, default in options():
        if isinstance(default, str | int | float | tuple):
            plain = list(default) if isinstance(default, tuple) else default
            assert rows[name] == f"`{plain}`", name


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_option_that_is_named_exists(page: Path) -> None:
    """As `section.name`, and as a variable of the environment."""
    known = {name for name, _ in options()}
    sections = {name.partition(".")[0] for name in known if "." in name}
    for span in SPAN.findall(prose(page)):
        if (found := re.fullmatch(r"(\w+)\.\w+", span)) and found[1] in sections:
            assert span in known, span
    for variable in re.findall(r"RINGMASTER_([A-Z_]+)", text_of(page)):
        assert variable.lower().replace("__", ".") in known | {"config"}, variable


def test_the_invitation_is_the_one_that_the_bot_needs() -> None:
    """The address, the scopes, the number, and every permission with its reason."""
    page = text_of(OPERATING)
    assert invite_url(123).replace("123", "APPLICATION_ID", 1) in page
    assert f"`{PERMISSIONS.value}`" in page
    assert all(f"`{scope}`" in page for scope in SCOPES)
    listed = [name for row in cells(OPERATING, 2) for name in row[0].lower().replace(" ", "_").split(",_")]
    assert {name for name, needed in PERMISSIONS if needed} == _permissions(listed)


def _permissions(listed: list[str]) -> set[str]:
    renamed = {"view_channel": "read_messages"}
    known = {name for name, _ in PERMISSIONS}
    names = {renamed.get(name, name) for name in listed}
    return names & known


def test_every_refusal_of_discord_is_in_the_table() -> None:
    """Those that the bot knows a consequence for, and those that it takes otherwise from webhooks."""
    codes = {int(code) for row in cells(OPERATING, 3) for code in re.findall(r"\b\d{5,6}\b", row[0])}
    assert codes == CONSEQUENCES.keys() | NOT_GIVEN | {NOT_OWN_MESSAGE}


# -- the command line


def shell_lines(page: Path) -> Iterator[str]:
    """What a page tells people to type in a shell."""
    for language, block in FENCE.findall(text_of(page)):
        if language in ("console", "ini"):
            yield from block.splitlines()
    yield from SPAN.findall(prose(page))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_command_line_that_is_named_exists(page: Path) -> None:
    """Commands with their options, and the targets of make."""
    targets = set(re.findall(r"^([a-z]+):", text_of(ROOT / "Makefile"), re.MULTILINE))
    for line in shell_lines(page):
        for target in re.findall(r"^make (\w+)", line):
            assert target in targets, line
        for words in re.findall(r"(?:^|\s|bin/)ringmaster ((?:[a-z]+|--version)[^|]*)", line):
            _require_known(words.split(), line)


def _require_known(words: list[str], line: str) -> None:
    if words[0] == "ringmaster":  # the container's name
        words = words[1:]
    command: Any = typer.main.get_command(app)
    while words and words[0] in getattr(command, "commands", {}):
        command, words = command.commands[words[0]], words[1:]
    known = {option for parameter in command.params for option in parameter.opts}
    assert not hasattr(command, "commands") or words in ([], ["--version"]), line
    assert {word for word in words if word.startswith("-")} <= known | {"--version"}, line


def examples() -> Iterator[Any]:
    """Commands of `ringmaster` that are shown with what they print."""
    for page in PAGES:
        for language, block in FENCE.findall(text_of(page)):
            if language != "console":
                continue
            for shown in re.split(r"^ *\$ ", block, flags=re.MULTILINE)[1:]:
                command, output = _halves(shown)
                if output and "ringmaster" in command:
                    yield pytest.param(command, output, id=command.split("ringmaster ")[-1][:40])


def _halves(shown: str) -> tuple[str, str]:
    """A command, which may go on over several lines, and what it prints."""
    lines = shown.splitlines()
    end = next(at for at, line in enumerate(lines) if not re.search(r"[,|\\]$", line)) + 1
    return "\n".join(lines[:end]), "\n".join(lines[end:])


@pytest.mark.parametrize(("command", "output"), [*examples()])
def test_every_example_prints_what_is_shown(command: str, output: str, tmp_path: Path) -> None:
    """Run as a reader would type it."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    environment = {name: value for name, value in os.environ.items() if not name.startswith("RINGMASTER_")}
    environment |= {"PATH": path, "COLUMNS": "80", "RINGMASTER_DATA_DIR": str(tmp_path)}
    if "db backup" in command:
        subprocess.run(["ringmaster", "db", "upgrade"], env=environment, cwd=tmp_path, check=True, capture_output=True)
    done = subprocess.run(
        command, shell=True, check=False, env=environment, cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stderr == ""
    assert [line.rstrip() for line in done.stdout.splitlines()] == [line.rstrip() for line in output.splitlines()]


def test_there_are_examples() -> None:
    """They are found in the pages, one at least for each question to the adjudicator."""
    shown = [command for command, _ in (example.values for example in examples())]
    assert len(shown) >= 5
    asked = {command.split()[-1] for command in shown if "adjudicate" in command}
    assert asked == QUESTIONS.keys()


def test_the_theme_that_is_shown_can_be_used(tmp_path: Path) -> None:
    """Copied out of the page."""
    block = next(block for language, block in FENCE.findall(text_of(ROOT / "docs" / "themes.md")) if language == "toml")
    file = tmp_path / "night-train.toml"
    file.write_text(block, encoding="utf-8")
    assert [character.name for character in read_theme(file).characters] == ["Ottilie Brandt", "Emeric Vale"]
