// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FoundRegion } from '../../machines/model/regions.ts';
import type { AppPorts } from '../../machines/ports/app-ports.ts';
import { PortError } from '../../machines/ports/port-failure.ts';
import { sampleRegion } from '../../machines/testing/sample-regions.ts';
import { chartRef } from '../../machines/testing/test-system.ts';
import { memoryPhoto } from '../adapters/memory/memory-samples.ts';
import { HomePage } from '../features/home/home-page.tsx';
import { choosePhoto, open, press, select } from './screens.test-kit.tsx';

/* Tests the regions of a photo before the start. A button finds faces and text, and the visitor
 * can leave each region visible. */

const regions: FoundRegion[] = [
  sampleRegion('face', { left: 0.1, top: 0.2, width: 0.2, height: 0.3 }),
  sampleRegion('face', { left: 0.4, top: 0.2, width: 0.2, height: 0.3 }),
  sampleRegion('text', { left: 0.7, top: 0.2, width: 0.2, height: 0.3 }),
];

const settings = () => within(screen.getByRole('region', { name: 'What’s hidden' }));

async function openHide(found = regions, change?: (ports: AppPorts) => void) {
  const photo = { ...memoryPhoto, thumbnailUrl: '/cat.jpg' };
  const world = { photo, regions: found };
  const page = await open(<HomePage />, { world, ...(change ? { change } : {}) });
  await choosePhoto();
  await select(/^Hide/);
  return page;
}

const faceButton = (number: number) => screen.getByRole('button', { name: `Hide face ${number}` });

const flip = (name: string) =>
  act(async () => {
    screen.getByRole('switch', { name }).click();
  });

const pressed = () =>
  screen
    .queryAllByRole('button', { name: /^Hide (face|text)/ })
    .map((button) => button.getAttribute('aria-pressed'));

it('shows that everything is hidden, and uploads nothing without a press', async () => {
  const calls: string[] = [];
  await openHide(regions, (ports) => {
    ports.task.requestUpload = async () => {
      calls.push('requestUpload');
      throw new PortError({ reason: 'offline' });
    };
  });
  expect(screen.getByText(/^Everything we find\. .*that uploads your photo/)).toBeTruthy();
  expect(screen.getByText(/only when you press Start or have us search it/)).toBeTruthy();
  expect(calls).toEqual([]);
});

it('shows each region with a switch, all of them hidden', async () => {
  await openHide();
  await press('Show what will be hidden');
  expect(pressed()).toEqual(['true', 'true', 'true']);
  expect(screen.getByText(/^3 areas found\. 3 will be hidden\./)).toBeTruthy();
});

it('offers only regions whose content is switched on', async () => {
  await openHide();
  await press('Show what will be hidden');
  await flip('Text and license plates');
  expect(screen.queryByRole('button', { name: /^Hide text/ })).toBeNull();
  expect(screen.getByText(/^2 areas found\. 2 will be hidden\./)).toBeTruthy();
  await flip('Faces');
  expect(pressed()).toEqual([]);
  expect(screen.getByText(/^Turn on faces or text\./)).toBeTruthy();
});

it('starts with the regions that stay visible, and without a second upload', async () => {
  const uploads: string[] = [];
  const { world } = await openHide(regions, (ports) => {
    const { requestUpload } = ports.task;
    ports.task.requestUpload = (input, signal) => {
      uploads.push(input.functionCode);
      return requestUpload(input, signal);
    };
  });
  await press('Show what will be hidden');
  await press('Hide face 2');
  expect(pressed()).toEqual(['true', 'false', 'true']);
  expect(screen.getByText(/^3 areas found\. 2 will be hidden\./)).toBeTruthy();
  await press(/^Start/);
  expect(world.records[0]).toMatchObject({
    code: 'face-blur',
    options: { kind: 'blur', face: true, text: true, brush: '', open: '4000,2000,2000,3000' },
  });
  expect(uploads).toEqual(['face-blur']);
});

it('shows that the photo is being searched', async () => {
  await openHide(regions, (ports) => {
    ports.task.findRegions = () => new Promise(() => {});
  });
  const isTurning = () => document.querySelector('.regions .spinner') !== null;
  expect(isTurning()).toBe(false);
  await press('Show what will be hidden');
  expect(screen.getByText(/^Searching your photo/)).toBeTruthy();
  expect(isTurning()).toBe(true);
});

