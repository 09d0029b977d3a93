import type { FastifyReply, FastifyRequest } from 'fastify';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import { type Locale, locales } from '../../../machines/model/locale.ts';
import { AppError } from '../../platform/errors.ts';
import type { ApiServer } from '../../platform/http/api-server.ts';
import type { Charge } from './sandbox.store.ts';
import { messageModes, outcomes, type Sandbox } from './sandbox.ts';
import { loadSandboxWords, payPage, sandboxPolicy } from './sandbox-page.ts';

const params = z.object({ ref: z.string().max(80) });
const form = z.object({
  outcome: z.enum(outcomes).catch('success'),
  messages: z.enum(messageModes).catch('onTime'),
  /** step of a card payment: the bank asks the card holder to confirm before the payment is made */
  step: z.enum(['pay', 'confirm']).catch('pay'),
});

const localeOf = (charge: Charge): Locale =>
  locales.find((locale) => locale === charge.locale) ?? 'en';

/** Registers the sandbox's payment pages, which simulate a provider's own site. */
export async function registerSandboxRoutes(
  server: ApiServer,
  sandbox: Sandbox,
  product: string,
): Promise<void> {
  const words = await loadSandboxWords(product);

  async function find(ref: string): Promise<Charge> {
    const charge = await sandbox.find(ref);
    if (!charge) throw new AppError('not_found', 'there is no such payment');
    return charge;
  }

  const send = (reply: FastifyReply, charge: Charge, choice: z.infer<typeof form>) =>
    reply
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex')
      .header('content-security-policy', sandboxPolicy)
      .type('text/html; charset=utf-8')
      .send(
        payPage(charge, {
          choice,
          locale: localeOf(charge),
          say: words[localeOf(charge)],
          checkout: sandbox.checkout(charge),
        }),
      );

  server.get('/sandbox/pay/:ref', { schema: { hide: true, params } }, async (request, reply) =>
    send(reply, await find(request.params.ref), {
      outcome: 'success',
      messages: 'onTime',
      step: 'pay',
    }),
  );

  server.get(
    '/sandbox/pay/:ref/qr.svg',
    { schema: { hide: true, params } },
    async (request, reply) => {
      const checkout = sandbox.checkout(await find(request.params.ref));
      // The QR code of an ended charge is sent as well, because the shop shows the code until the
      // end is reported.
      if (checkout.kind !== 'qr') throw new AppError('not_found', 'the charge has no QR code');
      return await reply
        .header('cache-control', 'no-store')
        .type('image/svg+xml')
        .send(renderSVG(checkout.data, { border: 2 }));
    },
  );

  // Uses a separate scope, so that other routes do not accept forms.
  server.register(async (scope: ApiServer) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 2048 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.post(
      '/sandbox/pay/:ref',
      { bodyLimit: 2048, schema: { hide: true, params } },
      async (request: FastifyRequest<{ Params: { ref: string } }>, reply) => {
        const choice = form.parse(request.body ?? {});
        const charge = await find(request.params.ref);
        const asksBank =
          charge.method === 'card' && choice.step === 'pay' && choice.outcome !== 'left';
        if (asksBank && charge.status === 'awaiting') {
          return await send(reply, charge, { ...choice, step: 'confirm' });
        }
        await sandbox.act(charge.ref, choice.outcome, choice.messages);
        return await reply.redirect(charge.returnUrl, 303);
      },
    );
  });
}
