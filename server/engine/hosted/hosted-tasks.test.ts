import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { setup } from '../../../contract/entrance.ts';
import { eventually } from '../../../tools/testing/eventually.ts';
import { detail, reaches, recordsPath, startWith } from '../../tasks/records.fixture.ts';
import { photo, type Visitor } from '../../testing/visitor.fixture.ts';
import { blackPng } from '../testing/pictures.ts';
import {
  endless,
  type FakeReplicate,
  fakeVersion,
  startFakeReplicate,
} from './fake-replicate.fixture.ts';
import {
  hostedCode,
  inverted,
  localCode,
  pixelsOf,
  startHostedServer,
  usedBy,
} from './hosted-server.fixture.ts';

/* Tests functions of a provider through the real server, the real engine and a simulated provider. */

let fake: FakeReplicate;
let server: Awaited<ReturnType<typeof startHostedServer>>;
beforeAll(async () => {
  fake = await startFakeReplicate();
  server = await startHostedServer(fake);
  // Starts the engine's processes, which takes many seconds on a busy machine.
  const visitor = server.visitor();
  await reaches(visitor, await start(visitor), 2);
});
afterAll(async () => {
  await server.stop();
  await fake.close();
});
beforeEach(() => fake.reset());

const start = async (visitor: Visitor, code = hostedCode, bytes?: Buffer) =>
  (await startWith(visitor, bytes ?? (await photo()), { code })).id;

const resultOf = async (url: string | undefined) =>
  (await server.app.inject({ url: url ?? '' })).rawPayload;

/** Number of predictions that the operator pays for. */
const paid = () => fake.predictions.length;

async function succeeds(): Promise<void> {
  const visitor = server.visitor();
  fake.behave(inverted);
  const id = await start(visitor);
  const record = await reaches(visitor, id, 2);
  expect(record.credits.charged).toBe(3);
  expect(await usedBy(visitor)).toBe(3);
  const { first } = await pixelsOf(await resultOf(record.result?.url));
  expect(first).toEqual([0x3f, 0x8f, 0xbf]);
  await eventually(() => expect(fake.files.size).toBe(0));
}

async function failsWithoutCharge(): Promise<void> {
  const visitor = server.visitor();
  const id = await start(visitor);
  const record = await reaches(visitor, id, 4);
  expect(record).toMatchObject({ reason: 'engine_failed', result: null });
  expect(record.credits.charged).toBe(0);
  expect(await usedBy(visitor)).toBe(0);
  await eventually(() => expect(fake.files.size).toBe(0));
}

test('the provider is named before the start, and the function has no preview (R43)', async () => {
  const answer = await server.visitor().call('GET', '/v1/entrance/setup');
  const { functions } = setup.parse(answer.obj);
  const hosted = functions.find(({ code }) => code === hostedCode);
  expect(hosted).toMatchObject({
    provider: 'Replicate, Inc.',
    preview: null,
    names: { en: 'Recolour' },
  });
  expect(functions.find(({ code }) => code === localCode)?.provider).toBeUndefined();
  expect(JSON.stringify(answer)).not.toContain(fakeVersion);
});

test('the result of the provider becomes the result of the task, and the photo is removed there', async () => {
  await succeeds();
  expect(paid()).toBe(1);
  expect(fake.predictions[0]?.input).toMatchObject({ steps: 20, style: 'plain' });
});

