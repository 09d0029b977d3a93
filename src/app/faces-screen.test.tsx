// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Region } from '../../machines/model/regions.ts';
import type { AppPorts } from '../../machines/ports/app-ports.ts';
import { PortError } from '../../machines/ports/port-failure.ts';
import { chartRef } from '../../machines/testing/test-system.ts';
import { memoryPhoto } from '../adapters/memory/memory-samples.ts';
import { HomePage } from '../features/home/home-page.tsx';
import { choosePhoto, open, press, select } from './screens.test-kit.tsx';

/* Tests the faces of a photo before the start. A button finds the faces, and the visitor can
 * leave each face visible. */

const regions: Region[] = [
  { left: 0.1, top: 0.2, width: 0.2, height: 0.3 },
  { left: 0.4, top: 0.2, width: 0.2, height: 0.3 },
  { left: 0.7, top: 0.2, width: 0.2, height: 0.3 },
];

const faces = () => within(screen.getByRole('region', { name: 'Which faces are covered' }));

async function openFaces(found = regions, change?: (ports: AppPorts) => void) {
  const photo = { ...memoryPhoto, thumbnailUrl: '/cat.jpg' };
  const world = { photo, regions: found };
  const page = await open(<HomePage />, { world, ...(change ? { change } : {}) });
  await choosePhoto();
  await select(/Blur faces/);
  return page;
}

const faceButton = (number: number) => screen.getByRole('button', { name: `Cover face ${number}` });

const pressed = () =>
  screen
    .getAllByRole('button', { name: /^Cover face/ })
    .map((button) => button.getAttribute('aria-pressed'));

it('shows that all faces are covered, and uploads nothing without a press', async () => {
  const calls: string[] = [];
  await openFaces(regions, (ports) => {
    ports.task.requestUpload = async () => {
      calls.push('requestUpload');
      throw new PortError({ reason: 'offline' });
    };
  });
  expect(screen.getByText(/^All of them\. .*your photo is uploaded for that/)).toBeTruthy();
  expect(screen.getByText(/only when you press Start or have the faces found/)).toBeTruthy();
  expect(calls).toEqual([]);
});

it('shows each face with a switch, all of them covered', async () => {
  await openFaces();
  await press('Find the faces');
  expect(pressed()).toEqual(['true', 'true', 'true']);
  expect(screen.getByText(/^3 faces found\. 3 will be covered\./)).toBeTruthy();
});

it('starts with the faces that stay visible, and without a second upload', async () => {
  const uploads: string[] = [];
  const { world } = await openFaces(regions, (ports) => {
    const { requestUpload } = ports.task;
    ports.task.requestUpload = (input, signal) => {
      uploads.push(input.functionCode);
      return requestUpload(input, signal);
    };
  });
  await press('Find the faces');
  await press('Cover face 2');
  expect(pressed()).toEqual(['true', 'false', 'true']);
  expect(screen.getByText(/^3 faces found\. 2 will be covered\./)).toBeTruthy();
  await press(/^Start/);
  expect(world.records[0]).toMatchObject({
    code: 'face-blur',
    options: { kind: 'blur', open: '4000,2000,2000,3000' },
  });
  expect(uploads).toEqual(['face-blur']);
});

it('shows that the faces are being searched for', async () => {
  await openFaces(regions, (ports) => {
    ports.task.findRegions = () => new Promise(() => {});
  });
  const isTurning = () => document.querySelector('.faces .spinner') !== null;
  expect(isTurning()).toBe(false);
  await press('Find the faces');
  expect(screen.getByText(/^Looking for the faces/)).toBeTruthy();
  expect(isTurning()).toBe(true);
});

it('puts each switch in the middle of its face', async () => {
  await openFaces();
  await press('Find the faces');
  const { style } = faceButton(2);
  const place = ['--x', '--y', '--w', '--h'].map((name) => Number(style.getPropertyValue(name)));
  expect(place).toEqual([0.5, 0.35, 0.2, 0.3]);
});

