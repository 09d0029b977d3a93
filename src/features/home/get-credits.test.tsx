// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Allowance, Credits } from '../../../machines/model/user.ts';
import { studioMachine } from '../../../machines/studio/studio.machine.ts';
import type { StudioContext } from '../../../machines/studio/studio.types.ts';
import { sampleFunction, sampleOffer } from '../../../machines/testing/sample-offer.ts';
import { photo } from '../../../machines/testing/samples.ts';
import { renderAtRest } from '../../../tools/testing/render-at-rest.tsx';
import { GetCredits } from './get-credits.tsx';

/* Tests the button that buys the credits that a start lacks. */

const upscale = sampleFunction('upscale-2x-fast');

/** A studio with a photo whose start costs seven credits. */
const context: StudioContext = {
  setup: {
    ...sampleOffer,
    functions: [upscale],
    functionCredits: { [upscale.code]: { unit: 1, credits: 7 } },
  },
  purse: null,
  functionCode: upscale.code,
  wantedCode: null,
  options: {},
  replaced: null,
  isOneOfMany: false,
  held: { kind: 'photo', photo: { ...photo, id: 'photo-7' }, left: null },
  found: null,
  resumed: null,
  elsewhere: [],
  given: [],
  over: null,
};

const open = (changes: Partial<StudioContext>) =>
  renderAtRest(<GetCredits />, {
    studio: studioMachine.resolveState({
      value: { chosen: 'ready' },
      context: { ...context, ...changes },
    }),
  });

const day = (limit: number, used: number): Allowance => ({
  limit,
  used,
  resetsAt: '2027-01-02T00:00:00.000Z',
});
const own = (balance: number): Credits => ({ balance, expiresNext: null });
const button = () => screen.queryByRole('button', { name: 'Get credits' });

it.each<[who: string, allowance: Allowance, credits: Credits | null]>([
  ['a guest who never gets that many a day', day(6, 0), null],
  ['a guest who has used most of the day', day(20, 14), null],
  ['a user who has too few', day(0, 0), own(6)],
])('passes to the purchase the price and the photo for which %s lacks credits', async (...row) => {
  const [, allowance, credits] = row;
  const { sent } = await open({ purse: { allowance, credits } });
  fireEvent.click(button() as HTMLElement);
  expect(sent.mock.calls).toEqual([
    ['purchase', { type: 'purchase.pressed', price: 7, task: 'photo-7' }],
  ]);
});

it.each<[why: string, changes: Partial<StudioContext>]>([
  ['there are enough', { purse: { allowance: day(20, 13), credits: null } }],
  ['their number is unknown', { purse: null }],
  ['nothing is selected', { functionCode: null, purse: { allowance: day(0, 0), credits: null } }],
  [
    'the function does not take the photo at all',
    {
      held: { kind: 'photo', photo: { ...photo, decodable: false, format: 'pdf' }, left: null },
      purse: { allowance: day(0, 0), credits: null },
    },
  ],
])('is absent if %s', async (_, changes) => {
  await open(changes);
  expect(button()).toBeNull();
});
