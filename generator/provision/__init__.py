"""From a fresh clone to a ready environment, with nothing but Python's standard library.

`main` reads the command line, `steps` says what has to be there for a command, and each other
module knows one thing about getting it there. Nothing here imports the rest of the generator,
because it runs before the packages that the generator needs are installed.
"""
