import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { uploadSignature } from '../../../contract/ai-function.ts';
import { type DealStatus, dealStatus } from '../../../contract/deal-status.ts';
import { type AiRecord, aiRecord } from '../../../contract/records.ts';
import { photoFile, smallPhoto } from '../studio-page.ts';
import type { Stage } from './browser-chart.ts';

/** The browser context of the calling visitor, and the URL of the product. */
type Visitor = { context: Stage['context']; layer: Pick<Stage['layer'], 'product'> };

/* Makes tasks on the real server. Their visitor opens a page afterwards. */

/** Milliseconds to wait for the real engine on a busy machine. */
const patienceMs = 60_000;

const ask = async ({ context, layer }: Visitor, path: string, body?: object): Promise<unknown> => {
  const url = new URL(path, layer.product).href;
  const { request } = context;
  const answer = await (body ? request.post(url, { data: body }) : request.get(url));
  const { success, obj } = await answer.json();
  if (success !== '1') throw new Error(`${path} was answered ${success}`);
  return obj;
};

export const startRealTask = async (
  stage: Visitor,
  functionCode: string,
  size: 'small' | 'usual' = 'usual',
): Promise<AiRecord> => {
  const { context, layer } = stage;
  const signed = uploadSignature.parse(
    await ask(stage, `/v1/file/notAuthSignature/png?functionCode=${functionCode}`),
  );
  const usual = {
    name: 'coffee.png',
    mimeType: 'image/png',
    buffer: readFileSync(photoFile('coffee.png')),
  };
  const file = size === 'small' ? await smallPhoto() : usual;
  const uploaded = await context.request.post(new URL(signed.url, layer.product).href, {
    multipart: { ...signed.fields, file },
  });
  expect(uploaded.status()).toBe(204);
  const { fileKey } = signed;
  const idempotencyKey = randomUUID();
  const path = `/v1/ai-function/notAuth/dealSave/${functionCode}`;
  return aiRecord.parse(await ask(stage, path, { fileKey, idempotencyKey, options: {} }));
};

export const cancelRealTask = (stage: Visitor, id: string): Promise<unknown> =>
  ask(stage, `/v1/ai-function-record/cancel/${id}`, {});

export const endOfRealTask = async (visitor: Visitor, started: AiRecord): Promise<AiRecord> => {
  let record = started;
  while (record.dealStatus < dealStatus.succeeded) {
    const query = `since=${record.revision}&waitMs=5000`;
    record = aiRecord.parse(
      await ask(visitor, `/v1/ai-function-record/detail/${record.id}?${query}`),
    );
  }
  return record;
};

/** Makes records of finished tasks with the real engine. */
export const makeRealRecords = async (visitor: Visitor, count: number): Promise<AiRecord[]> => {
  const records: AiRecord[] = [];
  while (records.length < count) {
    records.push(await endOfRealTask(visitor, await startRealTask(visitor, 'enhance', 'small')));
  }
  return records;
};

/**
 * Lets the page follow its task on the real server until the page has received this final status.
 */
export const letTaskEnd = async ({ page, layer }: Stage, status: DealStatus): Promise<void> => {
  const before = layer.ended.length;
  layer.letThrough('loadRecord');
  layer.letThrough('watchRecord');
  await expect(async () => {
    await page.clock.runFor(100);
    expect(layer.ended.length).toBeGreaterThan(before);
  }).toPass({ timeout: patienceMs, intervals: [50] });
  expect([...new Set(layer.ended.slice(before))], 'how the task ended').toEqual([status]);
};
