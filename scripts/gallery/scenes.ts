import type { AnyMachineSnapshot } from 'xstate';
import { coreRejected, recordOf, refused, rejecting } from '../../machines/chart-samples.ts';
import type { DebugConsoleContext } from '../../machines/debug-console/debug-console.events.ts';
import type { DialogContent, DialogRequest } from '../../machines/model/dialog.ts';
import type { OverlayStage } from '../../machines/model/overlay-stage.ts';
import type { OverlayContext } from '../../machines/overlay/overlay.events.ts';
import type { ConsoleView } from '../../machines/ports/debug-console.port.ts';
import type { ResultContext } from '../../machines/result/result.events.ts';
import type { SessionContext } from '../../machines/session/session.events.ts';
import type { ToastContext, ToastKind } from '../../machines/toast/toast.events.ts';
import type { MessageId } from '../../src/i18n/message-id.ts';
import type { Step } from '../../tests/paths/step.ts';
import { memberWithoutPlan, usedUp, withoutAllowance } from './samples.ts';
import { noticeDismissed, type Scene, type Wish } from './scene.ts';
import type { Cue } from './stage.ts';
import { taskScenes } from './task-scenes.ts';

const isIn =
  (state: string | Record<string, unknown>) =>
  (snapshot: AnyMachineSnapshot): boolean =>
    snapshot.matches(state as never);

const chosen: Wish = ['task', isIn('chosen')];
const watched: Wish = [
  'task',
  (task) => task.matches('working') && task.context.watching && task.context.photo !== null,
];
const recordsOpen: Wish = ['app', isIn({ boot: 'ready', page: 'records' })];
const resultOpen: Wish = ['app', isIn({ boot: 'ready', page: 'result' })];
const recordsListed: Wish = ['records', isIn({ listed: { list: 'idle' } })];
const resultShown: Wish = ['result', isIn('shown')];

const nothing = () => null;

const stages = [
  'preparing',
  'uploading',
  'starting',
  'waiting',
  'queued',
  'reading',
  'detecting',
  'running',
  'writing',
  'cancelling',
] as const satisfies readonly OverlayStage[];

const measures = Object.fromEntries(
  stages.map((stage, index) => {
    const remainingMs = stage === 'running' ? { low: 3000, high: 9000 } : null;
    return [stage, { fraction: 0.1 + index * 0.08, stage, remainingMs }];
  }),
);

/** What a person says to a dialog reaches the chart that asked by way of the dialogs. */
function throughDialogs(step: Step): readonly Cue[] | null {
  if (step.kind !== 'event' || step.event.type !== 'dialog.answered') return null;
  const type = `dialog.${step.event.answer}`;
  return [{ to: 'dialogs', step: { kind: 'event', by: 'people', event: { type }, says: type } }];
}

const overlay: Scene = {
  chart: 'overlay',
  says: '',
  path: () => '/',
  shot: 'window',
  per: 'value',
  samples: { charts: { 'overlay.measured': measures } },
  seen: ({ stage }: OverlayContext) => stage,
  shows: (snapshot) =>
    snapshot.matches({ open: { sight: 'shown', progress: 'climbing', tips: 'first' } })
      ? snapshot.context.stage
      : null,
  among: (snapshot) => (snapshot.matches('hidden') ? [] : [watched]),
};

type Words = { id: MessageId } | { text: string; code: string };

const toasts: Record<string, { kind: ToastKind; message: Words }> = {
  'a success': { kind: 'success', message: { id: 'toast.task.succeeded' } },
  'an error': { kind: 'error', message: { text: 'The server says why.', code: '500' } },
  'an error with words of ours': { kind: 'error', message: { text: '', code: 'rate_limited' } },
  'a warning': { kind: 'warning', message: { id: 'toast.task.rejected' } },
  'another warning': { kind: 'warning', message: { id: 'toast.task.failed' } },
  'some information': { kind: 'info', message: { id: 'toast.recordDeleted' } },
  'a removal that failed': { kind: 'error', message: { id: 'toast.removalFailed' } },
  'a cancellation that failed': { kind: 'error', message: { id: 'toast.cancelFailed' } },
};

