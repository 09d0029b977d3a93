// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FunctionOption, OfferedFunction } from '../../machines/model/functions.ts';
import { sampleFunction } from '../../machines/testing/sample-offer.ts';
import { chartRef } from '../../machines/testing/test-system.ts';
import { memoryPhoto, memorySetup } from '../adapters/memory/memory-samples.ts';
import { HomePage } from '../features/home/home-page.tsx';
import { choosePhoto, open, press, select } from './screens.test-kit.tsx';

/* Tests that a function's settings can be changed before the start, and that the start request
 * contains them. */

const functions = [
  sampleFunction('upscale-2x-fast'),
  sampleFunction('enhance'),
  sampleFunction('denoise'),
  sampleFunction('face-blur'),
];

const openWithPhoto = async (
  offered: readonly OfferedFunction[] = functions,
  thumbnailUrl: string | null = null,
) => {
  const photo = { ...memoryPhoto, thumbnailUrl };
  const page = await open(<HomePage />, {
    world: { photo, setup: { ...memorySetup, functions: offered } },
  });
  await choosePhoto();
  await screen.findByRole('button', { name: /^Start/ });
  return page;
};

const strength = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Strength' });

const setStrength = (value: string) =>
  act(async () => {
    fireEvent.change(strength(), { target: { value } });
  });

it('shows the settings of the selected function, and none if it has none', async () => {
  await openWithPhoto();
  await select(/2×, fast/);
  expect(screen.queryByRole('group', { name: /^Settings/ })).toBeNull();
  await select(/Enhance/);
  const settings = screen.getByRole('group', { name: 'Settings: Enhance' });
  expect(within(settings).getByRole('slider', { name: 'Strength' })).toHaveProperty('value', '50');
  await select(/^Hide/);
  const kinds = screen.getByRole('group', { name: 'How to hide it' });
  expect(within(kinds).getByRole('radio', { name: 'Blur' })).toHaveProperty('checked', true);
  expect(screen.queryByRole('slider', { name: 'Strength' })).toBeNull();
});

it('starts with the number that was set, and shows it while it is set', async () => {
  const { world } = await openWithPhoto();
  await select(/Enhance/);
  const control = strength();
  await setStrength('80');
  expect(strength()).toBe(control);
  expect(control.getAttribute('aria-valuetext')).toBe('80%');
  expect(screen.getByText('80%')).toBeTruthy();
  await press(/^Start/);
  expect(world.records[0]).toMatchObject({ code: 'enhance', options: { strength: 80 } });
});

it('starts with the choice that was made', async () => {
  const { world } = await openWithPhoto();
  await select(/^Hide/);
  await select(/^Pixels$/);
  await press(/^Start/);
  expect(world.records[0]).toMatchObject({ code: 'face-blur', options: { kind: 'pixels' } });
});

it('starts with the defaults if nothing was set', async () => {
  const { world } = await openWithPhoto();
  await select(/Enhance/);
  await press(/^Start/);
  expect(world.records[0]?.options).toEqual({ strength: 50 });
});

it('keeps the settings of each function separately', async () => {
  await openWithPhoto();
  await select(/Enhance/);
  await setStrength('80');
  await select(/Remove noise/);
  expect(strength().value).toBe('100');
  await select(/Enhance/);
  expect(strength().value).toBe('80');
});

it('shows no settings of a function that cannot be started', async () => {
  const { limits } = sampleFunction('enhance');
  const wantsMore = sampleFunction('enhance', { limits: { ...limits, minSide: 5000 } });
  await openWithPhoto([sampleFunction('upscale-2x-fast'), wantsMore]);
  await select(/Enhance/);
  expect(screen.getByRole('radio', { name: /Enhance/ })).toHaveProperty('checked', true);
  expect(screen.queryByRole('slider', { name: 'Strength' })).toBeNull();
});

it("shows an operator's options with the operator's words", async () => {
  const options: readonly FunctionOption[] = [
    { kind: 'switch', name: 'grain', default: false, names: { en: 'Film grain' } },
    { kind: 'number', name: 'steps', min: 1, max: 9, step: 2, default: 3, unit: null, names: null },
  ];
  const names = { en: 'Film look' };
  const film = sampleFunction('enhance', { code: 'film-look', group: 'more', names, options });
  const { world } = await openWithPhoto([film]);
  expect(screen.getByRole('group', { name: 'Settings: Film look' })).toBeTruthy();
  expect(screen.getByRole('slider', { name: 'steps' }).getAttribute('aria-valuetext')).toBe('3');
  const grain = screen.getByRole('switch', { name: 'Film grain' });
  await act(async () => {
    fireEvent.click(grain);
  });
  expect(grain).toHaveProperty('checked', true);
  await press(/^Start/);
  expect(world.records[0]?.options).toEqual({ grain: true, steps: 3 });
});

it('starts a function with a brush after a part of the photo is painted', async () => {
  const options: readonly FunctionOption[] = [
    {
      kind: 'strokes',
      name: 'mask',
      max: 100,
      required: true,
      default: '',
      names: { en: 'What to remove' },
    },
  ];
  const names = { en: 'Remove an object' };
  const remove = sampleFunction('enhance', { code: 'remove', group: 'more', names, options });
  const { world, root } = await openWithPhoto([remove], '/cat.jpg');
  const start = () => screen.getByRole('button', { name: /^Start/ });
  const note = document.getElementById(start().getAttribute('aria-describedby') ?? '');
  expect(start()).toHaveProperty('disabled', true);
  expect(note?.textContent).toMatch(/^Paint over the part of the photo/);
  const paint = (value: string) =>
    act(async () => {
      chartRef(root.system, 'studio')?.send({ type: 'option.changed', name: 'mask', value });
    });
  await paint('-500:5000,5000');
  expect(start()).toHaveProperty('disabled', true);
  await paint('+500:5000,5000');
  expect(start()).toHaveProperty('disabled', false);
  await press(/^Start/);
  expect(world.records[0]?.options).toEqual({ mask: '+500:5000,5000' });
});
