import { expect, type Page } from '@playwright/test';
import type { AnyMachineSnapshot } from 'xstate';
import { analyticsDescriptor } from '../../../machines/analytics/analytics.descriptor.ts';
import type { AnalyticsContext } from '../../../machines/analytics/analytics.types.ts';
import { countOf, droppingOf } from '../../../machines/analytics/analytics.verdict.ts';
import { statePath } from '../../../machines/model/state-path.ts';
import type { EventBatch, SendAnswer } from '../../../machines/ports/event-queue.port.ts';
import type { ChartDescriptor } from '../../../machines/testing/chart-descriptor.ts';
import type { AnswerName } from '../../../tools/collector/answers.ts';
import type { Expectation } from '../../../tools/paths/path.ts';
import type { Step } from '../../../tools/paths/step.ts';
import {
  aroundOf,
  chartOf,
  chooseAgain,
  goOffline,
  goOnline,
  happen,
  hide,
  openMeasured,
  readConsole,
  tellLeft,
  untilIn,
  untilWritten,
  withoutDevice,
} from './analytics.scene.ts';
import type { BrowserChart, Driver } from './browser-chart.ts';
import { failActor, loseAnswer, passActor } from './held-actors.ts';
import type { Look } from './look.ts';
import { noteMadeUp } from './made-up.ts';
import { hasSaid, letThrough } from './metered-actors.ts';
import { crash } from './scene.ts';

const leading = (state: string) => ({ delivery: { active: { leading: state } } });
const patience = { timeout: 60_000, intervals: [25] };
const refusedMs = 5001;
const stolenMs = 1001;

const hear = (
  page: Page,
  by: 'watchQueue' | 'holdLead',
  event: { type: string; queued?: number },
) => letThrough(page, `analytics/${by}`, event);
const pass = (page: Page, name: string) => passActor(page, `analytics/${name}`);
const fail =
  (name: string): Driver =>
  ({ page }) =>
    failActor(page, `analytics/${name}`, { reason: 'unexpected' });

/** Who led before leads again, and has said so. */
const giveLead = async (page: Page): Promise<void> => {
  const { tab } = aroundOf(page);
  if (await tab.release()) await page.clock.runFor(stolenMs);
  await expect.poll(tab.isLed, patience).toBe(true);
};

const answerNames: Record<Exclude<SendAnswer['kind'], 'limited'>, AnswerName> = {
  accepted: 'ok',
  badKey: 'badKey',
  invalid: 'invalid',
  tooLarge: 'large',
  failed: 'error',
  unreachable: 'refused',
};

const answerNameOf = (answer: SendAnswer): AnswerName => {
  if (answer.kind === 'limited') return answer.quota.length > 0 ? 'quotaUser' : 'throttledFirst';
  return answerNames[answer.kind];
};

/** How many events of the batch in hand leave the queue. */
const goneOf = ({ answer, batch }: AnalyticsContext): number =>
  batch ? countOf(droppingOf(batch, answer).removed, batch) : 0;

/** What only one state of the connection can be waits for the step that ends it. */
const connected =
  (drive: Driver): Driver =>
  async (stage, step, next) => {
    if (aroundOf(stage.page).isOffline) {
      const { value } = await chartOf(stage.page);
      if (!/"(waiting|offline)"/.test(JSON.stringify(value))) await goOnline(stage);
    }
    await drive(stage, step, next);
  };

