import { expect, it } from 'vitest';
import { fromCallback } from 'xstate';
import {
  allowedOf,
  type Consent,
  type ConsentSigns,
  nothing,
  type Purpose,
  wordingVersion,
} from '../../model/consent.ts';
import type { ProductEvent } from '../../model/product-event.ts';
import { PortError } from '../../ports/port-failure.ts';
import { callActor } from '../../testing/call-actor.ts';
import { chartRef, settle, startAmongOthers } from '../../testing/test-system.ts';
import { consentMachine } from '../consent.machine.ts';
import { selectConsentView, selectDraft, selectHasChoice } from '../consent.selectors.ts';
import type { ConsentEvent } from '../consent.types.ts';

const everything = allowedOf(['measurement', 'advertising']);
const consent: Consent = {
  allowed: everything,
  at: '2030-01-01T00:00:00.000Z',
  wording: wordingVersion,
  despiteSignal: false,
};

/** Starts a page with a device that stores the choice, or refuses storage. */
async function start(changes: Partial<ConsentSigns> = {}, { refuses = false } = {}) {
  const did: string[] = [];
  const events: ProductEvent[] = [];
  let elsewhere: (event: ConsentEvent) => void = () => {};
  const act = (what: string) => {
    did.push(what);
    return refuses ? Promise.reject(new PortError({ reason: 'unsupported' })) : Promise.resolve();
  };
  const names = (list: readonly Purpose[]) => list.join(' and ') || 'nothing';
  const logic = consentMachine.provide({
    actors: {
      readConsent: callActor(async () => ({
        asked: ['measurement', 'advertising'] as const,
        kept: null,
        isObjecting: false,
        ...changes,
      })),
      keepConsent: callActor(({ allowed, despiteSignal }) => {
        const given = (['measurement', 'advertising'] as const).filter((one) => allowed[one]);
        return act(`keeps ${names(given)}${despiteSignal ? ' despite the signal' : ''}`);
      }),
      forgetTraces: callActor(({ purposes }) => act(`removes ${names(purposes)}`)),
      watchConsent: fromCallback(({ sendBack }) => {
        elsewhere = sendBack;
      }),
    },
  });
  const { root } = startAmongOthers('consent', logic, {});
  const actor = chartRef(root.system, 'consent');
  if (!actor) throw new Error('The chart did not start');
  actor.on('*', (event) => events.push(event as ProductEvent));
  await settle();
  const now = () => actor.getSnapshot();
  return {
    did,
    events,
    send: async (...given: ConsentEvent[]) => {
      for (const event of given) actor.send(event);
      await settle();
    },
    hear: (given: Consent) => elsewhere({ type: 'consent.elsewhere', consent: given }),
    view: () => selectConsentView(now()),
    hasChoice: () => selectHasChoice(now()),
    allowed: () => now().context.allowed,
    draft: () => selectDraft(now()),
  };
}

const allow = { type: 'everything.allowed' } as const;
const refuse = { type: 'everything.refused' } as const;
const request = { type: 'consent.requested' } as const;
const switched = (purpose: Purpose, on: boolean) =>
  ({ type: 'purpose.switched', purpose, on }) as const;

it('asks nothing if the operator has configured nothing', async () => {
  const visitor = await start({ asked: [] });
  expect([visitor.view(), visitor.hasChoice()]).toEqual([null, false]);
  await visitor.send(request, allow);
  expect([visitor.allowed(), visitor.did]).toEqual([nothing, []]);
});

it('asks a new visitor, with everything off until it is switched on (R77)', async () => {
  const visitor = await start();
  expect([visitor.view(), visitor.allowed(), visitor.draft()]).toEqual(['brief', nothing, nothing]);
  await visitor.send({ type: 'details.opened' });
  expect([visitor.view(), visitor.draft()]).toEqual(['detailed', nothing]);
  await visitor.send(switched('measurement', true));
  expect(visitor.allowed()).toEqual(nothing);
  await visitor.send({ type: 'choice.saved' });
  expect([visitor.view(), visitor.allowed()]).toEqual([null, allowedOf(['measurement'])]);
  expect(visitor.did).toEqual(['keeps measurement']);
  expect(visitor.events).toEqual([
    { type: 'consent.chosen', measurement: true, advertising: false },
  ]);
});

