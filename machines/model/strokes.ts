import type { FunctionOption, OptionValues } from './functions.ts';

/** A position in the upright photo, as shares of its width and height, 0 to 1. */
export type StrokePoint = readonly [x: number, y: number];

/** A stroke of the brush: a line through its points, with round ends. */
export type Stroke = {
  /** true if the stroke adds to the painted area, false if it removes from it */
  adds: boolean;
  /** share of the photo's longer side */
  radius: number;
  points: readonly StrokePoint[];
};

/** The number of parts into which the sides of the photo are divided. */
const parts = 10_000;

/** Limits of a radius, in parts. */
const radii = { least: 10, most: 2000 };

const shape = /^[+-]\d{1,4}:\d{1,5},\d{1,5}(,\d{1,5},\d{1,5})*$/;

const writeStroke = ({ adds, radius, points }: Stroke): string => {
  const within = (value: number, least: number, most: number) =>
    Math.min(most, Math.max(least, Math.round(value * parts)));
  const places = points.flat().map((share) => within(share, 0, parts));
  return `${adds ? '+' : '-'}${within(radius, radii.least, radii.most)}:${places.join(',')}`;
};

const readStroke = (text: string): Stroke | null => {
  if (!shape.test(text)) return null;
  const [head = '', places = ''] = text.slice(1).split(':');
  const radius = Number(head);
  const values = places.split(',').map(Number);
  if (radius < radii.least || radius > radii.most) return null;
  if (values.some((value) => value > parts)) return null;
  const points: StrokePoint[] = [];
  for (let at = 0; at < values.length; at += 2) {
    points.push([(values[at] ?? 0) / parts, (values[at + 1] ?? 0) / parts]);
  }
  return { adds: text.startsWith('+'), radius: radius / parts, points };
};

/** Writes strokes as an option value: `+150:1200,800,1300,810`, separated by spaces. */
export const writeStrokes = (strokes: readonly Stroke[]): string =>
  strokes.map(writeStroke).join(' ');

/** Reads the strokes of an option value; null if the value is malformed. */
export const readStrokes = (value: unknown): Stroke[] | null => {
  if (typeof value !== 'string') return null;
  if (value === '') return [];
  const strokes: Stroke[] = [];
  for (const text of value.split(' ')) {
    const stroke = readStroke(text);
    if (!stroke) return null;
    strokes.push(stroke);
  }
  return strokes;
};

/** True if no stroke of the option value adds to the painted area. */
export const paintsNothing = (value: unknown): boolean =>
  !readStrokes(value)?.some(({ adds }) => adds);

/** True if the visitor has painted an area with the brush of this function. */
export const hasPainted = (
  { options }: { options: readonly FunctionOption[] },
  values: OptionValues,
): boolean => options.some(({ kind, name }) => kind === 'strokes' && !paintsNothing(values[name]));

export const countPoints = (strokes: readonly Stroke[]): number =>
  strokes.reduce((sum, { points }) => sum + points.length, 0);
