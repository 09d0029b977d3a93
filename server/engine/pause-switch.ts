/**
 * Asks a running job to wait between two tiles, as an `AbortController` asks it to stop. It is read
 * by one job; `change` is dispatched when it was turned.
 */
export class PauseSwitch extends EventTarget {
  #isOn = false;

  get isOn(): boolean {
    return this.#isOn;
  }

  turn(isOn: boolean): void {
    if (this.#isOn === isOn) return;
    this.#isOn = isOn;
    this.dispatchEvent(new Event('change'));
  }
}
