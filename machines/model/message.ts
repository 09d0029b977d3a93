/** A locale's messages by id; only the screen side knows what a compiled message is. */
export type Messages = Readonly<Record<string, unknown>>;

/**
 * Words for people: a message id of `locales/` with its values, or text that arrived from the
 * server (R40) with the code it came with, for which a locale may have better words.
 */
export type MessageRef =
  | { id: string; values?: Record<string, string | number> }
  | { text: string | null; code: string | null };
