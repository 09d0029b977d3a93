import { expect, it } from 'vitest';
import { samplePiece, samplePreview } from '../../testing/sample-preview.ts';
import { aPhoto, failing, silent } from '../../testing/studio-ports.ts';
import { offeredFunction } from '../../testing/studio-samples.ts';
import { settle } from '../../testing/test-system.ts';
import {
  selectFaces,
  selectNeeds,
  selectPreview,
  selectPreviewKind,
  selectPreviewRatio,
} from '../preview.selectors.ts';
import { crop, enhance, fast, lull, startPreview as start } from './preview.test-kit.ts';

const larger = offeredFunction('upscale-4x-fast', { preview: crop });
const faceBlur = offeredFunction('face-blur');

it('shows and loads nothing before there is a photo', async () => {
  const { asked, stage } = start();
  await settle();
  expect([asked, stage()]).toEqual([[], 'none']);
});

it('keeps the latest twelve previews, as each stroke of a brush makes a new one', async () => {
  const { request, pass, now } = start();
  for (let strokes = 0; strokes < 15; strokes += 1) {
    await request(fast, { brush: `stroke ${strokes}` });
    await pass(lull);
  }
  const kept = Object.keys(now().context.previews);
  expect(kept).toHaveLength(12);
  expect(kept.at(0)).toContain('stroke 3');
  expect(selectPreview(now())).not.toBeNull();
});

it("crops the photo and shows the function's result for the piece at once (R43)", async () => {
  const { calls, request, now, stage } = start();
  await request(fast, { strength: 20 });
  expect(calls('cropPhoto')[0]?.input).toMatchObject({
    photo: { id: 'photo-1' },
    preview: crop,
    width: 1500,
    height: 1000,
  });
  expect(calls('previewFunction')[0]?.input).toEqual({
    functionCode: fast.code,
    options: { strength: 20 },
    image: samplePiece.image,
  });
  expect(stage()).toBe('shown');
  expect(selectPreview(now())).toMatchObject({ before: samplePiece, after: samplePreview });
});

it('sends one call for the last of several functions chosen quickly', async () => {
  const { request, pass, codes } = start();
  await request(fast);
  await request(larger);
  await pass(lull - 1);
  await request(enhance);
  await pass(lull - 1);
  expect(codes()).toEqual([fast.code]);
  await pass(1);
  expect(codes()).toEqual([fast.code, enhance.code]);
});

it('does not crop again at each move of a slider', async () => {
  const { request, pass, calls } = start({ cropPhoto: silent });
  for (const strength of [10, 20, 30, 40]) await request(fast, { strength });
  expect(calls('cropPhoto')).toHaveLength(1);
  await pass(lull);
  expect(calls('cropPhoto')).toHaveLength(2);
});

it('sends a call when a later setup accepts the photo', async () => {
  const { request, pass, stage } = start();
  const { limits } = fast;
  await request({ ...fast, limits: { ...limits, maxPixels: 10 } });
  expect(stage()).toBe('none');
  await request(fast);
  await pass(lull);
  expect(stage()).toBe('shown');
});

it('crops once for functions with the same preview input', async () => {
  const { request, pass, calls, codes } = start();
  await request(fast);
  await request(larger);
  await pass(lull);
  expect(codes()).toEqual([fast.code, larger.code]);
  expect(calls('cropPhoto')).toHaveLength(1);
});

it('shows an earlier picture again without another call', async () => {
  const { request, pass, codes, stage } = start();
  await request(fast);
  await request(larger);
  await pass(lull);
  await request(fast);
  expect([stage(), codes().length]).toEqual(['shown', 2]);
});

it('sends another call for another value of an option', async () => {
  const { request, pass, codes } = start();
  await request(enhance, { strength: 50 });
  await request(enhance, { strength: 60 });
  await pass(lull);
  expect(codes()).toHaveLength(2);
});

it('keeps the previous picture while an option changes, and drops it when the function changes', async () => {
  const answers = [samplePreview, samplePreview];
  const { request, pass, now, stage } = start({
    previewFunction: async () => answers.shift() ?? (await silent()),
  });
  await request(enhance, { strength: 50 });
  const first = selectPreview(now());
  expect(first).toMatchObject({ after: samplePreview });
  await request(enhance, { strength: 60 });
  expect([stage(), selectPreview(now())]).toEqual(['waiting', first]);
  await request(enhance, { strength: 70 });
  expect(selectPreview(now())).toBe(first);
  await pass(lull);
  expect([stage(), selectPreview(now()) === first]).toEqual(['shown', false]);
  await request(fast);
  expect([stage(), selectPreview(now())]).toEqual(['waiting', null]);
});