const drivers: Record<string, Driver> = {
  'watchQueue sends queue.counted': async ({ page }, step) => {
    if (step.kind !== 'sent') return;
    const { queued } = step.event;
    await aroundOf(page).tab.put(queued, 0);
    await tellLeft(page, queued);
    await hear(page, 'watchQueue', { type: 'queue.counted', queued });
  },
  'watchQueue sends events.refused': async ({ page }) => {
    await happen(page, 'events.refused');
    await hear(page, 'watchQueue', { type: 'events.refused' });
  },
  'watchQueue sends storage.kept': async ({ page }) => {
    if (!(await hasSaid(page, 'analytics/watchQueue', { type: 'storage.kept' }))) {
      // so long the device is not asked again
      await page.clock.runFor(refusedMs);
      await happen(page, 'storage.kept');
    }
    await hear(page, 'watchQueue', { type: 'storage.kept' });
  },
  'watchQueue sends storage.refused': async ({ page }) => {
    await withoutDevice(page, () => happen(page, 'storage.refused'));
    await hear(page, 'watchQueue', { type: 'storage.refused' });
  },
  'holdLead sends lead.gained': async ({ page }) => {
    await giveLead(page);
    await hear(page, 'holdLead', { type: 'lead.gained' });
  },
  'holdLead sends lead.lost': async ({ page }) => {
    await aroundOf(page).tab.steal();
    await hear(page, 'holdLead', { type: 'lead.lost' });
  },
  'flush.requested': ({ page }) => hide(page, false),
  'page.leaving': ({ page }) => hide(page, true),
  'connection.lost': goOffline,
  'connection.restored': async (stage) => {
    const { page, context } = stage;
    if (aroundOf(page).isOffline) await goOnline(stage);
    else {
      noteMadeUp(context, 'a connection that was never lost');
      await page.evaluate(() => dispatchEvent(new Event('online')));
    }
  },
  'queue.optedOut': async ({ page }) => {
    await aroundOf(page).tab.say('optedOut');
    await hear(page, 'watchQueue', { type: 'queue.optedOut' });
  },
  'queue.optedIn': async ({ page }) => {
    await aroundOf(page).tab.say('optedIn');
    await hear(page, 'watchQueue', { type: 'queue.optedIn' });
  },
  'takeBatch answers': async ({ page }, step) => {
    if (step.kind !== 'done') return;
    const batch = step.output as EventBatch | null;
    const { tab } = aroundOf(page);
    await tab.untilStill();
    await tab.put(batch?.count ?? 0, (batch?.attempts ?? 1) - 1);
    await giveLead(page);
    await pass(page, 'takeBatch');
  },
  'takeBatch fails': fail('takeBatch'),
  'sendBatch answers': async (stage, step) => {
    if (step.kind !== 'done') return;
    const answer = step.output as SendAnswer;
    const around = aroundOf(stage.page);
    around.answer = answerNameOf(answer);
    if (around.answer !== 'ok') noteMadeUp(stage.context, around.answer);
    if (answer.kind === 'unreachable') await goOffline(stage);
    await pass(stage.page, 'sendBatch');
    const kind = async () => (await chartOf(stage.page)).context.answer?.kind;
    await expect.poll(kind, patience).toBe(answer.kind);
  },
  'sendBatch fails': fail('sendBatch'),
  'settleBatch answers': async ({ page }, step) => {
    if (step.kind !== 'done') return;
    const { queued } = step.output as { queued: number };
    const { tab } = aroundOf(page);
    if (queued === 0) await tab.put(0, 0);
    else await tab.add(queued);
    await tellLeft(page, queued + goneOf((await chartOf(page)).context));
    await pass(page, 'settleBatch');
  },
  'settleBatch fails': ({ page }) =>
    withoutDevice(page, async () => {
      await pass(page, 'settleBatch');
      await untilIn(page, 'settlingPause');
    }),
  'emptyQueue answers': ({ page }) => pass(page, 'emptyQueue'),
  'emptyQueue fails': ({ page }) =>
    withoutDevice(page, async () => {
      await pass(page, 'emptyQueue');
      await untilIn(page, 'pausing');
    }),
  'openQueue answers': ({ page }) => pass(page, 'openQueue'),
  'openQueue fails': ({ page }) =>
    loseAnswer(page, 'analytics/openQueue', { reason: 'unexpected' }),
  'watchQueue fails': ({ page }) => crash(page, 'analytics', 'watchQueue'),
  'holdLead fails': ({ page }) => crash(page, 'analytics', 'holdLead'),
  // how long it waits is the page's dice
  'time passes': async ({ page }, step) => {
    if (step.kind !== 'time') return;
    const now = await page.evaluate(() => Date.now());
    const { deadline } = (await chartOf(page)).context;
    await page.clock.runFor(deadline === null ? step.ms : Math.max(1, deadline - now));
  },
};

