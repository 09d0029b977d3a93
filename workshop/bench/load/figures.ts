/** The measurements of one run of the load client. */
export type Run = { count: number; perSecond: number; p99Milliseconds: number; refused: number };

/** Runs of a call and of the bare server, measured one right after the other. */
export type Pair = { call: Run; bare: Run };

/**
 * Returns the smallest value that is greater than or equal to this share of all values. Returns NaN
 * for an empty list.
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

const median = (values: readonly number[]) => percentile(values, 0.5);

export const rounded = (value: number, digits = 1): number => Number(value.toFixed(digits));

/**
 * Returns true if the call is measured before the bare server. The order alternates (ABBA), so that
 * a machine that becomes slower or faster favours neither.
 */
export const callIsFirst = (round: number): boolean => round % 4 === 0 || round % 4 === 3;

export type Comparison = {
  perSecond: number;
  p99Milliseconds: number;
  barePerSecond: number;
  bareP99Milliseconds: number;
  /** median ratio of the calls per second to those of the bare server */
  ratio: number;
  refused: number;
};

/**
 * Calculates one ratio per pair. Other work on the machine that lasts longer than a pair slows both
 * runs of the pair, so the ratio stays the same.
 */
export function compare(pairs: readonly Pair[]): Comparison {
  const of = (pick: (pair: Pair) => number) => median(pairs.map(pick));
  return {
    perSecond: rounded(of(({ call }) => call.perSecond)),
    p99Milliseconds: rounded(
      of(({ call }) => call.p99Milliseconds),
      2,
    ),
    barePerSecond: rounded(of(({ bare }) => bare.perSecond)),
    bareP99Milliseconds: rounded(
      of(({ bare }) => bare.p99Milliseconds),
      2,
    ),
    ratio: rounded(
      of(({ call, bare }) => call.perSecond / bare.perSecond),
      3,
    ),
    refused: pairs.reduce((sum, { call }) => sum + call.refused, 0),
  };
}