const toast: Scene = {
  chart: 'toast',
  says: '',
  path: () => '/',
  shot: { element: 'toast' },
  per: 'value',
  samples: { charts: { 'toast.requested': toasts } },
  seen: ({ toast: shown }: ToastContext) => shown && [shown.kind, shown.message],
  shows: ({ context }) => context.toast && [context.toast.kind, context.toast.message],
};

type PlainKind = Exclude<DialogContent['kind'], 'messageBox'>;

const plainDialogs: Record<PlainKind, string> = {
  signIn: 'sign in',
  emailSignIn: 'sign in by mail',
  payment: 'pay',
  package: 'choose a package',
  orderCompleteCheck: 'check an order',
  order: 'an order',
  creditsNotEnough: 'not enough credits',
  dayOrderCompleteCheck: 'check an order of a day',
};

const dialogSamples = Object.fromEntries(
  Object.entries(plainDialogs).map(([kind, says]) => [
    says,
    { dialog: { id: kind, requester: null, content: { kind } } },
  ]),
);

const openDialog = ({ context }: AnyMachineSnapshot) => context.open as DialogRequest | null;

const dialogs: Scene = {
  chart: 'dialogs',
  says: '',
  path: (snapshot) => {
    const requester = openDialog(snapshot)?.requester;
    if (requester === 'records') return '/record';
    return requester === 'result' ? '/result/r1' : '/';
  },
  shot: 'window',
  per: 'value',
  samples: { charts: { 'dialog.opened': dialogSamples } },
  // a dialog that waits cannot be seen
  allows: (_, { snapshot }) => snapshot.context.waiting.length === 0,
  shows: (snapshot) => {
    const dialog = openDialog(snapshot);
    return dialog && [dialog.requester, dialog.content];
  },
  among: (snapshot) => {
    const requester = openDialog(snapshot)?.requester;
    if (requester === 'records') return [recordsOpen, recordsListed];
    return requester === 'result' ? [resultOpen, resultShown] : [];
  },
};

const pageOfApp: Record<string, string> = { none: '/', records: '/record', result: '/result/r1' };

const app: Scene = {
  chart: 'app',
  says: '',
  path: ({ value }) => pageOfApp[value.page] ?? '/',
  shot: 'window',
  per: 'leaf',
  samples: {
    inputs: {
      'the home page': { path: '/', messages: {} },
      'an advertisement': { path: '/?utm_source=sun', messages: {} },
    },
  },
  // its children are charts here: they do not fail on demand
  allows: (step) =>
    step.kind !== 'error' || ['loadSetup', 'navigate', 'saveCampaign'].includes(step.actor),
  shows: nothing,
  // with its offer it would have to be ready
  among: () => [['task', isIn('resuming')]],
};

const session: Scene = {
  chart: 'session',
  says: '',
  path: () => '/',
  shot: { element: 'session' },
  per: 'value',
  samples: {
    actors: {
      refreshUser: {
        done: {
          'a guest who has used up the day': usedUp,
          'a guest without an allowance': withoutAllowance,
          'a member without a plan': memberWithoutPlan,
        },
      },
    },
  },
  seen: ({ user }: SessionContext) => user,
  shows: ({ context }) => context.user && [context.user.allowance, context.user.vipStatus],
  among: () => [chosen],
};

const language: Scene = {
  chart: 'language',
  says: '',
  path: () => '/',
  shot: { element: 'language' },
  per: 'value',
  samples: { inputs: { '': { path: '/', messages: {} } } },
  shows: nothing,
};

const row = (name: string, value: string, note = '') => ({ name, value, note });

const consoleRows: Record<ConsoleView, ReturnType<typeof row>[]> = {
  cookies: [row('lightwell_lang', 'de', '2 characters'), row('lightwell_guest', '…', 'hidden')],
  localStorage: [row('lightwell.campaign', '{"utm_source":"sun"}', '20 characters')],
  actors: [row('app', 'boot.ready connection.online'), row('task', 'choosing.empty')],
  events: [row('task', 'photo.chosen', 'checking'), row('app', 'setup.loaded', 'boot.ready')],
  calls: [row('GET /v1/entrance/setup', '200', '14 ms')],
  build: [row('run environment', 'development'), row('website', 'lightwell')],
};