it('covers a face again, all faces at once, or none', async () => {
  await openFaces();
  await press('Find the faces');
  await press('Cover face 2');
  await press('Cover face 2');
  expect(faceButton(2).getAttribute('aria-pressed')).toBe('true');
  await press('Leave all visible');
  expect(pressed()).toEqual(['false', 'false', 'false']);
  await press('Cover all');
  expect(pressed()).toEqual(['true', 'true', 'true']);
});

it('cannot be started while every face is left visible, and the button says what will be covered', async () => {
  await openFaces();
  const start = () => screen.getByRole('button', { name: /^Start/ });
  const description = () =>
    document.getElementById(start().getAttribute('aria-describedby') ?? '')?.textContent;
  expect([start(), description()]).toMatchObject([{ disabled: false }, undefined]);
  await press('Find the faces');
  expect(start()).toHaveProperty('disabled', false);
  expect(description()).toMatch(/3 will be covered/);
  await press('Leave all visible');
  expect(start()).toHaveProperty('disabled', true);
  expect(description()).toMatch(/so there is nothing to cover/);
  await press('Cover face 2');
  expect(start()).toHaveProperty('disabled', false);
  expect(description()).toMatch(/One will be covered/);
});

it('counts the last face that is covered', async () => {
  await openFaces();
  await press('Find the faces');
  await press('Cover face 1');
  await press('Cover face 3');
  expect(screen.getByText(/^3 faces found\. One will be covered\./)).toBeTruthy();
});

it('shows how many faces stay visible if the search has not run for the photo', async () => {
  const { root } = await openFaces();
  const change = (value: string) =>
    act(async () => {
      chartRef(root.system, 'studio')?.send({ type: 'option.changed', name: 'open', value });
    });
  await change('4000,2000,2000,3000');
  expect(screen.getByText(/^One face stays visible, as you chose/)).toBeTruthy();
  await change('');
  expect(screen.getByText(/^All of them\./)).toBeTruthy();
});

it('shows before the start that there is no face', async () => {
  await openFaces([]);
  await press('Find the faces');
  expect(screen.getByText(/^No face was found\./)).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Start/ })).toHaveProperty('disabled', false);
});

it('lets a failed search be repeated', async () => {
  let isOnline = false;
  await openFaces(regions, (ports) => {
    const { findRegions } = ports.task;
    ports.task.findRegions = (input, signal) =>
      isOnline
        ? findRegions(input, signal)
        : Promise.reject(new PortError({ reason: 'offline', call: 'findRegions' }));
  });
  await press('Find the faces');
  expect(screen.getByText(/^The faces could not be found just now\./)).toBeTruthy();
  isOnline = true;
  expect(faces().getByRole('status').textContent).toMatch(/You can start all the same/);
  await press('Try again');
  expect(pressed()).toHaveLength(3);
});

it.each([
  ['are looked for', () => new Promise<never>(() => {})],
  ['could not be found', () => Promise.reject(new PortError({ reason: 'offline' }))],
])('shows what a start would cover while the faces %s', async (_, findRegions) => {
  const { root } = await openFaces(regions, (ports) => {
    ports.task.findRegions = findRegions;
  });
  const change = (value: string) =>
    act(async () => {
      chartRef(root.system, 'studio')?.send({ type: 'option.changed', name: 'open', value });
    });
  await change('4000,2000,2000,3000');
  await press('Find the faces');
  const said = () => faces().getByRole('status').textContent;
  expect(said()).toMatch(/You can start .*One face stays visible, .*all others are covered\.$/);
  expect(said()).not.toMatch(/All of them/);
  await change('');
  expect(said()).toMatch(/You can start .*All of them are covered then\.$/);
});

it('is absent for a photo that this browser cannot show', async () => {
  await open(<HomePage />, { world: { photo: memoryPhoto, regions } });
  await choosePhoto();
  await select(/Blur faces/);
  expect(screen.queryByText('Which faces are covered')).toBeNull();
});

it('is absent for other functions', async () => {
  await openFaces();
  await select(/2×, fast/);
  expect(screen.queryByText('Which faces are covered')).toBeNull();
  expect(screen.getByText(/Everything else is uploaded only when you press Start\.$/)).toBeTruthy();
});
