import { extname } from 'node:path';
import type { z } from 'zod';
import { dealStatus, dealStatusSchema } from '../../contract/deal-status.ts';
import { creditUnit } from '../../contract/functions.ts';
import { type AiRecord, aiRecord, type recordProgress } from '../../contract/records.ts';
import type { Storage } from '../platform/storage/storage.port.ts';
import { resultNameOf } from '../uploads/photo-name.ts';
import type { RecordView } from './records.ts';
import type { StoredImage, StoredResult } from './tasks.schema.ts';

export type RecordPresenter = (view: RecordView) => AiRecord;

function presentProgress({ task, progress }: RecordView): z.infer<typeof recordProgress> | null {
  if (progress) {
    const { stage, fraction, remainingMs } = progress;
    return { stage, fraction, remainingMs };
  }
  if (task.status === dealStatus.queued) return { stage: 'queued', fraction: 0, remainingMs: null };
  if (task.status === dealStatus.running) {
    return { stage: 'reading', fraction: 0, remainingMs: null };
  }
  return null;
}

/** Returns the file name for a photo without a name: `lightwell-upscale-2x-fast-Ab3d.png`. */
const fileNameOf = (product: string, code: string, id: string, key: string) =>
  `${product.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${code}-${id.slice(0, 6)}${key.slice(key.lastIndexOf('.'))}`;

export function createRecordPresenter(deps: {
  storage: Storage;
  product: string;
  now: () => Date;
}): RecordPresenter {
  const { storage, product, now } = deps;

  const image = ({ key, width, height }: StoredImage) => ({
    url: storage.signDownload(key, { now: now() }),
    width,
    height,
  });

  function presentResult({ task }: RecordView, { result, faces }: StoredResult) {
    const fileName =
      task.photoName === null
        ? fileNameOf(product, task.code, task.id, result.key)
        : resultNameOf(task.photoName, { task, result }, extname(result.key));
    return {
      ...image(result),
      mime: result.mime,
      bytes: result.bytes,
      downloadUrl: storage.signDownload(result.key, { now: now(), fileName }),
      fileName,
      faces,
    };
  }

  return (view) => {
    const { task, madeFrom, partial } = view;
    const { output } = task;
    const isCharged = task.status === dealStatus.succeeded;
    return {
      id: task.id,
      revision: view.revision,
      code: task.code,
      type: task.type,
      name: task.photoName,
      options: task.options,
      dealStatus: dealStatusSchema.parse(task.status),
      reason: aiRecord.shape.reason.parse(task.reason),
      credits: { unit: creditUnit.parse(task.unit), charged: isCharged ? task.credits : 0 },
      queuePosition: view.queuePosition,
      progress: presentProgress(view),
      createdAt: task.createdAt.toISOString(),
      startedAt: task.startedAt?.toISOString() ?? null,
      finishedAt: task.finishedAt?.toISOString() ?? null,
      expiresAt: task.expiresAt.toISOString(),
      original: image({ key: task.uploadKey, ...task.input }),
      thumbnail: output ? image(output.thumbnail) : null,
      madeFrom: madeFrom && {
        id: madeFrom.id,
        code: madeFrom.code,
        thumbnail: madeFrom.output && image(madeFrom.output.thumbnail),
      },
      before: output ? image(output.before) : null,
      after: output ? image(output.after) : null,
      partial: partial ? { ...image(partial), share: partial.share } : null,
      result: output ? presentResult(view, output) : null,
    };
  };
}
