import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallName, calls } from '../../contract/calls.ts';
import {
  projectId,
  startProvider,
  type TestProvider,
} from '../../server/accounts/provider.fixture.ts';
import { startTestServer, type TestServer } from '../../server/testing/server.fixture.ts';
import { listen } from '../../server/testing/shared-test-server.fixture.ts';
import { accounts } from './accounts.ts';
import { type Browser, openBrowser } from './browser.ts';
import { mail, mailSecret, providerSeam } from './elsewhere.ts';
import { orders } from './orders.ts';
import { plans } from './plans.ts';
import { type Ask, disk, type Seam, signal } from './seam.ts';
import { tasks } from './tasks.ts';

/* Tests every call of the contract, from the real client to the real server over a socket (R92). */

let provider: TestProvider;

/**
 * The cases of every call. A missing call, or a missing refusal of the contract, causes a compile
 * error.
 */
const seam: Seam<CallName> = {
  // first, because its tokens expire as soon as other cases advance the clock by days
  ...providerSeam(() => provider),
  ...accounts,
  ...mail,
  ...orders,
  ...plans,
  ...tasks,
};

let server: TestServer;
let origin = '';
let mailless: TestServer;
let maillessOrigin = '';

beforeAll(async () => {
  provider = await startProvider();
  server = await startTestServer({
    freeBytes: async () => disk.freeBytes,
    env: {
      TRUST_PROXY: '1',
      STORAGE_SECRET: mailSecret,
      SIGN_INS_PER_MINUTE: '10000',
      REQUESTS_PER_MINUTE: '10000',
      CODES_PER_SUBNET: '10000',
      GUEST_DAILY_CREDITS: '6',
      WELCOME_CREDITS: '0',
      FIREBASE_PROJECT_ID: projectId,
      FIREBASE_API_KEY: 'key',
      FIREBASE_KEYS_URL: provider.keysUrl,
    },
  });
  origin = `http://127.0.0.1:${await listen(server)}`;
  mailless = await startTestServer({ env: { TRUST_PROXY: '1', SMTP_URL: 'off' } });
  maillessOrigin = `http://127.0.0.1:${await listen(mailless)}`;
});
afterAll(async () => {
  await server.stop();
  await mailless.stop();
  await provider.close();
});

/** Runs a case as a new visitor. Returns every call of this name that was sent. */
async function tried(name: CallName, ask: Ask, browser: Browser = openBrowser(server, origin)) {
  const failure = await ask(browser).then(() => null, String);
  return { browser, failure, sent: browser.sent.filter((sent) => sent.name === name) };
}

describe.each(Object.keys(seam) as CallName[])('%s', (name) => {
  const { method, refusals } = calls[name];

  it('succeeds, and the client loses nothing of the answer (R31, R41, R92)', async () => {
    const { browser, failure, sent } = await tried(name, seam[name].succeeds);
    const last = sent.at(-1);
    expect([failure, last?.code]).toEqual([null, '1']);
    expect(last?.answer).toEqual(last?.raw);
    const again = (token: string) => browser.api(name, { ...last?.options, token, signal });
    if ((refusals as readonly string[]).includes('10009')) {
      await expect(again('a-token-of-nobody')).rejects.toMatchObject({
        failure: { code: '10009' },
      });
    }
    if (method === 'GET') return;
    browser.origin = 'https://elsewhere.example';
    await expect(again(browser.visitor.token)).rejects.toMatchObject({
      failure: { code: 'foreign_origin' },
    });
  });

  it.each(Object.entries<Ask>(seam[name].refused))(
    'is refused with %s (R34, R92)',
    async (code, ask) => {
      const there = code === 'mail_failed' ? openBrowser(mailless, maillessOrigin) : undefined;
      const { failure, sent } = await tried(name, ask, there);
      const codes = sent.map((one) => one.code);
      expect({ failure, codes }).toEqual({ failure, codes: expect.arrayContaining([code]) });
    },
  );
});
