/** A locale's messages by id; only the web code knows the compiled form. */
export type Messages = Readonly<Record<string, unknown>>;

/**
 * Text for people: a message id of `locales/` with its values, or text from the server (R40) with its code, for
 * which a locale may have a better message.
 */
export type MessageRef =
  | { id: string; values?: Record<string, string | number> }
  | { text: string | null; code: string | null };
