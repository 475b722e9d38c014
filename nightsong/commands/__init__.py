"""The commands of ``python -m nightsong``, one module each.

A module has ``add(commands)``, which registers its subcommand. What a command works out belongs to
the rules; here it is only asked for and shown.
"""
