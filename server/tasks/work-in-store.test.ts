import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../../tools/testing/eventually.ts';
import { keep, readKept } from '../engine/hosted/kept-prediction.ts';
import { KeptSink } from '../engine/image/kept-sink.ts';
import { createDiskStorage } from '../platform/storage/disk/disk-storage.ts';
import type { Storage } from '../platform/storage/storage.port.ts';
import { WorkUnreadable } from './unfinished-work.ts';
import { createWorkInStore } from './work-in-store.ts';

let directory: string;
let storage: Storage;
let errors: unknown[];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lightwell-work-'));
  const options = { directory, secret: 'x'.repeat(32), publicUrl: 'http://localhost', baseUrl: '' };
  storage = await createDiskStorage(options);
  errors = [];
});
afterEach(() => rm(directory, { recursive: true }));

/** One machine, with a work folder of its own. */
async function machine(name: string) {
  const workDir = join(directory, name);
  await mkdir(workDir, { recursive: true });
  return createWorkInStore({ storage, workDir, onError: (error) => errors.push(error) });
}

const id = 'task';
const shape = { width: 50, height: 40, channels: 3, icc: null } as const;
const strip = (fill: number) => Buffer.alloc(50 * 10 * 3, fill);
const sinkIn = (folder: string, origin = 'a'.repeat(64)) =>
  KeptSink.open({ folder, origin, shape, ends: [10, 20, 30, 40] });

const listed = async () => {
  const names: string[] = [];
  for await (const name of storage.list(`unfinished/${id}`)) names.push(name);
  return names;
};

const contentOf = async (name: string) => {
  const chunks: Buffer[] = [];
  for await (const chunk of await storage.read(`unfinished/${id}/${name}`)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

/** Works on some strips, and hands the task back. */
async function work(on: string, attempt: number, { strips }: { strips: number[] }) {
  const kept = await (await machine(on)).open({ id, attempt });
  const sink = await sinkIn(kept.folder);
  const resumedAt = sink.rows;
  for (const fill of strips) await sink.write(strip(fill));
  if (sink.rows < shape.height) await sink.tiff.abandon();
  else await sink.tiff.finish();
  const rows = await readFile(join(kept.folder, 'rows.tiff'));
  await kept.close(true);
  return { resumedAt, rows };
}

test('another machine continues after the last finished strip, and makes the same file (R71)', async () => {
  expect((await work('one', 1, { strips: [1, 2] })).resumedAt).toBe(0);
  expect((await work('two', 2, { strips: [3] })).resumedAt).toBe(20);
  const last = await work('three', 3, { strips: [4] });
  expect(last.resumedAt).toBe(30);
  await (await machine('one')).remove(id);
  const whole = await work('one', 1, { strips: [1, 2, 3, 4] });
  expect(last.rows.equals(whole.rows)).toBe(true);
  expect(errors).toEqual([]);
});

test('a part that is lost makes the next attempt begin again', async () => {
  await work('one', 1, { strips: [1] });
  await work('two', 2, { strips: [2] });
  const [first = ''] = (await listed()).filter((name) => name.endsWith('.part')).sort();
  await storage.remove([`unfinished/${id}/${first}`]);
  expect((await work('three', 3, { strips: [1, 2, 3, 4] })).resumedAt).toBe(0);
  expect((await work('four', 4, { strips: [] })).resumedAt).toBe(40);
});

test('rows of another origin are not mixed in', async () => {
  await work('one', 1, { strips: [1, 2] });
  const kept = await (await machine('two')).open({ id, attempt: 2 });
  const sink = await sinkIn(kept.folder, 'b'.repeat(64));
  expect(sink.rows).toBe(0);
  await sink.write(strip(9));
  await sink.tiff.abandon();
  await kept.close(true);
  const next = await (await machine('three')).open({ id, attempt: 3 });
  const resumed = await sinkIn(next.folder, 'b'.repeat(64));
  expect(resumed.rows).toBe(10);
  await resumed.tiff.abandon();
  await next.close(false);
});

test('stores nothing of a task that ends, and leaves no local folder', async () => {
  const place = await machine('one');
  const kept = await place.open({ id, attempt: 1 });
  const sink = await sinkIn(kept.folder);
  await sink.write(strip(1));
  await sink.tiff.abandon();
  await kept.close(false);
  expect(await listed()).toEqual([]);
  expect(await readdir(join(directory, 'one'))).toEqual([]);
});

test('another machine gets the prediction of an earlier attempt, also after a crash', async () => {
  const kept = { version: 'acme/model', file: { id: 'f', url: 'https://example.com/f' }, id: 'p' };
  const first = await (await machine('one')).open({ id, attempt: 1 });
  await keep(first.folder, { ...kept, id: null });
  await keep(first.folder, kept);
  await eventually(async () => expect(await listed()).toEqual(['prediction.json']));
  await eventually(async () => expect(await contentOf('prediction.json')).toContain('"p"'));
  const second = await (await machine('two')).open({ id, attempt: 2 });
  expect(await readKept(second.folder, 'acme/model')).toEqual(kept);
  expect(await readKept(second.folder, 'acme/other')).toBeUndefined();
  await second.close(false);
  await first.close(false);
  expect(errors).toEqual([]);
});

test('an attempt does not begin while the prediction of an earlier attempt cannot be read', async () => {
  const kept = { version: 'acme/model', file: { id: 'f', url: 'https://example.com/f' }, id: 'p' };
  const first = await (await machine('one')).open({ id, attempt: 1 });
  await keep(first.folder, kept);
  await first.close(false);
  const place = await machine('two');
  const read = vi.spyOn(storage, 'read').mockRejectedValue(new Error('the store does not answer'));
  await expect(place.open({ id, attempt: 2 })).rejects.toThrow(WorkUnreadable);
  await expect(place.predictionOf(id)).rejects.toThrow('the store does not answer');
  read.mockRestore();
  expect(await readdir(join(directory, 'two'))).toEqual([]);
  const third = await place.open({ id, attempt: 3 });
  expect(await readKept(third.folder, 'acme/model')).toEqual(kept);
  await third.close(false);
  await place.remove(id);
  expect(await place.predictionOf(id)).toBeNull();
});
