import { expect, it } from 'vitest';
import { samplePiece, samplePreview } from '../../testing/sample-preview.ts';
import { aPhoto, failing, type StudioAnswers, silent } from '../../testing/studio-ports.ts';
import { offeredFunction } from '../../testing/studio-samples.ts';
import { selectPieceFrame, selectPreview, selectPreviewPiece } from '../preview.selectors.ts';
import { enhance, fast, lull, rest, startPreview as start } from './preview.test-kit.ts';

/* The visitor moves the frame of the piece. */

/** Crops as the browser does: a new picture of the requested place, or of an automatic one. */
const cropAt: StudioAnswers['cropPhoto'] = async ({ preview, place }) =>
  preview.of === 'crop' ? { ...samplePiece, place: place ?? { x: 0.6, y: 0.4 } } : samplePiece;

const to = (x: number, y: number) => ({ type: 'piece.moved', place: { x, y } }) as const;

it('shows the place with the most detail first, and then the place of the moved frame', async () => {
  const { request, send, pass, calls, now } = start({ cropPhoto: cropAt });
  expect(selectPieceFrame(now())).toBeNull();
  await request(fast);
  expect(calls('cropPhoto')[0]?.input).toMatchObject({ place: null });
  const frame = { left: 0.557, top: 0.336, width: 128 / 1500, height: 0.128 };
  expect(selectPieceFrame(now())).toEqual({ ...frame, left: expect.closeTo(frame.left, 3) });
  await send(to(0.2, 0.5));
  await pass(rest);
  expect(calls('cropPhoto')[1]?.input).toMatchObject({ place: { x: 0.2, y: 0.5 } });
  expect(selectPreview(now())?.before.place).toEqual({ x: 0.2, y: 0.5 });
});

it('sends one call after several moves in quick succession', async () => {
  const { request, send, pass, calls, codes } = start({ cropPhoto: cropAt });
  await request(fast);
  for (const x of [0.2, 0.3, 0.4]) await send(to(x, 0.5));
  await pass(rest - 1);
  expect(codes()).toHaveLength(1);
  await pass(1);
  expect([codes().length, calls('cropPhoto').length]).toEqual([2, 2]);
});

it('keeps the previous comparison until the new piece is cropped', async () => {
  const answers = [samplePreview];
  const crops = [cropAt];
  const { request, send, pass, now } = start({
    cropPhoto: (...asked) => (crops.shift() ?? silent)(...asked),
    previewFunction: async () => answers.shift() ?? (await silent()),
  });
  await request(fast);
  const first = selectPreview(now());
  await send(to(0.2, 0.5));
  await pass(rest);
  expect([selectPreview(now()), selectPreviewPiece(now())]).toEqual([first, first?.before]);
  crops.push(cropAt);
  await send(to(0.3, 0.5));
  await pass(rest);
  expect(selectPreview(now())).toBeNull();
  expect(selectPreviewPiece(now())?.place).toEqual({ x: 0.3, y: 0.5 });
});

it('keeps the piece that was on screen until the next piece is cropped', async () => {
  const crops = [cropAt, cropAt];
  const { request, send, pass, now } = start({
    cropPhoto: (...asked) => (crops.shift() ?? silent)(...asked),
    previewFunction: failing({ reason: 'server' }),
  });
  await request(fast);
  for (const place of [to(0.2, 0.5), to(0.6, 0.4), to(0.8, 0.5)]) {
    await send(place);
    await pass(rest);
  }
  // the place at 0.2 was cropped last, but the place at 0.6 was shown again after it
  expect(selectPreviewPiece(now())?.place).toEqual({ x: 0.6, y: 0.4 });
});

it('sends one call for several slow presses of an arrow key', async () => {
  const { request, send, pass, codes } = start({ cropPhoto: cropAt });
  await request(fast);
  for (const x of [0.2, 0.3, 0.4]) {
    await send(to(x, 0.5));
    await pass(350);
  }
  expect(codes()).toHaveLength(1);
  await pass(50);
  expect(codes()).toHaveLength(2);
});

it('stays inside the photo, and does not move further at its edge', async () => {
  const { request, send, pass, now, stage } = start({ cropPhoto: cropAt });
  await request(fast);
  await send(to(1.4, -3));
  await pass(rest);
  expect(selectPieceFrame(now())).toMatchObject({ left: 1 - 128 / 1500, top: 0 });
  await send(to(1, 0));
  expect(stage()).toBe('shown');
});

it('shows a place again without another call', async () => {
  const { request, send, pass, codes, stage } = start({ cropPhoto: cropAt });
  await request(fast);
  await send(to(0.2, 0.5));
  await pass(rest);
  await send(to(0.6, 0.4));
  expect([stage(), codes().length]).toEqual(['shown', 2]);
});

it('shows the same place for other functions, and an automatic place of another photo', async () => {
  const { request, send, pass, calls } = start({ cropPhoto: cropAt });
  const noise = offeredFunction('denoise', { preview: { of: 'crop', side: 320 } });
  await request(fast);
  await send(to(0.2, 0.5));
  await pass(rest);
  await request(enhance);
  await pass(lull);
  await request(noise);
  await pass(lull);
  await request(noise, {}, aPhoto({ id: 'another' }));
  const places = calls('cropPhoto').map(({ input }) => Reflect.get(input as object, 'place'));
  const moved = { x: 0.2, y: 0.5 };
  expect(places).toEqual([null, moved, moved, moved, null]);
});

it('keeps the latest twelve pieces', async () => {
  const { request, send, pass, now } = start({ cropPhoto: cropAt });
  await request(fast);
  for (let moves = 1; moves < 15; moves += 1) {
    await send(to(moves / 15, 0.5));
    await pass(rest);
  }
  expect(Object.keys(now().context.pieces)).toHaveLength(12);
  expect(selectPreviewPiece(now())?.place).toEqual({ x: 14 / 15, y: 0.5 });
});

it('tries again at another place after a refusal', async () => {
  const answers = [failing({ reason: 'refused', code: 'rate_limited' })];
  const { request, send, pass, stage } = start({
    cropPhoto: cropAt,
    previewFunction: async () => (answers.shift() ?? (async () => samplePreview))(),
  });
  await request(fast);
  expect(stage()).toBe('missed');
  await send(to(0.2, 0.5));
  await pass(rest);
  expect(stage()).toBe('shown');
});

it.each([
  ['the piece is the whole photo', enhance, aPhoto()],
  ['the photo is smaller than the piece', fast, aPhoto({ width: 100, height: 60 })],
])('has no frame and moves nothing when %s', async (_, offered, photo) => {
  const { request, send, now, stage, codes } = start({ cropPhoto: cropAt });
  await request(offered, {}, photo);
  await send(to(0.2, 0.5));
  expect([selectPieceFrame(now()), stage(), codes().length]).toEqual([null, 'shown', 1]);
});
