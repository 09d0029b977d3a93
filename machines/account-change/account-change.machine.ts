import { counting } from '../form/resending.ts';
import type { OwnAccount } from '../model/own-account.ts';
import { failed } from '../port-actors.ts';
import {
  accountChangeForm,
  emptyForm,
  wishByCode,
  wishByOldPassword,
} from './account-change.form.ts';
import { accountChangeSetup } from './account-change.setup.ts';
import { closing, failedAt, mailing, signedOut, typing } from './account-change.steps.ts';
import type { AccountChangeOutput } from './account-change.types.ts';

const done = ({ event }: { event: { output: OwnAccount | null } }) => ({ account: event.output });

/** Changes the password after the user has entered the current and a new password. */
const byPassword = accountChangeSetup.createStateConfig({
  initial: 'asking',
  states: {
    asking: {
      meta: { view: 'fields for the current password and a new one' },
      on: {
        ...closing,
        ...accountChangeForm.filling('oldPassword', 'checking'),
        'codeWay.chosen': { target: '#accountChange.asking', actions: 'emptyPasswords' },
      },
    },
    checking: {
      tags: 'busy',
      meta: { view: 'the passwords, being checked' },
      invoke: {
        id: 'changeAccount',
        src: 'changeAccount',
        input: ({ context }) => wishByOldPassword(context),
        onDone: {
          target: '#accountChange.changed',
          actions: [{ type: 'tellPage', params: done }, 'toastChanged'],
        },
        onError: [
          signedOut,
          { target: 'asking', actions: { type: 'setFailure', params: failedAt('oldPassword') } },
        ],
      },
    },
  },
});

/** Requests a mailed code, immediately or after the new address has been entered. */
const asking = accountChangeSetup.createStateConfig({
  meta: { view: 'what will happen, and the button that requests a code' },
  on: {
    ...closing,
    ...accountChangeForm.filling('asking', 'sending'),
    'passwordWay.chosen': {
      guard: 'asksOldPassword',
      target: 'byPassword',
      actions: 'clearFailure',
    },
  },
});

/**
 * Sends the change. The dialog cannot be closed during the call, because the server may already
 * have made the change.
 */
const checking = accountChangeSetup.createStateConfig({
  tags: 'busy',
  meta: { view: 'the codes, being checked' },
  invoke: {
    id: 'changeAccount',
    src: 'changeAccount',
    input: ({ context }) => wishByCode(context),
    onDone: [
      {
        guard: { type: 'isDeleted', params: done },
        target: 'deleted',
        actions: ['sayFarewell', 'clearChoice', 'clearSession', 'goHome'],
      },
      {
        target: 'changed',
        actions: [{ type: 'tellPage', params: done }, 'toastChanged', 'askForUser'],
      },
    ],
    onError: [
      signedOut,
      {
        guard: { type: 'isAddressRefused', params: failed },
        target: 'asking',
        actions: { type: 'setFailure', params: failedAt('asking') },
      },
      { target: 'typing', actions: { type: 'setFailure', params: failedAt('typing') } },
    ],
  },
});

/**
 * Changes the password or the address, or deletes the account. Each change needs a mailed code; a
 * password change accepts the current password instead (R28, R76).
 */
export const accountChangeMachine = accountChangeSetup.createMachine({
  id: 'accountChange',
  context: ({ input }) => ({
    ...input,
    form: emptyForm,
    sentTo: null,
    ...counting(0),
    failure: null,
  }),
  // the chart's output is the output of its final state
  output: ({ event }) => event.output as AccountChangeOutput,
  initial: 'opening',
  states: {
    opening: {
      meta: { view: 'transient' },
      always: [{ guard: 'asksOldPassword', target: 'byPassword' }, { target: 'asking' }],
    },
    byPassword,
    asking,
    sending: {
      ...mailing('asking', 'what will happen, a code being mailed', 'asking'),
      tags: 'busy',
    },
    typing,
    checking,
    changed: { type: 'final', output: 'changed', meta: { view: 'nothing visible' } },
    deleted: { type: 'final', output: 'changed', meta: { view: 'nothing visible' } },
    cancelled: { type: 'final', output: 'cancelled', meta: { view: 'nothing visible' } },
  },
});
