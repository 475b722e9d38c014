"""In the place of ``pyodide.webloop``: the rules await nothing, so no event loop is set up."""


def _initialize_event_loop() -> None:
    pass
