import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { signedIn } from '../../../contract/account.ts';
import { uploadSignature } from '../../../contract/ai-function.ts';
import { aiRecord } from '../../../contract/records.ts';
import {
  type Answer,
  createVisitor,
  multipart,
  type Visitor,
} from '../../../server/testing/visitor.fixture.ts';
import { hostApp } from '../harness/host.ts';
import type { ProcessHost } from '../harness/process-host.ts';
import { type Letter, newLetter, sendLetter } from './letters.ts';

/**
 * The server's acknowledgements for one photo. An acknowledgement may have been lost on its way to
 * the visitor.
 */
export type Errand = {
  idempotencyKey: string;
  fileKey?: string;
  /** the upload was acknowledged */
  isStored?: boolean;
  /** the start was requested, whether or not it was answered */
  isAsked?: boolean;
  /** the start was acknowledged with this record */
  id?: string;
  /** a result was shown */
  isDone?: boolean;
  /** the cancellation was requested, and acknowledged */
  isCancelled?: boolean;
  deletion?: 'asked' | 'acknowledged';
  /**
   * the clock was advanced so far that unused uploads ('hours') or all data ('months') may be
   * deleted
   */
  swept?: Swept;
};

export type Swept = 'hours' | 'months';

/** A visitor, and the acknowledgements that the visitor got. */
export type Customer = {
  errands: Errand[];
  letters: Letter[];
  /**
   * Uploads one photo. Then, at random, starts a task, signs in, deletes the account, cancels,
   * follows and removes. May first send a message to the support. @throws ServerDied
   */
  act(): Promise<void>;
  /** Repeats every start that got no answer. */
  askAgain(): Promise<void>;
  /** From now on, a sweep may have deleted rows and files. */
  expectSweep(swept: Swept): void;
};

/** Thrown for an answer that a correct server never gives. */
export class WrongAnswer extends Error {}

/** Answers that are possible after the clock was advanced. */
const sweptAnswers = [
  ...['upload_not_found', 'record_gone', 'record_not_found', '403', '409'],
  // A session ends after a month without use.
  '10009',
  // The clock may advance by more than ten minutes between the mail and its answer.
  'code_expired',
];

class NotThere extends WrongAnswer {}

/**
 * Returns the error for a wrong answer. @param said code of the answer, or the status of an answer
 * to an upload
 */
function wrongAnswer(what: string, said: string): WrongAnswer {
  const sentence = `${what} was answered ${said}`;
  return sweptAnswers.includes(said) ? new NotThere(sentence) : new WrongAnswer(sentence);
}

type Call = Visitor['call'];

const startPath = '/v1/ai-function/notAuth/dealSave/upscale-2x-fast';

function expectSuccess(answer: Answer, what: string) {
  if (answer.success !== '1') throw wrongAnswer(what, answer.success);
  return answer.obj;
}

/** Codes of refusals by limits of the product. A refused start creates nothing. */
const refusals = new Set(['too_many_tasks', 'rate_limited', 'daily_limit', '51009']);

async function start(call: Call, errand: Errand) {
  errand.isAsked = true;
  const { fileKey, idempotencyKey } = errand;
  const answer = await call('POST', startPath, { fileKey, idempotencyKey });
  if (answer.success === 'record_gone' && errand.deletion) return;
  // The visitor may no longer exceed the limit later, so the start is repeated after the next kill.
  if (refusals.has(answer.success)) return;
  const { id } = aiRecord.parse(expectSuccess(answer, 'a start'));
  if (errand.id && errand.id !== id) throw new WrongAnswer('a repeated start made another record');
  errand.id = id;
}

async function follow(call: Call, errand: Errand) {
  for (let since: number | undefined; ; ) {
    const query = since === undefined ? '' : `?since=${since}&waitMs=2000`;
    const answer = await call('GET', `/v1/ai-function-record/detail/${errand.id}${query}`);
    const record = aiRecord.parse(expectSuccess(answer, 'a record'));
    if (record.dealStatus === 2) errand.isDone = true;
    if (record.dealStatus >= 2) return;
    since = record.revision;
  }
}

async function cancel(call: Call, errand: Errand) {
  const { success } = await call('POST', `/v1/ai-function-record/cancel/${errand.id}`);
  if (success === '1') errand.isCancelled = true;
  else if (success !== 'record_ended') throw wrongAnswer('a cancel', success);
}

async function remove(call: Call, errand: Errand) {
  errand.deletion = 'asked';
  const answer = await call('DELETE', `/v1/ai-function-record/${errand.id}`);
  expectSuccess(answer, 'a deletion');
  errand.deletion = 'acknowledged';
}

