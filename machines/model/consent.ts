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
  /** ISO date */
  at: string;
  wording: string;
  /** the visitor allowed everything although the browser objected by Global Privacy Control */
  despiteSignal: boolean;
};

export type ConsentSigns = {
  /** purposes that this build needs consent for; empty if none */
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

/** A purpose that the visitor was not asked about is never allowed. */
export const within = (allowed: Allowed, asked: readonly Purpose[]): Allowed =>
  allowedOf(asked.filter((purpose) => allowed[purpose]));

export const withdrawn = (before: Allowed, now: Allowed): Purpose[] =>
  purposes.filter((purpose) => before[purpose] && !now[purpose]);

/**
 * True if a stored choice is still valid. A refusal is always valid. A permission is valid for the
 * version of the texts that the visitor read, and only until the browser sends Global Privacy
 * Control.
 */
export function isStanding({ allowed, wording, despiteSignal }: Consent, isObjecting: boolean) {
  if (!isAnyAllowed(allowed)) return true;
  return wording === wordingVersion && (despiteSignal || !isObjecting);
}
