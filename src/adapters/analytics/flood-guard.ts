/** How many events a page may track: so many at once, so many a second afterwards. */
export type Flood = { burst: number; perSecond: number };

const usual: Flood = { burst: 2000, perSecond: 50 };

/** A loop that tracks without end must not fill the device. */
export function createFloodGuard(now: () => number, { burst, perSecond }: Flood = usual) {
  let left = burst;
  let seen = now();
  return {
    admits: (): boolean => {
      const time = now();
      // a clock that was set back gives nothing and takes nothing
      left = Math.min(burst, left + (Math.max(0, time - seen) * perSecond) / 1000);
      seen = time;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
