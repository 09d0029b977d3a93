import { type ActionFunction, enqueueActions } from 'xstate';
import { chart } from '../charts.ts';
import type { OpenPicture } from '../encoder/encoder.types.ts';
import {
  encodedFormatsOf,
  kindOf,
  mimes,
  type SaveFormat,
  storedPictureOf,
} from '../model/picture-format.ts';
import type { TaskRecord } from '../model/task-record.ts';
import type { ResultContext, ResultEvent } from './result.types.ts';

/**
 * Returns the format to suggest: the format of the visitor's photo if the result can be saved in
 * it, otherwise `delivered`.
 */
const suggestedFor = (record: TaskRecord, formats: readonly SaveFormat[]): SaveFormat => {
  const kind = kindOf(record);
  if (!kind || !formats.includes(kind)) return 'delivered';
  return record.result?.mime === mimes[kind] ? 'delivered' : kind;
};

/** Returns the result of the record for the encoder, or null if there is no result. */
const openPictureOf = (record: TaskRecord | null): OpenPicture | null => {
  const picture = storedPictureOf(record?.result);
  if (!record?.result || !picture) return null;
  const { width, height } = record.result;
  const formats: readonly SaveFormat[] = ['delivered', ...encodedFormatsOf(record.result)];
  return {
    requester: 'result',
    source: { kind: 'stored', picture },
    width,
    height,
    formats,
    suggested: suggestedFor(record, formats),
    suggestedTransparent: 'delivered',
    functionCode: record.code,
  };
};

/** Returns an action that passes the result to the encoder. */
export const sendPicture = (): ActionFunction<
  ResultContext,
  ResultEvent,
  ResultEvent,
  undefined,
  never,
  never,
  never,
  never,
  never
> =>
  enqueueActions(({ context, enqueue }) => {
    const picture = openPictureOf(context.record);
    if (picture) enqueue.sendTo(chart('resultEncoder'), { type: 'picture.opened', picture });
  });
