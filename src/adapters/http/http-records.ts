import type { RecordsPort } from '../../../machines/ports/records.port.ts';
import type { CallApi } from './api-client.ts';

const pageLength = 20;

export const createHttpRecords = (api: CallApi): RecordsPort => ({
  listRecords: ({ cursor }, signal) =>
    api('records', { payload: { cursor, limit: pageLength }, signal }),
  loadRecord: ({ id }, signal) => api('record', { params: { id }, signal }),
  deleteRecord: async ({ id }, signal) => {
    await api('deleteRecord', { params: { id }, signal });
  },
});
