import type { FastifyRequest } from 'fastify';
import { mostPreviewBody } from '../../contract/ai-function.ts';
import type { Principal } from '../owners/principal.ts';
import type { Principals } from '../owners/principals.ts';
import type { LimitedPreview } from '../platform/http/admission.ts';
import type { ApiServer } from '../platform/http/api-server.ts';
import { type CallInput, goneSignal, serveCall } from '../platform/http/call-route.ts';
import { perMinute } from '../platform/http/rate-limits.ts';
import type { Uploads } from '../uploads/uploads.ts';
import type { Previews } from './previews.ts';
import type { RecordPresenter } from './record.presenter.ts';
import type { Records } from './records.ts';
import type { RegionSearches } from './region-searches.ts';
import type { Tasks } from './tasks.ts';

/** This number is enough to try every function and move every slider. */
const previewsPerMinute = 60;

type StartBody = CallInput<'startTask'>['body'];

export function registerAiFunctionRoutes(
  server: ApiServer,
  deps: {
    principals: Principals;
    uploads: Uploads;
    searches: RegionSearches;
    previews: Previews;
    /**
     * limits previews per IP address; frees the request’s place in its queue.
     * @throws AppError rate_limited
     */
    limitPreview: (request: FastifyRequest) => Promise<LimitedPreview>;
    tasks: Tasks;
    records: Records;
    present: RecordPresenter;
    /** throws if the disk is nearly full */
    ensureSpace: () => Promise<void>;
    requestsPerMinute: number;
    /** aborts when the server stops */
    stopping: AbortSignal;
  },
): void {
  const { ensureSpace, requestsPerMinute } = deps;
  const {
    principals,
    uploads,
    searches,
    previews,
    limitPreview,
    tasks,
    records,
    present,
    stopping,
  } = deps;

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
      const search = { code: params.code, fileKey: query.fileKey, signal };
      await uploads.admitNamed([query.fileKey]);
      return { regions: await searches.find(await principals.find(request), search) };
    },
    perMinute(30),
  );

  serveCall(
    server,
    'preview',
    async ({ params, body, request, reply }) => {
      await uploads.admitNamed(Object.values(body.options));
      const principal = await principals.find(request);
      const started = await limitPreview(request);
      const signal = AbortSignal.any([stopping, goneSignal(reply)]);
      try {
        const onBegin = started.begin;
        return await previews.make(principal, { code: params.code, ...body, signal, onBegin });
      } finally {
        await started.end();
      }
    },
    { ...perMinute(previewsPerMinute), bodyLimit: mostPreviewBody },
  );

  async function startFor(find: () => Promise<Principal>, code: string, body: StartBody) {
    await uploads.admitNamed([body.fileKey, ...Object.values(body.options)]);
    return present(await records.view(await tasks.start(await find(), { code, ...body })));
  }

  serveCall(
    server,
    'startTask',
    async ({ params, body, request }) =>
      startFor(() => principals.findUser(request), params.code, body),
    perMinute(requestsPerMinute),
  );

  serveCall(
    server,
    'startGuestTask',
    async ({ params, body, request }) =>
      startFor(() => principals.find(request), params.code, body),
    perMinute(requestsPerMinute),
  );
}
