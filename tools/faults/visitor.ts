import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { uploadSignature } from '../../contract/ai-function.ts';
import { aiRecord } from '../../contract/records.ts';

const envelope = z.object({ success: z.string(), obj: z.unknown() });

/** What the server has acknowledged to a visitor about one photo, or may have done. */
export type Errand = {
  idempotencyKey: string;
  fileKey?: string;
  /** the upload was acknowledged */
  isStored?: boolean;
  /** the start was asked for, whatever was answered */
  isAsked?: boolean;
  /** the start was acknowledged with this record */
  id?: string;
  /** a result was shown */
  isDone?: boolean;
  /** asked for and acknowledged */
  isCancelled?: boolean;
  deletion?: 'asked' | 'acknowledged';
};

export type Visitor = {
  errands: Errand[];
  /** One photo through some of: upload, start, repeat, cancel, delete; throws when the server dies. */
  act(url: string, random: () => number): Promise<void>;
  /** Asks again for every start that nobody answered. */
  askAgain(url: string): Promise<void>;
};

/** An answer that is neither the wished one nor allowed to happen. */
export class WrongAnswer extends Error {}

type Call = (path: string, init?: RequestInit) => Promise<{ success: string; obj: unknown }>;

const startPath = '/v1/ai-function/notAuth/dealSave/upscale-2x-fast';

function expectSuccess(answer: { success: string; obj: unknown }, what: string) {
  if (answer.success !== '1') throw new WrongAnswer(`${what} was answered ${answer.success}`);
  return answer.obj;
}

async function upload(call: Call, url: string, photo: Buffer<ArrayBuffer>, errand: Errand) {
  const path = '/v1/file/notAuthSignature/png';
  const signed = uploadSignature.parse(expectSuccess(await call(path), 'a signature'));
  errand.fileKey = signed.fileKey;
  const form = new FormData();
  for (const [name, value] of Object.entries(signed.fields)) form.append(name, value);
  form.append('file', new Blob([photo]));
  const { status } = await fetch(`${url}${signed.url}`, { method: 'POST', body: form });
  if (status !== 204) throw new WrongAnswer(`an upload was answered ${status}`);
  errand.isStored = true;
}

/** Limits of the product; nothing was begun. */
const refusals = new Set(['too_many_tasks', 'rate_limited']);

async function start(call: Call, errand: Errand) {
  errand.isAsked = true;
  const { fileKey, idempotencyKey } = errand;
  const body = JSON.stringify({ fileKey, idempotencyKey });
  const answer = await call(startPath, { method: 'POST', body });
  if (answer.success === 'record_gone' && errand.deletion) return;
  // Refused for now: asked again after the next kill.
  if (refusals.has(answer.success)) return;
  const { id } = aiRecord.parse(expectSuccess(answer, 'a start'));
  if (errand.id && errand.id !== id) throw new WrongAnswer('a repeated start made another record');
  errand.id = id;
}

async function follow(call: Call, errand: Errand) {
  for (let since: number | undefined; ; ) {
    const query = since === undefined ? '' : `?since=${since}&waitMs=2000`;
    const answer = await call(`/v1/ai-function-record/detail/${errand.id}${query}`);
    const record = aiRecord.parse(expectSuccess(answer, 'a record'));
    if (record.dealStatus === 2) errand.isDone = true;
    if (record.dealStatus >= 2) return;
    since = record.revision;
  }
}

async function cancel(call: Call, errand: Errand) {
  const path = `/v1/ai-function-record/cancel/${errand.id}`;
  const { success } = await call(path, { method: 'POST' });
  if (success === '1') errand.isCancelled = true;
  else if (success !== 'record_ended') throw new WrongAnswer(`a cancel was answered ${success}`);
}

async function remove(call: Call, errand: Errand) {
  errand.deletion = 'asked';
  const answer = await call(`/v1/ai-function-record/${errand.id}`, { method: 'DELETE' });
  expectSuccess(answer, 'a deletion');
  errand.deletion = 'acknowledged';
}

/** @param address as a proxy would tell it: limits count by address */
export function createVisitor(address: string, photo: Buffer<ArrayBuffer>): Visitor {
  let cookie = '';
  const errands: Errand[] = [];

  const callOf =
    (url: string): Call =>
    async (path, init = {}) => {
      const headers = {
        'x-forwarded-for': address,
        ...(init.body ? { 'content-type': 'application/json' } : {}),
        ...(cookie ? { cookie } : {}),
      };
      const response = await fetch(`${url}${path}`, { ...init, headers });
      cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
      return envelope.parse(await response.json());
    };

  return {
    errands,
    async act(url, random) {
      const call = callOf(url);
      const errand: Errand = { idempotencyKey: randomUUID() };
      errands.push(errand);
      await upload(call, url, photo, errand);
      if (random() < 0.1) return;
      if (random() < 0.3) await Promise.all([start(call, errand), start(call, errand)]);
      else await start(call, errand);
      if (!errand.id) return;
      if (random() < 0.25) await cancel(call, errand);
      else if (random() < 0.7) await follow(call, errand);
      if (random() < 0.3) await remove(call, errand);
    },
    async askAgain(url) {
      for (const errand of errands) {
        if (errand.isAsked && !errand.id) await start(callOf(url), errand);
      }
    },
  };
}
