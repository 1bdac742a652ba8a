"""Seats of an anonymous game: numbers first, characters from the start on."""

from __future__ import annotations

from pathlib import Path

import pytest

from ringmaster.games.dice import VerifiableDice
from ringmaster.games.kernel import Rolled, RuleViolation, SettingError
from ringmaster.sessions.characters import check_name, check_picture
from ringmaster.sessions.records import HostActed
from ringmaster.sessions.themes import ThemeError, load_themes, read_theme, shipped_themes
from ringmaster.sessions.undo import rules_of

from .conftest import Table
from .seasons import season, sign_up


async def refusal(work) -> str:
    """The code of the refusal that this ends in."""
    with pytest.raises(RuleViolation) as caught:
        await work
    return caught.value.code


@pytest.mark.clause("S2.2")
async def test_whoever_joins_an_anonymous_game_is_a_number(table: Table) -> None:
    """Whatever name comes along is not kept, and the numbers have no holes."""
    record = await sign_up(table, 3)
    assert record.roster.names == ("Seat 1", "Seat 2", "Seat 3")
    await table.sessions.seat_edit(record.id, 3, table.moderator, name="Marlow Finch")
    record = await table.sessions.leave(record.id, table.source(101))
    assert record.roster.names == ("Seat 1", "Marlow Finch")
    record = await table.sessions.join(record.id, "Somebody", table.source(101))
    assert record.roster.names == ("Seat 1", "Marlow Finch", "Seat 3")
    record = await table.sessions.seat_add(record.id, 109, None, table.moderator)
    assert record.roster.names[-1] == "Seat 4"


@pytest.mark.clause("S2.4")
async def test_seats_without_a_character_get_one_of_the_theme_by_roll(table: Table) -> None:
    """Those that a moderator has given stay, and are not dealt again."""
    record = await sign_up(table)
    await table.sessions.seat_edit(record.id, 2, table.moderator, name="marlow finch")
    await table.sessions.seat_edit(record.id, 5, table.moderator, name="The Stranger", avatar="https://ex.org/a.png")
    record = await table.sessions.start(record.id, table.moderator)
    theme = shipped_themes()["lighthouse"]
    dealt = [seat for seat in record.seats if seat.number not in (2, 5)]
    assert record.seat(2).about == theme.characters[0].about
    assert (record.seat(5).name, record.seat(5).avatar) == ("The Stranger", "https://ex.org/a.png")
    assert all(theme.find(seat.name) and seat.about for seat in dealt)
    assert len({seat.name for seat in record.seats}) == 8
    assert "Marlow Finch" not in {seat.name for seat in dealt}


@pytest.mark.clause("S2.4", "A4", "A5")
async def test_the_rolls_for_characters_are_in_the_log_and_can_be_made_again(table: Table) -> None:
    """With the list they were made over, anyone can check them; replaying the log gives the same state."""
    record = await season(table)
    entries = await table.sessions.log(record.id)
    made = [entry.event for entry in entries if isinstance(entry.event, Rolled)]
    rolls = [roll for roll in made if roll.label.startswith("characters/")]
    assert [roll.label for roll in rolls] == [f"characters/{seat}" for seat in range(1, 9)]
    (cast,) = [e.event for e in entries if isinstance(e.event, HostActed) and e.event.what == "cast"]
    left = list(cast.facts["free"])
    assert [roll.sides for roll in rolls] == list(range(len(left), len(left) - 8, -1))
    assert [left.pop(roll.result - 1) for roll in rolls] == list(record.roster.names)
    assert record.game.replay(entry.event for entry in rules_of(entries)) == record.state


@pytest.mark.clause("S2.4")
async def test_after_an_undo_everyone_plays_the_same_character(table: Table) -> None:
    """The start itself cannot be undone."""
    record = await season(table)
    await table.sessions.close(record.id, table.moderator)
    points = await table.sessions.undo_points(record.id)
    after = await table.sessions.undo(record.id, points[-1].to, table.moderator)
    assert (after.roster, after.phase) == (record.roster, "challenge-1")


