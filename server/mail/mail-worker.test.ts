import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../../tools/testing/eventually.ts';
import { createMemoryBus } from '../platform/bus/memory-bus.ts';
import { createWorkers } from '../platform/bus/workers.ts';
import type { Database, OpenDatabase } from '../platform/database/database.ts';
import { openTestDatabase } from '../platform/database/testing/test-database.fixture.ts';
import { newId } from '../platform/ids.ts';
import { registerProcess, removeProcesses } from '../platform/process/processes.store.ts';
import { heldLease } from '../testing/held-lease.fixture.ts';
import { hashOfAddress } from './address-hash.ts';
import { mails, unsubscribed } from './mail.schema.ts';
import { MailFailure } from './mail-transport.port.ts';
import { createMailWorker, type MailWorker, type MailWorkerDeps } from './mail-worker.ts';
import type { Mail, Mailer } from './mailer.port.ts';
import { createMailer } from './mailer.ts';
import { sampleMail } from './mails.fixture.ts';
import { readdressMails, setSubscribed } from './mails.store.ts';
import type { Message } from './render-mail.ts';

const minute = 60_000;

let database: OpenDatabase;
let db: Database;
let time: number;
const workers: MailWorker[] = [];
const now = () => new Date(time);
const onError = vi.fn();
const onFailure = vi.fn();
/** accepts every mail by default */
const transport = {
  send: vi.fn<(message: Message, signal: AbortSignal) => Promise<{ providerId: string | null }>>(),
};

beforeAll(async () => {
  database = await openTestDatabase();
  ({ db } = database);
});
afterAll(() => database.close());
beforeEach(async () => {
  time = Date.parse('2026-11-22T12:00:00Z');
  vi.clearAllMocks();
  transport.send.mockReset().mockResolvedValue({ providerId: 'queued-1' });
  await db.delete(mails);
  await db.delete(unsubscribed);
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});

const createTestMailer = (sends = true): Mailer =>
  createMailer({ workers: { call() {} }, sends, now });

/** Renders a mail in a minimal form, because these tests do not check texts. */
const render = ({ cause, to, values }: Mail) =>
  ({ messageId: cause, to, text: JSON.stringify(values) }) as Message;

function createTestWorker(change: Partial<MailWorkerDeps> = {}): MailWorker {
  const wake = async () => {};
  const worker = createMailWorker({
    db,
    processId: newId(),
    lease: heldLease,
    transport,
    render,
    wake,
    now,
    onFailure,
    onError,
    ...change,
  });
  workers.push(worker);
  return worker;
}

const write = (mail: Mail, mailer = createTestMailer()) =>
  db.transaction((tx) => mailer.write(tx, mail));

async function rowOf(mail: Mail) {
  const [row] = await db.select().from(mails).where(eq(mails.cause, mail.cause));
  return row;
}

const refusal = (isPermanent: boolean) =>
  new MailFailure(isPermanent ? 'recipient_refused' : 'deferred', isPermanent);

test('a mail whose address changes while it is being sent is retried at the new address', async () => {
  const mail = sampleMail('receipt', { to: 'mia@example.org' });
  await write(mail);
  const address = 'mia@example.com';
  transport.send.mockImplementationOnce(async () => {
    const to = { address, addressHash: hashOfAddress(address) };
    await db.transaction((tx) => readdressMails(tx, { from: mail.to, to, kinds: [mail.kind] }));
    throw refusal(false);
  });
  await createTestWorker().work();
  expect(await rowOf(mail)).toMatchObject({ state: 'waiting', address });
});

test('a sent mail keeps neither its recipient nor its values', async () => {
  const mail = sampleMail('resetCode', { to: 'Mia@Example.org' });
  await write(mail);
  expect(await rowOf(mail)).toMatchObject({
    state: 'waiting',
    address: 'Mia@Example.org',
    values: { code: '305577' },
    attempts: 0,
  });
  await createTestWorker().work();
  expect(transport.send).toHaveBeenCalledOnce();
  expect(transport.send.mock.calls[0]?.[0]).toMatchObject({
    messageId: mail.cause,
    to: 'Mia@Example.org',
    text: '{"code":"305577"}',
  });
  expect(await rowOf(mail)).toMatchObject({
    state: 'sent',
    address: null,
    values: null,
    attempts: 1,
    providerId: 'queued-1',
    endedAt: now(),
    addressHash: hashOfAddress('mia@example.org'),
  });
});