type Deps = {
  host: Pick<ProcessHost, 'inject' | 'findCode'>;
  photo: Buffer;
  random: () => number;
};

/** @param address the visitor's address, by which limits count */
export function createCustomer({ host, photo, random }: Deps, address: string): Customer {
  const visitor = createVisitor(hostApp(host), address);
  const { call, cookies } = visitor;
  /** a sign-in was requested and not yet answered */
  let isEntering = false;
  /** a code was requested and did not arrive in time */
  let isCodeLate = false;
  const email = `${address}@example.com`;
  const errands: Errand[] = [];
  const letters: Letter[] = [];

  let swept: Swept | undefined;

  async function upload(errand: Errand) {
    const answer = await call('GET', '/v1/file/notAuthSignature/png');
    const signed = uploadSignature.parse(expectSuccess(answer, 'a signature'));
    errand.fileKey = signed.fileKey;
    const { statusCode } = await host.inject({
      method: 'POST',
      url: signed.url,
      remoteAddress: address,
      ...multipart(signed.fields, photo),
    });
    if (statusCode !== 204) throw wrongAnswer('an upload', String(statusCode));
    errand.isStored = true;
  }

  /**
   * Requests a code. Returns null if no code arrives, or if the last one is less than a minute old.
   */
  async function codeFrom(path: string): Promise<string | null> {
    if (isCodeLate) return null;
    // A previous code belongs to another purpose.
    const before = await host.findCode(email);
    const asked = await call('GET', path);
    if (asked.success === 'code_too_soon') return null;
    expectSuccess(asked, 'a code');
    for (let n = 0; n < 40; n += 1) {
      const code = await host.findCode(email);
      if (code !== null && code !== before) return code;
      await wait(25);
    }
    // A code that arrives later could be taken for the next one.
    isCodeLate = true;
    return null;
  }

  /**
   * Merges the guest's tasks, uploads and credits into an account. If the answer is lost, the new
   * owner is unknown and the visitor takes no further action. The tables are still compared.
   */
  async function signIn() {
    const code = await codeFrom(`/v1/user/email/${email}/code`);
    if (code === null) return;
    isEntering = true;
    const answer = await call('POST', '/v1/user-session/email', { email, code });
    isEntering = false;
    visitor.token = signedIn.parse(expectSuccess(answer, 'a sign-in')).token;
  }

  /** Deletes the account and all data of the visitor. */
  async function leave() {
    const code = await codeFrom(`/v1/user/deleteAccount/email/${email}/code`);
    if (code === null) return;
    expectSweep('months');
    const answer = await call('POST', '/v1/user/delete', { code });
    // The newest code may belong to an earlier request for another purpose.
    if (answer.success === 'invalid_code') return;
    expectSuccess(answer, 'a deletion of the account');
    visitor.token = '';
    // A refused start cannot be repeated, because its owner has left.
    for (const errand of errands) errand.isAsked = errand.id !== undefined;
    for (const name of Object.keys(cookies)) delete cookies[name];
  }

  async function write() {
    const letter: Letter = { ...newLetter(), isSwept: swept === 'months' };
    letters.push(letter);
    const said = await sendLetter(call, letter);
    if (said !== '1') throw wrongAnswer('a message', said);
    await sendLetter(call, letter);
  }

  async function run() {
    if (random() < 0.3) await write();
    const errand: Errand = { idempotencyKey: randomUUID(), ...(swept ? { swept } : {}) };
    errands.push(errand);
    await upload(errand);
    if (random() < 0.1) return;
    if (random() < 0.3) await Promise.all([start(call, errand), start(call, errand)]);
    else await start(call, errand);
    // A guest without remaining allowance signs up and gets welcome credits.
    if (!visitor.token && (!errand.id || random() < 0.4)) await signIn();
    if (visitor.token && random() < 0.2) await leave();
    if (!errand.id) return;
    if (random() < 0.25) await cancel(call, errand);
    else if (random() < 0.7) await follow(call, errand);
    if (random() < 0.3) await remove(call, errand);
  }

  /** After a sweep, ignores answers about deleted tasks and uploads. */
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
    act: () => unlessSwept(run),
    async askAgain() {
      for (const letter of letters) {
        if (!letter.isAcknowledged && !letter.isSwept) await sendLetter(call, letter);
      }
      if (isEntering) return;
      for (const errand of errands) {
        if (!errand.isAsked || errand.id) continue;
        await unlessSwept(() => start(call, errand));
        if (errand.swept) errand.isAsked = false;
      }
    },
    expectSweep,
  };
}
