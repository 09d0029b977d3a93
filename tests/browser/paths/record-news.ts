import { expect } from '@playwright/test';
import { isUnderWay, type TaskRecord } from '../../../machines/model/task-record.ts';
import type { RecordNews } from '../../../machines/record-watch/record-watch.types.ts';
import { offline, recordOf, refused } from '../../../machines/testing/samples.ts';
import type { Step } from '../../../tools/paths/step.ts';
import type { Driver, Stage } from './browser-chart.ts';

type Context = { record?: TaskRecord | null; records?: readonly TaskRecord[] };

const followed = ({ record, records = [] }: Context): TaskRecord | null | undefined =>
  record ?? records.findLast(isUnderWay);

/**
 * News that the server can cause in the record watch. The refusal is one that the root does not show.
 */
export const newsIn = (done: TaskRecord) => (context: Context) => {
  const { id, revision } = followed(context) ?? { id: 'r1', revision: 0 };
  const next = { id, revision: revision + 1 };
  const news = (event: RecordNews) => event;
  return {
    'it runs': news({ type: 'record.changed', record: recordOf('r1', 1, next) }),
    'it is done': news({ type: 'record.ended', record: { ...done, ...next } }),
    'it is gone': news({ type: 'record.gone', id }),
    'it is lost': news({ type: 'record.lost', id, failure: offline }),
    'it is found': news({ type: 'record.found', id }),
    'the day is used up': news({ type: 'record.refused', id, failure: refused('daily_limit') }),
  };
};

/** Which news can come in which state: after a refusal there are no more questions. */
export const canCome = (step: Step, news: string | undefined): boolean => {
  if (step.kind !== 'sent' || step.actor !== 'recordWatch') return true;
  const { type } = step.event;
  if (news === 'lost') return type === 'record.found' || type === 'record.gone';
  return news === 'inTouch' && type !== 'record.found';
};

type Watch = { state: string; id: string; revision: number };

/** The current state of the record watch on the page. */
const watchOf = ({ page }: Stage, chart: string): Promise<Watch> =>
  page.evaluate((name) => {
    const parent = window.__lightwell?.root.system.get(name)?.getSnapshot();
    const { value, context } = parent?.children.recordWatch?.getSnapshot() ?? {};
    return {
      state: JSON.stringify(value ?? null),
      id: String(context?.id),
      revision: Number(context?.revision),
    };
  }, chart);

const untilWatch = (stage: Stage, chart: string, state: string): Promise<void> =>
  expect.poll(async () => (await watchOf(stage, chart)).state).toContain(state);

/** Lets the pause of the record watch pass, unless it is already asking. */
const letAsk = async ({ page, layer }: Stage, ms: number): Promise<void> => {
  if (!layer.isHeld('loadRecord')) await page.clock.runFor(ms);
};

const changed: Driver = ({ layer }, step) => {
  if (step.kind !== 'sent') throw new Error(`“${step.says}” is not news`);
  return layer.answer('watchRecord', { obj: step.event.record });
};

/** By name of the step; `chart` is the parent of the record watch. */
export const newsDrivers = (chart: string): Record<string, Driver> => ({
  'recordWatch sends record.changed': changed,
  'recordWatch sends record.ended': changed,
  'recordWatch sends record.gone': async (stage) => {
    const { layer } = stage;
    const isAwaited = layer.isHeld('watchRecord');
    if (!isAwaited) await letAsk(stage, 1000);
    await layer.answer(isAwaited ? 'watchRecord' : 'loadRecord', { code: 'record_gone' });
  },
  'recordWatch sends record.lost': async (stage) => {
    await stage.layer.answer('watchRecord', 'broken');
    // the first failure is tolerated
    await untilWatch(stage, chart, 'doubting');
    await stage.page.clock.runFor(500);
    await stage.layer.answer('loadRecord', 'broken');
  },
  'recordWatch sends record.found': async (stage) => {
    await letAsk(stage, 1000);
    const { id, revision } = await watchOf(stage, chart);
    await stage.layer.answer('loadRecord', { obj: recordOf('r1', 1, { id, revision }) });
    // a second later it asks again
    await untilWatch(stage, chart, 'resting');
    await stage.page.clock.runFor(1000);
    await stage.layer.asked('watchRecord');
  },
  'recordWatch sends record.refused': ({ layer }) =>
    layer.answer('watchRecord', { code: 'daily_limit' }),
});
