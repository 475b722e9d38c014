"""From a clone to a ready environment: what can be proven without a network, in a moment."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from generator.provision import (
    chromium,
    clean,
    diagnose,
    libraries,
    machine,
    main,
    renew,
    stamps,
    system,
    venv,
)
from generator.provision.commands import COMMANDS, Needs, nearest
from generator.provision.exclusive import exclusive
from generator.provision.job import Job
from generator.provision.machine import Machine
from generator.provision.places import HERE, Places
from generator.provision.problem import Problem, from_os_error
from generator.provision.steps import STEPS, undone

ROOT = HERE.root
KIM = Machine("debian", is_root=False, has_apt=True)


@pytest.fixture
def checkout(tmp_path: Path) -> Places:
    """A checkout with lock files and an environment that only looks like one."""
    places = Places(tmp_path)
    (tmp_path / "requirements").mkdir()
    for path in renew.lock_files(places):
        path.write_text("one==1\n", "utf-8")
    places.bin.mkdir(parents=True)
    places.python.write_text("", "utf-8")
    (places.venv / "pyvenv.cfg").write_text("version = 3.11.2\n", "utf-8")
    places.node_modules.mkdir()
    (places.node_modules / ".package-lock.json").write_text("{}", "utf-8")
    return places


@pytest.fixture
def copy(tmp_path: Path) -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """Runs build.py in a copy that has only what start-up reads: no .venv, no packages."""
    shutil.copy(ROOT / "build.py", tmp_path)
    for part in ("generator/__init__.py", "generator/provision", "requirements"):
        source, target = ROOT / part, tmp_path / part
        target.parent.mkdir(exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)

    def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-I", str(tmp_path / "build.py"), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)

    return run


def job(places: Places, on: Machine = KIM) -> Job:
    """A job with an empty log."""
    made = Job(places, on, "probe", lambda: None)
    made.begin()
    return made


def finish(places: Places) -> None:
    """Note all steps as done, as a set-up that has run to its end does."""
    for step in STEPS:
        stamps.write(places, step.name, step.key(places))
    (places.stamps / chromium.FOUND).write_text(sys.executable, "utf-8")


def left(places: Places, level: Needs = Needs.TESTS) -> list[str]:
    """The names of the steps that are left."""
    return [step.name for step in undone(places, level)]


# What a newcomer types


def test_help_lists_every_command_without_set_up(
    copy: Callable[..., "subprocess.CompletedProcess[str]"], tmp_path: Path
) -> None:
    """--help names each command with its line, and makes no environment."""
    done = copy("--help")
    assert done.returncode == 0, done.stderr
    for command in COMMANDS:
        assert re.search(rf"^  {command.name} +{re.escape(command.summary)}$", done.stdout, re.M)
    assert not (tmp_path / ".venv").exists()
    assert copy("serve", "--help").stdout.startswith("build.py serve: preview")


def test_unknown_command_names_the_nearest_in_one_line(
    copy: Callable[..., "subprocess.CompletedProcess[str]"],
) -> None:
    """A slip of the finger is told apart from a problem by exit code 2, and costs no set-up."""
    done = copy("biuld")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "build.py: there is no command biuld; did you mean build?\n"
    assert [nearest(name) for name in ("tets", "--serve", "CHECK")] == ["test", "serve", "check"]
    assert nearest("xyzzy") is None


def test_build_py_is_readable_to_old_pythons() -> None:
    """build.py stays in the grammar of Python 3.6, so that an old Python can be told off."""
    import ast

    ast.parse((ROOT / "build.py").read_text("ascii"), feature_version=(3, 6))


def test_an_old_python_is_told_what_to_install() -> None:
    """Too old a Python ends in one paragraph with a command for each system."""
    sys.path.insert(0, str(ROOT))
    import build

    text = build.TOO_OLD.format(have="3.9.2", path="/usr/bin/python3", need="3.11")
    assert "this is Python 3.9.2 (/usr/bin/python3), and build.py needs Python 3.11" in text
    for word in ("apt-get", "dnf", "pacman", "brew"):
        assert word in text


def test_errors_of_the_system_are_told_as_problems(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A checkout without its lock files ends in a problem and exit code 1, not in a traceback."""
    assert main.main(["roll"], Places(tmp_path)) == 1
    assert "build.txt: No such file or directory" in capsys.readouterr().err
    full = from_os_error(OSError(28, "No space left on device", "x"))
    assert "expected: free space on the disk" in str(full)


