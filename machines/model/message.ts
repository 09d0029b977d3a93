/** A locale's messages by id. Only src/i18n reads the compiled form. */
export type Messages = Readonly<Record<string, unknown>>;

/**
 * Text for people. It is a message id of `locales/` with its values, or a text from the server
 * (R40). The server's text has a code, for which a locale may have a better message.
 */
export type MessageRef =
  | { id: string; values?: Record<string, string | number> }
  | { text: string | null; code: string | null };
