// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { SimulatedClock } from 'xstate';
import type { PreviewPicture } from '../../machines/model/photo.ts';
import type { AppPorts } from '../../machines/ports/app-ports.ts';
import { PortError, type PortFailure } from '../../machines/ports/port-failure.ts';
import type { TaskPort } from '../../machines/ports/task.port.ts';
import { sampleFunction } from '../../machines/testing/sample-offer.ts';
import { samplePiece } from '../../machines/testing/sample-preview.ts';
import { memoryPhoto, memorySetup } from '../adapters/memory/memory-samples.ts';
import { HomePage } from '../features/home/home-page.tsx';
import { choosePhoto, open, press, select } from './screens.test-kit.tsx';

/* Tests the preview, which applies the chosen function to a piece of the visitor's photo before
 * the start. */

const functions = ['upscale-2x-fast', 'upscale-4x-fast', 'enhance', 'face-blur'].map((code) =>
  sampleFunction(code),
);

const waiting = 'Loading your preview…';
const ofPiece = 'Free preview: a detail of your photo';
const ofWhole = 'Free preview: your photo at a small size';

const pictureOf = (url: string): PreviewPicture => ({ url, width: 256, height: 256 });

type Asked = { input: Parameters<TaskPort['previewFunction']>[0] } & Pick<
  PromiseWithResolvers<PreviewPicture>,
  'resolve' | 'reject'
>;

/** Opens a page with a chosen photo. The test answers the preview calls. */
async function openWithPhoto(change: (ports: AppPorts) => void = () => {}) {
  const asked: Asked[] = [];
  const clock = new SimulatedClock();
  const { root } = await open(<HomePage />, {
    clock,
    world: {
      setup: { ...memorySetup, functions },
      photo: { ...memoryPhoto, thumbnailUrl: '/cat' },
    },
    change: (ports) => {
      ports.task.previewFunction = (input) => {
        const { promise, resolve, reject } = Promise.withResolvers<PreviewPicture>();
        asked.push({ input, resolve, reject });
        return promise;
      };
      change(ports);
    },
  });
  await choosePhoto();
  await screen.findByRole('button', { name: /^Start/ });
  return {
    root,
    asked,
    answer: (url: string) => act(async () => asked.at(-1)?.resolve(pictureOf(url))),
    refuse: (failure: PortFailure) => act(async () => asked.at(-1)?.reject(new PortError(failure))),
    /** waits until the delay before the next preview request has passed */
    pass: () => act(async () => clock.increment(1000)),
  };
}

const findLook = () => screen.findByRole('region', { name: 'Preview' });
const preview = () => within(screen.getByRole('region', { name: 'Preview' }));
const says = () => preview().getByRole('status').textContent;
const sourceOf = (alt: string) => preview().getByAltText(alt).getAttribute('src');
const results = () => preview().queryAllByAltText('The result');
const divider = () =>
  preview().getByRole('slider', { name: 'Divider between original and result' });

it('shows the unchanged piece while the preview is loading, and announces it', async () => {
  const { asked } = await openWithPhoto();
  await findLook();
  expect(asked.map(({ input }) => input)).toMatchObject([
    { functionCode: 'upscale-2x-fast', image: samplePiece.image },
  ]);
  expect(says()).toBe(waiting);
  const pictures = [...(await findLook()).querySelectorAll('img')];
  expect(pictures.map((picture) => picture.getAttribute('src'))).toEqual([samplePiece.url]);
});

it('shows the piece before and after, each with its own label', async () => {
  const { answer } = await openWithPhoto();
  await answer('/2x');
  expect([sourceOf('The original photo'), sourceOf('The result')]).toEqual([
    samplePiece.url,
    '/2x',
  ]);
  expect(says()).toBe(ofPiece);
  // the original photo is on the left of the divider
  const before = preview().getByAltText('The original photo').closest('.compare-layer--before');
  expect(before).toBeTruthy();
  expect(preview().getByAltText('The result').closest('.compare-layer--before')).toBeNull();
  const words = [...(await findLook()).querySelectorAll('.compare-tag')];
  expect(words.map(({ textContent }) => textContent)).toEqual(['Original', 'Result']);
});

it('changes the text of one status element, so that it is announced', async () => {
  const { answer, pass } = await openWithPhoto();
  await findLook();
  const status = preview().getByRole('status');
  await answer('/2x');
  expect([preview().getByRole('status'), status.textContent]).toEqual([status, ofPiece]);
  await select(/Enhance/);
  expect([preview().getByRole('status'), status.textContent]).toEqual([status, waiting]);
  await pass();
  await answer('/enhanced');
  expect([preview().getByRole('status'), status.textContent]).toEqual([status, ofWhole]);
});