# Nothing is done twice, and nothing half


def test_a_finished_set_up_leaves_nothing_to_do(checkout: Places) -> None:
    """With all stamps in place nothing is left, at any level."""
    assert left(checkout) == [step.name for step in STEPS]
    finish(checkout)
    assert left(checkout) == []


def test_levels_ask_only_for_what_a_command_needs(checkout: Places) -> None:
    """Rolling needs the packages alone; only tests ask for the test packages and Chromium."""
    assert left(checkout, Needs.PYTHON) == ["venv", "packages"]
    assert left(checkout, Needs.BUILD) == ["venv", "packages", "libraries", "npm"]


@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("requirements/build.txt", ["packages"]),
        ("requirements/test.txt", ["test-packages"]),
        ("package-lock.json", ["npm"]),
        (".venv/pyvenv.cfg", [step.name for step in STEPS]),
    ],
)
def test_a_changed_file_repeats_the_steps_that_depend_on_it(
    checkout: Places, name: str, steps: list[str]
) -> None:
    """A new lock file repeats its step only; another Python repeats them all."""
    finish(checkout)
    (checkout.root / name).write_text("two==2\n", "utf-8")
    assert left(checkout) == steps


def test_what_was_removed_by_hand_is_made_again(checkout: Places) -> None:
    """Stamps don't outlive node_modules, the browser or .venv."""
    finish(checkout)
    shutil.rmtree(checkout.node_modules)
    (checkout.stamps / chromium.FOUND).write_text("/nowhere/chromium", "utf-8")
    assert left(checkout) == ["npm", "chromium"]
    shutil.rmtree(checkout.venv)
    assert len(left(checkout)) == len(STEPS)


def test_a_killed_pip_makes_the_environment_anew(checkout: Places) -> None:
    """The mark of an unfinished pip outweighs every stamp, for packages may be half there."""
    finish(checkout)
    stamps.write(checkout, stamps.UNFINISHED, "packages")
    assert left(checkout) == ["venv"]
    assert not venv.is_healthy(job(checkout))


def test_a_stamp_cut_short_counts_as_none(checkout: Places) -> None:
    """Damaged stamps repeat their step."""
    finish(checkout)
    (checkout.stamps / "npm").write_bytes(b"\xff\xfe")
    (checkout.stamps / "packages").write_text("", "utf-8")
    assert left(checkout) == ["packages", "npm"]


def test_a_second_set_up_waits_for_the_first(tmp_path: Path) -> None:
    """Who holds the checkout keeps others out, also by a program that outlives its starter."""
    waited: list[bool] = []

    def give_up() -> None:
        waited.append(True)
        raise InterruptedError

    with exclusive(tmp_path, give_up) as lock:
        assert lock is not None
        with pytest.raises(InterruptedError), exclusive(tmp_path, give_up):
            pass
        heir = subprocess.Popen(
            [sys.executable, "-I", "-c", "input()"], stdin=subprocess.PIPE, pass_fds=(lock,)
        )
    with pytest.raises(InterruptedError), exclusive(tmp_path, give_up):
        pass
    heir.communicate(b"\n")
    with exclusive(tmp_path, give_up):
        assert waited == [True, True]


def test_clean_removes_what_was_made_and_follows_no_link(checkout: Places) -> None:
    """build/ and dist/ go, and with --all the environment; what a link points at stays."""
    elsewhere = checkout.root / "elsewhere"
    elsewhere.mkdir()
    (checkout.root / "dist").symlink_to(elsewhere)
    checkout.build.mkdir()
    assert clean.run(checkout, []) == 0
    assert not checkout.build.exists() and not (checkout.root / "dist").exists()
    assert elsewhere.exists() and checkout.venv.exists()
    assert clean.run(checkout, ["--all"]) == 0
    assert not checkout.venv.exists() and not checkout.node_modules.exists()


