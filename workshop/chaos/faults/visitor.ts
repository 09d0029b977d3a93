import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { signedIn } from '../../../contract/account.ts';
import { uploadSignature } from '../../../contract/ai-function.ts';
import { aiRecord } from '../../../contract/records.ts';
import { type Letter, newLetter, sendLetter } from './letters.ts';

const envelope = z.object({ success: z.string(), obj: z.unknown() });

/** Acknowledgements that a visitor got, or may have missed, for one photo. */
export type Errand = {
  idempotencyKey: string;
  fileKey?: string;
  /** the upload was acknowledged */
  isStored?: boolean;
  /** the start was requested, with any answer */
  isAsked?: boolean;
  /** the start was acknowledged with this record */
  id?: string;
  /** a result was shown */
  isDone?: boolean;
  /** requested and acknowledged */
  isCancelled?: boolean;
  deletion?: 'asked' | 'acknowledged';
  /** the clock was set so far ahead that unused uploads, or everything, may be deleted */
  swept?: Swept;
};

export type Swept = 'hours' | 'months';

export type Visitor = {
  errands: Errand[];
  letters: Letter[];
  /**
   * Takes one photo through some of: upload, start, sign in, repeat, cancel, delete; sometimes
   * sends a message to the support first. Throws if the server dies.
   */
  act(url: string, random: () => number, findCode: FindCode): Promise<void>;
  /** Repeats every start that got no answer. */
  askAgain(url: string): Promise<void>;
  /** From now on missing things may have been deleted by the sweep. */
  expectSweep(swept: Swept): void;
};

/** The newest code mailed to an address. */
export type FindCode = (address: string) => Promise<string | null>;

/** An answer that is neither wanted nor allowed. */
export class WrongAnswer extends Error {}

/** Answers that a visitor may get after the clock was set ahead. */
const sweptAnswers = [
  ...['upload_not_found', 'record_gone', 'record_not_found', '403', '409'],
  // A session that was unused for a month.
  '10009',
  // The clock advanced by more than ten minutes between the mail and the answer.
  'code_expired',
];

class NotThere extends WrongAnswer {}

/** @param said the code of the answer, or the status of an upload's */
function wrongAnswer(what: string, said: string): WrongAnswer {
  const sentence = `${what} was answered ${said}`;
  return sweptAnswers.includes(said) ? new NotThere(sentence) : new WrongAnswer(sentence);
}

type Call = (path: string, init?: RequestInit) => Promise<{ success: string; obj: unknown }>;

const startPath = '/v1/ai-function/notAuth/dealSave/upscale-2x-fast';

function expectSuccess(answer: { success: string; obj: unknown }, what: string) {
  if (answer.success !== '1') throw wrongAnswer(what, answer.success);
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
  if (status !== 204) throw wrongAnswer('an upload', String(status));
  errand.isStored = true;
}

/** Limits of the product; nothing was started. */
const refusals = new Set(['too_many_tasks', 'rate_limited', 'daily_limit', '51009']);

async function start(call: Call, errand: Errand) {
  errand.isAsked = true;
  const { fileKey, idempotencyKey } = errand;
  const body = JSON.stringify({ fileKey, idempotencyKey });
  const answer = await call(startPath, { method: 'POST', body });
  if (answer.success === 'record_gone' && errand.deletion) return;
  // Refused for now: repeated after the next kill.
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
  else if (success !== 'record_ended') throw wrongAnswer('a cancel', success);
}

async function remove(call: Call, errand: Errand) {
  errand.deletion = 'asked';
  const answer = await call(`/v1/ai-function-record/${errand.id}`, { method: 'DELETE' });
  expectSuccess(answer, 'a deletion');
  errand.deletion = 'acknowledged';
}

