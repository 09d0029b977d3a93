/** Returns the last percentage of a log, such as ` 45%|████`, or null if there is none. */
export function percentIn(logs: string): number | null {
  const last = [...logs.slice(-4000).matchAll(/(?<![\d.])(\d{1,3})(?:\.\d+)?\s?%/g)].at(-1);
  const percent = Number(last?.[1]);
  return percent <= 100 ? percent : null;
}
