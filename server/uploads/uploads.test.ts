import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { EngineError } from '../engine/engine.port.ts';
import { createFakeEngine } from '../engine/testing/fake-engine.fixture.ts';
import { createGuests, hashOf } from '../owners/guests.ts';
import { owners } from '../owners/owners.schema.ts';
import { readConfig } from '../platform/config/config.ts';
import type { OpenDatabase } from '../platform/database/database.ts';
import { openTestDatabase } from '../platform/database/testing/test-database.fixture.ts';
import { newId } from '../platform/ids.ts';
import type { Storage } from '../platform/storage/storage.port.ts';
import { uploads as rows } from './uploads.schema.ts';
import { moveUpload } from './uploads.store.ts';
import { createUploads } from './uploads.ts';

/*
 * Tests uploads of one database in several processes, concurrent or successive. `storage.test.ts`
 * tests HTTP.
 */

const startedAt = Date.parse('2026-11-21T10:00:00Z');

let database: OpenDatabase;
let time: number;
let removed: string[];
/** claims by signed key */
let claims: Map<string, string>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  time = startedAt;
  removed = [];
  claims = new Map();
  await database.db.delete(rows);
});

const storage = {
  signUpload({ key, claim }: { key: string; claim: string }) {
    claims.set(key, claim);
    return { url: '', fields: {}, expiresAt: new Date(0) };
  },
  remove: async (keys: string[]) => void removed.push(...keys),
} as unknown as Storage;

const now = () => new Date(time);

const { limits } = readConfig({
  DATA_DIR: 'unused',
  UNUSED_UPLOADS_PER_VISITOR: '3',
  UNUSED_UPLOADS_PER_ADDRESS: '4',
  UNUSED_UPLOADS_IN_ALL: '5',
});

function startProcess() {
  const engine = createFakeEngine();
  const { db } = database;
  const guests = createGuests(db, { now, secret: 'secret', newGuestsPerAddress: 100 });
  const uploads = createUploads({
    db,
    storage,
    withCopies: async (keys, use) => use([...keys]),
    engine,
    guests,
    limits,
    processId: newId(),
    now,
  });
  const newcomer = (subnet = 'net') => {
    const { owner, token } = guests.newcomer(undefined);
    return { owner, tokenHash: hashOf(token), subnet, isNewcomer: true };
  };
  return { engine, uploads, newcomer };
}

type Process = ReturnType<typeof startProcess>;

const sign = async ({ uploads, newcomer }: Process, uploader = newcomer()) =>
  (await uploads.sign(uploader, { format: 'png' })).fileKey;

const open = ({ uploads }: Process, key: string) => uploads.gate.open(key, claims.get(key) ?? '');

/** Sends a photo until it is stored. */
async function send(process: Process, key: string) {
  expect(await open(process, key)).toBe(true);
  expect(await process.uploads.gate.arrived(key, 100)).toBe(true);
  await process.uploads.gate.stored(key);
}

const stored = async () => (await database.db.select().from(rows)).map(({ key }) => key);

test('the engine warms up while a photo is sent, but not for a refused photo', async () => {
  const process = startProcess();
  const prepare = vi.spyOn(process.engine, 'prepare');
  const refused = process.uploads.sign(process.newcomer(), { format: 'heic' });
  await expect(refused).rejects.toMatchObject({ code: 'unsupported_format' });
  expect(prepare).not.toHaveBeenCalled();
  await sign(process);
  expect(prepare).toHaveBeenCalledOnce();
});

test('a signature without a claim, from an earlier version, is refused', async () => {
  const { gate } = startProcess().uploads;
  expect(await gate.open('uploads/old.png', '')).toBe(false);
});

test('a photo without an opened gate is not stored', async () => {
  expect(await startProcess().uploads.gate.arrived('uploads/nobody.png', 100)).toBe(false);
  expect(await stored()).toEqual([]);
});

test('a signature outlives the process that issued it, and is used once', async () => {
  const key = await sign(startProcess());
  const next = startProcess();
  await send(next, key);
  expect(await open(next, key)).toBe(false);
  expect(await open(startProcess(), key)).toBe(false);
  expect(await stored()).toEqual([key]);
});

test('a signature in use does not open the gate for another upload', async () => {
  const process = startProcess();
  const key = await sign(process);
  expect(await open(process, key)).toBe(true);
  expect(await open(process, key)).toBe(false);
});

test('of two processes that receive the same photo, one stores it and the other leaves it unchanged', async () => {
  const [first, second] = [startProcess(), startProcess()];
  const key = await sign(first);
  expect(await open(second, key)).toBe(true);
  await send(first, key);
  expect(await second.uploads.gate.arrived(key, 100)).toBe(false);
  await second.uploads.gate.broken(key);
  expect(await stored()).toEqual([key]);
  expect(removed).toEqual([]);
});

