import { describe, expect, it } from 'vitest';
import type { PhotoProblem } from '../../model/photo.ts';
import { aPhoto, failing, file, silent } from '../../testing/studio-ports.ts';
import { allowanceWith } from '../../testing/studio-samples.ts';
import { settle } from '../../testing/test-system.ts';
import { selectAlternatives, selectFit, selectTaking } from '../studio.choice.selectors.ts';
import { optionsForNext } from '../studio.choice.ts';
import {
  selectCanStart,
  selectFunctionCode,
  selectPhoto,
  selectProblem,
} from '../studio.selectors.ts';
import { offer, startStudio } from './studio.test-kit.ts';

const heic = aPhoto({ format: 'heic', decodable: false, width: 0, height: 0 });

describe('choosing a photo', () => {
  it('shows the photo picker when there is no unfinished work', async () => {
    const { now } = startStudio();
    await settle();
    expect(now().matches({ choosing: 'empty' })).toBe(true);
  });

  it('accepts a photo that is chosen before the server has answered', async () => {
    const { now, send } = startStudio({ findRunningTask: silent });
    await send({ type: 'photo.chosen', source: { kind: 'file', file } });
    expect(now().matches('chosen')).toBe(true);
  });

  it('inspects the photo, selects a suitable function and shows its price', async () => {
    const { calls, choose, now } = startStudio();
    await choose();
    expect(calls('inspectPhoto')[0]?.input).toEqual({ source: { kind: 'file', file } });
    expect(selectPhoto(now())).toEqual(aPhoto());
    expect(selectFunctionCode(now())).toBe('upscale-2x-fast');
    expect(selectFit(now())).toEqual({ kind: 'ready', price: { credits: 2, per: 'run' } });
    expect(selectCanStart(now())).toBe(true);
  });

  it.each<PhotoProblem>(['empty', 'notAnImage', 'truncated', 'animated', 'tooLarge', 'unreadable'])(
    'shows why it refuses a photo: %s',
    async (problem) => {
      const inspectPhoto = () => Promise.resolve(aPhoto({ problem }));
      const { choose, now } = startStudio({ inspectPhoto });
      await choose();
      expect(now().matches({ choosing: 'refused' })).toBe(true);
      expect(selectProblem(now())).toBe(problem);
      expect(selectPhoto(now())).toBeNull();
    },
  );

  it.each([
    ['unsupportedFormat', heic],
    ['tooSmall', aPhoto({ width: 15 })],
    ['tooManyBytes', { ...heic, bytes: 40_000_000, format: 'jpg' }],
  ] as const)(
    'immediately refuses a photo that no function accepts: %s',
    async (problem, photo) => {
      const { choose, now } = startStudio({ inspectPhoto: () => Promise.resolve(photo) });
      await choose();
      expect(selectProblem(now())).toBe(problem);
    },
  );

  it('refuses a photo when the functions are loaded and none accepts it (R42)', async () => {
    const undecodable = aPhoto({ format: 'png', decodable: false });
    const { choose, now, send } = startStudio({ inspectPhoto: async () => undecodable });
    await choose();
    expect(now().matches('chosen')).toBe(true);
    const functions = offer.functions.map((one) => ({
      ...one,
      limits: { ...one.limits, formats: ['jpg'] },
    }));
    await send({ type: 'setup.loaded', setup: { ...offer, functions } });
    expect(now().matches({ choosing: 'refused' })).toBe(true);
    expect(selectProblem(now())).toBe('unsupportedFormat');
  });

  it.each([
    ['unsupportedFormat', heic, ['jpg', 'png', 'heic']],
    ['tooSmall', aPhoto({ width: 15 }), null],
  ] as const)('accepts a photo that one function accepts: %s', async (obstacle, photo, formats) => {
    const { choose, now, send } = startStudio({ inspectPhoto: () => Promise.resolve(photo) });
    const [first, ...others] = offer.functions;
    if (!first) throw new Error('The offer is empty');
    const limits = { ...first.limits, minSide: 1, formats: formats ?? first.limits.formats };
    await send({
      type: 'setup.loaded',
      setup: { ...offer, functions: [{ ...first, limits }, ...others] },
    });
    await choose();
    expect(selectFit(now())).toMatchObject({ kind: 'ready' });
    await send({ type: 'function.selected', code: 'face-blur' });
    expect(selectFit(now())).toMatchObject({ kind: 'blocked', reason: obstacle });
    await send({ type: 'start.pressed' });
    expect(now().matches('chosen')).toBe(true);
  });

  it('shows that a file cannot be read', async () => {
    const { choose, now } = startStudio({
      inspectPhoto: failing({ reason: 'unexpected' }),
    });
    await choose();
    expect(selectProblem(now())).toBe('unreadable');
  });

  it('uses the last of two chosen photos', async () => {
    const { actor, calls, now } = startStudio({
      inspectPhoto: ({ source }) => Promise.resolve(aPhoto({ name: source.kind })),
    });
    await settle();
    actor.send({ type: 'photo.chosen', source: { kind: 'file', file } });
    actor.send({ type: 'photo.chosen', source: { kind: 'sample', name: 'coffee', url: '/c.png' } });
    await settle();
    expect(calls('inspectPhoto')).toHaveLength(2);
    expect(selectPhoto(now())?.name).toBe('sample');
  });

  it('replaces and removes the photo', async () => {
    const { choose, now, send } = startStudio();
    await choose();
    await send({ type: 'photo.chosen', source: { kind: 'file', file } });
    expect(now().matches('chosen')).toBe(true);
    await send({ type: 'photo.removed' });
    expect([now().matches('choosing'), selectPhoto(now())]).toEqual([true, null]);
  });
});

