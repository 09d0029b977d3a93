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

/** Inputs known when the page starts. */
export type ConsentSigns = {
  /** purposes that this product needs consent for; empty if none */
  asked: readonly Purpose[];
  kept: Consent | null;
  /** state of Global Privacy Control */
  isObjecting: boolean;
};

/** Every purpose with true if it is granted. */
export const allowedOf = (granted: readonly Purpose[]): Allowed => ({
  measurement: granted.includes('measurement'),
  advertising: granted.includes('advertising'),
});

export const isAnyAllowed = (allowed: Allowed): boolean =>
  purposes.some((purpose) => allowed[purpose]);

/** A purpose that was not asked about is never allowed. */
export const within = (allowed: Allowed, asked: readonly Purpose[]): Allowed =>
  allowedOf(asked.filter((purpose) => allowed[purpose]));

/** Purposes that were allowed before and no longer are. */
export const withdrawn = (before: Allowed, now: Allowed): Purpose[] =>
  purposes.filter((purpose) => before[purpose] && !now[purpose]);

/**
 * True if a stored choice still counts. A refusal counts for ever. Permission counts for the version of the
 * texts that was read, and not against an objecting signal that came later.
 */
export function isStanding({ allowed, wording, despiteSignal }: Consent, isObjecting: boolean) {
  if (!isAnyAllowed(allowed)) return true;
  return wording === wordingVersion && (despiteSignal || !isObjecting);
}
