import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { aiRecord } from '../../contract/records.ts';
import { eventually } from '../../tools/testing/eventually.ts';
import type { EngineJob } from '../engine/engine.port.ts';
import { cancelled } from '../engine/testing/fake-engine.fixture.ts';
import { startTestServer, type TestServer } from '../testing/server.fixture.ts';
import { photo, type Visitor } from '../testing/visitor.fixture.ts';
import { detail, reaches } from './records.fixture.ts';

/* Tests partial results that are shown to waiting clients. */

let server: TestServer;
let visitor: Visitor;
let job: EngineJob;
let goOn: PromiseWithResolvers<'succeed'>;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => {
  visitor = server.visitor();
  goOn = Promise.withResolvers();
});
afterEach(() => server.engine.behave(async () => 'succeed'));
afterAll(() => server.stop());

/** Starts a task whose job runs until the test ends it. */
async function startTask(): Promise<string> {
  const begun = Promise.withResolvers<void>();
  server.engine.behave(async (given) => {
    job = given;
    job.onProgress({ stage: 'running', fraction: 0.3 });
    begun.resolve();
    return await Promise.race([goOn.promise, cancelled(given.signal)]);
  });
  const { id } = aiRecord.parse((await visitor.start(await visitor.upload(await photo()))).obj);
  await begun.promise;
  return id;
}

let files = 0;

/** Makes the child process report a picture of one colour. */
async function show(share: number, background: string) {
  files += 1;
  const file = join(server.directory, 'work', `picture-${files}.webp`);
  const size = { width: 80, height: 60, channels: 4 as const, background };
  await sharp({ create: size }).webp({ lossless: true }).toFile(file);
  job.onPartial?.({ path: file, mime: 'image/webp', width: 80, height: 60, share });
}

const shown = async (id: string, share: number) =>
  await eventually(async () => {
    const { partial, dealStatus } = await detail(visitor, id);
    expect(partial).toMatchObject({ width: 80, height: 60, share });
    return { url: partial?.url ?? '', dealStatus };
  });

async function colourAt(url: string): Promise<number[]> {
  const { rawPayload, statusCode } = await server.app.inject(url);
  expect(statusCode).toBe(200);
  return [...(await sharp(rawPayload).raw().toBuffer()).subarray(0, 3)];
}

const filesOf = (id: string) => readdirSync(join(server.directory, 'files', 'records', id)).sort();

test('each version has its own address, and none remains at the end', async () => {
  const id = await startTask();
  expect((await detail(visitor, id)).partial).toBeNull();
  await show(0.25, '#ff0000');
  const first = await shown(id, 0.25);
  await show(0.5, '#00ff00');
  const second = await shown(id, 0.5);
  expect(second.url).not.toBe(first.url);
  expect(await colourAt(first.url)).toEqual([255, 0, 0]);
  expect(await colourAt(second.url)).toEqual([0, 255, 0]);
  await show(0.75, '#0000ff');
  await shown(id, 0.75);
  await eventually(() => expect(filesOf(id)).toHaveLength(2));
  goOn.resolve('succeed');
  await reaches(visitor, id, 2);
  expect((await detail(visitor, id)).partial).toBeNull();
  await eventually(() =>
    expect(filesOf(id)).toEqual(['after.webp', 'before.webp', 'result.webp', 'thumbnail.webp']),
  );
});

test('answers a waiting request when there is a new picture', async () => {
  const id = await startTask();
  await show(0.2, '#ff0000');
  await shown(id, 0.2);
  const { revision } = await detail(visitor, id);
  const waiting = visitor.call(
    'GET',
    `/v1/ai-function-record/detail/${id}?since=${revision}&waitMs=20000`,
  );
  await show(0.4, '#ff0000');
  expect(aiRecord.parse((await waiting).obj).partial?.share).toBe(0.4);
  goOn.resolve('succeed');
  await reaches(visitor, id, 2);
});

test.each([
  ['cancelled', 'POST', 'cancel/'],
  ['deleted', 'DELETE', ''],
] as const)('a task that is %s leaves no picture', async (_, method, path) => {
  const id = await startTask();
  await show(0.25, '#ff0000');
  await shown(id, 0.25);
  await visitor.call(method, `/v1/ai-function-record/${path}${id}`);
  const records = () => readdirSync(join(server.directory, 'files', 'records'));
  await eventually(() => expect(records()).not.toContain(id));
});

test("another visitor does not get the picture's address", async () => {
  const id = await startTask();
  await show(0.25, '#ff0000');
  await shown(id, 0.25);
  const { success } = await server.visitor().call('GET', `/v1/ai-function-record/detail/${id}`);
  expect(success).toBe('record_not_found');
  goOn.resolve('succeed');
  await reaches(visitor, id, 2);
});
