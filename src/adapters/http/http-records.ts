import type { RecordsPort } from '../../../machines/ports/records.port.ts';
import type { CallApi } from './api-client.ts';

const pageLength = 20;

/** Longest time that the server may delay an answer, in milliseconds. */
const longestWaitMs = 25_000;
/** Added to the call's own timeout, which expects an immediate answer. */
const extraTimeoutMs = 10_000;

export const createHttpRecords = (api: CallApi): RecordsPort => ({
  listRecords: ({ cursor }, signal) =>
    api('records', { payload: { cursor, limit: pageLength }, signal }),
  loadRecord: ({ id }, signal) => api('record', { params: { id }, signal }),
  awaitRecord: ({ id, revision }, signal) =>
    api('record', {
      params: { id },
      payload: { since: revision, waitMs: longestWaitMs },
      extraTimeoutMs,
      signal,
    }),
  deleteRecord: async ({ id }, signal) => {
    await api('deleteRecord', { params: { id }, signal });
  },
});
