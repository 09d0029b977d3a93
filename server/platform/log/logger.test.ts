import { expect, test } from 'vitest';
import { productionEnv } from '../../testing/production-env.fixture.ts';
import { startTestServer } from '../../testing/server.fixture.ts';
import { createLogger, LogBudget } from './logger.ts';

function lineOf(error: unknown): string {
  const lines: string[] = [];
  createLogger('info', { write: (line) => lines.push(line) }).error({ err: error }, 'failed');
  return lines.join('');
}

test('a failed statement is logged without its parameters', () => {
  const driver = Object.assign(new Error('invalid input syntax for type date: "s3cret"'), {
    code: '22007',
    detail: 'Key (a)=(s3cret) exists',
    params: ['s3cret'],
    query: 'select $1',
  });
  const error = Object.assign(
    new Error('Failed query: select $1\nparams: s3cret\nsecond line of the s3cret', {
      cause: driver,
    }),
    { query: 'select $1', params: ['s3cret'] },
  );
  const line = lineOf(error);
  expect(line).toContain('Failed query: select $1');
  expect(line).toContain('22007');
  expect(line).toContain('logger.test.ts');
  expect(line).not.toContain('s3cret');
});

test('the log contains no parameters of a statement that failed in the database', async () => {
  const server = await startTestServer();
  const { database } = server;
  const failed = database.db
    .execute("select 's3cret'::timestamptz")
    .catch((error: unknown) => error);
  expect(lineOf(await failed)).not.toMatch(/for type.*s3cret/);
  await server.stop();
});

test('each address has its own budget of lines', () => {
  let now = 0;
  const budget = new LogBudget(() => now);
  budget.startMinute();
  const taken = Array.from({ length: 1000 }, () => budget.take('198.51.100.1')).filter(Boolean);
  expect(taken).toHaveLength(600);
  expect(budget.take('198.51.100.2')).toBe(true);
  now = 60_001;
  expect(budget.startMinute()).toBe(400);
  expect(budget.take('198.51.100.1')).toBe(true);
});

test('a long line counts as several', () => {
  const budget = new LogBudget(() => 0);
  budget.startMinute();
  const taken = Array.from({ length: 100 }, () => budget.take('198.51.100.1', 60_000));
  expect(taken.filter(Boolean)).toHaveLength(9);
});

test('one address cannot fill the log', async () => {
  const server = await startTestServer({ env: productionEnv });
  const remoteAddress = '198.51.100.1';
  for (let n = 0; n < 1500; n += 1) await server.app.inject({ url: '/v1/nothing', remoteAddress });
  // Each request writes three lines: received, refused, answered.
  expect(server.logged.length).toBe(3 * 600);
  await server.app.inject({ url: '/v1/nothing', remoteAddress: '198.51.100.2' });
  expect(server.logged.length).toBe(3 * 601);

  const names = Array.from({ length: 40 }, (_, n) => `parameter ${n}`);
  const parameters = Object.fromEntries(names.map((name) => [name, 'x'.repeat(1000)]));
  const event = { method: 'POST', url: '/v1/event/track/log' } as const;
  for (let n = 0; n < 30; n += 1) {
    const payload = { name: 'long', parameters };
    await server.app.inject({ ...event, payload, remoteAddress: '198.51.100.3' });
  }
  const operations = server.logged.filter(({ operation }) => operation === 'long');
  expect(operations.length).toBeGreaterThan(5);
  expect(operations.length).toBeLessThan(20);
  await server.stop();
});
