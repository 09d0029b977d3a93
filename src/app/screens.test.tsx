// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { SimulatedClock } from 'xstate';
import type { OfferedFunction } from '../../machines/model/functions.ts';
import type { TaskRecord } from '../../machines/model/task-record.ts';
import type { AppPorts } from '../../machines/ports/app-ports.ts';
import { PortError } from '../../machines/ports/port-failure.ts';
import { selectReplaced } from '../../machines/studio/studio.selectors.ts';
import { keptPhoto } from '../../machines/testing/samples.ts';
import { chartRef } from '../../machines/testing/test-system.ts';
import { compileMessages } from '../../tools/build/compile-messages.ts';
import { memoryPhoto, memoryRecord, memorySetup } from '../adapters/memory/memory-samples.ts';
import { createMemoryWorld } from '../adapters/memory/memory-world.ts';
import { HomePage } from '../features/home/home-page.tsx';
import { RecordsPage } from '../features/records/records-page.tsx';
import { ResultPage } from '../features/result/result-page.tsx';
import { Icon, type IconName } from '../ui/icons.tsx';
import { choosePhoto, guest, open, press, select, startWithPhoto } from './screens.test-kit.tsx';

/* Tests the screens with the real charts and memory ports. */

/** Simulates a task that the server has accepted. The test decides the outcome of the task. */
function followed() {
  let tell: (record: TaskRecord) => void = () => {};
  return {
    change: (ports: AppPorts) => {
      ports.records.awaitRecord = () =>
        new Promise((resolve) => {
          tell = resolve;
        });
    },
    becomes: (changes: Partial<TaskRecord>) =>
      act(async () => tell({ ...memoryRecord, id: 'record-1', revision: 9, ...changes })),
  };
}

const drawing = (element: Element | null | undefined) => element?.querySelector('svg')?.innerHTML;
const drawingOf = (name: IconName) => drawing(render(<Icon name={name} />).container);

it('shows today’s allowance before a photo is chosen', async () => {
  await open(<HomePage />);
  expect(screen.getByText('14 free credits left today')).toBeTruthy();
  const meter = screen.getByRole('meter', { name: 'Free credits today' });
  expect(meter.getAttribute('aria-valuenow')).toBe('70');
});

it('shows size, usual time and price of the chosen function before the start (R45)', async () => {
  await open(<HomePage />);
  await choosePhoto();
  expect(await screen.findByText('1200 × 800 becomes 2400 × 1600')).toBeTruthy();
  expect(screen.queryByText(/made smaller on your device/)).toBeNull();
  expect(screen.getByText('1 to 3 seconds')).toBeTruthy();
  const price = () => screen.getByText('Price').nextElementSibling?.textContent;
  expect(price()).toBe('1 credit');
  await select(/^Hide/);
  expect(price()).toBe('2 credits');
});

it('moves the focus and the view to the functions when a file is chosen', async () => {
  const shown = vi.mocked(Element.prototype.scrollIntoView);
  await open(<HomePage />);
  await choosePhoto();
  const heading = await screen.findByRole('heading', { name: 'What would you like to do?' });
  expect(document.activeElement).toBe(heading);
  // the heading gets the focus from the page but is skipped by the Tab key
  expect(heading.tabIndex).toBe(-1);
  expect(shown.mock.instances).toEqual([heading.closest('section')]);
});

it('also accepts a photo from the camera', async () => {
  await open(<HomePage />);
  await choosePhoto('Take a photo');
  expect(await screen.findByRole('heading', { name: 'What would you like to do?' })).toBeTruthy();
});

it('shows an illustration for each promise about photos', async () => {
  await open(<HomePage />);
  const promises = within(screen.getByRole('region', { name: 'Your photo stays yours' }));
  const drawings = promises
    .getAllByRole('heading', { level: 3 })
    .map((title) => [title.textContent, drawing(title.parentElement)]);
  expect(drawings).toEqual([
    ['Deleted automatically', drawingOf('clock')],
    ['Location removed', drawingOf('pinOff')],
    ['Only in your browser', drawingOf('lock')],
  ]);
});

it('names the photos that other tabs use', async () => {
  const { root } = await open(<HomePage />);
  await act(async () => {
    const names = ['cat.jpg', 'dog.jpg'];
    chartRef(root.system, 'studio')?.send({ type: 'keptPhoto.elsewhere', names });
  });
  expect(screen.getByText('Your photos are open in other tabs')).toBeTruthy();
  expect(screen.getByText(/^Continue with cat.jpg and dog.jpg there/)).toBeTruthy();
});

