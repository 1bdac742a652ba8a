"""What a whole game leaves on the stage."""

from __future__ import annotations

from collections import Counter

import pytest

from ringmaster.rehearsal.transcript import plain


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("**Ada** is out.", "Ada is out."),
        ("Until <t:1793482920:F> (<t:1793482920:R>).", "Until Sat 31 Oct 2026 21:42 UTC."),
        ("<@5> and <@!5> write in <#5>", "five and five write in five"),
        ("2 * 3 ** 4", "2 * 3 ** 4"),
    ],
)
def test_marks_are_written_out(text: str, reads: str) -> None:
    """A terminal shows what Discord would show."""
    assert plain(text, {5: "five"}.__getitem__) == reads


async def test_nothing_is_posted_twice() -> None:
    """Whatever the bot sends in a game, it sends once: no nonce comes again, though the simulation would take it."""
    import random

    from ringmaster.rehearsal.headless import play
    from ringmaster.rehearsal.opening import open_game
    from ringmaster.rehearsal.production import production
    from ringmaster.rehearsal.troupe import Troupe

    async with production("truth") as made:
        world = made.world
        game_id = await open_game(world, made.sessions, "truth")
        await play(world, Troupe(world, made.sessions, game_id, random.Random(1)))
        sent = [request.json for request in world.env.backend.http_requests if request.method == "POST"]
        errors = world.env.errors
    nonces = Counter(body["nonce"] for body in sent if isinstance(body, dict) and "nonce" in body)
    assert len(nonces) > 30
    assert [nonce for nonce, times in nonces.items() if times > 1] == []
    assert errors == []
