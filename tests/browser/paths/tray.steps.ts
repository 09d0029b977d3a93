import type { AttemptOutcome } from '../../../machines/attempt/attempt.types.ts';
import type { KeptPhoto } from '../../../machines/model/kept-photo.ts';
import { isStalled } from '../../../machines/model/overlay-stage.ts';
import type { ChartDescriptor } from '../../../machines/testing/chart-descriptor.ts';
import {
  coreRejected,
  keptPhoto,
  measuredRecord,
  offer,
  offline,
  order,
  ownPhoto,
  photo,
  recordOf,
  refused,
  samplePhoto,
} from '../../../machines/testing/samples.ts';
import { attemptInHand, attemptsBeside } from '../../../machines/tray/tray.attempts.ts';
import { attemptOf, orderAgain } from '../../../machines/tray/tray.choice.ts';
import { trayDescriptor } from '../../../machines/tray/tray.descriptor.ts';
import { endOf } from '../../../machines/tray/tray.ends.ts';
import { heldId, photoIn } from '../../../machines/tray/tray.held.ts';
import type { AttemptCard, TrayContext } from '../../../machines/tray/tray.types.ts';
import type { Allows } from '../../../workshop/paths/explore.ts';
import { eachWay } from './question.ts';

const doneRecord = recordOf('r1', 2);

/* Steps that the page, its visitor, this device and the server can really cause for the tray,
   and where. */

const kept = (id: string, changes: Partial<KeptPhoto>): KeptPhoto => ({
  ...keptPhoto,
  id,
  ...changes,
});
const sending = { step: 'sending', idempotencyKey: order.idempotencyKey } as const;
/** the photo of a start that an earlier page may have sent */
const askedId = 'photo-asked';

const keptPhotos = {
  nothing: null,
  'a photo': kept('photo-kept', {}),
  'one on its way': kept('photo-key', { attempt: sending }),
  'one for a function that is gone': kept('photo-gone', {
    attempt: sending,
    functionCode: 'nothing',
  }),
  'one that may have started': kept(askedId, {
    attempt: { step: 'asked', order: { ...order, photoId: askedId } },
  }),
};

const samplesIf = (can: boolean) => (can ? { '': undefined } : {});

const isInReach = (card: AttemptCard | null): card is AttemptCard =>
  card !== null && card.outcome === null;

/** Ends that depend on the attempt's beginning: a record, a start that may have been sent, or a photo. */
const endsOf = ({ photoId }: AttemptCard, isInHand: boolean): Record<string, AttemptOutcome> => {
  if (photoId === null) {
    return {
      'it is done': { kind: 'ended', record: doneRecord },
      'the core refused it': { kind: 'ended', record: coreRejected },
      'it failed at the server': { kind: 'ended', record: recordOf('r1', 4) },
      'it was cancelled': { kind: 'ended', record: recordOf('r1', 5) },
      'it is gone': { kind: 'gone' },
    };
  }
  const started = order.photoId === photoId ? order : { ...order, photoId };
  const doubts: Record<string, AttemptOutcome> = {
    'it is done': { kind: 'ended', record: doneRecord },
    'it did not start': { kind: 'notStarted', failure: offline, order: started },
    'nobody knows whether it started': { kind: 'unsure', failure: offline, order: started },
  };
  if (photoId === askedId) return doubts;
  return {
    ...doubts,
    // stopping one beside has its own walk
    ...(isInHand ? { 'it was stopped before its start': { kind: 'cancelled' } } : {}),
    'the day is used up': { kind: 'limited' },
    'it failed': { kind: 'failed', failure: refused('unknown_function') },
    'the core refused it': { kind: 'ended', record: coreRejected },
  };
};

const newsOf = (card: AttemptCard) => {
  const { id, photoId, view, isDelayed } = card;
  // the attempt's walk covers what the network does to uploads
  if (photoId !== null || isStalled(view.stage)) return {};
  const waiting = { ...view, stage: 'waiting' as const, remainingMs: null };
  const running = { stage: 'running' as const, record: measuredRecord };
  return {
    'it waits': { type: 'attempt.moved', id, view: waiting },
    'it runs': { type: 'attempt.moved', id, view: { ...view, ...running } },
    ...(isDelayed ? {} : { 'it is late': { type: 'attempt.delayed', id } }),
  };
};

const firstAttempt = {
  sends: ({ attempts, inHand }: TrayContext) => {
    const card = attempts.find(({ id }) => id === 'attempt.1') ?? null;
    if (!isInReach(card)) return {};
    const { id } = card;
    const ends = Object.entries(endsOf(card, inHand === id)).map(([says, outcome]) => [
      says,
      { type: 'attempt.ended', id, outcome },
    ]);
    return { ...newsOf(card), ...Object.fromEntries(ends) };
  },
  error: { 'a fault': new Error('a fault') },
};

const { actors, people, charts } = trayDescriptor as unknown as ChartDescriptor & {
  actors: Record<string, object>;
  charts: Record<string, object>;
};

/** The tray receives the visitor's overlay actions from the overlay. */
const { 'overlay.left': _, 'overlay.returned': __, ...beside } = charts;

