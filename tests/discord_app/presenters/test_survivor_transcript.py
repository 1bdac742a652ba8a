"""A golden public transcript: a whole short season as the stage, the jury's channel and the spectators' saw it.

After a change that is meant: ``pytest tests/discord_app/presenters/test_survivor_transcript.py --snapshot-update``.
"""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from ringmaster.games.kernel import Answer
from ringmaster.games.survivor import commands as cm

from .conftest import Table, transcript
from .seasons import play, season, vote
from .test_transcript import golden

__all__ = ["golden"]


def hands(table: Table) -> None:
    """The four line up all their cards, the highest first, and the hands go by."""
    for seat in table.record.state.living:
        table.send(seat, Answer(name="line-up", picks=(table.record.state.hand(seat),)))
    while table.record.state.kind == "hand":
        table.close()


@pytest.mark.clause("S3.2", "S4.2", "S5.4", "S6.1", "S7.1", "S10.9", "S11.4", "A8")
def test_a_short_season(golden: SnapshotAssertion) -> None:
    """A tie that points decide, the merge, the idol, a removal, a favourite, the hands, and a deciding vote."""
    table = season(council_pace="at-once", rolls={"challenge-3/tie": 2})
    play(table, {1: (10, 4), 2: (6, 3), 3: (12, 9), 4: (2, 2), 5: (8, 7), 6: (1, 1), 7: (3, 2), 8: (1, 1)})
    table.close()
    vote(table, {2: 4, 4: 2, 6: 4, 8: 2})
    table.close()
    play(table, {1: (1, 1), 2: (20, 15), 3: (1, 1), 5: (1, 1), 6: (12, 10), 7: (1, 1), 8: (12, 10)})
    table.close()
    vote(table, {1: 7, 3: 7, 5: 7, 7: 1})
    table.close()
    table.do(cm.HideIdol())
    table.do(cm.ClaimIdol(seat=2, found=True))
    table.close()
    play(table, {1: (15, 10), 2: (9,), 3: (20, 5), 5: (4, 2), 6: (2,), 8: (6,)})
    table.close()
    vote(table, {1: 2, 2: 6, 3: 2, 5: 2, 6: 2, 8: 6})
    table.send(2, "idol play")
    table.close()
    table.remove(8)
    table.do(cm.CastFanVote(spectator="one", target=5))
    table.do(cm.CastFanVote(spectator="two", target=5))
    table.close()
    table.send(5, "take 8")
    hands(table)
    table.close()
    table.close()
    (one, *others), (first, second, _) = table.record.state.jurors, table.record.state.finalists
    vote(table, {one: first, **dict.fromkeys(others, second)})
    table.close()
    table.close()
    assert table.record.status == "over"
    assert transcript(table.posted, "stage", "jury", "gallery", "tribe-1", "merged") == golden