it.each([
  ['allowing', allow, everything, 'keeps measurement and advertising'],
  ['refusing', refuse, nothing, 'keeps nothing'],
] as const)('%s everything takes one press, and is saved', async (_, press, allowed, kept) => {
  const visitor = await start();
  await visitor.send(press);
  expect([visitor.view(), visitor.allowed(), visitor.did]).toEqual([null, allowed, [kept]]);
});

it('allows only purposes that the visitor was asked about', async () => {
  const visitor = await start({ asked: ['advertising'] });
  await visitor.send(allow);
  expect(visitor.allowed()).toEqual(allowedOf(['advertising']));
});

it('asks again on a device without storage, and applies the choice to the page', async () => {
  const visitor = await start({}, { refuses: true });
  await visitor.send(allow);
  expect([visitor.view(), visitor.allowed()]).toEqual([null, everything]);
  await visitor.send(request, refuse);
  expect(visitor.did.slice(1)).toEqual(['keeps nothing', 'removes measurement and advertising']);
  expect([visitor.view(), visitor.allowed()]).toEqual([null, nothing]);
});

it('saves the refusal before it removes stored data (R77)', async () => {
  const visitor = await start({ kept: consent });
  await visitor.send(request);
  expect([visitor.view(), visitor.draft()]).toEqual(['changing', everything]);
  await visitor.send(switched('advertising', false), { type: 'choice.saved' });
  expect(visitor.did).toEqual(['keeps measurement', 'removes advertising']);
  await visitor.send(request, allow);
  expect(visitor.did.slice(2)).toEqual(['keeps measurement and advertising']);
});

it('discards a choice that is closed without saving', async () => {
  const visitor = await start({ kept: consent });
  await visitor.send(request, switched('measurement', false), { type: 'consent.closed' });
  expect([visitor.view(), visitor.allowed(), visitor.did]).toEqual([null, everything, []]);
  await visitor.send(request);
  expect(visitor.draft()).toEqual(everything);
});

it.each<[string, Partial<ConsentSigns>, string | null, typeof nothing]>([
  ['the stored permission', { kept: consent }, null, everything],
  [
    'what was refused, whatever the words were',
    { kept: { ...consent, allowed: nothing, wording: 'x' } },
    null,
    nothing,
  ],
  [
    'nothing that was allowed to other words',
    { kept: { ...consent, wording: 'x' } },
    'brief',
    nothing,
  ],
  ['the signal of a browser, without a question', { isObjecting: true }, null, nothing],
  ['a signal that came later', { isObjecting: true, kept: consent }, null, nothing],
  [
    'the stored permission despite the signal',
    { isObjecting: true, kept: { ...consent, despiteSignal: true } },
    null,
    everything,
  ],
])('a visit begins with %s', async (_, signs, view, allowed) => {
  const visitor = await start(signs);
  expect([visitor.view(), visitor.allowed(), visitor.hasChoice()]).toEqual([view, allowed, true]);
});

it("stores that a permission was given despite the browser's signal", async () => {
  const visitor = await start({ isObjecting: true });
  await visitor.send(request, switched('measurement', true), { type: 'choice.saved' });
  expect(visitor.did).toEqual(['keeps measurement despite the signal']);
});

it('follows another tab at once, without reporting it twice', async () => {
  const visitor = await start();
  visitor.hear(consent);
  expect([visitor.view(), visitor.allowed()]).toEqual([null, everything]);
  await visitor.send(request);
  visitor.hear({ ...consent, allowed: nothing });
  expect([visitor.view(), visitor.allowed()]).toEqual([null, nothing]);
  expect([visitor.did, visitor.events]).toEqual([[], []]);
});
