import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../tools/testing/eventually.ts';
import { askForCode, enter, newAddress } from '../accounts/accounts.fixture.ts';
import { EngineError } from '../engine/engine.port.ts';
import { startFakeReplicate } from '../engine/hosted/fake-replicate.fixture.ts';
import { hostedCode, startHostedServer } from '../engine/hosted/hosted-server.fixture.ts';
import { cancelled } from '../engine/testing/fake-engine.fixture.ts';
import { bought, buy, newBuyer, rowsOf } from '../orders/money.fixture.ts';
import { reaches, recordsPath, startWith } from '../tasks/records.fixture.ts';
import { tasks } from '../tasks/tasks.schema.ts';
import { startCollector } from '../testing/collector.fixture.ts';
import { startTestServer } from '../testing/server.fixture.ts';
import { photo } from '../testing/visitor.fixture.ts';

let collector: Awaited<ReturnType<typeof startCollector>>;
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(() => collector.close());

test('a call is a span with its route, status and code, and no trace of a client continues', async () => {
  const server = await startTestServer({ env: collector.env });
  const traceId = 'a'.repeat(32);
  await server.app.inject({
    url: `${recordsPath}/detail/unknown`,
    headers: { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` },
  });
  await server.app.inject({ url: '/healthz' });
  await server.stop();
  expect(collector.spans).toMatchObject([
    {
      name: `GET ${recordsPath}/detail/:id`,
      process: server.processId,
      attributes: {
        'http.request.method': 'GET',
        'http.route': `${recordsPath}/detail/:id`,
        'http.response.status_code': 404,
        'lightwell.code': 'record_not_found',
      },
    },
  ]);
  expect(collector.spans[0]?.traceId).not.toBe(traceId);
  expect(collector.spans[0]?.parentSpanId).toBeUndefined();
  expect(collector.requests).toMatchObject([
    { url: '/v1/traces', authorization: 'Bearer of-the-collector' },
  ]);
});

test('a purchase and the message of its provider are one trace, with all calls to the provider', async () => {
  const server = await startTestServer({ env: collector.env });
  const buyer = await newBuyer(server);
  const { code } = await bought(server, buyer);
  const { order } = await rowsOf(server, code);
  await server.stop();

  const [request] = collector.named('POST /v1/order');
  expect(order.traceparent).toBe(`00-${request?.traceId}-${request?.spanId}-01`);
  const { traceId, spanId } = request ?? {};
  const attributes = { 'lightwell.provider': 'sandbox' };
  const [checkout] = collector.named('payment provider createCheckout');
  expect(checkout).toMatchObject({ traceId, parentSpanId: spanId, attributes });
  const [webhook] = collector.named('webhook');
  expect(webhook).toMatchObject({ traceId, parentSpanId: spanId, attributes });
  expect(collector.named('payment provider status')).toContainEqual(
    expect.objectContaining({ traceId, parentSpanId: webhook?.spanId }),
  );
  const [message] = collector.named('POST /v1/payment/webhook/:provider');
  expect(message).toMatchObject({ attributes: { 'http.response.status_code': 200 } });
  expect(message?.traceId).not.toBe(traceId);
});

test('spans contain no secret, address, or id of a visitor', async () => {
  const server = await startTestServer({ env: { ...collector.env, CODES_PER_SUBNET: '1000' } });
  const visitor = server.visitor();
  const email = newAddress();
  const { code, link } = await askForCode(server, visitor, email);
  enter(visitor, await visitor.call('POST', '/v1/user-session/email', { email, code }));
  const key = await visitor.upload(await photo());
  const started = await visitor.start(key);
  const { id } = started.obj as { id: string };
  await reaches(visitor, id, 2);
  const buyer = await newBuyer(server);
  const order = await bought(server, buyer);
  const row = await rowsOf(server, order.code);
  await visitor.call('GET', `/v1/order/code/${order.code}`);
  await visitor.call('POST', '/v1/order/access', { code: order.code });
  const [task] = await server.database.db.select().from(tasks);
  await server.stop();

  const secrets = [
    ...[email, code, link, link.split('=').at(-1), visitor.token, key, id, task?.ownerId],
    ...[buyer.email, buyer.token, buyer.ownerId, order.code, row.order.id, row.payments[0]?.id],
    ...['127.0.0.1', '10.0.0.1', '10.0.0.2', ...Object.values(visitor.cookies)],
  ];
  const sent = collector.requests.map(({ body }) => body).join();
  expect(secrets.filter((secret) => !secret || sent.includes(secret))).toEqual([]);
  expect(sent).toContain('/v1/order/code/:code');
});

test('a task that a provider runs has a span of the provider within the span of its job', async () => {
  const fake = await startFakeReplicate();
  const server = await startHostedServer(fake, { env: collector.env });
  const visitor = server.visitor();
  const { id } = await startWith(visitor, await photo(), { code: hostedCode });
  await reaches(visitor, id, 2);
  await server.stop();
  await fake.close();
  const [job] = collector.named('job');
  expect(collector.named('hosted engine')).toMatchObject([
    {
      traceId: job?.traceId,
      parentSpanId: job?.spanId,
      attributes: { 'lightwell.function': hostedCode },
    },
  ]);
});

test('a failed task fails the span of its job, a cancelled one does not', async () => {
  const server = await startTestServer({ env: collector.env });
  server.engine.behave(async () => {
    throw new EngineError('engine_failed', 'a message with secrets');
  });
  const visitor = server.visitor();
  const { id } = await startWith(visitor, await photo());
  await reaches(visitor, id, 4);
  server.engine.behave((job) => cancelled(job.signal));
  const { id: other } = await startWith(visitor, await photo());
  await reaches(visitor, other, 1);
  await visitor.call('POST', `${recordsPath}/cancel/${other}`);
  await server.stop();
  expect(collector.named('job')).toMatchObject([
    {
      status: { code: 2 },
      attributes: { 'lightwell.outcome': 'task.failed', 'error.type': 'engine_failed' },
    },
    { status: { code: 0 }, attributes: { 'lightwell.outcome': 'task.over' } },
  ]);
  expect(JSON.stringify(collector.requests)).not.toContain('a message with secrets');
});

test.each(['absent', 'deaf', 'refusing'] as const)(
  'with a collector that is %s, visitors notice nothing',
  async (kind) => {
    const away = await startCollector(kind);
    if (kind === 'absent') await away.close();
    const server = await startTestServer({ env: away.env });
    const visitor = server.visitor();
    await visitor.call('GET', '/v1/user');
    if (kind !== 'absent') await eventually(() => expect(away.requests).not.toEqual([]));
    const { id } = await startWith(visitor, await photo());
    await reaches(visitor, id, 2);
    await bought(server, await newBuyer(server));
    await server.stop();
    const failures = server.logged.filter(({ msg }) => msg === 'traces could not be sent');
    if (kind === 'refusing') expect(failures).toHaveLength(1);
    expect(JSON.stringify(server.logged)).not.toContain('of-the-collector');
    if (kind !== 'absent') await away.close();
  },
);

test('without a collector no row has a span', async () => {
  const server = await startTestServer();
  const visitor = server.visitor();
  const { id } = await startWith(visitor, await photo());
  await reaches(visitor, id, 2);
  const { code } = await buy(await newBuyer(server));
  const { order } = await rowsOf(server, code);
  expect(order.traceparent).toBeNull();
  const rows = await server.database.db.select({ traceparent: tasks.traceparent }).from(tasks);
  expect(rows).toEqual([{ traceparent: null }]);
  await server.stop();
});

test('the packages of OpenTelemetry are loaded only if traces are sent', async () => {
  const collecting = { endpoint: 'http://127.0.0.1:9', headers: {}, serviceName: 'test' };
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = new Set();
    registerHooks({
      load(url, context, next) {
        const name = /@opentelemetry.([\\w-]+)/.exec(url)?.[1];
        // prom-client loads it, too.
        if (name && name !== 'api') loaded.add(name);
        return next(url, context);
      },
    });
    await import('./server/composition/compose.ts');
    const { openTracing } = await import('./server/platform/tracing/open-tracing.ts');
    const given = { processId: 'a', onFailure() {} };
    await openTracing(null, given);
    const without = [...loaded];
    await openTracing(${JSON.stringify(collecting)}, given);
    console.log(JSON.stringify([without, [...loaded]]));`;
  const args = ['--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const [without, loaded] = JSON.parse(stdout);
  expect(without).toEqual([]);
  expect(loaded).toContain('sdk-trace');
});
