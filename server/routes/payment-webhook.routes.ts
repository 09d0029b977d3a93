import { z } from 'zod';
import type { Payments } from '../domain/payments/payments.ts';
import type { ApiServer } from './api-server.ts';

/** More than any provider sends. */
const bodyLimit = 256 * 1024;

export const webhookPath = '/v1/payment/webhook';

const none = Buffer.alloc(0);

/** What providers tell. Their signatures are over the bytes, so nothing is parsed here. */
export function registerPaymentWebhooks(server: ApiServer, payments: Payments): void {
  // Of its own, so that no other route gets bodies like that.
  server.register(async (scope: ApiServer) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(
      `${webhookPath}/:provider`,
      {
        bodyLimit,
        schema: { hide: true, params: z.object({ provider: z.string().max(40) }) },
      },
      async (request, reply) => {
        const body: unknown = request.body;
        const raw = Buffer.isBuffer(body) ? body : none;
        await payments.receive(request.params.provider, raw, request.headers);
        return await reply.code(200).send({ success: '1', msg: '', obj: null });
      },
    );
  });
}
