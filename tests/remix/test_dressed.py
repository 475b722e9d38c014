"""The looks of a remix: its colors on the site, its sign, the second ink of its print."""

from __future__ import annotations

import io

import pikepdf
from written import Write

from generator.dressing import LOGO, SKY, STYLE, look_files, site_sign
from generator.model.editions import Ink
from generator.press.tones import retoned

LOOKS = """\
day:
  ground: "#ffffff"
  ink: "#220011"
  header: "#330022"
night:
  ground: "#110011"
  ink: "#ffeeff"
tone: {name: EmberRed, color: "#7a1010"}
logo: sign.svg
"""
SIGN = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
BLUE, RED = Ink("NightBlue", "#2b2f6b"), Ink("EmberRed", "#7a1010")


def test_the_site_wears_the_remix_s_colors_and_sign(remix: Write) -> None:
    """By day and by night; the sky takes the header's hue, the sign comes along as it is."""
    made = remix({"theme/looks.yml": LOOKS, "theme/sign.svg": SIGN})
    copy = made.copy()
    files = look_files(made.project(), copy)
    style = files[STYLE].decode()
    assert all(color in style for color in ("#220011", "#330022", "#110011", "#ffeeff"))
    assert files[LOGO] == SIGN
    assert files[SKY] != (made.project().site_theme / SKY).read_bytes()
    sign = site_sign(copy)
    assert (sign.name, sign.logo, sign.styles) == ("Ember", LOGO, (STYLE,))


def test_a_reserved_sign_is_left_out_with_the_rest(remix: Write) -> None:
    """A version without what is held back has the theme's own sign."""
    held = "licence:\n  credit: Credit Ember.\n  designated: All rules.\n  reserved:\n  - {kind: logo, what: Our sign, file: sign.svg}\n"
    made = remix({"theme/looks.yml": LOOKS, "theme/sign.svg": SIGN})
    text = (made.folder / "remix.yml").read_text(encoding="utf-8")
    (made.folder / "remix.yml").write_text(text.partition("licence:")[0] + held, encoding="utf-8")
    assert LOGO in look_files(made.project(), made.copy())
    bare = look_files(made.project(), made.copy(bare=True))
    assert LOGO not in bare
    assert STYLE in bare


def test_without_looks_the_site_is_as_the_theme_has_it(remix: Write) -> None:
    """No style, no sign, no other sky."""
    made = remix()
    assert look_files(made.project(), made.copy()) == {}


def drawn(content: bytes) -> bytes:
    """A page with that drawn on it, as PDF."""
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(90, 90))
        page.Contents = pdf.make_stream(content)
        made = io.BytesIO()
        pdf.save(made)
    return made.getvalue()


def colors(pdf: bytes) -> list[tuple[float, ...]]:
    """The colors that the first page fills with, in order."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        found = pikepdf.parse_content_stream(document.pages[0])
        return [tuple(map(float, one.operands)) for one in found if str(one.operator) == "rg"]


def test_print_takes_the_second_ink_s_color_tint_for_tint() -> None:
    """Full tone becomes full tone, a lighter tint as light a tint; greys stay greys."""
    blue = tuple(int(BLUE.color[n : n + 2], 16) / 255 for n in (1, 3, 5))
    red = tuple(int(RED.color[n : n + 2], 16) / 255 for n in (1, 3, 5))
    half = tuple(1 - (1 - part) / 2 for part in blue)
    shown = [blue, half, (0.5, 0.5, 0.5), (1.0, 1.0, 1.0)]
    content = "".join(f"{r:.4f} {g:.4f} {b:.4f} rg 0 0 9 9 re f\n" for r, g, b in shown)
    made = colors(retoned(drawn(content.encode()), BLUE, RED))
    wanted = [red, tuple(1 - (1 - part) / 2 for part in red), (0.5,) * 3, (1.0,) * 3]
    for came, want in zip(made, wanted, strict=True):
        assert all(abs(c - w) < 0.02 for c, w in zip(came, want, strict=True)), (came, want)
