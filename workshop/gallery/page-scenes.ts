import type { AnyMachineSnapshot } from 'xstate';
import type { AccountContext } from '../../machines/account/account.types.ts';
import type { ContactContext } from '../../machines/contact/contact.types.ts';
import type { OverlayStage } from '../../machines/model/overlay-stage.ts';
import { copyOverPath } from '../../machines/model/pages.ts';
import type { ResultContext } from '../../machines/result/result.types.ts';
import { coreRejected, recordOf, refused, rejecting } from '../../machines/testing/samples.ts';
import type { UnsubscribeContext } from '../../machines/unsubscribe/unsubscribe.types.ts';
import type { Step } from '../paths/step.ts';
import { dialogArrives } from './dialog-charts.ts';
import { finishedRows } from './samples.ts';
import { isSignedOutBy, type Scene } from './scene.ts';
import type { Cue } from './stage.ts';
import {
  contactOpen,
  memberHere,
  openAt,
  recordsOpen,
  resultOpen,
  unsubscribeLink,
  visitorUnknown,
} from './wishes.ts';

/** Opens a question above the page and sends the visitor's answer to the chart that asked. */
const throughDialogs =
  (chart: 'records' | 'result') =>
  (step: Step): readonly Cue[] | null => {
    if (step.kind !== 'event') return null;
    if (['removal.pressed', 'removals.pressed'].includes(step.event.type))
      return [{ to: chart, step }, dialogArrives('messageBox')];
    if (step.event.type !== 'dialog.answered') return null;
    const type = `dialog.${step.event.answer}`;
    const said: Step = { kind: 'event', by: 'people', event: { type }, says: type };
    return [{ to: 'messageBox', step: said }];
  };

const everyRecord = {
  records: [
    recordOf('r1', 0),
    recordOf('r2', 1, {
      progress: { stage: 'running', fraction: 0.4, remainingMs: { low: 3000, high: 9000 } },
    }),
    recordOf('r3', 2, { code: 'enhance', type: 21 }),
    { ...coreRejected, id: 'r4', code: 'face-portrait', type: 50 },
    recordOf('r5', 4, { reason: 'engine_failed', code: 'denoise', type: 22 }),
    recordOf('r6', 5, { code: 'operator-model', type: 100 }),
  ],
  nextCursor: 'next',
};

/* One picture for each state of each region, because the regions are independent. */
const keepsRecords: Scene['keeps'] = (snapshot) => {
  if (!snapshot.matches('listed')) return true;
  const isQuiet =
    snapshot.matches({ listed: { live: 'still' } }) ||
    snapshot.matches({ listed: { live: { following: 'inTouch' } } });
  return isQuiet || snapshot.matches({ listed: { list: 'idle' } });
};

const keepsResult: Scene['keeps'] = (snapshot) => {
  if (!snapshot.matches('waiting')) return true;
  const odd = [
    !snapshot.matches({ waiting: { news: 'inTouch' } }),
    !snapshot.matches({ waiting: { cancel: 'possible' } }),
    snapshot.matches({ waiting: { pace: 'late' } }),
  ];
  return odd.filter(Boolean).length < 2;
};

const records: Scene = {
  chart: 'records',
  says: '',
  keeps: keepsRecords,
  path: () => '/record',
  shot: { element: 'records' },
  per: 'value',
  samples: { actors: { listRecords: { done: { 'one of each kind': everyRecord } } } },
  shows: (snapshot) =>
    snapshot.matches({ listed: { list: 'idle', live: { following: 'inTouch' } } }) &&
    snapshot.context.records.length === everyRecord.records.length,
  via: throughDialogs('records'),
  // both steps reload the list, and the reloading list looks the same
  allows: (step) =>
    !('event' in step) || !['server.changed', 'record.ended'].includes(step.event.type),
  among: () => [recordsOpen],
};

const moving = (stage: OverlayStage, fraction: number) =>
  recordOf('r1', 1, {
    progress: { stage: stage as 'running', fraction, remainingMs: { low: 3000, high: 9000 } },
  });

