import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { openEmbedded } from '../database.ts';
import './without-second-compilation.fixture.ts';

const pathTo = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const cache = pathTo('../../../../.cache/test-database');
const migrations = pathTo('../migrations');

/** Files that determine the content of a new database. */
const sources = [
  pathTo('../../../../node_modules/@electric-sql/pglite/package.json'),
  pathTo('../database.ts'),
  pathTo('../embedded.worker.ts'),
  ...readdirSync(migrations, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(sql|json)$/.test(name))
    .sort()
    .map((name) => join(migrations, name)),
];

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const path of sources) hash.update(relative(cache, path)).update(readFileSync(path));
  return hash.digest('hex').slice(0, 24);
}

export type MigratedDatabase = {
  /** files of the database; copy them before use */
  directory: string;
  /** the same database in one file, for use in memory */
  dump: string;
};

async function make(home: string): Promise<void> {
  const directory = join(home, 'database');
  await (await openEmbedded({ directory })).close();
  const database = await PGlite.create({ dataDir: directory });
  const dump = await database.dumpDataDir('none');
  await database.close();
  await writeFile(join(home, 'dump.tar'), Buffer.from(await dump.arrayBuffer()));
}

/**
 * Returns an empty embedded database after all migrations. It is cached until the migrations
 * change, because creating a database takes ten times as long as loading it.
 */
export async function migratedDatabase(): Promise<MigratedDatabase> {
  const home = join(cache, fingerprint());
  if (!existsSync(home)) {
    mkdirSync(cache, { recursive: true });
    const draft = mkdtempSync(join(cache, 'draft-'));
    await make(draft);
    try {
      renameSync(draft, home);
    } catch (error) {
      // Continues if another process has created the database in the meantime.
      if (!existsSync(home)) throw error;
      await rm(draft, { recursive: true });
    }
  }
  return { directory: join(home, 'database'), dump: join(home, 'dump.tar') };
}
