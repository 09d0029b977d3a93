import { assign, setup } from 'xstate';
import { addressFrom, addressRule } from '../model/account.ts';
import type { StateMeta, TransitionMeta } from '../model/chart-meta.ts';
import {
  changed,
  type FieldRules,
  formOf,
  isSendable,
  left,
  problemsOf,
  refused,
} from '../model/form.ts';
import { failed, neededCall, neededCallOrFail } from '../port-actors.ts';
import type { ContactPort } from '../ports/contact.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { TaskPort } from '../ports/task.port.ts';
import type { ContactContext, ContactEvent, ContactField } from './contact.types.ts';

type Failed = { failure: PortFailure };
type Changed = { name: ContactField; value: string };

/** characters, as the server takes them */
const maxName = 100;
const maxMessage = 5000;

export const contactRules: FieldRules<ContactField> = {
  address: addressRule,
  name: (name) => (name.trim().length > maxName ? 'tooLong' : null),
  message: (message) => {
    if (message.trim() === '') return 'missing';
    return message.length > maxMessage ? 'tooLong' : null;
  },
};

const fields: readonly ContactField[] = ['address', 'name', 'message'];

const emptyForm = formOf<ContactField>({ address: '', name: '', message: '' });

const contactSetup = setup({
  types: {
    context: {} as ContactContext,
    events: {} as ContactEvent,
    meta: {} as StateMeta,
    transitionMeta: {} as TransitionMeta,
  },
  actors: {
    createKey: neededCall<TaskPort['createKey']>('createKey'),
    sendMessage: neededCallOrFail<ContactPort['sendMessage']>('sendMessage'),
  },
  guards: {
    canSend: ({ context }) => isSendable(context.form, fields, contactRules),
    hasKey: ({ context }) => context.key !== null,
    isAddressRefused: (_, { failure }: Failed) => failure.code === 'invalid_email',
  },
  actions: {
    /** what is sent afterwards is another message */
    change: assign(({ context }, change: Changed) => ({
      form: changed(context.form, change),
      key: null,
      failure: null,
    })),
    leaveField: assign(({ context }, field: { name: ContactField }) => ({
      form: left(context.form, field, contactRules),
    })),
    showProblems: assign(({ context }) => ({
      form: refused(context.form, problemsOf(context.form, fields, contactRules)),
    })),
    refuseAddress: assign(({ context }) => ({
      form: refused(context.form, { address: 'invalid' }),
    })),
    keepKey: assign((_, { key }: { key: string }) => ({ key })),
    keepFailure: assign((_, { failure }: Failed) => ({ failure })),
    forgetFailure: assign({ failure: null }),
    /** whoever writes again has the same address and name */
    emptyMessage: assign(({ context }) => ({
      form: changed<ContactField>(context.form, { name: 'message', value: '' }),
      key: null,
    })),
  },
});

const keepFailure = {
  target: 'writing',
  actions: { type: 'keepFailure', params: failed },
  meta: { req: 'R29' },
} as const;

/** A message to the support (R29). Sent once, however often its button is pressed. */
export const contactMachine = contactSetup.createMachine({
  id: 'contact',
  options: { maxIterations: 1000 },
  context: { form: emptyForm, key: null, failure: null },
  initial: 'writing',
  states: {
    writing: {
      meta: { view: 'fields for address, name and message' },
      on: {
        'field.changed': {
          actions: { type: 'change', params: ({ event }) => event },
          meta: { req: 'R29' },
        },
        'field.left': {
          actions: { type: 'leaveField', params: ({ event }) => event },
          meta: { req: 'R29' },
        },
        'form.submitted': [
          // again after a failure: it may have arrived
          {
            guard: 'hasKey',
            target: 'sending',
            actions: 'forgetFailure',
            meta: { req: ['R10', 'R29'] },
          },
          {
            guard: 'canSend',
            target: 'keying',
            actions: 'forgetFailure',
            meta: { req: ['R10', 'R29'] },
          },
          { actions: 'showProblems', meta: { req: 'R29' } },
        ],
      },
    },
    keying: {
      meta: { view: 'the message, on its way' },
      invoke: {
        id: 'createKey',
        src: 'createKey',
        onDone: {
          target: 'sending',
          actions: { type: 'keepKey', params: ({ event }) => ({ key: event.output }) },
          meta: { req: 'R10' },
        },
        onError: keepFailure,
      },
    },
    sending: {
      meta: { view: 'the message, on its way' },
      invoke: {
        id: 'sendMessage',
        src: 'sendMessage',
        input: ({ context: { form, key } }) =>
          key === null
            ? null
            : {
                address: addressFrom(form.values.address),
                name: form.values.name.trim(),
                message: form.values.message,
                key,
              },
        onDone: { target: 'sent', meta: { req: 'R10' } },
        onError: [
          {
            guard: { type: 'isAddressRefused', params: failed },
            target: 'writing',
            actions: 'refuseAddress',
            meta: { req: 'R29' },
          },
          keepFailure,
        ],
      },
    },
    sent: {
      meta: { view: 'that it has arrived, and where the receipt went' },
      on: {
        'another.pressed': { target: 'writing', actions: 'emptyMessage', meta: { req: 'R10' } },
      },
    },
  },
});
