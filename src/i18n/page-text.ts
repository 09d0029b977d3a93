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

/** Texts may hold {product}, {company}, {address}, {email} and {retention}. */
export type PageBlock =
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'link'; to: string; text: string }
  | { kind: 'mail'; text: string };
