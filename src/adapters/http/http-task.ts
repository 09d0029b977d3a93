import { failureOf } from '../../../machines/ports/port-failure.ts';
import type { TaskPort } from '../../../machines/ports/task.port.ts';
import type { CallApi } from './api-client.ts';
import { createKey } from './create-key.ts';
import { upload } from './upload.ts';
import { createRecordWatch, type WatchWorld } from './watch-record.ts';

type Settings = {
  /** empty for a guest, who starts tasks by the notAuth call (R22, R42) */
  token: () => string;
  world: WatchWorld;
};

export const createHttpTask = (api: CallApi, { token, world }: Settings): TaskPort => ({
  createKey: async () => createKey(),
  requestUpload: ({ format, functionCode }, signal) =>
    api('uploadSignature', { params: { code: format }, payload: { functionCode }, signal }),
  upload,
  startTask: ({ functionCode, fileKey, idempotencyKey }, signal) =>
    api(token() === '' ? 'startGuestTask' : 'startTask', {
      params: { code: functionCode },
      payload: { fileKey, idempotencyKey },
      signal,
    }),
  findAttempt: async ({ idempotencyKey }, signal) => {
    try {
      return await api('attempt', { params: { idempotencyKey }, signal });
    } catch (error) {
      if (failureOf(error).code === 'record_not_found') return null;
      throw error;
    }
  },
  findRunningTask: async (_, signal) => {
    const { records } = await api('records', { payload: { running: '1', limit: 1 }, signal });
    return records[0] ?? null;
  },
  watchRecord: createRecordWatch(api, world),
  cancelTask: ({ id }, signal) => api('cancelRecord', { params: { id }, signal }),
});
