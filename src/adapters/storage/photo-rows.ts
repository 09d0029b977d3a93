import type { KeptAttempt, KeptPhoto } from '../../../machines/model/kept-photo.ts';
import type { OpenDatabase, PhotoRow } from './device-database.ts';

/** What is left of a photo that nobody came back for is deleted after this time. */
export const keptMs = 24 * 60 * 60 * 1000;
/** A photo whose page was left this often without arriving may be what ends the page. */
const mostRecoveries = 10;

type Bytes = Blob | ArrayBuffer;

/** Older Safari stores a Blob and cannot read it again, or refuses it in private windows. */
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

/** That a start may have left stays true, whoever writes later that it is being prepared. */
function laterOf(known: KeptAttempt | null, attempt: KeptAttempt | null): KeptAttempt | null {
  const isBehind =
    known?.step === 'asked' &&
    attempt?.step === 'sending' &&
    known.order.idempotencyKey === attempt.idempotencyKey;
  return isBehind ? known : attempt;
}

/** Rows and bytes of kept photos; who may use which one is decided elsewhere. */
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
    /** the row last: a row always has its bytes */
    put: async ({ id, file, functionCode, options, attempt }: KeptPhoto) => {
      const database = await open();
      const known = await database.get('photos', id);
      if (!known) await storeBytes(id, file as unknown as Blob);
      const { name, type } = file;
      const { keptAt, recoveries } = known ?? { keptAt: now(), recoveries: 0 };
      await database.put('photos', {
        ...{ id, name, type, functionCode, options, keptAt, recoveries },
        attempt: laterOf(known?.attempt ?? null, attempt),
      });
    },
    /** newest first */
    list: async () => {
      const rows = await (await open()).getAll('photos');
      return rows.sort((one, other) => other.keptAt - one.keptAt);
    },
    isOver: ({ keptAt, recoveries }: PhotoRow) =>
      now() - keptAt >= keptMs || recoveries >= mostRecoveries,
    /** counts the recovery; null when the photo is gone meanwhile */
    recover: async (id: string): Promise<KeptPhoto | null> => {
      const database = await open();
      const [row, bytes] = await Promise.all([
        database.get('photos', id),
        database.get('photoBytes', id),
      ]);
      if (!row || !bytes) return null;
      await database.put('photos', { ...row, recoveries: row.recoveries + 1 });
      const { name, type, functionCode, options, attempt } = row;
      return { id, file: new File([bytes], name, { type }), functionCode, options, attempt };
    },
  };
}

export type PhotoRows = ReturnType<typeof createPhotoRows>;