it.each([
  ['it fails', { reason: 'refused', code: 'unavailable' }, 'No preview this time'],
  ['it takes too long', { reason: 'timeout' }, 'No preview this time'],
  ['the connection is lost', { reason: 'offline' }, 'The preview appears when you’re back online'],
] as const)(
  'shows that there is none when %s, and the photo can be started',
  async (_, failure, words) => {
    const { refuse } = await openWithPhoto();
    await findLook();
    await refuse(failure);
    expect(says()).toMatch(words);
    expect(results()).toEqual([]);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('button', { name: /^Start/ })).toHaveProperty('disabled', false);
  },
);

it('requests the preview again once the connection is back', async () => {
  const { root, asked, refuse, answer } = await openWithPhoto();
  await findLook();
  await refuse({ reason: 'offline' });
  await act(async () => root.send({ type: 'connection.lost' }));
  expect(asked).toHaveLength(1);
  await act(async () => root.send({ type: 'connection.restored' }));
  expect(says()).toBe(waiting);
  await answer('/2x');
  expect([sourceOf('The result'), asked.length]).toEqual(['/2x', 2]);
});

it("never shows the previous function's picture for another function", async () => {
  const { answer, pass } = await openWithPhoto();
  await answer('/2x');
  await select(/^4×$/);
  expect([results(), says()]).toEqual([[], waiting]);
  await pass();
  expect([results(), says()]).toEqual([[], waiting]);
  await answer('/4x');
  expect(sourceOf('The result')).toBe('/4x');
  await select(/^2×$/);
  expect([sourceOf('The result'), says()]).toEqual(['/2x', ofPiece]);
});

it('does not show an answer that arrives after the function was changed', async () => {
  const { asked, pass } = await openWithPhoto();
  await findLook();
  await select(/^4×$/);
  await pass();
  await act(async () => asked[0]?.resolve(pictureOf('/2x')));
  expect([results(), says()]).toEqual([[], waiting]);
  await act(async () => asked[1]?.resolve(pictureOf('/4x')));
  expect(sourceOf('The result')).toBe('/4x');
});

it('keeps picture and divider in place while a setting is changed', async () => {
  const { asked, answer, refuse, pass } = await openWithPhoto();
  await select(/Enhance/);
  await pass();
  await answer('/half');
  await act(async () => {
    fireEvent.keyDown(divider(), { key: 'Home' });
  });
  const place = divider().getAttribute('aria-valuenow');
  expect(place).not.toBe('50');
  const setTo = async (value: string) => {
    const strength = screen.getByRole('slider', { name: 'Strength' });
    await act(async () => {
      fireEvent.change(strength, { target: { value } });
    });
    expect([sourceOf('The result'), says()]).toEqual(['/half', waiting]);
    await pass();
  };
  await setTo('80');
  expect(asked.at(-1)?.input.options).toEqual({ strength: 80 });
  await answer('/strong');
  expect([sourceOf('The result'), says()]).toEqual(['/strong', ofWhole]);
  expect(divider().getAttribute('aria-valuenow')).toBe(place);

  // another function is chosen before the preview of the latest setting is requested
  await select(/2×, fast/);
  await select(/Enhance/);
  expect(sourceOf('The result')).toBe('/strong');
  await act(async () => {
    fireEvent.change(screen.getByRole('slider', { name: 'Strength' }), { target: { value: '90' } });
  });
  await pass();
  await refuse({ reason: 'timeout' });
  expect([results(), says()]).toEqual([
    [],
    'No preview this time. Choose another tool or setting to try again, or start without one.',
  ]);
});

it('has no preview for a function without one', async () => {
  const { answer } = await openWithPhoto();
  await answer('/2x');
  await select(/^Hide/);
  expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
});

it('disappears with its photo, and the next photo has its own preview', async () => {
  const { asked, answer } = await openWithPhoto();
  await answer('/2x');
  await press('Choose another photo');
  expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
  await choosePhoto();
  await findLook();
  expect([results(), says(), asked.length]).toEqual([[], waiting, 2]);
});

it('takes the place of the photo, which stays in the canvas', async () => {
  await openWithPhoto();
  const canvas = (await findLook()).parentElement;
  expect(canvas?.querySelector('img[alt^="Your photo"]')).toBeTruthy();
});

it('leaves the photo in its place if there is no preview', async () => {
  const { refuse } = await openWithPhoto();
  const look = await findLook();
  await refuse({ reason: 'timeout' });
  expect(look.querySelector('img')).toBeNull();
  expect(screen.getByAltText(/^Your photo/)).toBeTruthy();
});

it('brings the settings of a function into view only after a choice', async () => {
  const brought = vi.mocked(Element.prototype.scrollIntoView);
  const { answer } = await openWithPhoto();
  await answer('/2x');
  const settings = () => screen.getByRole('group', { name: 'Settings: Enhance' });
  const before = brought.mock.calls.length;
  await select(/Enhance/);
  expect(brought.mock.instances.slice(before)).toEqual([settings()]);
  expect(brought).toHaveBeenLastCalledWith({ block: 'nearest' });
});
