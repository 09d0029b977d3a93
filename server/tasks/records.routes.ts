import { dealStatus } from '../../contract/deal-status.ts';
import type { AiRecord } from '../../contract/records.ts';
import type { Principals } from '../owners/principals.ts';
import type { Bus } from '../platform/bus/bus.port.ts';
import type { Polls } from '../platform/http/admission.ts';
import type { ApiServer } from '../platform/http/api-server.ts';
import { goneSignal, serveCall } from '../platform/http/call-route.ts';
import { createRecent } from '../platform/recent.ts';
import type { RecordPresenter } from './record.presenter.ts';
import { isNews, type Records } from './records.ts';
import type { Tasks } from './tasks.ts';

const keepEndedMs = 2000;

export function registerRecordRoutes(
  server: ApiServer,
  deps: {
    bus: Bus;
    principals: Principals;
    tasks: Tasks;
    records: Records;
    present: RecordPresenter;
    polls: Polls;
    now: () => Date;
    /** aborts when the server stops: waiting requests are answered at once */
    stopping: AbortSignal;
  },
): void {
  const { bus, principals, tasks, records, present, polls, now, stopping } = deps;

  serveCall(server, 'records', async ({ query, request }) => {
    const { views, nextCursor, tools } = await records.list(await principals.find(request), {
      cursor: query.cursor,
      limit: query.limit,
      inFlightOnly: query.running === '1',
      tool: query.tool,
    });
    return { records: views.map(present), nextCursor, tools };
  });

  // Caches an ended record. Only its deletion changes it, by a call to any process or by the sweep
  // within a minute.
  const ended = createRecent<AiRecord>({
    most: 5000,
    keepMs: ({ dealStatus: status }) => (status >= dealStatus.succeeded ? keepEndedMs : 0),
  });

  bus.subscribe('record.deleted', { heard: ended.forget, missed: ended.forgetAll });

  serveCall(server, 'record', async ({ params, query, request, reply }) => {
    const principal = await principals.find(request);
    const { id } = params;
    const { since, waitMs } = query;
    const detail = async (ms: number, signal: AbortSignal) =>
      Object.freeze(present(await records.detail(principal, id, { since, waitMs: ms, signal })));
    const name = `${principal.owner?.id} ${id}`;
    const read = () => ended.get(name, () => detail(0, stopping));
    let record = await read();
    if (Date.parse(record.expiresAt) <= now().getTime()) {
      ended.forget(name);
      record = await read();
    }
    if (waitMs === 0 || isNews(record, since)) return record;
    const gone = goneSignal(reply);
    if (gone.aborted) return record;
    const leave = polls.enter(request, principal);
    try {
      return await detail(waitMs, AbortSignal.any([stopping, gone]));
    } finally {
      leave();
    }
  });

  serveCall(server, 'attempt', async ({ params, request }) => {
    const principal = await principals.find(request);
    return present(await records.view(await tasks.find(principal, params.idempotencyKey)));
  });

  serveCall(server, 'cancelRecord', async ({ params, request }) => {
    const principal = await principals.find(request);
    return present(await records.view(await tasks.cancel(principal, params.id)));
  });

  serveCall(server, 'deleteRecord', async ({ params, request }) => {
    const principal = await principals.find(request);
    const name = `${principal.owner?.id} ${params.id}`;
    await tasks.remove(principal, params.id).finally(() => bus.publish('record.deleted', name));
    return null;
  });
}
