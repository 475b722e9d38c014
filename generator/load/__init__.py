"""Load: from files to documents, and from documents to what authors wrote, typed.

Every value keeps its line and column. Nothing here knows what a value means for the game.
"""
