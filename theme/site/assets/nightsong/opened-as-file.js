// A classic script: pages opened from a disk run no modules and no workers, and should say so.
if (location.protocol === "file:") {
  for (const place of document.querySelectorAll(".ns-table[data-table]")) {
    const die = place.querySelector("thead .ns-key")?.textContent ?? "";
    const note = document.createElement("p");
    note.className = "ns-failure";
    note.textContent =
      `This page was opened as a file, where browsers run no dice engine. Roll ${die} with real dice, ` +
      "or put the site on a server.";
    place.prepend(note);
  }
}
