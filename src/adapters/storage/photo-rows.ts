import type { KeptPhoto, KeptRun } from '../../../machines/model/kept-photo.ts';
import type { OpenDatabase, PhotoRow } from './device-database.ts';

/** Milliseconds after which a stored photo is deleted. */
export const keptMs = 24 * 60 * 60 * 1000;
/**
 * Limit of recoveries. A photo that was restored more often without reaching the server may have
 * crashed the page.
 */
const mostRecoveries = 10;

type Bytes = Blob | ArrayBuffer;

/**
 * True if the stored bytes can be read. Older Safari versions store a Blob that they cannot read,
 * or refuse a Blob in private windows.
 */
async function isReadable(stored: Bytes | undefined, size: number): Promise<boolean> {
  if (!(stored instanceof Blob) || stored.size !== size) return false;
  try {
    return (await stored.slice(-1).arrayBuffer()).byteLength === Math.min(1, size);
  } catch {
    return false;
  }
}

const isFull = (error: unknown) =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/**
 * Returns the later step of a run. A late write of an earlier step must not undo the mark that a
 * start may have been sent.
 */
function laterOf(known: KeptRun | null, run: KeptRun | null): KeptRun | null {
  const isBehind =
    known?.step === 'asked' &&
    run?.step === 'sending' &&
    known.request.idempotencyKey === run.idempotencyKey;
  return isBehind ? known : run;
}

/** Stores rows and bytes of photos. kept-photos.ts decides which tab a photo belongs to. */
export function createPhotoRows(open: OpenDatabase, now: () => number) {
  async function storeBytes(id: string, file: Blob) {
    const database = await open();
    try {
      await database.put('photoBytes', file, id);
      if (await isReadable(await database.get('photoBytes', id), file.size)) return;
    } catch (error) {
      if (isFull(error)) throw error;
    }
    await database.put('photoBytes', await file.arrayBuffer(), id);
  }

  async function remove(id: string) {
    const transaction = (await open()).transaction(['photos', 'photoBytes'], 'readwrite');
    await Promise.all([
      transaction.objectStore('photos').delete(id),
      transaction.objectStore('photoBytes').delete(id),
      transaction.done,
    ]);
  }

  return {
    remove,
    /** writes the bytes before the row, so that every row has its bytes */
    put: async ({ id, file, madeFrom, functionCode, options, run }: KeptPhoto) => {
      const database = await open();
      const known = await database.get('photos', id);
      if (!known) await storeBytes(id, file as unknown as Blob);
      const { name, type } = file;
      const { keptAt, recoveries } = known ?? { keptAt: now(), recoveries: 0 };
      await database.put('photos', {
        id,
        name,
        type,
        madeFrom,
        functionCode,
        options,
        keptAt,
        recoveries,
        run: laterOf(known?.run ?? null, run),
      });
    },
    /** returns the rows, newest first */
    list: async () => {
      const rows = await (await open()).getAll('photos');
      return rows.sort((one, other) => other.keptAt - one.keptAt);
    },
    isOver: ({ keptAt, recoveries }: PhotoRow) =>
      now() - keptAt >= keptMs || recoveries >= mostRecoveries,
    /** returns a photo and counts the recovery; null if the photo was deleted in the meantime */
    recover: async (id: string): Promise<KeptPhoto | null> => {
      const database = await open();
      const [row, bytes] = await Promise.all([
        database.get('photos', id),
        database.get('photoBytes', id),
      ]);
      if (!row || !bytes) return null;
      await database.put('photos', { ...row, recoveries: row.recoveries + 1 });
      const { name, type, madeFrom, functionCode, options, run } = row;
      const file = new File([bytes], name, { type });
      return { id, file, madeFrom, functionCode, options, run };
    },
  };
}

export type PhotoRows = ReturnType<typeof createPhotoRows>;
