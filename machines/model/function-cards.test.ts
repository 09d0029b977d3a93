import { expect, it } from 'vitest';
import { guestPurse, offeredFunction, photoOf, setupOf } from '../testing/studio-samples.ts';
import type { Quality } from './function-cards.ts';
import { functionCards } from './function-cards.ts';
import { fitFunctions } from './function-fit.ts';

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
  offeredFunction('enhance'),
];

const cardsOf = (selected: string | null, functions = offer) => {
  const choice = { setup: setupOf(functions), photo: photoOf(100, 100), purse: guestPurse(20) };
  return functionCards(fitFunctions(choice), selected);
};

const codes = (all: readonly { code: string }[]) => all.map(({ code }) => code);

it('shows functions that differ only in scale and quality as one card (R10)', () => {
  const [card, other] = cardsOf('2x-crisp');
  expect(card?.shown.offered.code).toBe('2x-crisp');
  expect(codes(card?.scales ?? [])).toEqual(['2x-crisp', '4x-crisp']);
  expect(codes(card?.qualities ?? [])).toEqual(['2x-crisp', '2x-fast']);
  expect(other).toMatchObject({ key: 'enhance', scales: [], qualities: [] });
});

it('offers only variants that exist', () => {
  expect(codes(cardsOf('2x-fast')[0]?.scales ?? [])).toEqual(['2x-fast']);
});

it('shows the first variant that can be started while another function is selected', () => {
  const functions = [upscale(2, 'crisp', 500), ...offer.slice(1)];
  expect(cardsOf('enhance', functions)[0]?.shown.offered.code).toBe('4x-crisp');
});
