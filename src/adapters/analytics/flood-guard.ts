/**
 * The limit of events of a page: a number of events at once, and then a number of events per
 * second.
 */
export type Flood = { burst: number; perSecond: number };

const usual: Flood = { burst: 2000, perSecond: 50 };

/** Limits the number of events, so that an endless loop cannot fill the device. */
export function createFloodGuard(now: () => number, { burst, perSecond }: Flood = usual) {
  let left = burst;
  let seen = now();
  return {
    admits: (): boolean => {
      const time = now();
      // if the clock was set back, no time is added to the limit
      left = Math.min(burst, left + (Math.max(0, time - seen) * perSecond) / 1000);
      seen = time;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
