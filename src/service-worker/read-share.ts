import { shareField, shareLimits } from '../../machines/model/shared-photos.ts';

/**
 * True if a page of another site has sent the form. A site can hide its address, and then its form
 * cannot be told from a share, for which browsers give no address or that of an Android app. So the
 * studio keeps the visitor's own photo, and starts nothing by itself.
 */
function isFromSite({ referrer, url }: Request): boolean {
  const origin = URL.parse(referrer)?.origin;
  return /^https?:/.test(referrer) && origin !== new URL(url).origin;
}

/** Returns a stream that fails after this number of bytes. */
function limitBytes(limit: number) {
  let bytes = 0;
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > limit) throw new RangeError(`Expected at most ${limit} bytes of shared photos.`);
      controller.enqueue(chunk);
    },
  });
}

/**
 * Returns the photos of a share. Rejects if another site has sent them, and if they are more than
 * the device stores; the rest of a form that is too large is not read.
 */
export async function readShare(request: Request, limits = shareLimits): Promise<File[]> {
  if (isFromSite(request))
    throw new TypeError('Expected photos from an app, got them from a site.');
  const body = request.body?.pipeThrough(limitBytes(limits.bytes)) ?? null;
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  const form = await new Response(body, { headers }).formData();
  return form.getAll(shareField).filter((value) => value instanceof File);
}
