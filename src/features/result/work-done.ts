import type { TaskRecord } from '../../../machines/model/task-record.ts';
import type { MessageId } from '../../i18n/message-id.ts';

/** Message about what was done with a photo, and its values. A message uses some of them. */
type WorkDone = {
  id: MessageId;
  factor: number;
  background: string;
  /** number of faces that are hidden, or 0 if it is unknown */
  faces: number;
};

/** The function that enlarges a part of the photo only. */
const croppingCode = 'face-portrait';

/** The messages of the built-in functions that do more than enlarge. */
const words: Partial<Record<string, MessageId>> = {
  better: 'result.done.better',
  enhance: 'result.done.enhance',
  denoise: 'result.done.denoise',
  'cut-out': 'result.done.cutOut',
  'face-blur': 'result.done.hidden',
  [croppingCode]: 'result.done.portrait',
};

/** A smaller growth is not worth a sentence. */
const leastGrowth = 1.1;

/** Returns how many times wider and higher the result is, or 1 if its shape is another one. */
function growthOf({ code, original, result }: TaskRecord): number {
  if (!original || !result || code === croppingCode) return 1;
  const wider = result.width / original.width;
  const higher = result.height / original.height;
  return Math.abs(wider / higher - 1) < 0.02 ? Math.round(Math.max(wider, higher) * 10) / 10 : 1;
}

/** The record does not say which faces a brush or a tap left visible. */
function hiddenFaces({ options, result }: TaskRecord): number {
  const isWhole = !options.open && !options.brush;
  return isWhole ? (result?.faces ?? 0) : 0;
}

/** Returns what was done with the photo of a record, or null if the record does not say it. */
export function workDone(record: TaskRecord): WorkDone | null {
  const factor = growthOf(record);
  const grown = factor >= leastGrowth ? 'result.done.larger' : undefined;
  const id = grown ?? words[record.code];
  if (!id) return null;
  return {
    id,
    factor,
    background: String(record.options.background ?? ''),
    faces: hiddenFaces(record),
  };
}
