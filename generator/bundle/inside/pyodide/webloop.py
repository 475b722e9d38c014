"""In the place of ``pyodide.webloop``: the rules await nothing, so no event loop is set up.

A snapshot of Python's memory is refused unless the objects of the page that Python holds are the
ones that this module takes in Pyodide, in that order.
"""

from pyodide_js._api import scheduleCallback  # type: ignore[import-not-found]


def _initialize_event_loop() -> None:
    from pyodide_js._api import config  # noqa: F401


__all__ = ["scheduleCallback"]