test('an uncommitted mail is not sent', async () => {
  const mail = sampleMail('resetCode');
  const failing = db.transaction(async (tx) => {
    await createTestMailer().write(tx, mail);
    throw new Error('the cause failed');
  });
  await expect(failing).rejects.toThrow('the cause failed');
  await createTestWorker().work();
  expect(transport.send).not.toHaveBeenCalled();
});

test('a second mail with the same cause is not sent, even after the first was sent', async () => {
  const mail = sampleMail('resetCode');
  await write(mail);
  await write({ ...mail, values: { code: '000000' } });
  await createTestWorker().work();
  await write(mail);
  await createTestWorker().work();
  expect(transport.send).toHaveBeenCalledOnce();
  expect(transport.send.mock.calls[0]?.[0].text).toBe('{"code":"305577"}');
});

test('several workers send each of many mails once', async () => {
  const written = Array.from({ length: 24 }, () => sampleMail('passwordChanged'));
  for (const mail of written) await write(mail);
  await Promise.all(Array.from({ length: 4 }, () => createTestWorker().work()));
  const sent = transport.send.mock.calls.map(([{ messageId }]) => messageId);
  expect(sent.sort()).toEqual(written.map(({ cause }) => cause).sort());
});

test('the mail that has waited longest is sent first', async () => {
  const [first, second] = [sampleMail('passwordChanged'), sampleMail('passwordChanged')];
  await write(first);
  time += 1;
  await write(second);
  await createTestWorker().work();
  expect(transport.send.mock.calls.map(([{ messageId }]) => messageId)).toEqual([
    first.cause,
    second.cause,
  ]);
});

test('a deferred mail waits twice as long after each try, without delaying others', async () => {
  const [deferred, other] = [sampleMail('passwordChanged'), sampleMail('passwordChanged')];
  await write(deferred);
  transport.send.mockImplementation(async ({ messageId }) => {
    if (messageId === deferred.cause) throw refusal(false);
    return { providerId: null };
  });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const waits: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    if (n === 1) await write(other);
    await createTestWorker().work();
    const { nextTryAt, state, lastError } = (await rowOf(deferred)) ?? {};
    expect([state, lastError]).toEqual(['waiting', 'deferred']);
    waits.push((Number(nextTryAt) - time) / 1000);
    time = Number(nextTryAt);
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]);
  expect((await rowOf(other))?.state).toBe('sent');
  expect(onFailure).toHaveBeenLastCalledWith(expect.any(MailFailure), {
    id: expect.any(Number),
    kind: 'passwordChanged',
    isGivenUp: false,
  });
  transport.send.mockResolvedValue({ providerId: null });
  await createTestWorker().work();
  expect(await rowOf(deferred)).toMatchObject({ state: 'sent', attempts: 13, lastError: null });
});

test('does not touch a mail that is not due', async () => {
  const mail = sampleMail('passwordChanged');
  await write(mail);
  transport.send.mockRejectedValueOnce(refusal(false));
  await createTestWorker().work();
  time += 3000;
  await createTestWorker().work();
  expect(transport.send).toHaveBeenCalledOnce();
});

test('a permanent refusal ends only that mail', async () => {
  const [refused, other] = [sampleMail('resetCode'), sampleMail('resetCode')];
  await write(refused);
  await write(other);
  transport.send.mockRejectedValueOnce(refusal(true));
  await createTestWorker().work();
  expect(await rowOf(refused)).toMatchObject({
    state: 'failed',
    address: null,
    values: null,
    lastError: 'recipient_refused',
    endedAt: now(),
  });
  expect((await rowOf(other))?.state).toBe('sent');
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(expect.any(MailFailure), {
    id: expect.any(Number),
    kind: 'resetCode',
    isGivenUp: true,
  });
});

test('an expired code is no longer sent', async () => {
  const mail = sampleMail('resetCode');
  await write(mail);
  time += 10 * minute;
  await createTestWorker().work();
  expect(transport.send).not.toHaveBeenCalled();
  expect(await rowOf(mail)).toMatchObject({ state: 'failed', lastError: 'too_late', values: null });
});