const result: Scene = {
  chart: 'result',
  says: '',
  keeps: keepsResult,
  path: () => '/result/r1',
  shot: { element: 'result' },
  per: 'value',
  samples: {
    actors: {
      loadRecord: {
        done: {
          'the engine failed': recordOf('r1', 4, { reason: 'engine_failed' }),
          'it took too long': recordOf('r1', 4, { reason: 'task_expired' }),
        },
        error: { 'the server is full': rejecting(refused('unavailable')) },
      },
      recordWatch: {
        sends: {
          'it runs, measured': { type: 'record.changed', record: moving('running', 0.4) },
          'a part is finished': {
            type: 'record.changed',
            record: { ...moving('running', 0.4), partial: finishedRows },
          },
          'faces are looked for': { type: 'record.changed', record: moving('detecting', 0.1) },
        },
      },
    },
  },
  // after a crash, only the connection state differs, which is invisible
  allows: (step) => step.kind !== 'error' || step.actor !== 'recordWatch',
  seen: ({ record, failure }: ResultContext) => [
    record && [record.reason, record.progress?.stage, record.partial?.share],
    failure?.code,
  ],
  shows: (snapshot) => {
    const { record, failure } = snapshot.context as ResultContext;
    if (snapshot.matches('waiting')) {
      // the connection state is invisible, so one is enough
      const usual = { news: 'inTouch', cancel: 'possible', pace: 'timed' };
      const share = snapshot.matches({ waiting: usual }) && record?.partial?.share;
      return [record?.progress?.stage, share];
    }
    if (snapshot.matches('failed')) return record?.reason;
    if (snapshot.matches('failedToLoad')) return failure?.code;
    const isAsked = snapshot.matches('confirming') || snapshot.matches('removing');
    return isAsked ? record?.dealStatus : null;
  },
  via: throughDialogs('result'),
  among: () => [resultOpen],
};

const unsubscribePath = (snapshot: AnyMachineSnapshot): string =>
  (snapshot.context as UnsubscribeContext).token === null ? '/unsubscribe' : unsubscribeLink;

const unsubscribe: Scene = {
  chart: 'unsubscribe',
  says: '',
  path: unsubscribePath,
  shot: { element: 'unsubscribe' },
  per: 'value',
  seen: ({ failure }: UnsubscribeContext) => failure?.reason,
  shows: (snapshot) => (snapshot.context as UnsubscribeContext).failure?.reason,
  among: (snapshot) => [openAt('unsubscribe', unsubscribePath(snapshot))],
};

const contact: Scene = {
  chart: 'contact',
  says: '',
  path: () => '/contact-us',
  shot: { element: 'contact' },
  per: 'value',
  seen: ({ failure }: ContactContext) => failure?.reason,
  shows: (snapshot) => {
    const { form, failure } = snapshot.context as ContactContext;
    return [form.problems, failure?.reason];
  },
  among: () => [contactOpen],
};

const reasonOf = (failure: AccountContext['failure']) => failure?.code ?? failure?.reason;

const accountPath = (snapshot: AnyMachineSnapshot): string =>
  (snapshot.context as AccountContext).isCopyOver ? copyOverPath : '/account';

const account: Scene = {
  chart: 'account',
  says: '',
  path: accountPath,
  // Breadth first; 20 000 situations show no further states.
  situations: 4000,
  shot: { element: 'account' },
  per: 'leaf',
  samples: {
    inputs: {
      'a user': { visitor: 'user-1', isCopyOver: false },
      'a user whose copy is gone': { visitor: 'user-1', isCopyOver: true },
      'a guest': { visitor: '', isCopyOver: false },
      'unknown visitor': { visitor: null, isCopyOver: false },
    },
  },
  // after the first moment, a visitor who is not yet identified looks like any other visitor
  keeps: (snapshot) => snapshot.context.visitor !== null || snapshot.matches('waiting'),
  // dialogs have their own scenes, and a user who was signed out sees the guest's page
  allows: (step) =>
    step.kind === 'event' ? step.event.type !== 'change.pressed' : !isSignedOutBy(step),
  seen: ({ failure, sessionsFailure, sessions, clock, credits }: AccountContext) => [
    ...[reasonOf(failure), reasonOf(sessionsFailure)],
    ...[sessions.length, clock.count, credits?.lines.length],
  ],
  shows: (snapshot) => {
    const { sessions, sessionsFailure, clock, credits } = snapshot.context as AccountContext;
    const isAtRest = snapshot.matches({
      shown: {
        credits: 'listed',
        creditsFile: 'still',
        preferences: 'still',
        sessions: 'listed',
        copy: 'still',
        clock: 'counted',
      },
    });
    // one deviation at a time
    const lines = credits?.lines.length;
    const usual = lines === 1 ? [sessions.length > 1, clock.count] : lines;
    return isAtRest && (sessionsFailure?.reason ?? usual);
  },
  among: (snapshot) => {
    const { visitor } = snapshot.context as AccountContext;
    const isOpen = openAt('account', accountPath(snapshot));
    if (visitor === null) return [visitorUnknown, isOpen];
    return visitor === '' ? [isOpen] : [memberHere, isOpen];
  },
};

export const pageScenes: readonly Scene[] = [records, result, account, unsubscribe, contact];
