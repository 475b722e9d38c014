"""The pages that are made from data rather than written as chapters."""

LICENCE = "licence"
GLOSSARY = "glossary"
RULINGS = "rulings"
TABLES = "tables"
GUIDE = "publish-guide"
PUBLISH = "publish"

GENERATED_PAGES = {
    LICENCE: "License",
    GLOSSARY: "Glossary",
    RULINGS: "Rulings",
    TABLES: "Tables",
}

# Folders of the site that a chapter's page would stand in the way of.
RESERVED = frozenset(
    {*GENERATED_PAGES, GUIDE, PUBLISH, "assets", "downloads", "index", "play", "search"}
)