test('an unsent code does not stay in the table', async () => {
  const [code, notice] = [sampleMail('resetCode'), sampleMail('passwordChanged')];
  await write(code);
  await write(notice);
  const worker = createTestWorker();
  time += 10 * minute - 1;
  await worker.wakeIfDue();
  expect((await rowOf(code))?.state).toBe('waiting');
  time += 1;
  await worker.wakeIfDue();
  expect(await rowOf(code)).toMatchObject({
    state: 'failed',
    lastError: 'too_late',
    address: null,
    values: null,
    endedAt: now(),
  });
  expect((await rowOf(notice))?.state).toBe('waiting');
});

test('a mail is given up when the next try would come too late', async () => {
  const mail = sampleMail('resetCode');
  await write(mail);
  time += 10 * minute - 3000;
  transport.send.mockRejectedValueOnce(refusal(false));
  await createTestWorker().work();
  expect(await rowOf(mail)).toMatchObject({ state: 'failed', lastError: 'deferred', values: null });
});

test('a mail that cannot be rendered is given up, and the error is reported', async () => {
  const mail = sampleMail('resetCode');
  await write(mail);
  const fault = new Error('no such word');
  const worker = createTestWorker({
    render: () => {
      throw fault;
    },
  });
  await worker.work();
  expect(onError).toHaveBeenCalledExactlyOnceWith(fault);
  expect(await rowOf(mail)).toMatchObject({ state: 'failed', lastError: 'unexpected' });
});

test('a mail is tried again if the database was away while it was sent', async () => {
  const mail = sampleMail('resetCode');
  await write(mail);
  const away = new Error('Failed query', {
    cause: new Error('Connection terminated unexpectedly'),
  });
  transport.send.mockRejectedValueOnce(away);
  await createTestWorker().work();
  expect(await rowOf(mail)).toMatchObject({ state: 'waiting', lastError: 'unreachable' });
  expect(onError).not.toHaveBeenCalled();
});

test('a mail that a killed process was sending is sent again under the same id', async () => {
  const mail = sampleMail('resetCode');
  await write(mail);
  await db.update(mails).set({ state: 'sending', attempts: 1 });
  await createTestWorker().work();
  expect(transport.send).not.toHaveBeenCalled();
  const worker = createTestWorker();
  await worker.releaseLost();
  expect(await rowOf(mail)).toMatchObject({ state: 'waiting', lastError: 'interrupted' });
  await worker.work();
  expect(transport.send.mock.calls.map(([{ messageId }]) => messageId)).toEqual([mail.cause]);
  expect(await rowOf(mail)).toMatchObject({ state: 'sent', attempts: 2 });
});

test('a mail being sent here does not count as lost', async () => {
  const mail = sampleMail('resetCode');
  await write(mail);
  const answer = Promise.withResolvers<{ providerId: null }>();
  transport.send.mockReturnValueOnce(answer.promise);
  const worker = createTestWorker();
  const working = worker.work();
  await eventually(() => expect(transport.send).toHaveBeenCalledOnce());
  await worker.releaseLost();
  expect(await rowOf(mail)).toMatchObject({ state: 'sending' });
  answer.resolve({ providerId: null });
  await working;
  expect(await rowOf(mail)).toMatchObject({ state: 'sent', attempts: 1 });
});

test('an attempt declared lost no longer writes', async () => {
  const mail = sampleMail('resetCode');
  await write(mail);
  const answer = Promise.withResolvers<{ providerId: null }>();
  transport.send.mockReturnValueOnce(answer.promise);
  const working = createTestWorker().work();
  await eventually(() => expect(transport.send).toHaveBeenCalledOnce());
  await createTestWorker().releaseLost();
  await db.update(mails).set({ state: 'sending', attempts: 2 });
  answer.resolve({ providerId: null });
  await working;
  expect(await rowOf(mail)).toMatchObject({ state: 'sending', attempts: 2 });
});

test('a mail that another living process is sending is not released', async () => {
  const mail = sampleMail('resetCode');
  await write(mail);
  await registerProcess(db, { id: 'sending', roles: ['worker'] });
  await db.update(mails).set({ state: 'sending', sender: 'sending', attempts: 1 });
  await createTestWorker().releaseLost();
  expect(await rowOf(mail)).toMatchObject({ state: 'sending' });
  await removeProcesses(db, ['sending']);
  await createTestWorker().releaseLost();
  expect(await rowOf(mail)).toMatchObject({ state: 'waiting', sender: null });
});

