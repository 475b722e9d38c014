"""The command line of build.py: understand it, set up what it needs, hand over."""

import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from generator.provision.commands import BY_NAME, COMMANDS, DEFAULT, Command, Needs, nearest
from generator.provision.places import HERE, Places, environment
from generator.provision.problem import Problem, from_os_error
from generator.provision.steps import undone

PROGRAM = "build.py"
STOPPED = 130  # what shells use for a program ended by Ctrl-C


def main(arguments: Sequence[str], places: Places = HERE) -> int:
    """Run one command; its exit code is 0, 1 for problems, 2 for a misused command line."""
    for stream in (sys.stdout, sys.stderr):  # no traceback on terminals that lack a sign
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        return _run(list(arguments), places)
    except Problem as problem:
        print(problem, file=sys.stderr)
    except OSError as error:
        print(from_os_error(error), file=sys.stderr)
    except KeyboardInterrupt:
        print("\nStopped. The next run goes on from here.", file=sys.stderr)
        return STOPPED
    return 1


def _run(arguments: list[str], places: Places) -> int:
    """Find the command and carry it out."""
    if arguments and arguments[0] in ("-h", "--help", "help"):
        print(help_text(), end="")
        return 0
    remix = _remix(arguments)
    name = DEFAULT
    if arguments and not arguments[0].startswith("-"):
        name = arguments.pop(0)
    command = BY_NAME.get(name)
    if command is None:
        print(_unknown(name), file=sys.stderr)
        return 2
    if command.needs == Needs.NOTHING:
        return _own(command, arguments, places)
    return _prepared(command, arguments, places, remix)


def _remix(arguments: list[str]) -> list[str]:
    """Take ``--remix PATH`` from the front; a path means what it means where it was typed."""
    first = arguments[0] if arguments else ""
    if first.startswith("--remix="):
        arguments[:1] = ["--remix", first.partition("=")[2]]
    if not arguments or arguments[0] != "--remix":
        return []
    given = arguments[1:2]
    del arguments[:2]
    bare = ["--without-reserved"] if arguments[:1] == ["--without-reserved"] else []
    del arguments[: len(bare)]
    return ["--remix", *(str(Path(path).resolve()) for path in given), *bare]


def _unknown(name: str) -> str:
    close = nearest(name)
    hint = f"did you mean {close}?" if close else f"there is {', '.join(BY_NAME)}."
    return f"{PROGRAM}: there is no command {name}; {hint}"


def _own(command: Command, arguments: list[str], places: Places) -> int:
    """Carry out a command that needs no environment."""
    from generator.provision import clean, renew  # here, to keep the other commands quick

    return {"clean": clean.run, "lock": renew.run}[command.name](places, arguments)


def _prepared(command: Command, arguments: list[str], places: Places, remix: list[str]) -> int:
    """Set up, then hand over; help on a command is not worth minutes of set-up."""
    if {"-h", "--help"} & set(arguments) and undone(places, Needs.PYTHON):
        print(f"{PROGRAM} {command.name}: {command.summary}")
        print("Its options are listed here once the environment is set up.")
        return 0
    if undone(places, command.needs):
        from generator.provision import work  # here, as most runs have nothing to set up

        work.set_up(places, command.needs)
    return _hand_over([*remix, command.name, *arguments], places)


def _hand_over(arguments: list[str], places: Places) -> NoReturn:
    """Become the generator, so that its exit code and Ctrl-C are ours."""
    sys.stdout.flush()
    sys.stderr.flush()
    called_from = str(Path.cwd())
    os.chdir(places.root)
    variables = environment(places) | {"CALLED_FROM": called_from}
    command = [str(places.python), "-m", "generator", *arguments]
    if os.name != "nt":
        os.execve(command[0], command, variables)  # noqa: S606 - no shell is meant
    import subprocess

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Windows can't exec; Ctrl-C is the child's
    sys.exit(subprocess.run(command, env=variables, check=False).returncode)


def help_text() -> str:
    """The help that needs no set-up."""
    from argparse import ArgumentParser, RawDescriptionHelpFormatter

    width = max(len(command.name) for command in COMMANDS)
    lines = "\n".join(f"  {c.name:<{width}}  {c.summary}" for c in COMMANDS)
    parser = ArgumentParser(
        prog=f"python3 {PROGRAM}",
        usage=f"python3 {PROGRAM} [-h] [--remix PATH [--without-reserved]] [COMMAND] …",
        description="Make the website, the books and the data of Nightsong from its YAML.\n"
        "The first run sets up all it needs in .venv/ and node_modules/.",
        epilog=f"commands:\n{lines}\n\nOptions of a command: python3 {PROGRAM} COMMAND --help",
        formatter_class=RawDescriptionHelpFormatter,
    )
    return parser.format_help()
