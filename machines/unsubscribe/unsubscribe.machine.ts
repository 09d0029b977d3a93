import { assign } from 'xstate';
import { setupChart } from '../chart-setup.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import { knownCodes } from '../model/code-words.ts';
import { failed, ports } from '../port-actors.ts';
import type { MailChoice, MailChoicePort } from '../ports/mail-choice.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type {
  UnsubscribeContext,
  UnsubscribeEvent,
  UnsubscribeInput,
} from './unsubscribe.types.ts';

type Failed = { failure: PortFailure };
type Read = { choice: MailChoice };

const unsubscribeSetup = setupChart({
  types: {
    input: {} as UnsubscribeInput,
    context: {} as UnsubscribeContext,
    events: {} as UnsubscribeEvent,
    meta: {} as StateMeta,
  },
  actors: ports({
    calls: ['readMailChoice', 'chooseMail'],
    said: { readMailChoice: knownCodes, chooseMail: knownCodes },
  }).of<MailChoicePort>(),
  delays: {
    /**
     * Milliseconds during which a second press is ignored. Both buttons have the same position, so
     * the second click of a double click would otherwise undo the first.
     */
    doubleClick: 600,
  },
  guards: {
    hasToken: ({ context }) => context.token !== null,
    isSubscribed: (_, { choice }: Read) => choice.subscribed,
    /** true if the link was not signed by this server, or is longer than any link of this server */
    isInvalidLink: (_, { failure }: Failed) =>
      failure.code === 'invalid_link' || failure.code === 'invalid_request',
  },
  actions: {
    setAddress: assign((_, { choice }: Read) => ({ address: choice.address })),
    setFailure: assign((_, { failure }: Failed) => ({ failure })),
    clearFailure: assign({ failure: null }),
  },
});

const read = ({ event }: { event: { output: MailChoice } }): Read => ({ choice: event.output });

const setAddress = { type: 'setAddress', params: read } as const;
const setFailure = { type: 'setFailure', params: failed } as const;

/** Handles a link with an invalid signature. Trying again would not help. */
const invalidLink = {
  guard: { type: 'isInvalidLink', params: failed },
  target: '#unsubscribe.invalid',
} as const;

const choose = (subscribed: boolean) =>
  ({
    id: 'chooseMail',
    src: 'chooseMail',
    input: ({ context: { token } }: { context: UnsubscribeContext }) =>
      token === null ? null : { token, subscribed },
  }) as const;

const settling = {
  meta: { view: 'the choice, its button still disabled' },
  after: { doubleClick: { target: 'settled' } },
} as const;

/**
 * Stops optional mail by the signed link in a mail, without a sign-in (R82). Opening the link
 * changes nothing. A press of the button stops the mail, and another press allows the mail again.
 */
export const unsubscribeMachine = unsubscribeSetup.createMachine({
  id: 'unsubscribe',
  context: ({ input: { token } }) => ({ token, address: null, failure: null }),
  initial: 'opening',
  states: {
    opening: {
      meta: { view: 'transient' },
      always: [{ guard: 'hasToken', target: 'looking' }, { target: 'withoutLink' }],
    },
    withoutLink: { meta: { view: 'where to find the link' } },
    looking: {
      meta: { view: 'the choice is loading' },
      invoke: {
        id: 'readMailChoice',
        src: 'readMailChoice',
        input: ({ context: { token } }) => (token === null ? null : { token }),
        onDone: [
          {
            guard: { type: 'isSubscribed', params: read },
            target: 'subscribed',
            actions: setAddress,
          },
          { target: 'unsubscribed', actions: setAddress },
        ],
        onError: [invalidLink, { target: 'failed', actions: setFailure }],
      },
    },
    invalid: { meta: { view: 'a message that the link does not work, and alternatives' } },
    failed: {
      exit: 'clearFailure',
      meta: { view: 'why the choice could not be loaded, with a button to try again' },
      on: {
        'look.retried': { target: 'looking' },
        'connection.restored': { target: 'looking' },
      },
    },
    subscribed: {
      initial: 'settled',
      states: {
        settling,
        settled: {
          meta: { view: 'one button that stops the mail' },
          on: {
            'unsubscribe.pressed': {
              target: '#unsubscribe.unsubscribing',
              actions: 'clearFailure',
            },
          },
        },
      },
    },
    unsubscribing: {
      meta: { view: 'the choice, being saved' },
      invoke: {
        ...choose(false),
        onDone: { target: 'unsubscribed.settling' },
        onError: [invalidLink, { target: 'subscribed', actions: setFailure }],
      },
    },
    unsubscribed: {
      initial: 'settled',
      states: {
        settling,
        settled: {
          meta: { view: 'a message that no more mail is sent, and how to undo it' },
          on: {
            'undo.pressed': { target: '#unsubscribe.resubscribing', actions: 'clearFailure' },
          },
        },
      },
    },
    resubscribing: {
      meta: { view: 'the undo, being saved' },
      invoke: {
        ...choose(true),
        onDone: { target: 'subscribed.settling' },
        onError: [invalidLink, { target: 'unsubscribed', actions: setFailure }],
      },
    },
  },
});
