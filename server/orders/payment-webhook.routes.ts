import { z } from 'zod';
import type { ApiServer } from '../platform/http/api-server.ts';
import type { Payments } from './payments.ts';

/** Limit of the body in bytes, larger than any provider's messages. */
const bodyLimit = 256 * 1024;

export const webhookPath = '/v1/payment/webhook';

const none = Buffer.alloc(0);

/**
 * Registers the webhooks of payment providers. Signatures cover the raw bytes, so bodies are not
 * parsed here.
 */
export function registerPaymentWebhooks(server: ApiServer, payments: Payments): void {
  // Uses a separate scope, so that other routes do not accept raw bodies.
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
