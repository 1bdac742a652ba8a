"""Lists every clause of the rulebooks that no test cites, and every citation of a clause that there is not.

A test cites a clause with ``@pytest.mark.clause("L2.3")``, a case of the adjudicator in its ``clause``.
The exit status is 1 if there is anything to list.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from ringmaster.rulebook import all_clauses

TESTS = Path(__file__).parent.parent / "tests"


def cited_by_tests(source: str) -> Iterator[str]:
    """The clauses in the markers of a test file."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(attr="clause", value=ast.Attribute(attr="mark")), args=ids):
                yield from (str(item.value) for item in ids if isinstance(item, ast.Constant))
            case _:
                pass


def cited() -> dict[str, Path]:
    """Every clause cited under ``tests``, with a file that cites it."""
    found: dict[str, Path] = {}
    for file in sorted(TESTS.rglob("*.py")):
        found.update(dict.fromkeys(cited_by_tests(file.read_text(encoding="utf-8")), file))
    for file in sorted((TESTS / "adjudicator" / "cases").glob("*.json")):
        found.update((case["clause"], file) for case in json.loads(file.read_text(encoding="utf-8")))
    return found


def main() -> int:
    """Print what is wrong, a line each, and return the exit status."""
    known, tested = all_clauses(), cited()
    wrong = [f"{clause.id}: no test cites it. {clause.text}" for clause in known.values() if clause.id not in tested]
    wrong += [
        f"{unknown}: there is no such clause ({file})" for unknown, file in tested.items() if unknown not in known
    ]
    sys.stdout.writelines(f"{line}\n" for line in wrong)
    sys.stdout.write(f"{len(known)} clauses, {len(wrong)} to see to\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
