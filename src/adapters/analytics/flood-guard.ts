/** Limit of events per page: a burst, then a rate per second. */
export type Flood = { burst: number; perSecond: number };

const usual: Flood = { burst: 2000, perSecond: 50 };

/** An endless tracking loop must not fill the device. */
export function createFloodGuard(now: () => number, { burst, perSecond }: Flood = usual) {
  let left = burst;
  let seen = now();
  return {
    admits: (): boolean => {
      const time = now();
      // a clock that was set back changes nothing
      left = Math.min(burst, left + (Math.max(0, time - seen) * perSecond) / 1000);
      seen = time;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
