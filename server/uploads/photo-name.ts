import { extname } from 'node:path';
import type { OptionValues } from '../../contract/functions.ts';
import { commonSides, sideOption } from '../../machines/model/result-side.ts';

/**
 * Maximum length of a name in bytes. It leaves room for `-denoised` and an extension within 255
 * bytes, the usual limit of file systems.
 */
const mostBytes = 180;

/* Matches control characters, bidirectional marks and invisible spaces. */
const invisible =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** Matches characters that file systems refuse in names. */
const reserved = /[<>:"|?*]/g;

const bytesOf = (text: string) => Buffer.byteLength(text);

/** Shortens a text between grapheme clusters, so that an emoji is not split. */
function shortened(text: string, most: number): string {
  let kept = '';
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(
    text,
  )) {
    if (bytesOf(kept + segment) > most) break;
    kept += segment;
  }
  return kept;
}

const trimmed = (text: string) => text.replace(/^[\s.]+|[\s.]+$/g, '');

/** Returns the part of a name before its extension. */
export function stemOf(name: string): string {
  const extension = extname(name);
  return /^\.[A-Za-z0-9]{1,5}$/.test(extension) ? name.slice(0, -extension.length) : name;
}

/**
 * Returns the client's name for a photo, without folders and without characters that mislead
 * readers or file systems. Returns null if no characters remain.
 */
export function photoNameOf(given: string | undefined): string | null {
  const base = (given ?? '').toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = trimmed(base.replace(invisible, '').replace(reserved, '_').replace(/\s+/g, ' '));
  const stem = trimmed(shortened(stemOf(clean), mostBytes));
  return stem === '' ? null : `${stem}${clean.slice(stemOf(clean).length)}`;
}

const suffixes: Readonly<Record<string, string>> = {
  'cut-out': 'cutout',
  denoise: 'denoised',
  enhance: 'enhanced',
  'face-blur': 'redacted',
  'face-portrait': 'portrait',
};

/** Words for the longest sides that a visitor chooses by name. */
const sideNames: Readonly<Record<number, string>> = {
  [commonSides.fullHd]: 'fullhd',
  [commonSides.uhd]: '4k',
  [commonSides.a4]: 'a4',
};

/** Matches the size at the end of an enlarged photo's name. */
const earlierSize = /-(?:(2|4|8|16)x|fullhd|4k|a4|\d{2,5}px)$/;

/**
 * Adds a scale to a file name. If the photo is itself a result, the scales are multiplied: 2× of 2×
 * gives 4×.
 */
function scaledStem(stem: string, scale: number): string {
  const earlier = /-(2|4|8|16)x$/.exec(stem);
  if (!earlier) return `${stem}-${scale}x`;
  return `${stem.slice(0, earlier.index)}-${Number(earlier[1]) * scale}x`;
}

/** Adds the longest side to a file name: `-4k`, or `-3000px` for a size without a name. */
const sizedStem = (stem: string, side: number): string =>
  `${stem.replace(earlierSize, '')}-${sideNames[side] ?? `${side}px`}`;

/** The task's function and options, and the size of its result in pixels. */
type Made = {
  task: { code: string; options: OptionValues };
  result: { width: number; height: number };
};

/** Returns the longest side that the visitor chose, or null if it did not decide the size. */
function chosenSide({ task, result }: Made): number | null {
  const longest = Math.max(result.width, result.height);
  return task.options[sideOption] === longest ? longest : null;
}

/**
 * Returns a file name such as `coffee-4x.png`, `coffee-4k.png` or `coffee-denoised.jpg`. A suffix
 * that the name already has is not repeated.
 */
export function resultNameOf(name: string, made: Made, extension: string): string {
  const stem = stemOf(name);
  const { code } = made.task;
  const scale = /^upscale-(\d+)x-/.exec(code)?.[1];
  const side = chosenSide(made);
  if (side !== null) return `${sizedStem(stem, side)}${extension}`;
  if (scale) return `${scaledStem(stem, Number(scale))}${extension}`;
  const suffix = `-${suffixes[code] ?? code}`;
  return `${stem.endsWith(suffix) ? stem : `${stem}${suffix}`}${extension}`;
}
