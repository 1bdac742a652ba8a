"""A rehearsal that runs as people start it, and a real browser to look at it with."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

ARGUMENTS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
PATIENCE = 20_000
"""Milliseconds for something to appear: a rehearsal does what one asks at once, but the machine may be busy."""

Rehearse = Callable[..., str]


@contextmanager
def running(*arguments: str) -> Iterator[str]:
    """A rehearsal in a process of its own; yields its address. It has to end cleanly when it is interrupted."""
    command = [sys.executable, "-m", "ringmaster", "rehearse", "--no-open", "--seed", "7", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1:]
        try:
            assert address, process.communicate()[1]
            yield address[0]
        finally:
            process.send_signal(signal.SIGINT)
            _, complaints = process.communicate(timeout=30)
        assert process.returncode == 0, complaints
        assert "Traceback" not in complaints, complaints


@pytest.fixture
def rehearse() -> Iterator[Rehearse]:
    """Starts rehearsals; they are ended with the test."""
    with ExitStack() as stack:
        yield lambda *arguments: stack.enter_context(running(*arguments))


@pytest.fixture(scope="module")
def rehearsal() -> Iterator[str]:
    """The address of a rehearsal whose clock stands almost still, shared by the tests of a file."""
    with running("--speed", "0.001") as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium. Where there is none the tests are skipped, but not where everything is checked.

    It ends with the file: while it runs, no other test can have an event loop.
    """
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        message = "there is no Chromium on this machine"
        pytest.fail(message) if os.environ.get("CI") == "true" else pytest.skip(message)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page in a browser that remembers nothing. A script that fails fails the test."""
    expect.set_options(timeout=PATIENCE)
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    opened = context.new_page()
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    yield opened
    context.close()
    assert faults == []


@pytest.fixture(scope="session")
def pictures() -> Path | None:
    """Where pictures of the page are kept, if ``REHEARSAL_PICTURES`` says so."""
    folder = os.environ.get("REHEARSAL_PICTURES")
    return Path(folder) if folder else None
