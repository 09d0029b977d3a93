import { createHash } from 'node:crypto';
import { ConfigError } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { updateInstallation, withInstallation } from '../database/installation.store.ts';
import {
  isAnyAlive,
  registerProcess,
  removeOtherProcesses,
  removeProcesses,
} from './processes.store.ts';

/**
 * Photos are in the data directory. With another directory's database, this server could not find
 * its photos.
 */
const foreignDatabase =
  'DATABASE_URL: the database belongs to another data directory. Set DATA_DIR to that one, or use ' +
  'an empty database. If the directory is lost for good and its photos with it, empty the table ' +
  '"installation"; the next start then takes the database over.';

const foreignStore = (found: string, own: string) =>
  `STORAGE: the files of this database are in ${found}, and this process would use ${own}. Set ` +
  'STORAGE as in the other processes. If the files were copied there, set the column "store" of ' +
  'the table "installation" to null.';

const foreignSecret =
  'STORAGE_SECRET: the other processes of this database sign with another secret. Set the same ' +
  'STORAGE_SECRET for all of them. To change it, stop all processes first.';

export type Joining = {
  process: { id: string; roles: readonly string[] };
  /** id of the data directory */
  instanceId: string;
  /** where the files are: `disk`, or the address of the bucket */
  store: string;
  /** secret for signing cookies, codes and links */
  secret: string;
  /** ids of processes that have ended on this machine */
  dead: string[];
  /** true if no other process can use the database */
  isAlone: boolean;
  now: Date;
};

/**
 * Registers this process in the database, and removes processes that have ended.
 * @returns the id of the installation, which is the same in all processes
 * @throws ConfigError if other processes use other files or another secret
 */
export async function joinInstallation(db: Database, joining: Joining): Promise<string> {
  const { process, instanceId, store, secret, dead, isAlone, now } = joining;
  const secretHash = createHash('sha256').update(secret).digest('hex');
  return await withInstallation(db, { instanceId, claimedAt: now }, async (tx, found) => {
    if (store === 'disk' && found.instanceId !== instanceId) {
      throw new ConfigError([foreignDatabase]);
    }
    if (found.store !== null && found.store !== store) {
      throw new ConfigError([foreignStore(found.store, store)]);
    }
    const hasOther = found.secretHash !== null && found.secretHash !== secretHash;
    if (isAlone) await removeOtherProcesses(tx, process.id);
    else await removeProcesses(tx, dead);
    if (hasOther && (await isAnyAlive(tx))) {
      throw new ConfigError([foreignSecret]);
    }
    await updateInstallation(tx, { store, secretHash });
    await registerProcess(tx, process);
    return found.instanceId;
  });
}
