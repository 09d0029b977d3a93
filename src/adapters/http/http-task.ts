import type { PortCall } from '../../../machines/ports/port.ts';
import { failureOf } from '../../../machines/ports/port-failure.ts';
import type { TaskPort } from '../../../machines/ports/task.port.ts';
import type { CallApi, WhoCalls } from './api-client.ts';
import { createKey } from './create-key.ts';
import { upload } from './upload.ts';

type Settings = {
  caller: WhoCalls;
};

/**
 * Returns a call that is sent only when all earlier calls have been answered. A new guest's first
 * signature sets the guest's cookie. Signatures requested at the same time would belong to
 * different guests.
 */
const oneAfterAnother = <Input, Output>(call: PortCall<Input, Output>): PortCall<Input, Output> => {
  let earlier: Promise<unknown> = Promise.resolve();
  return (input, signal) => {
    const answer = earlier.then(() => call(input, signal));
    earlier = answer.catch(() => {});
    return answer;
  };
};

export const createHttpTask = (api: CallApi, { caller }: Settings): TaskPort => ({
  createKey: async () => createKey(),
  requestUpload: oneAfterAnother(({ format, functionCode }, signal) =>
    api('uploadSignature', { params: { code: format }, payload: { functionCode }, signal }),
  ),
  upload,
  findRegions: async ({ functionCode, fileKey }, signal) => {
    const params = { code: functionCode };
    return (await api('findRegions', { params, payload: { fileKey }, signal })).regions;
  },
  previewFunction: async ({ functionCode, options, image, survey }, signal) => {
    const params = { code: functionCode };
    const payload = { options, image, survey };
    const { image: made, ...picture } = await api('preview', { params, payload, signal });
    return { url: `data:image/webp;base64,${made}`, ...picture };
  },
  startTask: async ({ functionCode, fileKey, idempotencyKey, options, name, madeFrom }, signal) => {
    // guests start tasks by the call without authentication (R42)
    const { kind } = await caller();
    return api(kind === 'guest' ? 'startGuestTask' : 'startTask', {
      params: { code: functionCode },
      payload: { fileKey, idempotencyKey, options, name, madeFrom },
      signal,
    });
  },
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
  cancelTask: ({ id }, signal) => api('cancelRecord', { params: { id }, signal }),
});
