import { expect, it } from 'vitest';
import { guestPurse, offeredFunction, photoOf, setupOf } from '../testing/studio-samples.ts';
import { functionCards, ownVariant, type Quality } from './function-cards.ts';
import type { OptionValues } from './functions.ts';
import { wholeSide } from './result-side.ts';

const upscale = (scale: number, quality: Quality, minSide = 8) =>
  offeredFunction(`${scale}x-${quality}`, {
    group: 'upscale',
    quality,
    output: { kind: 'scaled', scale },
    limits: { minSide },
  });

const offer = [
  upscale(2, 'crisp'),
  upscale(4, 'crisp'),
  upscale(2, 'fast'),
  upscale(4, 'fast'),
  offeredFunction('enhance'),
];

const webPhoto = photoOf(1200, 800);

type Given = {
  functions?: typeof offer;
  photo?: typeof webPhoto;
  options?: Record<string, OptionValues>;
};

const cardsOf = (selected: string | null, given: Given = {}) => {
  const { functions = offer, photo = webPhoto, options = {} } = given;
  const choice = { setup: setupOf(functions), photo, options, purse: guestPurse(20) };
  return functionCards({ choice, selected });
};

const firstCard = (selected: string | null, given?: Given) => {
  const [card] = cardsOf(selected, given);
  if (!card) throw new Error('no function is offered');
  return card;
};

const sizesOf = (selected: string, given?: Given) =>
  firstCard(selected, given).sizes.map(({ kind, code }) => `${kind}: ${code}`);

it('shows functions that differ only in scale and quality as one card (R10)', () => {
  const [card, other, ...rest] = cardsOf('2x-crisp');
  expect(card?.shown.offered.code).toBe('2x-crisp');
  expect(card?.qualities.map(({ code }) => code)).toEqual(['2x-crisp', '2x-fast']);
  expect(other).toMatchObject({ key: 'enhance', sizes: [], qualities: [] });
  expect(rest).toEqual([]);
});

it('offers the sizes between the photo and the largest result, each by the smallest enlargement', () => {
  expect(sizesOf('2x-crisp')).toEqual([
    'scale: 2x-crisp',
    'scale: 4x-crisp',
    'fullHd: 2x-crisp',
    'a4: 4x-crisp',
    'uhd: 4x-crisp',
    'own: 4x-crisp',
  ]);
  expect(sizesOf('2x-crisp', { photo: photoOf(3000, 2000) })).not.toContain('fullHd: 2x-crisp');
  expect(sizesOf('2x-crisp', { photo: photoOf(300, 200) })).toEqual([
    'scale: 2x-crisp',
    'scale: 4x-crisp',
    'own: 4x-crisp',
  ]);
});

it('keeps a chosen size when the quality changes', () => {
  const options = { '4x-crisp': { side: 3508 } };
  const card = firstCard('4x-crisp', { options });
  expect(card.size).toBe('a4');
  expect(card.qualities).toEqual([
    { key: '4x-crisp', code: '4x-crisp', side: 3508, quality: 'crisp' },
    { key: '4x-fast', code: '4x-fast', side: 3508, quality: 'fast' },
  ]);
});

it('reports an own size, and which function reaches it', () => {
  const card = firstCard('4x-crisp', { options: { '4x-crisp': { side: 3000 } } });
  expect(card).toMatchObject({ size: 'own', own: { min: 1200, side: 3000, max: 4800 } });
  expect([1300, 2400, 2401, 4800].map((side) => ownVariant(card, side).code)).toEqual([
    '2x-crisp',
    '2x-crisp',
    '4x-crisp',
    '4x-crisp',
  ]);
});

it('is at a scale unless a longest side was set', () => {
  expect(firstCard('2x-crisp').size).toBe('2x-crisp');
  expect(firstCard('2x-crisp', { options: { '2x-crisp': { side: wholeSide } } }).size).toBe(
    '2x-crisp',
  );
});

it('shows the first variant that can be started while another function is selected', () => {
  const functions = [upscale(2, 'crisp', 900), ...offer.slice(1)];
  expect(firstCard('enhance', { functions }).shown.offered.code).toBe('4x-crisp');
});

it('offers only scales for a photo whose size is unknown', () => {
  const photo = photoOf(0, 0, { decodable: false });
  expect(sizesOf('2x-crisp', { photo })).toEqual(['scale: 2x-crisp', 'scale: 4x-crisp']);
});

it.each([1200, 1920, 4800])('keeps a longest side of %i while it is changed', (side) => {
  const card = firstCard('4x-crisp', { options: { '4x-crisp': { side } } });
  expect(card.own.side).toBe(side);
});

it('keeps the longest side between those of the photo and of the largest result', () => {
  const options = { '4x-crisp': { side: 100 } };
  expect(firstCard('4x-crisp', { options }).own.side).toBe(1200);
});
