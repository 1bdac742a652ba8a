"""``ringmaster adjudicate`` as people and scripts run it: one subprocess a test."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

STATEMENT = {
    "living": ["Diane", "Jack", "Kim", "Lou", "Max", "Nia", "Oz", "Pam"],
    "mafia": ["Kim", "Lou", "Max"],
    "suspects": ["Jack", "Diane"],
    "rolls": [1, 4],
}


def ringmaster(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run the program."""
    return subprocess.run(
        [sys.executable, "-m", "ringmaster", *arguments], input=given, capture_output=True, check=False
    )


@pytest.mark.clause("L4.6")
def test_the_worked_example_of_the_source_from_standard_input() -> None:
    """One JSON object on one line of standard output, status 0, nothing on standard error."""
    run = ringmaster("adjudicate", "truth.statement", given=json.dumps(STATEMENT, indent=2).encode())
    assert (run.returncode, run.stderr) == (0, b"")
    assert run.stdout.count(b"\n") == 1
    assert json.loads(run.stdout)["statement"] == "Diane is innocent or Jack is innocent"


def test_the_input_can_be_a_file(tmp_path: Path) -> None:
    """FILE is read instead of standard input; a byte order mark does no harm."""
    file = tmp_path / "case.json"
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps(STATEMENT).encode())
    run = ringmaster("adjudicate", "truth.statement", str(file))
    assert run.returncode == 0
    assert json.loads(run.stdout)["true_half"] == "Diane"


def test_names_come_back_as_they_were_given() -> None:
    """Names outside ASCII are written as they are, in UTF-8."""
    given = {"living": ["Zoë", "日本", "🦊"], "votes": [{"by": "Zoë", "for": "🦊"}], "at_deadline": True}
    run = ringmaster("adjudicate", "truth.day", given=json.dumps(given).encode())
    assert '"eliminated": "🦊"'.encode() in run.stdout


def test_wrong_input_is_one_line_on_standard_error_and_status_2() -> None:
    """The line names the field; standard output stays empty."""
    run = ringmaster("adjudicate", "truth.statement", given=json.dumps({**STATEMENT, "mafia": ["Zed"]}).encode())
    assert (run.returncode, run.stdout) == (2, b"")
    assert run.stderr.decode().splitlines() == ['mafia[0]: "Zed" is not living']


def test_an_unknown_question_is_told_the_known_ones() -> None:
    """Status 2, and the sentence lists what can be asked."""
    run = ringmaster("adjudicate", "truth.dusk", given=b"{}")
    assert (run.returncode, run.stdout) == (2, b"")
    (line,) = run.stderr.decode().splitlines()
    assert '"truth.dusk"' in line
    assert "truth.statement, truth.day" in line


def test_a_file_that_is_not_there_is_wrong_input(tmp_path: Path) -> None:
    """One line, status 2, no traceback."""
    run = ringmaster("adjudicate", "truth.day", str(tmp_path / "none.json"))
    assert (run.returncode, run.stdout) == (2, b"")
    assert len(run.stderr.decode().splitlines()) == 1


def test_a_wrong_line_is_answered_and_the_rest_go_on() -> None:
    """With --lines each line has its answer in its place, and the status at the end is 2."""
    right = {"living": ["Ada", "Bo"], "votes": [], "at_deadline": True}
    lines = [json.dumps(right), "{", "", json.dumps({**right, "living": ["Ada", "Ada"]}), "\ufffd", json.dumps(right)]
    run = ringmaster("adjudicate", "truth.day", "--lines", given="\n".join(lines).encode() + b"\n\xff\n")
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert (run.returncode, run.stderr) == (2, b"")
    assert ["error" in answer for answer in answers] == [False, True, True, True, True, False, True]
    assert answers[3] == {"error": 'living[1]: "Ada" is listed twice'}


def test_a_line_separator_inside_a_name_does_not_end_the_line() -> None:
    """Only a line feed ends a line, not everything that Unicode calls a line separator."""
    given = {"living": ["A\u2028da", "Bo"], "votes": [{"by": "Bo", "for": "A\u2028da"}], "at_deadline": True}
    run = ringmaster("adjudicate", "truth.day", "--lines", given=json.dumps(given, ensure_ascii=False).encode())
    assert json.loads(run.stdout)["eliminated"] == "A\u2028da"


def test_an_answer_is_one_line_to_every_reader() -> None:
    """What some readers take for the end of a line is written as an escape."""
    living = ["A\u2028da", "B\x85o", "C\u2029y"]
    given = {"living": living, "votes": [{"by": name, "for": name} for name in living], "at_deadline": True}
    (line,) = ringmaster("adjudicate", "truth.day", given=json.dumps(given).encode()).stdout.decode().splitlines()
    assert list(json.loads(line)["counts"]) == living


def test_a_sentence_brings_no_control_character_to_the_terminal() -> None:
    """A name may hold anything; what is printed of it is one line of plain text."""
    given = {"living": ["Ada", "Bo"], "votes": [{"by": "A\n\x1b[31mda", "for": "Bo"}], "at_deadline": True}
    run = ringmaster("adjudicate", "truth.day", given=json.dumps(given).encode())
    assert run.stderr.decode() == 'votes[0].by: "A \ufffd[31mda" is not living\n'


def test_no_lines_are_no_answers() -> None:
    """An empty input with --lines is right, and empty."""
    run = ringmaster("adjudicate", "truth.day", "--lines")
    assert (run.returncode, run.stdout, run.stderr) == (0, b"", b"")


def test_ten_thousand_days_take_seconds() -> None:
    """Random days of up to twenty votes through --lines, within a bound far above what is needed."""
    chance = Random(1)
    names = [f"Player {letter}" for letter in "ABCDEFGHIJKLMNOPQRST"]
    lines: list[str] = []
    for _ in range(10_000):
        living = chance.sample(names, chance.randint(5, 20))
        choices = [*living, "no elimination", None]
        votes = [{"by": chance.choice(living), "for": chance.choice(choices)} for _ in range(chance.randint(0, 20))]
        lines.append(json.dumps({"living": living, "votes": votes, "at_deadline": True, "settings": {"hammer": False}}))
    started = time.monotonic()
    run = ringmaster("adjudicate", "truth.day", "--lines", given="\n".join(lines).encode())
    assert (run.returncode, run.stdout.count(b"\n")) == (0, 10_000)
    assert time.monotonic() - started < 20


def test_adjudicating_loads_neither_discord_nor_a_database() -> None:
    """The command starts fast because it loads only what it needs."""
    code = (
        "import sys; from ringmaster.cli import app; from ringmaster.adjudicator.ruling import rule;"
        "print([m for m in ('discord', 'sqlalchemy', 'alembic', 'simcord', 'aiohttp') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_the_version_is_told() -> None:
    """--version names the program and its version."""
    assert ringmaster("--version").stdout.startswith(b"ringmaster ")