it("drops the previous option's picture when the next call fails", async () => {
  const answers = [async () => samplePreview, failing({ reason: 'refused', code: 'unavailable' })];
  const { request, pass, now, stage } = start({
    previewFunction: async () => (answers.shift() ?? silent)(),
  });
  await request(enhance, { strength: 50 });
  await request(enhance, { strength: 60 });
  await pass(lull);
  expect([stage(), selectPreview(now())]).toEqual(['missed', null]);
});

it('does not restart when the studio reports the same request again', async () => {
  const { request, codes, stage } = start({ previewFunction: silent });
  await request(fast);
  await request(fast);
  expect([stage(), codes().length]).toEqual(['waiting', 1]);
});

it('is not loaded again for another size of the result', async () => {
  const { request, codes, pass } = start();
  await request(fast, { side: 1920 });
  await pass(lull);
  await request(fast, { side: 3840 });
  await pass(lull);
  expect(codes().length).toBe(1);
});

it.each([
  ['a function without a preview', faceBlur, aPhoto()],
  ['a photo that this browser cannot read', fast, aPhoto({ decodable: false })],
  ['a photo that is too large for the function', fast, aPhoto({ width: 9000, height: 9000 })],
])('shows nothing for %s', async (_, offered, photo) => {
  const { request, asked, now, stage } = start();
  await request(offered, {}, photo);
  expect([asked, stage(), selectPreviewRatio(now())]).toEqual([[], 'none', 1]);
});

it('drops all data of a photo when the next photo is chosen', async () => {
  const { request, codes, now } = start({});
  await request(fast);
  await request(fast, {}, aPhoto({ id: 'another' }));
  expect(codes()).toHaveLength(2);
  expect(Object.values(now().context.previews)).toMatchObject([{ photoId: 'another' }]);
});

it('drops all data when the photo is started or removed', async () => {
  const { request, send, now, stage } = start();
  await request(fast);
  await send({ type: 'photo.left' });
  expect([stage(), now().context.pieces, now().context.previews]).toEqual(['none', {}, {}]);
});

it.each([
  ['the photo cannot be cropped', { cropPhoto: failing({ reason: 'unsupported' }) }],
  ['the server refuses', { previewFunction: failing({ reason: 'refused', code: 'unavailable' }) }],
])('fails silently when %s', async (_, answers) => {
  const { request, told, stage } = start(answers);
  await request(fast);
  expect([stage(), told('app'), told('toast')]).toEqual(['missed', [], []]);
});

it('waits for the connection, and continues with the same piece', async () => {
  let isOnline = false;
  const lost = failing({ reason: 'offline' });
  const { request, send, calls, stage } = start({
    previewFunction: async () => (isOnline ? samplePreview : lost()),
  });
  await request(fast);
  expect(stage()).toBe('offline');
  isOnline = true;
  await send({ type: 'connection.restored' });
  expect([stage(), calls('cropPhoto').length]).toEqual(['shown', 1]);
});

it('retries after a while when the browser never reported being offline', async () => {
  const failures = [failing({ reason: 'offline' }), failing({ reason: 'offline' })];
  const { request, pass, codes, stage } = start({
    previewFunction: async () => (failures.shift() ?? (async () => samplePreview))(),
  });
  await request(fast);
  await pass(10_000);
  expect([stage(), codes().length]).toEqual(['offline', 2]);
  await pass(10_000);
  expect([stage(), codes().length]).toEqual(['shown', 3]);
});

it('reports the aspect ratio of the next picture', async () => {
  const { request, now } = start({ cropPhoto: silent });
  await request(fast, {}, aPhoto({ width: 600, height: 64 }));
  expect([selectPreviewKind(now()), selectPreviewRatio(now())]).toEqual(['crop', 2]);
  await request(enhance);
  expect([selectPreviewKind(now()), selectPreviewRatio(now())]).toEqual(['whole', 1.5]);
});

it('stores the needs of the photo until the next photo', async () => {
  const needs = ['noise', 'light'];
  const faces = { light: 2 };
  const better = offeredFunction('better', { preview: { ...crop, survey: true } });
  const { request, pass, now, send } = start({
    previewFunction: async ({ functionCode }) =>
      functionCode === 'better' ? { ...samplePreview, needs, faces } : samplePreview,
  });
  await request(better);
  expect(selectNeeds(now())).toEqual(needs);
  expect(selectFaces(now())).toEqual(faces);
  await request(better, { noise: false });
  expect(selectNeeds(now())).toEqual(needs);
  await request(fast);
  await pass(lull);
  expect(selectNeeds(now())).toBeNull();
  await request(better);
  expect(selectNeeds(now())).toEqual(needs);
  await send({ type: 'photo.left' });
  expect(selectNeeds(now())).toBeNull();
  expect(selectFaces(now())).toBeNull();
});
