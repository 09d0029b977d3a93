import type { Disclosure } from '../../machines/model/disclosures.ts';

/** One content page in one language: `locales/<lang>/pages/<page>.json`. */
export type PageText = {
  title: string;
  description: string;
  lead: string;
  /** ISO date of the last change, or null where none is shown */
  updated: string | null;
  sections: readonly PageSection[];
};

type PageSection = { id: string; heading: string; blocks: readonly PageBlock[] };

/**
 * Texts may hold {product}, {company}, {address}, {email} and {retention}. What has a `when` stands on the
 * page only where that is so: its first element says it to the server.
 */
export type PageBlock =
  | { kind: 'text'; text: string; when?: Disclosure }
  | { kind: 'list'; items: readonly string[]; when?: Disclosure }
  | { kind: 'link'; to: string; text: string }
  | { kind: 'mail'; text: string };
