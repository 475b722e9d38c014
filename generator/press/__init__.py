"""HTML to PDF: laid out by WeasyPrint with our own fonts alone, finished with pikepdf."""

from generator.press.press import Job, Pressed, Proof, press

__all__ = ["Job", "Pressed", "Proof", "press"]
