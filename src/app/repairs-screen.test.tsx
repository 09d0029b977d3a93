// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PortError } from '../../machines/ports/port-failure.ts';
import { sampleFunction } from '../../machines/testing/sample-offer.ts';
import { samplePreview } from '../../machines/testing/sample-preview.ts';
import { memoryPhoto, memorySetup } from '../adapters/memory/memory-samples.ts';
import { HomePage } from '../features/home/home-page.tsx';
import { choosePhoto, open, press } from './screens.test-kit.tsx';

/* Tests the texts of “Make it better” before the start. */

const functions = ['better', 'upscale-2x-crisp', 'enhance'].map((code) => sampleFunction(code));

/** Opens a page with a photo that needs these repairs. With null, the preview call fails. */
async function openWith(needs: readonly string[] | null, faces?: Record<string, number>) {
  await open(<HomePage />, {
    world: { setup: { ...memorySetup, functions }, photo: memoryPhoto },
    change: (ports) => {
      ports.task.previewFunction = async () => {
        if (!needs) throw new PortError({ reason: 'timeout' });
        return { ...samplePreview, needs, faces };
      };
    },
  });
  await choosePhoto();
  const settings = await screen.findByRole('group', { name: 'Settings: Make it better' });
  return {
    settings: within(settings),
    says: () => within(settings).getByRole('status').textContent,
  };
}

type Queries = Awaited<ReturnType<typeof openWith>>['settings'];

const usable = (settings: Queries) =>
  settings
    .getAllByRole<HTMLInputElement>('switch')
    .filter(({ disabled }) => !disabled)
    .map(({ labels }) => labels?.[0]?.textContent);

it('lists what will be done with this photo, and each part can be switched off (R43)', async () => {
  const { settings, says } = await openWith(['noise', 'blocks', 'size']);
  await screen.findByText(
    'On this photo, it removes noise, smooths JPEG blocks, and doubles the size.',
  );
  expect(usable(settings)).toEqual(['Remove noise', 'Smooth JPEG blocks', 'Double the size']);
  const off = (name: string) =>
    act(async () => {
      fireEvent.click(settings.getByRole('switch', { name }));
    });
  await off('Smooth JPEG blocks');
  expect(says()).toBe('On this photo, it removes noise and doubles the size.');
  await off('Remove noise');
  await off('Double the size');
  expect(says()).toMatch('nothing would change');
});

it.each([
  [{ light: 1 }, 'On this photo, it gently brightens the face and sharpens soft edges.'],
  [{ light: 2 }, 'On this photo, it gently brightens 2 faces and sharpens soft edges.'],
  [
    { light: 2, sharpness: 2 },
    'On this photo, it gently brightens 2 faces and sharpens soft edges (skin only lightly).',
  ],
  [{}, 'On this photo, it adds light and sharpens soft edges.'],
])('says what it does for faces: %j (R43)', async (faces, words) => {
  await openWith(['light', 'sharpness'], faces);
  await screen.findByText(words);
});

it('leads to the enlargement if a photo needs nothing', async () => {
  const { settings } = await openWith([]);
  await settings.findByText(/^Nothing to fix/);
  expect(usable(settings)).toEqual([]);
  await press('Upscale');
  const chosen = screen.getAllByRole<HTMLInputElement>('radio', { checked: true });
  expect(chosen.map(({ value }) => value)).toContain('upscale-2x-crisp');
});

it('lists all possible repairs until the photo is measured, and offers each of them', async () => {
  const { settings, says } = await openWith(null);
  expect(says()).toMatch(/^Checks your photo for noise/);
  expect(usable(settings)).toHaveLength(6);
});
