"""The configuration: what is read from where, and what a wrong one says."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from ringmaster.config import ConfigError, load, options

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "config.example.toml"


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No variable of the machine and no config.toml of the directory takes part."""
    import os

    for name in list(os.environ):
        if name.startswith("RINGMASTER_"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


def written(tmp_path: Path, text: str) -> Path:
    """A configuration file with this text."""
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def uncommented() -> dict[str, object]:
    """The example with every option switched on, by dotted name."""
    text = re.sub(r"^# (\w+ = )", r"\1", EXAMPLE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    found: dict[str, object] = {}
    for key, value in tomllib.loads(text).items():
        found.update(
            {f"{key}.{name}": inner for name, inner in value.items()} if isinstance(value, dict) else {key: value}
        )
    return found


def test_the_example_names_every_option_and_no_other():
    """config.example.toml and the model are in step."""
    assert sorted(uncommented()) == sorted(name for name, _ in options())


def test_the_example_shows_the_defaults():
    """Where there is a plain default, the example shows exactly that."""
    shown = uncommented()
    for name, default in options():
        if default is not None and name != "data_dir":
            assert shown[name] == (list(default) if isinstance(default, tuple) else default), name


def test_the_example_can_be_used_as_it_is():
    """Copying the example changes nothing."""
    assert load(EXAMPLE) == load()


def test_every_option_of_the_example_is_explained():
    """A comment stands above each option."""
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    for place, line in enumerate(lines):
        if re.match(r"# \w+ = ", line):
            assert lines[place - 1].startswith("# "), line


def test_the_environment_wins_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """One option from the environment leaves the rest of its table as in the file."""
    path = written(tmp_path, '[log]\nlevel = "debug"\nformat = "json"\n')
    monkeypatch.setenv("RINGMASTER_LOG__LEVEL", "error")
    config = load(path)
    assert (config.log.level, config.log.format) == ("error", "json")


def test_the_file_can_be_named_by_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """RINGMASTER_CONFIG names the file."""
    monkeypatch.setenv("RINGMASTER_CONFIG", str(written(tmp_path, '[time]\nzone = "Asia/Tokyo"\n')))
    assert load().time.zone == "Asia/Tokyo"


def test_the_default_database_is_a_file_in_the_data_directory(tmp_path: Path):
    """Nothing has to be set up."""
    config = load(written(tmp_path, 'data_dir = "games"\n'))
    assert config.database_url == f"sqlite:///{Path('games') / 'ringmaster.sqlite3'}"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[time]\nzone = "CET+1"', "time.zone must be an IANA time zone such as Europe/Berlin, not 'CET+1'."),
        ('[log]\nlevel = "loud"', "log.level must be debug, info, warning or error, not 'loud'."),
        ("[messages]\nedit_interval = 0", "messages.edit_interval must be a number of seconds from 1 to 300, not 0."),
        ("[time]\nreminders = [0]", "time.reminders must be a list of whole hours, each from 1 to 720, not 0."),
        ('[database]\nurl = "mysql://x"', "database.url must be a database URL such as sqlite:///games.sqlite3."),
        ("[time]\nzon = 1", "there is no option time.zon; did you mean time.zone?"),
        ("colour = 1", "there is no option colour."),
        ("log = 3", "log must be a table of options, [log]."),
        ("[discord]\ntoken = 12", "discord.token must be the bot's token, in quotes."),
    ],
)
def test_a_wrong_option_is_one_sentence_with_file_key_and_what_is_expected(tmp_path: Path, text: str, sentence: str):
    """The operator reads where it is and what would be right, and never the token."""
    with pytest.raises(ConfigError) as caught:
        load(written(tmp_path, text))
    assert str(caught.value) == f"{tmp_path}/mine.toml: {sentence}"


def test_a_wrong_variable_is_named(monkeypatch: pytest.MonkeyPatch):
    """What comes from the environment is not blamed on a file."""
    monkeypatch.setenv("RINGMASTER_TIME__ZONE", "Nowhere")
    with pytest.raises(ConfigError, match=r"^The environment \(RINGMASTER_TIME__ZONE\): time.zone must be an IANA"):
        load()


def test_a_list_in_the_environment_has_to_be_one(monkeypatch: pytest.MonkeyPatch):
    """A list that cannot be read says how lists are written."""
    monkeypatch.setenv("RINGMASTER_TIME__REMINDERS", "soon")
    with pytest.raises(ConfigError, match=r"lists are written as \[24, 6, 1\]"):
        load()


def test_a_file_that_is_no_toml_says_so(tmp_path: Path):
    """Line and column are named."""
    with pytest.raises(ConfigError, match=r"mine\.toml is not valid TOML: .*line 2"):
        load(written(tmp_path, "[time]\nzone = UTC\n"))


def test_a_named_file_has_to_exist(tmp_path: Path):
    """Only the default file may be missing."""
    with pytest.raises(ConfigError, match=r"other\.toml cannot be read: No such file"):
        load(tmp_path / "other.toml")


def test_the_token_can_come_from_a_file(tmp_path: Path):
    """A secret file ends with a newline."""
    (tmp_path / "secret").write_text("abc.def.ghi\n", encoding="utf-8")
    config = load(written(tmp_path, f'[discord]\ntoken_file = "{tmp_path}/secret"\n'))
    assert config.token() == "abc.def.ghi"


def test_the_token_is_never_printed(tmp_path: Path):
    """A configuration that ends up in a log does not hold it."""
    config = load(written(tmp_path, '[discord]\ntoken = "abc.def.ghi"\n'))
    assert config.token() == "abc.def.ghi"
    assert "abc" not in repr(config)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("", "There is no bot token"), ('[discord]\ntoken_file = "gone"', "discord.token_file: gone cannot be read")],
)
def test_without_a_token_the_operator_is_told_where_to_put_it(tmp_path: Path, text: str, sentence: str):
    """No token, or a token file that is not there."""
    with pytest.raises(ConfigError, match=sentence):
        load(written(tmp_path, text)).token()
