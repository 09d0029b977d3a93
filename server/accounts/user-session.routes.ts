import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CodeType, SignedIn } from '../../contract/account.ts';
import type { Allowance } from '../credits/allowance.ts';
import type { Ledger } from '../credits/ledger.ts';
import type { Owner } from '../owners/principal.ts';
import type { Principals } from '../owners/principals.ts';
import type { Sessions } from '../owners/sessions.ts';
import type { ApiServer } from '../platform/http/api-server.ts';
import { serveCall } from '../platform/http/call-route.ts';
import { clientAddress } from '../platform/http/client-address.ts';
import { preferredLocale } from '../platform/http/languages.ts';
import { perMinute } from '../platform/http/rate-limits.ts';
import type { Plans } from '../subscriptions/plans.ts';
import type { BrowserCookie } from './browser-cookie.ts';
import type { Entered, Newcomer } from './entrance.ts';
import type { MailedCodes } from './mailed-codes.ts';
import type { ProviderSignIns } from './provider-sign-ins.ts';
import { presentSessions } from './session.presenter.ts';
import type { SignIns } from './sign-ins.ts';
import { presentUser } from './user.presenter.ts';

type Deps = {
  principals: Principals;
  browser: Pick<BrowserCookie, 'knows' | 'remember'>;
  mailedCodes: MailedCodes;
  signIns: SignIns;
  providerSignIns: ProviderSignIns;
  allowanceOf: (owner: Owner | null) => Promise<Allowance>;
  ledger: Pick<Ledger, 'summary'>;
  statusOf: Plans['statusOf'];
  subnetOf: (address: string) => string;
  /** limit per minute and IP address for sign-in tries and requested codes */
  signInsPerMinute: number;
};

const localeOf = ({ headers }: FastifyRequest) => preferredLocale(headers['accept-language']);

/**
 * Registers sign-in and sign-out (R23 to R28). The caller's token may have expired, so no token is
 * required.
 */
export function registerUserSessionRoutes(server: ApiServer, deps: Deps): void {
  const { principals, browser, mailedCodes, signIns, providerSignIns, signInsPerMinute } = deps;
  const limited = perMinute(signInsPerMinute);
  /** This GET sends a mail, so pages of other sites must not call it. */
  const mailing = { config: { ...limited.config, stores: true } };

  const subnetOf = (request: FastifyRequest) => deps.subnetOf(clientAddress(request));

  const newcomer = (request: FastifyRequest): Newcomer => ({
    subnet: subnetOf(request),
    userAgent: request.headers['user-agent'],
    guestToken: principals.guestToken(request),
    locale: localeOf(request),
  });

  async function welcome(
    entered: Entered,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<SignedIn> {
    const { token, owner, email, mergedRecords, welcome: given } = entered;
    principals.endGuest(request, reply);
    browser.remember(request, reply, email);
    const credits = await deps.ledger.summary(owner);
    const user = presentUser(
      owner,
      email,
      await deps.allowanceOf(owner),
      credits,
      await deps.statusOf(owner),
    );
    return { token, user, merged: { records: mergedRecords }, welcome: given };
  }

  async function sendCode(type: CodeType, email: string, request: FastifyRequest) {
    const knows = browser.knows(request);
    const from = { subnet: subnetOf(request), locale: localeOf(request), knows };
    const isOwn = type === 'changeEmail' || type === 'deleteAccount';
    const sent = isOwn
      ? await mailedCodes.sendOwn(
          { email, type, ownerId: (await principals.findUser(request)).owner.id },
          from,
        )
      : await mailedCodes.send({ email, type }, from);
    return { ...sent, expiresAt: sent.expiresAt.toISOString() };
  }

  serveCall(
    server,
    'sendCode',
    ({ params, request }) => sendCode('signIn', params.email, request),
    mailing,
  );

  serveCall(
    server,
    'sendTypedCode',
    ({ params, request }) => sendCode(params.type, params.email, request),
    mailing,
  );

  serveCall(
    server,
    'signUp',
    async ({ body, request, reply }) => {
      const from = newcomer(request);
      const entered = await signIns.byCode(body, { ...from, locale: body.locale ?? from.locale });
      return welcome(entered, request, reply);
    },
    limited,
  );

  serveCall(
    server,
    'signInByEmail',
    async ({ body: { email, code, password = '' }, request, reply }) => {
      const from = newcomer(request);
      const entered = await (code === undefined
        ? signIns.byPassword({ email, password }, from)
        : signIns.byCode({ email, code }, from));
      return welcome(entered, request, reply);
    },
    limited,
  );

  serveCall(
    server,
    'signInByLink',
    async ({ body, request, reply }) =>
      welcome(await signIns.byLink(body.token, newcomer(request)), request, reply),
    limited,
  );

  serveCall(server, 'lookAtLink', ({ body }) => signIns.readLink(body.token), limited);

  serveCall(
    server,
    'signInByProvider',
    async ({ body: { idToken, email, code }, request, reply }) => {
      const mailbox = email === undefined || code === undefined ? null : { email, code };
      const entered = await providerSignIns.enter({ idToken, mailbox }, newcomer(request));
      return welcome(entered, request, reply);
    },
    limited,
  );

  serveCall(
    server,
    'resetPassword',
    async ({ body, request, reply }) =>
      welcome(await signIns.resetPassword(body, newcomer(request)), request, reply),
    limited,
  );
}

/** Registers the calls that list and end the sessions of a user. */
export function registerSessionRoutes(
  server: ApiServer,
  { principals, sessions }: { principals: Principals; sessions: Sessions },
): void {
  serveCall(server, 'sessions', async ({ request }) => {
    const { owner, sessionId } = await principals.findUser(request);
    return {
      sessions: presentSessions(await sessions.list(owner.id), sessionId),
    };
  });

  serveCall(server, 'endOtherSessions', async ({ request }) => {
    const { owner, sessionId } = await principals.findUser(request);
    await sessions.endOthers({ id: sessionId, ownerId: owner.id });
    return null;
  });

  serveCall(server, 'endSession', async ({ params, request }) => {
    const { owner, sessionId } = await principals.findUser(request);
    const id = params.id === 'current' ? sessionId : params.id;
    await sessions.end({ id, ownerId: owner.id });
    return null;
  });
}
