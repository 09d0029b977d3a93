/**
 * Matches the path segments `.` and `..`, also percent-encoded. A browser resolves such segments:
 * `/.//host` becomes `//host`.
 */
const dotSegment = /^[^?#]*\/(\.|%2e){1,2}([/?#]|$)/i;

/**
 * Matches characters that an internal path must not contain. Browsers remove ASCII control
 * characters from an address before they parse the address.
 */
const unsafeCharacter = /(?![\u0080-\u009f])[\p{Cc} \\]/u;

/**
 * True if the text is a path of this site (R9). Rejects `//host`, `/\host`, any scheme, dot
 * segments and control characters. A simpler check would accept `java\tscript:`.
 */
export const isInternalPath = (to: string): boolean =>
  /^\/(?!\/)/.test(to) && !unsafeCharacter.test(to) && !dotSegment.test(to);