it('shows a photo in a box of its own shape, and one of unknown size in a usual shape', async () => {
  const known = { ...memoryPhoto, width: 1200, height: 600 };
  await open(<HomePage />, { world: { photo: known } });
  const box = () => document.querySelector('.thumbnail-box') as HTMLElement;
  await choosePhoto();
  expect(box().style.getPropertyValue('--ratio')).toBe('2');
  expect(screen.getByText('1200 × 600')).toBeTruthy();
  cleanup();
  const unknown = { ...memoryPhoto, width: 0, height: 0, decodable: false };
  await open(<HomePage />, { world: { photo: unknown } });
  await choosePhoto();
  expect(box().style.getPropertyValue('--ratio')).toBe('1.5');
  expect(screen.getByText(/This browser can’t show this format/)).toBeTruthy();
  expect(screen.queryByText('0 × 0')).toBeNull();
});

it('shows the largest size of a portrait, and that a photo is made smaller first', async () => {
  const [usual] = memorySetup.functions;
  const { limits } = usual as OfferedFunction;
  const square: OfferedFunction = {
    ...(usual as OfferedFunction),
    output: { kind: 'square', minSide: 256, maxSide: 512 },
    downscaleAllowed: true,
    limits: { ...limits, maxPixels: 300_000 },
  };
  await open(<HomePage />, { world: { setup: { ...memorySetup, functions: [square] } } });
  await choosePhoto();
  expect(await screen.findByText('1200 × 800 becomes up to 447 × 447')).toBeTruthy();
  expect(screen.getByText('Uses a 0.3 MP copy: 0.2 MP result.')).toBeTruthy();
});

it('shows why a photo cannot be used, and offers to choose another photo', async () => {
  const inspected = createMemoryWorld().photo;
  await open(<HomePage />, { world: { photo: { ...inspected, problem: 'truncated' } } });
  await choosePhoto();
  expect(await screen.findByText('We can’t use this file')).toBeTruthy();
  expect(screen.getByLabelText('Choose another photo')).toBeTruthy();
});

it.each([
  ['bytes', { bytes: 90_000_000, decodable: false }, /too large: the limit is 30 MB\./],
  ['pixels', { width: 8, height: 8 }, /the shorter side must have at least 12 pixels\./],
])(
  'names the widest limit of all functions for a photo with the wrong %s',
  async (_, size, words) => {
    const limits = [
      { maxBytes: 20_000_000, minSide: 16 },
      { maxBytes: 30_000_000, minSide: 12 },
    ];
    const functions = memorySetup.functions.map((one, index) => ({
      ...one,
      limits: { ...one.limits, ...limits[index] },
    }));
    const world = { photo: { ...memoryPhoto, ...size }, setup: { ...memorySetup, functions } };
    await open(<HomePage />, { world });
    await choosePhoto();
    expect(await screen.findByText(words)).toBeTruthy();
  },
);

it('keeps a photo until the connection that its inspection needs is back', async () => {
  await open(<HomePage />, {
    change: (ports) => {
      ports.photo.inspectPhoto = async () => {
        throw new PortError({ reason: 'offline' });
      };
    },
  });
  await choosePhoto();
  expect(await screen.findByText('Waiting for the connection')).toBeTruthy();
});

it('does not blame a sample photo for a lost connection', async () => {
  await open(<HomePage />, {
    change: (ports) => {
      ports.photo.inspectPhoto = async () => {
        throw new PortError({ reason: 'offline' });
      };
    },
  });
  const [sample] = screen.getAllByRole('button', { name: /sample/i });
  if (sample) fireEvent.click(sample);
  expect(await screen.findByText(/The connection was lost/)).toBeTruthy();
});

it('blocks the start for a photo that the function does not accept, and shows why (R43)', async () => {
  const { photo, setup } = createMemoryWorld();
  const functions = setup.functions.map((one) =>
    one.code === 'face-blur' ? { ...one, limits: { ...one.limits, minSide: 4 } } : one,
  );
  const world = { photo: { ...photo, width: 8, height: 8 }, setup: { ...setup, functions } };
  await open(<HomePage />, { world });
  await choosePhoto();
  const start = await screen.findByRole('button', { name: /^Start/ });
  expect(screen.getByRole('radio', { name: /^Hide/ })).toHaveProperty('checked', true);
  expect(start.hasAttribute('disabled')).toBe(false);
  await select(/2×, fast/);
  expect(screen.getByText(/the shorter side must have at least 16 pixels/)).toBeTruthy();
  expect(start.hasAttribute('disabled')).toBe(true);
});

const blocked = (name: RegExp) => screen.getByRole('radio', { name }).closest('label');

