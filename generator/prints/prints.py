"""What is to be printed: an edition on a paper, one PDF each."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from generator.model.editions import Edition, Layout, Paper, Profile, Setting, setting_of
from generator.model.manuscript import Manuscript
from generator.model.problems import Problem, ProblemsError


@dataclass(frozen=True, slots=True)
class Print:
    """One PDF to make: an edition on a paper, for a printer. ``of`` is what it is made from.

    ``slug`` is the game's, which begins every file's name.
    """

    slug: str
    edition_id: str
    edition: Edition
    paper_id: str
    paper: Paper
    profile_id: str | None = None
    profile: Profile | None = None
    of: Print | None = None

    @property
    def name(self) -> str:
        """The file's name; it tells the printer's profile where that isn't the edition's own."""
        other = self.profile_id != self.edition.profile and self.profile_id
        parts = (self.slug, self.edition_id, self.paper_id, *([other] if other else []))
        return "-".join(parts) + ".pdf"

    @property
    def title(self) -> str:
        """What it is, for people."""
        return f"{self.edition.title}, {self.paper.title}"

    @property
    def setting(self) -> Setting:
        """Margins and text sizes; ``KeyError`` where the paper has none for the layout."""
        return self.paper.settings[setting_of(self.edition.layout)]


def prints(manuscript: Manuscript) -> tuple[Print, ...]:
    """All that is to be printed, in the order of ``editions.yml``."""
    return tuple(_all(manuscript))


def _all(manuscript: Manuscript) -> Iterator[Print]:
    assert manuscript.editions and manuscript.papers and manuscript.game
    papers, slug = manuscript.papers.form, manuscript.game.form.slug
    made: dict[tuple[str, str], Print] = {}
    for name, edition in manuscript.editions.form.editions.items():
        for paper_id in edition.papers:
            paper = papers.papers[paper_id]
            folded = paper.folds_to if edition.layout is Layout.BOOKLET else paper_id
            base = made.get((edition.of or "", folded or ""))
            profile = papers.profiles[edition.profile] if edition.profile else None
            made[name, paper_id] = Print(
                slug, name, edition, paper_id, paper, edition.profile, profile, base
            )
            yield made[name, paper_id]


def find_print(
    manuscript: Manuscript, what: str, paper: str | None, profile: str | None
) -> tuple[Print, ...]:
    """The prints of that edition, on one paper or on all; ``ProblemsError`` where there is none."""
    assert manuscript.editions and manuscript.papers
    every = prints(manuscript)
    _expect("an edition", what, {p.edition_id for p in every})
    found = [p for p in every if p.edition_id == what]
    if paper is not None:
        _expect(f"a paper that “{what}” is printed on", paper, {p.paper_id for p in found})
        found = [p for p in found if p.paper_id == paper]
    if profile is not None:
        profiles = manuscript.papers.form.profiles
        _expect("a printer’s profile", profile, profiles)
        if not found[0].edition.profile:
            made = sorted({p.edition_id for p in every if p.edition.profile})
            expected = f"an edition that is made for a printer: {', '.join(made)}"
            raise _problem(expected, f"“{what}”", "Leave --profile out.")
        found = [replace(p, profile_id=profile, profile=profiles[profile]) for p in found]
    return tuple(found)


def _expect(what: str, came: str, known: Iterable[str]) -> None:
    names = sorted(known)
    if came not in names:
        near = difflib.get_close_matches(came, names, n=1)
        tip = f"Did you mean {near[0]}?" if near else ""
        raise _problem(f"{what}: {', '.join(names)}", f"“{came}”", tip)


def _problem(expected: str, came: str, tip: str) -> ProblemsError:
    return ProblemsError([Problem("print", 0, 0, "print.unknown", expected, came, tip)])
