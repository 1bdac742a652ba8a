"""Lists every clause of the rulebooks that no test cites, and every citation of a clause that there is not.

A test cites a clause with ``@pytest.mark.clause("L2.3")``, a case of the adjudicator in its ``clause``, the
program in docstrings and refusals. The exit status is 1 if there is anything to list.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from ringmaster.rulebook import all_clauses

ROOT = Path(__file__).parent.parent
CITATION = re.compile(r"\b[LST]\d{1,2}\.\d{1,2}\b")


def marked(source: str) -> Iterator[str]:
    """The clauses in the markers of a test file."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(attr="clause", value=ast.Attribute(attr="mark")), args=ids):
                yield from (str(item.value) for item in ids if isinstance(item, ast.Constant))
            case _:
                pass


def tested() -> dict[str, Path]:
    """Every clause that a test or a case cites, with a file that does."""
    found: dict[str, Path] = {}
    for file in sorted((ROOT / "tests").rglob("*.py")):
        found.update(dict.fromkeys(marked(file.read_text(encoding="utf-8")), file))
    for file in sorted((ROOT / "tests" / "adjudicator" / "cases").glob("*.json")):
        found.update((case["clause"], file) for case in json.loads(file.read_text(encoding="utf-8")))
    return found


def mentioned() -> dict[str, Path]:
    """Every clause that the program mentions, with a file that does."""
    files = [file for kind in ("*.py", "*.md") for file in sorted((ROOT / "src").rglob(kind))]
    return {clause: file for file in files for clause in CITATION.findall(file.read_text(encoding="utf-8"))}


def main() -> int:
    """Print what is wrong, a line each, and return the exit status."""
    known, cited = all_clauses(), tested()
    wrong = [f"{clause.id}: no test cites it. {clause.text}" for clause in known.values() if clause.id not in cited]
    for unknown, file in (mentioned() | cited).items():
        if unknown not in known:
            wrong.append(f"{unknown}: there is no such clause ({file.relative_to(ROOT)})")
    sys.stdout.writelines(f"{line}\n" for line in wrong)
    sys.stdout.write(f"{len(known)} clauses, {len(wrong)} to see to\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
