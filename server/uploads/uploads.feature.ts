import type { Engine } from '../engine/engine.port.ts';
import type { Owners } from '../owners/owners.feature.ts';
import { createArrivals } from '../platform/http/admission.ts';
import type { Platform } from '../platform/platform.ts';
import { forEach, type Step } from '../platform/sweeper.ts';
import { registerStorageRoutes } from './storage.routes.ts';
import { uploadLimits } from './upload-limits.ts';
import { interruptedUploads } from './uploads.store.ts';
import { createUploads, type Uploads } from './uploads.ts';

type UploadsSteps = {
  recovery: Record<'recovery of uploads', Step>;
  sweep: Record<'uploads', Step>;
};

/** Returns the steps of recovery and sweep that concern uploads. */
export const uploadsSteps = (
  { db }: Pick<Platform, 'db'>,
  uploads: Pick<Uploads, 'discardInterrupted' | 'findAbandoned' | 'remove' | 'removeUnnamed'>,
): UploadsSteps => ({
  recovery: {
    // The senders of these uploads got no answer. They may use the same signature to send them
    // again.
    'recovery of uploads': forEach(() => interruptedUploads(db), uploads.discardInterrupted),
  },
  sweep: {
    async uploads(attempt) {
      await forEach(() => uploads.findAbandoned(), uploads.remove)(attempt);
      await attempt(uploads.removeUnnamed);
    },
  },
});

/** Opens the feature for photos that visitors upload, until a task uses them. */
export function openUploads(
  platform: Platform,
  { engine, owners }: { engine: Engine; owners: Owners },
): UploadsSteps & { uploads: Uploads } {
  const { config, db, storage, workDir, withCopies } = platform;
  const { server, requestQueues, ensureSpace, now } = platform;
  const { limits } = config;
  const uploads = createUploads({
    db,
    storage,
    withCopies,
    engine,
    guests: owners.guests,
    limits,
    processId: platform.process.id,
    now,
  });
  const { disk } = platform;
  if (disk)
    registerStorageRoutes(server, {
      storage: disk,
      gate: uploads.gate,
      workDir,
      arrive: createArrivals(requestQueues),
      ensureSpace,
      requestsPerMinute: limits.requestsPerMinute,
      maxFileBytes: () => uploadLimits(engine, undefined).maxBytes,
      now,
    });
  return { uploads, ...uploadsSteps(platform, uploads) };
}
