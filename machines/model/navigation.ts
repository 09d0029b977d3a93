/**
 * R9: only a path of this site. `//host`, `/\host`, any scheme and any control character (which
 * browsers drop before they read an address, so `java\tscript:` would pass a naive check) are
 * refused.
 */
export const isInternalPath = (to: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /^\/(?![/\\])/.test(to) && !/[\u0000-\u0020\u007f\\]/.test(to);
