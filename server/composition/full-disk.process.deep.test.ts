import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { uploadSignature } from '../../contract/ai-function.ts';
import { aiRecord } from '../../contract/records.ts';
import { exitCodes } from '../platform/process/process-guard.ts';
import { newKey, photo } from '../testing/visitor.fixture.ts';
import {
  call,
  directory,
  finished,
  runFixture,
  started,
  startTask,
  usedBy,
} from './process-tests.fixture.ts';

/** This is a URL, because NODE_OPTIONS would split a path at its spaces. */
const diskFixture = new URL('./full-disk.fixture.ts', import.meta.url).href;

/**
 * Starts a task for an uploaded photo. Returns the answer, or undefined if the server did not
 * answer.
 */
async function startAgain(address: string, cookie: string, fileKey: string) {
  const path = '/v1/ai-function/notAuth/dealSave/upscale-2x-fast';
  const response = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ fileKey, idempotencyKey: newKey() }),
  }).catch(() => undefined);
  return response?.status;
}

async function upload(address: string, cookie: string) {
  const { obj } = await call(address, '/v1/file/notAuthSignature/png', { cookie });
  const { fields, url, fileKey } = uploadSignature.parse(obj);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(await photo())]));
  await fetch(`${address}${url}`, { method: 'POST', body: form });
  return fileKey;
}

test('an embedded database that finds the disk full ends the server in order, without losing acknowledged data', async () => {
  const full = join(directory, 'disk-full');
  const environment = { NODE_OPTIONS: `--import ${diskFixture}`, DISK_FULL: full };
  const first = runFixture(environment);
  const address = await started(first);
  const { id, cookie } = await startTask(address);
  await finished(address, id, cookie);
  const waiting = await upload(address, cookie);
  const ended = once(first, 'exit');

  await writeFile(full, '');
  expect([503, undefined]).toContain(await startAgain(address, cookie, waiting));
  expect(await ended).toEqual([exitCodes.crashed, null]);
  await rm(full);

  const next = await started(runFixture(environment));
  await finished(next, id, cookie);
  expect(await usedBy(next, cookie)).toBe(4);
  expect(await startAgain(next, cookie, waiting)).toBe(200);
  const { obj } = await call(next, '/v1/ai-function-record', { cookie });
  const { records } = obj as { records: unknown[] };
  expect(records.map((record) => aiRecord.parse(record).id)).toHaveLength(2);
});
