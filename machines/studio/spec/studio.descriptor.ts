import type { KeptPhoto, KeptRun } from '../../model/kept-photo.ts';
import { isStalled, type OverlayStage } from '../../model/overlay-stage.ts';
import { problemOf } from '../../model/start-obstacle.ts';
import type { RunNews, RunOutcome } from '../../run/run.types.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import {
  coreRejected,
  guest,
  keptPhoto,
  measuredRecord,
  member,
  offer,
  offline,
  ownPhoto,
  photo,
  recordOf,
  refused,
  rejecting,
  startRequest as request,
  samplePhoto,
} from '../../testing/samples.ts';
import { againOf } from '../studio.cards.ts';
import { runLeft, selectedFit } from '../studio.choice.ts';
import { endOf } from '../studio.ends.ts';
import { heldId, photoIn } from '../studio.held.ts';
import { studioMachine } from '../studio.machine.ts';
import { attemptsBeside, outcomeInHand } from '../studio.runs.ts';
import type { StudioContext } from '../studio.types.ts';
import { studioLaws } from './studio.laws.descriptor.ts';

const outcomes = {
  'it is done': { kind: 'ended', record: recordOf('r1', 2) },
  'the core refused it': { kind: 'ended', record: coreRejected },
  'it failed at the server': { kind: 'ended', record: recordOf('r1', 4) },
  'it was cancelled': { kind: 'ended', record: recordOf('r1', 5) },
  'it is gone': { kind: 'gone' },
  'it was stopped before its start': { kind: 'cancelled' },
  'the day is used up': { kind: 'limited' },
  'sign in first': { kind: 'turnedAway', failure: refused('10009') },
  'it failed': { kind: 'failed', failure: refused('file_too_large') },
  'it did not start': { kind: 'notStarted', failure: offline, request },
  'unknown whether it started': { kind: 'unsure', failure: offline, request },
} as const satisfies Record<string, RunOutcome>;

const onItsWay: KeptPhoto = {
  ...keptPhoto,
  run: { step: 'sending', idempotencyKey: request.idempotencyKey },
};

const moved = (id: string, stage: OverlayStage): RunNews => {
  const record = stage === 'running' ? measuredRecord : null;
  return {
    type: 'run.moved',
    id,
    view: { stage, fraction: 0.1, remainingMs: record?.progress?.remainingMs ?? null, record },
    request: record ? request : null,
  };
};

/** Events that a run sends. */
const run = (id: string) => ({
  sends: {
    'it waits': moved(id, 'waiting'),
    'it runs': moved(id, 'running'),
    'it is late': { type: 'run.delayed' as const, id, isDelayed: true },
    ...Object.fromEntries(
      Object.entries(outcomes).map(([says, outcome]) => [
        says,
        { type: 'run.ended' as const, id, outcome },
      ]),
    ),
  },
  error: { 'a fault': new Error('a fault') },
});

const problemWithOffer = (context: StudioContext) => {
  const inHand = photoIn(context);
  return context.setup === null && inHand ? problemOf(inHand, offer) : null;
};

const facesFound = {
  photoId: photo.id,
  functionCode: 'face-blur',
  regions: [{ left: 0.1, top: 0.2, width: 0.2, height: 0.3 }],
  fileKey: request.fileKey,
};

const credits = { balance: 30, expiresNext: { amount: 30, at: '2027-12-01T00:00:00.000Z' } };

