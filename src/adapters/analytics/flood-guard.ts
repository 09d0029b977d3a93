/** The limit of events per page: a burst, and then a rate per second. */
export type Flood = { burst: number; perSecond: number };

const usual: Flood = { burst: 2000, perSecond: 50 };

/** Prevents an endless tracking loop from filling the device. */
export function createFloodGuard(now: () => number, { burst, perSecond }: Flood = usual) {
  let left = burst;
  let seen = now();
  return {
    admits: (): boolean => {
      const time = now();
      // a clock that was set back does not change the limit
      left = Math.min(burst, left + (Math.max(0, time - seen) * perSecond) / 1000);
      seen = time;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
