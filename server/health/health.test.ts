import { expect, onTestFinished, test, vi } from 'vitest';
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

test('is ready, and reports how long the oldest task has waited', async () => {
  const server = await start();
  expect(await ask(server, '/healthz')).toEqual({ status: 200, body: { status: 'alive' } });
  const ready = { status: 'ready', reasons: [], queueAge: null };
  expect(await ask(server, '/readyz')).toEqual({ status: 200, body: ready });

  server.engine.behave(() => new Promise(() => {}));
  const visitors = Array.from({ length: 8 }, () => server.visitor());
  const bytes = await photo();
  for (const visitor of visitors) await visitor.start(await visitor.upload(bytes));
  server.clock.advance(90_000);
  const { body } = await ask(server, '/readyz');
  expect(body.queueAge).toBeGreaterThanOrEqual(90);
});

test('is not ready while the disk is full, and while the database is away', async () => {
  const server = await start({ freeBytes: async () => 0 });
  expect(await ask(server, '/readyz')).toMatchObject({
    status: 503,
    body: { status: 'not_ready', reasons: ['storage_full'] },
  });
  vi.spyOn(server.database.db, 'execute').mockRejectedValue(new Error('connection refused'));
  expect(await ask(server, '/readyz')).toMatchObject({
    status: 503,
    body: { status: 'not_ready', reasons: ['database_away', 'storage_full'] },
  });
  expect(await ask(server, '/healthz')).toMatchObject({ status: 200 });
});