test('a photo that arrives after its account was closed is not stored', async () => {
  const process = startProcess();
  const owner = process.newcomer();
  const first = await sign(process, owner);
  await send(process, first);
  const late = await sign(process, owner);
  expect(await open(process, late)).toBe(true);
  const isClosed = eq(owners.id, owner.owner.id);
  await database.db.update(owners).set({ closedAt: now() }).where(isClosed);
  expect(await process.uploads.gate.arrived(late, 100)).toBe(false);
  expect(await stored()).toEqual([first]);
});

test('an upload interrupted after it had a row leaves nothing, and may be sent again', async () => {
  const process = startProcess();
  const key = await sign(process);
  await open(process, key);
  await process.uploads.gate.arrived(key, 100);
  await process.uploads.gate.broken(key);
  expect(await stored()).toEqual([]);
  expect(removed).toEqual([key]);
  await send(process, key);
});

test('an upload interrupted before it had a row may be sent again', async () => {
  const process = startProcess();
  const key = await sign(process);
  await open(process, key);
  await process.uploads.gate.broken(key);
  expect(removed).toEqual([]);
  await send(process, key);
});

test('the signature of a removed upload is not accepted again', async () => {
  const process = startProcess();
  const key = await sign(process);
  await send(process, key);
  await process.uploads.remove(key);
  expect(await stored()).toEqual([]);
  expect(removed).toEqual([key]);
  expect(await open(process, key)).toBe(false);
});

test('an upload that a task uses is not removed', async () => {
  const process = startProcess();
  const key = await sign(process);
  await send(process, key);
  await moveUpload(database.db, key, 'stored', 'used', 'task');
  await process.uploads.remove(key);
  expect(await stored()).toEqual([key]);
  expect(removed).toEqual([]);
});

test.each([
  [
    'one visitor',
    3,
    (process: Process) => {
      const visitor = process.newcomer();
      return () => visitor;
    },
  ],
  ['one address', 4, (process: Process) => () => process.newcomer('same')],
  [
    'all',
    5,
    (process: Process) => {
      let made = 0;
      return () => {
        made += 1;
        return process.newcomer(`net ${made}`);
      };
    },
  ],
])(
  'limits the unused photos of %s, whether signed, arriving or stored',
  async (_, most, visitorsOf) => {
    const process = startProcess();
    const next = visitorsOf(process);
    const keys: string[] = [];
    for (let n = 0; n < most; n += 1) keys.push(await sign(process, next()));
    const tooMany = { code: 'too_many_uploads' };
    await expect(sign(process, next())).rejects.toMatchObject(tooMany);
    for (const key of keys) await send(process, key);
    await expect(sign(process, next())).rejects.toMatchObject(tooMany);
    await moveUpload(database.db, keys[0] ?? '', 'stored', 'used', 'task');
    await sign(process, next());
  },
);

test('inspects a photo only for its owner, and only when it is complete', async () => {
  const process = startProcess();
  const { uploads } = process;
  vi.spyOn(process.engine, 'inspect').mockResolvedValue({ width: 1 } as never);
  const owner = process.newcomer();
  const key = await sign(process, owner);
  const verify = (principal = owner) => uploads.verify(principal, key, 'enhance');
  const notFound = { code: 'upload_not_found' };
  await expect(verify()).rejects.toMatchObject(notFound);
  await open(process, key);
  await uploads.gate.arrived(key, 100);
  await expect(verify()).rejects.toMatchObject(notFound);
  await uploads.gate.stored(key);
  await expect(verify(process.newcomer())).rejects.toMatchObject(notFound);
  expect(process.engine.inspect).not.toHaveBeenCalled();
  expect(await verify()).toEqual({ width: 1 });
  await moveUpload(database.db, key, 'stored', 'used', 'task');
  await expect(verify()).rejects.toMatchObject({ code: 'upload_used' });
});

test.each([
  ['is shared by another start', 'shared', 'too_many_tasks'],
  ['is removed', 'removing', 'picture_not_found'],
  ['becomes the photo of a task', 'used', 'picture_not_found'],
] as const)(
  'a picture that %s while its inspection fails is not reported as a photo',
  async (_, state, code) => {
    const process = startProcess();
    const owner = process.newcomer();
    const key = await sign(process, owner);
    await send(process, key);
    vi.spyOn(process.engine, 'inspect').mockImplementation(async () => {
      await moveUpload(database.db, key, 'stored', state);
      throw new EngineError('too_many_tasks', 'the queue is full');
    });
    await expect(process.uploads.verifyPicture(owner, key, 'cut-out')).rejects.toMatchObject({
      code,
    });
    expect(await stored()).toEqual([key]);
  },
);

test('an upload is abandoned after an hour, whether its photo is complete or not', async () => {
  const process = startProcess();
  const [complete, half, later] = [await sign(process), await sign(process), await sign(process)];
  await send(process, complete);
  await open(process, half);
  await process.uploads.gate.arrived(half, 100);
  time += 3_600_000;
  expect(await process.uploads.findAbandoned()).toEqual([]);
  await send(process, later);
  time += 1;
  expect((await process.uploads.findAbandoned()).sort()).toEqual([complete, half].sort());
});
