import { expect, it } from 'vitest';
import { shareField, sharePath } from '../../machines/model/shared-photos.ts';
import { readShare } from './read-share.ts';

const address = `https://lightwell.example${sharePath}`;
const limits = { photos: 2, bytes: 2000 };

/** Returns the request of a share as the service worker gets it. */
async function shared(referrer: string, bytes = 3) {
  const fields = new FormData();
  fields.append('title', 'Holiday');
  fields.append(shareField, new File(['x'.repeat(bytes)], 'cat.png', { type: 'image/png' }));
  const form = new Response(fields);
  const { headers } = form;
  const request = new Request(address, { method: 'POST', body: await form.bytes(), headers });
  // the constructor refuses addresses of other origins
  Object.defineProperty(request, 'referrer', { value: referrer });
  return request;
}

const sharedNames = async (request: Promise<Request>) =>
  (await readShare(await request, limits)).map(({ name, size }) => [name, size]);

it.each(['', 'about:client', 'android-app://com.example.gallery', 'https://lightwell.example/de'])(
  'returns the photos of a share whose referrer is “%s”',
  async (referrer) => expect(await sharedNames(shared(referrer))).toEqual([['cat.png', 3]]),
);

it.each(['https://other.example/', 'http://lightwell.example/', 'https://lightwell.example:8443/'])(
  'refuses photos from a page of %s, which another site has sent',
  async (referrer) =>
    expect(readShare(await shared(referrer), limits)).rejects.toThrow('got them from a site'),
);

it('stops reading photos that are larger than the limit', async () => {
  await expect(readShare(await shared('', 2001), limits)).rejects.toThrow('at most 2000 bytes');
});
