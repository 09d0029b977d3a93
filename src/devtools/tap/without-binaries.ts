/** A note that replaces binary data, such as a photo, and names its kind and size. */
type BinaryNote = { readonly $binary: string; readonly type: string; readonly bytes: number };

const maxDepth = 6;
const maxText = 10_000;

type Parts = Record<string, unknown>;

const isParts = (value: unknown): value is Parts => typeof value === 'object' && value !== null;

const isPlain = (value: object) => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/**
 * True for an ImageBitmap. Compares names, because the benchmark compiles this file without browser
 * types.
 */
const isBitmap = (value: object): value is { width: number; height: number } =>
  Object.prototype.toString.call(value) === '[object ImageBitmap]';

function noteOf(value: object): BinaryNote | null {
  if (typeof Blob !== 'undefined' && value instanceof Blob) {
    return { $binary: value.constructor.name, type: value.type, bytes: value.size };
  }
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
    return { $binary: value.constructor.name, type: '', bytes: value.byteLength };
  }
  if (isBitmap(value)) {
    return { $binary: 'ImageBitmap', type: '', bytes: value.width * value.height * 4 };
  }
  return null;
}

function cleanList(list: readonly unknown[], depth: number): readonly unknown[] {
  let copy: unknown[] | null = null;
  for (let index = 0; index < list.length; index += 1) {
    const clean = cleanPart(list[index], depth);
    if (clean === list[index]) continue;
    copy ??= [...list];
    copy[index] = clean;
  }
  return copy ?? list;
}

function cleanParts(value: Parts, depth: number): Parts {
  let copy: Parts | null = null;
  for (const key of Object.keys(value)) {
    const part = value[key];
    const clean = cleanPart(part, depth);
    if (clean === part) continue;
    copy ??= { ...value };
    copy[key] = clean;
  }
  return copy ?? value;
}

function cleanPart(value: unknown, depth: number): unknown {
  if (typeof value === 'string') {
    return value.length > maxText ? { $binary: 'text', type: '', bytes: value.length } : value;
  }
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value;
  if (Array.isArray(value)) return cleanList(value, depth + 1);
  if (isPlain(value)) return cleanParts(value as Parts, depth + 1);
  return noteOf(value) ?? value;
}

/**
 * Returns the value if it contains neither binary data nor very long texts. Otherwise returns a
 * copy in which notes replace them.
 */
export const withoutBinaries = <Value>(value: Value): Value => cleanPart(value, 0) as Value;

/**
 * Returns a context without binary data. Charts never change values in place, so parts that are the
 * same object as before are not searched again.
 */
export function nextWithoutBinaries(
  context: unknown,
  before: unknown,
  cleanBefore: unknown,
): unknown {
  if (context === before) return cleanBefore;
  if (!isParts(context) || !isParts(before) || !isParts(cleanBefore))
    return withoutBinaries(context);
  let copy: Parts | null = null;
  for (const key in context) {
    const part = context[key];
    const clean = part === before[key] ? cleanBefore[key] : cleanPart(part, 1);
    if (clean === part) continue;
    copy ??= { ...context };
    copy[key] = clean;
  }
  return copy ?? context;
}
