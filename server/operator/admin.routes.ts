import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiServer } from '../platform/http/api-server.ts';
import { perMinute } from '../platform/http/rate-limits.ts';
import { refuseForeign } from '../platform/http/request-origin.ts';
import { ledgerCsv, ordersCsv } from './operator.presenter.ts';
import type { Operator } from './operator.ts';
import { OperatorError } from './operator-error.ts';
import { operatorPage, operatorPolicy, signInPage } from './operator-page.ts';
import { isSame, type OperatorSessions, sessionMs } from './operator-session.ts';
import {
  doctorView,
  ledgerView,
  ordersView,
  orderView,
  stuckView,
  type View,
} from './operator-views.ts';

export type AdminDeps = {
  operator: Operator;
  sessions: OperatorSessions;
  token: string;
  product: string;
  secure: boolean;
  /** origin of the pages */
  origin: string;
};

type Query = Record<string, string | undefined>;

const cookieName = 'operator';
const hide = { schema: { hide: true } } as const;

const closed = (reply: FastifyReply) =>
  reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');

const statuses: Partial<Record<OperatorError['code'], number>> = {
  order_not_found: 404,
  owner_not_found: 404,
  unknown_command: 404,
  invalid_input: 400,
};

const failure = ({ code, message }: Pick<OperatorError, 'message'> & { code: string }) => ({
  ok: false,
  code,
  message,
});

/** Returns the fields of a form or query without empty and repeated fields. */
const filled = (query: unknown): Query =>
  Object.fromEntries(
    Object.entries(query ?? {}).filter(([, value]) => typeof value === 'string' && value !== ''),
  );

/**
 * Registers the commands that `npm run admin` sends to the running server. They are in JSON, and
 * the token authorises them.
 */
function registerCommands(server: ApiServer, { operator, token }: AdminDeps) {
  const isOperator = ({ headers }: FastifyRequest) =>
    isSame(headers.authorization ?? '', `Bearer ${token}`);
  server.post('/admin/api/:command', { ...hide, ...perMinute(60) }, async (request, reply) => {
    closed(reply);
    if (!isOperator(request)) {
      const message = 'ADMIN_TOKEN differs from the token of the server.';
      return await reply.code(401).send(failure({ code: 'wrong_token', message }));
    }
    try {
      const { command } = request.params as { command: string };
      const result = await operator.run(command, request.body);
      request.log.info({ command }, 'an operator ran a command');
      return await reply.send({ ok: true, result });
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      return await reply.code(statuses[error.code] ?? 409).send(failure(error));
    }
  });
}

/** Registers sign-in and sign-out, the only forms of the admin pages. */
function registerDoors(server: ApiServer, deps: AdminDeps) {
  const { sessions, token, product, secure, origin } = deps;
  const cookie = { path: '/admin', httpOnly: true, sameSite: 'strict', secure } as const;
  const onRequest = async (request: FastifyRequest) =>
    refuseForeign(request, { page: origin, api: origin });
  server.register(async (scope: ApiServer) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 2048 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    const signIn = { ...hide, ...perMinute(10), onRequest, bodyLimit: 2048 };
    scope.post('/admin/sign-in', signIn, async (request, reply) => {
      closed(reply);
      if (!isSame(filled(request.body).token ?? '', token)) {
        return await sendHtml(reply.code(403), signInPage(product, true));
      }
      const maxAge = sessionMs / 1000;
      reply.setCookie(cookieName, await sessions.open(), { ...cookie, maxAge });
      return await reply.redirect('/admin', 303);
    });
    const signOut = { ...hide, onRequest, bodyLimit: 2048 };
    scope.post('/admin/sign-out', signOut, async (request, reply) => {
      await sessions.close(request.cookies[cookieName]);
      return await closed(reply).clearCookie(cookieName, cookie).redirect('/admin', 303);
    });
  });
}

const sendHtml = (reply: FastifyReply, page: string) =>
  closed(reply)
    .header('content-security-policy', operatorPolicy)
    .type('text/html; charset=utf-8')
    .send(page);

/**
 * Registers pages and commands for operators, only if ADMIN_TOKEN is set. The pages change nothing.
 */
export function registerAdminRoutes(server: ApiServer, deps: AdminDeps): void {
  const { operator, sessions, product } = deps;
  registerCommands(server, deps);
  registerDoors(server, deps);
  const run = <Name extends 'orders' | 'order' | 'ledger' | 'stuck' | 'doctor'>(
    name: Name,
    input: Query,
  ) => operator.run(name, input) as ReturnType<Operator[Name]>;

  /** Registers a page for a signed-in operator. Other visitors get the sign-in form. */
  function page(path: string, view: (request: FastifyRequest, query: Query) => Promise<View>) {
    server.get(path, { ...hide, ...perMinute(120) }, async (request, reply) => {
      if (!(await sessions.isOpen(request.cookies[cookieName]))) {
        return await sendHtml(reply.code(401), signInPage(product, false));
      }
      try {
        return await sendHtml(
          reply,
          operatorPage(await view(request, filled(request.query)), product),
        );
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error;
        const problem = ledgerView(null, {}, error.message);
        const body = path.includes('ledger') ? problem.body : `<p>${error.code}</p>`;
        const at = path.includes('ledger') ? problem.at : '/admin';
        const shown = operatorPage({ title: error.message, at, body }, product);
        return await sendHtml(reply.code(statuses[error.code] ?? 409), shown);
      }
    });
  }

  function csv(path: string, name: string, text: (query: Query) => Promise<string>) {
    server.get(path, { ...hide, ...perMinute(30) }, async (request, reply) => {
      if (!(await sessions.isOpen(request.cookies[cookieName]))) {
        return await reply.redirect('/admin', 303);
      }
      try {
        // The file is read before the headers are set, because a refusal is JSON.
        const file = await text(filled(request.query));
        return await closed(reply)
          .header('content-disposition', `attachment; filename="${name}.csv"`)
          .type('text/csv; charset=utf-8')
          .send(file);
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error;
        return await closed(reply)
          .code(statuses[error.code] ?? 409)
          .send(failure(error));
      }
    });
  }

  page('/admin', async (_, query) => ordersView(await run('orders', query), query));
  page('/admin/orders/:code', async ({ params }) => orderView(await run('order', params as Query)));
  page('/admin/ledger', async (_, query) => {
    const isAsked = query.owner !== undefined || query.email !== undefined;
    return ledgerView(isAsked ? await run('ledger', query) : null, query, '');
  });
  page('/admin/stuck', async () => stuckView(await run('stuck', {})));
  page('/admin/doctor', async () => doctorView(await run('doctor', {})));
  csv('/admin/orders.csv', 'orders', async (query) =>
    ordersCsv(await run('orders', { limit: '10000', ...query })),
  );
  csv('/admin/ledger.csv', 'ledger', async (query) => ledgerCsv(await run('ledger', query)));
}
