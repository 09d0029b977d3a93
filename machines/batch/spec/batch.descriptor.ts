import type { RunOutcome } from '../../run/run.types.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import { runOutcomes } from '../../testing/run-outcomes.ts';
import { sampleFunction } from '../../testing/sample-offer.ts';
import {
  finishedRecord,
  guest,
  member,
  offer,
  offline,
  photo,
  refused,
  rejecting,
  startRequest,
} from '../../testing/samples.ts';
import { againOfPhoto } from '../batch.line.ts';
import { batchMachine } from '../batch.machine.ts';
import { exampleOf, nextToInspect, photosAt, possibleTwins } from '../batch.photos.ts';
import type { BatchContext, ChosenFile } from '../batch.types.ts';
import { batchLaws } from './batch.laws.descriptor.ts';

const chosen = (id: string, size = photo.file.size): ChosenFile => ({
  id,
  file: { ...photo.file, name: `${id}.jpg`, size },
});

const cat = chosen('cat');
const dog = chosen('dog');
/** Returns files whose ids and sizes differ from all photos of the batch. */
const more = ({ photos, leftOut }: BatchContext, count: number): ChosenFile[] =>
  Array.from({ length: count }, (_, at) => {
    const number = photos.length + leftOut.length + at;
    return chosen(`photo ${number}`, 1000 + number);
  });

/** The photo that is being inspected. */
const inspected = (context: BatchContext) => {
  const next = nextToInspect(context);
  return { ...photo, id: next?.id ?? photo.id, file: next?.file ?? photo.file };
};

const firstIn = ({ photos }: BatchContext, kinds: readonly string[]) => {
  const found = photos.find(({ step }) => kinds.includes(step.kind));
  return found ? { '': { id: found.id } } : {};
};

const credits = { balance: 30, expiresNext: { amount: 30, at: '2027-12-01T00:00:00.000Z' } };
const spent = {
  ...guest,
  allowance: { limit: 20, used: 20, resetsAt: '2027-01-02T00:00:00.000Z' },
};

const pictureKey = 'uploads/own-picture.jpg';
const pictured = { offered: sampleFunction('cut-out'), options: { background: pictureKey } };
const offerWithPicture = { ...offer, functions: [...offer.functions, pictured.offered] };

/** Outcomes after which a photo can be started again later. */
const interruptions = {
  'the day is used up': runOutcomes['the day is used up'],
  'credits are missing': { kind: 'turnedAway', failure: refused('51009') },
  'sign in first': runOutcomes['sign in first'],
  'other tabs work': { kind: 'failed', failure: refused('too_many_tasks') },
} as const;

const failures = {
  'it was cancelled': runOutcomes['it was stopped before its start'],
  'it failed': runOutcomes['it failed'],
} as const;

const unsure = { 'unknown whether it started': runOutcomes['unknown whether it started'] } as const;

/** Outcomes of the run of this photo. The first photo fails in other ways than the second. */
const endsOf = (id: string, { photos, purse }: BatchContext): Record<string, RunOutcome> => ({
  'it is done': { kind: 'ended', record: finishedRecord },
  ...(photos[0]?.id === id ? failures : unsure),
  ...(purse === null
    ? { 'its picture is lost': { kind: 'failed', failure: refused('picture_not_found') } }
    : {}),
  ...interruptions,
});

const isStarted = (context: Pick<BatchContext, 'photos'>): boolean =>
  photosAt(context, 'waiting').length + photosAt(context, 'working').length > 0;

const areAt = ({ photos }: BatchContext, kinds: readonly string[]): boolean =>
  photos.every(({ step }) => kinds.includes(step.kind));

/** True if the own picture was lost or uploaded during the batch. */
const hasPictureNews = ({ picture, photos }: BatchContext): boolean =>
  picture !== null ||
  photos.some(({ step }) => 'wish' in step && step.wish.options.background !== pictureKey);

/**
 * Credits and own picture do not depend on each other, so they are explored one at a
 * time. Files are chosen in a new batch, before its first photo has ended, or after its end.
 */
const isExplored = (event: string, context: BatchContext): boolean => {
  switch (event) {
    case 'picture.lost':
    case 'picture.changed':
      return context.purse === null;
    case 'user.changed':
      return isStarted(context) && !hasPictureNews(context);
    case 'files.chosen':
    case 'folder.empty':
      return context.purse === null && (!isStarted(context) || areAt(context, ['working']));
    case 'batch.dismissed':
      return context.purse === null;
    default:
      return true;
  }
};

