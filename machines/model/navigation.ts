/** Matches `.` and `..`, also percent-encoded. The browser resolves `/.//host` to `//host`. */
const dotSegment = /^[^?#]*\/(\.|%2e){1,2}([/?#]|$)/i;

/** Browsers drop control characters of ASCII before they read an address. */
const unsafeCharacter = /(?![\u0080-\u009f])[\p{Cc} \\]/u;

/**
 * True if the address is a path of this site (R9). Rejects `//host`, `/\host`, any scheme, dot
 * segments and control characters; a naive check would accept `java\tscript:`.
 */
export const isInternalPath = (to: string): boolean =>
  /^\/(?!\/)/.test(to) && !unsafeCharacter.test(to) && !dotSegment.test(to);
