import { afterEach, expect, it, vi } from 'vitest';
import type { UploadEvent } from '../../../machines/ports/task.port.ts';
import { failureOfUpload, upload } from './upload.ts';

class FakeRequest {
  static last: FakeRequest;
  upload: { onprogress?: (event: object) => void } = {};
  onerror = () => {};
  onload = () => {};
  status = 0;
  responseText = '';
  opened: unknown[] = [];
  sent = new FormData();
  aborted = false;
  constructor() {
    FakeRequest.last = this;
  }
  open(...parts: unknown[]) {
    this.opened = parts;
  }
  send(form: FormData) {
    this.sent = form;
  }
  abort() {
    this.aborted = true;
  }
  answer(status: number, text = '') {
    this.status = status;
    this.responseText = text;
    this.onload();
  }
}

const ticket = {
  url: 'https://storage.example/bucket',
  fields: { key: 'uploads/1', policy: 'p' },
  fileKey: 'uploads/1',
  maxBytes: 100,
  expiresAt: '2030-01-01T00:00:00.000Z',
};

function start() {
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  const events: UploadEvent[] = [];
  const file = new File(['photo'], 'cat.jpg', { type: 'image/jpeg' });
  const stop = upload({ file, ticket }, (event) => events.push(event));
  return { events, stop, request: FakeRequest.last };
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('posts the fields first and the file last (R42)', () => {
  const { request, stop } = start();
  expect(request.opened).toEqual(['POST', ticket.url]);
  expect([...request.sent.keys()]).toEqual(['key', 'policy', 'file']);
  stop();
});

it('reports the share of bytes sent, and then completion', () => {
  const { events, request } = start();
  request.upload.onprogress?.({ loaded: 25, total: 100, lengthComputable: true });
  request.upload.onprogress?.({ loaded: 1, total: 0, lengthComputable: false });
  request.upload.onprogress?.({ loaded: 100, total: 100, lengthComputable: true });
  request.answer(204);
  expect(events).toEqual([
    { type: 'upload.progressed', fraction: 0.25 },
    { type: 'upload.progressed', fraction: 1 },
    { type: 'upload.completed' },
  ]);
});

it('fails when the connection breaks', async () => {
  const { events, request } = start();
  request.onerror();
  await vi.waitFor(() =>
    expect(events).toEqual([
      { type: 'upload.failed', failure: { reason: 'offline', call: 'upload' } },
    ]),
  );
});

it('fails with a reason of its own when the file was changed after it was chosen', async () => {
  const changed = { arrayBuffer: () => Promise.reject(new Error('NotReadableError')) };
  vi.spyOn(File.prototype, 'slice').mockReturnValue(changed as unknown as Blob);
  const { events, request } = start();
  request.onerror();
  await vi.waitFor(() =>
    expect(events).toMatchObject([{ failure: { reason: 'unreadable', call: 'upload' } }]),
  );
});

it('fails when no bytes were sent for a minute', () => {
  vi.useFakeTimers();
  const { events, request } = start();
  vi.advanceTimersByTime(59_000);
  request.upload.onprogress?.({ loaded: 1, total: 100, lengthComputable: true });
  vi.advanceTimersByTime(59_000);
  expect(events).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  expect(events.at(-1)).toEqual({
    type: 'upload.failed',
    failure: { reason: 'timeout', call: 'upload' },
  });
  expect(request.aborted).toBe(true);
});

it('aborts the request and reports nothing more', () => {
  const { events, stop, request } = start();
  stop();
  request.onerror();
  request.answer(204);
  expect(request.aborted).toBe(true);
  expect(events).toEqual([]);
});

const error = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>Words</Message></Error>`;

it.each([
  [
    400,
    error('EntityTooLarge'),
    { reason: 'refused', code: 'file_too_large', msg: 'EntityTooLarge: Words' },
  ],
  [413, '', { reason: 'refused', code: 'file_too_large', msg: 'HTTP 413' }],
  [403, error('AccessDenied'), { reason: 'refused', msg: 'AccessDenied: Words' }],
  [403, error('SignatureDoesNotMatch'), { reason: 'refused', msg: 'SignatureDoesNotMatch: Words' }],
  [408, '', { reason: 'server', msg: 'HTTP 408' }],
  [
    429,
    error('TooManyUploads'),
    { reason: 'refused', code: 'too_many_uploads', msg: 'TooManyUploads: Words' },
  ],
  [
    429,
    error('TooManyGuests'),
    { reason: 'refused', code: 'too_many_guests', msg: 'TooManyGuests: Words' },
  ],
  [429, error('SlowDown'), { reason: 'server', msg: 'SlowDown: Words' }],
  [503, '', { reason: 'server', msg: 'HTTP 503' }],
  [
    503,
    '<Error><Code>StorageFull</Code><Message>Words</Message><RequestId>3f9a01c2b7de</RequestId></Error>',
    {
      reason: 'refused',
      code: 'storage_full',
      msg: 'StorageFull: Words',
      errorId: '3f9a01c2b7de',
    },
  ],
])('reads an answer %i of the storage', (status, body, failure) => {
  expect(failureOfUpload(status, body)).toEqual({ ...failure, call: 'upload' });
});
