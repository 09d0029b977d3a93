import { extname } from 'node:path';

/** With `-denoised` and an extension it stays below the 255 bytes of usual file systems. */
const mostBytes = 180;

/* Control characters, marks that change the reading direction, and spaces that cannot be seen. */
const invisible =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** What file systems refuse in a name. */
const reserved = /[<>:"|?*]/g;

const bytesOf = (text: string) => Buffer.byteLength(text);

/** Whole characters as people count them: an emoji is not cut in two. */
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

/** The part of a name before its extension. */
export function stemOf(name: string): string {
  const extension = extname(name);
  return /^\.[A-Za-z0-9]{1,5}$/.test(extension) ? name.slice(0, -extension.length) : name;
}

/**
 * The name that a client gave for a photo, without folders and without anything that could mislead a
 * reader or a file system; null if nothing is left of it.
 */
export function photoNameOf(given: string | undefined): string | null {
  const base = (given ?? '').toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = trimmed(base.replace(invisible, '').replace(reserved, '_').replace(/\s+/g, ' '));
  const stem = trimmed(shortened(stemOf(clean), mostBytes));
  return stem === '' ? null : `${stem}${clean.slice(stemOf(clean).length)}`;
}

const suffixes: Readonly<Record<string, string>> = {
  denoise: 'denoised',
  enhance: 'enhanced',
  'face-blur': 'blurred',
  'face-portrait': 'portrait',
};

/** `coffee-4x.png`, `coffee-denoised.jpg`. */
export function resultNameOf(name: string, code: string, extension: string): string {
  const scale = /^upscale-(\d+x)-/.exec(code)?.[1];
  return `${stemOf(name)}-${scale ?? suffixes[code] ?? code}${extension}`;
}