test('the provider gets the upright photo in sRGB without metadata', async () => {
  const sent: Buffer[] = [];
  fake.behave(async (bytes) => {
    sent.push(bytes);
    return bytes;
  });
  const turned = await sharp(await photo(60, 40))
    .withExif({ IFD0: { Artist: 'a name' } })
    .withMetadata({ orientation: 6 })
    .withIccProfile('p3')
    .jpeg({ quality: 95 })
    .toBuffer();
  const visitor = server.visitor();
  const { result } = await reaches(visitor, await start(visitor, hostedCode, turned), 2);
  const metadata = await sharp(sent[0]).metadata();
  expect(metadata).toMatchObject({ format: 'png', width: 40, height: 60, channels: 3 });
  expect([metadata.exif, metadata.icc, metadata.orientation]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  const { first } = await pixelsOf(sent[0] ?? Buffer.alloc(0));
  for (const [n, value] of [0xc0, 0x70, 0x40].entries()) {
    expect(Math.abs((first[n] ?? 0) - value)).toBeLessThanOrEqual(3);
  }
  expect(result).toMatchObject({ mime: 'image/jpeg', width: 40, height: 60 });
});

test('a grey output becomes the opacity of the photo', async () => {
  fake.behave(async (bytes) => {
    const { width = 1, height = 1 } = await sharp(bytes).metadata();
    const create = { width, height, channels: 3 as const, background: '#404040' };
    return sharp({ create }).png().toBuffer();
  });
  const visitor = server.visitor();
  const { result } = await reaches(visitor, await start(visitor, 'cut'), 2);
  const { first } = await pixelsOf(await resultOf(result?.url));
  expect(first).toEqual([0xc0, 0x70, 0x40, 0x40]);
});

test('the progress is the percentage that the model logs', async () => {
  const visitor = server.visitor();
  fake.steps(
    { status: 'starting' },
    { status: 'processing', logs: 'Loading\n  0%|    | 0/20' },
    ...Array.from({ length: 30 }, () => ({ logs: ' 45%|████' })),
  );
  const id = await start(visitor);
  const fraction = await eventually(async () => {
    const { progress } = await detail(visitor, id);
    expect(progress?.fraction).toBeGreaterThan(0.3);
    return progress?.fraction ?? 0;
  });
  expect(fraction).toBeLessThan(0.6);
  await visitor.call('POST', `${recordsPath}/cancel/${id}`, {});
});

test.each(['POST /v1/files', 'POST /v1/predictions', 'GET /v1/predictions/', 'GET /output'])(
  'a %s that is throttled is repeated',
  async (path) => {
    fake.trouble(429, new RegExp(`^${path}`), 2);
    await succeeds();
    expect(paid()).toBe(1);
  },
);

test.each([
  ['is answered with 503', 503],
  ['is cut before it is carried out', 'unheard'],
  ['is carried out, but its answer is cut', 'lost'],
] as const)('a request that %s is repeated, and one prediction is paid', async (_how, trouble) => {
  for (const path of [
    'POST /v1/files',
    'POST /v1/predictions',
    'GET /v1/predictions/',
    'GET /output',
  ]) {
    fake.trouble(trouble, new RegExp(`^${path}`));
  }
  const visitor = server.visitor();
  fake.behave(inverted);
  const record = await reaches(visitor, await start(visitor), 2);
  expect(record.credits.charged).toBe(3);
  expect(paid()).toBe(1);
});

test.each([
  ['fails', { status: 'failed', error: 'CUDA out of memory at https://example.com/?secret=1' }],
  ['is cancelled at the provider', { status: 'canceled' }],
  ['passes its deadline before it begins', { status: 'aborted' }],
  ['returns no file', { status: 'succeeded', output: { text: 'none' } }],
  ['returns nothing', { status: 'succeeded', output: null }],
  ['returns a foreign address', { status: 'succeeded', output: 'http://169.254.169.254/latest' }],
] as const)('a prediction that %s costs the visitor nothing', async (_how, step) => {
  fake.steps({ status: 'processing' }, step);
  await failsWithoutCharge();
  expect(paid()).toBe(1);
  expect(JSON.stringify(server.logged)).not.toContain('secret=1');
});

const oneColour = (width: number, height: number) => photo(width, height);

test.each([
  ['is gone', async () => null],
  ['is not a picture', async () => Buffer.from('<html>not found</html>')],
  ['is truncated', async (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['has another shape', () => oneColour(300, 30)],
  ['has too many pixels', async () => blackPng(10_000, 10_000)],
])('an output that %s costs the visitor nothing', async (_how, model) => {
  fake.behave(model);
  await failsWithoutCharge();
  expect(paid()).toBe(1);
});

test('an output of a slightly other size is resized', async () => {
  fake.behave(() => oneColour(64, 64));
  const visitor = server.visitor();
  const { result } = await reaches(visitor, await start(visitor), 2);
  expect(result).toMatchObject({ width: 40, height: 30 });
});

test('a visitor who cancels ends the prediction and removes the photo there', async () => {
  fake.steps(...endless);
  const visitor = server.visitor();
  const id = await start(visitor);
  await eventually(() => expect(fake.predictions[0]?.status).toBe('processing'));
  await visitor.call('POST', `${recordsPath}/cancel/${id}`, {});
  await eventually(() => expect(fake.predictions[0]?.status).toBe('canceled'));
  await eventually(() => expect(fake.files.size).toBe(0));
  expect((await detail(visitor, id)).credits.charged).toBe(0);
  expect(await usedBy(visitor)).toBe(0);
});

test('hosted tasks have slots of their own, and local tasks do not wait for them', async () => {
  fake.steps(...endless);
  const visitors = [server.visitor(), server.visitor(), server.visitor()] as const;
  const ids = [];
  for (const visitor of visitors) ids.push(await start(visitor));
  await eventually(() => expect(paid()).toBe(2));
  const other = server.visitor();
  await reaches(other, await start(other, localCode), 2);
  expect(paid()).toBe(2);
  expect((await detail(visitors[2], ids[2] ?? '')).dealStatus).toBe(0);
  fake.steps();
  for (const [n, visitor] of visitors.entries()) await reaches(visitor, ids[n] ?? '', 2);
});
