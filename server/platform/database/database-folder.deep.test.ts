import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { findOwnerByGuestToken, insertGuest } from '../../owners/owners.store.ts';
import { StartDelayed, StartRefused } from '../errors.ts';
import { openDatabaseOf } from './database-folder.ts';
import { migratedDatabase } from './testing/migrated-database.fixture.ts';

let original: string;
let directory: string;
beforeAll(async () => {
  original = await mkdtemp(join(tmpdir(), 'lightwell-database-'));
  const migrated = await migratedDatabase();
  cpSync(migrated.directory, join(original, 'database'), { recursive: true });
  const { db, close } = await openDatabaseOf(original);
  const guest = { id: 'guest', purseId: 'purse', tokenHash: 'hash', subnet: '', now: new Date() };
  await db.transaction((tx) => insertGuest(tx, guest));
  await close();
});
afterAll(() => rm(original, { recursive: true, force: true }));
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lightwell-database-'));
  cpSync(original, directory, { recursive: true });
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const at = (...path: string[]) => join(directory, 'database', ...path);

function emptyFolder(path: string) {
  for (const name of readdirSync(path)) rmSync(join(path, name), { recursive: true });
}

function truncateTables() {
  for (const base of readdirSync(at('base'))) {
    for (const name of readdirSync(at('base', base))) {
      if (/^\d+$/.test(name)) truncateSync(at('base', base, name), 0);
    }
  }
}

async function replace() {
  rmSync(at(), { recursive: true });
  await (await PGlite.create({ dataDir: at() })).close();
}

test('finds the database of a data directory again', async () => {
  const { db, close } = await openDatabaseOf(directory);
  expect(await findOwnerByGuestToken(db, 'hash')).toMatchObject({ id: 'guest' });
  await close();
});

async function expectRefused(damage: () => void | Promise<void>) {
  await damage();
  const left = existsSync(at()) ? readdirSync(at()) : null;
  await expect(openDatabaseOf(directory)).rejects.toThrow(
    /^The database in .*\. Restore .* from a backup\. To start anew on purpose, .* set DATA_DIR/,
  );
  if (left?.length) expect(existsSync(at())).toBe(true);
  else expect(existsSync(at()) ? readdirSync(at()) : null).toEqual(left);
}

test.each<[string, () => void]>([
  ['is gone', () => rmSync(at(), { recursive: true })],
  ['has no tables', truncateTables],
])('refuses a database that %s with advice, and creates nothing', (_what, damage) =>
  expectRefused(damage),
);

test.each<[string, () => void | Promise<void>]>([
  ['is empty', () => emptyFolder(at())],
  ['has no PG_VERSION', () => rmSync(at('PG_VERSION'))],
  ['has no control file', () => rmSync(at('global', 'pg_control'))],
  ['has no log', () => emptyFolder(at('pg_wal'))],
  ['was replaced by an empty one', replace],
])('also refuses a database that %s', (_what, damage) => expectRefused(damage));

test('refuses photos without a database, even if none was recorded', async () => {
  rmSync(at(), { recursive: true });
  rmSync(join(directory, 'database-made'));
  mkdirSync(join(directory, 'files', 'uploads'), { recursive: true });
  writeFileSync(join(directory, 'files', 'uploads', 'a.png'), 'photo');
  await expect(openDatabaseOf(directory)).rejects.toThrow('is gone');
});

test('a first start killed while it made the database does not block the next', async () => {
  const killed = await mkdtemp(join(tmpdir(), 'lightwell-database-'));
  mkdirSync(join(killed, 'database.new', 'base'), { recursive: true });
  writeFileSync(join(killed, 'database.new', 'PG_VERSION'), '17\n');
  mkdirSync(join(killed, 'files', 'uploads'), { recursive: true });
  await (await openDatabaseOf(killed)).close();
  expect(readdirSync(killed).sort()).toEqual(['database', 'database-made', 'files']);
  await rm(killed, { recursive: true });
});

test('an empty lock file of a killed process does not block the next start', async () => {
  writeFileSync(at('postmaster.pid'), '');
  await (await openDatabaseOf(directory)).close();
});

test('a full disk is not reported as a damaged database, which opens when there is space', async () => {
  const full = openDatabaseOf(directory, async () => 10_000_000);
  await expect(full).rejects.toThrow(/^The disk of .* is full: 10 MB are free/);
  await expect(full).rejects.toThrow(StartDelayed);
  await (await openDatabaseOf(directory, async () => 64_000_000)).close();
});

test('creates the first database at the target of a link', async () => {
  const disk = join(directory, 'disk');
  const dataDir = join(directory, 'data');
  for (const folder of [disk, dataDir]) mkdirSync(folder);
  symlinkSync(disk, join(dataDir, 'database'));
  await (await openDatabaseOf(dataDir)).close();
  expect(readdirSync(disk)).toContain('PG_VERSION');
  expect(lstatSync(join(dataDir, 'database')).isSymbolicLink()).toBe(true);
});

test('refuses a link to a missing disk', async () => {
  const dataDir = join(directory, 'data');
  mkdirSync(dataDir);
  symlinkSync(join(directory, 'nowhere'), join(dataDir, 'database'));
  await expect(openDatabaseOf(dataDir)).rejects.toThrow(
    'is a link to a folder that does not exist',
  );
});

test('a broken link among the photos counts as a photo and does not crash', async () => {
  const dataDir = join(directory, 'data');
  mkdirSync(join(dataDir, 'files'), { recursive: true });
  symlinkSync('nowhere', join(dataDir, 'files', 'uploads'));
  await expect(openDatabaseOf(dataDir)).rejects.toBeInstanceOf(StartRefused);
});
