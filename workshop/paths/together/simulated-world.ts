import type { AnyStateMachine } from 'xstate';
import { accountChangeMachine } from '../../../machines/account-change/account-change.machine.ts';
import { cancellationMachine } from '../../../machines/cancellation/cancellation.machine.ts';
import { checkoutMachine } from '../../../machines/checkout/checkout.machine.ts';
import { messageBoxMachine } from '../../../machines/message-box/message-box.machine.ts';
import type { DialogKind } from '../../../machines/model/dialog.ts';
import type { Photo } from '../../../machines/model/photo.ts';
import { isUnderWay, type TaskRecord } from '../../../machines/model/task-record.ts';
import { orderCheckMachine } from '../../../machines/order-check/order-check.machine.ts';
import { signInMachine } from '../../../machines/sign-in/sign-in.machine.ts';
import { samplePiece, samplePreview } from '../../../machines/testing/sample-preview.ts';
import {
  guest,
  memberSession,
  offer,
  offline,
  photo,
  prepared,
  recordOf,
  refused,
  rejecting,
  storageRefused,
  ticket,
} from '../../../machines/testing/samples.ts';
import { accountAnswers, browserAnswers, entranceAnswers } from './account-answers.ts';
import { moneyAnswers } from './money-answers.ts';
import type { Question } from './open-ports.ts';
import type { Outcomes, SimulatedWorld } from './world.ts';

export const newWorld = (): SimulatedWorld => ({
  records: [recordOf('newest', 2), recordOf('oldest', 2)],
  deleted: new Set(),
  started: new Map(),
  keys: 0,
  order: null,
  token: memberSession.token,
  isOnline: true,
});

const failing = (failure: Parameters<typeof rejecting>[0]) => () => {
  throw rejecting(failure);
};

const isOffline = { offline: failing(offline) };

/** Changes a record and answers the calls that wait for such a change. */
export const moved = (world: SimulatedWorld, id: string, changes: Partial<TaskRecord>) => {
  world.records = world.records.map((record) =>
    record.id === id ? { ...record, ...changes, revision: record.revision + 1 } : record,
  );
};

const find = (world: SimulatedWorld, id: unknown): TaskRecord => {
  const record = world.records.find((one) => one.id === id);
  if (record) return record;
  throw rejecting(refused(world.deleted.has(String(id)) ? 'record_gone' : 'record_not_found'));
};

const start = (world: SimulatedWorld, input: Question['input']): TaskRecord => {
  const key = String(input.idempotencyKey);
  const known = world.started.get(key);
  if (known !== undefined) return find(world, known);
  const record = recordOf(`task-${world.started.size + 1}`, 0);
  world.started.set(key, record.id);
  world.records = [record, ...world.records];
  return record;
};

const remove = (world: SimulatedWorld, id: unknown): void => {
  find(world, id);
  world.deleted.add(String(id));
  world.records = world.records.filter((record) => record.id !== id);
};

const ended = (world: SimulatedWorld, id: unknown): TaskRecord => {
  if (!isUnderWay(find(world, id))) throw rejecting(refused('record_ended'));
  moved(world, String(id), { dealStatus: 5 });
  return find(world, id);
};

const photoOf = ({ source }: Question['input']): Photo => {
  const { id = photo.id } = source as { id?: string };
  return { ...photo, id };
};

const serverAnswers = (world: SimulatedWorld, { call, input, caller }: Question): Outcomes => {
  const hasToken = caller?.kind === 'user';
  const isTurnedAway = hasToken && caller.token !== world.token;
  const signIn = { 'sign in first': failing(refused('10009')) };
  if (call === 'refreshUser') {
    return {
      'who calls': () => (hasToken && !isTurnedAway ? memberSession.user : guest),
      ...isOffline,
    };
  }
  const entrance = entranceAnswers(world)[call];
  if (entrance) return { ...entrance, ...isOffline };
  if (isTurnedAway) return signIn;
  const answers: Record<string, Outcomes> = {
    ...accountAnswers(world, input),
    ...moneyAnswers(world, input),
    loadSetup: { 'the offer': () => offer },
    requestUpload: {
      'a ticket': () => ticket,
      'the day is used up': failing(refused('daily_limit')),
    },
    startTask: {
      'it is queued': () => start(world, input),
      'the answer is lost': () => {
        start(world, input);
        throw rejecting(offline);
      },
      'the day is used up': failing(refused('daily_limit')),
    },
    findAttempt: {
      'what there is': () => {
        const id = world.started.get(String(input.idempotencyKey));
        return id === undefined ? null : find(world, id);
      },
    },
    findRunningTask: { 'what runs': () => world.records.find(isUnderWay) ?? null },
    findRegions: { nothing: () => [] },
    previewFunction: { 'a preview': () => samplePreview },
    findAddress: { 'that of the user': () => (world.token ? 'anna@example.com' : null) },
    cancelTask: { 'it is cancelled': () => ended(world, input.id) },
    listRecords: { 'all records': () => ({ records: world.records, nextCursor: null }) },
    loadRecord: { 'the record': () => find(world, input.id) },
    awaitRecord: { 'the record': () => find(world, input.id) },
    deleteRecord: { 'it is deleted': () => remove(world, input.id) },
  };
  return { ...answers[call], ...isOffline };
};

const dialogCharts: Readonly<Record<DialogKind, AnyStateMachine>> = {
  messageBox: messageBoxMachine,
  signIn: signInMachine,
  accountChange: accountChangeMachine,
  checkout: checkoutMachine,
  orderCheck: orderCheckMachine,
  dayOrderCheck: orderCheckMachine,
  cancellation: cancellationMachine,
};

const aKey = (world: SimulatedWorld): Outcomes => ({
  'a key': () => {
    world.keys += 1;
    return `key-0123456789-${world.keys}`;
  },
});

/** The possible answers to an open call at this time. Empty if it gets no answer. */
export const outcomesOf = (world: SimulatedWorld, question: Question): Outcomes => {
  if (question.caller) return serverAnswers(world, question);
  const { call, input } = question;
  const answers: Record<string, Outcomes> = {
    ...browserAnswers,
    restoreSession: {
      'a member': () => memberSession,
      'a guest': () => null,
      'no cookies': failing(storageRefused),
    },
    createKey: aKey(world),
    createOrderKey: aKey(world),
    openPayPage: { 'the visitor comes back': () => undefined },
    inspectPhoto: {
      'a photo': () => photoOf(input),
      'not an image': () => ({ ...photoOf(input), problem: 'notAnImage' }),
    },
    preparePhoto: { 'it is ready': () => prepared },
    cropPhoto: { 'a piece': () => samplePiece },
    loadDialog: { 'its chart': () => dialogCharts[input.kind as DialogKind], ...isOffline },
    preparePage: { 'it is here': () => undefined, ...isOffline },
    navigate: { 'the address changes': () => undefined },
    readLanguageSigns: { English: () => ({ cookie: null, browser: ['en'] }) },
    loadMessages: { 'the words': () => ({}) },
    readDebugSigns: { nothing: () => ({ runEnv: 'production', flagged: false }) },
    takeKeptPhoto: { nothing: () => null },
    waitUntil: {},
    readDraft: { nothing: () => null },
    copyReport: {},
  };
  return answers[call] ?? { done: () => undefined };
};
