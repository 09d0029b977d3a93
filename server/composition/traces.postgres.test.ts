import { expect, test } from 'vitest';
import { reaches, startWith } from '../tasks/records.fixture.ts';
import { startCollector } from '../testing/collector.fixture.ts';
import { startTestServer } from '../testing/server.fixture.ts';
import { photo } from '../testing/visitor.fixture.ts';

test('a start and its job in another process are one trace', async () => {
  const collector = await startCollector();
  const env = { ...collector.env, DATABASE_URL: 'postgres://unused/unused' };
  const web = await startTestServer({ env: { ...env, ROLES: 'web' } });
  const worker = await startTestServer({ env: { ...env, ROLES: 'worker' }, beside: web });
  const visitor = web.visitor();
  const { id } = await startWith(visitor, await photo());
  await reaches(visitor, id, 2);
  await worker.stop();
  await web.stop();
  await collector.close();

  const [start] = collector.named('POST /v1/ai-function/notAuth/dealSave/:code');
  expect(start).toMatchObject({
    process: web.processId,
    attributes: { 'http.response.status_code': 200, 'lightwell.code': '1' },
  });
  expect(collector.named('job')).toMatchObject([
    {
      process: worker.processId,
      traceId: start?.traceId,
      parentSpanId: start?.spanId,
      attributes: {
        'lightwell.function': 'upscale-2x-fast',
        'lightwell.attempt': 1,
        'lightwell.outcome': 'task.succeeded',
      },
    },
  ]);
});