describe('choosing a function', () => {
  it('changes the price with the function', async () => {
    const { choose, now, send } = startStudio();
    await choose();
    await send({ type: 'function.selected', code: 'face-blur' });
    expect(selectFunctionCode(now())).toBe('face-blur');
    expect(selectFit(now())).toMatchObject({ price: { credits: 3 } });
  });

  it('ignores a function that is not offered', async () => {
    const { choose, now, send } = startStudio();
    await choose();
    await send({ type: 'function.selected', code: 'other' });
    expect(selectFunctionCode(now())).toBe('upscale-2x-fast');
  });

  it('keeps the function when the setup is loaded again, if it is still offered', async () => {
    const { choose, now, send } = startStudio();
    await send({ type: 'setup.loaded', setup: offer });
    await choose();
    await send({ type: 'function.selected', code: 'face-blur' });
    await send({ type: 'setup.loaded', setup: offer });
    expect(selectFunctionCode(now())).toBe('face-blur');
    await send({
      type: 'setup.loaded',
      setup: { ...offer, functions: offer.functions.slice(0, 1) },
    });
    expect(selectFunctionCode(now())).toBe('upscale-2x-fast');
  });

  it.each([
    ['tooManyPixels', aPhoto({ width: 30_000, height: 1000 }), 'face-blur'],
    ['tooManyBytes', aPhoto({ bytes: 40_000_000 }), 'face-blur'],
    [null, aPhoto({ width: 30_000, height: 1000 }), 'upscale-2x-fast'],
    [null, { ...heic, format: 'png' }, 'upscale-2x-fast'],
  ] as const)(
    'shows the obstacle %s and starts only without one',
    async (obstacle, photo, code) => {
      const { choose, now, send } = startStudio({ inspectPhoto: () => Promise.resolve(photo) });
      await choose();
      await send({ type: 'function.selected', code });
      expect(selectFit(now())).toMatchObject(
        obstacle === null ? { kind: 'ready' } : { kind: 'blocked', reason: obstacle },
      );
      await send({ type: 'start.pressed' });
      expect(now().matches('working')).toBe(obstacle === null);
    },
  );

  it('prices a photo by its size after scaling down', async () => {
    const big = aPhoto({ width: 10_000, height: 5000 });
    const { choose, now, send } = startStudio({ inspectPhoto: () => Promise.resolve(big) });
    await choose();
    await send({ type: 'function.selected', code: 'upscale-2x-fast' });
    expect(selectFit(now())).toMatchObject({ price: { credits: 24 } });
  });

  it('does not start while the setup is unknown', async () => {
    const { choose, now, send } = startStudio();
    await send({ type: 'setup.loaded', setup: { ...offer, functions: [] } });
    await choose();
    expect([selectFunctionCode(now()), selectFit(now())]).toEqual([null, null]);
    expect(selectCanStart(now())).toBe(false);
    await send({ type: 'setup.loaded', setup: offer });
    expect(selectCanStart(now())).toBe(true);
  });
});