export const studioDescriptor = describeChart<typeof studioMachine>({
  machine: studioMachine,
  laws: studioLaws,
  people: {
    'photo.chosen': { 'a file': { source: ownPhoto }, 'a sample': { source: samplePhoto } },
    'photo.removed': {},
    'function.selected': { 'face blur': { code: 'face-blur' }, unknown: { code: 'nothing' } },
    'option.changed': {
      'of face blur': { name: 'kind', value: 'pixels' },
      unknown: { name: 'kind', value: 'nothing' },
    },
    'start.pressed': {},
    'retry.pressed': {},
    'cancel.pressed': {},
    'card.cancelled': ({ runs, inHand }) => {
      const working = attemptsBeside({ runs, inHand }).find(({ outcome }) => outcome === null);
      return working ? { '': { id: working.id } } : {};
    },
    'card.hurried': ({ runs, inHand }) => {
      const waiting = attemptsBeside({ runs, inHand }).find(
        ({ outcome, view }) => outcome === null && isStalled(view.stage),
      );
      return waiting ? { '': { id: waiting.id } } : {};
    },
    'card.retried': ({ runs, inHand }) => {
      const ended = attemptsBeside({ runs, inHand }).find((card) => againOf(card) !== null);
      return ended ? { '': { id: ended.id } } : {};
    },
    'card.dismissed': ({ runs, inHand }) => {
      const ended = attemptsBeside({ runs, inHand }).find(({ outcome }) => outcome !== null);
      return ended ? { '': { id: ended.id } } : {};
    },
  },
  charts: {
    'setup.loaded': ({ setup }) => (setup ? {} : { '': { setup: offer } }),
    'user.changed': ({ purse }) => ({
      ...(purse ? {} : { 'a guest': { user: guest } }),
      'a member': { user: { ...member, allowance: guest.allowance, credits } },
    }),
    'regions.changed': ({ begun, found, functionCode }) =>
      begun === 0 && found === null && functionCode === 'face-blur'
        ? { '': { found: facesFound } }
        : {},
    'signIn.declined': {},
    'start.resumed': ({ held, resumed }) =>
      resumed === null && heldId({ held }) !== null ? { '': { photoId: photo.id } } : {},
    'connection.lost': {},
    'connection.restored': {},
    'overlay.left': {},
    'overlay.returned': {},
  },
  actors: {
    takeKeptPhoto: {
      done: {
        nothing: null,
        'a photo': keptPhoto,
        'one on its way': onItsWay,
        'one for a function that is gone': { ...onItsWay, functionCode: 'nothing' },
        'one that may have started': {
          ...keptPhoto,
          run: { step: 'asked', request } satisfies KeptRun,
        },
      },
      error: { 'the device cannot be looked through': rejecting({ reason: 'unsupported' }) },
    },
    watchKeptPhotos: {
      sends: {
        'one that is free': { type: 'keptPhoto.found', kept: keptPhoto },
        'one elsewhere': { type: 'keptPhoto.elsewhere', names: ['cat.jpg'] },
        none: { type: 'keptPhoto.nowhere' },
      },
      error: { 'a fault': new Error('a fault') },
    },
    findRunningTask: {
      done: { nothing: null, 'one that runs': recordOf('r1', 1) },
      error: { offline: rejecting(offline) },
    },
    inspectPhoto: {
      done: {
        'a good photo': photo,
        'a photo that no function reads': { ...photo, format: null, decodable: false },
        'a tiny photo': { ...photo, width: 16, height: 16 },
        'not an image': { ...photo, problem: 'notAnImage' },
      },
      error: { broken: rejecting({ reason: 'unsupported' }), offline: rejecting(offline) },
    },
    'run.1': run('run.1'),
  },
  reads: (context) => [
    context.setup !== null,
    context.purse !== null,
    context.held.kind,
    // true if the functions, once they are known, refuse the photo
    problemWithOffer(context) !== null,
    'source' in context.held && context.held.source.kind,
    context.held.kind === 'kept' && [context.held.photo.functionCode, context.held.photo.run?.step],
    runLeft(context)?.from,
    context.elsewhere.length,
    [context.resumed === null, context.resumed === heldId(context)],
    context.functionCode === 'face-blur',
    Boolean(context.found?.fileKey),
    selectedFit(context)?.kind,
    context.begun,
    context.inHand,
    context.runs.map((card) => [
      card.outcome && endOf(card.outcome),
      againOf(card)?.from,
      card.request !== null,
      card.view.record !== null,
    ]),
    outcomeInHand(context)?.kind,
  ],
  // a second run adds no new behaviour
  bounds: { stop: ({ begun }) => begun > 1 },
});
