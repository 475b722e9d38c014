"""Running the programs of a step: their output into a log, their failure into a problem."""

import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from generator.provision.diagnose import failure
from generator.provision.machine import Machine
from generator.provision.places import Places, environment


@dataclass(frozen=True, slots=True)
class Job:
    """One step at work."""

    places: Places
    machine: Machine
    step: str
    tick: Callable[[], None]
    lock: int | None = None
    variables: Mapping[str, str] = field(default_factory=dict)

    @property
    def log(self) -> Path:
        """The step's log file."""
        return self.places.log(self.step)

    def begin(self) -> None:
        """Start with an empty log."""
        self.log.parent.mkdir(exist_ok=True)
        self.log.write_bytes(b"")

    def attempt(self, *command: str | Path) -> bool:
        """Run a program and say whether it succeeded."""
        words = [str(word) for word in command]
        env = self._environment()
        with self.log.open("ab") as log:
            log.write(f"$ {' '.join(words)}\n".encode())
            log.flush()
            try:
                child = subprocess.Popen(
                    words,
                    cwd=self.places.root,
                    env=env,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    pass_fds=() if self.lock is None else (self.lock,),
                )
            except OSError as error:
                log.write(f"{error}\n".encode())
                return False
        return self._wait(child) == 0

    def run(self, what: str, *command: str | Path) -> None:
        """Run a program that must succeed; `what` says what failed if it doesn't."""
        if not self.attempt(*command):
            raise failure(what, self.text(), self.log.relative_to(self.places.root))

    def answer(self, *command: str | Path) -> str | None:
        """What a short program prints, or None when it fails or hangs."""
        try:
            done = subprocess.run(
                [str(word) for word in command],
                cwd=self.places.root,
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=60,
                check=True,
            )
        except (OSError, subprocess.SubprocessError):
            return None
        return done.stdout.decode("utf-8", "replace").strip()

    def text(self) -> str:
        """What the step's programs have printed so far."""
        return self.log.read_text("utf-8", "replace")

    def _environment(self) -> dict[str, str]:
        """The variables of the step's programs.

        PYTHONSAFEPATH keeps modules of this checkout from standing in for installed ones of
        the same name: pip-tools imports a package called build.
        """
        return environment(self.places) | {"PYTHONSAFEPATH": "1"} | dict(self.variables)

    def _wait(self, child: "subprocess.Popen[bytes]") -> int:
        """Wait for the program, showing that time passes; take it along when we are stopped."""
        try:
            while True:
                try:
                    return child.wait(timeout=1)
                except subprocess.TimeoutExpired:
                    self.tick()
        except BaseException:
            child.terminate()
            child.wait()
            raise