test('a process that may have lost its lease stops its mails and sends no more', async () => {
  const mail = sampleMail('resetCode');
  await write(mail);
  let holds = true;
  let lose = () => {};
  const worker = createTestWorker({
    lease: {
      holds: () => holds,
      onLost(lost) {
        lose = lost;
      },
    },
  });
  transport.send.mockImplementationOnce((_message, signal) => {
    const stopped = Promise.withResolvers<never>();
    const failure = new MailFailure('stopped', false);
    signal.addEventListener('abort', () => stopped.reject(failure));
    return stopped.promise;
  });
  const working = worker.work();
  await eventually(() => expect(transport.send).toHaveBeenCalledOnce());
  holds = false;
  lose();
  await working;
  expect(transport.send).toHaveBeenCalledOnce();
  expect(await rowOf(mail)).toMatchObject({ state: 'waiting', sender: null, attempts: 1 });
});

test("a stop waits for the mail server's answers, and puts unanswered mails back", async () => {
  const mail = sampleMail('resetCode');
  await write(mail);
  transport.send.mockImplementation(
    (_message, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new MailFailure('stopped', false)));
      }),
  );
  const worker = createTestWorker();
  const working = worker.work();
  await eventually(() => expect(transport.send).toHaveBeenCalledOnce());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const stopped = worker.stop();
    await vi.advanceTimersByTimeAsync(0);
    await eventually(() => expect(vi.getTimerCount()).toBe(1));
    await vi.advanceTimersByTimeAsync(2000);
    vi.useRealTimers();
    await stopped;
  } finally {
    vi.useRealTimers();
  }
  await working;
  expect(await rowOf(mail)).toMatchObject({ state: 'waiting', nextTryAt: now() });
});

test('workers are called only when a mail is due', async () => {
  const wake = vi.fn(async () => {});
  const worker = createTestWorker({ wake });
  await worker.wakeIfDue();
  expect(wake).not.toHaveBeenCalled();
  await write(sampleMail('resetCode'));
  await worker.wakeIfDue();
  expect(wake).toHaveBeenCalledOnce();
});

test('a worker is called when the next try of a mail is due', async () => {
  await write(sampleMail('resetCode'));
  transport.send.mockRejectedValueOnce(refusal(false));
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const wake = vi.fn(async () => {});
  const worker = createTestWorker({ wake });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await worker.work();
    wake.mockClear();
    await vi.advanceTimersByTimeAsync(5000);
    expect(wake).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(wake).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
  }
});

test('ended mails are removed, others are kept', async () => {
  const [sent, waiting] = [sampleMail('resetCode'), sampleMail('resetCode')];
  await write(sent);
  const worker = createTestWorker();
  await worker.work();
  await write(waiting);
  await worker.purge(now());
  expect(await rowOf(sent)).toBeDefined();
  time += 1;
  await worker.purge(now());
  expect([await rowOf(sent), (await rowOf(waiting))?.state]).toEqual([undefined, 'waiting']);
});

test('an unsubscribed address gets only transactional mail', async () => {
  const to = 'Mia@example.org';
  await setSubscribed(db, {
    addressHash: hashOfAddress('mia@example.org'),
    subscribed: false,
    now: now(),
  });
  const [reminder, code] = [
    sampleMail('retentionReminder', { to }),
    sampleMail('resetCode', { to }),
  ];
  await write(reminder);
  await write(code);
  expect([await rowOf(reminder), (await rowOf(code))?.state]).toEqual([undefined, 'waiting']);
});

test('with mail switched off, only callers that need the mail fail', async () => {
  const mailer = createTestMailer(false);
  await expect(write(sampleMail('signInCode'), mailer)).rejects.toMatchObject({
    code: 'mail_failed',
  });
  await write(sampleMail('passwordChanged'), mailer);
  expect(await db.select().from(mails)).toEqual([]);
});

test('a mail is sent as soon as a worker is woken', async () => {
  const queue = createWorkers(createMemoryBus(onError), onError);
  const mailer = createMailer({ workers: queue, sends: true, now });
  const worker = createTestWorker({ wake: mailer.wake });
  queue.work('mails', 2, worker.work);
  const written = [sampleMail('resetCode'), sampleMail('resetCode'), sampleMail('resetCode')];
  for (const mail of written) await write(mail, mailer);
  await mailer.wake();
  await eventually(async () => {
    const rows = await db.select().from(mails);
    expect(rows.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
  });
  expect(transport.send).toHaveBeenCalledTimes(3);
  await queue.stop();
});