const consoleViews = Object.keys(consoleRows) as ConsoleView[];

const debugConsole: Scene = {
  chart: 'debugConsole',
  says: '',
  path: () => '/',
  shot: { element: 'debugConsole' },
  per: 'value',
  samples: {
    people: {
      'debugConsole.viewChosen': Object.fromEntries(consoleViews.map((view) => [view, { view }])),
    },
    actors: {
      watchConsole: {
        sends: ({ view }: DebugConsoleContext) => ({
          rows: {
            type: 'debugConsole.read',
            content: { kind: 'rows', rows: consoleRows[view] },
          },
          ...(view === 'cookies' && {
            nothing: { type: 'debugConsole.read', content: { kind: 'rows', rows: [] } },
          }),
          ...(view === 'actors' && {
            'not known here': { type: 'debugConsole.read', content: { kind: 'unavailable' } },
          }),
        }),
      },
    },
  },
  // single taps cannot be seen, and the signs lead to the same states
  allows: (step) => !(step.kind === 'event' && step.event.type === 'debugConsole.tapped'),
  seen: ({ content }: DebugConsoleContext) => content,
  shows: (snapshot) =>
    snapshot.matches({ shown: { size: 'open', report: 'idle' } })
      ? [snapshot.context.view, snapshot.context.content]
      : null,
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

const records: Scene = {
  chart: 'records',
  says: '',
  path: () => '/record',
  shot: { element: 'records' },
  per: 'value',
  samples: { actors: { listRecords: { done: { 'one of each kind': everyRecord } } } },
  shows: (snapshot) =>
    snapshot.matches({ listed: { list: 'idle', live: 'following' } }) &&
    snapshot.context.records.length === everyRecord.records.length,
  via: throughDialogs,
  among: () => [recordsOpen],
};

const moving = (stage: OverlayStage, fraction: number) =>
  recordOf('r1', 1, {
    progress: { stage: stage as 'running', fraction, remainingMs: { low: 3000, high: 9000 } },
  });

const result: Scene = {
  chart: 'result',
  says: '',
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
      watchRecord: {
        sends: {
          'it runs, measured': { type: 'record.changed', record: moving('running', 0.4) },
          'faces are looked for': { type: 'record.changed', record: moving('detecting', 0.1) },
        },
      },
    },
  },
  allows: (step) => !(step.kind === 'event' && step.event.type === 'result.opened'),
  seen: ({ record, failure }: ResultContext) => [
    record && [record.reason, record.progress?.stage],
    failure?.code,
  ],
  shows: (snapshot) => {
    const { record, failure } = snapshot.context as ResultContext;
    if (snapshot.matches('waiting')) return record?.progress?.stage;
    if (snapshot.matches('failed')) return record?.reason;
    if (snapshot.matches('failedToLoad')) return failure?.code;
    const isAsked = snapshot.matches('confirming') || snapshot.matches('removing');
    return isAsked ? record?.dealStatus : null;
  },
  via: throughDialogs,
  among: () => [resultOpen],
};

const rejectedResult: Scene = {
  ...result,
  says: 'the notice dismissed',
  keeps: isIn('rejected'),
  afterwards: [noticeDismissed],
};

/** Where each chart rests when nothing is said about it: a guest who has just arrived. */
export const atRest: readonly Wish[] = [
  [
    'language',
    (snapshot) => snapshot.matches({ ready: 'settled' }) && snapshot.context.locale === 'en',
  ],
  ['session', (session) => session.matches('guest') && session.context.user !== null],
  ['app', isIn({ boot: 'ready' })],
  ['task', (snapshot) => snapshot.matches({ choosing: 'empty' })],
  ['debugConsole', isIn('hidden')],
];

export const scenes: readonly Scene[] = [
  ...taskScenes,
  overlay,
  records,
  result,
  rejectedResult,
  dialogs,
  toast,
  app,
  session,
  language,
  debugConsole,
];

/** Charts that are on no screen, with the reason. */
export const offScreen: Readonly<Record<string, string>> = {
  taskRecord: 'the life of a task on the server; the screens of it are those of task and result',
};
