import type { KeptPhoto, KeptRun } from '../../model/kept-photo.ts';
import { problemOf } from '../../model/start-obstacle.ts';
import { endOf } from '../../runs/runs.ends.ts';
import type { RunOver } from '../../runs/runs.types.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import { runOutcomes } from '../../testing/run-outcomes.ts';
import { sampleRegion } from '../../testing/sample-regions.ts';
import {
  guest,
  keptPhoto,
  member,
  offer,
  offline,
  ownPhoto,
  photo,
  recordOf,
  rejecting,
  startRequest as request,
  samplePhoto,
  wish,
} from '../../testing/samples.ts';
import { runLeft, selectedFit } from '../studio.choice.ts';
import { smallerFile } from '../studio.device.ts';
import { heldId, photoIn } from '../studio.held.ts';
import { studioMachine } from '../studio.machine.ts';
import type { StudioContext } from '../studio.types.ts';
import { studioLaws } from './studio.laws.descriptor.ts';

const onItsWay: KeptPhoto = {
  ...keptPhoto,
  run: { step: 'sending', idempotencyKey: request.idempotencyKey },
};

const overs = Object.entries(runOutcomes).map(
  ([says, outcome]): [string, Omit<RunOver, 'type'>] => {
    const asked = 'request' in outcome ? outcome.request : null;
    return [
      says,
      {
        outcome,
        again: asked && { from: 'request', request: asked, wish },
        isOnServer: outcome.kind === 'ended',
      },
    ];
  },
);

const problemWithOffer = (context: StudioContext) => {
  const inHand = photoIn(context);
  return context.setup === null && inHand ? problemOf(inHand, offer) : null;
};

const facesFound = {
  photoId: photo.id,
  functionCode: 'face-blur',
  regions: [sampleRegion('face', { left: 0.1, top: 0.2, width: 0.2, height: 0.3 })],
  fileKey: request.fileKey,
};

const credits = { balance: 30, expiresNext: { amount: 30, at: '2027-12-01T00:00:00.000Z' } };

export const studioDescriptor = describeChart<typeof studioMachine>({
  machine: studioMachine,
  laws: studioLaws,
  people: {
    'photo.chosen': {
      'a file': { source: ownPhoto },
      'a file from another app': {
        source: { kind: 'file', file: photo.file, id: 'photo-1', isShared: true },
      },
      'a sample': { source: samplePhoto },
    },
    'photo.removed': {},
    'function.selected': {
      'face blur': { code: 'face-blur' },
      'smaller file': { code: smallerFile },
      unknown: { code: 'nothing' },
    },
    'option.changed': {
      'of face blur': { name: 'kind', value: 'pixels' },
      unknown: { name: 'kind', value: 'nothing' },
    },
    'start.pressed': {},
    'retry.pressed': {},
  },
  charts: {
    'setup.loaded': ({ setup }) => (setup ? {} : { '': { setup: offer } }),
    'user.changed': ({ purse }) => ({
      ...(purse ? {} : { 'a guest': { user: guest } }),
      'a member': { user: { ...member, allowance: guest.allowance, credits } },
    }),
    'regions.changed': ({ found, functionCode }) =>
      found === null && functionCode === 'face-blur' ? { '': { found: facesFound } } : {},
    'picture.changed': ({ functionCode }) =>
      functionCode === 'face-blur' ? { '': { fileKey: request.fileKey } } : {},
    'photos.given': { '': { ids: [photo.id] } },
    'signIn.declined': {},
    'start.resumed': ({ held, resumed }) =>
      resumed === null && heldId({ held }) !== null ? { '': { photoId: photo.id } } : {},
    'connection.restored': {},
    'run.over': Object.fromEntries(overs),
    'runs.crashed': {},
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
  },
  reads: (context) => [
    context.setup !== null,
    context.purse !== null,
    context.held.kind,
    // true if every loaded function refuses the photo
    problemWithOffer(context) !== null,
    'source' in context.held && context.held.source.kind,
    context.held.kind === 'kept' && [context.held.photo.functionCode, context.held.photo.run?.step],
    runLeft(context)?.from,
    context.elsewhere.length,
    [context.resumed === null, context.resumed === heldId(context)],
    context.functionCode === 'face-blur',
    context.functionCode === smallerFile,
    Boolean(context.found?.fileKey),
    selectedFit(context)?.kind,
    context.over?.outcome.kind,
    context.over && endOf(context.over.outcome),
    context.over?.again?.from,
    context.over?.isOnServer,
  ],
});
