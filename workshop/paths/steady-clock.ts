type Timer = { id: number; due: number; run: () => void };

/*
 * A clock that advances only on request. A timer set by another timer starts at the time at which
 * the first one was due. In a wait of 40 s, a tick of 200 ms therefore happens 200 times. With
 * xstate's SimulatedClock the next timer starts at the end of the wait.
 */
export class SteadyClock {
  private current = 0;
  private counter = 0;
  private timers: Timer[] = [];

  now(): number {
    return this.current;
  }

  setTimeout(run: (...args: unknown[]) => void, timeout: number): number {
    this.counter += 1;
    this.timers.push({ id: this.counter, due: this.current + timeout, run });
    return this.counter;
  }

  clearTimeout(id: number): void {
    this.timers = this.timers.filter((timer) => timer.id !== id);
  }

  advance(ms: number): void {
    const until = this.current + ms;
    for (let next = this.next(); next && next.due <= until; next = this.next()) {
      const { id, due, run } = next;
      this.clearTimeout(id);
      this.current = due;
      run();
    }
    this.current = until;
  }

  private next(): Timer | undefined {
    return this.timers.toSorted((a, b) => a.due - b.due)[0];
  }
}
