import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { OptionValues } from '../../../machines/model/functions.ts';
import type { KeptRun, StartRequest } from '../../../machines/model/kept-photo.ts';

/** The row of a stored photo. The bytes of the photo are stored separately. */
export type PhotoRow = {
  id: string;
  name: string;
  type: string;
  /** as in `Photo` */
  madeFrom?: string | undefined;
  functionCode: string | null;
  options: OptionValues;
  run: KeptRun | null;
  /** time of storing, in milliseconds since 1970 */
  keptAt: number;
  /** number of pages that have restored the photo */
  recoveries: number;
};

/** A line of the operation log, as sent to the server. */
export type LogLine = {
  name: string;
  parameters: Record<string, string | number | boolean | null>;
};

export type LogQueue = {
  /** waiting lines, oldest first */
  lines: readonly LogLine[];
  /** number of lines dropped or possibly lost since the number was last reported to the server */
  missing: number;
};

type Schema = DBSchema & {
  photos: { key: string; value: PhotoRow };
  /** bytes by photo id; stored separately, because rows change and bytes do not */
  photoBytes: { key: string; value: Blob | ArrayBuffer };
  logQueues: { key: string; value: LogQueue };
};

type DeviceDatabase = IDBPDatabase<Schema>;

export const databaseName = 'device';
const version = 2;

/**
 * A row of database version 1, which used the name `attempt` for a run and `order` for its start
 * request.
 */
type OldRow = Omit<PhotoRow, 'run'> & {
  attempt: Exclude<KeptRun, { step: 'asked' }> | { step: 'asked'; order: StartRequest } | null;
};

const ofVersion1 = ({ attempt, ...row }: OldRow): PhotoRow => ({
  ...row,
  run: attempt?.step === 'asked' ? { step: 'asked', request: attempt.order } : attempt,
});

/**
 * Returns a function that opens this site's database on this device at the first use. Rejects if
 * storage is refused, or if a page of a newer build has upgraded the database.
 */
export function createDeviceDatabase(): () => Promise<DeviceDatabase> {
  let opening: Promise<DeviceDatabase> | null = null;
  const forget = () => {
    opening = null;
  };
  // a browser without IndexedDB throws here, and `async` turns the error into a rejection
  const open = async () =>
    openDB<Schema>(databaseName, version, {
      upgrade: async (database, before, _version, transaction) => {
        if (before === 0) {
          database.createObjectStore('photos', { keyPath: 'id' });
          database.createObjectStore('photoBytes');
          database.createObjectStore('logQueues');
          return;
        }
        const photos = transaction.objectStore('photos');
        const rows = (await photos.getAll()) as unknown as OldRow[];
        for (const row of rows) await photos.put(ofVersion1(row));
      },
      // closes this connection, which blocks a page of a newer build
      blocking: (_current, _blocked, event) => {
        forget();
        (event.target as IDBDatabase).close();
      },
      terminated: forget,
    });
  return () => {
    opening ??= open().catch((error: unknown) => {
      forget();
      throw error;
    });
    return opening;
  };
}

export type OpenDatabase = ReturnType<typeof createDeviceDatabase>;
