import type { EnginePartial } from '../engine/engine.port.ts';
import type { RecordFiles } from './record-files.ts';
import type { StoredPartial } from './tasks.schema.ts';
import type { Task } from './tasks.store.ts';

export type PartialPictures = {
  /** Stores and publishes a picture. Pictures that arrive in the meantime wait. */
  take(partial: EnginePartial): void;
  /**
   * Resolves when all pictures are published that were passed to `take`. Later pictures are
   * ignored.
   */
  close(): Promise<void>;
};

/**
 * Stores and publishes the partial results of one attempt, which its child process makes from the
 * finished rows. Each picture has its own URL. The previous picture is kept for clients that are
 * still loading it.
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
    // The job ended before the picture was stored, so the picture is no longer needed.
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
