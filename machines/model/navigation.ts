/** `.` and `..`, also percent-encoded: `/.//host` becomes `//host` once the browser has resolved it. */
const dotSegment = /^[^?#]*\/(\.|%2e){1,2}([/?#]|$)/i;

/** Browsers drop control characters of ASCII before they read an address. */
const unsafeCharacter = /(?![\u0080-\u009f])[\p{Cc} \\]/u;

/**
 * R9: accepts only a path of this site. Refuses `//host`, `/\host`, any scheme, dot segments and control
 * characters: `java\tscript:` would pass a naive check.
 */
export const isInternalPath = (to: string): boolean =>
  /^\/(?!\/)/.test(to) && !unsafeCharacter.test(to) && !dotSegment.test(to);