# What the system lacks


@pytest.mark.parametrize(
    ("os_release", "command"),
    [
        ("ID=debian", "sudo apt-get install -y libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-"),
        ('ID=linuxmint\nID_LIKE="ubuntu debian"', "sudo apt-get install -y libpango-1.0-0"),
        ("ID=fedora", "sudo dnf install -y pango harfbuzz"),
        ('ID="rocky"\nID_LIKE="rhel centos fedora"', "sudo dnf install -y pango"),
        ("ID=manjaro\nID_LIKE=arch", "sudo pacman -S --needed pango harfbuzz"),
    ],
)
def test_missing_libraries_end_in_the_command_of_this_system(os_release: str, command: str) -> None:
    """Whoever isn't root is told the exact command of their own system, and no other."""
    here = Machine(machine.family_of("linux", os_release), is_root=False, has_apt=True)
    (line,) = machine.advice((libraries.NEED,), here).splitlines()
    assert command in line


def test_macos_is_told_to_use_homebrew() -> None:
    """On macOS the libraries come from Homebrew, without sudo."""
    here = Machine(machine.family_of("darwin", ""), is_root=False, has_apt=False)
    assert machine.advice((libraries.NEED,), here).endswith("brew install pango")


def test_an_unknown_system_is_told_all_commands() -> None:
    """Where we don't know the system, every command we know is listed."""
    here = Machine(machine.family_of("linux", "ID=nixos"), is_root=True, has_apt=False)
    lines = machine.advice((libraries.NEED, venv.NEED), here).splitlines()
    labels = [line.split("  ")[0] for line in lines]
    assert labels == ["Debian, Ubuntu", "Fedora", "Arch", "macOS"]
    assert "sudo" not in "".join(lines)


def test_all_that_is_missing_is_told_at_once(checkout: Places) -> None:
    """One command brings both Python's venv and the libraries."""
    told = str(system.stop(job(checkout), (venv.NEED, libraries.NEED)))
    assert f"apt-get install -y python3.{sys.version_info[1]}-venv libpango-1.0-0" in told


