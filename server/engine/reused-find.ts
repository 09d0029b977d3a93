/**
 * Stores what a function found in the latest picture, so that a change of an option does not run
 * the network again.
 */
export class ReusedFind {
  #latest: { of: string; value: unknown } | undefined;

  async reuse<Value>(of: string, find: () => Promise<Value>): Promise<Value> {
    if (this.#latest?.of !== of) this.#latest = { of, value: await find() };
    return this.#latest.value as Value;
  }
}
