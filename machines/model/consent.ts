/** Purposes that visitors are asked about separately (R77). */
export const purposes = ['measurement', 'advertising'] as const;

export type Purpose = (typeof purposes)[number];

export type Allowed = Readonly<Record<Purpose, boolean>>;

export const nothing: Allowed = { measurement: false, advertising: false };

/** Version of the consent texts. Visitors who agreed to another version are asked again. */
export const wordingVersion = '2026-11-23';

/** A choice as stored on the device. */
export type Consent = {
  allowed: Allowed;
  /** date of the choice in ISO format */
  at: string;
  wording: string;
  /** true if the visitor allowed everything although the browser sent Global Privacy Control */
  despiteSignal: boolean;
};

export type ConsentSigns = {
  /** purposes for which this configuration needs consent; empty if no consent is needed */
  asked: readonly Purpose[];
  kept: Consent | null;
  /** true if the browser sends Global Privacy Control */
  isObjecting: boolean;
};

export const allowedOf = (granted: readonly Purpose[]): Allowed => ({
  measurement: granted.includes('measurement'),
  advertising: granted.includes('advertising'),
});

export const isAnyAllowed = (allowed: Allowed): boolean =>
  purposes.some((purpose) => allowed[purpose]);

/** Returns the allowed purposes without those that the visitor was not asked about. */
export const within = (allowed: Allowed, asked: readonly Purpose[]): Allowed =>
  allowedOf(asked.filter((purpose) => allowed[purpose]));

export const withdrawn = (before: Allowed, now: Allowed): Purpose[] =>
  purposes.filter((purpose) => before[purpose] && !now[purpose]);

/**
 * True if a stored choice is still valid. A refusal is always valid. A permission is valid for the
 * version of the texts that the visitor read. A permission becomes invalid when the browser begins
 * to send Global Privacy Control.
 */
export function isStanding({ allowed, wording, despiteSignal }: Consent, isObjecting: boolean) {
  if (!isAnyAllowed(allowed)) return true;
  return wording === wordingVersion && (despiteSignal || !isObjecting);
}
