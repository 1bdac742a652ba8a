"""Messages take Discord's form within Discord's limits, and nothing is sent that Discord would refuse."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ringmaster.discord_app.rendering import UNDONE, Unsendable, faults, strike, struck, to_edit, to_send
from ringmaster.sessions.messages import Button, Card, Choice, Menu, Message, TextFile

MENU = Menu(action="pick:1", placeholder="Who?", choices=(Choice(label="Ada", value="1", description="out of three"),))
FULL = Message(
    text="Day 1",
    card=Card(title="Count", text="Ada 2"),
    rows=((Button(label="Vote", action="vote:1", style="primary"), Button(label="Leave", action="leave:1")), MENU),
    files=(TextFile(name="log.txt", text="é"),),
    pings=(5,),
)


async def test_a_message_keeps_all_its_parts() -> None:
    """Text, card, buttons, menu, file."""
    sent = to_send(FULL)
    assert sent["content"] == "Day 1"
    assert (sent["embed"].title, sent["embed"].description) == ("Count", "Ada 2")
    buttons, menu = sent["view"].to_components()
    assert [button["custom_id"] for button in buttons["components"]] == ["vote:1", "leave:1"]
    assert menu["components"][0]["options"][0]["description"] == "out of three"
    assert sent["files"][0].fp.read() == "é".encode()


async def test_nobody_is_pinged_but_those_who_are_meant() -> None:
    """Whatever people type: no role, not everyone, nobody else; and an edit pings nobody."""
    assert to_send(FULL)["allowed_mentions"].to_dict() == {"parse": [], "users": [5]}
    quiet = to_send(Message(text="@everyone <@7>"))["allowed_mentions"].to_dict()
    assert quiet == {"parse": []}
    assert to_edit(FULL)["allowed_mentions"].to_dict()["parse"] == []


async def test_an_edit_takes_away_what_the_message_does_not_have() -> None:
    """No old card, button or file stays on a message that is kept up to date."""
    edit = to_edit(Message(text="closed"))
    assert (edit["embed"], edit["view"], edit["attachments"]) == (None, None, [])


async def test_components_are_not_kept_by_discord_py() -> None:
    """The view is finished, so that only the bot's dynamic items answer a press, once."""
    assert to_send(FULL)["view"].is_finished()


def button(**changes: str) -> Message:
    """A message with one button."""
    return Message(text="x", rows=((Button(**{"label": "a", "action": "b", **changes}),),))  # type: ignore[arg-type]


def menu(**changes: object) -> Message:
    """A message with one menu."""
    return Message(text="x", rows=(replace(MENU, **changes),))  # type: ignore[arg-type]


def choices(number: int, **changes: str) -> tuple[Choice, ...]:
    """So many entries of a menu."""
    return tuple(Choice(**{"label": f"{n}", "value": f"{n}", **changes}) for n in range(number))


BROKEN = {
    "empty": Message(),
    "only spaces": Message(text=" \n"),
    "2,001 characters": Message(text="x" * 2001),
    "a card of 4,097 characters": Message(card=Card(title="t", text="x" * 4097)),
    "a title of 257 characters": Message(card=Card(title="t" * 257, text="x")),
    "an empty card": Message(card=Card(title="", text="")),
    "six rows": Message(text="x", rows=tuple((Button(label="a", action=f"{n}"),) for n in range(6))),
    "six buttons in a row": Message(text="x", rows=(tuple(Button(label="a", action=f"{n}") for n in range(6)),)),
    "a row without buttons": Message(text="x", rows=((),)),
    "a label of 81 characters": button(label="a" * 81),
    "no label": button(label=""),
    "a custom ID of 101 characters": button(action="a" * 101),
    "the same custom ID twice": Message(text="x", rows=tuple((Button(label="a", action="b"),) for _ in range(2))),
    "26 choices": menu(choices=choices(26)),
    "no choices": menu(choices=()),
    "a choice of 101 characters": menu(choices=choices(1, label="a" * 101)),
    "a choice without a value": menu(choices=choices(1, value="")),
    "two choices of one value": menu(choices=choices(2, value="a")),
    "more to pick than there is": menu(maximum=2),
    "a placeholder of 151 characters": menu(placeholder="a" * 151),
    "eleven files": Message(files=tuple(TextFile(name=f"{n}.txt", text="x") for n in range(11))),
    "more than ten megabytes": Message(files=(TextFile(name="a.txt", text="x" * (10 * 1024 * 1024 + 1)),)),
    "101 pings": Message(text="x", pings=tuple(range(1, 102))),
}


@pytest.mark.parametrize("message", BROKEN.values(), ids=BROKEN.keys())
def test_what_discord_would_refuse_is_not_sent(message: Message) -> None:
    """Each limit by itself; what the error says holds nothing of the content."""
    with pytest.raises(Unsendable):
        to_send(message)
    assert not any("xx" in fault or "aa" in fault for fault in faults(message))


async def test_the_largest_message_of_each_sort_is_sent() -> None:
    """The limits themselves are allowed."""
    rows = tuple(
        tuple(Button(label="a" * 80, action=f"{row}{place}" + "b" * 97, style="danger") for place in range(5))
        for row in range(4)
    )
    full_menu = replace(MENU, choices=choices(25), minimum=0, maximum=25, placeholder="a" * 150)
    largest = Message(text="x" * 2000, card=Card(title="t" * 256, text="x" * 4096), rows=(*rows, full_menu))
    assert len(to_send(largest)["view"].to_components()) == 5


def test_a_struck_text_says_so_and_is_struck_through() -> None:
    """One pair of marks spans all lines; marks inside would end it early."""
    assert struck("Ada is ~~out~~.\nBo is in.") == f"{UNDONE}\n~~Ada is out.\nBo is in.~~"


def test_striking_twice_changes_nothing() -> None:
    """After a crash it is done again."""
    assert struck(struck("Ada is out.")) == struck("Ada is out.")


@pytest.mark.parametrize("length", [1, 1900, 1999, 2000])
def test_a_struck_text_stays_within_the_limit(length: int) -> None:
    """The marks must not make it too long."""
    text = struck("x" * length)
    assert len(text) <= 2000
    assert text.endswith("~~")


def test_nothing_struck_through_is_nothing() -> None:
    """Marks around nothing would show."""
    assert strike(" ", 100) == ""


async def test_every_style_of_a_button_is_known() -> None:
    """The names are Discord's."""
    styles = ("primary", "secondary", "success", "danger")
    rows = (tuple(Button(label="a", action=style, style=style) for style in styles),)
    view = to_send(Message(text="x", rows=rows))["view"]
    assert [item.style.name for item in view.children] == list(styles)
