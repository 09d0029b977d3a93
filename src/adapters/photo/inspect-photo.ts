import type { Photo, PhotoProblem, PhotoSource } from '../../../machines/model/photo.ts';
import type { CancelSignal } from '../../../machines/ports/port.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';
import { toAbortSignal } from '../abort-signal.ts';
import { createKey } from '../http/create-key.ts';
import { formatOf } from './photo-format.ts';
import { readStructure } from './photo-structure.ts';

export type Size = { width: number; height: number };

/** The browser functions that inspecting a photo needs. */
export type PhotoWorld = {
  /**
   * returns the size in pixels after the EXIF orientation, or null if this browser cannot decode
   * the photo
   */
  decode: (url: string) => Promise<Size | null>;
  createUrl: (file: File) => string;
  releaseUrl: (url: string) => void;
};

/**
 * Limit of pixels. No function accepts more pixels, and decoding them could exhaust a phone's
 * memory. A larger photo is not decoded. Its size is read from the header.
 */
const mostPixels = 120_000_000;

/** Formats that some browsers cannot decode, although the server can. */
const rareFormats = ['heic', 'tiff', 'avif'];

type Fetched = Extract<PhotoSource, { url: string }>;

async function fetchPhoto({ kind, name, url }: Fetched, signal: CancelSignal): Promise<File> {
  const call = 'photo';
  try {
    const response = await fetch(url, { signal: toAbortSignal(signal) });
    if (kind === 'record' && response.status === 404)
      throw new PortError({ reason: 'refused', code: 'record_gone', call });
    if (!response.ok)
      throw new PortError({ reason: 'server', msg: `HTTP ${response.status}`, call });
    const blob = await response.blob();
    return new File([blob], name, { type: blob.type });
  } catch (cause) {
    if (cause instanceof PortError) throw cause;
    throw new PortError({ reason: signal.aborted ? 'cancelled' : 'offline', call }, { cause });
  }
}

async function readBytes(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (cause) {
    const msg = 'The file could not be read';
    throw new PortError({ reason: 'unexpected', msg, call: 'inspectPhoto' }, { cause });
  }
}

const photoOf = (file: File, found: Partial<Photo> & { id: string }): Photo => ({
  file,
  name: file.name,
  format: null,
  bytes: file.size,
  width: 0,
  height: 0,
  decodable: false,
  problem: null,
  thumbnailUrl: null,
  ...found,
});

/** Returns the problem that the bytes show without decoding, if any. */
function problemOfBytes(format: string | null, bytes: Uint8Array) {
  if (bytes.length === 0) return { problem: 'empty' as PhotoProblem, size: null };
  if (format === null) return { problem: 'notAnImage' as PhotoProblem, size: null };
  const { size, animated, truncated } = readStructure(format, bytes);
  const pixels = size ? size.width * size.height : 0;
  let problem: PhotoProblem | null = null;
  if (pixels > mostPixels) problem = 'tooLarge';
  else if (animated) problem = 'animated';
  else if (truncated) problem = 'truncated';
  return { problem, size };
}

/**
 * Creates the function that inspects photos. Only the thumbnail of the latest photo keeps a valid
 * address.
 */
export function createPhotoInspection(world: PhotoWorld) {
  let lastUrl: string | null = null;

  async function look(
    { id, format, size }: { id: string; format: string; size: Size | null },
    file: File,
  ): Promise<Photo> {
    const url = world.createUrl(file);
    const decoded = await world.decode(url);
    if (decoded) {
      if (lastUrl) world.releaseUrl(lastUrl);
      lastUrl = url;
      return photoOf(file, { id, format, decodable: true, thumbnailUrl: url, ...decoded });
    }
    world.releaseUrl(url);
    return photoOf(file, {
      id,
      format,
      ...size,
      problem: rareFormats.includes(format) ? null : 'unreadable',
    });
  }

  return async ({ source }: { source: PhotoSource }, signal: CancelSignal): Promise<Photo> => {
    const id = ('id' in source && source.id) || createKey();
    const file = 'url' in source ? await fetchPhoto(source, signal) : (source.file as File);
    const madeFrom = 'madeFrom' in source ? source.madeFrom : undefined;
    const bytes = await readBytes(file);
    const format = formatOf(bytes.subarray(0, 64));
    const { problem, size } = problemOfBytes(format, bytes);
    if (problem || format === null) return photoOf(file, { id, format, problem, ...size });
    return { ...(await look({ id, format, size }, file)), madeFrom };
  };
}