export const batchDescriptor = describeChart<typeof batchMachine>({
  machine: batchMachine,
  laws: batchLaws,
  people: {
    'files.chosen': (context) =>
      context.photos.length === 0
        ? { one: { files: [cat] }, two: { files: [cat, dog] } }
        : { 'one more': { files: more(context, 1) }, 'two more': { files: more(context, 2) } },
    'folder.empty': { '': { name: 'Holiday' } },
    'photo.excluded': (context) => {
      const first = exampleOf(context);
      const last = context.photos.at(-1);
      return {
        ...(first ? { 'the first': { id: first.id } } : {}),
        ...(last ? { 'the last': { id: last.id } } : {}),
      };
    },
    'batch.cleared': {},
    'start.pressed': {},
    'photo.cancelled': (context) => firstIn(context, ['waiting', 'working']),
    'photo.retried': (context) => {
      const ended = photosAt(context, 'ended').find((one) => againOfPhoto(one) !== null);
      return ended ? { '': { id: ended.id } } : {};
    },
    'batch.cancelled': {},
    'retry.pressed': {},
    'archive.pressed': {},
    'batch.dismissed': {},
  },
  charts: {
    'settings.changed': (context) => {
      const example = exampleOf(context);
      return {
        ...(example ? { '': { photoId: example.id, ...pictured } } : {}),
        'of another photo': { photoId: 'another', ...pictured },
      };
    },
    'photo.settled': (context) => {
      const [first] = photosAt(context, 'working');
      if (!first) return {};
      return Object.fromEntries(
        Object.entries(endsOf(first.id, context)).map(([says, outcome]) => [
          says,
          { photoId: first.id, request: startRequest, outcome },
        ]),
      );
    },
    'result.deleted': { 'of a photo': { recordId: 'r1' } },
    'runs.crashed': {},
    'setup.loaded': ({ setup }) => (setup ? {} : { '': { setup: offerWithPicture } }),
    'user.changed': {
      'a guest without credits': { user: spent },
      'a member': { user: { ...member, allowance: guest.allowance, credits } },
    },
    'connection.restored': {},
    'picture.lost': { '': { fileKey: pictureKey } },
    'picture.changed': { '': { fileKey: pictureKey }, 'it is gone': { fileKey: null } },
  },
  actors: {
    findTwin: {
      done: { 'the same photo': { isTwin: true }, 'another photo': { isTwin: false } },
      error: { 'it cannot be read': rejecting({ reason: 'unsupported' }) },
    },
    inspectPhoto: {
      done: (context: BatchContext) => ({
        'a good photo': inspected(context),
        'too thin for the function': { ...inspected(context), width: 60_000, height: 10 },
        'not an image': { ...inspected(context), problem: 'notAnImage' as const },
      }),
      error: { broken: rejecting({ reason: 'unsupported' }), offline: rejecting(offline) },
    },
    guardLeaving: { error: { 'a fault': new Error('a fault') } },
  },
  reads: (context) => [
    context.setup !== null,
    context.purse && [context.purse.allowance.used, context.purse.credits !== null],
    context.settings !== null,
    isStarted(context) && context.lack,
    context.picture,
    context.leftOut.length > 0,
    possibleTwins(context).length > 0,
    context.photos.map((one) => [
      one.step.kind,
      'photo' in one.step && one.step.photo.width,
      againOfPhoto(one)?.from,
      'input' in one.step && one.step.input.from,
      'wish' in one.step && one.step.wish.options.background,
      one.step.kind === 'ended' && one.step.outcome.kind,
    ]),
  ],
  bounds: {
    situations: 20_000,
    // Two photos cover all transitions of this chart; the chart tests choose more. The end of the
    // guard and files left out during the work change nothing else.
    stop: (context, ended) =>
      context.photos.length > 2 ||
      ended.has('guardLeaving') ||
      (isStarted(context) && context.leftOut.length > 0),
    allows: ({ event = '', actor }, snapshot) => {
      if (actor === 'guardLeaving') return areAt(snapshot.context, ['arrived', 'working']);
      return isExplored(event, snapshot.context);
    },
  },
});
