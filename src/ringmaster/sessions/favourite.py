"""Who watches a game, and whom the spectators like best (S9)."""

from __future__ import annotations

import hmac
from dataclasses import replace

from ringmaster.games.kernel import Answer, PhaseId, RuleViolation, Seat
from ringmaster.games.survivor.state import SurvivorState
from ringmaster.games.survivor.talk import spectators_may_join
from ringmaster.sessions.desk import Desk
from ringmaster.sessions.play import carry_out, require_in_time
from ringmaster.sessions.records import Account, GameRecord, Source


def with_spectator(record: GameRecord, account: Account) -> GameRecord:
    """The game with an account as a spectator, or no longer as one if it was (S9.1).

    In Card Survivor spectators join before the merge. One who leaves later may come back.

    Raises:
        RuleViolation: ``no-spectator`` of the players and moderators, ``former-player``, or ``spectators-closed``.
    """
    if record.seat_of(account) is not None or account in record.moderators:
        raise RuleViolation("no-spectator", "S9.1")
    others = tuple(other for other in record.spectators if other != account)
    merged = isinstance(record.state, SurvivorState) and not spectators_may_join(record.state)
    if account in record.spectators:
        regulars = (*record.regulars, account) if merged and account not in record.regulars else record.regulars
        return replace(record, spectators=others, regulars=regulars)
    if isinstance(record.state, SurvivorState) and account in record.former:
        raise RuleViolation("former-player", "S9.1")
    if merged and account not in record.regulars:
        raise RuleViolation("spectators-closed", "S9.1")
    return replace(record, spectators=(*others, account))


def vote(desk: Desk, record: GameRecord, target: Seat, phase: PhaseId, source: Source) -> GameRecord:
    """A spectator votes for the favourite, or for another one than before (S9.2).

    The log holds neither the account nor anything that leads to it.

    Raises:
        RuleViolation: ``not-a-spectator``, it is too late (A1), or the rules refuse it.
    """
    require_in_time(record, source, phase)
    require_spectator(record, source.account)
    game, answer = record.game, Answer(name="favourite", picks=((target,),))
    command = game.spectator_command(record.state, spectator_key(record, source.account), answer, phase)
    after, events = carry_out(desk, record, game.decide(record.state, command, desk.dice_of(record)))
    return desk.write(record, after, events, None) if events else record


def require_spectator(record: GameRecord, account: Account) -> None:
    """Refuse whoever does not watch this game.

    Raises:
        RuleViolation: ``not-a-spectator``.
    """
    if account not in record.spectators:
        raise RuleViolation("not-a-spectator", "S9.1")


def spectator_key(record: GameRecord, account: Account) -> str:
    """What stands for a spectator in the log. Its secret is not the dice's seed, which is published in the end."""
    return hmac.digest(record.salt.encode(), f"spectator/{record.id}/{account}".encode(), "sha256").hex()[:32]
