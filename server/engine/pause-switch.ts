/**
 * Pauses a job between two tiles, like an `AbortController`. Only one job may listen to a switch.
 * Each call of `set` dispatches `change`.
 */
export class PauseSwitch extends EventTarget {
  #isOn = false;

  get isOn(): boolean {
    return this.#isOn;
  }

  set(isOn: boolean): void {
    if (this.#isOn === isOn) return;
    this.#isOn = isOn;
    this.dispatchEvent(new Event('change'));
  }
}