describe("starts with today's allowance", () => {
  const left = (credits: number) => ({
    type: 'user.changed' as const,
    user: { vipStatus: 0, subscriptionStatus: 0, allowance: allowanceWith(credits) },
  });
  const large = () => Promise.resolve(aPhoto({ width: 4000, height: 3000 }));

  it('show before the press the credits taken, allowance first, and the remaining credits', async () => {
    const { choose, now, send } = startStudio({ inspectPhoto: large });
    await choose();
    await send({ type: 'function.selected', code: 'upscale-2x-fast' });
    expect(selectTaking(now())).toBeNull();
    await send(left(14));
    expect(selectTaking(now())).toEqual({ free: 12, own: 0, left: 2, expiresAt: null });
    const at = '2027-03-01T00:00:00.000Z';
    const credits = { balance: 8, expiresNext: { amount: 8, at } };
    await send({ type: 'user.changed', user: { ...left(9).user, id: 'user-1', credits } });
    expect(selectTaking(now())).toEqual({ free: 9, own: 3, left: 5, expiresAt: at });
    await send({
      type: 'user.changed',
      user: { ...left(1).user, id: 'user-1', credits },
    });
    expect(selectTaking(now())).toBeNull();
    expect(selectFit(now())).toMatchObject({ reason: 'notEnoughCredits', missing: 3 });
  });

  it('are disabled while the credits are too few, and enabled when there are enough', async () => {
    const { choose, now, send } = startStudio({ inspectPhoto: large });
    await choose();
    await send({ type: 'function.selected', code: 'upscale-2x-fast' });
    await send(left(11));
    expect(selectFit(now())).toMatchObject({ reason: 'notEnoughLeft', left: 11 });
    expect(selectAlternatives(now()).map(({ code }) => code)).toEqual(['face-blur']);
    await send({ type: 'start.pressed' });
    expect(now().matches('chosen')).toBe(true);
    await send(left(20));
    expect(selectAlternatives(now())).toEqual([]);
    await send({ type: 'start.pressed' });
    expect(now().matches('working')).toBe(true);
  });

  it("replace a preselected function, but not the visitor's own choice", async () => {
    const { choose, now, send } = startStudio();
    const functionCredits = {
      ...offer.functionCredits,
      'face-blur': { unit: 1 as const, credits: 1 },
    };
    await send({ type: 'setup.loaded', setup: { ...offer, functionCredits } });
    await choose();
    expect(selectFunctionCode(now())).toBe('upscale-2x-fast');
    await send(left(1));
    expect(selectFunctionCode(now())).toBe('face-blur');
    await send(left(20));
    expect(selectFunctionCode(now())).toBe('face-blur');
    await send({ type: 'function.selected', code: 'upscale-2x-fast' });
    await send(left(1));
    expect(selectFunctionCode(now())).toBe('upscale-2x-fast');
  });

  it('lose the size of the result with the photo, because the next photo may be larger', () => {
    const number = {
      kind: 'number',
      min: 1,
      max: 65_500,
      step: 1,
      unit: null,
      names: null,
    } as const;
    const options = [
      { ...number, name: 'side', default: 65_500 },
      { ...number, name: 'strength', default: 50 },
    ];
    const setup = { ...offer, functions: offer.functions.map((one) => ({ ...one, options })) };
    const set = { 'upscale-2x-fast': { side: 1920, strength: 70 } };
    expect(optionsForNext({ setup, options: set })).toEqual({
      'upscale-2x-fast': { strength: 70 },
    });
  });

  it("preselect the visitor's own choice for the next photo, if it can be started", async () => {
    const photos = [aPhoto(), aPhoto({ width: 4000, height: 3000 }), aPhoto()];
    const { choose, now, send } = startStudio({
      inspectPhoto: () => Promise.resolve(photos.shift() ?? aPhoto()),
    });
    await send(left(5));
    await choose();
    await send({ type: 'function.selected', code: 'upscale-2x-fast' });
    await choose();
    expect(selectFunctionCode(now())).toBe('face-blur');
    await choose();
    expect(selectFunctionCode(now())).toBe('upscale-2x-fast');
  });
});
