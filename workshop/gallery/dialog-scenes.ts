import type { AnyMachineSnapshot } from 'xstate';
import type {
  AccountChangeContext,
  AccountChangeInput,
} from '../../machines/account-change/account-change.types.ts';
import { accountChangeDescriptor } from '../../machines/account-change/spec/account-change.descriptor.ts';
import type { DialogRequest, DialogsContext } from '../../machines/dialogs/dialogs.types.ts';
import { statePath } from '../../machines/model/state-path.ts';
import { signInRequest } from '../../machines/sign-in/sign-in.request.ts';
import type { SignInContext, SignInInput } from '../../machines/sign-in/sign-in.types.ts';
import { signInDescriptor } from '../../machines/sign-in/spec/sign-in.descriptor.ts';
import { member } from '../../machines/testing/samples.ts';
import type { ToastContext, ToastKind } from '../../machines/toast/toast.types.ts';
import type { MessageId } from '../../src/i18n/message-id.ts';
import { checkout, checkoutRequests } from './checkout-scenes.ts';
import { dialogCharts } from './dialog-charts.ts';
import { orderRequests, orderScenes } from './order-scenes.ts';
import { cancellationRequests } from './plan-scenes.ts';
import { isSignedOutBy, type Scene } from './scene.ts';
import {
  accountOpen,
  accountShown,
  memberHere,
  recordsListed,
  recordsOpen,
  resultOpen,
  resultShown,
} from './wishes.ts';

type Words =
  | { id: MessageId; values?: Record<string, string | number> }
  | { text: string; code: string };

const signedIn = (count: number): Words => ({
  id: 'toast.signedIn',
  values: { address: member.email, count },
});

