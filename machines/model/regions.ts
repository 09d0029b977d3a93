import type { FoundRegion, Region } from '../../contract/ai-function.ts';
import type { OptionValues } from './functions.ts';

/**
 * A rectangle of an upright photo. Each number is a share of the photo's width or height, 0 to 1.
 */
export type { FoundRegion, Region } from '../../contract/ai-function.ts';

/** The regions found in a photo, for one function. */
export type FoundRegions = {
  photoId: string;
  functionCode: string;
  /** the regions from left to right; empty if nothing was found */
  regions: readonly FoundRegion[];
  /** the uploaded photo, or null if a start may already have used this upload */
  fileKey: string | null;
};

/**
 * Regions are written as integers: a position or a length is a number of ten-thousandths of the
 * photo's width or height, which is precise enough for a face in a crowd.
 */
const parts = 10_000;

const shape = /^\d{1,5}(,\d{1,5}){3}$/;

const writeRegion = ({ left, top, width, height }: Region): string => {
  const round = (share: number) => Math.min(parts, Math.max(0, Math.round(share * parts)));
  const x = Math.min(parts - 1, round(left));
  const y = Math.min(parts - 1, round(top));
  const across = Math.max(1, round(left + width) - x);
  const down = Math.max(1, round(top + height) - y);
  return [x, y, across, down].join(',');
};

const readRegion = (text: string): Region | null => {
  if (!shape.test(text)) return null;
  const [left = 0, top = 0, width = 0, height = 0] = text.split(',').map(Number);
  const isInside = left + width <= parts && top + height <= parts;
  if (!isInside || width === 0 || height === 0) return null;
  return { left: left / parts, top: top / parts, width: width / parts, height: height / parts };
};

/** Writes regions as an option value: `1200,800,300,400`, separated by spaces. */
export const writeRegions = (regions: readonly Region[]): string =>
  regions.map(writeRegion).join(' ');

/** Reads the regions of an option value; null if the value is malformed. */
export const readRegions = (value: unknown): Region[] | null => {
  if (typeof value !== 'string') return null;
  if (value === '') return [];
  const regions: Region[] = [];
  for (const text of value.split(' ')) {
    const region = readRegion(text);
    if (!region) return null;
    regions.push(region);
  }
  return regions;
};

const partsOf = (value: string): readonly string[] => (value === '' ? [] : value.split(' '));

/** True if the option value contains this region. */
export const isNamed = (value: string, region: Region): boolean =>
  partsOf(value).includes(writeRegion(region));

/**
 * Returns the regions that the function changes. A region is left unchanged if the option for its
 * content is off.
 */
export const wantedRegions = <One extends Pick<FoundRegion, 'shows'>>(
  regions: readonly One[],
  options: OptionValues,
): readonly One[] => regions.filter(({ shows }) => options[shows] !== false);

/** Returns an option value that contains the first `max` regions. */
export const nameAll = (regions: readonly Region[], max: number): string =>
  writeRegions(regions.slice(0, max));

/** Returns the number of these regions that the option value does not contain. */
export const countUnnamed = (value: string, regions: readonly Region[]): number =>
  regions.filter((region) => !isNamed(value, region)).length;

/** Adds the region to the option value, or removes the region if the value contains it. */
export const toggleRegion = (value: string, region: Region): string => {
  const text = writeRegion(region);
  const others = partsOf(value).filter((part) => part !== text);
  return (isNamed(value, region) ? others : [...others, text]).join(' ');
};

/**
 * Returns the area that both regions share, divided by the area that they cover together, 0 to 1.
 */
export const overlapOf = (a: Region, b: Region): number => {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  if (width <= 0 || height <= 0) return 0;
  const common = width * height;
  return common / (a.width * a.height + b.width * b.height - common);
};