it('puts each switch in the middle of its region', async () => {
  await openHide();
  await press('Show what will be hidden');
  const { style } = faceButton(2);
  const place = ['--x', '--y', '--w', '--h'].map((name) => Number(style.getPropertyValue(name)));
  expect(place).toEqual([0.5, 0.35, 0.2, 0.3].map((share) => expect.closeTo(share)));
});

it('hides a face again, all regions at once, or none', async () => {
  await openHide();
  await press('Show what will be hidden');
  await press('Hide face 2');
  await press('Hide face 2');
  expect(faceButton(2).getAttribute('aria-pressed')).toBe('true');
  await press('Leave all visible');
  expect(pressed()).toEqual(['false', 'false', 'false']);
  await press('Hide all');
  expect(pressed()).toEqual(['true', 'true', 'true']);
});

it('cannot be started while everything is left visible, and the button says what will be hidden', async () => {
  await openHide();
  const start = () => screen.getByRole('button', { name: /^Start/ });
  const description = () =>
    document.getElementById(start().getAttribute('aria-describedby') ?? '')?.textContent;
  expect([start(), description()]).toMatchObject([{ disabled: false }, undefined]);
  await press('Show what will be hidden');
  expect(start()).toHaveProperty('disabled', false);
  expect(description()).toMatch(/3 will be hidden/);
  await press('Leave all visible');
  expect(start()).toHaveProperty('disabled', true);
  expect(description()).toMatch(/so there’s nothing to hide/);
  await press('Hide face 2');
  expect(start()).toHaveProperty('disabled', false);
  expect(description()).toMatch(/One will be hidden/);
});

it('counts the last region that is hidden', async () => {
  await openHide();
  await press('Show what will be hidden');
  await press('Hide face 1');
  await press('Hide text 1');
  expect(screen.getByText(/^3 areas found\. One will be hidden\./)).toBeTruthy();
});

it('shows how many regions stay visible if the search has not run for the photo', async () => {
  const { root } = await openHide();
  const change = (value: string) =>
    act(async () => {
      chartRef(root.system, 'studio')?.send({ type: 'option.changed', name: 'open', value });
    });
  await change('4000,2000,2000,3000');
  expect(screen.getByText(/^One area stays visible, as you chose/)).toBeTruthy();
  await change('');
  expect(screen.getByText(/^Everything we find\./)).toBeTruthy();
});

it('shows before the start that there is nothing to hide', async () => {
  await openHide([]);
  await press('Show what will be hidden');
  expect(screen.getByText(/^We found nothing to hide\./)).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Start/ })).toHaveProperty('disabled', false);
});

it('lets a failed search be repeated', async () => {
  let isOnline = false;
  await openHide(regions, (ports) => {
    const { findRegions } = ports.task;
    ports.task.findRegions = (input, signal) =>
      isOnline
        ? findRegions(input, signal)
        : Promise.reject(new PortError({ reason: 'offline', call: 'findRegions' }));
  });
  await press('Show what will be hidden');
  expect(screen.getByText(/^We couldn’t search your photo just now\./)).toBeTruthy();
  isOnline = true;
  expect(settings().getByRole('status').textContent).toMatch(/You can start anyway/);
  await press('Try again');
  expect(pressed()).toHaveLength(3);
});

it.each([
  ['are looked for', () => new Promise<never>(() => {})],
  ['could not be found', () => Promise.reject(new PortError({ reason: 'offline' }))],
])('shows what a start would hide while the regions %s', async (_, findRegions) => {
  const { root } = await openHide(regions, (ports) => {
    ports.task.findRegions = findRegions;
  });
  const change = (value: string) =>
    act(async () => {
      chartRef(root.system, 'studio')?.send({ type: 'option.changed', name: 'open', value });
    });
  await change('4000,2000,2000,3000');
  await press('Show what will be hidden');
  const said = () => settings().getByRole('status').textContent;
  expect(said()).toMatch(/You can start .*One area stays visible, .*everything else is hidden\.$/);
  expect(said()).not.toMatch(/Everything we find/);
  await change('');
  expect(said()).toMatch(/You can start .*Everything we find will be hidden\.$/);
});

it('is absent for a photo that this browser cannot show', async () => {
  await open(<HomePage />, { world: { photo: memoryPhoto, regions } });
  await choosePhoto();
  await select(/^Hide/);
  expect(screen.queryByText('What’s hidden')).toBeNull();
});

it('is absent for other functions', async () => {
  await openHide();
  await select(/2×, fast/);
  expect(screen.queryByText('What’s hidden')).toBeNull();
  expect(screen.getByText(/Everything else is uploaded only when you press Start\.$/)).toBeTruthy();
});
