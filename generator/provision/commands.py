"""The commands of build.py: their names, what they do, and how much set-up they need."""

from dataclasses import dataclass
from enum import IntEnum


class Needs(IntEnum):
    """How much of the environment a command needs; each level includes the ones before."""

    NOTHING = 0
    PYTHON = 1  # .venv with the packages of a build
    BUILD = 2  # and the text libraries of print, the fonts and the browser's Python
    TESTS = 3  # and the test packages and Chromium


@dataclass(frozen=True, slots=True)
class Command:
    """One command; those that need nothing are carried out by provision itself."""

    name: str
    summary: str
    needs: Needs


DEFAULT = "build"

COMMANDS: tuple[Command, ...] = (
    Command("build", "make everything in dist/ (also without any command)", Needs.BUILD),
    Command("serve", "preview the website; every edit shows after one rebuild", Needs.BUILD),
    Command(
        "check", "check content/ and tables/ and list all problems; write nothing", Needs.BUILD
    ),
    Command(
        "test", "run every test (sets up Chromium and the test tools on first use)", Needs.TESTS
    ),
    Command("print", "make one edition: print zine --paper a5", Needs.BUILD),
    Command("land", "print the gazetteer of a Land: land --seed 7", Needs.BUILD),
    Command("sheet", "fill in a character’s sheet: sheet --seed 7", Needs.BUILD),
    Command("new-remix", "begin a game of your own on this one: new-remix PATH", Needs.BUILD),
    Command("remix", "see how a newer release touches a remix: remix diff PATH", Needs.BUILD),
    Command("bench", "measure how long building and loading take", Needs.TESTS),
    Command("roll", "roll on a table: roll details/face --seed 7", Needs.PYTHON),
    Command("table", "show a table: table details/face", Needs.PYTHON),
    Command(
        "clean", "remove build/ and dist/; with --all also .venv/ and node_modules/", Needs.NOTHING
    ),
    Command(
        "lock", "renew requirements/*.txt and package-lock.json (--upgrade: newest)", Needs.NOTHING
    ),
)

BY_NAME: dict[str, Command] = {command.name: command for command in COMMANDS}


def nearest(name: str) -> str | None:
    """The command that someone who typed `name` most likely meant."""
    from difflib import get_close_matches  # here, as it takes longer than the rest of start-up

    close = get_close_matches(name.lower().lstrip("-"), BY_NAME, n=1, cutoff=0.5)
    return close[0] if close else None