it('dims functions that today’s allowance does not cover, with the reason and the alternatives', async () => {
  const { photo } = createMemoryWorld();
  const resetsAt = '2026-11-21T00:00:00.000Z';
  const poor = { ...guest, allowance: { limit: 20, used: 17, resetsAt } };
  const world = { photo: { ...photo, width: 4000, height: 3000 }, user: poor };
  await open(<HomePage />, { world });
  await choosePhoto();
  const start = await screen.findByRole('button', { name: /^Start/ });
  expect(screen.getByRole('radio', { name: /^Hide/ })).toHaveProperty('checked', true);
  expect(blocked(/2×, fast/)?.textContent).toMatch(
    /^Upscale 2×, fast Needs 12 credits, available at/,
  );
  await select(/2×, fast/);
  expect(start.hasAttribute('disabled')).toBe(true);
  expect(screen.queryByText('Price')).toBeNull();
  const status = screen.getByText(/You have 3 left today and will have enough at/);
  expect(status.closest('[role=status]')).toBeTruthy();
  screen.getByRole('button', { name: /^Hide faces and text 2 credits/ }).focus();
  await press(/^Hide faces and text 2 credits/);
  expect(start.hasAttribute('disabled')).toBe(false);
  expect(document.activeElement).toBe(start);
  expect(screen.getByText('Price').nextElementSibling?.textContent).toBe('2 credits');
});

it('shows that the allowance never covers it, if waiting would not help', async () => {
  const { photo } = createMemoryWorld();
  await open(<HomePage />, { world: { photo: { ...photo, width: 6000, height: 4000 } } });
  await choosePhoto();
  await screen.findByRole('button', { name: /^Start/ });
  await select(/2×, fast/);
  expect(screen.getByText(/more than the 20 free ones you get each day/)).toBeTruthy();
  expect(blocked(/2×, fast/)?.textContent).toContain('Needs 24 credits; you get 20 a day');
});

it('does not mention a time that was never measured', async () => {
  const { setup } = createMemoryWorld();
  const functions = setup.functions.map((one) => ({ ...one, estimate: null }));
  await open(<HomePage />, { world: { setup: { ...setup, functions } } });
  await choosePhoto();
  expect(await screen.findByText('Price')).toBeTruthy();
  expect(screen.queryByText('Usually takes')).toBeNull();
});

it('refuses a photo that no function accepts, with the reason and a next step', async () => {
  const { photo } = createMemoryWorld();
  await open(<HomePage />, { world: { photo: { ...photo, width: 8, height: 8 } } });
  await choosePhoto();
  expect(await screen.findByText(/the shorter side must have at least 16 pixels/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Start/ })).toBeNull();
  expect(screen.getByText('Choose another photo')).toBeTruthy();
});

it('keeps a chosen photo while offline and shows when it will be sent (R79)', async () => {
  await open(<HomePage />, { world: { online: false } });
  expect(screen.getByText('You’re offline')).toBeTruthy();
  await choosePhoto();
  expect(await screen.findByRole('button', { name: 'Start when I’m back online' })).toBeTruthy();
});

it('shows which language could not be loaded, and loads it after a retry (R4)', async () => {
  let isThere = false;
  const load = () => {
    if (isThere) return compileMessages('de');
    throw new PortError({ reason: 'offline', call: 'messages' });
  };
  await open(<HomePage />, { world: { messages: load } });
  const choose = async (name: string) => {
    await act(async () => {
      fireEvent.click(screen.getByRole('link', { name, hidden: true }));
    });
  };
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  await choose('Deutsch');
  expect(said()).toContain('Deutsch couldn’t be loaded.Try again');
  await choose('English');
  expect(said().join()).not.toContain('Deutsch');
  await choose('Deutsch');
  await press('Try again');
  expect(said()).toContain('Deutsch couldn’t be loaded.Try again');
  isThere = true;
  await press('Try again');
  expect(said().join()).not.toContain('Deutsch');
  expect(document.activeElement?.id).toBe('content');
  expect(screen.getAllByRole('link', { name: 'Meine Fotos' })).toBeTruthy();
});

it('shows a toast inside the dialog that is open, and on the page again after it', async () => {
  const { root } = await open(<HomePage />, followed());
  await startWithPhoto();
  const overlay = await screen.findByRole('dialog', { name: 'Working on your photo' });
  const toast = {
    type: 'toast.requested',
    kind: 'info',
    message: { text: 'news', code: 'of_another_server' },
  } as const;
  await act(async () => chartRef(root.system, 'toast')?.send(toast));
  expect(await within(overlay).findByText('news')).toBeTruthy();
  await press('Continue in the background');
  expect((await screen.findByText('news')).closest('dialog')).toBeNull();
});

it('never shows a server message without a code, because it is the text of an exception (R40)', async () => {
  const { root } = await open(<HomePage />);
  await act(async () =>
    chartRef(root.system, 'toast')?.send({
      type: 'toast.requested',
      kind: 'error',
      message: { text: 'ENOENT: no such file', code: '' },
    }),
  );
  expect(screen.getByText(/^Something went wrong on our side/)).toBeTruthy();
  expect(screen.queryByText(/ENOENT/)).toBeNull();
});

