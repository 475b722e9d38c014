"""Write: all or nothing. A build is staged beside ``dist/`` and swapped in whole.

What was made before from the same inputs is kept in ``build/cache`` and taken from there.
"""

from generator.write.archive import zipped, zipped_ebook, zipped_files
from generator.write.cache import Cache, digest
from generator.write.exclusive import exclusive
from generator.write.stage import Stage, replace_file, write_changed

__all__ = [
    "Cache",
    "Stage",
    "digest",
    "exclusive",
    "replace_file",
    "write_changed",
    "zipped",
    "zipped_ebook",
    "zipped_files",
]
