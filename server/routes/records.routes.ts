import type { Records } from '../domain/records.ts';
import type { Tasks } from '../domain/tasks.ts';
import type { RecordPresenter } from '../presenters/record.presenter.ts';
import type { ApiServer } from './api-server.ts';
import { goneSignal, serveCall } from './call-route.ts';
import type { Principals } from './principals.ts';

export function registerRecordRoutes(
  server: ApiServer,
  deps: {
    principals: Principals;
    tasks: Tasks;
    records: Records;
    present: RecordPresenter;
    /** aborts when the server stops: waiting requests are answered at once */
    stopping: AbortSignal;
  },
): void {
  const { principals, tasks, records, present, stopping } = deps;

  serveCall(server, 'records', async ({ query, request }) => {
    const { views, nextCursor } = await records.list(await principals.find(request), {
      cursor: query.cursor,
      limit: query.limit,
      inFlightOnly: query.running === '1',
    });
    return { records: views.map(present), nextCursor };
  });

  serveCall(server, 'record', async ({ params, query, request, reply }) => {
    const principal = await principals.find(request);
    const signal = AbortSignal.any([stopping, goneSignal(reply)]);
    return present(
      await records.detail(principal, params.id, { ...query, since: query.since, signal }),
    );
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
    await tasks.remove(principal, params.id);
    return null;
  });
}
