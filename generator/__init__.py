"""From YAML to files: load, validate, resolve, render, press and bundle, write.

What is about words, pages or files belongs here; what is true at the table belongs to
``nightsong``, and looks belong to ``theme``. Each stage is a package of its own that knows only
the values in ``generator.model``; ``generator.pipeline`` alone knows their order.
"""
