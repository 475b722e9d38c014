/** The header's labels for menu and search work from the keyboard too. */

const NAMES = /** @type {Record<string, string>} */ ({ __drawer: "Menu", __search: "Search" });

/** Make buttons of the labels, which by themselves only heed a pointer. */
export function mendHeader() {
  for (const [id, name] of Object.entries(NAMES)) {
    const label = /** @type {HTMLElement | null} */ (
      document.querySelector(`.md-header__button[for="${id}"]`)
    );
    label?.setAttribute("role", "button");
    label?.setAttribute("tabindex", "0");
    label?.setAttribute("aria-label", name);
    label?.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      label.click();
    });
  }
}
