/** What visitors are asked about, each on its own (R77). */
export const purposes = ['measurement', 'advertising'] as const;

export type Purpose = (typeof purposes)[number];

/** What is allowed. */
export type Allowed = Readonly<Record<Purpose, boolean>>;

export const nothing: Allowed = { measurement: false, advertising: false };

/** Of the words that ask. Whoever agreed to others is asked again. */
export const wordingVersion = '2026-11-23';

/** A choice as the device keeps it. */
export type Consent = {
  allowed: Allowed;
  /** an ISO date */
  at: string;
  wording: string;
  /** the browser objected by Global Privacy Control at that time, and the visitor has allowed it all the same */
  despiteSignal: boolean;
};

/** What the page knows when it starts. */
export type ConsentSigns = {
  /** what this product would like to do; empty: there is nothing to consent to */
  asked: readonly Purpose[];
  kept: Consent | null;
  /** Global Privacy Control */
  isObjecting: boolean;
};

/** Everything that is asked for, or nothing of it. */
export const allowedOf = (granted: readonly Purpose[]): Allowed => ({
  measurement: granted.includes('measurement'),
  advertising: granted.includes('advertising'),
});

/** A purpose that nobody was asked about is never allowed. */
export const within = (allowed: Allowed, asked: readonly Purpose[]): Allowed =>
  allowedOf(asked.filter((purpose) => allowed[purpose]));

/** What was allowed before and is not any more. */
export const withdrawn = (before: Allowed, now: Allowed): Purpose[] =>
  purposes.filter((purpose) => before[purpose] && !now[purpose]);

/**
 * Whether a kept choice still counts. Refusing counts for ever; allowing is for the words that were
 * read, and not against a signal that came later.
 */
export function isStanding({ allowed, wording, despiteSignal }: Consent, isObjecting: boolean) {
  if (!allowed.measurement && !allowed.advertising) return true;
  return wording === wordingVersion && (despiteSignal || !isObjecting);
}
