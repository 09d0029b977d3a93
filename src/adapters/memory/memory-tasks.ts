import type { TaskRecord } from '../../../machines/model/task-record.ts';
import type { AppPorts } from '../../../machines/ports/app-ports.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';
import { samplePreview } from '../../../machines/testing/sample-preview.ts';
import { memoryRecord } from './memory-samples.ts';
import type { MemoryWorld } from './memory-world.ts';

/* Ports for tasks and their records. */

function findRecord(world: MemoryWorld, id: string): TaskRecord {
  const record = world.records.find((candidate) => candidate.id === id);
  if (!record) throw new PortError({ reason: 'refused', code: 'record_not_found' });
  return record;
}

function replaceRecord(world: MemoryWorld, record: TaskRecord): TaskRecord {
  world.records = world.records.map((old) => (old.id === record.id ? record : old));
  return record;
}

export function createMemoryTask(world: MemoryWorld): AppPorts['task'] {
  const runs = new Map<string, string>();
  return {
    createKey: async () => `key-${String(world.records.length).padStart(16, '0')}`,
    requestUpload: async ({ format }) => ({
      url: 'memory:upload',
      fields: {},
      fileKey: `upload.${format}`,
      maxBytes: 1e8,
      expiresAt: '2030-01-01T00:00:00.000Z',
    }),
    upload: (_, emit) => {
      emit({ type: 'upload.progressed', fraction: 1 });
      emit({ type: 'upload.completed' });
      return () => {};
    },
    findRegions: async () => world.regions,
    previewFunction: async () => samplePreview,
    startTask: async ({ functionCode: code, options, idempotencyKey }) => {
      const id = `record-${world.records.length + 1}`;
      const record: TaskRecord = { ...memoryRecord, id, code, options, dealStatus: 0 };
      world.records = [record, ...world.records];
      runs.set(idempotencyKey, id);
      return record;
    },
    findAttempt: async ({ idempotencyKey }) => {
      const id = runs.get(idempotencyKey);
      return id === undefined ? null : findRecord(world, id);
    },
    findRunningTask: async () => world.records.find(({ dealStatus }) => dealStatus < 2) ?? null,
    cancelTask: async ({ id }) => {
      const record = findRecord(world, id);
      return replaceRecord(world, { ...record, revision: record.revision + 1, dealStatus: 5 });
    },
  };
}

export function createMemoryRecords(world: MemoryWorld): AppPorts['records'] {
  return {
    listRecords: async ({ tool }) => ({
      records: world.records.filter(({ code }) => !tool || `${code}-`.startsWith(`${tool}-`)),
      nextCursor: null,
    }),
    loadRecord: async ({ id }) => findRecord(world, id),
    awaitRecord: async ({ id, revision }) => {
      const record = findRecord(world, id);
      return record.revision === revision ? new Promise(() => {}) : record;
    },
    deleteRecord: async ({ id }) => {
      findRecord(world, id);
      world.records = world.records.filter((record) => record.id !== id);
    },
  };
}
