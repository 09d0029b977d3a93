import { extname } from 'node:path';

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

/**
 * Adds a scale to a file name. If the photo is itself a result, the scales are multiplied: 2× of 2×
 * gives 4×.
 */
function scaledStem(stem: string, scale: number): string {
  const earlier = /-(2|4|8|16)x$/.exec(stem);
  if (!earlier) return `${stem}-${scale}x`;
  return `${stem.slice(0, earlier.index)}-${Number(earlier[1]) * scale}x`;
}

/**
 * Returns a file name such as `coffee-4x.png` or `coffee-denoised.jpg`. A suffix that the name
 * already has is not repeated.
 */
export function resultNameOf(name: string, code: string, extension: string): string {
  const stem = stemOf(name);
  const scale = /^upscale-(\d+)x-/.exec(code)?.[1];
  if (scale) return `${scaledStem(stem, Number(scale))}${extension}`;
  const suffix = `-${suffixes[code] ?? code}`;
  return `${stem.endsWith(suffix) ? stem : `${stem}${suffix}`}${extension}`;
}
