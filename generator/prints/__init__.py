"""The print shop: every edition on every paper, from the book to finished PDFs.

Part of the pipeline: it knows the render stage and the press stage, and what each layout takes.
"""

from generator.prints.pressroom import Pressroom, Shop
from generator.prints.prints import Print, find_print, prints

__all__ = ["Pressroom", "Print", "Shop", "find_print", "prints"]
