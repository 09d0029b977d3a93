import { localisePath } from '../../machines/model/locale.ts';
import { copyOverPath } from '../../machines/model/pages.ts';
import type { Principals } from '../owners/principals.ts';
import { languageSigns, languageSignsOf, wantsPage } from '../pages/send-page.ts';
import { AppError } from '../platform/errors.ts';
import type { ApiServer } from '../platform/http/api-server.ts';
import { serveCall } from '../platform/http/call-route.ts';
import { localeBy } from '../platform/http/languages.ts';
import { perMinute } from '../platform/http/rate-limits.ts';
import { presentAccount } from './account.presenter.ts';
import type { Account } from './account.ts';
import type { BrowserCookie } from './browser-cookie.ts';
import type { Deletion } from './deletion.ts';
import type { Exports } from './exports.ts';

/** Path of an export's link; the link alone gives access to the file for a day. */
export const exportPath = '/v1/user/export';

export function registerAccountRoutes(
  server: ApiServer,
  deps: {
    principals: Principals;
    browser: Pick<BrowserCookie, 'remember' | 'forget'>;
    account: Account;
    exports: Exports;
    deletion: Deletion;
    /** limit per minute and IP address for changes that need a code or a password */
    signInsPerMinute: number;
  },
): void {
  const { principals, browser, account, exports, deletion } = deps;
  const limited = perMinute(deps.signInsPerMinute);
  const view = async (ownerId: string) => presentAccount(await account.view(ownerId));

  serveCall(server, 'account', async ({ request }) =>
    view((await principals.findUser(request)).owner.id),
  );

  serveCall(
    server,
    'changeEmail',
    async ({ body, request, reply }) => {
      const { owner } = await principals.findUser(request);
      await account.changeEmail(owner.id, body);
      const changed = await view(owner.id);
      browser.remember(request, reply, changed.email);
      return changed;
    },
    limited,
  );

  serveCall(
    server,
    'changePassword',
    async ({ body: { password, oldPassword = '', code }, request }) => {
      const { owner, sessionId } = await principals.findUser(request);
      const proof = code === undefined ? { oldPassword } : { code };
      await account.changePassword({ ownerId: owner.id, sessionId }, { password, proof });
      return await view(owner.id);
    },
    limited,
  );

  serveCall(server, 'setPreferences', async ({ body, request }) => {
    const { owner } = await principals.findUser(request);
    await account.setPreferences(owner.id, body);
    return await view(owner.id);
  });

  serveCall(
    server,
    'requestExport',
    async ({ request }) => {
      const { owner } = await principals.findUser(request);
      const { state, createdAt } = await exports.request(owner.id);
      return { state: state === 'ready' ? state : 'queued', createdAt: createdAt.toISOString() };
    },
    limited,
  );

  serveCall(
    server,
    'deleteAccount',
    async ({ body, request, reply }) => {
      const { owner } = await principals.findUser(request);
      await deletion.run(owner.id, body.code);
      browser.forget(reply);
      return null;
    },
    limited,
  );

  // This route is not a call of the contract, because a link in a mail opens it and it answers with
  // a file.
  server.get<{ Params: { secret: string } }>(
    `${exportPath}/:secret`,
    { schema: { hide: true }, ...perMinute(deps.signInsPerMinute) },
    async (request, reply) => {
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
      const file = await exports.find(request.params.secret);
      if (file !== null) return reply.redirect(file, 302);
      if (!wantsPage(request))
        throw new AppError('invalid_link', 'the export is unknown or expired');
      reply.header('vary', languageSigns);
      return reply.redirect(localisePath(copyOverPath, localeBy(languageSignsOf(request))), 302);
    },
  );
}
