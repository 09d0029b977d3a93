import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AiRecord, aiRecord } from '../../contract/records.ts';
import { userInfo } from '../../contract/user.ts';
import type { Engine } from '../engine/engine.port.ts';
import { createEngine } from '../engine/engine.ts';
import { bundledPhoto, caseFile, preparedModels } from '../engine/testing/pictures.ts';
import { buildTiff, flatPage } from '../engine/testing/tiff.ts';
import { loadWords } from '../platform/http/words.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import type { Answer, Visitor } from '../testing/visitor.fixture.ts';

/*
 * Tests the real engine with undecodable files. They are refused before a task starts, and cost no
 * credits.
 */

const server = sharedTestServer();
const words = await loadWords({ email: 'support@example.com' });
let engine: Engine;

beforeAll(async () => {
  engine = await createEngine({ modelsDir: await preparedModels(), calibrate: false });
  Object.assign(server.engine, {
    functions: () => engine.functions(),
    inspect: (...given: Parameters<Engine['inspect']>) => engine.inspect(...given),
    run: (job: Parameters<Engine['run']>[0]) => engine.run(job),
  });
});

afterAll(() => engine.close());

const usedBy = async (visitor: Visitor) =>
  userInfo.parse((await visitor.call('GET', '/v1/user')).obj).allowance?.used;

const page = flatPage([9, 8, 7], 2);
const jpegOf12Bits = async () => {
  const bytes = await sharp(caseFile('chrm-p3.png')).jpeg().toBuffer();
  bytes[bytes.indexOf(Buffer.from([0xff, 0xc0])) + 4] = 12;
  return bytes;
};

test('a clean photo is not denoised: it is refused before the start and charges nothing', async () => {
  const visitor = server.visitor();
  const start = async (photo: string | Buffer) =>
    visitor.start(await visitor.upload(await sharp(photo).png().toBuffer()), { code: 'denoise' });
  const clean = bundledPhoto('chelsea.png');
  expect(await start(clean)).toMatchObject({ status: 422, success: 'nothing_to_clean' });
  expect(await usedBy(visitor)).toBe(0);
  const blocky = await sharp(clean).jpeg({ quality: 40 }).toBuffer();
  expect(await start(blocky)).toMatchObject({ success: '1' });
});

test('a photo that needs nothing is not made better, and neither is one with each repair off', async () => {
  const visitor = server.visitor();
  const start = async (photo: Buffer, options = {}) =>
    visitor.start(await visitor.upload(photo), { code: 'better', options });
  const clean = await sharp(bundledPhoto('chelsea.png')).png().toBuffer();
  const noRepair = { status: 422, success: 'nothing_to_improve' };
  expect(await start(clean, { size: false })).toMatchObject(noRepair);
  const blocky = await sharp(clean).jpeg({ quality: 40 }).toBuffer();
  expect(await start(blocky, { blocks: false, size: false })).toMatchObject(noRepair);
  expect(await usedBy(visitor)).toBe(0);
  expect(await start(blocky, { size: false })).toMatchObject({ success: '1' });
  expect(await usedBy(visitor)).toBe(2);
});

test.each([
  ['zstd.tif', 'tiff', () => readFile(caseFile('zstd.tif')), 'unsupported_encoding'],
  ['corrupt-strip.tif', 'tiff', () => readFile(caseFile('corrupt-strip.tif')), 'image_damaged'],
  ['corrupt.png', 'png', () => readFile(caseFile('corrupt.png')), 'image_damaged'],
  ['a TIFF of two pages', 'tiff', async () => buildTiff([page, page]), 'several_pages'],
  [
    'half a JPEG',
    'jpg',
    async () => (await readFile(caseFile('no-eoi.jpg'))).subarray(0, -60),
    'image_truncated',
  ],
  ['a JPEG of 12 bits', 'jpg', jpegOf12Bits, 'unsupported_encoding'],
] as const)(
  '%s is refused before the start, charges nothing and deletes the upload',
  async (_, format, read, code) => {
    const visitor = server.visitor();
    const fileKey = await visitor.upload(await read(), format);
    const answer = await visitor.start(fileKey, { code: 'enhance' });
    expect(answer).toEqual({ status: 422, success: code, msg: words(code, undefined), obj: null });
    expect(existsSync(join(server.directory, 'files', fileKey))).toBe(false);
    expect(await usedBy(visitor)).toBe(0);
  },
);

async function ended(visitor: Visitor, answer: Answer): Promise<AiRecord> {
  let record = aiRecord.parse(answer.obj);
  while (record.dealStatus < 2) {
    const url = `/v1/ai-function-record/detail/${record.id}?since=${record.revision}&waitMs=5000`;
    record = aiRecord.parse((await visitor.call('GET', url)).obj);
  }
  return record;
}

test.each([
  ['thumb-ifd.tif', 'tiff'],
  ['extra-unspecified.tif', 'tiff'],
  ['lab8.tif', 'tiff'],
  ['no-eoi.jpg', 'jpg'],
  ['avif-pq.avif', 'avif'],
] as const)('%s becomes a result that is not black and is charged once', async (name, format) => {
  const visitor = server.visitor();
  const fileKey = await visitor.upload(await readFile(caseFile(name)), format);
  const record = await ended(visitor, await visitor.start(fileKey, { code: 'enhance' }));
  expect(record.dealStatus).toBe(2);
  expect(await usedBy(visitor)).toBe(1);
  const { pathname, search } = new URL(record.result?.url ?? '', 'http://localhost');
  const { rawPayload } = await server.app.inject({ method: 'GET', url: pathname + search });
  const { channels, isOpaque } = await sharp(rawPayload).stats();
  expect(isOpaque).toBe(true);
  expect(Math.max(...channels.map(({ mean }) => mean))).toBeGreaterThan(60);
});
