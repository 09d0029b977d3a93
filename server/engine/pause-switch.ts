/**
 * Pauses a running job between two tiles, as an `AbortController` stops it. One job reads it; `change` is
 * dispatched each time it is set.
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
