import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabases } from '../harness/databases.ts';
import { createLauncher } from '../harness/launcher.ts';
import { createProcessHost } from '../harness/process-host.ts';
import type { MoneyHost } from './host.ts';
import { openHostDatabase } from './host-database.ts';
import { startHost } from './host-in-process.ts';

/** A host whose server is a process on Postgres. */
export async function startHostAsProcess(): Promise<MoneyHost> {
  const databases = openDatabases();
  const databaseUrl = (await databases.create('postgres')) ?? '';
  const directory = await mkdtemp(join(tmpdir(), 'lightwell-money-'));
  const launcher = await createLauncher();
  const opened = await openHostDatabase({ url: databaseUrl });
  const place = { directory, databaseUrl, engine: 'fake' } as const;
  const host = createProcessHost({ launcher, place, deaths: new Map() });
  return {
    ...host,
    db: opened.db,
    async begin() {
      if (host.isDead()) await host.revive();
      await opened.empty();
    },
    // Only the server's directory contains the secret.
    sign: () => null,
    adminToken: null,
    outages: null,
    perDay: 30,
    openSteps: null,
    async close() {
      await host.stop();
      await launcher.close();
      await opened.close();
      await databases.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A host in this process, on its own Postgres server or on the embedded database. */
export async function startHostOn(kind: 'postgres' | 'embedded'): Promise<MoneyHost> {
  const databases = openDatabases();
  const url = await databases.create(kind);
  const host = await startHost(url ? { url } : {});
  return {
    ...host,
    async close() {
      await host.close();
      await databases.stop();
    },
  };
}
