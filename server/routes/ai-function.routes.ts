import type { Records } from '../domain/records.ts';
import type { RegionSearches } from '../domain/region-searches.ts';
import type { Tasks } from '../domain/tasks.ts';
import type { Uploads } from '../domain/uploads.ts';
import { AppError } from '../errors.ts';
import type { RecordPresenter } from '../presenters/record.presenter.ts';
import type { ApiServer } from './api-server.ts';
import { goneSignal, serveCall } from './call-route.ts';
import type { Principals } from './principals.ts';
import { perMinute } from './rate-limits.ts';

export function registerAiFunctionRoutes(
  server: ApiServer,
  deps: {
    principals: Principals;
    uploads: Uploads;
    searches: RegionSearches;
    tasks: Tasks;
    records: Records;
    present: RecordPresenter;
    /** throws while the disk is nearly full */
    ensureSpace: () => Promise<void>;
    requestsPerMinute: number;
    /** aborts when the server stops */
    stopping: AbortSignal;
  },
): void {
  const { ensureSpace, requestsPerMinute } = deps;
  const { principals, uploads, searches, tasks, records, present, stopping } = deps;

  serveCall(
    server,
    'uploadSignature',
    async ({ params, query, request, reply }) => {
      await ensureSpace();
      const uploader = await principals.expect(request, reply);
      const signed = await uploads.sign(uploader, {
        format: params.code,
        functionCode: query.functionCode,
      });
      return { ...signed, expiresAt: signed.expiresAt.toISOString() };
    },
    { config: { ...perMinute(requestsPerMinute).config, stores: true } },
  );

  serveCall(
    server,
    'findRegions',
    async ({ params, query, request, reply }) => {
      const signal = AbortSignal.any([stopping, goneSignal(reply)]);
      const wish = { code: params.code, fileKey: query.fileKey, signal };
      return { regions: await searches.find(await principals.find(request), wish) };
    },
    perMinute(30),
  );

  // No accounts yet: every token is empty or unknown (R36).
  serveCall(server, 'startTask', async () => {
    throw new AppError('10009', 'the token is missing or unknown');
  });

  serveCall(
    server,
    'startGuestTask',
    async ({ params, body, request }) => {
      const task = await tasks.start(await principals.find(request), {
        code: params.code,
        ...body,
      });
      return present(await records.view(task));
    },
    perMinute(requestsPerMinute),
  );
}
