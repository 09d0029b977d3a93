import { assign, enqueueActions, sendTo } from 'xstate';
import { sendRejected, setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type { DialogRequested } from '../dialogs/dialogs.types.ts';
import { type CodeSent, countingFrom, resendBodies } from '../form/resending.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import { knownCodes } from '../model/code-words.ts';
import { refused } from '../model/form.ts';
import type { OwnAccount } from '../model/own-account.ts';
import { ports } from '../port-actors.ts';
import type { AccountPort } from '../ports/account.port.ts';
import type { ClockPort } from '../ports/clock.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { ToastRequest } from '../toast/toast.types.ts';
import { accountChangeForm, blamedFields, codeWish, type StepName } from './account-change.form.ts';
import type {
  AccountChangeContext,
  AccountChangeEvent,
  AccountChangeInput,
  AccountChangeOutput,
} from './account-change.types.ts';

type Failed = { failure: PortFailure };
type AtStep = { step: StepName };

const words = {
  password: 'account.password.changed',
  address: 'account.address.changed',
  deletion: 'account.deletion.done',
} as const;

/**
 * The message after a deletion. It has no requester, because this chart stops when the account is
 * deleted.
 */
const farewell: DialogRequested = {
  type: 'dialog.requested',
  dialog: {
    id: 'accountDeleted',
    name: 'accountDeleted',
    requester: null,
    kind: 'messageBox',
    input: {
      mode: 'notice',
      title: { id: 'account.deletion.done' },
      message: { id: 'account.deletion.farewell' },
    },
  },
};

export const accountChangeSetup = setupChart({
  types: {
    context: {} as AccountChangeContext,
    events: {} as AccountChangeEvent,
    input: {} as AccountChangeInput,
    output: {} as AccountChangeOutput,
    meta: {} as StateMeta,
  },
  actors: {
    ...ports({
      calls: ['sendOwnCode', 'changeAccount'],
      said: { sendOwnCode: knownCodes, changeAccount: knownCodes },
    }).of<AccountPort>(),
    ...ports({ streams: ['countDown'] }).of<ClockPort>(),
  },
  guards: {
    asksOldPassword: ({ context }) => context.kind === 'password' && context.hasPassword,
    isForAddress: ({ context }) => context.kind === 'address',
    /** true if this address received a code recently, also for another purpose */
    isOnItsWay: ({ context }, { failure }: Failed) =>
      failure.code === 'code_too_soon' && context.sentTo === codeWish(context).address,
    /** true if the session has ended; the root then opens the sign-in dialog (R36) */
    isSignedOut: (_, { failure }: Failed) => failure.code === '10009',
    isAddressRefused: (_, { failure }: Failed) =>
      failure.code === 'email_taken' || failure.code === 'invalid_email',
    isDeleted: (_, { account }: { account: OwnAccount | null }) => account === null,
  },
  actions: {
    /** shows the failure at the fields that caused the failure, if any */
    setFailure: assign(({ context }, { failure, step }: Failed & AtStep) => {
      const names = blamedFields(context, step, failure);
      if (names.length === 0) return { failure };
      const problems = Object.fromEntries(names.map((name) => [name, failure.code]));
      return { form: refused(context.form, problems), failure: null };
    }),
    emptyCodes: assign(({ context: { form } }) => ({
      form: { ...form, values: { ...form.values, code: '', currentCode: '' }, problems: {} },
    })),
    emptyPasswords: assign(({ context: { form } }) => ({
      form: { ...form, values: { ...form.values, oldPassword: '', password: '' }, problems: {} },
      failure: null,
    })),
    noteSent: assign(({ context }, sent: CodeSent) => ({
      sentTo: codeWish(context).address,
      ...countingFrom(sent),
    })),
    tellPage: sendTo(chart('account'), (_, { account }: { account: OwnAccount | null }) => {
      if (!account) throw new Error('The call that changed the account returned no account');
      return { type: 'account.changed' as const, account };
    }),
    toastChanged: sendTo(
      chart('toast'),
      ({ context }): ToastRequest => ({
        type: 'toast.requested',
        kind: 'success',
        message: { id: words[context.kind] },
      }),
    ),
    sayFarewell: sendTo(chart('dialogs'), farewell),
    goHome: sendTo(chart('app'), { type: 'navigation.requested', to: '/' }),
    /** reloads the user, because the header shows the address */
    askForUser: sendTo(chart('session'), { type: 'user.outdated' }),
    /** forgets the chosen photos and their stored copies, because the next visitor is a guest */
    clearChoice: enqueueActions(({ enqueue }) => {
      enqueue.sendTo(chart('batch'), { type: 'batch.cleared' });
      enqueue.sendTo(chart('batch'), { type: 'batch.dismissed' });
      enqueue.sendTo(chart('studio'), { type: 'photo.removed' });
    }),
    clearSession: sendTo(chart('session'), { type: 'session.cleared' }),
    reportFailure: sendRejected(),
  },
})
  .extend(accountChangeForm)
  .extend(resendBodies<AccountChangeContext, AccountChangeEvent>());
