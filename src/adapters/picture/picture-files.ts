import type { Change } from '../../../machines/model/change.ts';
import {
  mimes,
  type PictureSource,
  type StoredPicture,
} from '../../../machines/model/picture-format.ts';
import type { PicturePort } from '../../../machines/ports/picture.port.ts';
import type { CancelSignal } from '../../../machines/ports/port.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';
import { toAbortSignal } from '../abort-signal.ts';
import type { CompareRequest } from './compare-pictures.ts';
import { distinctNames } from './distinct-names.ts';
import type { Encoded, EncodeRequest } from './encode-picture.ts';

/** A file to pack, with its name in the ZIP file. */
export type NamedFile = { name: string; input: Blob };

/** The browser functions by which a result is saved, shared and copied. */
export type PictureWorld = {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  encode: (request: EncodeRequest, signal: CancelSignal) => Promise<Encoded>;
  compare: (request: CompareRequest, signal: CancelSignal) => Promise<Change | null>;
  createUrl: (file: Blob) => string;
  releaseUrl: (url: string) => void;
  /** true if the browser can share this file */
  canShare: (file: File) => boolean;
  share: (file: File) => Promise<void>;
  canCopy: () => boolean;
  /**
   * called before the PNG is ready, because a browser allows copying only in reaction to a press
   */
  copy: (png: Promise<Blob>) => Promise<void>;
  offer: (file: File, name: string) => void;
  /** packs files into one ZIP file */
  zip: (files: readonly NamedFile[]) => Promise<Blob>;
};

/** The storage's status codes for a deleted file and for an expired address. */
const withoutFile = [403, 404];

const unsupported = (call: string, cause: unknown) =>
  new PortError({ reason: 'unsupported', msg: String(cause), call }, { cause });

/**
 * Returns the name of the new file. A file made from a visitor's photo gets another name, so that
 * it does not overwrite the photo.
 */
function nameOf(source: PictureSource, extension: string): string {
  const isPhoto = source.kind === 'photo';
  const stem = (isPhoto ? source.file : source.picture).name.replace(/\.[^.]*$/, '');
  return `${stem}${isPhoto ? '-small' : ''}.${extension}`;
}

const isNamed = (error: unknown, name: string) => error instanceof Error && error.name === name;

export function createPictureFiles(world: PictureWorld): PicturePort {
  /** the latest loaded picture, so that several actions load it once */
  let last: { url: string; blob: Blob } | null = null;
  /** addresses of the latest file of a photo and of a result, which are the only ones shown */
  const lastUrls = new Map<PictureSource['kind'], string>();

  function urlOf(kind: PictureSource['kind'], file: Blob): string {
    const before = lastUrls.get(kind);
    if (before) world.releaseUrl(before);
    const url = world.createUrl(file);
    lastUrls.set(kind, url);
    return url;
  }

  async function fetched(
    { url }: { url: string },
    signal: CancelSignal,
    init: RequestInit = {},
  ): Promise<Blob> {
    const call = 'picture';
    try {
      const response = await world.fetch(url, { ...init, signal: toAbortSignal(signal) });
      if (withoutFile.includes(response.status))
        throw new PortError({ reason: 'refused', code: 'record_gone', call });
      if (!response.ok)
        throw new PortError({ reason: 'server', msg: `HTTP ${response.status}`, call });
      return await response.blob();
    } catch (cause) {
      if (cause instanceof PortError) throw cause;
      throw new PortError({ reason: signal.aborted ? 'cancelled' : 'offline', call }, { cause });
    }
  }

  async function load(picture: StoredPicture, signal: CancelSignal): Promise<Blob> {
    if (last?.url !== picture.url)
      last = { url: picture.url, blob: await fetched(picture, signal) };
    return last.blob;
  }

  async function encoded(request: EncodeRequest, signal: CancelSignal, call: string) {
    try {
      return await world.encode(request, signal);
    } catch (cause) {
      if (cause instanceof PortError) throw cause;
      throw unsupported(call, cause);
    }
  }

  async function asPng(picture: StoredPicture, signal: CancelSignal): Promise<Blob> {
    const file = await load(picture, signal);
    if (picture.mime === mimes.png) return file;
    const wish = { format: 'png', side: null, quality: 100, maxBytes: null } as const;
    const request = { file, wish, isQuick: true };
    return (await encoded(request, signal, 'copyPicture')).blob;
  }

  return {
    findPictureWays: async ({ picture: { name, mime } }) => ({
      shares: world.canShare(new File([], name, { type: mime })),
      copies: world.canCopy(),
    }),
    encodePicture: async ({ source, wish }, signal) => {
      const file =
        source.kind === 'photo'
          ? (source.file as unknown as Blob)
          : await load(source.picture, signal);
      const request = { file, wish, isQuick: false };
      const { blob, ...found } = await encoded(request, signal, 'encodePicture');
      const made = new File([blob], nameOf(source, wish.format), { type: blob.type });
      return { ...found, file: made, url: urlOf(source.kind, made) };
    },
    findChange: async ({ before, after, ...size }, signal) => {
      // the page shows the same pictures, so that they may be in the browser's cache already
      const [first, second] = await Promise.all(
        [before, after].map((url) => fetched({ url }, signal, { cache: 'force-cache' })),
      );
      if (!first || !second) return null;
      try {
        return await world.compare({ before: first, after: second, ...size }, signal);
      } catch (cause) {
        throw cause instanceof PortError ? cause : unsupported('findChange', cause);
      }
    },
    savePicture: async ({ file }) => world.offer(file as File, file.name),
    savePictures: async ({ pictures, name }, signal) => {
      const files: NamedFile[] = [];
      for (const [at, unique] of distinctNames(pictures.map((one) => one.name)).entries()) {
        const picture = pictures[at];
        if (picture) files.push({ name: unique, input: await fetched(picture, signal) });
      }
      const [first, second] = files;
      const zip = second ? await world.zip(files) : null;
      // the visitor may have signed out meanwhile
      if (signal.aborted) throw new PortError({ reason: 'cancelled', call: 'savePictures' });
      if (first && !zip) {
        const { name: own, input } = first;
        return world.offer(new File([input], own, { type: input.type }), own);
      }
      if (zip) world.offer(new File([zip], name, { type: 'application/zip' }), name);
    },
    sharePicture: async ({ picture }, signal) => {
      const blob = await load(picture, signal);
      try {
        await world.share(new File([blob], picture.name, { type: picture.mime }));
      } catch (cause) {
        if (isNamed(cause, 'AbortError'))
          throw new PortError({ reason: 'cancelled', call: 'sharePicture' }, { cause });
        throw unsupported('sharePicture', cause);
      }
    },
    copyPicture: async ({ picture }, signal) => {
      const png = asPng(picture, signal);
      try {
        await world.copy(png);
      } catch (cause) {
        // the clipboard's error hides why the picture could not be loaded, so this throws the
        // actual error
        await png;
        throw unsupported('copyPicture', cause);
      }
    },
  };
}
