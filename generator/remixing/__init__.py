"""Remixes: beginning one, telling what it does, and keeping up with what it stands on."""