it('shows that a record that ended without a charge was free', async () => {
  const free = { credits: { unit: 2 as const, charged: 0 } };
  const records = [
    { ...memoryRecord, ...free, id: 'failed', dealStatus: 4 as const },
    { ...memoryRecord, id: 'done' },
    { ...memoryRecord, ...free, id: 'waits', dealStatus: 0 as const },
  ];
  await open(<RecordsPage />, { path: '/record', world: { records } });
  const cards = [...document.querySelectorAll('.record-card')];
  expect(cards).toHaveLength(3);
  const noted = cards.filter((card) => card.querySelector('.record-note'));
  expect(noted.map((card) => card.querySelector('a')?.getAttribute('href'))).toEqual([
    '/result/failed',
  ]);
  expect(noted[0]?.textContent).toContain('No credits were used.');
});

it('covers the page with the progress, and lets the visitor continue elsewhere', async () => {
  await open(<HomePage />, followed());
  await startWithPhoto();
  const overlay = await screen.findByRole('dialog', { name: 'Working on your photo' });
  expect(overlay.dataset.actor).toBe('overlay');
  expect(within(overlay).getByRole('progressbar', { name: 'Progress' })).toBeTruthy();
  await press('Continue in the background');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Edit another photo' })).toBeTruthy();
  await press('Show progress');
  expect(screen.getByRole('dialog', { name: 'Working on your photo' })).toBeTruthy();
});

it('offers to try immediately while a task waits, without taking or losing the focus', async () => {
  let online = false;
  let asked = 0;
  await open(<HomePage />, {
    change: (ports) => {
      ports.task.startTask = async () => {
        throw new PortError({ reason: 'offline' });
      };
      ports.task.findAttempt = async () => {
        asked += 1;
        if (!online) throw new PortError({ reason: 'offline' });
        return { ...memoryRecord, dealStatus: 0 };
      };
      followed().change(ports);
    },
  });
  await startWithPhoto();
  const overlay = await screen.findByRole('dialog', { name: 'Working on your photo' });
  const tryNow = () => within(overlay).queryByRole('button', { name: 'Try now' });
  expect(document.activeElement).not.toBe(tryNow());
  tryNow()?.focus();
  await press('Try now');
  expect(asked).toBe(1);
  online = true;
  await press('Continue in the background');
  const card = await screen.findByRole('button', { name: 'Try now' });
  card.focus();
  await press('Try now');
  expect(screen.queryByRole('button', { name: 'Try now' })).toBeNull();
  expect(document.activeElement?.textContent).toBe('Working on your photo');
});

const losesTheStart = (ports: AppPorts) => {
  ports.task.startTask = async () => {
    throw new PortError({ reason: 'server' });
  };
};

