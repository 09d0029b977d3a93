import type { EnginePartial } from '../engine/engine.port.ts';
import type { StoredPartial } from '../store/schema.ts';
import type { Task } from '../store/tasks.store.ts';
import type { RecordFiles } from './record-files.ts';

export type PartialPictures = {
  /** Keeps a picture and shows it; those that come meanwhile wait. */
  take(partial: EnginePartial): void;
  /** Resolves when all that was taken is shown; nothing is taken any more. */
  close(): Promise<void>;
};

/**
 * The pictures of one attempt, which its child makes of the finished rows. Each has an address of its
 * own, and the one before stays for whoever is fetching it.
 */
export function createPartialPictures(
  { id, attempt, progress }: Task,
  deps: {
    files: Pick<RecordFiles, 'keepPartial' | 'removePartial'>;
    show: (partial: StoredPartial) => void;
    onError: (error: unknown) => void;
  },
): PartialPictures {
  const { files, show, onError } = deps;
  const kept: StoredPartial[] = progress?.partial ? [progress.partial] : [];
  let version = 0;
  let isClosed = false;
  let work = Promise.resolve();

  async function keep(partial: EnginePartial) {
    version += 1;
    const stored = await files.keepPartial(id, `${attempt}-${version}`, partial);
    show(stored);
    const old = kept.push(stored) > 2 ? kept.shift() : undefined;
    if (old) await files.removePartial(old);
  }

  function report(error: NodeJS.ErrnoException) {
    // Its job has ended before it could be kept: the result is there, or nobody waits for it.
    if (error.code !== 'ENOENT') onError(error);
  }

  return {
    take(partial) {
      if (isClosed) return;
      work = work.then(() => keep(partial)).catch(report);
    },
    async close() {
      isClosed = true;
      await work;
    },
  };
}
