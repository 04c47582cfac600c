"""The command line: `python -m bot COMMAND`.

Exit codes: 0 done; 1 a problem, said in a sentence; 2 the command was not understood. What a command does is
imported only when that command runs, so that `verify` needs no Discord library in memory.
"""

import asyncio
import importlib
import inspect
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from bot import __version__, logs
from bot.problems import Problem
from bot.settings import Settings, SettingsT, StoreSettings, load


@dataclass(frozen=True)
class Context:
    """What every command is given: where the settings are read from."""

    env_file: Path | None

    def settings(self, kind: type[SettingsT]) -> SettingsT:
        """Read the settings of this kind and set the logs up with what must not be shown."""
        found = load(kind, self.env_file)
        if isinstance(found, StoreSettings):
            logs.configure(found.log_level, found.log_format, found.secrets())
        return found


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="Skirmish")
@click.option(
    "--env-file",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path(".env"),
    show_default=True,
    help="File with settings; the environment goes before it.",
)
@click.pass_context
def cli(context: click.Context, env_file: Path) -> None:
    """Skirmish runs tabletop fights on Discord."""
    context.obj = Context(env_file)


@cli.command()
@click.pass_obj
def run(context: Context) -> None:
    """Run the bot until it is told to stop."""
    _carry_out("bot.client", "run_bot", context.settings(Settings))


@cli.command()
@click.argument("script", required=False)
@click.option("--fresh", is_flag=True, help="Begin anew instead of going on where the page was.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="The page's port; 0 takes a free one.")
@click.option("--browser/--no-browser", default=True, help="Open a browser where there is one.")
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), help="Where the page is kept.")
def play(script: str | None, fresh: bool, port: int, browser: bool, folder: Path | None) -> None:
    """Open a table without Discord, as a web page on this machine.

    SCRIPT is a file of lines such as "ana> /attack target:Goblin", played in the terminal instead; "-" reads
    them from the keyboard.
    """
    _carry_out("bot.practice.play", "main", script, fresh=fresh, port=port, browser=browser, folder=folder)


@cli.command()
@click.pass_obj
def sync(context: Context) -> None:
    """Tell Discord the bot's commands, if they changed."""
    _carry_out("bot.client", "sync_commands", context.settings(Settings))


@cli.command()
@click.pass_obj
def migrate(context: Context) -> None:
    """Bring the database to this version's form."""
    settings = context.settings(StoreSettings)
    _carry_out("bot.store.migrate", "upgrade", settings.database_url.get_secret_value())


@cli.command()
@click.argument("encounter", type=click.IntRange(min=1))
@click.option("--gm", is_flag=True, help="Everything, secrets too, instead of what the players may see.")
@click.option("--transcript", is_flag=True, help="A text to read instead of JSON.")
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Write to this file.",
)
@click.pass_obj
def export(context: Context, encounter: int, gm: bool, transcript: bool, output: Path | None) -> None:
    """Write the log of the encounter with this number."""
    settings = context.settings(StoreSettings)
    url = settings.database_url.get_secret_value()
    text = _result("bot.tools", "export_log", url, encounter, gm=gm, transcript=transcript)
    if output is None:
        click.echo(text)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as why:
        raise Problem(f"{output} cannot be written: {why.strerror or why}.") from None


@cli.command()
@click.argument("log", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def verify(log: Path) -> None:
    """Compute every roll of an exported log again from its seeds."""
    _carry_out("bot.tools", "verify_log", log)


@cli.command()
@click.pass_obj
def doctor(context: Context) -> None:
    """Check the settings, the database and the way to Discord, and say what is wrong."""
    _carry_out("bot.tools", "doctor", context.settings(Settings))


def _result(module: str, function: str, *arguments: object, **options: object) -> Any:
    """Import a command's implementation, run it, coroutine or not, and hand back what it returned."""
    result = getattr(importlib.import_module(module), function)(*arguments, **options)
    return asyncio.run(result) if inspect.iscoroutine(result) else result


def _carry_out(module: str, function: str, *arguments: object, **options: object) -> None:
    """Run a command's implementation and print the text that it returns, if any."""
    text = _result(module, function, *arguments, **options)
    if isinstance(text, str):
        click.echo(text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code of the process."""
    try:
        cli.main(arguments, prog_name="python -m bot", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort:
        click.echo("Stopped.", err=True)
        return 1
    except Problem as problem:
        click.echo(problem.sentence, err=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
