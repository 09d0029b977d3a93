import { existsSync, lstatSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { StartDelayed, StartRefused } from '../errors.ts';
import { freeBytesOf } from '../storage/disk/free-space.ts';
import { createWhole } from '../storage/kept-file.ts';
import { type OpenDatabase, openEmbedded } from './database.ts';

/*
 * The embedded database itself would create an empty database if none exists. The code in this file
 * creates a database only in a data directory that never had one. After the first creation,
 * `database-made` is written. Older data directories lack that file and are recognised by their
 * photos.
 */

const advice = (dataDir: string) =>
  `Restore ${join(dataDir, 'database')} from a backup. To start anew on purpose, without the ` +
  `records and photos of before, move ${dataDir} away or set DATA_DIR to another directory.`;

const refuse = (dataDir: string, problem: string, cause?: unknown): never => {
  throw new StartRefused(`${problem} ${advice(dataDir)}`, { cause });
};

const isEmpty = (path: string) => !existsSync(path) || readdirSync(path).length === 0;

function hasFiles(path: string): boolean {
  if (!existsSync(path)) return false;
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries.some((entry) => !entry.isDirectory());
}

/**
 * Creates the database in a temporary folder and then moves the folder, so that a killed process
 * leaves no partial database. Follows a link, because the operator may place the database on
 * another disk.
 */
async function makeFirst(folder: string) {
  const target = existsSync(folder) ? realpathSync(folder) : folder;
  const draft = `${target}.new`;
  rmSync(draft, { recursive: true, force: true });
  await (await openEmbedded({ directory: draft })).close();
  rmSync(target, { recursive: true, force: true });
  renameSync(draft, target);
}

/** Refuses a database without tables, because the migrations would create new, empty tables. */
const refuseWithoutTables = (dataDir: string, folder: string) => async (pool: Pool) => {
  const { rows } = await pool.query<{ found: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as found",
  );
  if (!rows[0]?.found) refuse(dataDir, `The database in ${folder} has lost its tables.`);
};

async function openFound(dataDir: string, folder: string): Promise<OpenDatabase> {
  // Without PG_VERSION the embedded database would overwrite the remaining files with a new
  // database.
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    refuse(dataDir, `The database in ${folder} is damaged: PG_VERSION is missing.`);
  }
  // A process that is killed while writing this file leaves it empty, which blocks the next start.
  // Removing the file is safe, because the lock of the data directory excludes other processes.
  rmSync(join(folder, 'postmaster.pid'), { force: true });
  try {
    // The path is resolved here, because the embedded database does not follow links.
    return await openEmbedded({
      directory: realpathSync(folder),
      inspect: refuseWithoutTables(dataDir, folder),
    });
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    return refuse(dataDir, `The database in ${folder} is damaged and cannot be opened.`, error);
  }
}

/**
 * Space in bytes. Opening the database writes recovered data. With less space the database would
 * appear damaged.
 */
const neededBytes = 64_000_000;

function refuseFullDisk(dataDir: string, free: number) {
  if (free >= neededBytes) return;
  throw new StartDelayed(
    `The disk of ${dataDir} is full: ${Math.floor(free / 1e6)} MB are free, the database needs ` +
      `${neededBytes / 1e6} MB to open. Nothing is lost; make room on the disk.`,
  );
}

/**
 * Opens the embedded database of a claimed data directory. Creates it at the first start.
 * @throws StartRefused if the existing database is missing or damaged
 * @throws StartDelayed while the disk is full
 */
export async function openDatabaseOf(
  dataDir: string,
  freeBytes: (directory: string) => Promise<number> = freeBytesOf,
): Promise<OpenDatabase> {
  refuseFullDisk(dataDir, await freeBytes(dataDir));
  const folder = join(dataDir, 'database');
  const made = join(dataDir, 'database-made');
  if (isEmpty(folder)) {
    if (existsSync(made) || hasFiles(join(dataDir, 'files'))) {
      refuse(dataDir, `The database in ${folder} is gone: this folder is missing or empty.`);
    }
    if (!existsSync(folder) && lstatSync(folder, { throwIfNoEntry: false })) {
      refuse(dataDir, `${folder} is a link to a folder that does not exist.`);
    }
    await makeFirst(folder);
  }
  const database = await openFound(dataDir, folder);
  if (!existsSync(made)) createWhole(made, `${new Date().toISOString()}\n`);
  return database;
}
