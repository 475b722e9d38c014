/** What the browser tells of the line, which some people pay by what goes over it. */

/** @returns {{saveData?: boolean, effectiveType?: string, type?: string} | undefined} */
function line() {
  return /** @type {any} */ (navigator).connection;
}

/** Whether data is to be saved: then nothing large is fetched but what is asked for. */
export function isDear() {
  return Boolean(line()?.saveData);
}

/** Whether the line is fast and not paid by what goes over it, as far as the browser says. */
export function isFast() {
  const here = line();
  return here ? !here.saveData && here.effectiveType === "4g" && here.type !== "cellular" : false;
}
