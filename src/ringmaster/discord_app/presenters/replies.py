"""Private replies to players: what is asked, what was understood, how one stands."""

from __future__ import annotations

from ringmaster.discord_app.actions import Ask, Cancel, Confirm, Enough, Page, Reach, Word
from ringmaster.discord_app.presenters.game import GamePresenter
from ringmaster.discord_app.presenters.menus import PAGE, Draft, Label, choices, field_rows
from ringmaster.discord_app.presenters.wording import bold, deadline, phase_title, plain
from ringmaster.games.kernel import Answer, Decision, PhaseId, Seat, Value
from ringmaster.sessions.characters import is_neutral
from ringmaster.sessions.messages import Button, Message, Row
from ringmaster.sessions.play import Receipt
from ringmaster.sessions.records import LIVE, GameRecord

BUTTONS = 5
"""Buttons of a row: https://discord.com/developers/docs/components/reference#action-row"""


def request(game: GamePresenter, record: GameRecord, seat: Seat) -> Message | None:
    """Everything that a seat may send now, with what it has sent and what happens if it sends nothing."""
    if record.state is None or record.status not in LIVE:
        return None
    options = record.game.options(record.state, seat)
    if not options:
        return None
    lines = [heading(record), *game.briefing(record, seat, options), deadline(record)]
    return Message(text="\n".join(lines), rows=request_rows(game, record, options))


def heading(record: GameRecord) -> str:
    """The game and its open phase, as the first line of a private message."""
    return f"**{plain(record.name)} – {phase_title(record.phase or '')}**"


def request_rows(game: GamePresenter, record: GameRecord, options: tuple[Decision, ...]) -> tuple[Row, ...]:
    """The menu itself when there is one thing to pick, else a button for each decision."""
    with_fields = [option for option in options if option.fields]
    rows: list[Row] = []
    listed = [option for option in options if not option.fields]
    if len(with_fields) == 1 and not game.pressed(with_fields[0]) and fits_one_menu(game, record, with_fields[0]):
        asked = with_fields[0]
        rows += field_rows(draft_of(record, asked), label_of(game, record, asked), game.verb(record, asked))
    else:
        listed = list(options)
    buttons = [button for option in listed for button in decision_buttons(game, record, option)]
    rows += [tuple(buttons[at : at + BUTTONS]) for at in range(0, len(buttons), BUTTONS)]
    return tuple(rows)


def fits_one_menu(game: GamePresenter, record: GameRecord, option: Decision) -> bool:
    """Whether a decision is one menu without pages."""
    draft = draft_of(record, option)
    return len(option.fields) == 1 and len(choices(draft, option.fields[0], label_of(game, record, option))) <= PAGE


def draft_of(record: GameRecord, option: Decision) -> Draft:
    """A decision of which nothing is filled in yet."""
    return Draft(game=record.id, phase=record.phase or "", decision=option)


def label_of(game: GamePresenter, record: GameRecord, option: Decision) -> Label:
    """How the values of a decision are called in menus."""

    def label(value: Value) -> str:
        return game.label(record, value, option.name)

    return label


def decision_buttons(game: GamePresenter, record: GameRecord, option: Decision) -> list[Button]:
    """The button that opens a decision, or sends it when there is nothing to pick; or one for each choice."""
    if game.pressed(option):
        return [choice_button(game, record, option, value) for value in option.fields[0].choices]
    action = Page if option.fields else Word
    custom_id = action(game=record.id, phase=record.phase or "", decision=option.name).encode()
    return [Button(label=game.verb(record, option), action=custom_id)]


def choice_button(game: GamePresenter, record: GameRecord, option: Decision, value: Value) -> Button:
    """The button for one choice of a decision of one field."""
    action = Enough(game=record.id, phase=record.phase or "", decision=option.name, part=(value,))
    label = f"{game.verb(record, option)}: {game.label(record, value, option.name)}"
    return Button(label=label, action=action.encode())


