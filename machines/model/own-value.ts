/* Values of a choice that are the visitor's own. */

export type OwnColour = `#${string}`;

/** True for a colour such as `#3366ff`, with lower-case digits. */
export const isColour = (value: unknown): value is OwnColour =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value);
