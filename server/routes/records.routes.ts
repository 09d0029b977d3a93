import type { Records } from '../domain/records.ts';
import type { Tasks } from '../domain/tasks.ts';
import { AppError } from '../errors.ts';
import type { RecordPresenter } from '../presenters/record.presenter.ts';
import type { ApiServer } from './api-server.ts';
import { goneSignal, serveCall } from './call-route.ts';
import type { GuestCookie } from './guest-cookie.ts';

export function registerRecordRoutes(
  server: ApiServer,
  deps: {
    cookie: GuestCookie;
    tasks: Tasks;
    records: Records;
    present: RecordPresenter;
    /** aborts when the server stops: waiting requests are answered at once */
    stopping: AbortSignal;
  },
): void {
  const { cookie, tasks, records, present, stopping } = deps;

  serveCall(server, 'records', async ({ query, request }) => {
    const { views, nextCursor } = await records.list(await cookie.read(request), {
      cursor: query.cursor,
      limit: query.limit,
      inFlightOnly: query.running === '1',
    });
    return { records: views.map(present), nextCursor };
  });

  serveCall(server, 'record', async ({ params, query, request, reply }) => {
    const guest = await cookie.read(request);
    const signal = AbortSignal.any([stopping, goneSignal(reply)]);
    return present(
      await records.detail(guest, params.id, { ...query, since: query.since, signal }),
    );
  });

  serveCall(server, 'attempt', async ({ params, request }) => {
    const guest = await cookie.read(request);
    return present(await records.view(await tasks.find(guest, params.idempotencyKey)));
  });

  serveCall(server, 'cancelRecord', async ({ params, request }) => {
    const guest = await cookie.read(request);
    if (!guest) throw new AppError('record_not_found', 'no such record');
    return present(await records.view(await tasks.cancel(guest, params.id)));
  });

  serveCall(server, 'deleteRecord', async ({ params, request }) => {
    const guest = await cookie.read(request);
    if (!guest) throw new AppError('record_not_found', 'no such record');
    await tasks.remove(guest, params.id);
    return null;
  });
}