it('shows that the outcome of a start without an answer is unknown, and where to look', async () => {
  await open(<HomePage />, {
    change: (ports) => {
      losesTheStart(ports);
      ports.task.findAttempt = async () => {
        throw new PortError({ reason: 'server' });
      };
    },
  });
  await startWithPhoto();
  for (let times = 0; times < 3; times += 1) await press('Try now');
  expect(await screen.findByText('We can’t tell whether it started')).toBeTruthy();
  expect(screen.queryByText(/No credits were used/)).toBeNull();
  expect(screen.getByRole('link', { name: 'See my photos' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

it('shows that the task did not start when the server has no such task', async () => {
  await open(<HomePage />, { change: losesTheStart });
  await startWithPhoto();
  await press('Try now');
  expect(await screen.findByText('It didn’t start')).toBeTruthy();
  expect(screen.getByText(/No credits were used/)).toBeTruthy();
});

it('offers to cancel an earlier run beside the next photo', async () => {
  await open(<HomePage />, followed());
  await startWithPhoto();
  await press('Continue in the background');
  await press('Edit another photo');
  const cards = screen.getByRole('list', { name: 'Your other photos' });
  await act(async () => within(cards).getByRole('button', { name: 'Cancel' }).click());
  expect(screen.queryByText('Working on another photo')).toBeNull();
});

it('shows the progress of an earlier run, and then its result, beside the next photo', async () => {
  const task = followed();
  await open(<HomePage />, task);
  await startWithPhoto();
  await press('Continue in the background');
  await press('Edit another photo');
  expect(screen.getByText('Working on another photo')).toBeTruthy();
  const cards = screen.getByRole('list', { name: 'Your other photos' });
  const progress = { stage: 'running' as const, fraction: 0.5, remainingMs: null };
  await task.becomes({ dealStatus: 1, progress });
  const bar = within(cards).getByRole('progressbar', { name: 'Progress' });
  expect(Number(bar.getAttribute('aria-valuenow'))).toBeCloseTo(61, 0);
  expect(within(cards).getByText('61%')).toBeTruthy();
  await task.becomes({ dealStatus: 2 });
  const link = within(cards).getByRole('link', { name: 'See the result' });
  expect(link.getAttribute('href')).toBe('/result/record-1');
  expect(screen.getAllByRole('link', { name: 'See the result' })).toHaveLength(2);
  await act(async () => {
    fireEvent.click(within(cards).getByRole('button', { name: 'Close this message' }));
  });
  expect(screen.queryByText('Your photo is ready')).toBeNull();
});

it('fills and closes the overlay of a task that ends while the connection is lost', async () => {
  const clock = new SimulatedClock();
  const { root } = await open(<HomePage />, {
    clock,
    change: (ports) => {
      followed().change(ports);
      ports.records.loadRecord = async () => ({ ...memoryRecord, id: 'record-1', revision: 9 });
    },
  });
  await startWithPhoto();
  const overlay = await screen.findByRole('dialog', { name: 'Working on your photo' });
  await act(async () => root.send({ type: 'connection.lost' }));
  expect(overlay.dataset.state).toContain('stalled');
  await act(async () => root.send({ type: 'connection.restored' }));
  expect(overlay.dataset.state).toContain('full');
  const bar = within(overlay).getByRole('progressbar', { name: 'Progress' });
  expect(bar.getAttribute('aria-valuenow')).toBe('100');
  await act(async () => clock.increment(599));
  expect(overlay.isConnected).toBe(true);
  await act(async () => clock.increment(1));
  expect(overlay.isConnected).toBe(false);
  const studio = document.querySelector<HTMLElement>('[data-actor="studio"]');
  expect(studio?.dataset.state).toContain('succeeded');
});

it('changes only the bar, its number and the light at each tick (R17)', async () => {
  const clock = new SimulatedClock();
  const task = followed();
  await open(<HomePage />, { ...task, clock });
  await startWithPhoto();
  const overlay = await screen.findByRole('dialog');
  await task.becomes({
    dealStatus: 1,
    progress: { stage: 'running', fraction: 0.2, remainingMs: { low: 5000, high: 8000 } },
  });
  const seen: Node[] = [];
  const observer = new MutationObserver((all) => seen.push(...all.map(({ target }) => target)));
  observer.observe(document.body, { attributes: true, childList: true, subtree: true });
  await act(async () => clock.increment(200));
  await act(async () => clock.increment(200));
  seen.push(...observer.takeRecords().map(({ target }) => target));
  observer.disconnect();
  const parts = [...overlay.querySelectorAll('.lit-photo, .overlay-meter')];
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.filter((node) => !parts.some((part) => part.contains(node)))).toEqual([]);
});

/** Simulates images. The test decides when an image has loaded. */
function stubImages() {
  const asked: { src: string; onload: (() => void) | null }[] = [];
  vi.stubGlobal(
    'Image',
    class {
      src = '';
      onload: (() => void) | null = null;
      constructor() {
        asked.push(this);
      }
    },
  );
  return asked;
}

it('shows the finished part of the result over the photo, each version once it has loaded (R72)', async () => {
  const images = stubImages();
  const clock = new SimulatedClock();
  const task = followed();
  await open(<HomePage />, { ...task, clock });
  await startWithPhoto();
  const overlay = await screen.findByRole('dialog');
  const progress = { stage: 'running', fraction: 0.4, remainingMs: null } as const;
  const partial = { url: '/partial-1.webp', width: 768, height: 512, share: 0.256 };
  await task.becomes({ dealStatus: 1, progress, partial });
  expect(within(overlay).queryByRole('img')).toBeNull();
  expect(within(overlay).getByText(/The bright part is finished/)).toBeTruthy();
  await act(async () => images.at(-1)?.onload?.());
  const picture = within(overlay).getByRole('img');
  expect(picture.getAttribute('alt')).toBe('25% done: this is your actual result');
  expect(picture.getAttribute('src')).toBe('/partial-1.webp');
  expect(picture.parentElement?.style.getPropertyValue('--share')).toBe('0.256');
  expect(picture.closest('.lit-photo')).toBeTruthy();

  await task.becomes({
    dealStatus: 1,
    progress,
    revision: 10,
    partial: { ...partial, url: '/partial-2.webp', share: 0.5 },
  });
  expect(picture.getAttribute('src')).toBe('/partial-1.webp');
  await act(async () => images.at(-1)?.onload?.());
  expect(picture.getAttribute('src')).toBe('/partial-2.webp');

  const seen: Node[] = [];
  const observer = new MutationObserver((all) => seen.push(...all.map(({ target }) => target)));
  observer.observe(picture, { attributes: true, childList: true, subtree: true });
  await act(async () => clock.increment(200));
  seen.push(...observer.takeRecords().map(({ target }) => target));
  observer.disconnect();
  expect(seen).toEqual([]);
  vi.unstubAllGlobals();
});

it('shows on the page as well when the task takes longer than measured', async () => {
  const clock = new SimulatedClock();
  const task = followed();
  await open(<HomePage />, { ...task, clock });
  await startWithPhoto();
  const remainingMs = { low: 1000, high: 2000 };
  await task.becomes({
    dealStatus: 1,
    progress: { stage: 'running', fraction: 0.2, remainingMs },
  });
  await press('Continue in the background');
  const words = 'This is taking longer than usual, but we’re still on it.';
  expect(screen.queryByText(words)).toBeNull();
  for (let ms = 0; ms < remainingMs.high; ms += 200) await act(async () => clock.increment(200));
  expect(screen.getByText(words)).toBeTruthy();
});

it('shows the used-up allowance as a state of the page, without a message box (R39)', async () => {
  const allowance = { ...guest.allowance, resetsAt: '2099-11-21T12:00:00.000Z' };
  await open(<HomePage />, {
    world: { user: { ...guest, allowance } },
    change: (ports) => {
      ports.task.startTask = async () => {
        throw new PortError({ reason: 'refused', code: 'daily_limit' });
      };
    },
  });
  await startWithPhoto();
  expect(await screen.findByText('Not enough credits today')).toBeTruthy();
  const words = screen.getByText(/^Your free credits don’t cover this/).textContent;
  expect(words).toMatch(/New ones arrive on .*2099 at .*stays in My photos\.$/);
  expect(screen.queryByRole('dialog')).toBeNull();
  await press('Choose another tool');
  expect(await screen.findByRole('button', { name: /^Start/ })).toBeTruthy();
});

it('shows that new credits arrive tomorrow if the exact time is unknown', async () => {
  await open(<HomePage />, {
    world: { user: { ...guest, allowance: null } },
    change: (ports) => {
      ports.task.startTask = async () => {
        throw new PortError({ reason: 'refused', code: 'daily_limit' });
      };
    },
  });
  await startWithPhoto();
  expect(await screen.findByText(/New ones arrive tomorrow\./)).toBeTruthy();
});

it('reports once that nothing was found and that the task cost nothing (R35)', async () => {
  const task = followed();
  await open(<HomePage />, task);
  await startWithPhoto();
  await task.becomes({ dealStatus: 3, type: 49, reason: 'no_face' });
  expect(await screen.findByText('Nothing to change')).toBeTruthy();
  expect(screen.getByText(/No credits were used/)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Choose another tool' })).toBeTruthy();
});

it('reports a rejected photo in a dialog to a visitor who has chosen another photo (R35)', async () => {
  const task = followed();
  await open(<HomePage />, task);
  await startWithPhoto();
  await press('Continue in the background');
  await press('Edit another photo');
  await task.becomes({ dealStatus: 3, type: 49, reason: 'no_face' });
  expect(await screen.findByRole('dialog', { name: 'Nothing to change' })).toBeTruthy();
  await press('OK');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('reports a rejected photo only on the page if the overlay is closed (R35)', async () => {
  const task = followed();
  await open(<HomePage />, task);
  await startWithPhoto();
  await press('Continue in the background');
  await task.becomes({ dealStatus: 3, type: 49, reason: 'no_face' });
  expect(await screen.findByRole('heading', { name: 'Nothing to change' })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.querySelector('.toast')).toBeNull();
  expect(document.title).toBe('Update – Lightwell');
  expect(screen.getByRole('link', { name: /^My photos \(new: there’s news/ })).toBeTruthy();
});

it("counts tasks in the tab's title, and marks unseen ends in the title and at the records", async () => {
  document.title = 'The page';
  const task = followed();
  const { root } = await open(<HomePage />, task);
  await startWithPhoto();
  expect(document.title).toMatch(/^\d+% – Lightwell$/);
  await press('Continue in the background');
  await task.becomes({ dealStatus: 2 });
  expect(document.title).toBe('Done – Lightwell');
  expect(screen.getByRole('link', { name: /^My photos \(new: something is ready\)/ })).toBeTruthy();
  const toast = document.querySelector<HTMLElement>('.toast');
  const link = toast && within(toast).getByRole('link', { name: 'See the result' });
  expect(link?.getAttribute('href')).toBe('/result/record-1');
  await act(async () => root.send({ type: 'location.changed', path: '/record', move: 'pushed' }));
  expect(document.title).toBe('The page');
  expect(screen.queryByText(/something is ready/)).toBeNull();
});

it("shows why a task failed in the page's language, not in the server's words", async () => {
  const task = followed();
  await open(<HomePage />, task);
  await startWithPhoto();
  await task.becomes({ dealStatus: 4, reason: 'engine_failed' });
  expect(await screen.findByText(/couldn’t finish this photo.*No credits were used/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

it('leads from an empty list to the first photo (R10)', async () => {
  await open(<RecordsPage />, { path: '/record' });
  expect(screen.getByText('No photos yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Start with a photo' }).getAttribute('href')).toBe('/');
});

it('lists records with their state and deletes one only after asking (R15)', async () => {
  const records = [
    { ...memoryRecord, id: 'one' },
    { ...memoryRecord, id: 'two', dealStatus: 4 as const, reason: 'engine_failed' as const },
  ];
  const { world } = await open(<RecordsPage />, { path: '/record', world: { records } });
  expect(screen.getByText('Ready')).toBeTruthy();
  expect(screen.getByText('Failed')).toBeTruthy();
  await act(async () => {
    fireEvent.click(screen.getAllByRole('button', { name: /^Delete: / })[0] as HTMLElement);
  });
  const dialog = await screen.findByRole('dialog', { name: 'Delete this photo?' });
  expect(world.records).toHaveLength(2);
  await act(async () => {
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  });
  expect(world.records.map(({ id }) => id)).toEqual(['two']);
  expect(screen.queryByText('Ready')).toBeNull();
  expect(screen.getByText('Deleted.')).toBeTruthy();
});

it('moves the focus to the heading when the focused card is deleted', async () => {
  const deleted = Promise.withResolvers<void>();
  await open(<RecordsPage />, {
    path: '/record',
    world: { records: ['one', 'two'].map((id) => ({ ...memoryRecord, id })) },
    change: (ports) => {
      ports.records.deleteRecord = () => deleted.promise;
    },
  });
  const [button] = screen.getAllByRole('button', { name: /^Delete: / });
  button?.focus();
  await act(async () => button?.click());
  const dialog = await screen.findByRole('dialog', { name: 'Delete this photo?' });
  await act(async () => within(dialog).getByRole('button', { name: 'Delete' }).click());
  expect(document.activeElement).toBe(button);
  await act(async () => deleted.resolve());
  expect(screen.getAllByRole('button', { name: /^Delete: / })).toHaveLength(1);
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'My photos' }));
});

it.each([
  ['offline', 'offline'],
  ['server', 'warning'],
] as const)('draws why the records could not be loaded for the reason %s', async (reason, icon) => {
  await open(<RecordsPage />, {
    path: '/record',
    change: (ports) => {
      ports.records.listRecords = async () => {
        throw new PortError({ reason, call: 'listRecords' });
      };
    },
  });
  const title = screen.getByRole('heading', { level: 2, name: 'Your photos couldn’t be loaded' });
  expect(drawing(title.closest('section'))).toBe(drawingOf(icon));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('My photos');
});

it.each([
  ['the shape of its photo', { url: '/files/picture.webp', width: 1200, height: 600 }, '2'],
  ['a usual shape where its photo is not there', null, '1.5'],
])('shows a task under way in %s', async (_, original, ratio) => {
  const records = [{ ...memoryRecord, id: 'one', dealStatus: 1 as const, original }];
  await open(<ResultPage />, { path: '/result/one', world: { records } });
  await waitFor(() => {
    const photo = document.querySelector<HTMLElement>('.lit-photo');
    expect(photo?.style.getPropertyValue('--ratio')).toBe(ratio);
  });
});

it('shows a result with its comparison, facts, download and deletion date (R44)', async () => {
  const records = [{ ...memoryRecord, id: 'one' }];
  await open(<ResultPage />, { path: '/result/one', world: { records } });
  expect(screen.getByRole('slider', { name: 'Divider between original and result' })).toBeTruthy();
  const download = screen.getByRole('link', { name: /Download/ });
  expect(download.getAttribute('download')).toBe(memoryRecord.result?.fileName);
  expect(await screen.findByText('1 credit')).toBeTruthy();
  expect(screen.getByText(/Will be deleted on December 20, 2026/)).toBeTruthy();
});

it('shows the options that a result was made with', async () => {
  const changes = { code: 'face-blur', type: 49, options: { kind: 'pixels' } };
  const records = [{ ...memoryRecord, id: 'one', ...changes }];
  await open(<ResultPage />, { path: '/result/one', world: { records } });
  const label = await screen.findByText('How to hide it');
  expect(label.nextElementSibling?.textContent).toBe('Pixels');
});

it('shows how many regions were left visible', async () => {
  const options = { kind: 'blur', open: '1000,1000,500,500 4000,1000,500,500' };
  const changes = { code: 'face-blur', type: 49, options };
  const records = [{ ...memoryRecord, id: 'one', ...changes }];
  await open(<ResultPage />, { path: '/result/one', world: { records } });
  const label = await screen.findByText('Left visible');
  expect(label.nextElementSibling?.textContent).toBe('2 areas');
});

it.each([
  ['Continue with this result', 'cat-2x.jpg'],
  ['Another tool on the original', 'cat.jpg'],
])('passes a picture to the studio under its own name: %s (R86)', async (action, name) => {
  const records = [{ ...memoryRecord, id: 'one', name: 'cat.jpg' }];
  const { world, root } = await open(<ResultPage />, { path: '/result/one', world: { records } });
  await press(action);
  expect(chartRef(root.system, 'studio')?.getSnapshot().context.held).toMatchObject({
    photo: { name },
  });
  expect(world.visited).toEqual(['/']);
});

const ownPhoto = {
  kind: 'file',
  file: new File(['x'], 'cat.jpg', { type: 'image/jpeg' }),
} as const;

/** Opens a result page while a photo is in the studio. */
const openResultBeside = async () => {
  const task = followed();
  const options = { path: '/result/record-1', world: { records: [memoryRecord] } };
  const { world, root } = await open(<ResultPage />, { ...options, ...task });
  const studio = chartRef(root.system, 'studio');
  if (!studio) throw new Error('The studio chart is not running.');
  await act(async () => studio.send({ type: 'photo.chosen', source: ownPhoto }));
  return { now: () => studio.getSnapshot(), task, studio, world };
};

it('keeps the photo in the studio when a result page offers another photo', async () => {
  const { now, world } = await openResultBeside();
  await press('Edit another photo');
  expect(now().context.held).toMatchObject({ photo: { name: 'cat.jpg' } });
  expect(world.visited).toEqual(['/']);
});

it('dismisses the run of a result when its page leads to another photo', async () => {
  const { now, task, studio } = await openResultBeside();
  await act(async () => studio.send({ type: 'start.pressed' }));
  await task.becomes({ dealStatus: 2 });
  expect(now().matches('ended')).toBe(true);
  await press('Edit another photo');
  expect(now().matches('choosing')).toBe(true);
  expect(now().context).toMatchObject({ over: null, held: { kind: 'nothing' } });
});

it('reports that a result has taken the place of the photo', async () => {
  const { now } = await openResultBeside();
  await press('Continue with this result');
  expect(selectReplaced(now())).toEqual({ by: 'cat-2x.jpg' });
});

it('shows that an unknown record does not exist, with next steps', async () => {
  await open(<ResultPage />, { path: '/result/unknown' });
  expect(screen.getByRole('heading', { name: 'There’s nothing here' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See my photos' }).getAttribute('href')).toBe('/record');
});

it('opens the menu of languages with plain links to this page in each', async () => {
  await open(<HomePage />);
  const menu = screen.getByRole('list', { name: 'Language' });
  const links = within(menu).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/',
    '/de',
    '/es',
    '/fr',
    '/it',
    '/ja',
    '/pt',
  ]);
  const details = menu.closest('details') as HTMLDetailsElement;
  const summary = details.querySelector('summary');
  details.open = true;
  fireEvent.keyDown(menu, { key: 'ArrowDown' });
  expect(details.open).toBe(true);
  fireEvent.keyDown(menu, { key: 'Escape' });
  expect(details.open).toBe(false);
  expect(document.activeElement).toBe(summary);
});

it('closes the menu of languages when a language is chosen', async () => {
  await open(<HomePage />, { world: { messages: () => compileMessages('de') } });
  const menu = screen.getByRole('list', { name: 'Language' });
  const details = menu.closest('details') as HTMLDetailsElement;
  const german = within(menu).getByRole('link', { name: 'Deutsch' });
  details.open = true;
  // with Ctrl, a click opens a new tab, so the menu stays open
  await act(async () => fireEvent.click(german, { ctrlKey: true }));
  expect(details.open).toBe(true);
  await act(async () => fireEvent.click(german));
  expect(details.open).toBe(false);
  expect(document.activeElement).toBe(details.querySelector('summary'));
});

it('closes the menu of languages when another element is pressed or focused', async () => {
  await open(<HomePage />);
  const menu = screen.getByRole('list', { name: 'Language' });
  const details = menu.closest('details') as HTMLDetailsElement;
  for (const leave of ['pointerDown', 'focusIn'] as const) {
    details.open = true;
    fireEvent[leave](menu);
    expect(details.open).toBe(true);
    fireEvent[leave](screen.getByRole('heading', { level: 1 }));
    expect(details.open).toBe(false);
  }
});

it.each([
  ['are on their way', () => new Promise<never>(() => {}), 'Loading tools…'],
  [
    'could not be loaded',
    () => Promise.reject(new PortError({ reason: 'server' })),
    'We can’t reach our server at the moment.',
  ],
])(
  'shows what a photo that was on its way waits for while the functions %s',
  async (_, loadSetup, words) => {
    await open(<HomePage />, {
      world: { keptPhotos: [{ ...keptPhoto, run: { step: 'sending', idempotencyKey: 'k1' } }] },
      change: (ports) => {
        ports.setup.loadSetup = loadSetup;
      },
    });
    const studio = within(
      screen.getByRole('region', { name: 'Your photo and what to do with it' }),
    );
    expect(studio.getByRole('status').textContent).toBe(words);
  },
);
