import type { Region } from '../../contract/ai-function.ts';

/** A rectangle of an upright photo; each number is a share of the photo's width or height, 0 to 1. */
export type { Region } from '../../contract/ai-function.ts';

/** The answer of a search in one photo, for one function. */
export type FoundRegions = {
  photoId: string;
  functionCode: string;
  /** from left to right; empty if there are none */
  regions: readonly Region[];
  /** the photo's upload, or null once a start may have used it */
  fileKey: string | null;
};

/** Regions are written as whole numbers of this resolution: fine enough for a face in a crowd. */
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

/** Regions as the value of an option: `1200,800,300,400`, separated by spaces. */
export const writeRegions = (regions: readonly Region[]): string =>
  regions.map(writeRegion).join(' ');

/** The regions of an option's value, or null if it is malformed. */
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

/** True if the value of an option contains this region. */
export const isNamed = (value: string, region: Region): boolean =>
  partsOf(value).includes(writeRegion(region));

/** The value of an option that contains as many of these regions as it may, the first ones. */
export const nameAll = (regions: readonly Region[], max: number): string =>
  writeRegions(regions.slice(0, max));

/** Number of these regions that the value of an option does not contain. */
export const countUnnamed = (value: string, regions: readonly Region[]): number =>
  regions.filter((region) => !isNamed(value, region)).length;

/** Adds the region to the value, or removes it if it is there. */
export const toggleRegion = (value: string, region: Region): string => {
  const text = writeRegion(region);
  const others = partsOf(value).filter((part) => part !== text);
  return (isNamed(value, region) ? others : [...others, text]).join(' ');
};

/** Common area divided by joined area, 0 to 1. */
export const overlapOf = (a: Region, b: Region): number => {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  if (width <= 0 || height <= 0) return 0;
  const common = width * height;
  return common / (a.width * a.height + b.width * b.height - common);
};
