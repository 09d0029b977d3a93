import type { Records } from '../domain/records.ts';
import type { Tasks } from '../domain/tasks.ts';
import type { Uploads } from '../domain/uploads.ts';
import { AppError } from '../errors.ts';
import type { RecordPresenter } from '../presenters/record.presenter.ts';
import type { ApiServer } from './api-server.ts';
import { serveCall } from './call-route.ts';
import type { GuestCookie } from './guest-cookie.ts';
import { perMinute } from './rate-limits.ts';

export function registerAiFunctionRoutes(
  server: ApiServer,
  deps: {
    cookie: GuestCookie;
    uploads: Uploads;
    tasks: Tasks;
    records: Records;
    present: RecordPresenter;
  },
): void {
  const { cookie, uploads, tasks, records, present } = deps;

  serveCall(
    server,
    'uploadSignature',
    async ({ params, query, request, reply }) => {
      const guest = await cookie.ensure(request, reply);
      const signed = await uploads.sign(guest, {
        format: params.code,
        functionCode: query.functionCode,
      });
      return { ...signed, expiresAt: signed.expiresAt.toISOString() };
    },
    perMinute(120),
  );

  // No accounts yet: every token is empty or unknown (R36).
  serveCall(server, 'startTask', async () => {
    throw new AppError('10009', 'the token is missing or unknown');
  });

  serveCall(
    server,
    'startGuestTask',
    async ({ params, body, request }) => {
      const task = await tasks.start(await cookie.read(request), { code: params.code, ...body });
      return present(await records.view(task));
    },
    perMinute(120),
  );
}