def question(game: GamePresenter, record: GameRecord, seat: Seat, draft: Draft, page: int) -> Message:
    """The menu for the next field of a decision, with what has been picked so far."""
    labels = label_of(game, record, draft.decision)
    lines = [heading(record), game.prompt(record, seat, draft.decision)]
    picked = [*(value for values in draft.picks for value in values), *draft.part]
    if picked:
        lines.append("Picked so far: " + ", ".join(plain(labels(value)) for value in picked))
    placeholder = game.verb(record, draft.decision)
    if draft.field is not None and len(draft.decision.fields) > 1:
        placeholder = f"{placeholder}: {draft.field.name}"
    return Message(text="\n".join(lines), rows=field_rows(draft, labels, placeholder, page))


def receipt(game: GamePresenter, receipt: Receipt, *, by_moderator: bool) -> Message:
    """What was understood; with the question whether, when it is final."""
    record, answer = receipt.record, receipt.answer
    if receipt.confirm is not None:
        return confirmation(game, record, answer, record.phase or "")
    said = game.answer(record, answer.name, answer.picks)
    got = f"Sent for {bold(record, receipt.seat)}" if by_moderator else "Got it"
    lines = [f"{got}: {said}." if receipt.events else f"So it was already: {said}."]
    lines.append(_how_long(receipt))
    return Message(text=" ".join(line for line in lines if line))


def _how_long(receipt: Receipt) -> str:
    """Whether it can still be changed."""
    record, game = receipt.record, receipt.record.game
    then = game.phase(receipt.before) or ""
    if record.phase != then:
        return f"With that, {phase_title(then)} is over."
    asked = next((d for d in game.options(receipt.before, receipt.seat) if d.name == receipt.answer.name), None)
    if asked is None or not asked.fields:
        return ""
    return "It cannot be changed." if asked.final else f"You can change it until {phase_title(then)} closes."


def confirmation(game: GamePresenter, record: GameRecord, answer: Answer, phase: PhaseId) -> Message:
    """What was understood, and two buttons."""
    said = game.answer(record, answer.name, answer.picks)
    yes = Confirm(game=record.id, phase=phase, decision=answer.name, picks=answer.picks).encode()
    return Message(
        text=f"{heading(record)}\nUnderstood: {said}.\nThis cannot be changed or taken back. Send it?",
        rows=(
            (
                Button(label="Send it", action=yes, style="success"),
                Button(label="Not yet", action=Cancel().encode()),
            ),
        ),
    )


def me(game: GamePresenter, record: GameRecord, seat: Seat) -> Message:
    """What a seat knows about itself, what is asked of it and by when."""
    asked = request(game, record, seat)
    text = game.me(record, seat)
    if asked is None:
        return Message(text=text)
    return Message(text=f"{text}\n\n{asked.text}", rows=asked.rows)


def welcome(record: GameRecord, seat: Seat) -> Message:
    """The first direct message."""
    name = record.roster.name(seat)
    known_as = f" as **{plain(name)}**"
    if record.anonymous and is_neutral(name):
        known_as = ". Nobody but the moderators learns that; you get your character when the game begins"
    return Message(
        text=f"You have joined **{plain(record.name)}** ({record.game.title}){known_as}.\n"
        "Everything private comes to you here. Please keep direct messages from this server open until the game is "
        "over.\n`/me` shows how you stand, `/rules` the rules."
    )


def joined(record: GameRecord, *, reachable: bool) -> Message:
    """The reply to joining."""
    if reachable:
        return Message(text=f"You are in **{plain(record.name)}**. I have sent you a direct message.")
    again = Button(label="Try again", action=Reach(game=record.id).encode(), style="primary")
    return Message(
        text=f"You are in **{plain(record.name)}**, but I cannot send you direct messages. Please allow them: "
        "server menu → *Privacy Settings* → *Direct Messages*. Then press the button.",
        rows=((again,),),
    )


def ask_button(record: GameRecord) -> Button:
    """The button that shows what is asked of whoever presses it."""
    return Button(label="What is asked of me?", action=Ask(game=record.id).encode())
