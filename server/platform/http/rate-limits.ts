/** Returns route options that allow `max` requests per minute from one IP address. */
export const perMinute = (max: number) => ({
  config: { rateLimit: { max, timeWindow: 60_000 } },
});
