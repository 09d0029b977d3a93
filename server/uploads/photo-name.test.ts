import { expect, it } from 'vitest';
import { photoNameOf, resultNameOf } from './photo-name.ts';

/** Returns the result of a function without a chosen size. */
const madeBy = (code: string) => ({
  task: { code, options: {} },
  result: { width: 600, height: 400 },
});

/** Returns an enlargement whose longest side was chosen before the start. */
const enlarged = (side: number, longest: number) => ({
  task: { code: 'upscale-4x-crisp', options: { side } },
  result: { width: 100, height: longest },
});

it.each([
  ['coffee.png', 'coffee.png'],
  ['猫の写真 🐈‍⬛.jpg', '猫の写真 🐈‍⬛.jpg'],
  ['cafe\u0301.jpg', 'café.jpg'],
  ['C:\\photos\\me.jpg', 'me.jpg'],
  ['../../etc/passwd', 'passwd'],
  ['holiday\u202egpj.exe', 'holidaygpj.exe'],
  ['a\r\nSet-Cookie: x.png', 'aSet-Cookie_ x.png'],
  ['  ..hidden. ', 'hidden'],
  ['what?*.png', 'what__.png'],
  ['broken \ud83d.png', 'broken \ufffd.png'],
])('keeps the harmless part of a file name: %j (R43)', (given, kept) => {
  expect(photoNameOf(given)).toBe(kept);
});

it.each([undefined, '', '/', '\u0000', ' . '])('returns null for %j', (given) => {
  expect(photoNameOf(given)).toBeNull();
});

it('shortens a name between two characters and keeps its extension', () => {
  const name = photoNameOf(`${'👩‍👩‍👧'.repeat(40)}.jpeg`) ?? '';
  expect(name).toBe(`${'👩‍👩‍👧'.repeat(10)}.jpeg`);
  expect(
    Buffer.byteLength(
      resultNameOf(photoNameOf('x'.repeat(900)) ?? '', madeBy('face-blur'), '.png'),
    ),
  ).toBeLessThan(255);
});

it.each([
  ['upscale-4x-fine', '.png', 'coffee-4x.png'],
  ['denoise', '.jpg', 'coffee-denoised.jpg'],
  ['my-model', '.webp', 'coffee-my-model.webp'],
])('names a result by photo and function: %s', (code, extension, name) => {
  expect(resultNameOf('coffee.png', madeBy(code), extension)).toBe(name);
});

it.each([
  ['coffee-2x.png', 'upscale-2x-fast', 'coffee-4x.png'],
  ['coffee-2x.png', 'upscale-4x-fine', 'coffee-8x.png'],
  ['coffee-2x.png', 'denoise', 'coffee-2x-denoised.png'],
  ['coffee-denoised.png', 'denoise', 'coffee-denoised.png'],
  ['coffee-denoised.png', 'upscale-2x-fast', 'coffee-denoised-2x.png'],
  ['coffee-my-model.png', 'my-model', 'coffee-my-model.png'],
  ['route-66x.png', 'upscale-2x-fast', 'route-66x-2x.png'],
])('names the result of a result by all functions together: %s, %s (R86)', (name, code, result) => {
  expect(resultNameOf(name, madeBy(code), '.png')).toBe(result);
});

it.each([
  ['coffee.png', 1920, 'coffee-fullhd.jpg'],
  ['coffee.png', 3840, 'coffee-4k.jpg'],
  ['coffee.png', 3508, 'coffee-a4.jpg'],
  ['coffee.png', 3000, 'coffee-3000px.jpg'],
  ['coffee-2x.png', 3840, 'coffee-4k.jpg'],
  ['coffee-fullhd.png', 3840, 'coffee-4k.jpg'],
  ['coffee-900px.png', 3000, 'coffee-3000px.jpg'],
  ['coffee-denoised.png', 1920, 'coffee-denoised-fullhd.jpg'],
])('names a result by the size that was chosen: %s, %d (R86)', (name, side, result) => {
  expect(resultNameOf(name, enlarged(side, side), '.jpg')).toBe(result);
});

it('names a result by its scale if the chosen size was larger than the result (R86)', () => {
  expect(resultNameOf('coffee.png', enlarged(65_500, 1600), '.png')).toBe('coffee-4x.png');
});

it('keeps the chosen size in the name of a later enlargement (R86)', () => {
  expect(resultNameOf('coffee-4k.png', madeBy('upscale-2x-fast'), '.png')).toBe('coffee-4k-2x.png');
});
