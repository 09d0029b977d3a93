// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { sampleRegion } from '../../machines/testing/sample-regions.ts';
import { chartRef } from '../../machines/testing/test-system.ts';
import { memoryPhoto } from '../adapters/memory/memory-samples.ts';
import { HomePage } from '../features/home/home-page.tsx';
import type { Covering } from '../ui/cover-pixels.ts';
import { choosePhoto, open, press, select } from './screens.test-kit.tsx';

/* Tests which covers of Hide are shown before the start while newer covers are being drawn. */

const coveredPicture = vi.hoisted(() => vi.fn<(pixels: unknown, covering: Covering) => string>());

// this document cannot draw pictures
vi.mock('../ui/covered-picture.ts', () => ({ readPicture: async () => ({}), coveredPicture }));

beforeEach(() => {
  coveredPicture.mockImplementation(
    (_, { covers, strokes }) => `/covers-${covers.length}-strokes-${strokes.length}.webp`,
  );
});

const face = (number: number) => screen.getByRole('button', { name: `Hide face ${number}` });
const shown = () => ({
  picture: document.querySelector('.regions-photo img')?.getAttribute('src'),
  isPressed: face(1).getAttribute('aria-pressed'),
  areCovered: [face(1).dataset.covered, face(2).dataset.covered],
});
const strokes = () => document.querySelectorAll('.brush-stroke').length;

async function openHide() {
  const regions = [0.1, 0.5].map((left) =>
    sampleRegion('face', { left, top: 0.2, width: 0.2, height: 0.3 }),
  );
  const photo = { ...memoryPhoto, thumbnailUrl: '/cat.jpg' };
  const page = await open(<HomePage />, { world: { photo, regions } });
  await choosePhoto();
  await select(/^Hide/);
  await press('Show what will be hidden');
  await waitFor(() => expect(shown().picture).toBe('/covers-2-strokes-0.webp'));
  return page;
}

it('marks a region that is hidden again until the photo shows its cover (R43)', async () => {
  await openHide();
  expect(shown()).toMatchObject({ isPressed: 'true', areCovered: ['true', 'true'] });
  fireEvent.click(face(1));
  await waitFor(() => expect(shown().picture).toBe('/covers-1-strokes-0.webp'));
  fireEvent.click(face(1));
  // the new covers are drawn later
  expect(shown()).toEqual({
    picture: '/covers-1-strokes-0.webp',
    isPressed: 'true',
    areCovered: ['false', 'true'],
  });
  await waitFor(() => expect(shown().areCovered).toEqual(['true', 'true']));
  expect(shown().picture).toBe('/covers-2-strokes-0.webp');
});

it('shows the strokes of the brush until the photo shows their covers (R43)', async () => {
  const { root } = await openHide();
  const brush = screen.getByText('Brush for anything missed').closest('details');
  if (!brush) throw new Error('Expected the brush');
  await act(async () => {
    brush.open = true;
    fireEvent(brush, new Event('toggle'));
  });
  await screen.findByRole('application');
  act(() => {
    const value = '+300:5000,5000,6000,5000';
    chartRef(root.system, 'studio')?.send({ type: 'option.changed', name: 'brush', value });
  });
  expect([shown().picture, strokes()]).toEqual(['/covers-2-strokes-0.webp', 1]);
  await waitFor(() => expect(shown().picture).toBe('/covers-2-strokes-1.webp'));
  expect(strokes()).toBe(0);
});
