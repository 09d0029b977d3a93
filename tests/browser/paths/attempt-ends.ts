import { expect } from '@playwright/test';
import type { TaskRecord } from '../../../machines/model/task-record.ts';
import type { Driver, Stage } from './browser-chart.ts';
import { press, uploadTicket } from './scene.ts';
import type { Answer } from './scripted-answer.ts';
import { trayButton } from './tray.looks.ts';

/* What the server, and time, do to an attempt of the tray, until it tells the tray the wanted. */

type Place = { state: string; step: string; revision: number };

/** Where the attempt is on the page now. */
export const placeOf = ({ page }: Stage, id: string): Promise<Place> =>
  page.evaluate((name) => {
    const tray = window.__lightwell?.root.system.get('tray')?.getSnapshot();
    const { value, context, children } = tray?.children[name]?.getSnapshot() ?? {};
    const watch = children?.recordWatch?.getSnapshot();
    return {
      state: `${JSON.stringify(value ?? null)} ${JSON.stringify(watch?.value ?? null)}`,
      step: String(context?.load.step),
      revision: Number(watch?.context.revision ?? 0),
    };
  }, id);

export const untilAt = (stage: Stage, id: string, state: string): Promise<void> =>
  expect.poll(async () => (await placeOf(stage, id)).state, { intervals: [25] }).toContain(state);

/** The chart that follows the record asks, at the latest when its pause is over. */
export const askedFor = async ({ page, layer }: Stage): Promise<'watchRecord' | 'loadRecord'> => {
  for (;;) {
    if (layer.isHeld('watchRecord')) return 'watchRecord';
    if (layer.isHeld('loadRecord')) return 'loadRecord';
    await page.clock.runFor(250);
  }
};

export const answerWatch = async (stage: Stage, answer: Answer): Promise<void> =>
  stage.layer.answer(await askedFor(stage), answer);

/** Up to the start that is about to be answered. */
export const arrive = async ({ layer }: Stage): Promise<void> => {
  await layer.answer('requestUpload', uploadTicket);
  await layer.answer('upload', { obj: null });
  await layer.asked('startTask');
};

const findAttempt = async (stage: Stage, id: string, answer: Answer): Promise<void> => {
  const { page, layer } = stage;
  if ((await placeOf(stage, id)).step !== 'asked') {
    await arrive(stage);
    await layer.answer('startTask', 'broken');
    await untilAt(stage, id, 'missing');
    await page.clock.runFor(2000);
  }
  await layer.answer('findAttempt', answer);
};

const endWith = async (stage: Stage, id: string, record: TaskRecord): Promise<void> => {
  const { layer } = stage;
  const { state, step, revision } = await placeOf(stage, id);
  const obj = { ...record, revision: revision + 1 };
  if (state.includes('onServer')) await answerWatch(stage, { obj });
  else if (step === 'asked') await layer.answer('findAttempt', { obj });
  else {
    await arrive(stage);
    await layer.answer('startTask', { obj });
  }
  layer.background('loadRecord', { obj });
};

export const endAttempt: Driver = async (stage, step) => {
  if (step.kind !== 'sent') throw new Error(`“${step.says}” is no end of an attempt`);
  const { page, layer } = stage;
  const { id, outcome } = step.event;
  switch (outcome.kind) {
    case 'ended':
      return endWith(stage, id, outcome.record);
    case 'gone':
      return answerWatch(stage, { code: 'record_gone' });
    case 'cancelled':
      return press(page, trayButton(page, 'overlay.cancel').or(trayButton(page, 'card.cancel')));
    case 'limited':
      return layer.answer('requestUpload', { code: 'daily_limit' });
    case 'failed':
      return layer.answer('requestUpload', { code: outcome.failure.code });
    case 'notStarted':
      return findAttempt(stage, id, { code: 'record_not_found' });
    case 'unsure':
      return findAttempt(stage, id, { code: 'invalid_request' });
  }
};

/** It has a record, which the server tells more of, or nothing more. */
export const moveAttempt: Driver = async (stage, step) => {
  if (step.kind !== 'sent') throw new Error(`“${step.says}” is no news of an attempt`);
  const { page, layer } = stage;
  const { id, view } = step.event;
  if (view.stage === 'waiting') {
    await layer.answer('watchRecord', 'broken');
    await untilAt(stage, id, 'doubting');
    await page.clock.runFor(500);
    await layer.answer('loadRecord', 'broken');
    return;
  }
  const { revision } = await placeOf(stage, id);
  await answerWatch(stage, { obj: { ...view.record, revision: revision + 1 } });
  await layer.asked('watchRecord');
};
