// A classic script: pages opened from a disk run no modules and no workers, and should say so.
if (location.protocol === "file:") {
  const how =
    "To roll, start a small server: open a terminal in the folder of this site, enter " +
    "“python3 -m http.server 8000” (on Windows “py -m http.server 8000”), and open " +
    "http://localhost:8000 in the browser.";
  const say = (place, text) => {
    const note = document.createElement("p");
    note.className = "ns-failure";
    note.textContent = text;
    place.prepend(note);
  };
  for (const place of document.querySelectorAll(".ns-table[data-table]")) {
    const die = place.querySelector("thead .ns-key")?.textContent ?? "";
    say(place, `Opened as a file, this page rolls no dice: roll ${die} with real ones. ${how}`);
  }
  for (const place of document.querySelectorAll(".ns-tool")) {
    place.replaceChildren();
    say(place, `Opened as a file, this page runs no tools. ${how}`);
  }
}
