import { assign } from 'xstate';
import { type Allowed, allowedOf, nothing, within, wordingVersion } from '../../model/consent.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import { rejecting, storageRefused } from '../../testing/samples.ts';
import { consentMachine } from '../consent.machine.ts';

const at = '2030-01-01T00:00:00.000Z';
const everything = allowedOf(['measurement', 'advertising']);

const consentOf = (allowed: Allowed, wording = wordingVersion, despiteSignal = false) => ({
  allowed,
  at,
  wording,
  despiteSignal,
});

const asked = ['measurement', 'advertising'] as const;
const signs = { asked, kept: null, isObjecting: false };

const isSame = (a: Allowed, b: Allowed) =>
  a.measurement === b.measurement && a.advertising === b.advertising;

const choices = ['everything.allowed', 'everything.refused', 'choice.saved'];

export const consentDescriptor = describeChart<typeof consentMachine>({
  machine: consentMachine,
  people: {
    'everything.allowed': {},
    'everything.refused': {},
    'details.opened': {},
    'purpose.switched': {
      'measurement on': { purpose: 'measurement', on: true },
      'measurement off': { purpose: 'measurement', on: false },
      'advertising on': { purpose: 'advertising', on: true },
    },
    'choice.saved': {},
    'consent.requested': {},
    'consent.closed': {},
  },
  actors: {
    readConsent: {
      done: {
        'a new visitor': signs,
        'a new visitor of a product that only measures': { ...signs, asked: ['measurement'] },
        'a product that asks nothing': { ...signs, asked: [] },
        'a visitor who has allowed everything': { ...signs, kept: consentOf(everything) },
        'a visitor who has allowed measurement alone': {
          ...signs,
          kept: consentOf(allowedOf(['measurement'])),
        },
        'a visitor who has refused': { ...signs, kept: consentOf(nothing, 'older words') },
        'a visitor who has read older words': {
          ...signs,
          kept: consentOf(everything, 'older words'),
        },
        'a browser that objects': { ...signs, isObjecting: true },
        'a browser that objects since': { asked, isObjecting: true, kept: consentOf(everything) },
        'a visitor who has allowed it all the same': {
          asked,
          isObjecting: true,
          kept: consentOf(everything, wordingVersion, true),
        },
      },
      error: { 'no storage': rejecting(storageRefused) },
    },
    keepConsent: { done: {}, error: { 'no storage': rejecting(storageRefused) } },
    forgetTraces: { done: {}, error: { 'no storage': rejecting(storageRefused) } },
    watchConsent: {
      error: { 'a fault': new Error('a fault') },
      sends: {
        'everything is allowed elsewhere': {
          type: 'consent.elsewhere',
          consent: consentOf(everything),
        },
        'everything is refused elsewhere': {
          type: 'consent.elsewhere',
          consent: consentOf(nothing),
        },
      },
    },
  },
  reads: ({ asked: wanted, isObjecting, allowed, draft, lost }) => [
    ...[wanted, isObjecting, allowed, draft, lost],
  ],
  laws: {
    'nothing is allowed while the question is open': {
      holds: ({ now }) => !now.matches({ open: 'asking' }) || isSame(now.context.allowed, nothing),
      brokenBy:
        'consent.open.settled on consent.requested: to #consent.open.asking instead of changing',
    },
    'no switch is on before the visitor has switched it on': {
      holds: ({ before, now, event }) =>
        !now.matches({ open: 'asking' }) ||
        event?.type === 'purpose.switched' ||
        isSame(now.context.draft, before.context.draft) ||
        isSame(now.context.draft, nothing),
      brokenBy: (machine) =>
        machine.provide({
          actions: {
            setSigns: assign((_, { signs: { asked: wanted } }) => ({
              asked: wanted,
              draft: allowedOf(wanted),
            })),
          },
        }),
    },
    'the allowed purposes change only by a choice, in this tab or another': {
      holds: ({ before, now, event }) =>
        isSame(before.context.allowed, now.context.allowed) ||
        [...choices, 'consent.elsewhere', 'xstate.done.actor.readConsent'].includes(
          String(event?.type),
        ),
      brokenBy: (machine) =>
        machine.provide({
          actions: {
            restoreDraft: assign(({ context }) => ({ allowed: allowedOf(context.asked) })),
          },
        }),
    },
    'a choice is kept': {
      holds: ({ event, asked: started }) =>
        !choices.includes(String(event?.type)) || started.some(({ id }) => id === 'keepConsent'),
      brokenBy:
        'consent.open.changing on choice.saved: to #consent.tidying instead of #consent.keeping',
    },
    'the data of a withdrawn purpose is removed from the device': {
      holds: ({ now }) => !now.matches({ open: 'settled' }) || now.context.lost.length === 0,
      brokenBy: 'consent.tidying on always: not hasTraces',
    },
    'refusing everything allows nothing': {
      holds: ({ event, now }) =>
        event?.type !== 'everything.refused' || isSame(now.context.allowed, nothing),
      brokenBy: 'consent.open.changing on everything.refused: without the action allowNothing',
    },
    'a purpose that was not asked about is not allowed': {
      holds: ({ now: { context } }) =>
        isSame(context.allowed, within(context.allowed, context.asked)),
      brokenBy: (machine) =>
        machine.provide({ actions: { allowEverything: assign({ allowed: everything }) } }),
    },
  },
});