/** @param address as a proxy would report it, because limits count by address */
export function createVisitor(address: string, photo: Buffer<ArrayBuffer>): Visitor {
  let cookie = '';
  let token = '';
  /** a sign-in was requested and not answered yet */
  let isEntering = false;
  const email = `${address}@example.com`;
  const errands: Errand[] = [];
  const letters: Letter[] = [];

  const callOf =
    (url: string): Call =>
    async (path, init = {}) => {
      const headers = {
        'x-forwarded-for': address,
        ...(init.body ? { 'content-type': 'application/json' } : {}),
        ...(cookie && !token ? { cookie } : {}),
        token,
      };
      const response = await fetch(`${url}${path}`, { ...init, headers });
      cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
      return envelope.parse(await response.json());
    };

  let swept: Swept | undefined;

  /**
   * Merges the guest's things into an account. If the answer is lost, the owner is unknown, and the
   * visitor stops; the tables are still compared.
   */
  async function signIn(call: Call, findCode: FindCode) {
    const asked = await call(`/v1/user/email/${email}/code`);
    // Mailed a moment ago, before a server died.
    if (asked.success === 'code_too_soon') return;
    expectSuccess(asked, 'a code');
    const code = await mailed(findCode);
    if (code === null) return;
    const body = JSON.stringify({ email, code });
    isEntering = true;
    const answer = await call('/v1/user-session/email', { method: 'POST', body });
    isEntering = false;
    ({ token } = signedIn.parse(expectSuccess(answer, 'a sign-in')));
  }

  /** Waits for a new mail; the previous one had another purpose. */
  async function mailed(findCode: FindCode, before: string | null = null): Promise<string | null> {
    for (let n = 0; n < 40; n += 1) {
      const code = await findCode(email);
      if (code !== null && code !== before) return code;
      await wait(25);
    }
    return null;
  }

  /** Deletes the account with all that the visitor knows of. */
  async function leave(call: Call, findCode: FindCode) {
    const before = await findCode(email);
    const asked = await call(`/v1/user/deleteAccount/email/${email}/code`);
    if (asked.success === 'code_too_soon') return;
    expectSuccess(asked, 'a code');
    const code = await mailed(findCode, before);
    if (code === null) return;
    expectSweep('months');
    const body = JSON.stringify({ code });
    const answer = await call('/v1/user/delete', { method: 'POST', body });
    // Mailed before, for another purpose.
    if (answer.success === 'invalid_code') return;
    expectSuccess(answer, 'a deletion of the account');
    token = '';
    cookie = '';
  }

  async function write(call: Call) {
    const letter: Letter = { ...newLetter(), isSwept: swept === 'months' };
    letters.push(letter);
    const said = await sendLetter(call, letter);
    if (said !== '1') throw wrongAnswer('a message', said);
    await sendLetter(call, letter);
  }

  async function run(url: string, random: () => number, findCode: FindCode) {
    const call = callOf(url);
    if (random() < 0.3) await write(call);
    const errand: Errand = { idempotencyKey: randomUUID(), ...(swept ? { swept } : {}) };
    errands.push(errand);
    await upload(call, url, photo, errand);
    if (random() < 0.1) return;
    if (random() < 0.3) await Promise.all([start(call, errand), start(call, errand)]);
    else await start(call, errand);
    // A guest without remaining allowance signs up and gets welcome credits.
    if (!token && (!errand.id || random() < 0.4)) await signIn(call, findCode);
    if (token && random() < 0.2) await leave(call, findCode);
    if (!errand.id) return;
    if (random() < 0.25) await cancel(call, errand);
    else if (random() < 0.7) await follow(call, errand);
    if (random() < 0.3) await remove(call, errand);
  }

  /** Things that were swept away are not requested again. */
  async function unlessSwept(work: () => Promise<void>) {
    try {
      await work();
    } catch (error) {
      if (!swept || !(error instanceof NotThere)) throw error;
    }
  }

  function expectSweep(reach: Swept) {
    swept = swept === 'months' ? swept : reach;
    if (reach === 'months') for (const letter of letters) letter.isSwept = true;
    for (const errand of errands) errand.swept = errand.swept === 'months' ? 'months' : reach;
  }

  return {
    errands,
    letters,
    act: (url, random, findCode) => unlessSwept(() => run(url, random, findCode)),
    async askAgain(url) {
      for (const letter of letters) {
        if (!letter.isAcknowledged && !letter.isSwept) await sendLetter(callOf(url), letter);
      }
      if (isEntering) return;
      for (const errand of errands) {
        if (!errand.isAsked || errand.id) continue;
        await unlessSwept(() => start(callOf(url), errand));
        if (errand.swept) errand.isAsked = false;
      }
    },
    expectSweep,
  };
}
