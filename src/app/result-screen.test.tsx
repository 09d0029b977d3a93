// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PortError } from '../../machines/ports/port-failure.ts';
import { memoryRecord } from '../adapters/memory/memory-samples.ts';
import { ResultPage } from '../features/result/result-page.tsx';
import { open, press } from './screens.test-kit.tsx';

/* Tests saving, sharing and copying a result, with the real charts. */

const record = {
  ...memoryRecord,
  name: 'cat.jpg',
  result: memoryRecord.result && {
    ...memoryRecord.result,
    mime: 'image/png',
    fileName: 'cat-2x.png',
  },
};

const openResult = (changes: Partial<Parameters<typeof open>[1]> = {}) =>
  open(<ResultPage />, { path: '/result/record-1', world: { records: [record] }, ...changes });

const label = 'Save in another format';
const button = () => screen.getByRole('button', { name: label });
const panel = () => screen.getByRole('group', { name: label });

it('shows kind and size of the download', async () => {
  await openResult();
  expect(screen.getByRole('link', { name: /^Download/ }).textContent).toBe('Download PNG · 300 kB');
});

it('offers formats with the size of the file, and saves the one on screen (R87)', async () => {
  const { world } = await openResult();
  expect(button().getAttribute('aria-expanded')).toBe('false');
  await press(label);
  expect(button().getAttribute('aria-expanded')).toBe('true');
  const choices = await within(panel()).findAllByRole('radio');
  expect(choices.map((one) => one.closest('label')?.textContent)).toEqual([
    'Unchanged',
    'JPEG',
    'PNG',
    'WebP',
    'Original',
    '640 px',
    'No limit',
    'Below 200 kB',
    'Custom limit',
  ]);
  const checked = within(panel()).getAllByRole('radio', { checked: true });
  expect(checked.map((one) => one.getAttribute('value'))).toEqual(['jpg', 'null', 'none']);
  expect(within(panel()).getByText('Suggested: JPEG, like your photo.')).toBeTruthy();
  expect(within(panel()).getByRole('status').textContent).toBe('File90 kB · 1600\u00a0×\u00a01200');
  await press('Save JPEG');
  expect(world.savedFiles).toBe(1);
  expect(button().getAttribute('aria-expanded')).toBe('false');
});

it('saves a file below the chosen size (R87)', async () => {
  const { world } = await openResult();
  await press(label);
  await act(async () =>
    fireEvent.click(within(panel()).getByRole('radio', { name: 'Below 200 kB' })),
  );
  expect(within(panel()).queryByRole('slider')).toBeNull();
  expect(within(panel()).getByRole('status').textContent).toContain('200 kB');
  await press('Save JPEG');
  expect(world.savedFiles).toBe(1);
});

it('links to the delivered file if “Unchanged” is chosen', async () => {
  await openResult();
  await press(label);
  await act(async () => fireEvent.click(within(panel()).getByRole('radio', { name: 'Unchanged' })));
  const link = within(panel()).getByRole('link', { name: 'Save PNG' });
  expect([link.getAttribute('download'), within(panel()).queryByRole('slider')]).toEqual([
    'cat-2x.png',
    null,
  ]);
  expect(within(panel()).getByRole('status').textContent).toBe('File300 kB');
});

it('closes with Escape, which returns the focus, with Tab out of it and with a tap elsewhere', async () => {
  await openResult();
  await press(label);
  await act(async () => fireEvent.keyDown(within(panel()).getByRole('slider'), { key: 'Escape' }));
  expect([button().getAttribute('aria-expanded'), document.activeElement]).toEqual([
    'false',
    button(),
  ]);
  await press(label);
  await act(async () => fireEvent.keyUp(button(), { key: 'Tab' }));
  expect(button().getAttribute('aria-expanded')).toBe('true');
  await act(async () => fireEvent.keyUp(document.body, { key: 'Tab' }));
  expect(button().getAttribute('aria-expanded')).toBe('false');
  await press(label);
  await act(async () => fireEvent.click(document.body));
  expect(button().getAttribute('aria-expanded')).toBe('false');
});

it('closes with Escape if the button has no focus, as after a click in Safari', async () => {
  await openResult();
  await press(label);
  await act(async () => fireEvent.keyDown(document.body, { key: 'Escape' }));
  expect(button().getAttribute('aria-expanded')).toBe('false');
});

it('says why a file cannot be made', async () => {
  await openResult({
    change: (ports) => {
      ports.picture.encodePicture = () => Promise.reject(new PortError({ reason: 'unsupported' }));
    },
  });
  await press(label);
  expect(within(panel()).getByRole('alert').textContent).toBe(
    'This browser can’t make that file. Try another format or a smaller size.',
  );
  expect(within(panel()).getByRole('button', { name: 'Try again' })).toBeTruthy();
});

it('offers to share and to copy only where the browser can', async () => {
  await openResult({
    change: (ports) => {
      const ways = { shares: false, copies: true };
      ports.picture.findPictureWays = async () => ways;
    },
  });
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
  await press('Copy photo');
  expect(screen.getByText('Photo copied.')).toBeTruthy();
});