const canRetry = (context: TrayContext): boolean => {
  const card = attemptInHand(context);
  // accepted only if the photo could not be checked
  if (!card) return context.held.kind === 'source' || context.held.kind === 'kept';
  if (!card.outcome) return isStalled(card.view.stage);
  const isShown = endOf(card.outcome) !== 'succeeded';
  return isShown && (orderAgain(context) ?? photoIn(context)) !== null;
};

/** An attempt on the server: the ends of the others include their cancellation. */
const canCancel = (context: TrayContext): boolean => {
  const card = attemptInHand(context);
  return isInReach(card) && card.photoId === null && !isStalled(card.view.stage);
};

/** An attempt beside that runs on the server and can be cancelled, or retried at once. */
const besideOnServer = (context: TrayContext, isWaiting: boolean) => {
  const card = attemptsBeside(context).find((one) => isInReach(one) && one.photoId === null);
  return card && isStalled(card.view.stage) === isWaiting ? { '': { id: card.id } } : {};
};

export const trayInBrowser = {
  ...trayDescriptor,
  people: {
    ...people,
    'photo.chosen': { 'a file': { source: ownPhoto }, 'a sample': { source: samplePhoto } },
    'function.selected': ({ setup, functionCode }: TrayContext) =>
      setup && functionCode !== 'face-blur' ? { 'face blur': { code: 'face-blur' } } : {},
    'option.changed': ({ setup, functionCode, options }: TrayContext) => {
      if (!setup || functionCode !== 'face-blur') return {};
      const isCoarse = options['face-blur']?.kind === 'pixels';
      return { 'of face blur': { name: 'kind', value: isCoarse ? 'blur' : 'pixels' } };
    },
    'start.pressed': (context: TrayContext) => samplesIf(attemptOf(context) !== null),
    'retry.pressed': (context: TrayContext) => samplesIf(canRetry(context)),
    'cancel.pressed': (context: TrayContext) => samplesIf(canCancel(context)),
    'card.cancelled': (context: TrayContext) => besideOnServer(context, false),
    'card.hurried': (context: TrayContext) => besideOnServer(context, true),
    'overlay.left': eachWay('', {}),
    'overlay.returned': {},
  },
  charts: {
    ...beside,
    'setup.loaded': ({ setup }: TrayContext) => (setup ? {} : { '': { setup: offer } }),
    'start.resumed': (context: TrayContext) => {
      const photoId = heldId(context);
      return context.resumed === null && photoId !== null ? { '': { photoId } } : {};
    },
  },
  actors: {
    ...actors,
    takeKeptPhoto: { ...actors.takeKeptPhoto, done: keptPhotos },
    findRunningTask: {
      ...actors.findRunningTask,
      done: { nothing: null, 'one that runs': measuredRecord },
    },
    inspectPhoto: {
      ...actors.inspectPhoto,
      done: (context: TrayContext) => ({
        'a good photo': { ...photo, id: heldId(context) ?? photo.id },
        'not an image': { ...photo, problem: 'notAnImage' },
      }),
    },
    'attempt.1': firstAttempt,
  },
  reads: (context: TrayContext) => [
    trayDescriptor.reads(context),
    heldId(context),
    context.options['face-blur']?.kind,
    context.attempts.map(({ photoId, view, isDelayed }) => [
      photoId,
      isStalled(view.stage),
      isDelayed,
    ]),
  ],
  bounds: { ...trayDescriptor.bounds, situations: 6000 },
} as unknown as ChartDescriptor;

const isAlone = ({ attempts }: TrayContext): boolean =>
  attempts.every(({ outcome }) => outcome !== null);

/**
 * Events that are offered only in some states; all others are offered wherever they are accepted.
 */
const offered: Readonly<Record<string, (at: string, context: TrayContext) => boolean>> = {
  // the open overlay covers everything
  'photo.chosen': (at) => at !== 'working.watched',
  'photo.removed': (at) => at !== 'working.watched',
  // with work under way more would happen: the attempt's walk covers that
  'connection.lost': (_, context) => isAlone(context),
  'connection.restored': (_, context) => isAlone(context),
  // the session reports early, and the tray's state does not matter to it
  'user.changed': (at) => at.startsWith('resuming'),
};

export const canHappen: Allows = (step, { snapshot }) => {
  if (step.kind === 'time') {
    const context = snapshot.context as TrayContext;
    // with work under way more would happen; in half a minute a call without an answer times out
    const isLong = snapshot.matches({ chosen: 'resumed' });
    return isAlone(context) && !(isLong && context.setup === null);
  }
  if (step.kind !== 'event') return true;
  const leaves = snapshot._nodes.filter(({ type }) => type === 'atomic').map(({ id }) => id);
  const at = (leaves.find((id) => !id.includes('.notice.')) ?? '').replace('tray.', '');
  const { type, source } = step.event;
  // samples are offered beside the drop area, while there is no photo
  if (source?.kind === 'sample' && !/^(choosing|resuming)/.test(at)) return false;
  return offered[type]?.(at, snapshot.context as TrayContext) ?? true;
};
