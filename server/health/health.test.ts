import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { dealStatus } from '../../contract/deal-status.ts';
import { reaches, startWith } from '../tasks/records.fixture.ts';
import { startTestServer, type TestServer } from '../testing/server.fixture.ts';
import { photo } from '../testing/visitor.fixture.ts';

const ask = async ({ app }: TestServer, url: string) => {
  const response = await app.inject({ url });
  expect(response.headers['cache-control']).toBe('no-store');
  return { status: response.statusCode, body: response.json() };
};

async function start(options: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer(options);
  onTestFinished(() => server.stop());
  return server;
}

const token = 'metrics-token-of-thirty-two-letters';
const scrape = ({ app }: TestServer, given: string) =>
  app.inject({ url: '/metrics', headers: { authorization: `Bearer ${given}` } });

test('is ready, and reports how long the oldest task has waited', async () => {
  const server = await start();
  expect(await ask(server, '/healthz')).toEqual({ status: 200, body: { status: 'alive' } });
  const ready = { status: 'ready', reasons: [], warnings: [], queueAge: null };
  expect(await ask(server, '/readyz')).toEqual({ status: 200, body: ready });

  server.engine.behave(() => new Promise(() => {}));
  const visitors = Array.from({ length: 8 }, () => server.visitor());
  const bytes = await photo();
  for (const visitor of visitors) await visitor.start(await visitor.upload(bytes));
  server.clock.advance(90_000);
  const { body } = await ask(server, '/readyz');
  expect(body.queueAge).toBeGreaterThanOrEqual(90);
});

test('does not log the questions of load balancers and of Prometheus', async () => {
  const server = await start({ env: { LOG_LEVEL: 'debug', METRICS_TOKEN: token } });
  const addresses = () =>
    server.logged.flatMap(({ req }) => (req as { path?: string })?.path ?? []);
  await server.app.inject({ url: '/v1/user' });
  for (const url of ['/healthz', '/readyz']) await ask(server, url);
  await scrape(server, token);
  expect(addresses()).toEqual(['/v1/user']);
});

test('is not ready while the database is away', async () => {
  const server = await start();
  vi.spyOn(server.database.db, 'execute').mockRejectedValue(new Error('connection refused'));
  vi.spyOn(server.database.db, 'select').mockImplementation(() => {
    throw new Error('connection refused');
  });
  expect(await ask(server, '/readyz')).toEqual({
    status: 503,
    body: { status: 'not_ready', reasons: ['database_away'], warnings: [], queueAge: null },
  });
  expect(await ask(server, '/healthz')).toMatchObject({ status: 200 });
});

test('stays ready while the disk is full or the store is away, and reports it', async () => {
  const server = await start({ freeBytes: async () => 0, env: { METRICS_TOKEN: token } });
  expect(await ask(server, '/readyz')).toMatchObject({
    status: 200,
    body: { status: 'ready', reasons: [], warnings: ['storage_full'] },
  });
  // Without its folder, the store on the disk cannot be read.
  await rename(join(server.directory, 'files'), join(server.directory, 'moved'));
  await writeFile(join(server.directory, 'files'), '');
  expect(await ask(server, '/readyz')).toMatchObject({
    status: 200,
    body: { status: 'ready', warnings: ['storage_full', 'storage_away'] },
  });
  const { body } = await scrape(server, token);
  expect(body).toContain('lightwell_storage_problem{problem="storage_full"} 1');
  expect(body).toContain('lightwell_storage_problem{problem="storage_away"} 1');
});

test('reports tasks, calls and memory to the holder of METRICS_TOKEN', async () => {
  const server = await start({ env: { METRICS_TOKEN: token } });
  const visitor = server.visitor();
  const bytes = await photo();
  const { id } = await startWith(visitor, bytes, { code: 'enhance' });
  await reaches(visitor, id, dealStatus.succeeded);
  server.engine.behave(() => new Promise(() => {}));
  await startWith(visitor, bytes, { code: 'enhance' });

  expect((await visitor.call('GET', '/v1/nothing')).success).toBe('not_found');

  const { statusCode, body } = await scrape(server, token);
  expect(statusCode).toBe(200);
  const valueFor = (line: string) =>
    Number(
      body
        .split('\n')
        .find((one) => one.startsWith(`${line} `))
        ?.split(' ')
        .at(-1),
    );
  expect(
    valueFor('lightwell_tasks_ended_total{function="enhance",end="succeeded",reason=""}'),
  ).toBe(1);
  expect(valueFor('lightwell_task_seconds_per_megapixel_count{function="enhance"}')).toBe(1);
  expect(
    valueFor('lightwell_task_first_progress_seconds_count{function="enhance"}'),
  ).toBeGreaterThan(0);
  expect(valueFor('lightwell_mails_waiting')).toBe(0);
  expect(valueFor('lightwell_storage_problem{problem="storage_away"}')).toBe(0);
  expect(valueFor('lightwell_failures_total{code="not_found"}')).toBeGreaterThan(0);
  expect(valueFor('lightwell_process_resident_bytes{kind="server"}')).toBeGreaterThan(10e6);
  expect(body).toContain('lightwell_tasks{function="enhance"');
  expect(body).toContain('route="/v1/ai-function/notAuth/dealSave/:code"');
  expect(body).toContain('nodejs_eventloop_lag_seconds');

  const refused = await scrape(server, 'another token');
  expect(refused.statusCode).toBe(401);
  expect(refused.body).not.toContain('lightwell_');
});

test('reports the metrics of the process while the database is away', async () => {
  const server = await start({ env: { METRICS_TOKEN: token } });
  vi.spyOn(server.database.db, 'select').mockImplementation(() => {
    throw new Error('connection refused');
  });
  const { statusCode, body } = await scrape(server, token);
  expect(statusCode).toBe(200);
  expect(body).toContain('lightwell_process_resident_bytes{kind="server"}');
  expect(body).not.toContain('lightwell_mails_waiting');
});

test('has no metrics without METRICS_TOKEN', async () => {
  const server = await start();
  const { statusCode, body } = await scrape(server, token);
  expect(statusCode).toBeGreaterThanOrEqual(400);
  expect(body).not.toContain('lightwell_');
});
