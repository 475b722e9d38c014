"""The looks of a game on its site: name and language, colours, and its own sign."""

from __future__ import annotations

from generator.bundle.badge import DARK, LIGHT, drawn, png_of, svg_of
from generator.bundle.website import Sign
from generator.copydesk import Copy
from generator.project import Project
from generator.render.looks import looks_css, sky

STYLE = "assets/looks/colors.css"
LOGO = "assets/looks/logo.svg"
BADGES = "assets/badges"
SKY = "assets/nightsong/sky.svg"  # in the place of the theme's


def site_sign(copy: Copy) -> Sign:
    """What the site says of itself."""
    game = copy.book.game
    return Sign(
        name=game.title,
        about=f"{game.title}: {game.subtitle}. Rules to read, tables to roll.",
        language=game.language,
        styles=(STYLE,) if looks_css(copy.looks) else (),
        logo=LOGO if copy.looks.logo else "",
    )


def badge_files(project: Project, copy: Copy) -> dict[str, bytes]:
    """The badge for those who build on the game, dark and light, by their names in the docs."""
    badge = drawn(copy.book.game.title, project.packages)
    files = {}
    for name, look in (("dark", DARK), ("light", LIGHT)):
        files[f"{BADGES}/based-on-{name}.svg"] = svg_of(badge, look).encode()
        files[f"{BADGES}/based-on-{name}.png"] = png_of(badge, look)
    return files


def look_files(project: Project, copy: Copy) -> dict[str, bytes]:
    """The files that give the site its looks, by their names in the docs."""
    files = {}
    if style := looks_css(copy.looks):
        files[STYLE] = style.encode()
    if header := copy.looks.day.header:
        drawing = (project.site_theme / SKY).read_text(encoding="utf-8")
        files[SKY] = sky(drawing, header).encode()
    if copy.looks.logo and copy.looks_home:
        files[LOGO] = (copy.looks_home / copy.looks.logo).read_bytes()
    return files
