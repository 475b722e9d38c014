/** What is done in a tool is done one after the other, so that nothing starts from what is out of date. */

/** Deeds that may take a while: each begins when the one before it is done. */
export class Turns {
  constructor() {
    this.open = 0;
    /** @type {Promise<unknown>} */
    this.latest = Promise.resolve();
    this.sign = "";
  }

  /**
   * Do it when its turn comes: at once, where nothing is under way. Who asks for the very same again while
   * it waits (nobody knows how often somebody taps while the rules are being fetched) gets it once.
   * @template T
   * @param {() => T | Promise<T>} act
   * @param {string} [sign] what tells it from other deeds; empty where each time counts
   * @returns {T | Promise<T>}
   */
  take(act, sign = "") {
    if (this.open && sign && sign === this.sign) return /** @type {Promise<T>} */ (this.latest);
    this.sign = sign;
    const done = this.open ? this.latest.then(act, act) : act();
    if (!(done instanceof Promise)) return done;
    this.open += 1;
    this.latest = done;
    const close = () => (this.open -= 1);
    done.then(close, close);
    return done;
  }
}

/**
 * A desk whose deeds are done in turn. What a deed itself calls belongs to it, and waits for nothing.
 * @template {object} T
 * @param {T} desk
 * @param {(keyof T)[]} deeds methods that change its state
 * @returns {T}
 */
export function inTurn(desk, deeds) {
  const turns = new Turns();
  return new Proxy(desk, {
    get(target, name) {
      const found = Reflect.get(target, name, target);
      if (!deeds.includes(/** @type {keyof T} */ (name))) return found;
      return (/** @type {unknown[]} */ ...given) =>
        turns.take(() => found.apply(target, given), signOf(String(name), given));
    },
  });
}

/** @param {string} name @param {unknown[]} given */
function signOf(name, given) {
  return given.some((one) => typeof one === "function") ? "" : JSON.stringify([name, ...given]);
}
