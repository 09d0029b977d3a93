// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dropOldSharedPhotos, takeSharedPhotos } from '../adapters/storage/shared-photos.ts';
import { startServiceWorker } from './start-service-worker.ts';

vi.mock('../adapters/storage/shared-photos.ts', () => ({
  dropOldSharedPhotos: vi.fn(),
  takeSharedPhotos: vi.fn(),
}));

const photo = new File(['x'], 'cat.png', { type: 'image/png' });
const send = vi.fn();
const writeLog = vi.fn();
const register = vi.fn();

const start = (isHome = true) =>
  startServiceWorker({ system: { send }, isHome, log: { writeLog } });

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

it('passes shared photos to the charts as shared, and registers the worker', async () => {
  await start();
  expect(send).toHaveBeenCalledExactlyOnceWith('batch', {
    type: 'files.chosen',
    files: [{ id: expect.any(String), file: photo, isShared: true }],
  });
  expect(register).toHaveBeenCalledExactlyOnceWith('/service-worker.js');
  expect(location.search).toBe('');
});

it('says that shared photos are lost if they cannot be read, and registers the worker', async () => {
  vi.mocked(takeSharedPhotos).mockRejectedValue(new DOMException('broken', 'InvalidStateError'));
  await start();
  expect(send).toHaveBeenCalledExactlyOnceWith('toast', {
    type: 'toast.requested',
    kind: 'warning',
    message: { id: 'toast.shareLost' },
  });
  expect(writeLog).toHaveBeenCalledOnce();
  expect(register).toHaveBeenCalledOnce();
});

it('sends nothing if no photo was shared', async () => {
  vi.mocked(takeSharedPhotos).mockResolvedValue([]);
  await start();
  expect(send).not.toHaveBeenCalled();
});

it('leaves the photos to the home page', async () => {
  await start(false);
  expect(takeSharedPhotos).not.toHaveBeenCalled();
  expect(dropOldSharedPhotos).toHaveBeenCalledOnce();
  expect(register).toHaveBeenCalledOnce();
});

it('logs that the browser refuses the worker', async () => {
  register.mockRejectedValue(new DOMException('denied', 'SecurityError'));
  await start();
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
  await start();
  await start();
  expect(send).toHaveBeenCalledExactlyOnceWith('toast', {
    type: 'toast.requested',
    kind: 'warning',
    message: { id: 'toast.shareLost' },
  });
  expect(location.pathname + location.search).toBe('/de');
});

it('does nothing on an insecure page', async () => {
  vi.stubGlobal('navigator', {});
  await start();
  expect([takeSharedPhotos, writeLog].map((call) => vi.mocked(call).mock.calls)).toEqual([[], []]);
});
