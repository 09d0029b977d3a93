import { expect, test } from 'vitest';
import { eventually } from '../../tools/testing/eventually.ts';
import { askForCode, codePath, enter, mailTo, newAddress } from '../accounts/accounts.fixture.ts';
import { bought, newBuyer } from '../orders/money.fixture.ts';
import { startTestServer } from '../testing/server.fixture.ts';
import { photo, type Visitor } from '../testing/visitor.fixture.ts';

const adminToken = 'a token of an operator, 32 or more';

/** Returns the parts of a URL that may be secret: query parameters, last path segment and hash. */
const secretsIn = (address: string): string[] => {
  const url = new URL(address, 'http://lightwell.example');
  return [url.pathname.split('/').at(-1) ?? '', ...url.searchParams.values(), url.hash.slice(8)];
};

/** Signs in by code and by link. Returns the secrets of both sign-ins. */
async function signInTwice(
  server: Awaited<ReturnType<typeof startTestServer>>,
  visitor: Visitor,
  email: string,
): Promise<string[]> {
  const first = await askForCode(server, visitor, email);
  enter(visitor, await visitor.call('POST', '/v1/user-session/email', { email, code: first.code }));
  const firstToken = visitor.token;
  server.clock.advance(61_000);
  const { link, code } = await askForCode(server, visitor, email);
  const token = link.split('#direct=')[1] ?? '';
  enter(visitor, await visitor.call('POST', '/v1/user-session/email/direct', { token }));
  return [first.code, code, token, firstToken, visitor.token, email, encodeURIComponent(email)];
}

test('the log contains no secret and no mail address of a visitor', async () => {
  const server = await startTestServer({
    env: { LOG_LEVEL: 'debug', ADMIN_TOKEN: adminToken, CODES_PER_SUBNET: '1000' },
  });
  const visitor = server.visitor();
  const email = newAddress();
  const secrets = [adminToken, ...(await signInTwice(server, visitor, email))];

  const signed = await visitor.call('GET', '/v1/file/notAuthSignature/png');
  const { fields } = signed.obj as { fields: Record<string, string> };
  secrets.push(fields['x-amz-signature'] ?? '', fields.policy ?? '');
  const started = await visitor.start(await visitor.upload(await photo()));
  expect(started.success).toBe('1');

  await visitor.call('POST', '/v1/user/export', {});
  await server.sweep();
  // Waits for the mail, because another worker may make the export.
  const exported = (await eventually(() => mailTo(server, email, 'exportReady'))).link;
  secrets.push(...secretsIn(exported));
  const { pathname, search } = new URL(exported, 'http://lightwell.example');
  const opened = await server.app.inject({ url: `${pathname}${search}` });
  expect(opened.statusCode).toBeLessThan(400);
  secrets.push(...secretsIn(String(opened.headers.location ?? exported)));
  // A mistyped URL has no route, so the log contains its path.
  await server.app.inject({ url: pathname.replace('/export/', '/exports/') });

  server.clock.advance(61_000);
  await visitor.call('GET', codePath(email, 'resetPassword'));
  secrets.push(mailTo(server, email, 'resetCode').code);

  const buyer = await newBuyer(server);
  const { code } = await bought(server, buyer);
  await visitor.call('POST', '/v1/order/access', { code });
  const proof = mailTo(server, buyer.email, 'orderCode').code;
  await visitor.call('POST', '/v1/order/access/look', { code, proof });
  await visitor.call('DELETE', `/v1/user-subscription?code=${code}&proof=${proof}`);
  secrets.push(proof, buyer.email);

  await server.app.inject({
    method: 'POST',
    url: '/admin/sign-in',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ token: adminToken }).toString(),
  });

  const log = JSON.stringify(server.logged);
  const found = secrets.filter((secret) => secret.length >= 6 && log.includes(secret));
  expect(found).toEqual([]);
  expect(log).toContain('/v1/user/export/:');
  expect(secrets.filter((secret) => secret.length >= 6).length).toBeGreaterThan(12);
  await server.stop();
});
