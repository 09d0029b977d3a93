import type { Disclosure } from '../../machines/model/disclosures.ts';
import type { Pricing } from '../../machines/model/pricing.ts';

/** A content page in one language: `locales/<lang>/pages/<page>.json`. */
export type PageText = {
  title: string;
  description: string;
  lead: string;
  /** ISO date of the last change, or null if the page shows no date */
  updated: string | null;
  sections: readonly PageSection[];
  /** only for the price page, as soon as its prices are loaded */
  pricing?: Pricing;
};

export type PageSection = { id: string; heading: string; blocks: readonly PageBlock[] };

/**
 * A block of a page text. Texts may contain the placeholders {product}, {company}, {address},
 * {companyDetails}, {processors}, {email} and {retention}. A block with `when` is shown only if that condition is true.
 * The server takes the condition from the attribute `data-when`.
 */
export type PageBlock =
  | { kind: 'text'; text: string; when?: Disclosure }
  | { kind: 'list'; items: readonly string[]; when?: Disclosure }
  | { kind: 'link'; to: string; text: string }
  | { kind: 'mail'; text: string };
