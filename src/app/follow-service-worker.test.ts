// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takeSharedPhotos } from '../adapters/storage/shared-photos.ts';
import { followServiceWorker } from './follow-service-worker.ts';

vi.mock('../adapters/storage/shared-photos.ts', () => ({ takeSharedPhotos: vi.fn() }));

const photo = new File(['x'], 'cat.png', { type: 'image/png' });
const send = vi.fn();
const writeLog = vi.fn();
const register = vi.fn();

const follow = (isHome = true) =>
  followServiceWorker({ system: { send }, isHome, log: { writeLog } });

beforeEach(() => {
  vi.clearAllMocks();
  history.replaceState(null, '', '/?shared');
  vi.stubEnv('PROD', true);
  vi.stubGlobal('navigator', { serviceWorker: { register } });
  vi.mocked(takeSharedPhotos).mockResolvedValue([photo]);
  register.mockResolvedValue(undefined);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

it('passes shared photos to the charts like chosen photos, and registers the worker', async () => {
  await follow();
  expect(send).toHaveBeenCalledExactlyOnceWith('batch', {
    type: 'files.chosen',
    files: [{ id: expect.any(String), file: photo }],
  });
  expect(register).toHaveBeenCalledExactlyOnceWith('/service-worker.js');
});

it('sends nothing if no photo was shared', async () => {
  vi.mocked(takeSharedPhotos).mockResolvedValue([]);
  await follow();
  expect(send).not.toHaveBeenCalled();
});

it('leaves the photos to the home page', async () => {
  await follow(false);
  expect(takeSharedPhotos).not.toHaveBeenCalled();
  expect(register).toHaveBeenCalledOnce();
});

it('logs that the browser refuses the worker', async () => {
  register.mockRejectedValue(new DOMException('denied', 'SecurityError'));
  await follow();
  expect(writeLog).toHaveBeenCalledExactlyOnceWith({
    type: 'log.written',
    level: 'warning',
    name: 'serviceWorker.failed',
    parameters: { msg: 'SecurityError: denied' },
  });
});

it('says once that shared photos are missing', async () => {
  vi.mocked(takeSharedPhotos).mockResolvedValue([]);
  history.replaceState(null, '', '/de?shared=failed');
  await follow();
  await follow();
  expect(send).toHaveBeenCalledExactlyOnceWith('toast', {
    type: 'toast.requested',
    kind: 'warning',
    message: { id: 'toast.shareLost' },
  });
  expect(location.pathname + location.search).toBe('/de');
});

it('does nothing on an insecure page', async () => {
  vi.stubGlobal('navigator', {});
  await follow();
  expect([takeSharedPhotos, writeLog].map((call) => vi.mocked(call).mock.calls)).toEqual([[], []]);
});
