import { expect, type Page } from '@playwright/test';
import type { AnyMachineSnapshot } from 'xstate';
import type { AnalyticsContext } from '../../../machines/analytics/analytics.types.ts';
import { analyticsDescriptor } from '../../../machines/analytics/spec/analytics.descriptor.ts';
import { statePath } from '../../../machines/model/state-path.ts';
import type { EventBatch, SendAnswer } from '../../../machines/ports/event-queue.port.ts';
import type { ChartDescriptor } from '../../../machines/testing/chart-descriptor.ts';
import type { Expectation } from '../../../workshop/paths/path.ts';
import type { Step } from '../../../workshop/paths/step.ts';
import {
  aroundOf,
  chartOf,
  chooseAgain,
  goOffline,
  goOnline,
  happen,
  openMeasured,
  readConsole,
  untilWritten,
} from './analytics.scene.ts';
import { type BrowserChart, both, type Driver } from './browser-chart.ts';
import { passActor } from './held-actors.ts';
import type { Look } from './look.ts';
import { letThrough } from './metered-actors.ts';

const leading = (state: string) => ({ delivery: { active: { leading: state } } });
const patience = { timeout: 60_000, intervals: [25] };

const hear = (
  page: Page,
  by: 'watchQueue' | 'holdLead',
  event: { type: string; queued?: number },
) => letThrough(page, `analytics/${by}`, event);
const pass = (page: Page, name: string) => passActor(page, `analytics/${name}`);
const drivers: Record<string, Driver> = {
  'watchQueue sends queue.counted': async ({ page }) => {
    await happen(page, 'queue.counted');
    await hear(page, 'watchQueue', { type: 'queue.counted' });
  },
  'watchQueue sends storage.kept': ({ page }) => hear(page, 'watchQueue', { type: 'storage.kept' }),
  'holdLead sends lead.gained': async ({ page }) => {
    await expect.poll(aroundOf(page).tab.isLed, patience).toBe(true);
    await hear(page, 'holdLead', { type: 'lead.gained' });
  },
  'connection.lost': goOffline,
  'connection.restored': goOnline,
  'queue.optedOut': ({ page }) => chooseAgain(page, 'consent.refuse'),
  'queue.optedIn': ({ page }) => chooseAgain(page, 'consent.allow'),
  'takeBatch answers': async ({ page }) => {
    await untilWritten(page);
    await pass(page, 'takeBatch');
  },
  'sendBatch answers': async ({ page }) => {
    await pass(page, 'sendBatch');
    const kind = async () => (await chartOf(page)).context.answer?.kind;
    await expect.poll(kind, patience).toBe('accepted');
  },
  'settleBatch answers': ({ page }) => pass(page, 'settleBatch'),
  'emptyQueue answers': ({ page }) => pass(page, 'emptyQueue'),
  'openQueue answers': ({ page }) => pass(page, 'openQueue'),
  // the page waits for a random time
  'time passes': async ({ page }, step) => {
    if (step.kind !== 'time') return;
    const now = await page.evaluate(() => Date.now());
    const { deadline } = (await chartOf(page)).context;
    await page.clock.runFor(deadline === null ? step.ms : Math.max(1, deadline - now));
  },
};

const row = (page: Page, name: string | RegExp) =>
  page.getByRole('row', typeof name === 'string' ? { name, exact: true } : { name });

/**
 * Returns the look of an event queue of any length, because the real server decides the number of
 * events.
 */
const anyQueue = (page: Page, { value }: Expectation): Look => {
  const state = statePath(value as never);
  const queued = row(page, /^analytics queue \d+ queued, \d+ in flight/);
  return {
    shown: [
      queued.getByText(state, { exact: true }),
      row(page, /^analytics waits until not waiting/),
    ],
    hidden: [row(page, /^analytics waits until \d{4}-/)],
  };
};

const outlives = (page: Page) => row(page, 'analytics events outlive the page');
const dies = (page: Page) => row(page, 'analytics events live as long as the page');
const inMemory = (page: Page): Look => ({ shown: [dies(page)], hidden: [outlives(page)] });
const onDevice = (page: Page): Look => ({ shown: [outlives(page)], hidden: [dies(page)] });

