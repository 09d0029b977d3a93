import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../platform/errors.ts';
import type { ApiServer } from '../platform/http/api-server.ts';
import type { Outbox } from './outbox.ts';
import { listPage, mailPage, mailPolicy, outboxPolicy } from './outbox-page.ts';

const html = 'text/html; charset=utf-8';

const ofOne = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });
const ofAll = z.object({
  /** selects only mails to this email address */
  to: z.string().max(400).optional(),
});

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?|::ffff:127(\.\d{1,3}){3})$/;

/**
 * Allows only direct requests from this machine, because the outbox contains codes and links of
 * all users. A proxy's request is refused.
 */
function refuseStrangers({ hostname, headers, socket }: FastifyRequest) {
  const isBrought = Object.keys(headers).some((name) => /^(x-)?forwarded/.test(name));
  const isHere = loopback.test(hostname) && loopback.test(socket.remoteAddress ?? '');
  if (isBrought || !isHere)
    throw new AppError('not_found', 'the outbox can only be read on this machine');
}

const closed = (reply: FastifyReply) =>
  reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');

/**
 * Registers the pages with mails for developers and tests. They are registered only if there is an
 * outbox, so never in production.
 */
export function registerOutboxRoutes(
  server: ApiServer,
  { outbox, product }: { outbox: Outbox; product: string },
): void {
  const onRequest = async (request: FastifyRequest) => refuseStrangers(request);

  async function find(id: number) {
    const mail = await outbox.find(id);
    if (!mail) throw new AppError('not_found', 'there is no such mail');
    return mail;
  }

  server.get('/outbox', { schema: { hide: true }, onRequest }, async (_request, reply) => {
    const page = listPage(await outbox.list(undefined), product);
    return await closed(reply)
      .header('content-security-policy', outboxPolicy)
      .type(html)
      .send(page);
  });

  server.get(
    '/outbox.json',
    { schema: { hide: true, querystring: ofAll }, onRequest },
    async (request, reply) => {
      const { to } = request.query;
      return await closed(reply).send({ mails: await outbox.list(to) });
    },
  );

  server.get(
    '/outbox/:id',
    { schema: { hide: true, params: ofOne }, onRequest },
    async (request, reply) => {
      const page = mailPage(await find(request.params.id), product);
      return await closed(reply)
        .header('content-security-policy', outboxPolicy)
        .type(html)
        .send(page);
    },
  );

  server.get(
    '/outbox/:id/html',
    { schema: { hide: true, params: ofOne }, onRequest },
    async (request, reply) => {
      const { html: mail } = await find(request.params.id);
      return await closed(reply)
        .header('content-security-policy', mailPolicy)
        .header('x-frame-options', 'SAMEORIGIN')
        .type(html)
        .send(mail);
    },
  );
}
