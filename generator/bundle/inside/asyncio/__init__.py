"""In the place of ``asyncio``, which Pyodide asks for as it starts: the rules await nothing."""


def get_event_loop() -> None:
    """There is none."""
    raise RuntimeError("expected nothing to be awaited in the page, came a call for an event loop")
