import { expect, test } from 'vitest';
import { mails } from '../mail/mail.schema.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { newKey } from '../testing/visitor.fixture.ts';

/* These tests also run on Postgres, because the embedded database has only one connection. */

const server = sharedTestServer({ env: { CONTACT_MESSAGES_PER_HOUR: '10' } });

test('mails one of several simultaneous repeats, and gives all the same answer', async () => {
  const body = { email: 'mia@example.org', message: 'Hello!', idempotencyKey: newKey() };
  const send = (change: object = {}) =>
    server.visitor().call('POST', '/v1/contact', { ...body, ...change });
  const answers = await Promise.all(Array.from({ length: 12 }, () => send()));
  const [first] = answers;
  expect(first).toMatchObject({ success: '1', obj: null });
  expect(answers).toEqual(answers.map(() => first));
  expect(await send()).toEqual(first);
  const kinds = async () =>
    (await server.database.db.select({ kind: mails.kind }).from(mails)).map(({ kind }) => kind);
  expect((await kinds()).sort()).toEqual(['contactMessage', 'contactReceipt']);
  await send({ message: 'Hello again!', idempotencyKey: newKey() });
  expect(await kinds()).toHaveLength(4);
});

test('simultaneous messages do not exceed the limit of their address', async () => {
  const send = () =>
    server.visitor().call('POST', '/v1/contact', {
      email: 'ben@example.org',
      message: 'Hello!',
      idempotencyKey: newKey(),
    });
  const answers = await Promise.all(Array.from({ length: 16 }, send));
  const codes = answers.map(({ success }) => success).sort();
  expect(codes).toEqual([...Array(10).fill('1'), ...Array(6).fill('rate_limited')]);
});
