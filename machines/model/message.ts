/** The messages of a locale by id. Only src/i18n interprets the compiled values. */
export type Messages = Readonly<Record<string, unknown>>;

/**
 * A text for visitors: a message id of `locales/` with its values, or a text from the server (R40).
 * A text from the server has an error code, for which the locale may have a better message, and an
 * error id if the server failed.
 */
export type MessageRef =
  | { id: string; values?: Record<string, string | number> }
  | { text: string | null; code: string | null; errorId?: string };
