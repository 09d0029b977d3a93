import { describeChart } from '../../testing/chart-descriptor.ts';
import { offline, refused, rejecting } from '../../testing/samples.ts';
import { unsubscribeMachine } from '../unsubscribe.machine.ts';

const address = 'a•••@example.com';

const fails = {
  offline: rejecting(offline),
  'an invalid link': rejecting(refused('invalid_link')),
};

export const unsubscribeDescriptor = describeChart<typeof unsubscribeMachine>({
  machine: unsubscribeMachine,
  inputs: {
    'a link': { token: 'YW5uYQ.c2lnbmVk' },
    'no link': { token: null },
  },
  people: {
    'unsubscribe.pressed': {},
    'undo.pressed': {},
    'look.retried': {},
  },
  charts: { 'connection.restored': {} },
  actors: {
    readMailChoice: {
      done: {
        'mail is sent': { address, subscribed: true },
        'no mail is sent': { address, subscribed: false },
      },
      error: fails,
    },
    chooseMail: {
      // the chart ignores the content of the answer, which only repeats the request
      done: { '': { address, subscribed: false } },
      error: fails,
    },
  },
  reads: ({ token, address: known, failure }) => [token, known, failure?.reason],
  laws: {
    'mail is stopped only by a press': {
      holds: ({ asked, event }) =>
        asked.every(
          ({ id, input }) =>
            id !== 'chooseMail' || input.subscribed || event?.type === 'unsubscribe.pressed',
        ),
      brokenBy:
        'unsubscribe.looking on onDone of readMailChoice: to #unsubscribe.unsubscribing instead of subscribed',
    },
    'mail is resumed only by a press': {
      holds: ({ asked, event }) =>
        asked.every(
          ({ id, input }) =>
            id !== 'chooseMail' || !input.subscribed || event?.type === 'undo.pressed',
        ),
      brokenBy:
        'unsubscribe.looking on onDone of readMailChoice: to #unsubscribe.resubscribing instead of unsubscribed',
    },
    'without a link the page explains where to find one': {
      holds: ({ now }) => now.context.token !== null || now.matches('withoutLink'),
      brokenBy: 'unsubscribe.opening on always: without the guard hasToken',
    },
    'the second click of a double click has no effect': {
      holds: ({ event, now }) =>
        event?.type !== 'xstate.done.actor.chooseMail' ||
        now.matches({ subscribed: 'settling' }) ||
        now.matches({ unsubscribed: 'settling' }),
      brokenBy:
        'unsubscribe.unsubscribing on onDone of chooseMail: to #unsubscribe.unsubscribed.settled instead of unsubscribed.settling',
    },
    'an invalid link is not checked again': {
      holds: ({ event, now }) =>
        !String(event?.type).startsWith('xstate.error') ||
        event?.error?.failure?.code !== 'invalid_link' ||
        now.matches('invalid'),
      brokenBy: 'unsubscribe.looking on onError of readMailChoice: dropped 0',
    },
  },
});
