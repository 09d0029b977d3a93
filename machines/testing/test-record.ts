import type { TaskRecord } from '../model/task-record.ts';

/** Returns a queued record with overrides, for tests. */
export const aRecord = (overrides: Partial<TaskRecord> = {}): TaskRecord => ({
  id: 'r1',
  revision: 1,
  code: 'upscale-2x-fast',
  type: 11,
  options: {},
  dealStatus: 0,
  reason: null,
  credits: { unit: 2, charged: 0 },
  queuePosition: 1,
  progress: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  startedAt: null,
  finishedAt: null,
  expiresAt: '2026-11-27T10:00:00.000Z',
  name: null,
  original: null,
  thumbnail: null,
  madeFrom: null,
  before: null,
  after: null,
  partial: null,
  result: null,
  ...overrides,
});
