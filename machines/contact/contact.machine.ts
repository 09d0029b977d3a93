import { addressFrom } from '../model/account.ts';
import { failed } from '../port-actors.ts';
import type { ContactDraft } from '../ports/contact.port.ts';
import { contactSetup, emptyForm } from './contact.setup.ts';

const setFailure = {
  target: 'writing',
  actions: { type: 'setFailure', params: failed },
} as const;

const read = ({ event }: { event: { output: ContactDraft | null } }) => ({ draft: event.output });

const reported = { actions: { type: 'reportFailure', params: failed } } as const;

/**
 * Sends a message to the support (R29). Several presses of the button send the message once. The
 * draft and its idempotency key are saved for the tab, so that a reload does not send a second
 * message.
 */
export const contactMachine = contactSetup.createMachine({
  id: 'contact',
  context: ({ input }) => ({ ...input, form: emptyForm, key: null, draft: null, failure: null }),
  initial: 'writing',
  invoke: [
    {
      id: 'readDraft',
      src: 'readDraft',
      onDone: [
        { guard: { type: 'isOwn', params: read }, actions: { type: 'restore', params: read } },
        {
          guard: { type: 'isForLater', params: read },
          actions: { type: 'setForLater', params: read },
        },
      ],
      onError: reported,
    },
    {
      id: 'findAddress',
      src: 'findAddress',
      onDone: {
        actions: { type: 'fillAddress', params: ({ event }) => ({ address: event.output }) },
      },
      onError: reported,
    },
  ],
  on: {
    'user.changed': [
      {
        guard: { type: 'isDraftOf', params: ({ event }) => event },
        actions: [
          { type: 'setVisitor', params: ({ event }) => event },
          { type: 'restore', params: ({ context }) => ({ draft: context.draft }) },
        ],
      },
      { actions: { type: 'setVisitor', params: ({ event }) => event } },
    ],
  },
  states: {
    writing: {
      meta: { view: 'fields for address, name and message' },
      // if the actor that saves the draft fails, it is started again
      invoke: {
        id: 'keepDraft',
        src: 'keepDraft',
        onError: { ...reported, target: 'writing', reenter: true },
      },
      on: {
        'field.changed': {
          actions: [{ type: 'change', params: ({ event }) => event }, 'keepDraft'],
        },
        'field.left': { actions: { type: 'leaveField', params: ({ event }) => event } },
        'form.submitted': [
          // after a failure, sends again with the same key, because the first message may have
          // arrived
          { guard: 'hasKey', target: 'sending', actions: 'clearFailure' },
          { guard: 'canSend', target: 'keying', actions: 'clearFailure' },
          { actions: 'showProblems' },
        ],
      },
    },
    keying: {
      tags: ['busy', 'unkept'],
      meta: { view: 'the message, being sent' },
      invoke: {
        id: 'createKey',
        src: 'createKey',
        onDone: {
          target: 'sending',
          actions: { type: 'setKey', params: ({ event }) => ({ key: event.output }) },
        },
        onError: setFailure,
      },
    },
    sending: {
      tags: ['busy', 'unkept'],
      meta: { view: 'the message, being sent' },
      // saves the key before sending, so that the key survives a lost answer and a reload
      entry: 'keepDraft',
      invoke: [
        { id: 'keepDraft', src: 'keepDraft', onError: reported },
        {
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
          onDone: { target: 'sent' },
          onError: [
            {
              guard: { type: 'isAddressRefused', params: failed },
              target: 'writing',
              actions: 'refuseAddress',
            },
            setFailure,
          ],
        },
      ],
    },
    sent: {
      meta: { view: "a note that it has arrived, and the receipt's address" },
      invoke: { id: 'dropDraft', src: 'dropDraft', onError: reported },
      on: {
        'another.pressed': { target: 'writing', actions: 'emptyMessage' },
      },
    },
  },
});