const toasts: Record<string, { kind: ToastKind; message: Words }> = {
  'a success': { kind: 'success', message: { id: 'toast.task.succeeded' } },
  'a sign-in': { kind: 'success', message: signedIn(0) },
  'a sign-in with a photo': { kind: 'success', message: signedIn(1) },
  'a sign-in with photos': { kind: 'success', message: signedIn(3) },
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

const notEnough: DialogRequest = {
  id: 'creditsNotEnough',
  name: 'creditsNotEnough',
  requester: null,
  kind: 'messageBox',
  input: {
    mode: 'notice',
    title: { id: 'dialog.creditsNotEnough.title' },
    message: { id: 'dialog.creditsNotEnough.message' },
  },
};

const changes = accountChangeDescriptor.inputs as Readonly<Record<string, AccountChangeInput>>;

const changeRequests = Object.fromEntries(
  Object.entries(changes).map(([says, input]) => {
    const id = `account.${input.kind}`;
    const dialog: DialogRequest = {
      id,
      name: id,
      requester: 'account',
      kind: 'accountChange',
      input,
    };
    return [says, { dialog }];
  }),
);

const signIns = Object.fromEntries(
  Object.entries(signInDescriptor.inputs as Readonly<Record<string, SignInInput>>).map(
    ([says, input]) => [`to sign in: ${says}`, { dialog: signInRequest(input).dialog }],
  ),
);

const firstDialog = ({ context }: AnyMachineSnapshot): DialogRequest | undefined =>
  (context as DialogsContext).queue[0];

const dialogs: Scene = {
  chart: 'dialogs',
  says: '',
  path: (snapshot) => {
    const requester = firstDialog(snapshot)?.requester;
    if (requester === 'records') return '/record';
    if (requester === 'account') return '/account';
    return requester === 'result' ? '/result/r1' : '/';
  },
  shot: 'window',
  per: 'value',
  samples: {
    charts: {
      'dialog.requested': {
        'not enough credits': { dialog: notEnough },
        ...changeRequests,
        ...signIns,
        ...checkoutRequests,
        ...orderRequests,
        ...cancellationRequests,
      },
    },
    actors: {
      loadDialog: {
        done: ({ queue: [first] }: DialogsContext) => ({ '': first && dialogCharts[first.kind] }),
      },
    },
  },
  // a dialog with another input looks different
  seen: ({ queue }: DialogsContext) => queue.map(({ input }) => input),
  // a queued dialog is invisible
  allows: (_, { snapshot }) => snapshot.context.queue.length <= 1,
  shows: (snapshot) => {
    const dialog = firstDialog(snapshot);
    return snapshot.matches('open') && [dialog?.requester, dialog?.input];
  },
  among: (snapshot) => {
    const requester = firstDialog(snapshot)?.requester;
    if (requester === 'records') return [recordsOpen, recordsListed];
    if (requester === 'account') return [memberHere, accountOpen, accountShown];
    return requester === 'result' ? [resultOpen, resultShown] : [];
  },
};

const messageBox: Scene = {
  chart: 'messageBox',
  says: '',
  path: () => '/',
  shot: 'window',
  per: 'value',
  shows: ({ context }) => context.mode,
  among: ({ context: { mode } }) => [
    [
      'dialogs',
      (snapshot) => {
        const first = firstDialog(snapshot);
        return (
          snapshot.matches('open') && first?.kind === 'messageBox' && first.input.mode === mode
        );
      },
    ],
  ],
};

const signIn: Scene = {
  chart: 'signIn',
  says: '',
  path: () => '/',
  shot: 'window',
  per: 'value',
  situations: 6000,
  seen: ({ form: { values, problems }, use, failure, hasEnded }: SignInContext) => [
    ...[values.address === '', values.code, values.password, problems],
    ...[use, failure?.code ?? failure?.reason, hasEnded],
  ],
  shows: ({ value, context: { form, use, failure, hasEnded } }) => [
    statePath(value).startsWith('typing') && use,
    ...[form.problems, failure?.code ?? failure?.reason, hasEnded],
  ],
  // one form problem at a time
  keeps: ({ context: { form, failure } }) =>
    Object.values(form.problems).filter(Boolean).length + (failure ? 1 : 0) < 2,
  among: ({ context: { link, hasEnded } }) => [
    [
      'dialogs',
      (snapshot) => {
        const first = firstDialog(snapshot);
        return (
          snapshot.matches('open') &&
          first?.kind === 'signIn' &&
          first.input.link === link &&
          first.input.hasEnded === hasEnded
        );
      },
    ],
  ],
};

const accountChange: Scene = {
  chart: 'accountChange',
  says: '',
  path: () => '/account',
  shot: 'window',
  per: 'value',
  situations: 3000,
  seen: ({ kind, hasPassword, form: { values, problems }, failure }: AccountChangeContext) => [
    ...[kind, hasPassword, values, problems],
    failure?.code ?? failure?.reason,
  ],
  shows: ({ context: { kind, hasPassword, form, failure } }) => [
    ...[kind, hasPassword, form.problems],
    failure?.code ?? failure?.reason,
  ],
  // a problem is shown only in the state in which it occurs
  keeps: (snapshot) => {
    const { form, failure } = snapshot.context as AccountChangeContext;
    const told = Object.values(form.problems).filter(Boolean).length + (failure ? 1 : 0);
    const places = ['asking', { byPassword: 'asking' }, { typing: 'waiting' }] as const;
    return told === 0 || (told < 3 && places.some((place) => snapshot.matches(place as never)));
  },
  allows: (step) => !isSignedOutBy(step),
  among: ({ context: { kind, hasPassword } }) => [
    ...[memberHere, accountOpen, accountShown],
    [
      'dialogs',
      (snapshot) => {
        const first = firstDialog(snapshot);
        return (
          snapshot.matches('open') &&
          first?.kind === 'accountChange' &&
          first.input.kind === kind &&
          first.input.hasPassword === hasPassword
        );
      },
    ],
  ],
};

export const dialogScenes: readonly Scene[] = [
  dialogs,
  messageBox,
  signIn,
  accountChange,
  checkout,
  ...orderScenes,
  toast,
];