const row = (page: Page, name: string | RegExp) =>
  page.getByRole('row', typeof name === 'string' ? { name, exact: true } : { name });

/** In any order. */
const droppedIn = (dropped: AnalyticsContext['dropped']): string | RegExp => {
  const reasons = Object.entries(dropped).map(
    ([reason, count]) => `(?=.* ${reason} ${count}(,|$))`,
  );
  if (reasons.length === 0) return 'analytics dropped nothing';
  return new RegExp(`^analytics dropped${reasons.join('')}[^,]*(,[^,]*){${reasons.length - 1}}$`);
};

/** What the debug console says of the queue, and nothing of another situation. */
const queue = (page: Page, { value, context }: Expectation): Look => {
  const { queued, batch, deadline, dropped } = context as AnalyticsContext;
  const state = statePath(value as never);
  const inFlight = state.includes('.sending') ? (batch?.count ?? 0) : 0;
  const waiting = row(page, /^analytics waits until \d{4}-/);
  const still = row(page, 'analytics waits until not waiting');
  return {
    shown: [
      row(page, `analytics queue ${queued} queued, ${inFlight} in flight ${state}`),
      row(page, droppedIn(dropped)),
      deadline === null ? still : waiting,
    ],
    hidden: [deadline === null ? waiting : still],
  };
};

/** On the real server nobody plans how many events there are. */
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

const looksBy = (look: typeof queue) => ({
  ...Object.fromEntries(delivery.map((leaf) => [leaf, look])),
  'analytics.storage.opening': inMemory,
  'analytics.storage.inMemory': inMemory,
  'analytics.storage.onDevice': onDevice,
});

const { watchQueue, ...actors } = analyticsDescriptor.actors ?? {};

/** What the queue says where it says it, and what a tab that leads really finds. */
const allows = (step: Step, snapshot: AnyMachineSnapshot): boolean => {
  const { answer, batch, limit } = snapshot.context as AnalyticsContext;
  const says = step.kind === 'event' || step.kind === 'sent' ? step.event.type : '';
  const isRefused = snapshot.matches({ storage: 'inMemory' }) && 'watchQueue' in snapshot.children;
  if (says.startsWith('storage.')) return snapshot.matches({ delivery: { active: 'following' } });
  if (says === 'events.refused') return snapshot.matches({ delivery: { optedOut: 'quiet' } });
  // a page that alone has events leads, and sends those first
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
  allows: (step, { snapshot }) => allows(step, snapshot),
  longest: 40,
  byPeople: (step) => step.kind === 'done' && step.actor === 'sendBatch',
  open: openMeasured,
  refresh: readConsole,
  drivers: Object.fromEntries(
    Object.entries(drivers).map(([name, drive]) => [name, connected(drive)]),
  ),
  looks: looksBy(queue),
  hasElement: () => false,
  real: {
    reaches: 'analytics.delivery.optedOut.quiet',
    can: ({ says, kind }) =>
      kind === 'time' ||
      /^(storage\.kept|lead\.gained|queue\.(opted|counted \(a few\))|connection)/.test(says) ||
      /^(takeBatch answers \(four events\)|sendBatch answers \(it is accepted\))$/.test(says) ||
      /^(settleBatch answers \(nothing is left\)|(empty|open)Queue answers)/.test(says),
    allows: ({ says }, { snapshot: { context } }) =>
      (says !== 'connection.lost' || context.queued > 0) &&
      (says !== 'queue.optedOut' || context.answer !== null),
    drivers: {
      'watchQueue sends queue.counted': async ({ page }) => {
        await happen(page, 'queue.counted');
        await hear(page, 'watchQueue', { type: 'queue.counted' });
      },
      'takeBatch answers': async ({ page }) => {
        await untilWritten(page);
        await pass(page, 'takeBatch');
      },
      'settleBatch answers': ({ page }) => pass(page, 'settleBatch'),
      'queue.optedOut': ({ page }) => chooseAgain(page, 'consent.refuse'),
      'queue.optedIn': ({ page }) => chooseAgain(page, 'consent.allow'),
    },
    looks: looksBy(anyQueue),
  },
};
