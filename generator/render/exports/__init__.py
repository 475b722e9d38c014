"""The book for other programs: a module a target, each from the book to files by their names."""
