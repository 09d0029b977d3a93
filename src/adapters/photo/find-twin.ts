import type { PhotoPort } from '../../../machines/ports/photo.port.ts';

const bytesOf = async (file: unknown): Promise<Uint8Array | null> => {
  try {
    return new Uint8Array(await (file as File).arrayBuffer());
  } catch {
    return null;
  }
};

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

/** Compares the bytes of the file with the bytes of each other file. */
export const findTwin: PhotoPort['findTwin'] = async ({ file, others }) => {
  const bytes = await bytesOf(file);
  if (!bytes) return { isTwin: false };
  for (const other of others) {
    const found = await bytesOf(other);
    if (found && isSame(bytes, found)) return { isTwin: true };
  }
  return { isTwin: false };
};