@pytest.mark.clause("S2.4")
async def test_a_theme_with_too_few_characters_is_refused_before_anything_happens(table: Table, tmp_path: Path) -> None:
    """The moderator may choose another theme, or add characters by hand."""
    (tmp_path / "tiny.toml").write_text('title = "Tiny"\n[[characters]]\nname = "Ann"\n')
    table.sessions.themes = load_themes(tmp_path)
    record = await sign_up(table, theme="TINY")
    assert record.theme == "tiny"
    assert await refusal(table.sessions.start(record.id, table.moderator)) == "too-few-characters"
    assert (await table.sessions.get(record.id)).status == "open"
    with pytest.raises(SettingError, match="there is no theme 'moon'; there are: lighthouse, tiny"):
        await table.sessions.change_setting(record.id, "theme", "moon", table.moderator)
    await table.sessions.change_setting(record.id, "theme", "lighthouse", table.moderator)
    assert (await table.sessions.start(record.id, table.moderator)).status == "running"


async def test_only_games_with_characters_have_a_theme(table: Table) -> None:
    """Elsewhere there is no such setting."""
    record = await table.create()
    with pytest.raises(SettingError, match="no setting"):
        await table.sessions.change_setting(record.id, "theme", "lighthouse", table.moderator)


@pytest.mark.clause("S2.2")
async def test_whether_a_game_is_anonymous_is_fixed_once_somebody_has_joined(table: Table) -> None:
    """They have joined as what was promised."""
    record = await sign_up(table, 1)
    assert await refusal(table.sessions.change_setting(record.id, "anonymous", "off", table.moderator)) == (
        "anonymous-fixed"
    )
    await table.sessions.leave(record.id, table.source(101))
    assert not (await table.sessions.change_setting(record.id, "anonymous", "off", table.moderator)).anonymous


@pytest.mark.clause("A10", "S2.2")
async def test_a_character_s_name_is_unique_and_its_picture_tells_nothing(table: Table) -> None:
    """Names are compared as always; addresses with a player's ID are refused."""
    record = await sign_up(table, 3)

    async def edit(seat: int, **what: str) -> str:
        return await refusal(table.sessions.seat_edit(record.id, seat, table.moderator, **what))

    await table.sessions.seat_edit(record.id, 1, table.moderator, name="José")
    assert await edit(2, name="JOSE!") == "name-taken"
    assert await edit(2, name="Seat 9") == "neutral-name"
    assert await edit(2, name="Clyde") == "name-forbidden"
    assert await edit(2, avatar="https://cdn.example.org/avatars/103/a.png") == "picture-tells-who"
    assert await edit(2, avatar="http://ex.org/a.png") == "no-such-picture"
    record = await table.sessions.seat_edit(record.id, 1, table.moderator, avatar="https://ex.org/a.png")
    record = await table.sessions.seat_edit(record.id, 1, table.moderator, name="Jo")
    assert (record.seat(1).name, record.seat(1).avatar) == ("Jo", None)


@pytest.mark.parametrize(
    "name",
    [
        "clyde",
        "Cl\u200byde Barrow",
        "My DISCORD",
        "ｄｉｓｃｏｒｄ",
        "everyone",
        "Here",
        "a@b",
        "#1",
        "Dr: No",
        "system message",
    ],
)
@pytest.mark.clause("S2.2")
def test_names_that_discord_refuses_for_webhooks_are_refused_when_entered(name: str) -> None:
    """Also when they are disguised."""
    with pytest.raises(RuleViolation) as caught:
        check_name(name)
    assert caught.value.code == "name-forbidden"


@pytest.mark.clause("A10")
def test_names_are_kept_without_what_cannot_be_seen() -> None:
    """And must be short, and be something."""
    assert check_name("  Bird \u202e Jesus\n") == "Bird Jesus"
    assert check_name("Everyone's Aunt") == "Everyone's Aunt"
    assert check_name("🦊") == "🦊"
    for name, code in (("\u200b", "name-needed"), ("x" * 33, "name-too-long")):
        with pytest.raises(RuleViolation) as caught:
            check_name(name)
        assert caught.value.code == code


