import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import type { Outbox } from '../mail/outbox.ts';
import { listPage, mailPage, mailPolicy, outboxPolicy } from '../mail/outbox-page.ts';
import type { ApiServer } from './api-server.ts';

const html = 'text/html; charset=utf-8';

const ofOne = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });
const ofAll = z.object({
  /** only mails to this address */
  to: z.string().max(400).optional(),
});

const closed = (reply: FastifyReply) =>
  reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');

/** Mails for a developer and tests to read. Only where there is an outbox, so never in production. */
export function registerOutboxRoutes(
  server: ApiServer,
  { outbox, product }: { outbox: Outbox; product: string },
): void {
  async function find(id: number) {
    const mail = await outbox.find(id);
    if (!mail) throw new AppError('not_found', 'no such mail');
    return mail;
  }

  server.get('/outbox', { schema: { hide: true } }, async (_request, reply) => {
    const page = listPage(await outbox.list(undefined), product);
    return await closed(reply)
      .header('content-security-policy', outboxPolicy)
      .type(html)
      .send(page);
  });

  server.get(
    '/outbox.json',
    { schema: { hide: true, querystring: ofAll } },
    async (request, reply) => {
      const { to } = request.query;
      return await closed(reply).send({ mails: await outbox.list(to) });
    },
  );

  server.get('/outbox/:id', { schema: { hide: true, params: ofOne } }, async (request, reply) => {
    const page = mailPage(await find(request.params.id), product);
    return await closed(reply)
      .header('content-security-policy', outboxPolicy)
      .type(html)
      .send(page);
  });

  server.get(
    '/outbox/:id/html',
    { schema: { hide: true, params: ofOne } },
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
