import { assign, emit, sendTo } from 'xstate';
import { setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import {
  type Allowed,
  allowedOf,
  type Consent,
  type ConsentSigns,
  isStanding,
  nothing,
  type Purpose,
  withdrawn,
  within,
} from '../model/consent.ts';
import type { ProductEvent } from '../model/product-event.ts';
import type { StakeTag } from '../model/stake.ts';
import { failed, ports } from '../port-actors.ts';
import type { ConsentPort } from '../ports/consent.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { ConsentContext, ConsentEvent } from './consent.types.ts';

type Signs = { signs: ConsentSigns };
type Switched = { purpose: Purpose; on: boolean };

/** Returns the context after a choice that allows exactly these purposes. */
const change = (context: ConsentContext, wish: Allowed) => {
  const allowed = within(wish, context.asked);
  return { allowed, draft: allowed, lost: withdrawn(context.allowed, allowed) };
};

const consentSetup = setupChart({
  types: {
    context: {} as ConsentContext,
    events: {} as ConsentEvent,
    emitted: {} as ProductEvent,
    meta: {} as StateMeta,
    tags: {} as StakeTag,
  },
  actors: ports({
    calls: ['readConsent', 'keepConsent', 'forgetTraces'],
    streams: ['watchConsent'],
  }).of<ConsentPort>(),
  guards: {
    isNothingAsked: (_, { signs }: Signs) => signs.asked.length === 0,
    isDecided: (_, { signs: { kept, isObjecting } }: Signs) =>
      isObjecting || (kept !== null && isStanding(kept, isObjecting)),
    hasTraces: ({ context }) => context.lost.length > 0,
  },
  actions: {
    setSigns: assign((_, { signs: { asked, kept, isObjecting } }: Signs) => {
      const isGiven = kept !== null && isStanding(kept, isObjecting);
      const allowed = isGiven ? within(kept.allowed, asked) : nothing;
      return { asked, isObjecting, allowed, draft: allowed };
    }),
    allowEverything: assign(({ context }) => change(context, allowedOf(context.asked))),
    allowNothing: assign(({ context }) => change(context, nothing)),
    allowDraft: assign(({ context }) => change(context, context.draft)),
    follow: assign(({ context }, { consent }: { consent: Consent }) =>
      change(context, consent.allowed),
    ),
    switchDraft: assign(({ context: { draft } }, { purpose, on }: Switched) => ({
      draft: { ...draft, [purpose]: on },
    })),
    restoreDraft: assign(({ context }) => ({ draft: context.allowed })),
    clearLost: assign({ lost: [] }),
    reportFailure: sendTo(chart('app'), (_, { failure }: { failure: PortFailure }) => ({
      type: 'call.rejected',
      failure,
    })),
    tellChosen: emit(({ context: { allowed } }) => ({ type: 'consent.chosen', ...allowed })),
  },
});

const read = ({ event }: { event: { output: ConsentSigns } }): Signs => ({ signs: event.output });

/**
 * The two answers that are always offered with equal prominence: allow everything, or refuse
 * everything.
 */
const answers = {
  'everything.allowed': { target: '#consent.keeping', actions: ['allowEverything', 'tellChosen'] },
  'everything.refused': { target: '#consent.keeping', actions: ['allowNothing', 'tellChosen'] },
} as const;

const switches = {
  'purpose.switched': {
    actions: { type: 'switchDraft', params: ({ event }: { event: Switched }) => event },
  },
  'choice.saved': { target: '#consent.keeping', actions: ['allowDraft', 'tellChosen'] },
} as const;

/**
 * Asks which purposes the visitor allows in addition to the purposes that the product itself needs
 * (R77). Services may use only purposes in `allowed`. A new choice applies immediately, also in
 * other tabs.
 */
export const consentMachine = consentSetup.createMachine({
  id: 'consent',
  context: { asked: [], isObjecting: false, allowed: nothing, draft: nothing, lost: [] },
  initial: 'reading',
  states: {
    reading: {
      meta: { view: 'nothing yet; nothing is allowed' },
      invoke: {
        id: 'readConsent',
        src: 'readConsent',
        onDone: [
          { guard: { type: 'isNothingAsked', params: read }, target: 'unneeded' },
          {
            guard: { type: 'isDecided', params: read },
            target: 'open.settled',
            actions: { type: 'setSigns', params: read },
          },
          { target: 'open.asking', actions: { type: 'setSigns', params: read } },
        ],
        onError: { target: 'unneeded' },
      },
    },
    unneeded: { meta: { view: 'nothing: this product needs no consent' } },
    open: {
      invoke: {
        id: 'watchConsent',
        src: 'watchConsent',
        onError: { actions: { type: 'reportFailure', params: failed } },
      },
      initial: 'asking',
      on: {
        'consent.elsewhere': {
          target: '.settled',
          actions: [{ type: 'follow', params: ({ event }) => event }, 'clearLost'],
        },
      },
      states: {
        asking: {
          initial: 'brief',
          on: answers,
          states: {
            brief: {
              meta: { view: 'a question at the foot of the page, in two sentences' },
              on: {
                'details.opened': { target: 'detailed' },
                'consent.requested': { target: 'detailed' },
              },
            },
            detailed: {
              tags: 'kept',
              meta: { view: 'the question with each purpose separately, none preselected' },
              on: switches,
            },
          },
        },
        settled: {
          meta: { view: 'nothing; a link at the foot of the page opens the choice' },
          on: { 'consent.requested': { target: 'changing' } },
        },
        changing: {
          tags: 'kept',
          entry: 'restoreDraft',
          meta: { view: 'the current choice, to be changed' },
          on: {
            ...answers,
            ...switches,
            'consent.closed': { target: 'settled' },
          },
        },
      },
    },
    /**
     * saves the choice before data is removed, so that a refusal is stored even if the page is
     * closed meanwhile
     */
    keeping: {
      meta: { view: 'nothing; the choice already applies' },
      invoke: {
        id: 'keepConsent',
        src: 'keepConsent',
        input: ({ context: { allowed, isObjecting } }) => ({
          allowed,
          despiteSignal: isObjecting,
        }),
        onDone: { target: 'tidying' },
        // storage is refused: the choice applies only to this page, and the next page asks again
        onError: { target: 'tidying' },
      },
    },
    tidying: {
      meta: { view: 'transient' },
      always: [{ guard: 'hasTraces', target: 'forgetting' }, { target: 'open.settled' }],
    },
    forgetting: {
      exit: 'clearLost',
      meta: { view: 'nothing; stored traces are removed' },
      invoke: {
        id: 'forgetTraces',
        src: 'forgetTraces',
        input: ({ context: { lost } }) => ({ purposes: lost }),
        onDone: { target: 'open.settled' },
        onError: { target: 'open.settled' },
      },
    },
  },
});