def test_libraries_are_looked_for_by_loading_them(
    checkout: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A library that can't be loaded is named; those that can aren't."""
    with_a_lost_one = (*libraries.LIBRARIES, ("libnightsong-lost.so.0",))
    monkeypatch.setattr(libraries, "LIBRARIES", with_a_lost_one)
    assert libraries.missing(job(checkout), sys.executable) == ("libnightsong-lost.so.0",)


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("OSError: [Errno 28] No space left on device", "free space"),
        ("[Errno -3] Temporary failure in name resolution\nNo matching distribution", "network"),
        ("npm error code EAI_AGAIN", "network"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES", "exactly those named in the lock files"),
        ("npm error code EACCES", "permission"),
        ("something new", "to succeed"),
    ],
)
def test_a_log_is_read_for_its_cause(printed: str, expected: str) -> None:
    """What pip and npm print becomes a cause that a reader can act on."""
    problem = diagnose.failure("pip failed.", f"start\n\n{printed}\n", Path("build/setup-x.log"))
    assert expected in problem.expected
    assert problem.log[-1] == printed.splitlines()[-1]
    assert "build/setup-x.log" in problem.todo


def test_only_the_last_lines_of_a_log_are_shown() -> None:
    """Twenty lines of a log are shown, cut to a bearable width."""
    problem = diagnose.failure("x", "\n".join("y" * 999 for _ in range(50)), Path("log"))
    assert [len(line) for line in problem.log] == [diagnose.WIDTH] * 20


def test_a_failing_program_shows_its_log(checkout: Places) -> None:
    """What a program printed goes to the log, and its end into the problem."""
    with pytest.raises(Problem) as caught:
        job(checkout).run("it failed.", sys.executable, "-Ic", "print('so it is'); exit(3)")
    assert caught.value.log[-1] == "so it is"
    assert not job(checkout).attempt("/nowhere/program")


def test_the_chromium_named_by_the_user_comes_first(
    checkout: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NIGHTSONG_CHROMIUM decides; a wrong one is no excuse to take another."""
    finish(checkout)
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    assert chromium.find(checkout) == Path(sys.executable)
    monkeypatch.setenv(chromium.VARIABLE, "/nowhere/chromium")
    assert chromium.find(checkout) is None
    assert left(checkout) == ["chromium"]


# What is pinned


@pytest.mark.parametrize("name", renew.NAMES)
def test_every_requirement_is_pinned_with_hashes(name: str) -> None:
    """Each line of a compiled file names one version and at least one hash."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    entries = re.split(r"\n(?=\S)", re.sub(r"^\s*#.*\n", "", text, flags=re.M).strip())
    assert len(entries) > 15
    for entry in entries:
        assert re.match(
            r"[a-z0-9-]+==\S+ \\\n(    --hash=sha256:[0-9a-f]{64}( \\)?\n?)+$", entry
        ), entry


def test_no_lock_file_holds_an_address() -> None:
    """Lock files leave the choice of a registry to whoever uses them."""
    for path in (*renew.lock_files(HERE), ROOT / ".npmrc", ROOT / "package.json"):
        assert "http" not in path.read_text("utf-8"), path
    assert '"resolved"' not in (ROOT / "package-lock.json").read_text("utf-8")


def test_an_npm_lock_is_rid_of_where_packages_ask_for_money(tmp_path: Path) -> None:
    """All else stays as npm wrote it."""
    lock = tmp_path / "package-lock.json"
    kept = {"version": "1.0.0", "integrity": "sha512-x"}
    asking = {**kept, "funding": {"url": "https://example.org/"}}
    lock.write_text(json.dumps({"name": "x", "packages": {"": {}, "node_modules/a": asking}}))
    renew.without_funding(lock)
    assert json.loads(lock.read_text()) == {
        "name": "x",
        "packages": {"": {}, "node_modules/a": kept},
    }


def test_tests_and_build_agree_on_versions() -> None:
    """A package that both lock files name has one version."""
    pins = [
        dict(
            re.findall(r"^([a-z0-9-]+)==(\S+)", (ROOT / f"requirements/{n}.txt").read_text(), re.M)
        )
        for n in renew.NAMES
    ]
    assert {k: v for k, v in pins[0].items() if pins[1].get(k, v) != v} == {}


@pytest.mark.parametrize("name", renew.NAMES)
def test_every_python_dependency_has_a_reason(name: str) -> None:
    """Each line of an .in file says in a comment why it is there."""
    for line in (ROOT / "requirements" / f"{name}.in").read_text("utf-8").splitlines():
        _, _, reason = line.partition("#")
        assert len(reason.split()) >= 3, line
        assert len(line) <= 110


def test_every_npm_dependency_is_exact_and_has_a_reason() -> None:
    """package.json names exact versions, a reason for each, and no script."""
    package = json.loads((ROOT / "package.json").read_text("utf-8"))
    wanted = package["dependencies"] | package["devDependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in wanted.values()), wanted
    assert package["//"].keys() == wanted.keys()
    assert package["private"] is True and "scripts" not in package


def test_set_up_uses_the_standard_library_alone() -> None:
    """Start-up runs before any package is there: without site-packages it imports all the same."""
    modules = sorted(path.stem for path in (ROOT / "generator/provision").glob("[a-z]*.py"))
    code = f"import {', '.join(f'generator.provision.{name}' for name in modules)}"
    done = subprocess.run([sys.executable, "-S", "-c", code], cwd=ROOT, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()


def test_a_driver_that_does_not_start_is_a_problem_with_the_package_to_install(
    checkout: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bare system without libatomic is told what to install."""
    from generator.provision import browser

    bare = Machine("fedora", is_root=False, has_apt=False)
    without = replace(job(checkout), machine=bare)
    monkeypatch.setattr(type(without), "attempt", lambda *_: False)
    with pytest.raises(Problem) as caught:
        browser.ensure(without)
    assert "sudo dnf install -y libatomic" in str(caught.value)
