"""Golden public transcripts: two whole games as the stage, the gallery and the faction's thread saw them.

After a change that is meant: ``pytest tests/discord_app/presenters/test_transcript.py --snapshot-update``.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from .conftest import Table, transcript


class TextSnapshot(SingleFileSnapshotExtension):
    """A readable text file for each transcript."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


@pytest.fixture
def golden(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """The stored transcript of a test."""
    return snapshot.use_extension(TextSnapshot)


def votes(table: Table, **targets: str) -> None:
    """Seats by number vote: ``s1="Bo"``."""
    for seat, target in targets.items():
        table.send(int(seat.removeprefix("s")), f"vote {target}")


@pytest.mark.clause("L4.6", "A8")
def test_a_game_of_to_tell_the_truth(new_table: Callable[..., Table], golden: SnapshotAssertion) -> None:
    """A tie, the rulebook's own statement, a hammer, a drawn pair, a removal, and parity."""
    table = new_table(rolls={"day-1/tie": 2, "night-1/true-half": 1, "night-1/other-half": 4})
    table.host("opened")
    table.start((3, 5, 9))
    votes(table, s1="Bo", s2="Ada", s3="Ada", s4="Bo", s5="no elimination")
    table.close()
    table.send(3, "suspects Jack and Diane")
    table.close()
    votes(table, s1="Cy", s4="Cy", s5="Cy", s6="Cy", s7="Cy")
    table.close()
    votes(table, s5="no elimination", s9="no elimination")
    table.close()
    table.remove(1)
    table.remove(4)
    table.close()
    table.remove(6)
    assert table.record.status == "over"
    assert transcript(table.posted, "stage", "gallery", "faction") == golden


@pytest.mark.clause("T4.7", "A8")
def test_a_game_of_twitch_plays_mafia(new_table: Callable[..., Table], golden: SnapshotAssertion) -> None:
    """A killing night, START9, a protected night, a lynch by majority, and the Dome gone."""
    table = new_table("twitch", rolls={"night-0/bus": 2, "night-2/stun": 1}, night_feed="counts")
    table.host("opened")
    table.start((3, 5))
    table.send(1, "bus Ada and Cy")
    table.send(2, "bus Bo & Diane")
    table.send(3, "kill Gil by Ed")
    table.close()
    votes(table, s1="start9", s2="start9", s3="start9", s4="start9", s5="start9")
    table.send(6, "protect Hal")
    table.send(5, "kill Hal")
    table.close()
    votes(table, s1="Cy", s2="Cy", s4="Cy", s5="Ada", s6="Cy", s8="Cy")
    table.close()
    votes(table, s1="Ed", s2="Ed", s4="Ed", s6="Ed")
    assert table.record.status == "over"
    assert transcript(table.posted, "stage", "gallery", "faction") == golden
