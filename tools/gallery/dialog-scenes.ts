import type { AnyMachineSnapshot } from 'xstate';
import type { DialogContent, DialogRequest } from '../../machines/model/dialog.ts';
import type { ToastContext, ToastKind } from '../../machines/toast/toast.types.ts';
import type { MessageId } from '../../src/i18n/message-id.ts';
import type { Scene } from './scene.ts';
import { recordsListed, recordsOpen, resultOpen, resultShown } from './wishes.ts';

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
  // a queued dialog is invisible
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

export const dialogScenes: readonly Scene[] = [dialogs, toast];
