/** Display names of file formats, by the keys of `fileFormats` in the contract. */
const names: Readonly<Record<string, string>> = {
  jpg: 'JPEG',
  png: 'PNG',
  webp: 'WebP',
  avif: 'AVIF',
  gif: 'GIF',
  tiff: 'TIFF',
  heic: 'HEIC',
};

export const formatName = (format: string): string => names[format] ?? format.toUpperCase();
