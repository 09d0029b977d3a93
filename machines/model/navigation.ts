/** `.` and `..`, also percent-encoded: `/.//host` becomes `//host` once the browser has resolved it. */
const dotSegment = /\/(\.|%2e){1,2}([/?#]|$)/i;

/**
 * R9: only a path of this site. `//host`, `/\host`, any scheme, dot segments and any control character (which
 * browsers drop before they read an address, so `java\tscript:` would pass a naive check) are
 * refused.
 */
export const isInternalPath = (to: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /^\/(?![/\\])/.test(to) &&
  !/[\u0000-\u0020\u007f\\]/.test(to) &&
  !dotSegment.test(to.split(/[?#]/)[0] ?? '');