const delivery = [
  ...['resting', 'gathering', 'taking', 'sending', 'settling', 'settlingPause']
    .concat('waiting', 'pausing', 'offline')
    .map((one) => `active.leading.${one}`),
  ...['active.following', 'optedOut.emptying', 'optedOut.pausing', 'optedOut.quiet'],
  'optedOut.opening',
].map((one) => `analytics.delivery.${one}`);

const looksBy = (look: typeof anyQueue) => ({
  ...Object.fromEntries(delivery.map((leaf) => [leaf, look])),
  'analytics.storage.opening': inMemory,
  'analytics.storage.inMemory': inMemory,
  'analytics.storage.onDevice': onDevice,
});

const { watchQueue, ...actors } = analyticsDescriptor.actors ?? {};

/**
 * Returns true for reports that the event queue sends in this state, and for events that a leading
 * tab finds on the device.
 */
const allows = (step: Step, snapshot: AnyMachineSnapshot): boolean => {
  const { answer, batch, limit } = snapshot.context as AnalyticsContext;
  const says = step.kind === 'event' || step.kind === 'sent' ? step.event.type : '';
  const isRefused = snapshot.matches({ storage: 'inMemory' }) && 'watchQueue' in snapshot.children;
  if (says.startsWith('storage.')) return snapshot.matches({ delivery: { active: 'following' } });
  if (says === 'events.refused') return snapshot.matches({ delivery: { optedOut: 'quiet' } });
  // a page without other tabs always becomes the leader, and sends these events before the walk
  // begins
  if (isRefused && (says === 'lead.gained' || step.kind === 'error')) return false;
  if (says === 'connection.lost' && snapshot.matches(leading('waiting')))
    return answer?.kind === 'failed';
  if (step.kind !== 'done') return true;
  if (step.actor === 'takeBatch') return ((step.output as EventBatch | null)?.count ?? 0) <= limit;
  const isTooLarge = (step.output as SendAnswer | undefined)?.kind === 'tooLarge';
  return step.actor !== 'sendBatch' || !isTooLarge || batch?.count === 1;
};

export const analyticsPaths: BrowserChart = {
  chart: 'analytics',
  model: {
    ...analyticsDescriptor,
    bounds: {},
    actors: {
      ...actors,
      watchQueue: {
        error: watchQueue?.error as never,
        sends: {
          nothing: { type: 'queue.counted', queued: 0 },
          'a few': { type: 'queue.counted', queued: 4 },
          'a batch': { type: 'queue.counted', queued: 200 },
          kept: { type: 'storage.kept' },
          refused: { type: 'storage.refused' },
          'opted out': { type: 'events.refused', count: 1, reason: 'optedOut' },
        },
      },
    },
  } as ChartDescriptor,
  allows: both(
    (step, { snapshot }) => allows(step, snapshot),
    ({ says }, { snapshot }) =>
      (says !== 'connection.lost' || snapshot.context.queued > 0) &&
      (says !== 'queue.optedOut' || snapshot.context.answer !== null) &&
      // the page first removes its stored events
      (says !== 'queue.optedIn' || snapshot.matches({ delivery: { optedOut: 'quiet' } })),
  ),
  longest: 40,
  byPeople: (step) => step.kind === 'done' && step.actor === 'sendBatch',
  open: openMeasured,
  refresh: readConsole,
  drivers,
  looks: looksBy(anyQueue),
  hasElement: () => false,
  reaches: 'analytics.delivery.optedOut.quiet',
  can: ({ says, kind }) =>
    kind === 'time' ||
    /^(storage\.kept|lead\.gained|queue\.(opted|counted \(a few\))|connection)/.test(says) ||
    /^(takeBatch answers \(four events\)|sendBatch answers \(it is accepted\))$/.test(says) ||
    /^(settleBatch answers \(nothing is left\)|(empty|open)Queue answers)/.test(says),
};
