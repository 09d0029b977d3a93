import type { RecordsPort } from '../../../machines/ports/records.port.ts';
import type { CallApi } from './api-client.ts';

const pageLength = 20;

/** Longest time for which the server may delay the answer to a long poll, in milliseconds. */
const longestWaitMs = 25_000;
/** Milliseconds added to the time limit of the call, which assumes an immediate answer. */
const extraTimeoutMs = 10_000;

export const createHttpRecords = (api: CallApi): RecordsPort => ({
  listRecords: ({ cursor, tool = null }, signal) =>
    api('records', { payload: { cursor, limit: pageLength, tool }, signal }),
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