@pytest.mark.clause("S2.2")
def test_a_picture_is_somewhere_that_lasts() -> None:
    """Links to attachments expire within a day."""
    assert check_picture(" https://ex.org/a.png ") == "https://ex.org/a.png"
    for address, code in (
        ("https://cdn.discordapp.com/attachments/1/2/a.png?ex=1", "picture-expires"),
        ("ftp://ex.org/a.png", "no-such-picture"),
        ("https://", "no-such-picture"),
        ("https://ex.org/a b.png", "no-such-picture"),
        ("https://ex.org/" + "a" * 2048, "no-such-picture"),
    ):
        with pytest.raises(RuleViolation) as caught:
            check_picture(address)
        assert caught.value.code == code


def test_the_shipped_theme_has_enough_characters_for_the_largest_game() -> None:
    """Each with a line that introduces it."""
    (theme,) = shipped_themes().values()
    assert len(theme.characters) >= 30
    assert all(character.about for character in theme.characters)


def test_own_themes_go_before_shipped_ones_of_the_same_name(tmp_path: Path) -> None:
    """So an operator can change the default."""
    (tmp_path / "lighthouse.toml").write_text(
        'title = "Mine"\n[[characters]]\nname = "Ann"\npicture = "https://a.b/c"\n'
    )
    assert load_themes(tmp_path)["lighthouse"].characters[0].picture == "https://a.b/c"
    assert load_themes()["lighthouse"].title == "The Lighthouse"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("title = ", "is not valid TOML"),
        ('[[characters]]\nname = "Ann"', "the theme needs a title"),
        ('title = "T"', "the theme needs characters"),
        ('title = "T"\ncharacters = 3', "the theme needs characters"),
        ('title = "T"\nsize = 3\n[[characters]]\nname = "Ann"', "there is no key size"),
        ('title = "T"\n[[characters]]\nage = 3', "character 1: it needs a name"),
        ('title = "T"\ncharacters = ["Ann"]', "character 1: it needs a name"),
        ('title = "T"\n[[characters]]\nname = "Ann"\nabout = 3', "character 1: about must be one line"),
        (
            'title = "T"\n[[characters]]\nname = "Clyde"',
            "character 1: Discord does not allow “clyde” in the name Clyde",
        ),
        ('title = "T"\n[[characters]]\nname = "Seat 4"', "character 1: Seat 4 is what seats without a character"),
        ('title = "T"\n[[characters]]\nname = "?"\npicture = "x"', "character 1: a picture is an address"),
        (
            'title = "T"\n[[characters]]\nname = "Ann"\n[[characters]]\nname = "ANN!"',
            "character 2: ANN! reads like Ann",
        ),
    ],
)
def test_what_is_wrong_with_a_theme_is_said_in_one_sentence(tmp_path: Path, text: str, wrong: str) -> None:
    """With the file and the character."""
    file = tmp_path / "own.toml"
    file.write_text(text)
    with pytest.raises(ThemeError) as caught:
        read_theme(file)
    assert str(caught.value).startswith(str(file))
    assert wrong in str(caught.value)
    assert str(caught.value).endswith(".")


def test_a_folder_or_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """Not a traceback."""
    with pytest.raises(ThemeError, match="is no folder"):
        load_themes(tmp_path / "none")
    with pytest.raises(ThemeError, match="cannot be read"):
        read_theme(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff")
    with pytest.raises(ThemeError, match="is not valid TOML"):
        load_themes(tmp_path)


@pytest.mark.clause("S2.2", "A4")
async def test_the_player_list_of_an_anonymous_game_says_nothing_about_who_joined_when(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its order is rolled at the start, and the rolls are in the log; a seat takes its account along."""
    monkeypatch.setattr(table.sessions, "_dice_of", lambda record: VerifiableDice(bytes(32)))
    record = await table.create("survivor", jury="3", merge_at="6", players="8")
    await table.sessions.open(record.id, table.moderator)
    for seat in range(1, 9):
        await table.sessions.join(record.id, "", table.source(100 + seat))
    record = await table.sessions.start(record.id, table.moderator)
    accounts = [seat.accounts[0] for seat in record.seats]
    assert sorted(accounts) == list(range(101, 109))
    assert accounts != list(range(101, 109))
    assert [seat.number for seat in record.seats] == list(range(1, 9))
    labels = [e.event.label for e in await table.sessions.log(record.id) if isinstance(e.event, Rolled)]
    assert labels[:7] == [f"player-list/{place}" for place in range(8, 1, -1)]
