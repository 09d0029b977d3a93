import type { KeptPhotosPort } from '../../../machines/ports/kept-photos.port.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';
import type { PhotoRows } from './photo-rows.ts';
import { photoLock, type TabLocks } from './tab-locks.ts';
import { createKeptPhotoWatch, type Found, type Sight } from './watch-kept-photos.ts';

type Settings = {
  rows: PhotoRows;
  /** null if the tabs of this browser cannot be distinguished; then no photo is stored */
  locks: TabLocks | null;
  sight: Sight;
};

type KeptPhotoCalls = Omit<KeptPhotosPort, 'guardLeaving'>;

const unsupported = (call: string, msg: string, cause?: unknown) =>
  new PortError({ reason: 'unsupported', msg, call }, { cause });

function asFailure(call: string, cause: unknown): PortError {
  if (cause instanceof PortError) return cause;
  const msg = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  return unsupported(call, msg, cause);
}

/**
 * Returns a function that executes one operation at a time. A slow write can then not restore a
 * photo that was deleted in the meantime.
 */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <Value>(call: string, act: () => Promise<Value>): Promise<Value> => {
    const turn = last.then(act);
    last = turn.catch(() => {});
    return turn.catch((cause: unknown) => {
      throw asFailure(call, cause);
    });
  };
}

/**
 * Creates the store for photos. Each stored photo belongs to one tab, by a lock that ends with the
 * tab.
 */
export function createKeptPhotos({ rows, locks, sight }: Settings): KeptPhotoCalls {
  const inTurn = createTurns();
  const forgotten = new Set<string>();

  async function drop(id: string) {
    await rows.remove(id);
    locks?.letGo(photoLock(id));
  }

  async function find(inHand: readonly string[]): Promise<Found> {
    const elsewhere: Found['elsewhere'] = [];
    for (const row of locks ? await rows.list() : []) {
      const { id, name } = row;
      if (inHand.includes(id) || forgotten.has(id)) continue;
      if (!(await locks?.tryHold(photoLock(id)))) {
        elsewhere.push({ id, name });
        continue;
      }
      const kept = rows.isOver(row) ? null : await rows.recover(id);
      if (kept && !forgotten.has(id)) return { kept, elsewhere };
      await drop(id);
    }
    return { kept: null, elsewhere };
  }

  /** Finds a stored photo for this tab. If the request was aborted, the photo is released again. */
  const findFor = (call: string, inHand: readonly string[], signal: { aborted: boolean }) =>
    inTurn(call, async () => {
      const found = await find(inHand);
      if (!signal.aborted || !found.kept) return found;
      locks?.letGo(photoLock(found.kept.id));
      return { ...found, kept: null };
    });

  return {
    keepPhoto: (photo, signal) => {
      forgotten.delete(photo.id);
      return inTurn('keepPhoto', async () => {
        if (signal.aborted || forgotten.has(photo.id)) return;
        if (!(await locks?.tryHold(photoLock(photo.id)))) {
          throw unsupported('keepPhoto', 'This tab cannot hold the photo');
        }
        await rows.put(photo);
      });
    },
    forgetPhoto: async ({ id }) => {
      forgotten.add(id);
      if (locks) await inTurn('forgetPhoto', () => drop(id));
    },
    takeKeptPhoto: async ({ inHand }, signal) =>
      (await findFor('takeKeptPhoto', inHand, signal)).kept,
    watchKeptPhotos: createKeptPhotoWatch({
      find: (inHand, signal) => findFor('watchKeptPhotos', inHand, signal),
      locks,
      sight,
    }),
  };
}
